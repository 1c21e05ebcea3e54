// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/cardpane.h"

#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

Card::Card(const QString &text, QWidget *parent)
    : QFrame(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(text);
}

void Card::fill(const QString &iconName, ColorRole color, QLayout *text)
{
    addAll(newRow(this, {12, 8, 12, 9}, 8),
        {{new IconLabel(iconName, color, this), 0, Qt::AlignTop}, {text, 1}});
}

void Card::setChosen(bool chosen)
{
    m_isChosen = chosen;
    update();
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    const bool inFocus = hasFocus() || (focusWidget() && isAncestorOf(focusWidget()));
    if (isFilled())
        painter.fillRect(rect(), theme.color(ColorRole::Selection));
    if (isFilled() || inFocus)
        painter.fillRect(0, 0, 2, height(), theme.color(ColorRole::Accent));
    painter.fillRect(0, height() - 1, width(), 1, theme.color(ColorRole::Line));
}

void Card::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down)
        Q_EMIT neighbourRequested(1);
    else if (event->key() == Qt::Key_Up)
        Q_EMIT neighbourRequested(-1);
    else if (event->matches(QKeySequence::Copy))
        copyText(accessibleName());
    else
        QFrame::keyPressEvent(event);
}

void Card::mousePressEvent(QMouseEvent *event)
{
    QFrame::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
}

CardPane::CardPane(const QString &name, const Texts &texts, QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(texts.title, this))
    , m_copy(named(iconButton(u"copy"_s, texts.copy, m_header), u"copy"_s + name))
    , m_list(new QWidget)
    , m_column(newColumn(m_list))
    , m_none(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_list), u"no"_s + name))
    , m_area(newScrollArea(m_list, this))
    , m_showMore(named(quietButton(u"chevron-down"_s, texts.more, m_list), u"more"_s + name))
{
    setBackgroundRole(QPalette::Base);
    m_header->addWidget(m_copy);
    m_none->setMargin(12);
    m_none->setWordWrap(true);
    addAll(m_column, {m_none, m_showMore, Stretch{}});
    auto *bar =
        new FindBar(texts.find, [this](const QString &text, bool back) { return find(text, back); }, this);
    addAll(newColumn(this), {m_header, bar, {m_area, 1}});
    connect(m_copy, &QToolButton::clicked, this, [this] { copyText(asText()); });
    connect(m_showMore, &QToolButton::clicked, this, &CardPane::addCards);
}

void CardPane::setCompact(bool compact)
{
    m_header->setSmall(compact);
    m_copy->setVisible(!compact);
}

void CardPane::rebuild()
{
    for (Card *card : std::as_const(m_cards)) {
        card->hide();
        card->deleteLater(); // the card may be handling a key, or one of its links emitting a signal
    }
    m_cards.clear();
    m_found = -1;
    m_none->setVisible(count() == 0 && !m_none->text().isEmpty());
    addCards();
}

void CardPane::addCards()
{
    const qsizetype end = std::min(count(), m_cards.size() + cardsAtOnce);
    for (qsizetype i = m_cards.size(); i < end; ++i) {
        Card *card = makeCard(i);
        m_column->insertWidget(m_column->indexOf(m_showMore), card);
        m_cards.append(card);
        connect(card, &Card::neighbourRequested, this, [this, card](int step) {
            const qsizetype next = m_cards.indexOf(card) + step;
            if (next >= 0 && next < m_cards.size()) {
                m_cards.at(next)->setFocus(Qt::TabFocusReason);
                scrollTo(m_cards.at(next));
            }
        });
    }
    m_showMore->setVisible(end < count());
}

void CardPane::scrollTo(QWidget *card)
{
    m_area->ensureWidgetVisible(card, 0, 0);
}

void CardPane::choose(Card *chosen)
{
    for (Card *card : std::as_const(m_cards))
        card->setChosen(card == chosen);
}

//! Finds \a text in the cards. Returns the sentence for FindBar, empty if a card was found.
//! Where findsHidden(), cards are added up to the one that was found.
QString CardPane::find(const QString &text, bool backwards)
{
    const qsizetype searched = findsHidden() ? count() : m_cards.size();
    const qsizetype begun = m_found < 0 && backwards ? 0 : m_found;
    for (qsizetype step = 1; step <= searched; ++step) {
        const qsizetype at = (begun + (backwards ? -step : step) + searched) % searched;
        if (!textAt(at).contains(text, Qt::CaseInsensitive))
            continue;
        const bool isNew = at >= m_cards.size(); // then it has no place yet
        while (m_cards.size() <= at)
            addCards();
        m_found = at;
        Card *card = m_cards.at(at);
        choose(card);
        QMetaObject::invokeMethod(
            card, [this, card] { scrollTo(card); }, isNew ? Qt::QueuedConnection : Qt::DirectConnection);
        return {};
    }
    return FindBar::tr("Not found");
}

} // namespace Workbench::Ui

#include "moc_cardpane.cpp"
