// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/rowtableview.h"

#include "ui/theme/rowdelegate.h"

#include <QEvent>
#include <QHeaderView>

namespace Workbench::Ui {

RowTableView::RowTableView(QWidget *parent)
    : QTableView(parent)
{
    setItemDelegate(new RowDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false); // Tab leaves the table, as everywhere
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    applyRowHeight();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setMinimumSectionSize(32);
}

void RowTableView::applyRowHeight()
{
    verticalHeader()->setMinimumSectionSize(RowDelegate::rowHeight());
    verticalHeader()->setDefaultSectionSize(RowDelegate::rowHeight());
}

void RowTableView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        applyRowHeight();
}

void RowTableView::settle()
{
    executeDelayedItemsLayout();
    updateGeometries();
}

//! Clears the selection if the selected row is removed, so that no other row is selected instead.
void RowTableView::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const int current = currentIndex().row();
    if (current >= start && current <= end)
        selectionModel()->clear();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

//! Makes Home and End move to the first and the last row, because rows are selected as a whole.
QModelIndex RowTableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    if (action == MoveHome || action == MoveEnd)
        modifiers |= Qt::ControlModifier;
    return QTableView::moveCursor(action, modifiers);
}

} // namespace Workbench::Ui

#include "moc_rowtableview.cpp"
