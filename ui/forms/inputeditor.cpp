// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/inputeditor.h"

#include "core/base/limits.h"
#include "core/json/jsonparser.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/findbar.h"
#include "ui/forms/inputvalidator.h"
#include "ui/forms/schemaform.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsonrow.h"
#include "ui/models/preferences.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qsizetype shownOfTooLarge = 64 << 10;
} // namespace

InputEditor::InputEditor(QWidget *parent)
    : QWidget(parent)
    , m_validator(new InputValidator(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_formSide(named(newScrollArea(nullptr), u"formSide"_s))
    , m_form(new SchemaForm)
{
    setObjectName(u"inputEditor"_s);
    setBackgroundRole(QPalette::Base);
    makeHeader();

    m_formSide->setMinimumHeight(44); // the height of one field; the form scrolls
    m_formSide->setWidget(m_form);
    m_jsonSide = makeJsonSide();

    m_formPane = new QWidget;
    const auto find = [this](const QString &text, bool backwards) { return findField(text, backwards); };
    addAll(newColumn(m_formPane), {new FindBar(tr("Find a field"), find, m_formPane), {m_formSide, 1}});
    fillSplitter(m_splitter, {m_formPane, m_jsonSide}, {327, 214}, {3, 2});
    QWidget *before = m_edit; // the tools are between Edit and Fold in the tab order
    for (QWidget *tool : m_jsonTools->findChildren<QToolButton *>()) {
        setTabOrder(before, tool);
        before = tool;
    }
    setTabOrder(before, m_fold);
    addAll(newColumn(this), {m_header, {m_splitter, 1}});

    connect(m_form, &SchemaForm::valueChanged, this, &InputEditor::formChanged);
    connect(m_json, &QPlainTextEdit::textChanged, this, &InputEditor::textChanged);
    connect(m_validator, &InputValidator::checked, this, &InputEditor::checked);
    updateFaces();
}

void InputEditor::makeHeader()
{
    m_header = named(new PaneHeader(tr("Input"), this), u"inputHeader"_s);
    m_summary = named(elidedLabel(ColorRole::TextSecond, FontRole::Data, m_header), u"inputSummary"_s);
    m_chip = named(new Chip({}, m_header), u"validityChip"_s);
    m_faces = named(new SegmentControl(m_header), u"inputFaces"_s, tr("Input as form, JSON or both"));
    for (const QString &face : {tr("Form"), tr("JSON"), tr("Both")})
        m_faces->addSegment(face);
    m_faces->setCurrent(int(m_face));
    m_edit = named(quietButton(u"chevron-down"_s, tr("Edit"), m_header), u"editInput"_s);
    m_edit->setToolTip(tr("Show the whole input"));
    m_header->addBesideTitle(m_summary);
    m_fold =
        named(iconButton(u"chevron-up"_s, tr("Collapse the input to one line"), m_header), u"foldInput"_s);
    for (QWidget *widget : QWidgetList{m_chip, m_faces, m_edit, m_fold})
        m_header->addWidget(widget);
    connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(true); });
    connect(m_chip, &QAbstractButton::clicked, this, [this] {
        if (!m_errors.isEmpty())
            m_form->focusPointer(m_errors.first().pointer);
    });
    connect(m_faces, &SegmentControl::currentChanged, this, [this](int index) { setFace(Face(index)); });
    connect(m_edit, &QToolButton::clicked, this, [this] {
        setFolded(false);
        focusFirst();
    });
}

QWidget *InputEditor::makeJsonSide()
{
    auto *side = new QWidget;
    m_jsonHeader = new PaneHeader(tr("JSON"), side);
    m_jsonTools = new QWidget(m_jsonHeader);
    QToolButton *copy = named(iconButton(u"copy"_s, tr("Copy the JSON"), m_jsonTools), u"copyInput"_s);
    QToolButton *format =
        named(iconButton(u"braces"_s, tr("Format the JSON"), m_jsonTools), u"formatInput"_s);
    addAll(newRow(m_jsonTools, {}, 8), {copy, format});
    m_jsonHeader->addWidget(m_jsonTools);
    m_problem = wrapped(named(new ThemeLabel({}, ColorRole::Error, FontRole::Small, side), u"jsonProblem"_s));
    m_problem->setContentsMargins(12, 8, 12, 8);
    m_problem->hide();
    m_json = named(new JsonEdit(side), u"jsonEdit"_s, tr("Input as JSON"));
    m_json->setFrameShape(QFrame::NoFrame);
    m_json->installEventFilter(this);
    auto *search = new FindBar(tr("Find in the JSON"), m_json, side);
    addAll(newColumn(side), {m_jsonHeader, search, m_problem, {m_json, 1}});
    connect(copy, &QToolButton::clicked, this,
        [this] { copyText(m_tooLarge ? QString::fromUtf8(m_value.toBytes()) : m_json->toPlainText()); });
    connect(format, &QToolButton::clicked, this, &InputEditor::formatJson);
    return side;
}

//! Focuses the next or previous field whose name or value contains \a text.
QString InputEditor::findField(const QString &text, bool backwards)
{
    QWidgetList matches;
    for (const FieldLabel *label : m_form->findChildren<FieldLabel *>()) {
        const auto *line = qobject_cast<const QLineEdit *>(label->buddy());
        const bool isMatch = label->text().contains(text, Qt::CaseInsensitive)
            || (line && line->text().contains(text, Qt::CaseInsensitive));
        if (label->isVisible() && label->buddy() && isMatch)
            matches.append(label->buddy());
    }
    if (matches.isEmpty())
        return FindBar::tr("Not found");
    const qsizetype count = matches.size();
    const qsizetype last = matches.indexOf(m_found);
    const qsizetype at =
        last < 0 ? (backwards ? count - 1 : 0) : (last + (backwards ? count - 1 : 1)) % count;
    m_found = matches.at(at);
    m_found->setFocus(Qt::ShortcutFocusReason);
    return tr("%L1 of %L2").arg(at + 1).arg(count);
}

void InputEditor::setTitle(const QString &title)
{
    m_header->setTitle(title);
}

void InputEditor::setDetails(QWidget *details, const QString &summary)
{
    delete std::exchange(m_details, details);
    m_detailsSummary = summary;
    if (details) {
        m_splitter->addWidget(details);
        m_splitter->setStretchFactor(m_splitter->indexOf(details), 2);
    }
    updateFaces();
    updateSummary();
}

bool InputEditor::isFixed() const
{
    return m_details && m_form->hint().kind == FieldKind::Object && m_form->hint().fields.isEmpty();
}

void InputEditor::setSchema(const Json &schema, bool isHttp)
{
    m_hasSchema = true;
    m_validator->setSchema(schema);
    m_form->setSchema(schema, isHttp);
    m_hasInsisted = false;
    m_value = m_form->value();
    if (m_value.isAbsent() || (m_value.isNull() && !m_form->hasFields()))
        m_value = Json::emptyObject(); // most operations without a schema take an object
    setValue(m_value);
    updateFaces();
}

Json InputEditor::value() const
{
    return m_validity == Validity::Broken ? Json() : m_value;
}

void InputEditor::setValue(const Json &value)
{
    m_value = value;
    m_following = true;
    m_form->setValue(value);
    m_following = false;
    showText();
    if (m_validity == Validity::Broken)
        setValidity(Validity::Unknown); // the invalid text was replaced
    validate();
    Q_EMIT valueChanged();
}

void InputEditor::showText()
{
    const QByteArray compact = m_value.toBytes();
    m_tooLarge = compact.size() > Preferences::limits().uiTextBytes;
    m_problem->setVisible(m_tooLarge);
    m_following = true;
    m_json->setReadOnly(m_tooLarge || m_isReadOnly);
    m_json->setErrorLine(0);
    if (m_tooLarge) {
        m_problem->setText(
            tr("The input is too large to edit here. Only the beginning is shown, but all of it is sent."));
        m_json->setPlainText(QString::fromUtf8(compact.left(shownOfTooLarge)));
    } else {
        m_json->setJson(m_value);
    }
    m_following = false;
    updateSummary();
}

void InputEditor::formChanged()
{
    if (m_following)
        return;
    m_value = m_form->value();
    showText();
    validate();
    Q_EMIT valueChanged();
}

void InputEditor::textChanged()
{
    if (m_following || m_tooLarge)
        return;
    const QByteArray text = m_json->toPlainText().toUtf8();
    const auto parsed = parseJsonDetailed(text);
    if (!parsed) {
        const JsonParseError &error = parsed.error();
        m_validator->forget();
        m_json->setErrorLine(int(error.position.line));
        m_problemAt = int(QString::fromUtf8(text.first(error.position.byteOffset)).size());
        const QString words = coreText(error.error.message);
        setValidity(Validity::Broken, QString(words.first(1).toUpper() + words.sliced(1)));
        Q_EMIT valueChanged();
        return;
    }
    m_problem->hide();
    m_json->setErrorLine(0);
    m_value = parsed->value;
    m_following = true;
    m_form->setValue(m_value);
    m_following = false;
    if (m_validity == Validity::Broken)
        setValidity(Validity::Unknown);
    updateSummary();
    validate();
    Q_EMIT valueChanged();
}

void InputEditor::setReadOnly(bool readOnly)
{
    m_isReadOnly = readOnly;
    m_form->setReadOnly(readOnly);
    m_json->setReadOnly(readOnly || m_tooLarge);
}

void InputEditor::formatJson()
{
    if (!m_tooLarge)
        m_json->reformat();
}

void InputEditor::validate()
{
    m_isChecked = false;
    if (m_hasSchema) // without a schema, there is nothing to validate against
        m_validator->check(m_value);
}

void InputEditor::checked(const ValidationReport &report)
{
    m_isChecked = true;
    m_errors = report.errors;
    switch (report.verdict) {
    case ValidationReport::Verdict::Valid: setValidity(Validity::Valid); break;
    case ValidationReport::Verdict::Invalid: setValidity(Validity::Refused); break;
    case ValidationReport::Verdict::NotValidated:
        setValidity(Validity::NotValidated, coreText(report.reason));
        break;
    }
    m_form->setErrors(m_errors);
}

void InputEditor::setValidity(Validity validity, const QString &problem)
{
    m_validity = validity;
    m_chip->setVisible(isChipShown());
    m_chip->setClickable(validity == Validity::Refused);
    m_chip->setToolTip(problem);
    const auto show = [this](const QString &text, const QString &iconName, ColorRole fill, ColorRole color) {
        m_chip->setText(text);
        m_chip->setIconName(iconName);
        m_chip->setColors(fill, color);
    };
    const int count = int(m_errors.size());
    switch (validity) {
    case Validity::Unknown: break;
    case Validity::Valid: show(tr("valid"), u"check"_s, ColorRole::OkSoft, ColorRole::Ok); break;
    case Validity::Refused:
        if (isOnlyMissing())
            show(tr("%n missing", nullptr, count), u"info"_s, ColorRole::Header, ColorRole::Stale);
        else
            show(tr("%n errors", nullptr, count), u"outcome-error"_s, ColorRole::ErrorSoft, ColorRole::Error);
        m_chip->setToolTip(m_errors.isEmpty() ? QString() : coreText(m_errors.first().message));
        break;
    case Validity::NotValidated:
        show(tr("not validated"), u"info"_s, ColorRole::Header, ColorRole::Stale);
        break;
    case Validity::Broken:
        show(tr("not JSON"), u"outcome-error"_s, ColorRole::ErrorSoft, ColorRole::Error);
        m_problem->setText(problem);
        m_problem->show();
        break;
    }
    m_chip->setAccessibleName(tr("Input is %1").arg(m_chip->text()));
    m_chip->updateGeometry();
    m_form->setReadOnly(m_isReadOnly
        || validity == Validity::Broken); // until the text is JSON again, only the text can be edited
}

void InputEditor::setFace(Face face)
{
    m_face = face;
    if (!m_compact)
        m_wideFace = face;
    updateFaces();
}

void InputEditor::setCompact(bool compact)
{
    if (m_compact == compact)
        return;
    m_compact = compact;
    m_header->setSmall(compact);
    m_face = compact ? Face::Form : m_wideFace;
    updateFaces();
}

void InputEditor::setAbove(bool above)
{
    if (m_above == above)
        return;
    m_above = above;
    m_splitter->setOrientation(above ? Qt::Horizontal : Qt::Vertical);
    QList<int> sizes = above ? QList<int>{452, 428} : QList<int>{327, 214};
    if (m_details)
        sizes.append(above ? 428 : 214);
    m_splitter->setSizes(sizes);
    (above ? m_header : m_jsonHeader)->addWidget(m_jsonTools);
    m_header->addWidget(m_fold); // keeps the button at the end
    updateFaces();
}

void InputEditor::setFolded(bool folded)
{
    const bool isChange = m_folded != folded;
    m_folded = folded;
    updateFaces();
    if (isChange)
        Q_EMIT foldedChanged(folded);
}

void InputEditor::updateFaces()
{
    const bool hasFields = m_form->hasFields();
    const Face shown = hasFields ? m_face : Face::Json;
    m_faces->setSegmentEnabled(int(Face::Form), hasFields);
    m_faces->setSegmentEnabled(int(Face::Both), hasFields);
    {
        const QSignalBlocker quiet(m_faces); // the face shown may differ from the face that the user chose
        m_faces->setCurrent(int(shown));
    }
    m_header->setVisible(!isFixed() || m_above || m_folded); // the details say what they are
    m_formPane->setVisible(shown != Face::Json && !isFixed());
    m_jsonSide->setVisible(shown != Face::Form && !isFixed());
    m_jsonHeader->setVisible(!m_above);
    m_jsonTools->setVisible(!isFixed() && (!m_above || (!m_folded && shown != Face::Form)));
    m_fold->setVisible(m_above && !m_folded);
    m_jsonHeader->setFact(shown == Face::Both ? tr("follows the form") : QString());
    m_splitter->setVisible(!m_folded);
    m_splitter->updateGeometry(); // otherwise the splitter still reserves space for a hidden side
    m_faces->setVisible(!m_folded && !isFixed());
    m_edit->setVisible(m_folded);
    m_summary->setVisible(m_folded);
    m_chip->setVisible(isChipShown());
    setMaximumHeight(m_folded ? m_header->maximumHeight() : QWIDGETSIZE_MAX);
    if (auto *row = qobject_cast<QBoxLayout *>(m_header->layout()))
        row->setStretchFactor(m_summary, m_folded ? 100 : 0);
}

void InputEditor::updateSummary()
{
    m_summary->setFullText(isFixed() ? m_detailsSummary : previewText(m_value, 300));
}

bool InputEditor::isChipShown() const
{
    const bool isQuiet = m_validity == Validity::Valid && (m_folded || isFixed());
    return m_validity != Validity::Unknown && !isQuiet;
}

//! Returns whether the only errors are missing values that are not marked as errors yet, as in a form that
//! the user has just started to fill in.
bool InputEditor::isOnlyMissing() const
{
    return !m_hasInsisted && std::ranges::all_of(m_errors, [](const ValidationError &error) {
        return error.keyword == "required"_L1;
    });
}

bool InputEditor::goToProblem()
{
    if (m_validity == Validity::Refused && !m_hasInsisted) {
        m_hasInsisted = true;
        m_form->insist();
        m_form->setErrors(m_errors);
        setValidity(m_validity);
    }
    if (m_validity != Validity::Broken)
        return false;
    setFolded(false);
    if (m_face == Face::Form)
        setFace(m_compact ? Face::Json : Face::Both);
    QTextCursor cursor = m_json->textCursor();
    cursor.setPosition(m_problemAt);
    m_json->setTextCursor(cursor);
    m_json->ensureCursorVisible();
    m_json->setFocus(Qt::OtherFocusReason);
    return true;
}

void InputEditor::focusFirst()
{
    if (m_form->hasFields() && m_formSide->isVisible())
        m_form->focusFirst();
    else if (!isFixed())
        m_json->setFocus(Qt::OtherFocusReason);
}

bool InputEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_json && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->modifiers() & Qt::ControlModifier
            && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            Q_EMIT invokeRequested();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void InputEditor::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() & Qt::ControlModifier
        && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT invokeRequested();
    else
        QWidget::keyPressEvent(event);
}

} // namespace Workbench::Ui

#include "moc_inputeditor.cpp"
