// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

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

//! Shows warnings and the changes of normalisation as cards. Choosing a card selects its place in Data.
class WarningsPane : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype cardsAtOnce = 50;

    explicit WarningsPane(QWidget *parent = nullptr);
    void setOutcome(const Outcome &outcome, bool normalised = true);
    //! Sets whether the operation declares an output schema, for the outcomes that follow.
    void setDeclared(bool declared) { m_isDeclared = declared; }
    void clear();
    void showFailed(); //!< Says that the answer of a failed call is not validated.
    void setCompact(bool compact); //!< Shows the count as a chip.
    WarningsModel *model() const { return m_model; }
    //! Chooses the card at the place \a pointer, or none if no card has it. Emits no signal.
    void select(const QString &pointer);

Q_SIGNALS:
    //! Emitted for a warning about the result itself; \a pointer is a place in the result as the server sent
    //! it.
    void resultPlaceChosen(const QString &pointer);
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
    ThemeLabel *m_notes; //!< the notes about the answer; they are not counted
    QToolButton *m_showMore;
    QList<WarningCard *> m_cards;
    qsizetype m_found = -1; //!< the index of the card with the last match; -1: none
    bool m_compact = false;
    bool m_isDeclared = true;
};

} // namespace Workbench::Ui
