// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "ui/models/warningsmodel.h"
#include "ui/panes/cardpane.h"

namespace Workbench::Ui {

class Chip;

//! Shows one warning or change: its place, what was expected and received, and what normalisation did. While
//! chosen, it also shows the values, the schema and links.
class WarningCard : public Card {
    Q_OBJECT
public:
    WarningCard(const WarningsModel::Row &row, QWidget *parent);
    const WarningsModel::Row &row() const { return m_row; }
    void setChosen(bool on) override;

Q_SIGNALS:
    void chosen();
    void schemaRequested();
    void receivedRequested();
    void limitRequested(const QString &key);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QLayout *fact(const QString &word, const QString &text, const QString &name);

    WarningsModel::Row m_row;
    QWidget *m_rest; //!< shown when chosen
};

//! Shows warnings and the changes of normalisation as cards. Choosing a card selects its place in Data.
class WarningsPane : public CardPane {
    Q_OBJECT
public:
    explicit WarningsPane(QWidget *parent = nullptr);
    void setOutcome(const Outcome &outcome, bool normalised = true);
    //! Sets whether the operation declares an output schema, for the outcomes that follow.
    void setDeclared(bool declared) { m_isDeclared = declared; }
    void clear();
    void showFailed(); //!< Says that the answer of a failed call is not validated.
    void setCompact(bool compact) override; //!< Shows the count as a chip.
    qsizetype count() const override;
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
    void limitRequested(const QString &key); //!< Emitted to change the limit that a warning names.

protected:
    Card *makeCard(qsizetype index) override;
    QString textAt(qsizetype index) const override;
    QString asText() const override;

private:
    void showRows();
    void updateHeader();

    Chip *m_count;
    WarningsModel *m_model;
    ThemeLabel *m_more;
    ThemeLabel *m_notes; //!< the notes about the answer; they are not counted
    bool m_compact = false;
    bool m_isDeclared = true;
};

} // namespace Workbench::Ui
