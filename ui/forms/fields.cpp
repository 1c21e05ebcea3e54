// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/fields.h"

#include "core/base/limits.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonnumber.h"
#include "core/json/jsonparser.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/placemarks.h"
#include "ui/models/preferences.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFocusEvent>
#include <QLineEdit>
#include <QMimeDatabase>
#include <QRegularExpression>
#include <QStringDecoder>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the text with which a field shows a value of a kind that it does not support.
QString foreignText(const Json &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(value.toBytes().left(10'000));
}

QString exampleText(const FieldHint &hint)
{
    if (hint.examples.isEmpty())
        return {};
    return FieldEditor::tr("for example %1").arg(visibleText(foreignText(hint.examples.first()), false, 100));
}

//! Returns the value of a text field. An empty field is a missing member, which the form reports if it is
//! required. In the row of a list, it is an empty string.
Json textOrNothing(const FieldHint &hint, const QString &text)
{
    return text.isEmpty() && !hint.name.isEmpty() ? Json() : Json::string(text);
}

constexpr QStringView fileMember{u"$file"};

//! Returns the size in bytes of the data that \a base64 encodes.
qsizetype decodedSize(const QString &base64)
{
    qsizetype letters = base64.size();
    while (letters > 0 && base64.at(letters - 1) == u'=')
        --letters;
    return letters * 3 / 4;
}

std::unexpected<Error> unreadable(const QString &path, const QString &reason)
{
    return std::unexpected(Error{ErrorKind::Storage, u"file.read"_s,
        FileField::tr("\"%1\" cannot be read: %2").arg(QFileInfo(path).fileName(), reason), {}, {}});
}

//! Reads the file at \a path, of at most \a most bytes, and returns the value of the field. Runs on a worker.
Result<Json> fileValue(QString path, qint64 most)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(path, file.errorString());
    const QByteArray bytes = file.read(most + 1);
    if (bytes.size() > most) {
        return std::unexpected(Error{ErrorKind::Limit, u"limit.queue.outBytes"_s,
            FileField::tr("\"%1\" is larger than %2, the maximum for a file in a form.")
                .arg(QFileInfo(path).fileName(), sizeText(most)),
            {}, {}});
    }
    if (file.error() != QFileDevice::NoError)
        return unreadable(path, file.errorString());
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    const bool isText = !decoder.hasError() && !bytes.contains('\0') && !bytes.startsWith("\xEF\xBB\xBF");
    JsonBuilder builder;
    builder.beginObject()
        .add(fileMember, QFileInfo(path).fileName())
        .add(u"type", QMimeDatabase().mimeTypeForFileNameAndData(path, bytes).name());
    if (isText)
        builder.add(u"data", text);
    else
        builder.add(u"base64", QString::fromLatin1(bytes.toBase64()));
    return builder.endObject().take();
}

} // namespace

TextField::TextField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_line(new QLineEdit(this))
{
    setZoomedHeight(m_line, 28);
    m_line->setPlaceholderText(exampleText(hint));
    if (hint.secret)
        m_line->setEchoMode(QLineEdit::Password);
    setControl(m_line);
    QHBoxLayout *row = addAll(newRow(8), {{m_line, 1}});
    if (!hint.unit.isEmpty())
        row->addWidget(new ThemeLabel(boundsText(hint.unit), ColorRole::TextSecond, FontRole::Small, this));
    column()->insertLayout(0, row);
    connect(m_line, &QLineEdit::textEdited, this,
        [this](const QString &text) { edited(textOrNothing(m_hint, text)); });
}

void TextField::setValue(const Json &value)
{
    m_value = value;
    if (const QString text = foreignText(value); m_line->text() != text) {
        m_line->setText(text);
        m_line->setCursorPosition(0);
    }
}

MultilineField::MultilineField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_text(new QPlainTextEdit(this))
{
    setZoomedHeight(m_text, 84);
    m_text->setTabChangesFocus(true);
    m_text->setPlaceholderText(exampleText(hint));
    setControl(m_text);
    column()->insertWidget(0, m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        const QString text = m_text->toPlainText();
        if (text != foreignText(m_value))
            edited(textOrNothing(m_hint, text));
    });
}

void MultilineField::setValue(const Json &value)
{
    m_value = value;
    if (const QString text = foreignText(value); m_text->toPlainText() != text)
        m_text->setPlainText(text);
}

NumberBox::NumberBox(QWidget *parent)
    : QAbstractSpinBox(parent)
{
    setZoomedHeight(this, 28);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::textEdited);
    lineEdit()->installEventFilter(this);
}

void NumberBox::focusInEvent(QFocusEvent *event)
{
    QAbstractSpinBox::focusInEvent(event);
    m_isFirstPress = event->reason() == Qt::MouseFocusReason;
    if (!m_isFirstPress)
        selectAll();
}

//! Selects the text when the mouse button is released, because pressing it sets the cursor.
bool NumberBox::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == lineEdit() && event->type() == QEvent::MouseButtonRelease
        && std::exchange(m_isFirstPress, false) && !lineEdit()->hasSelectedText())
        QMetaObject::invokeMethod(this, &NumberBox::selectAll, Qt::QueuedConnection);
    return QAbstractSpinBox::eventFilter(watched, event);
}

void NumberBox::setBounds(const Json &minimum, const Json &maximum)
{
    m_minimum = minimum;
    m_maximum = maximum;
}

void NumberBox::setNumberText(const QString &text)
{
    if (lineEdit()->text() == text)
        return;
    lineEdit()->setText(text);
    if (hasFocus())
        selectAll(); // typing replaces the text, as after receiving the focus
    else
        lineEdit()->setCursorPosition(0);
}

void NumberBox::setPlaceholderText(const QString &text)
{
    lineEdit()->setPlaceholderText(text);
}

QString NumberBox::numberText() const
{
    return lineEdit()->text().trimmed();
}

bool NumberBox::isNumber(const QString &text)
{
    static const QRegularExpression number(uR"(\A-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\z)"_s);
    return number.match(text).hasMatch();
}

QString NumberBox::numberIn(const QString &text)
{
    static const QRegularExpression typed(
        uR"(\A([+-]?)(?=\.?[0-9])0*([0-9]*)(?:\.([0-9]*))?([eE][+-]?[0-9]+)?\z)"_s);
    if (isNumber(text))
        return text;
    const QRegularExpressionMatch parts = typed.match(text);
    if (!parts.hasMatch())
        return {};
    const QString whole = parts.captured(2).isEmpty() ? u"0"_s : parts.captured(2);
    const QString fraction = parts.captured(3).isEmpty() ? QString() : u'.' + parts.captured(3);
    const QString number =
        (parts.captured(1) == "-"_L1 ? u"-"_s : QString()) + whole + fraction + parts.captured(4);
    return isNumber(number) ? number : QString();
}

QValidator::State NumberBox::validate(QString &, int &) const
{
    return QValidator::Acceptable; // the schema validates the text; its error is shown below
}

QString NumberBox::stepped(int steps) const
{
    QString text = numberText();
    if (const QString number = numberIn(text); !number.isEmpty())
        text = number;
    if (text.isEmpty() && m_minimum.isNumber())
        return QString::fromLatin1(m_minimum.numberText());
    if (text.isEmpty())
        text = u"0"_s;
    if (!isNumber(text) || text.contains(u'e', Qt::CaseInsensitive))
        return {};
    // A step is exactly 1 and keeps the decimals. The scaled value therefore changes by a power of ten.
    const qsizetype point = text.indexOf(u'.');
    const qsizetype decimals = point < 0 ? 0 : text.size() - point - 1;
    qint64 scale = 1;
    for (qsizetype i = 0; i < decimals; ++i) {
        if (qMulOverflow<qint64>(scale, 10, &scale))
            return {};
    }
    bool fits = false;
    qint64 scaled = QString(text).remove(u'.').toLongLong(&fits);
    qint64 distance = 0;
    if (!fits || qMulOverflow<qint64>(scale, steps, &distance) || qAddOverflow(scaled, distance, &scaled))
        return {};
    QString digits = QString::number(scaled < 0 ? quint64(0) - quint64(scaled) : quint64(scaled))
                         .rightJustified(decimals + 1, u'0');
    if (decimals > 0)
        digits.insert(digits.size() - decimals, u'.');
    return scaled < 0 ? u'-' + digits : digits;
}

void NumberBox::stepBy(int steps)
{
    QString text = stepped(steps);
    if (text.isEmpty())
        return;
    const auto beyond = [&](const Json &bound, auto order) {
        return bound.isNumber() && order(JsonNumber::compare(text.toLatin1(), bound.numberText()));
    };
    if (beyond(m_maximum, [](std::strong_ordering o) { return o > 0; }))
        text = QString::fromLatin1(m_maximum.numberText());
    else if (beyond(m_minimum, [](std::strong_ordering o) { return o < 0; }))
        text = QString::fromLatin1(m_minimum.numberText());
    if (text == numberText())
        return;
    lineEdit()->setText(text);
    selectAll();
    Q_EMIT textEdited(text);
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    if (isReadOnly())
        return StepNone;
    const QString text = numberText();
    if (!text.isEmpty() && stepped(1).isEmpty())
        return StepNone;
    StepEnabled enabled = StepUpEnabled | StepDownEnabled;
    if (isNumber(text)) {
        if (m_maximum.isNumber() && JsonNumber::compare(text.toLatin1(), m_maximum.numberText()) >= 0)
            enabled &= ~StepEnabled(StepUpEnabled);
        if (m_minimum.isNumber() && JsonNumber::compare(text.toLatin1(), m_minimum.numberText()) <= 0)
            enabled &= ~StepEnabled(StepDownEnabled);
    }
    return enabled;
}

NumberField::NumberField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_box(new NumberBox(this))
{
    m_box->setBounds(hint.minimum, hint.maximum);
    m_box->setFixedWidth(80);
    // The box has space for the longest bound, or for a long identifier if there are no bounds.
    const auto digits = [](const Json &bound) {
        return bound.isNumber() ? bound.numberText().size() : qsizetype(12);
    };
    const qsizetype longest = std::min<qsizetype>(std::max(digits(hint.minimum), digits(hint.maximum)), 24);
    m_box->setFixedWidth(std::max(80, int(longest) * m_box->fontMetrics().horizontalAdvance(u'0') + 48));
    // The example stands without "for example", because the box is only as wide as its digits.
    if (!hint.examples.isEmpty() && hint.examples.first().isNumber())
        m_box->setPlaceholderText(QString::fromLatin1(hint.examples.first().numberText()));
    setControl(m_box);
    auto *unit = new ThemeLabel(boundsText(hint.unit), ColorRole::TextSecond, FontRole::Small, this);
    column()->insertLayout(0, addAll(newRow(8), {m_box, unit, Stretch{}}));
    connect(m_box, &NumberBox::textEdited, this, [this](const QString &typed) {
        const QString text = typed.trimmed();
        const QString number = NumberBox::numberIn(text);
        if (text.isEmpty())
            edited({});
        else
            edited(number.isEmpty() ? Json::string(text) : Json::numberFromText(number.toLatin1()));
    });
}

void NumberField::setValue(const Json &value)
{
    m_value = value;
    m_box->setNumberText(value.isNumber() ? QString::fromLatin1(value.numberText()) : foreignText(value));
}

BooleanField::BooleanField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_box(new QCheckBox(this))
{
    const QString about = hint.description.isEmpty() ? hint.title : hint.description;
    constexpr qsizetype longest = 30; // longer texts are shown in the tooltip only
    m_caption = about.size() <= longest && about != hint.name ? visibleText(about) : QString();
    setZoomedHeight(m_box, 28);
    m_box->setTristate(!hint.required);
    setControl(m_box);
    column()->insertWidget(0, m_box);
    connect(m_box, &QCheckBox::clicked, this, [this] {
        const Qt::CheckState state = m_box->checkState();
        edited(state == Qt::PartiallyChecked ? Json() : Json::boolean(state == Qt::Checked));
        showState();
    });
}

void BooleanField::setValue(const Json &value)
{
    m_value = value;
    const bool leftOut = !value.isBoolean();
    m_box->setCheckState(leftOut ? Qt::PartiallyChecked : value.toBoolean() ? Qt::Checked : Qt::Unchecked);
    m_box->setTristate(!m_hint.required);
    showState();
}

void BooleanField::showState()
{
    QString text = m_caption;
    if (m_value.isAbsent())
        text = m_caption.isEmpty() ? tr("not set") : tr("%1 (not set)").arg(m_caption);
    else if (!m_value.isBoolean())
        text = visibleText(foreignText(m_value), false, 60);
    else if (text.isEmpty())
        text = m_value.toBoolean() ? u"true"_s : u"false"_s;
    m_box->setText(text);
}

ChoiceField::ChoiceField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_box(new QComboBox(this))
{
    setZoomedHeight(m_box, 28);
    m_box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(4);
    if (hint.required)
        m_box->setPlaceholderText(tr("Choose…"));
    else
        m_box->addItem(tr("(not set)"), QVariant::fromValue(Json()));
    for (const FieldHint::Choice &choice : hint.choices)
        m_box->addItem(visibleText(choice.title, false, 200), QVariant::fromValue(choice.value));
    m_listed = m_box->count();
    setControl(m_box);
    column()->insertWidget(0, m_box);
    connect(m_box, &QComboBox::activated, this,
        [this](int index) { edited(m_box->itemData(index).value<Json>()); });
    setValue({});
}

void ChoiceField::setValue(const Json &value)
{
    m_value = value;
    while (m_box->count() > m_listed)
        m_box->removeItem(int(m_listed));
    for (int i = 0; i < m_listed; ++i) {
        if (m_box->itemData(i).value<Json>() == value) {
            m_box->setCurrentIndex(i);
            return;
        }
    }
    if (value.isAbsent()) { // an optional field lists this entry
        m_box->setCurrentIndex(-1);
        return;
    }
    m_box->addItem(
        tr("%1 (not listed)").arg(visibleText(foreignText(value), false, 60)), QVariant::fromValue(value));
    m_box->setCurrentIndex(int(m_listed));
}

RawField::RawField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_text(new JsonEdit(this))
{
    setZoomedHeight(m_text, 96);
    m_text->setPlaceholderText(hint.required ? tr("JSON") : tr("JSON (empty: not set)"));
    setControl(m_text);
    column()->insertWidget(0, m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, &RawField::textChanged);
}

void RawField::textChanged()
{
    if (m_filling)
        return;
    const QByteArray text = m_text->toPlainText().toUtf8();
    m_problem.clear();
    if (text.trimmed().isEmpty()) {
        showError({});
        edited({});
        return;
    }
    if (auto parsed = parseJsonDetailed(text)) {
        showError({});
        edited(parsed->value);
    } else {
        m_problem = tr("%1 The value is not sent until it is valid JSON.")
                        .arg(coreText(parsed.error().error.message));
        showError(m_problem);
    }
}

void RawField::setValue(const Json &value)
{
    if (value.isAbsent() == m_value.isAbsent() && value.toBytes() == m_value.toBytes() && m_problem.isEmpty())
        return;
    m_value = value;
    m_problem.clear();
    m_filling = true;
    if (value.isAbsent())
        m_text->clear();
    else
        m_text->setJson(value);
    m_filling = false;
}

void RawField::setErrors(const QList<ValidationError> &errors, const QString &pointer)
{
    showError(m_problem.isEmpty() ? errorText(errors, pointer, true) : m_problem);
}

void askForFile(QWidget *parent, const QString &title, const QString &name,
    const std::function<void(const QString &)> &chosen, const QStringList &filters)
{
    auto *dialog = deletedOnClose(named(new QFileDialog(parent, title), name));
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (!filters.isEmpty())
        dialog->setNameFilters(filters);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
    dialog->open();
}

bool FileField::suits(const FieldHint &hint)
{
    if (hint.schema.member("properties"_L1).hasMember(fileMember))
        return true;
    if (hint.kind == FieldKind::Variant && hint.schema.hasMember("x-media-types"_L1))
        return false; // a whole body: one of its shapes may be a file
    if (hint.kind == FieldKind::Variant)
        return std::ranges::any_of(hint.variants, &FileField::suits);
    const bool isText = hint.kind == FieldKind::Text || hint.kind == FieldKind::MultilineText;
    return isText && hint.format == "binary"_L1;
}

FileField::FileField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_choose(named(plainButton({}, tr("Choose file…"), this), u"chooseFile"_s))
    , m_about(named(elidedLabel(ColorRole::TextSecond, FontRole::Small, this), u"fileFacts"_s))
    , m_remove(named(iconButton(u"minus"_s, tr("Remove the file"), this), u"removeFile"_s))
{
    m_choose->setAutoDefault(false);
    setControl(m_choose);
    m_about->setElided(true, Qt::ElideMiddle);
    column()->insertLayout(0, addAll(newRow(8), {m_choose, m_remove, Stretch{}}));
    column()->insertWidget(1, m_about);
    connect(m_choose, &QPushButton::clicked, this, [this] {
        askForFile(this, tr("Choose a file to send"), u"fileDialog"_s,
            [this](const QString &path) { readFile(path); });
    });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        edited({});
        showValue();
        m_choose->setFocus(Qt::OtherFocusReason);
    });
    connect(&m_reading, &QFutureWatcherBase::finished, this, &FileField::readEnded);
    showValue();
}

void FileField::readFile(const QString &path)
{
    showError({});
    m_about->setFullText(tr("reading…"));
    m_about->show();
    m_reading.setFuture(QtConcurrent::run(fileValue, path, Preferences::limits().queueOutBytes));
}

void FileField::readEnded()
{
    const Result<Json> read = m_reading.result();
    if (read)
        edited(*read);
    showValue();
    if (!read)
        showError(coreText(read.error().message));
}

void FileField::setValue(const Json &value)
{
    m_value = value;
    showValue();
}

void FileField::showValue()
{
    QStringList facts;
    const bool isFile = m_value.hasMember(fileMember);
    const bool isEmpty = isNothing();
    if (isFile && !isEmpty) {
        facts.append(visibleText(m_value.member(fileMember).toString(), false, 100));
        if (const QString type = m_value.member("type"_L1).toString(); !type.isEmpty())
            facts.append(visibleText(type, false, 60));
        const Json base64 = m_value.member("base64"_L1);
        facts.append(sizeText(base64.isString() ? decodedSize(base64.toString())
                                                : m_value.member("data"_L1).toString().toUtf8().size()));
    } else if (m_value.isString() && !m_value.toString().isEmpty()) {
        facts.append(tr("text"));
        facts.append(sizeText(m_value.toString().toUtf8().size()));
    } else if (!m_value.isAbsent() && !m_value.isNull() && !m_value.isString() && !isEmpty) {
        facts.append(tr("not a file, edit it as JSON"));
    }
    m_about->setFullText(facts.isEmpty() ? tr("no file chosen") : facts.join(u" · "_s));
    m_about->setVisible(!facts.isEmpty() || m_hint.required);
    m_remove->setVisible(!facts.isEmpty());
    m_remove->setEnabled(!m_isReadOnly);
    m_choose->setEnabled(!m_isReadOnly);
}

void FileField::setErrors(const QList<ValidationError> &errors, const QString &pointer)
{
    const bool isWrong = std::ranges::any_of(
        errors, [&pointer](const ValidationError &error) { return isWithin(error.pointer, pointer); });
    if (isWrong && isNothing())
        showError(tr("Choose a file"));
    else
        FieldEditor::setErrors(errors, pointer);
}

//! Returns whether the value is the initial value of a required file, which has no name and no content.
bool FileField::isNothing() const
{
    return m_value.isObject() && m_value.member(fileMember).toString().isEmpty()
        && !m_value.hasMember("data"_L1) && !m_value.hasMember("base64"_L1);
}

void FileField::setReadOnly(bool readOnly)
{
    m_isReadOnly = readOnly || m_hint.readOnly;
    showValue();
}

} // namespace Workbench::Ui

#include "moc_fields.cpp"
