// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/icons.h"
#include "ui/theme/styleparts_p.h"
#include "ui/theme/zoom.h"

#include <QPainter>
#include <QVariant>
#include <QWidget>

namespace Workbench::Ui::StyleParts {

using namespace Qt::StringLiterals;

namespace {

constexpr int stripHeight = 36;
constexpr int barThickness = 2;

QFont tabFont(const Theme &theme, const QWidget *bar, bool current)
{
    if (flag(bar, "bottomTabs"))
        return theme.font(current ? FontRole::Strong : FontRole::Body);
    return bar ? bar->font() : theme.font(FontRole::Body);
}

} // namespace

void tabShape(QPainter *painter, const QStyleOptionTab &option, const Theme &theme, const QWidget *widget)
{
    const bool current = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver && option.state & QStyle::State_Enabled;
    const QRect rect = option.rect;
    const QColor accent = theme.color(ColorRole::Accent);
    if (flag(widget, "bottomTabs")) {
        if (!current)
            return;
        painter->fillRect(
            rect.left() + 8, rect.bottom() + 1 - barThickness, rect.width() - 16, barThickness, accent);
        return;
    }
    if (current)
        painter->fillRect(rect, theme.color(ColorRole::Base));
    else if (hovered)
        painter->fillRect(rect.adjusted(0, 0, -1, -1), theme.color(ColorRole::Header));
    painter->fillRect(rect.right(), rect.top(), 1, rect.height(), theme.color(ColorRole::Line));
    if (current)
        painter->fillRect(rect.left(), rect.top(), rect.width() - 1, barThickness, accent);
    else
        painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color(ColorRole::Line));
}

void tabLabel(QPainter *painter, const QStyleOptionTab &option, const Theme &theme, const QWidget *widget)
{
    const bool current = option.state & QStyle::State_Selected;
    QRect rect = option.rect.adjusted(12, 0, -8, 0);
    if (!flag(widget, "bottomTabs"))
        rect.setTop(rect.top() + 1);
    painter->save();
    if (!option.icon.isNull()) {
        option.icon.paint(painter, QRect(rect.left(), rect.center().y() - 7, iconSide, iconSide),
            Qt::AlignCenter, option.state & QStyle::State_Enabled ? QIcon::Normal : QIcon::Disabled);
        rect.setLeft(rect.left() + iconSide + 8);
    }
    if (!option.rightButtonSize.isEmpty())
        rect.setRight(rect.right() - option.rightButtonSize.width() - 4);
    painter->setFont(tabFont(theme, widget, current));
    painter->setPen(textColor(theme, option.state, current ? ColorRole::Text : ColorRole::TextSecond));
    painter->drawText(rect, oneLine | Qt::AlignLeft, option.text);
    painter->restore();
    if (option.state & QStyle::State_HasFocus)
        roundedRect(painter, option.rect.adjusted(2, 4, -3, -4), controlRadius, QColor(),
            theme.color(ColorRole::Accent));
}

QSize tabSize(const QStyleOptionTab &option, const Theme &theme, const QWidget *widget)
{
    const QFontMetrics metrics(tabFont(theme, widget, true));
    int width = metrics.size(Qt::TextShowMnemonic, option.text).width();
    width += flag(widget, "bottomTabs") ? 28 : 24;
    if (!option.icon.isNull())
        width += iconSide + 8;
    if (!option.rightButtonSize.isEmpty())
        width += option.rightButtonSize.width() + 8;
    return {width, zoomed(stripHeight)};
}

void barPanel(QPainter *painter, const QRect &rect, const Theme &theme, ColorRole fill)
{
    painter->fillRect(rect, theme.color(fill));
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color(ColorRole::Line));
}

void headerLabel(QPainter *painter, const QStyleOptionHeader &option, const Theme &theme)
{
    const bool first = option.position == QStyleOptionHeader::Beginning
        || option.position == QStyleOptionHeader::OnlyOneSection;
    QRect rect = option.rect.adjusted(first ? 12 : 8, 0, -8, -1);
    painter->save();
    painter->setFont(theme.font(FontRole::Small));
    painter->setPen(textColor(theme, option.state, ColorRole::TextSecond));
    const QFontMetrics metrics = painter->fontMetrics();
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    if (sorted)
        rect.setRight(rect.right() - 14);
    const QString text = metrics.elidedText(option.text, Qt::ElideMiddle, rect.width());
    const int alignment = int(option.textAlignment & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter;
    painter->drawText(rect, alignment | Qt::TextSingleLine | Qt::TextDontClip, text);
    if (sorted) {
        const bool right = option.textAlignment & Qt::AlignRight;
        const int x = right ? rect.right() + 3 : rect.left() + metrics.horizontalAdvance(text) + 3;
        paintIcon(painter, QRect(x, rect.center().y() - 5, 12, 12),
            option.sortIndicator == QStyleOptionHeader::SortUp ? u"chevron-up"_s : u"chevron-down"_s,
            theme.color(ColorRole::TextSecond));
    }
    painter->restore();
}

void menuBarItem(QPainter *painter, const QStyleOptionMenuItem &option, const Theme &theme)
{
    painter->fillRect(option.rect, theme.color(ColorRole::Window));
    if (option.state & QStyle::State_Selected)
        roundedRect(painter, option.rect.adjusted(1, 2, -1, -2), controlRadius,
            theme.color(ColorRole::SelectionInactive));
    painter->setPen(textColor(theme, option.state));
    painter->drawText(option.rect, oneLine | Qt::AlignHCenter, option.text);
}

void menuItem(QPainter *painter, const QStyleOptionMenuItem &option, const Theme &theme)
{
    const QRect rect = option.rect;
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        painter->fillRect(
            rect.left() + 8, rect.center().y(), rect.width() - 16, 1, theme.color(ColorRole::Line));
        return;
    }
    const bool enabled = option.state & QStyle::State_Enabled;
    if (enabled && option.state & QStyle::State_Selected)
        roundedRect(painter, rect.adjusted(4, 0, -4, 0), controlRadius, theme.color(ColorRole::Selection));
    const QRect place = iconPlace(rect.left() + 12, rect);
    if (option.checkType != QStyleOptionMenuItem::NotCheckable && option.checked)
        paintIcon(painter, place, u"check"_s, theme.color(enabled ? ColorRole::Accent : ColorRole::Disabled));
    else if (!option.icon.isNull())
        option.icon.paint(painter, place, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
    const QRect textPlace = rect.adjusted(36, 0, -12, 0);
    const qsizetype tab = option.text.indexOf(u'\t');
    painter->save();
    painter->setFont(option.font);
    painter->setPen(textColor(theme, option.state));
    painter->drawText(textPlace, oneLine | Qt::AlignLeft, tab < 0 ? option.text : option.text.left(tab));
    if (tab >= 0) {
        painter->setPen(textColor(theme, option.state, ColorRole::TextSecond));
        painter->drawText(textPlace, oneLine | Qt::AlignRight, option.text.mid(tab + 1));
    }
    painter->restore();
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        paintIcon(painter, iconPlace(rect.right() - 22, rect), u"chevron-right"_s,
            textColor(theme, option.state, ColorRole::TextSecond));
}

QSize menuItemSize(const QStyleOptionMenuItem &option)
{
    if (option.menuItemType == QStyleOptionMenuItem::Separator)
        return {40, 9};
    const qsizetype tab = option.text.indexOf(u'\t');
    const QString words = tab < 0 ? option.text : option.text.left(tab);
    // QMenu adds the width of the widest shortcut to this size
    const int width =
        36 + QFontMetrics(option.font).size(Qt::TextShowMnemonic, words).width() + (tab < 0 ? 24 : 48);
    return {width, 26};
}

} // namespace Workbench::Ui::StyleParts
