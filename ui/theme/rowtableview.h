// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QTableView>

namespace Workbench::Ui {

//! A table with rows of one line that are selected as a whole and drawn like those of a RowTreeView. For very
//! many rows that change often: unlike in a tree, the cost of a change hardly grows with the number of rows.
class RowTableView : public QTableView {
    Q_OBJECT
public:
    explicit RowTableView(QWidget *parent = nullptr);
    //! Lays out pending changes of the model now, so that scrolling takes them into account.
    void settle();

protected:
    void changeEvent(QEvent *event) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    void applyRowHeight();
};

} // namespace Workbench::Ui
