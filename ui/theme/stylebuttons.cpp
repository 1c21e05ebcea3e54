// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/icons.h"
#include "ui/theme/styleparts_p.h"
#include "ui/theme/zoom.h"

#include <QPainter>
#include <QTabBar>
#include <QVariant>
#include <QWidget>

namespace Workbench::Ui::StyleParts {

using namespace Qt::StringLiterals;

namespace {

constexpr int buttonPadding = 12;
constexpr int gap = 8;

struct Label {
    QIcon icon;
    QString text;
    QString hint;
    QFont font;
    QColor color;
    QColor hintColor;
    int gap = StyleParts::gap;
};

int labelWidth(const Label &label)
{
    const QFontMetrics metrics(label.font);
    int width = 0;
    if (!label.icon.isNull())
        width += iconSide + (label.text.isEmpty() ? 0 : label.gap);
    width += metrics.size(Qt::TextShowMnemonic, label.text).width();
    if (!label.hint.isEmpty())
        width += gap + metrics.horizontalAdvance(label.hint);
    return width;
}

void drawLabel(QPainter *painter, QRect rect, const Label &label, QStyle::State state, bool leftAligned)
{
    const int width = qMin(labelWidth(label), rect.width());
    if (!leftAligned)
        rect.setLeft(rect.left() + (rect.width() - width) / 2);
    painter->save();
    painter->setFont(label.font);
    if (!label.icon.isNull()) {
        const QRect place = iconPlace(rect.left(), rect);
        label.icon.paint(painter, place, Qt::AlignCenter,
            state & QStyle::State_Enabled ? QIcon::Normal : QIcon::Disabled,
            state & QStyle::State_On ? QIcon::On : QIcon::Off);
        rect.setLeft(place.right() + 1 + label.gap);
    }
    const QFontMetrics metrics(label.font);
    if (!label.hint.isEmpty()) {
        const int hintWidth = metrics.horizontalAdvance(label.hint);
        painter->setPen(label.hintColor);
        const int textWidth = metrics.size(Qt::TextShowMnemonic, label.text).width();
        const QRect place = leftAligned
            ? QRect(rect.right() + 1 - hintWidth, rect.top(), hintWidth, rect.height())
            : QRect(rect.left() + textWidth + gap, rect.top(), hintWidth, rect.height());
        painter->drawText(place, Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, label.hint);
    }
    painter->setPen(label.color);
    painter->drawText(rect, oneLine | Qt::AlignLeft, label.text);
    painter->restore();
}

Label labelOf(const QStyleOptionButton &option, const Theme &theme, const QWidget *widget)
{
    Label label{.icon = option.icon,
        .text = option.text,
        .hint = hintOf(widget),
        .font = widget ? widget->font() : theme.font(FontRole::Body),
        .color = textColor(theme, option.state),
        .hintColor = textColor(theme, option.state, ColorRole::TextSecond)};
    if (flag(widget, "primary")) {
        if (option.state & QStyle::State_Enabled)
            label.color = label.hintColor = theme.color(ColorRole::OnAccentFill);
    } else if (flag(widget, "field")) {
        label.color = label.hintColor;
    }
    return label;
}

//! Paints the frame of a check box or radio button; \a empty: its fill while it is not \a filled.
void indicator(QPainter *painter, const QStyleOption &option, const Theme &theme, qreal radius, bool filled,
    const QColor &empty)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool focused = option.state & QStyle::State_HasFocus;
    const ColorRole outline = !enabled ? ColorRole::Line : focused ? ColorRole::Accent : ColorRole::Outline;
    const QColor fill = filled ? theme.color(enabled ? ColorRole::AccentFill : ColorRole::Disabled) : empty;
    roundedRect(painter, option.rect, radius, fill, filled && !focused ? fill : theme.color(outline),
        focused ? 2 : 1);
}

} // namespace

void chevron(QPainter *painter, const QStyleOption &option, const Theme &theme, Qt::ArrowType direction)
{
    const QString name = direction == Qt::LeftArrow ? u"chevron-left"_s
        : direction == Qt::RightArrow               ? u"chevron-right"_s
        : direction == Qt::UpArrow                  ? u"chevron-up"_s
                                                    : u"chevron-down"_s;
    paintIcon(painter, option.rect, name, textColor(theme, option.state, ColorRole::TextSecond));
}

void pushButtonPanel(
    QPainter *painter, const QStyleOptionButton &option, const Theme &theme, const QWidget *widget)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool focused = enabled && (option.state & QStyle::State_HasFocus);
    const bool down = option.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    if (flag(widget, "field")) {
        field(painter, option.rect, theme, option.state, widget);
        return;
    }
    if (flag(widget, "primary") && enabled) {
        QColor fill = theme.color(ColorRole::AccentFill);
        if (down)
            fill = fill.darker(115);
        else if (hovered)
            fill = fill.darker(106);
        roundedRect(painter, option.rect, controlRadius, fill);
        if (focused) // a ring inside the fill: an outline in accent colour would not be visible
            roundedRect(painter, option.rect.adjusted(2, 2, -2, -2), controlRadius - 2, QColor(),
                theme.color(ColorRole::OnAccentFill));
        return;
    }
    if (option.features & QStyleOptionButton::Flat && !hovered && !down && !focused)
        return;
    QColor fill = theme.color(theme.isDark() ? ColorRole::Header : ColorRole::Base);
    if (down)
        fill = theme.color(ColorRole::SelectionInactive);
    else if (hovered)
        fill = theme.color(theme.isDark() ? ColorRole::SelectionInactive : ColorRole::Hover);
    const QColor outline = theme.color(focused ? ColorRole::Accent
            : enabled                          ? ColorRole::ButtonOutline
                                               : ColorRole::Line);
    roundedRect(painter, option.rect, controlRadius, enabled ? fill : QColor(), outline, focused ? 2 : 1);
}

void pushButtonLabel(
    QPainter *painter, const QStyleOptionButton &option, const Theme &theme, const QWidget *widget)
{
    const bool asField = flag(widget, "field");
    const int inset = asField ? gap : 4;
    QRect rect = option.rect.adjusted(inset, 0, -inset, 0);
    if (option.features & QStyleOptionButton::HasMenu) {
        paintIcon(painter, iconPlace(rect.right() - iconSide, rect), u"chevron-down"_s,
            textColor(theme, option.state, ColorRole::TextSecond));
        rect.setRight(rect.right() - iconSide);
    }
    drawLabel(painter, rect, labelOf(option, theme, widget), option.state, asField);
}

QSize pushButtonSize(const QStyleOptionButton &option, const QWidget *widget)
{
    const int menu = option.features & QStyleOptionButton::HasMenu ? iconSide + 4 : 0;
    const int width = labelWidth(labelOf(option, Theme::of(widget), widget)) + 2 * buttonPadding + menu;
    return {width, zoomed(controlHeight)};
}

void toolButtonPanel(QPainter *painter, const QStyleOption &option, const Theme &theme, const QWidget *widget)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool focused = enabled && (option.state & QStyle::State_HasFocus);
    QColor fill;
    if (option.state & (QStyle::State_Sunken | QStyle::State_On))
        fill = theme.color(ColorRole::SelectionInactive);
    else if (enabled && (option.state & QStyle::State_MouseOver) && !flag(widget, "link"))
        fill = theme.color(ColorRole::Header);
    const bool scrollsTabs = widget && qobject_cast<const QTabBar *>(widget->parentWidget());
    if (scrollsTabs) // the button lies over the tabs
        barPanel(painter, option.rect, theme, ColorRole::Window);
    const QColor outline = focused                              ? theme.color(ColorRole::Accent)
        : scrollsTabs || option.state & QStyle::State_AutoRaise ? QColor()
                                                                : theme.color(ColorRole::ButtonOutline);
    roundedRect(painter, option.rect, controlRadius, fill, outline, focused ? 2 : 1);
}

void toolButtonLabel(
    QPainter *painter, const QStyleOptionToolButton &option, const Theme &theme, const QWidget *widget)
{
    if (option.features & QStyleOptionToolButton::Arrow && option.arrowType != Qt::NoArrow)
        return chevron(painter, option, theme, option.arrowType);
    const bool link = flag(widget, "link");
    Label label{.icon = option.icon,
        .text = option.text,
        .hint = {},
        .font = option.font,
        .color = textColor(theme, option.state, link ? ColorRole::Accent : ColorRole::TextSecond),
        .hintColor = {}};
    if (option.toolButtonStyle == Qt::ToolButtonIconOnly)
        label.text.clear();
    else if (option.toolButtonStyle == Qt::ToolButtonTextOnly)
        label.icon = {};
    drawLabel(painter, option.rect, label, option.state, false);
}

QSize toolButtonSize(const QStyleOptionToolButton &option)
{
    if (option.toolButtonStyle == Qt::ToolButtonIconOnly || (option.text.isEmpty() && !option.icon.isNull()))
        return {zoomed(controlHeight), zoomed(controlHeight)};
    const Label label{.icon = option.toolButtonStyle == Qt::ToolButtonTextOnly ? QIcon() : option.icon,
        .text = option.text,
        .hint = {},
        .font = option.font,
        .color = {},
        .hintColor = {}};
    return {labelWidth(label) + 2 * gap, zoomed(controlHeight)};
}

void checkBox(QPainter *painter, const QStyleOption &option, const Theme &theme)
{
    const bool filled = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const bool enabled = option.state & QStyle::State_Enabled;
    const QColor mark = theme.color(ColorRole::OnAccentFill);
    indicator(painter, option, theme, 3, filled, enabled ? theme.color(ColorRole::Base) : QColor());
    if (option.state & QStyle::State_On)
        paintIcon(painter, option.rect, u"check"_s, mark);
    else if (option.state & QStyle::State_NoChange)
        paintIcon(painter, option.rect, u"minus"_s, mark);
}

void radioButton(QPainter *painter, const QStyleOption &option, const Theme &theme)
{
    const bool on = option.state & QStyle::State_On;
    const qreal radius = option.rect.height() / 2.0;
    indicator(painter, option, theme, radius, on, theme.color(ColorRole::Base));
    if (on)
        roundedRect(painter, option.rect.adjusted(4, 4, -4, -4), radius - 4,
            theme.color(ColorRole::OnAccentFill));
}

} // namespace Workbench::Ui::StyleParts
