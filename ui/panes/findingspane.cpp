// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/findingspane.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/words.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/controls.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

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
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    auto *word = new ThemeLabel(look.word, look.color, FontRole::Strong, this);
    word->setObjectName(u"findingSeverity"_s);
    head->addWidget(word);
    auto *about = new ThemeLabel({}, ColorRole::Text, FontRole::Data, this);
    about->setObjectName(u"findingAbout"_s);
    about->setElided(true);
    about->setFullText(visibleText(finding.about, false, 200));
    about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    head->addWidget(about, 3);
    auto *code = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, this);
    code->setObjectName(u"findingCode"_s);
    code->setElided(true);
    code->setFullText(visibleText(finding.code, false, 80));
    code->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    code->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    head->addWidget(code);
    auto *message = new ThemeLabel(
        visibleText(finding.message, true, shownCharacters), ColorRole::Text, FontRole::Body, this);
    message->setObjectName(u"findingMessage"_s);
    message->setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    message->setSizePolicy(policy);
    message->setMinimumWidth(80);
    auto *text = new QVBoxLayout;
    text->setSpacing(2);
    text->addLayout(head);
    text->addWidget(message);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 9);
    layout->setSpacing(8);
    layout->addWidget(new IconLabel(look.icon, look.color, this), 0, Qt::AlignTop);
    layout->addLayout(text, 1);
}

QString FindingCard::asText(const Finding &finding)
{
    const QString about = finding.about.isEmpty() ? QString() : visibleText(finding.about) + u": "_s;
    return u"%1: %2%3 [%4]"_s.arg(lookOf(finding.severity).word, about,
        visibleText(finding.message, true, shownCharacters), visibleText(finding.code));
}

// The layout's own answer is for its least width, where a sentence takes many lines.
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
    if (hasFocus()) {
        painter.fillRect(rect(), theme.color(ColorRole::Selection));
        painter.fillRect(0, 0, 2, height(), theme.color(ColorRole::Accent));
    }
    painter.fillRect(0, height() - 1, width(), 1, theme.color(ColorRole::Line));
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
    , m_copy(iconButton(u"copy"_s, tr("Copy all of them"), m_header))
    , m_area(new QScrollArea(this))
    , m_list(new QWidget)
    , m_column(new QVBoxLayout(m_list))
{
    setObjectName(u"findingsPane"_s);
    setBackgroundRole(QPalette::Base);
    m_copy->setObjectName(u"copyFindings"_s);
    m_header->addWidget(m_copy);
    m_none = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_list);
    m_none->setObjectName(u"noFindings"_s);
    m_none->setMargin(12);
    m_none->setWordWrap(true);
    m_showMore = quietButton(u"chevron-down"_s, tr("Show more"), m_list);
    m_showMore->setObjectName(u"moreFindings"_s);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_none);
    m_column->addWidget(m_showMore);
    m_column->addStretch(1);
    m_area->setWidget(m_list);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
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
        card->deleteLater(); // it may have the focus, and be in the middle of a key
    }
    m_cards.clear();
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

QString FindingsPane::asText() const
{
    QStringList lines;
    for (const Finding &finding : m_findings)
        lines.append(FindingCard::asText(finding));
    return lines.join(u'\n');
}

} // namespace Workbench::Ui
