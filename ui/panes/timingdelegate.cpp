// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/timingdelegate.h"

#include "ui/models/metamodel.h"

#include <QPainter>

namespace Workbench::Ui {

namespace {
constexpr int valueWidth = 72; // "1 234 ms" at the right edge
constexpr int inset = 8;
constexpr int barHeight = 6;
constexpr int shortestBar = 2;
} // namespace

void TimingDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    RowDelegate::paint(painter, option, index);
    const QVariant span = index.data(MetaModel::SpanRole);
    const int room = option.rect.width() - valueWidth - 2 * inset;
    if (!span.isValid() || room < 3 * inset)
        return;
    const QPointF part = span.toPointF();
    const int width = std::min(room, std::max(shortestBar, qRound(part.y() * room)));
    const int left = std::min(qRound(part.x() * room), room - width);
    const Theme &theme = Theme::of(option.widget);
    const int top = option.rect.top() + (option.rect.height() - barHeight) / 2;
    painter->fillRect(
        QRect(option.rect.left() + inset, top, room, barHeight), theme.color(ColorRole::Header));
    painter->fillRect(
        QRect(option.rect.left() + inset + left, top, width, barHeight), theme.color(ColorRole::AccentFill));
}

} // namespace Workbench::Ui

#include "moc_timingdelegate.cpp"
