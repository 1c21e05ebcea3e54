// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/warningsmodel.h"

#include <QFrame>

namespace Workbench::Ui {

//! Shows one warning or change: its place, what was expected and received, and what normalisation did. While
//! chosen, it also shows the values, the schema and links.
class WarningCard : public QFrame {
    Q_OBJECT
public:
    WarningCard(const WarningsModel::Row &row, QWidget *parent);
    const WarningsModel::Row &row() const { return m_row; }
    void setChosen(bool chosen);
    bool isChosen() const { return m_chosen; }

Q_SIGNALS:
    void chosen();
    void neighbourRequested(int step);
    void schemaRequested();
    void receivedRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QLayout *fact(const QString &word, const QString &text, const QString &name);

    WarningsModel::Row m_row;
    QWidget *m_rest; //!< shown when chosen
    bool m_chosen = false;
};

} // namespace Workbench::Ui
