// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/rowtreeview.h"

#include "ui/theme/icons.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int barWidth = 2;
constexpr int turnMs = 1600; // one full turn

} // namespace

void fillRow(QPainter *painter, const QRect &row, const QAbstractItemView *view, const QModelIndex &first)
{
    const Theme &theme = Theme::of(view);
    const auto fill = [&](ColorRole soft, ColorRole bar) {
        painter->fillRect(row, theme.color(soft));
        painter->fillRect(QRect(row.left(), row.top(), barWidth, row.height()), theme.color(bar));
    };
    QVariant mark = first.data(RowRole::Mark);
    if (!mark.isValid())
        mark = first.data(RowRole::Fill);
    if (view->selectionModel() && view->selectionModel()->isSelected(first)) {
        if (view->hasFocus())
            fill(ColorRole::Selection, ColorRole::Accent);
        else
            fill(ColorRole::SelectionInactive, ColorRole::Stale);
    } else if (mark.isValid()) {
        fill(softOf(ColorRole(mark.toInt())), ColorRole(mark.toInt()));
    } else if (view->hasFocus() && view->currentIndex().siblingAtColumn(0) == first) {
        // reached by Tab but not selected: the focus must still be visible
        painter->fillRect(
            QRect(row.left(), row.top(), barWidth, row.height()), theme.color(ColorRole::Accent));
    }
}

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
    m_since.start();
    m_spin.setInterval(80ms);
    connect(&m_spin, &QTimer::timeout, this, [this] {
        if (!std::exchange(m_wasSpun, false))
            m_spin.stop(); // no turning icon was painted: it is hidden or no longer waiting
        viewport()->update();
    });
}

int RowTreeView::spinAngle() const
{
    const auto *ours = qobject_cast<const WorkbenchStyle *>(QApplication::style());
    if (ours && !ours->wantsMotion())
        return 0;
    m_wasSpun = true;
    if (!m_spin.isActive())
        m_spin.start();
    return int(m_since.elapsed() % turnMs * 360 / turnMs);
}

void RowTreeView::drawRow(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    fillRow(painter, QRect(0, option.rect.top(), viewport()->width(), option.rect.height()), this,
        index.siblingAtColumn(0));
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
        height = cell.height() / 2 + 2; // centre it on the first line
    paintIcon(painter, QRect(cell.left() + (depth - 16) / 2, cell.top() + (height - 16) / 2, 16, 16),
        isExpanded(index) ? u"chevron-down"_s : u"chevron-right"_s,
        Theme::of(this).color(ColorRole::TextSecond));
}

} // namespace Workbench::Ui

#include "moc_rowtreeview.cpp"
