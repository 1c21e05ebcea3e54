// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QFrame>

class QLayout;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace Workbench::Ui {

class PaneHeader;
class ThemeLabel;

//! A card of a CardPane. The arrow keys lead from card to card, and Copy copies the text of the card.
class Card : public QFrame {
    Q_OBJECT
public:
    virtual void setChosen(bool chosen);
    bool isChosen() const { return m_isChosen; }

Q_SIGNALS:
    void neighbourRequested(int step); //!< Emitted for the arrow keys; \a step is -1 or 1.

protected:
    //! \a text is what screen readers say and what is copied.
    Card(const QString &text, QWidget *parent);
    void fill(const QString &iconName, ColorRole color, QLayout *text); //!< Puts the icon beside \a text.
    virtual bool isFilled() const { return m_isChosen; } //!< whether the card has the fill of a selection
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    bool m_isChosen = false;
};

//! Base of Warnings and Findings: a header above cards, which the user can search. A long list is shown in
//! parts.
class CardPane : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype cardsAtOnce = 50;

    virtual qsizetype count() const = 0; //!< Returns the number of cards, including those not shown yet.
    virtual void setCompact(bool compact);
    PaneHeader *header() const { return m_header; }

protected:
    struct Texts {
        QString title;
        QString copy;
        QString find;
        QString more;
    };
    //! \a name is the end of the object names of the controls.
    CardPane(const QString &name, const Texts &texts, QWidget *parent);
    virtual Card *makeCard(qsizetype index) = 0;
    virtual QString textAt(qsizetype index) const = 0;
    virtual QString asText() const = 0; //!< Returns the text of all cards.
    virtual bool findsHidden() const { return false; } //!< whether a search shows more cards
    void rebuild();
    void choose(Card *card); //!< Chooses \a card and no other one; null: none.
    void scrollTo(QWidget *card);
    const QList<Card *> &cards() const { return m_cards; }

    PaneHeader *m_header;
    QToolButton *m_copy;
    QWidget *m_list;
    QVBoxLayout *m_column; //!< the layout of m_list
    ThemeLabel *m_none; //!< shown if there are no cards

private:
    void addCards();
    QString find(const QString &text, bool backwards);

    QScrollArea *m_area;
    QToolButton *m_showMore;
    QList<Card *> m_cards;
    qsizetype m_found = -1; //!< the index of the card with the last match; -1: none
};

} // namespace Workbench::Ui
