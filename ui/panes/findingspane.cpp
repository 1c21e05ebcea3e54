// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/findingspane.h"

#include "core/base/visibletext.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/words.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qsizetype shownCharacters = 2000;
} // namespace

FindingCard::FindingCard(const Finding &finding, QWidget *parent)
    : QFrame(parent)
    , m_finding(finding)
{
    setObjectName(u"findingCard"_s);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(asText(finding));
    const StateLook look = lookOf(finding.severity);
    auto *head = newRow(8);
    auto *word = named(new ThemeLabel(look.word, look.color, FontRole::Strong, this), u"findingSeverity"_s);
    head->addWidget(word);
    auto *about = named(new ThemeLabel({}, ColorRole::Text, FontRole::Data, this), u"findingAbout"_s);
    about->setElided(true);
    about->setFullText(visibleText(finding.about, false, 200));
    about->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    head->addWidget(about);
    auto *code = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, this), u"findingCode"_s);
    code->setElided(true, Qt::ElideMiddle);
    code->setFullText(visibleText(finding.code, false, 80));
    code->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    code->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // the operation needs the space first
    head->addWidget(code, 1);
    auto *message = named(new ThemeLabel(visibleText(finding.message, true, shownCharacters), ColorRole::Text,
                              FontRole::Body, this),
        u"findingMessage"_s);
    message->setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    message->setSizePolicy(policy);
    message->setMinimumWidth(80);
    auto *text = addAll(newColumn(2), {head, message});
    addAll(newRow(this, {12, 8, 12, 9}, 8),
        {{new IconLabel(look.icon, look.color, this), 0, Qt::AlignTop}, {text, 1}});
}

QString FindingCard::asText(const Finding &finding)
{
    const QString about = finding.about.isEmpty() ? QString() : visibleText(finding.about) + u": "_s;
    return u"%1: %2%3 [%4]"_s.arg(lookOf(finding.severity).word, about,
        visibleText(finding.message, true, shownCharacters), visibleText(finding.code));
}

// The layout's own hint is for its minimum width, at which a sentence takes many lines.
QSize FindingCard::minimumSizeHint() const
{
    const int least = layout()->totalMinimumSize().width();
    return {least, layout()->minimumHeightForWidth(std::max(least, width()))};
}

void FindingCard::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

void FindingCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    if (hasFocus() || m_isChosen) {
        painter.fillRect(rect(), theme.color(ColorRole::Selection));
        painter.fillRect(0, 0, 2, height(), theme.color(ColorRole::Accent));
    }
    painter.fillRect(0, height() - 1, width(), 1, theme.color(ColorRole::Line));
}

void FindingCard::setChosen(bool chosen)
{
    m_isChosen = chosen;
    update();
}

void FindingCard::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down)
        Q_EMIT neighbourRequested(1);
    else if (event->key() == Qt::Key_Up)
        Q_EMIT neighbourRequested(-1);
    else if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(asText(m_finding));
    else
        QFrame::keyPressEvent(event);
}

void FindingCard::mousePressEvent(QMouseEvent *event)
{
    QFrame::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
}

void FindingCard::focusInEvent(QFocusEvent *event)
{
    QFrame::focusInEvent(event);
    update();
}

void FindingCard::focusOutEvent(QFocusEvent *event)
{
    QFrame::focusOutEvent(event);
    update();
}

FindingsPane::FindingsPane(const QString &title, const QString &noneText, QWidget *parent)
    : QWidget(parent)
    , m_noneText(noneText)
    , m_header(new PaneHeader(title, this))
    , m_copy(named(iconButton(u"copy"_s, tr("Copy all findings"), m_header), u"copyFindings"_s))
    , m_area(new QScrollArea(this))
    , m_list(new QWidget)
    , m_column(newColumn(m_list))
{
    setObjectName(u"findingsPane"_s);
    setBackgroundRole(QPalette::Base);
    m_header->addWidget(m_copy);
    m_none = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_list), u"noFindings"_s);
    m_none->setMargin(12);
    m_none->setWordWrap(true);
    m_showMore = named(quietButton(u"chevron-down"_s, tr("Show more"), m_list), u"moreFindings"_s);
    addAll(m_column, {m_none, m_showMore, Stretch{}});
    m_area->setWidget(m_list);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto *column = newColumn(this);
    column->addWidget(m_header);
    column->addWidget(new FindBar(
        tr("Find in the findings"), [this](const QString &text, bool back) { return find(text, back); },
        this));
    column->addWidget(m_area, 1);
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(m_showMore, &QToolButton::clicked, this, &FindingsPane::addCards);
    clear();
}

void FindingsPane::addHeaderWidget(QWidget *widget)
{
    m_header->addWidget(widget);
}

void FindingsPane::setCompact(bool compact)
{
    m_header->setSmall(compact);
    m_copy->setVisible(!compact);
}

void FindingsPane::setFindings(const QList<Finding> &findings, const QString &about)
{
    m_findings = findings;
    const QString count = QLocale().toString(findings.size());
    m_header->setFact(about.isEmpty()
            ? count
            : tr("%1 of %2", "count, operation").arg(count, visibleText(about, false, 60)));
    m_none->setText(m_noneText);
    rebuild();
}

void FindingsPane::clear()
{
    m_findings.clear();
    m_header->setFact({});
    m_none->clear();
    rebuild();
}

void FindingsPane::rebuild()
{
    for (FindingCard *card : std::as_const(m_cards)) {
        card->hide();
        card->deleteLater(); // the card may be handling a key at this moment
    }
    m_cards.clear();
    m_found = -1;
    m_copy->setEnabled(!m_findings.isEmpty());
    m_none->setVisible(m_findings.isEmpty() && !m_none->text().isEmpty());
    addCards();
}

void FindingsPane::addCards()
{
    const qsizetype end = std::min(m_findings.size(), m_cards.size() + cardsAtOnce);
    for (qsizetype i = m_cards.size(); i < end; ++i) {
        auto *card = new FindingCard(m_findings.at(i), m_list);
        m_column->insertWidget(m_column->indexOf(m_showMore), card);
        m_cards.append(card);
        connect(card, &FindingCard::neighbourRequested, this, [this, card](int step) {
            const qsizetype next = m_cards.indexOf(card) + step;
            if (next >= 0 && next < m_cards.size()) {
                m_cards.at(next)->setFocus(Qt::TabFocusReason);
                m_area->ensureWidgetVisible(m_cards.at(next), 0, 0);
            }
        });
    }
    m_showMore->setVisible(end < m_findings.size());
}

//! Searches all findings. If the match is not shown yet, all findings up to it are shown.
QString FindingsPane::find(const QString &text, bool backwards)
{
    const qsizetype count = m_findings.size();
    const qsizetype begun = m_found < 0 && backwards ? 0 : m_found;
    for (qsizetype step = 1; step <= count; ++step) {
        const qsizetype at = (begun + (backwards ? -step : step) + count) % count;
        if (!FindingCard::asText(m_findings.at(at)).contains(text, Qt::CaseInsensitive))
            continue;
        if (m_found >= 0)
            m_cards.at(m_found)->setChosen(false);
        while (m_cards.size() <= at)
            addCards();
        m_found = at;
        m_cards.at(at)->setChosen(true);
        const auto show = [this, card = m_cards.at(at)] { m_area->ensureWidgetVisible(card, 0, 0); };
        QMetaObject::invokeMethod(m_cards.at(at), show, Qt::QueuedConnection); // a new card has no place yet
        return {};
    }
    return FindBar::tr("Not found");
}

QString FindingsPane::asText() const
{
    QStringList lines;
    for (const Finding &finding : m_findings)
        lines.append(FindingCard::asText(finding));
    return lines.join(u'\n');
}

} // namespace Workbench::Ui

#include "moc_findingspane.cpp"
