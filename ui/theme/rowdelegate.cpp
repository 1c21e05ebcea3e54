// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/rowdelegate.h"

#include "ui/theme/icons.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/styleparts_p.h"
#include "ui/theme/zoom.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionButton>
#include <QToolTip>
#include <QTreeView>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int sourceRowHeight = 28;
constexpr int twoLineHeight = 40;
using StyleParts::iconSide;
constexpr int iconGap = 6;
constexpr int noteGap = 12;
constexpr int markRoom = 30;
constexpr int boxEnd = 12 + iconSide + iconGap; // the right edge of the check box of a row

ColorRole roleOf(const QModelIndex &index, int role, ColorRole fallback)
{
    const QVariant value = index.data(role);
    return value.isValid() ? ColorRole(value.toInt()) : fallback;
}

FontRole fontOf(const QModelIndex &index)
{
    const QVariant value = index.data(RowRole::Font);
    return value.isValid() ? FontRole(value.toInt()) : FontRole::Body;
}

//! The layout of one cell, for its painting and its tool tip.
struct Cell {
    QRect content; // without insets
    QRect first; // the line of the text; the second line is below
    QRect second;
    QRect text; // the remaining space, for the text
    QString shown;
    QFont font;
    bool elided = false;
};

bool isTree(const QAbstractItemView *view)
{
    const auto *tree = qobject_cast<const QTreeView *>(view);
    return tree && tree->rootIsDecorated();
}

//! Returns whether this cell has the right edge of the row, where the triangle of a mark is.
bool holdsMark(const QModelIndex &index, const QAbstractItemView *view)
{
    const QModelIndex first = index.siblingAtColumn(0);
    if (!first.data(RowRole::Mark).isValid() && !first.data(RowRole::MarkRight).toBool())
        return false;
    const auto *tree = qobject_cast<const QTreeView *>(view);
    return !tree || tree->header()->visualIndex(index.column()) == tree->header()->count() - 1;
}

Cell layOut(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    const Theme &theme = Theme::of(option.widget);
    Cell cell;
    const int left = index.column() != 0 ? 8 : isTree(view) ? 2 : 12;
    cell.content = option.rect.adjusted(left, 0, holdsMark(index, view) ? -markRoom : -8, 0);
    cell.first = cell.content;
    if (!index.data(RowRole::SecondLine).toString().isEmpty()) {
        const int middle = cell.content.top() + cell.content.height() / 2;
        cell.first = QRect(cell.content.left(), middle - 18, cell.content.width(), 18);
        cell.second = QRect(cell.content.left(), middle, cell.content.width(), 18);
    }
    cell.text = cell.first;
    if (!index.data(RowRole::IconName).toString().isEmpty() || index.data(Qt::CheckStateRole).isValid()) {
        cell.text.setLeft(cell.text.left() + iconSide + iconGap);
        cell.second.setLeft(cell.text.left());
    }
    const QString right = index.data(RowRole::RightText).toString();
    if (!right.isEmpty())
        cell.text.setRight(
            cell.text.right() - QFontMetrics(theme.font(FontRole::Small)).horizontalAdvance(right) - 8);
    cell.font = theme.font(fontOf(index));
    cell.font.setStrikeOut(index.data(RowRole::StruckOut).toBool());
    const QFontMetrics metrics(cell.font);
    const QString whole = index.data(Qt::DisplayRole).toString();
    const bool numbers = index.data(RowRole::RightAligned).toBool();
    // A cell shows one line. A long text is cut first, because measuring megabytes takes seconds.
    constexpr qsizetype measured = 2000;
    QString line = whole.size() > measured ? QString(whole.first(measured) + u'…') : whole;
    line.replace(u'\n', u' ');
    const bool atEnd = numbers || index.data(RowRole::ElideEnd).toBool();
    cell.shown =
        metrics.elidedText(line, atEnd ? Qt::ElideRight : Qt::ElideMiddle, qMax(0, cell.text.width()));
    cell.elided = cell.shown != line || whole.size() > measured;
    return cell;
}

void paintTurned(
    QPainter *painter, const QRect &place, const QString &iconName, const QColor &color, int angle)
{
    painter->save();
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    painter->translate(QRectF(place).center());
    painter->rotate(angle);
    paintIcon(painter, QRect(-place.width() / 2, -place.height() / 2, place.width(), place.height()),
        iconName, color);
    painter->restore();
}

void drawNote(QPainter *painter, const Cell &cell, const QModelIndex &index, const Theme &theme)
{
    const QString note = index.data(RowRole::Note).toString();
    if (note.isEmpty())
        return;
    QRect place = cell.text;
    place.setLeft(place.left() + QFontMetrics(cell.font).horizontalAdvance(cell.shown) + noteGap);
    if (place.width() < noteGap)
        return;
    painter->setFont(theme.font(FontRole::Small));
    painter->setPen(theme.color(roleOf(index, RowRole::NoteColor, ColorRole::TextSecond)));
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(note, Qt::ElideRight, place.width()));
}

void drawCheck(QPainter *painter, const Cell &cell, const QStyleOptionViewItem &option, bool isChecked)
{
    QStyleOptionButton box;
    box.rect = StyleParts::iconPlace(cell.first.left(), cell.first);
    box.state = option.state & (QStyle::State_Enabled | QStyle::State_Active);
    box.state |= isChecked ? QStyle::State_On : QStyle::State_Off;
    option.widget->style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, painter, option.widget);
}

} // namespace

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.widget);
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    painter->save();
    painter->setClipRect(option.rect);
    if (qobject_cast<const RowTableView *>(view)) { // clipped to this cell's part of the row
        fillRow(painter, QRect(0, option.rect.top(), view->viewport()->width(), option.rect.height()), view,
            index.siblingAtColumn(0));
    } else if (!qobject_cast<const RowTreeView *>(view)) {
        QStyleOptionViewItem panel = option;
        view->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &panel, painter, view);
    }
    const Cell cell = layOut(option, index);
    const bool enabled = option.state & QStyle::State_Enabled;
    const QString iconName = index.data(RowRole::IconName).toString();
    if (!iconName.isEmpty()) {
        const QRect place = StyleParts::iconPlace(cell.first.left(), cell.first);
        const QColor color = theme.color(
            enabled ? roleOf(index, RowRole::IconColor, ColorRole::TextSecond) : ColorRole::Disabled);
        const auto *tree = qobject_cast<const RowTreeView *>(view);
        if (tree && index.data(RowRole::Spinning).toBool())
            paintTurned(painter, place, iconName, color, tree->spinAngle());
        else
            paintIcon(painter, place, iconName, color);
    }
    if (const QVariant check = index.data(Qt::CheckStateRole); check.isValid())
        drawCheck(painter, cell, option, check.toInt() == Qt::Checked);
    constexpr int flags = Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip;
    const bool numbers = index.data(RowRole::RightAligned).toBool();
    painter->setFont(cell.font);
    painter->setPen(
        theme.color(enabled ? roleOf(index, RowRole::TextColor, ColorRole::Text) : ColorRole::Disabled));
    painter->drawText(cell.text, flags | (numbers ? Qt::AlignRight : Qt::AlignLeft), cell.shown);
    drawNote(painter, cell, index, theme);
    painter->setFont(theme.font(FontRole::Small));
    if (const QString right = index.data(RowRole::RightText).toString(); !right.isEmpty()) {
        painter->setPen(theme.color(
            enabled ? roleOf(index, RowRole::RightTextColor, ColorRole::TextSecond) : ColorRole::Disabled));
        painter->drawText(cell.first, flags | Qt::AlignRight, right);
    }
    if (const QString second = index.data(RowRole::SecondLine).toString(); !second.isEmpty()) {
        painter->setPen(theme.color(
            enabled ? roleOf(index, RowRole::SecondLineColor, ColorRole::TextSecond) : ColorRole::Disabled));
        painter->drawText(cell.second, flags | Qt::AlignLeft,
            painter->fontMetrics().elidedText(second, Qt::ElideRight, cell.second.width()));
    }
    if (holdsMark(index, view)) {
        const QModelIndex first = index.siblingAtColumn(0);
        paintIcon(painter, StyleParts::iconPlace(option.rect.right() - 25, option.rect), u"warning"_s,
            theme.color(roleOf(first, RowRole::Mark, ColorRole::Warning)));
    }
    painter->restore();
}

int RowDelegate::rowHeight()
{
    constexpr int designed = 24; // for type of 13 pixels
    return std::max(designed, designed * Theme::ofApplication().font(FontRole::Body).pixelSize() / 13);
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant asked = index.data(Qt::SizeHintRole);
    if (asked.isValid())
        return asked.toSize();
    const Theme &theme = Theme::of(option.widget);
    const bool twoLines = !index.data(RowRole::SecondLine).toString().isEmpty();
    const FontRole font = fontOf(index);
    int width = 22; // insets, and space for rounding
    if (!index.data(RowRole::IconName).toString().isEmpty())
        width += iconSide + iconGap;
    width +=
        QFontMetrics(theme.font(font)).horizontalAdvance(index.data(Qt::DisplayRole).toString().left(200));
    const QFontMetrics small(theme.font(FontRole::Small));
    for (const int role : {int(RowRole::Note), int(RowRole::RightText)}) {
        if (const QString text = index.data(role).toString(); !text.isEmpty())
            width += noteGap + small.horizontalAdvance(text.left(200));
    }
    return {width,
        twoLines                       ? std::max(zoomed(twoLineHeight), 2 * rowHeight() - 8)
            : font == FontRole::Strong ? std::max(zoomed(sourceRowHeight), rowHeight())
                                       : rowHeight()};
}

bool RowDelegate::helpEvent(
    QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event && event->type() == QEvent::ToolTip && index.isValid()
        && index.data(Qt::ToolTipRole).toString().isEmpty()) {
        const Cell cell = layOut(option, index);
        if (cell.elided) {
            constexpr qsizetype readable = 4000;
            const QString whole = index.data(Qt::DisplayRole).toString();
            QToolTip::showText(event->globalPos(), whole.left(readable), view);
            return true;
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

bool RowDelegate::editorEvent(
    QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const QVariant check = index.data(Qt::CheckStateRole);
    if (!check.isValid() || !(model->flags(index) & Qt::ItemIsUserCheckable))
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    const auto *mouse =
        event->type() == QEvent::MouseButtonRelease ? static_cast<QMouseEvent *>(event) : nullptr;
    // In a list whose rows show something when they are chosen, only a click on the box changes it.
    const bool isByBox = option.widget && option.widget->property("checksByBox").toBool();
    const bool isClick = mouse && mouse->button() == Qt::LeftButton
        && (!isByBox || mouse->position().x() < option.rect.left() + boxEnd);
    const bool isSpace =
        event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space;
    if (!isClick && !isSpace)
        return false;
    return model->setData(
        index, check.toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace Workbench::Ui

#include "moc_rowdelegate.cpp"
