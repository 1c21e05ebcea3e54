// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QTableView>

namespace Workbench::Ui {

//! Rows of one line that are chosen whole, drawn like those of a RowTreeView. For very many rows that come
//! and go: what a change costs does not grow with the rows in a way that can be felt, as a tree's does.
class RowTableView : public QTableView {
    Q_OBJECT
public:
    explicit RowTableView(QWidget *parent = nullptr);
    static int rowHeightInPixels();
    //! Takes in changes of the model that are still waiting to be laid out, so that scrolling counts on them.
    void settle();

protected:
    void changeEvent(QEvent *event) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void applyRowHeight();
};

} // namespace Workbench::Ui
