// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/icons.h"
#include "ui/theme/styleparts_p.h"
#include "ui/theme/zoom.h"

#include <QPainter>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextEdit>
#include <QVariant>
#include <QWidget>

namespace Workbench::Ui::StyleParts {

using namespace Qt::StringLiterals;

namespace {

constexpr int buttonPadding = 12;
constexpr int gap = 8;
constexpr int arrowWidth = 24;
constexpr int stripHeight = 36;
constexpr int barThickness = 2;

struct Label {
    QIcon icon{};
    QString text{};
    QString hint{};
    QFont font{};
    QColor color{};
    QColor hintColor{};
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

QFont tabFont(const Theme &theme, const QWidget *bar, bool current)
{
    if (flag(bar, "bottomTabs"))
        return theme.font(current ? FontRole::Strong : FontRole::Body);
    return bar ? bar->font() : theme.font(FontRole::Body);
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
        .font = option.font,
        .color = textColor(theme, option.state, link ? ColorRole::Accent : ColorRole::TextSecond)};
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
        .font = option.font};
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
        roundedRect(
            painter, option.rect.adjusted(4, 4, -4, -4), radius - 4, theme.color(ColorRole::OnAccentFill));
}

void roundedRect(QPainter *painter, const QRect &rect, qreal radius, const QColor &fill,
    const QColor &outline, qreal width)
{
    if (!fill.isValid() && !outline.isValid())
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const qreal inset = outline.isValid() ? width / 2 : 0;
    painter->setPen(outline.isValid() ? QPen(outline, width) : QPen(Qt::NoPen));
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const qreal inner = qMax<qreal>(0, radius - inset);
    painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), inner, inner);
    painter->restore();
}

bool isTextEditor(const QWidget *widget)
{
    return qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QTextEdit *>(widget);
}

bool flag(const QWidget *widget, const char *property)
{
    return widget && widget->property(property).toBool();
}

QString hintOf(const QWidget *widget)
{
    return widget ? widget->property("hint").toString() : QString();
}

QColor textColor(const Theme &theme, QStyle::State state, ColorRole role)
{
    return theme.color(state & QStyle::State_Enabled ? role : ColorRole::Disabled);
}

void field(
    QPainter *painter, const QRect &rect, const Theme &theme, QStyle::State state, const QWidget *widget)
{
    const bool enabled = state & QStyle::State_Enabled;
    const bool focused = enabled && (state & QStyle::State_HasFocus);
    ColorRole outline = enabled ? ColorRole::Outline : ColorRole::Line;
    if (flag(widget, "invalid"))
        outline = ColorRole::Error;
    else if (focused)
        outline = ColorRole::Accent;
    roundedRect(painter, rect, controlRadius, theme.color(enabled ? ColorRole::Base : ColorRole::Window),
        theme.color(outline), focused ? 2 : 1);
}

void comboBox(
    QPainter *painter, const QStyleOptionComboBox &option, const Theme &theme, const QWidget *widget)
{
    if (option.frame)
        field(painter, option.rect, theme, option.state, widget);
    paintIcon(painter, comboBoxRect(option, QStyle::SC_ComboBoxArrow), u"chevron-down"_s,
        textColor(theme, option.state, ColorRole::TextSecond));
}

void comboBoxLabel(QPainter *painter, const QStyleOptionComboBox &option, const Theme &theme)
{
    if (option.editable)
        return;
    QRect rect = comboBoxRect(option, QStyle::SC_ComboBoxEditField).adjusted(2, 0, 0, 0);
    painter->save();
    if (!option.currentIcon.isNull()) {
        const QRect place(rect.left(), rect.center().y() - 7, 16, 16);
        option.currentIcon.paint(painter, place, Qt::AlignCenter,
            option.state & QStyle::State_Enabled ? QIcon::Normal : QIcon::Disabled);
        rect.setLeft(place.right() + 7);
    }
    painter->setPen(textColor(theme, option.state));
    const QString text = painter->fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, rect.width());
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextDontClip, text);
    painter->restore();
}

QRect comboBoxRect(const QStyleOptionComboBox &option, QStyle::SubControl part)
{
    const QRect rect = option.rect;
    QRect found;
    switch (part) {
    case QStyle::SC_ComboBoxArrow:
        found = QRect(rect.right() - 21, rect.top() + (rect.height() - 16) / 2, 16, 16);
        break;
    case QStyle::SC_ComboBoxEditField: found = rect.adjusted(6, 1, -arrowWidth, -1); break;
    default: found = rect; break;
    }
    return QStyle::visualRect(option.direction, rect, found);
}

void spinBox(QPainter *painter, const QStyleOptionSpinBox &option, const Theme &theme, const QWidget *widget)
{
    if (option.frame)
        field(painter, option.rect, theme, option.state, widget);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto arrow = [&](QStyle::SubControl part, QAbstractSpinBox::StepEnabledFlag step,
                           const QString &name) {
        const bool can = (option.state & QStyle::State_Enabled) && (option.stepEnabled & step);
        const bool hovered =
            can && (option.state & QStyle::State_MouseOver) && option.activeSubControls == part;
        // the icons extend beyond their half, but their strokes do not
        const int top = option.rect.center().y() - (part == QStyle::SC_SpinBoxUp ? 12 : 1);
        paintIcon(painter, QRect(spinBoxRect(option, part).center().x() - 7, top, 16, 16), name,
            theme.color(!can  ? ColorRole::Disabled
                    : hovered ? ColorRole::Accent
                              : ColorRole::TextSecond));
    };
    arrow(QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, u"chevron-up"_s);
    arrow(QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, u"chevron-down"_s);
}

QRect spinBoxRect(const QStyleOptionSpinBox &option, QStyle::SubControl part)
{
    const QRect rect = option.rect;
    const int buttons = option.buttonSymbols == QAbstractSpinBox::NoButtons ? 2 : arrowWidth;
    QRect found;
    switch (part) {
    case QStyle::SC_SpinBoxUp:
        found = QRect(rect.right() - 23, rect.top() + 1, 22, rect.height() / 2 - 1);
        break;
    case QStyle::SC_SpinBoxDown:
        found = QRect(rect.right() - 23, rect.top() + rect.height() / 2, 22, rect.height() / 2 - 1);
        break;
    case QStyle::SC_SpinBoxEditField: found = rect.adjusted(6, 1, -buttons, -1); break;
    default: found = rect; break;
    }
    return QStyle::visualRect(option.direction, rect, found);
}

void scrollBar(QPainter *painter, const QStyleOptionSlider &option, const Theme &theme)
{
    painter->fillRect(option.rect, theme.color(ColorRole::Window));
    if (option.maximum <= option.minimum)
        return;
    QRect thumb = scrollBarRect(option, QStyle::SC_ScrollBarSlider);
    thumb = option.orientation == Qt::Vertical ? thumb.adjusted(3, 1, -3, -1) : thumb.adjusted(1, 3, -1, -3);
    const bool active = option.activeSubControls & QStyle::SC_ScrollBarSlider
        && option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    roundedRect(painter, thumb, 3, theme.color(active ? ColorRole::Outline : ColorRole::ScrollThumb));
}

QRect scrollBarRect(const QStyleOptionSlider &option, QStyle::SubControl part)
{
    const bool vertical = option.orientation == Qt::Vertical;
    const int length = vertical ? option.rect.height() : option.rect.width();
    const qint64 range = qint64(option.maximum) - option.minimum;
    int thumb = length;
    if (range > 0)
        thumb = qBound(
            qMin(24, length), int(qint64(length) * option.pageStep / (range + option.pageStep)), length);
    const int start = QStyle::sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - thumb, option.upsideDown);
    const auto along = [&](int from, int size) {
        return vertical ? QRect(option.rect.left(), option.rect.top() + from, option.rect.width(), size)
                        : QRect(option.rect.left() + from, option.rect.top(), size, option.rect.height());
    };
    QRect found;
    switch (part) {
    case QStyle::SC_ScrollBarSlider: found = along(start, thumb); break;
    case QStyle::SC_ScrollBarGroove: found = along(0, length); break;
    case QStyle::SC_ScrollBarSubPage: found = along(0, start); break;
    case QStyle::SC_ScrollBarAddPage: found = along(start + thumb, length - start - thumb); break;
    default: break; // the bar has no arrows
    }
    return QStyle::visualRect(option.direction, option.rect, found);
}

void progressContents(QPainter *painter, const QStyleOptionProgressBar &option, const Theme &theme)
{
    QRect done = option.rect;
    if (option.maximum > option.minimum) {
        const qreal share = qreal(option.progress - option.minimum) / (option.maximum - option.minimum);
        done.setWidth(qRound(done.width() * qBound<qreal>(0, share, 1)));
    }
    if (option.maximum > option.minimum || option.progress >= 0)
        roundedRect(painter, done, 2, theme.color(ColorRole::AccentFill));
}

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
