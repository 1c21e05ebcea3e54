// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

#include <QWidget>

class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace Workbench::Ui {

class Chip;
class PaneHeader;
class ThemeLabel;
class WarningCard;
class WarningsModel;

//! Warnings and what normalisation changed, as cards: choosing one selects its place in Data.
class WarningsPane : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype cardsAtOnce = 50;

    explicit WarningsPane(QWidget *parent = nullptr);
    void setOutcome(const Outcome &outcome, bool normalised = true);
    //! Whether there is an output schema at all; of the outcomes from now on.
    void setDeclared(bool declared) { m_isDeclared = declared; }
    void clear();
    void showFailed(); //!< The answer of a call that failed: nothing is validated.
    void setCompact(bool compact); //!< the count becomes a chip
    WarningsModel *model() const { return m_model; }
    //! The card at a place becomes the chosen one; emits nothing.
    void select(const QString &pointer);

Q_SIGNALS:
    void resultPlaceChosen(
        const QString &pointer); //!< of a warning about the result: a place in what was sent
    void placeChosen(const QString &pointer);
    void schemaRequested(const QString &schemaLocation);
    void receivedRequested(const QString &pointer);

private:
    void rebuild();
    void addCards();
    void choose(WarningCard *card);
    QString find(const QString &text, bool backwards);
    void updateHeader();

    PaneHeader *m_header;
    Chip *m_count;
    QToolButton *m_copy;
    WarningsModel *m_model;
    QScrollArea *m_area;
    QWidget *m_list;
    QVBoxLayout *m_column;
    ThemeLabel *m_none;
    ThemeLabel *m_more;
    ThemeLabel *m_notes; //!< what is odd about the answer and breaks nothing; never counted
    QToolButton *m_showMore;
    QList<WarningCard *> m_cards;
    qsizetype m_found = -1; //!< the card that was found last
    bool m_compact = false;
    bool m_isDeclared = true;
};

} // namespace Workbench::Ui
