// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/rowtreeview.h"

#include "ui/theme/icons.h"
#include "ui/theme/rowdelegate.h"

#include <QHeaderView>
#include <QPainter>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int barWidth = 2;

ColorRole softOf(ColorRole role)
{
    switch (role) {
    case ColorRole::Error: return ColorRole::ErrorSoft;
    case ColorRole::Ok: return ColorRole::OkSoft;
    case ColorRole::Live: return ColorRole::LiveSoft;
    default: return ColorRole::WarningSoft;
    }
}

} // namespace

RowTreeView::RowTreeView(QWidget *parent)
    : QTreeView(parent)
{
    setItemDelegate(new RowDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setIndentation(16);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(false); // the bar shows the focus; Qt's frame would surround it
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setTextElideMode(Qt::ElideMiddle);
    header()->setHighlightSections(false);
    header()->setStretchLastSection(true);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header()->setMinimumSectionSize(32);
}

void RowTreeView::setVariableHeights(bool on)
{
    setUniformRowHeights(!on);
}

void RowTreeView::drawRow(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::of(this);
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    const QVariant mark = index.siblingAtColumn(0).data(RowRole::Mark);
    const auto fill = [&](ColorRole soft, ColorRole bar) {
        painter->fillRect(row, theme.color(soft));
        painter->fillRect(QRect(row.left(), row.top(), barWidth, row.height()), theme.color(bar));
    };
    if (selectionModel() && selectionModel()->isSelected(index.siblingAtColumn(0))) {
        if (hasFocus())
            fill(ColorRole::Selection, ColorRole::Accent);
        else
            fill(ColorRole::SelectionInactive, ColorRole::Stale);
    } else if (mark.isValid()) {
        fill(softOf(ColorRole(mark.toInt())), ColorRole(mark.toInt()));
    }
    QTreeView::drawRow(painter, option, index);
}

void RowTreeView::drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    if (!model() || !model()->hasChildren(index))
        return;
    const int depth = indentation();
    const QRect cell(
        isRightToLeft() ? rect.left() : rect.right() + 1 - depth, rect.top(), depth, rect.height());
    int height = cell.height();
    if (!index.data(RowRole::SecondLine).toString().isEmpty())
        height = cell.height() / 2 + 2; // beside the first line
    paintIcon(painter, QRect(cell.left() + (depth - 16) / 2, cell.top() + (height - 16) / 2, 16, 16),
        isExpanded(index) ? u"chevron-down"_s : u"chevron-right"_s,
        Theme::of(this).color(ColorRole::TextSecond));
}

void RowTreeView::focusInEvent(QFocusEvent *event)
{
    QTreeView::focusInEvent(event);
    viewport()->update();
}

void RowTreeView::focusOutEvent(QFocusEvent *event)
{
    QTreeView::focusOutEvent(event);
    viewport()->update();
}

} // namespace Workbench::Ui
