// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/warningsmodel.h"
#include "ui/panes/cardpane.h"

namespace Workbench::Ui {

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

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QLayout *fact(const QString &word, const QString &text, const QString &name);

    WarningsModel::Row m_row;
    QWidget *m_rest; //!< shown when chosen
};

} // namespace Workbench::Ui
