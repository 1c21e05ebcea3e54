// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/explanationcard.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/placemarks.h"
#include "ui/models/words.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/jsonexcerpt.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"

#include <QGridLayout>
#include <QResizeEvent>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int mostLines = 8; // more lines need scrolling
constexpr int fewestLines = 3;
constexpr int barWidth = 2;

//! A text view whose size hint is the height of a few lines.
class ExcerptView final : public TextView {
public:
    using TextView::TextView;
    QSize sizeHint() const override { return {240, heightFor(mostLines)}; }
    QSize minimumSizeHint() const override { return {120, heightFor(fewestLines)}; }
};

ThemeLabel *wrapping(ColorRole color, FontRole font, QWidget *parent)
{
    ThemeLabel *label = wrappedLabel({}, color, font, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

ThemeLabel *eliding(ColorRole color, FontRole font, QWidget *parent)
{
    auto *label = new ThemeLabel({}, color, font, parent);
    label->setElided(true, Qt::ElideMiddle);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return label;
}

QString linesText(JsonExcerpt::Lines lines)
{
    if (lines.first == lines.second)
        return ExplanationCard::tr("Line %L1").arg(lines.first + 1);
    return ExplanationCard::tr("Lines %L1 to %L2").arg(lines.first + 1).arg(lines.second + 1);
}

//! Returns a text of the core, translated and safe to show: it may contain data of the server.
QString shown(const QString &text)
{
    return visibleText(coreText(text), false, 400);
}

} // namespace

//! One half of the comparison: a header, an excerpt with marks, and a sentence about the marks.
class ExplanationCard::Side final : public QWidget {
public:
    Side(const QString &title, const QString &name, QWidget *parent)
        : QWidget(parent)
        , m_title(new ThemeLabel(title, ColorRole::Text, FontRole::Strong, this))
        , m_where(eliding(ColorRole::TextSecond, FontRole::Data, this))
        , m_view(new ExcerptView(this))
        , m_sentence(wrapping(ColorRole::TextSecond, FontRole::Small, this))
    {
        setObjectName(name);
        m_view->setObjectName(name + u"Text"_s);
        m_view->setAccessibleName(title);
        m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        m_sentence->setObjectName(name + u"Sentence"_s);
        m_sentence->setContentsMargins(12, 5, 12, 6);
        auto *head = addAll(newRow({12, 7, 12, 7}, 8), {m_title, {m_where, 1}});
        addAll(newColumn(this),
            {head, separator(Qt::Horizontal, this), {m_view, 1}, separator(Qt::Horizontal, this),
                m_sentence});
    }

    void setTitle(const QString &title)
    {
        m_title->setText(title);
        m_view->setAccessibleName(title);
    }

    void show(const QString &where, const JsonExcerpt &excerpt, const QList<TextView::Mark> &marks,
        const QString &sentence)
    {
        m_where->setFullText(where);
        m_view->setDocument(TextDocument::fromBytes(excerpt.text, TextDocument::Syntax::Json));
        m_view->setMarks(marks);
        if (!marks.isEmpty())
            m_view->scrollToLine(std::ranges::min(marks, {}, &TextView::Mark::firstLine).firstLine);
        m_view->updateGeometry();
        m_sentence->setText(sentence);
        setVisible(!where.isEmpty());
    }

private:
    ThemeLabel *m_title;
    ThemeLabel *m_where;
    TextView *m_view;
    ThemeLabel *m_sentence;
};

ExplanationCard::ExplanationCard(QWidget *parent)
    : Strip(parent)
    , m_icon(new IconLabel(u"outcome-error"_s, ColorRole::Error, this))
    , m_title(named(wrapping(ColorRole::Text, FontRole::Strong, this), u"explanationTitle"_s))
    , m_code(named(eliding(ColorRole::TextSecond, FontRole::Data, this), u"explanationCode"_s))
    , m_cause(named(wrapping(ColorRole::Text, FontRole::Body, this), u"explanationCause"_s))
    , m_report(named(quietButton(u"copy"_s, tr("Copy bug report"), this), u"copyBugReport"_s))
    , m_more(named(quietButton(u"chevron-right"_s, tr("Details"), this), u"explanationMore"_s))
    , m_rest(named(new QWidget(this), u"explanationRest"_s))
    , m_received(new Side(tr("Received"), u"receivedSide"_s, m_rest))
    , m_between(separator(Qt::Vertical, m_rest))
    , m_declared(new Side(tr("Declared"), u"declaredSide"_s, m_rest))
    , m_fixes(named(new QWidget(m_rest), u"explanationFixes"_s))
    , m_fixGrid(nullptr)
{
    setObjectName(u"explanationCard"_s);
    setLined(false);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    auto *column = newColumn(this, {barWidth, 0, 0, 0}, 0);
    makeHead();
    makeRest();
    column->addWidget(separator(Qt::Horizontal, this));
    updateRest();
}

void ExplanationCard::makeHead()
{
    m_code->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_more->setCheckable(true);
    m_report->setAccessibleName(tr("Copy as bug report"));
    m_report->setToolTip(
        tr("Copy as bug report, for the server's author: Markdown with this explanation, the "
           "definition, the result and the versions, without secrets"));
    QToolButton *copy = iconButton(u"text"_s, tr("Copy the explanation as text"), this);
    copy->setObjectName(u"copyExplanation"_s);
    QToolButton *close = iconButton(u"close"_s, tr("Close the explanation"), this);
    close->setObjectName(u"closeExplanation"_s);
    auto *head =
        addAll(newRow({12, 4, 8, 0}, 8), {m_icon, {m_title, 1}, m_code, m_more, m_report, copy, close});
    auto *cause = addAll(newRow({36, 0, 24, 0}), {m_cause});
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->addLayout(head);
    column->addLayout(cause);
    column->addSpacing(8);
    connect(copy, &QToolButton::clicked, this, [this] { copyText(asText()); });
    connect(m_report, &QToolButton::clicked, this, &ExplanationCard::bugReportRequested);
    connect(close, &QToolButton::clicked, this, &ExplanationCard::closed);
    connect(m_more, &QToolButton::toggled, this, &ExplanationCard::updateRest);
}

void ExplanationCard::makeRest()
{
    auto *sides = addAll(newRow(), {{m_received, 1}, m_between, {m_declared, 1}});
    auto *fixes = newColumn(m_fixes, {12, 8, 0, 10}, 6);
    fixes->addWidget(
        new ThemeLabel(tr("What to change in the server"), ColorRole::Text, FontRole::Strong, m_fixes));
    m_fixGrid = new QGridLayout;
    m_fixGrid->setHorizontalSpacing(8);
    m_fixGrid->setVerticalSpacing(1);
    fixes->addLayout(m_fixGrid);
    addAll(newColumn(m_rest),
        {separator(Qt::Horizontal, m_rest), {sides, 1}, separator(Qt::Horizontal, m_rest), m_fixes});
    layout()->addWidget(m_rest);
}

void ExplanationCard::setDiagnosis(const Diagnosis &diagnosis, const Json &received, const Json &schema)
{
    m_diagnosis = diagnosis;
    const StateLook look = lookOf(diagnosis.severity);
    setBar(look.color);
    m_icon->setIcon(look.icon, look.color);
    m_title->setText(shown(diagnosis.title));
    m_code->setFullText(shown(diagnosis.code));
    m_cause->setText(visibleText(coreText(diagnosis.cause), true, 2000));
    m_title->setToolTip(m_titleOnly ? m_cause->text() : QString());
    m_more->setChecked(false);
    fillSides(diagnosis.subject.isAbsent() ? received : diagnosis.subject,
        diagnosis.counterpart.isAbsent() ? schema : diagnosis.counterpart);
    fillFixes();
    setAccessibleName(tr("Explanation: %1").arg(m_title->text()));
}

void ExplanationCard::fillSides(const Json &received, const Json &schema)
{
    QStringList places = m_diagnosis.failingPointers;
    if (m_diagnosis.validPointer)
        places.append(*m_diagnosis.validPointer);
    const JsonExcerpt value = jsonExcerpt(received, places);
    QList<TextView::Mark> marks;
    QStringList sentences;
    for (const QString &pointer : m_diagnosis.failingPointers) {
        if (m_diagnosis.validPointer && isWithin(pointer, *m_diagnosis.validPointer))
            continue; // it fails against the whole schema, but green says more
        const qsizetype line = value.linesOf(pointer).first; // places inside have their own marks
        marks.append({line, line, ColorRole::Error});
        if (sentences.isEmpty())
            sentences.append(tr("%1: %2.").arg(linesText({line, line}), shown(m_diagnosis.failingText)));
    }
    if (m_diagnosis.validPointer) {
        const JsonExcerpt::Lines lines = value.linesOf(*m_diagnosis.validPointer);
        marks.append({lines.first, lines.second, ColorRole::Ok});
        sentences.append(tr("%1: %2.").arg(linesText(lines), shown(m_diagnosis.validText)));
    }
    m_received->show(shown(m_diagnosis.received), value, marks, sentences.join(u' '));

    const JsonExcerpt declared = jsonExcerpt(schema, m_diagnosis.schemaPointers);
    marks.clear();
    QStringList where;
    for (const QString &pointer : m_diagnosis.schemaPointers) {
        const JsonExcerpt::Lines lines = declared.linesOf(pointer);
        marks.append({lines.first, lines.second, ColorRole::Error});
        where.append(tr("%1, line %L2").arg(shown(pointer)).arg(lines.first + 1));
    }
    const QString text = shown(m_diagnosis.schemaText);
    const QString sentence = where.isEmpty() ? text : tr("%1: %2").arg(where.join(u"; "_s), text);
    m_declared->setTitle(m_diagnosis.counterpart.isAbsent() ? tr("Declared") : tr("Compared with"));
    m_between->setVisible(!m_diagnosis.declared.isEmpty());
    m_declared->show(shown(m_diagnosis.declared), declared, marks, sentence);
}

void ExplanationCard::fillFixes()
{
    while (QLayoutItem *item = m_fixGrid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (qsizetype i = 0; i < m_diagnosis.fixes.size(); ++i) {
        const Diagnosis::Fix &fix = m_diagnosis.fixes.at(i);
        auto *letter = new Chip(fixLetter(i), m_fixes);
        ThemeLabel *title = eliding(ColorRole::Text, FontRole::Body, m_fixes);
        title->setFullText(shown(fix.title));
        ThemeLabel *code = named(eliding(ColorRole::TextSecond, FontRole::Data, m_fixes), u"fixCode"_s);
        code->setFullText(shown(fix.code));
        code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        const int row = 2 * int(i / 2);
        const int column = 2 * int(i % 2);
        m_fixGrid->addWidget(letter, row, column, Qt::AlignTop);
        m_fixGrid->addWidget(title, row, column + 1);
        m_fixGrid->addWidget(code, row + 1, column + 1);
        m_fixGrid->setColumnStretch(column + 1, 1);
    }
    m_fixes->setVisible(!m_diagnosis.fixes.isEmpty());
}

void ExplanationCard::setBrief(bool brief)
{
    if (m_brief == brief)
        return;
    m_brief = brief;
    updateRest();
}

void ExplanationCard::setTight(bool tight)
{
    if (std::exchange(m_tight, tight) != tight)
        updateRest();
}

void ExplanationCard::setTitleOnly()
{
    m_titleOnly = true;
    m_report->setToolButtonStyle(Qt::ToolButtonIconOnly);
    setBrief(true);
}

void ExplanationCard::updateRest()
{
    m_code->setVisible(!m_brief);
    m_cause->setVisible(!m_titleOnly && (!m_brief || !m_tight || m_more->isChecked()));
    m_more->setVisible(m_brief && !m_titleOnly);
    m_rest->setVisible(!m_brief || m_more->isChecked());
}

QString ExplanationCard::asText() const
{
    return visibleText(toText(m_diagnosis), true);
}

// The layout's own hint is for its minimum width, at which the cause takes many lines.
QSize ExplanationCard::minimumSizeHint() const
{
    const int least = layout()->totalMinimumSize().width();
    return {least, layout()->minimumHeightForWidth(std::max(least, width()))};
}

void ExplanationCard::resizeEvent(QResizeEvent *event)
{
    Strip::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

} // namespace Workbench::Ui

#include "moc_explanationcard.cpp"
