// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/styleparts_p.h"
#include "ui/theme/workbenchstyle.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPainter>

// What is drawn and where, over Fusion only: a desktop with a style of its own keeps its controls.
namespace Workbench::Ui {

using namespace Qt::StringLiterals;
using namespace StyleParts;

namespace {

template <typename T> const T *as(const QStyleOption *option)
{
    return qstyleoption_cast<const T *>(option);
}

bool insideField(const QWidget *widget)
{
    const QWidget *parent = widget ? widget->parentWidget() : nullptr;
    return qobject_cast<const QAbstractSpinBox *>(parent) || qobject_cast<const QComboBox *>(parent);
}

void itemPanel(QPainter *painter, const QStyleOptionViewItem &option, const Theme &theme)
{
    if (option.backgroundBrush.style() != Qt::NoBrush)
        painter->fillRect(option.rect, option.backgroundBrush);
    if (option.state & QStyle::State_Selected) {
        const bool focused = option.widget && option.widget->hasFocus();
        const bool popup = option.widget && option.widget->inherits("QComboBoxListView");
        painter->fillRect(
            option.rect, theme.color(focused || popup ? ColorRole::Selection : ColorRole::SelectionInactive));
        if (option.viewItemPosition != QStyleOptionViewItem::Middle
            && option.viewItemPosition != QStyleOptionViewItem::End)
            painter->fillRect(option.rect.left(), option.rect.top(), 2, option.rect.height(),
                theme.color(focused || popup ? ColorRole::Accent : ColorRole::Stale));
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(option.rect, theme.color(ColorRole::Hover));
    }
}

void tabCloseButton(QPainter *painter, const QStyleOption &option, const Theme &theme)
{
    if (option.state & QStyle::State_MouseOver)
        roundedRect(
            painter, option.rect, controlRadius, theme.color(ColorRole::SelectionInactive), QColor(), 0);
    paintIcon(painter, option.rect.adjusted(2, 2, -2, -2), u"close"_s, theme.color(ColorRole::TextSecond));
}

} // namespace

void WorkbenchStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = this->theme();
    if (element == PE_PanelItemViewRow && qobject_cast<const RowTreeView *>(widget))
        return; // the view fills its rows itself
    if (element == PE_PanelItemViewItem && qobject_cast<const RowTreeView *>(widget))
        return;
    if (!drawsControls()) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    switch (element) {
    case PE_PanelButtonCommand:
        if (const auto *button = as<QStyleOptionButton>(option)) {
            pushButtonPanel(painter, *button, theme, widget);
            return;
        }
        break;
    case PE_PanelButtonTool: toolButtonPanel(painter, *option, theme, widget); return;
    case PE_PanelLineEdit:
        if (const auto *frame = as<QStyleOptionFrame>(option);
            frame && frame->lineWidth > 0 && !insideField(widget))
            field(painter, option->rect, theme, option->state, widget);
        return;
    case PE_FrameLineEdit:
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
    case PE_FrameGroupBox:
    case PE_PanelToolBar:
    case PE_FrameTabWidget:
    case PE_FrameButtonBevel: return;
    case PE_Frame:
        if (isTextEditor(widget))
            field(painter, option->rect, theme, option->state, widget);
        else if (!qobject_cast<const QAbstractItemView *>(widget))
            roundedRect(painter, option->rect, 0, QColor(), theme.color(ColorRole::Line), 1);
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: checkBox(painter, *option, theme); return;
    case PE_IndicatorRadioButton: radioButton(painter, *option, theme); return;
    case PE_FrameFocusRect:
        if (!qobject_cast<const QAbstractItemView *>(widget)
            && !qobject_cast<const QAbstractButton *>(widget))
            roundedRect(painter, option->rect, controlRadius, QColor(), theme.color(ColorRole::Accent), 1);
        return;
    case PE_FrameTabBarBase:
        if (flag(widget, "bottomTabs"))
            return; // the strip around the tabs has its own line
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1,
            theme.color(ColorRole::Line));
        return;
    case PE_IndicatorTabClose: tabCloseButton(painter, *option, theme); return;
    case PE_PanelMenu:
    case PE_FrameMenu:
        roundedRect(painter, option->rect, 0,
            element == PE_PanelMenu ? theme.color(ColorRole::Base) : QColor(),
            theme.color(ColorRole::ButtonOutline), 1);
        return;
    case PE_PanelTipLabel:
        roundedRect(
            painter, option->rect, 0, theme.color(ColorRole::Base), theme.color(ColorRole::ButtonOutline), 1);
        return;
    case PE_PanelMenuBar: painter->fillRect(option->rect, theme.color(ColorRole::Window)); return;
    case PE_PanelItemViewItem:
    case PE_PanelItemViewRow:
        if (const auto *item = as<QStyleOptionViewItem>(option)) {
            if (element == PE_PanelItemViewItem || !(item->state & State_Selected))
                itemPanel(painter, *item, theme);
            return;
        }
        break;
    case PE_IndicatorBranch:
        if (option->state & State_Children) {
            const QRect square(option->rect.center() - QPoint(7, 7), QSize(16, 16));
            paintIcon(painter, square, option->state & State_Open ? u"chevron-down"_s : u"chevron-right"_s,
                theme.color(ColorRole::TextSecond));
        }
        return;
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowRight:
        paintIcon(painter, option->rect,
            element == PE_IndicatorArrowDown     ? u"chevron-down"_s
                : element == PE_IndicatorArrowUp ? u"chevron-up"_s
                                                 : u"chevron-right"_s,
            textColor(theme, option->state, ColorRole::TextSecond));
        return;
    default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void WorkbenchStyle::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = this->theme();
    if (element == CE_Splitter) {
        painter->fillRect(option->rect, theme.color(ColorRole::Line));
        return;
    }
    if (!drawsControls()) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    const auto *button = as<QStyleOptionButton>(option);
    const auto *tab = as<QStyleOptionTab>(option);
    const auto *header = as<QStyleOptionHeader>(option);
    const auto *item = as<QStyleOptionMenuItem>(option);
    const auto *combo = as<QStyleOptionComboBox>(option);
    const auto *tool = as<QStyleOptionToolButton>(option);
    const auto *progress = as<QStyleOptionProgressBar>(option);
    if (element == CE_PushButtonBevel && button)
        pushButtonPanel(painter, *button, theme, widget);
    else if (element == CE_PushButtonLabel && button)
        pushButtonLabel(painter, *button, theme, widget);
    else if (element == CE_ToolButtonLabel && tool)
        toolButtonLabel(painter, *tool, theme, widget);
    else if (element == CE_TabBarTabShape && tab)
        tabShape(painter, *tab, theme, widget);
    else if (element == CE_TabBarTabLabel && tab)
        tabLabel(painter, *tab, theme, widget);
    else if (element == CE_Header
        && header) { // the common style would add margins of its own around the label
        headerSection(painter, *header, theme);
        headerLabel(painter, *header, theme);
    } else if (element == CE_HeaderSection && header)
        headerSection(painter, *header, theme);
    else if (element == CE_HeaderLabel && header)
        headerLabel(painter, *header, theme);
    else if (element == CE_HeaderEmptyArea) {
        painter->fillRect(option->rect, theme.color(ColorRole::Base));
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1,
            theme.color(ColorRole::Line));
    } else if (element == CE_MenuBarItem && item)
        menuBarItem(painter, *item, theme);
    else if (element == CE_MenuBarEmptyArea)
        painter->fillRect(option->rect, theme.color(ColorRole::Window));
    else if (element == CE_MenuItem && item)
        menuItem(painter, *item, theme);
    else if (element == CE_ComboBoxLabel && combo)
        comboBoxLabel(painter, *combo, theme);
    else if (element == CE_ToolBar) {
        painter->fillRect(option->rect, theme.color(ColorRole::Window));
        painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1,
            theme.color(ColorRole::Line));
    } else if (element == CE_ProgressBarGroove)
        roundedRect(painter, option->rect, 2, theme.color(ColorRole::SelectionInactive), QColor(), 0);
    else if (element == CE_ProgressBarContents && progress)
        progressContents(painter, *progress, theme);
    else
        QProxyStyle::drawControl(element, option, painter, widget);
}

void WorkbenchStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    if (drawsControls()) {
        const Theme &theme = this->theme();
        if (const auto *combo = as<QStyleOptionComboBox>(option); combo && control == CC_ComboBox) {
            comboBox(painter, *combo, theme, widget);
            return;
        }
        if (const auto *spin = as<QStyleOptionSpinBox>(option); spin && control == CC_SpinBox) {
            spinBox(painter, *spin, theme, widget);
            return;
        }
        if (const auto *slider = as<QStyleOptionSlider>(option); slider && control == CC_ScrollBar) {
            scrollBar(painter, *slider, theme);
            return;
        }
        if (const auto *tool = as<QStyleOptionToolButton>(option); tool && control == CC_ToolButton) {
            toolButtonPanel(painter, *tool, theme, widget);
            toolButtonLabel(painter, *tool, theme, widget);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QSize WorkbenchStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    if (!drawsControls())
        return QProxyStyle::sizeFromContents(type, option, size, widget);
    const auto *button = as<QStyleOptionButton>(option);
    const auto *tool = as<QStyleOptionToolButton>(option);
    const auto *tab = as<QStyleOptionTab>(option);
    const auto *item = as<QStyleOptionMenuItem>(option);
    if (type == CT_PushButton && button)
        return pushButtonSize(*button, widget);
    if (type == CT_ToolButton && tool)
        return toolButtonSize(*tool);
    if (type == CT_TabBarTab && tab)
        return tabSize(*tab, theme(), widget);
    if (type == CT_MenuItem && item)
        return menuItemSize(*item);
    switch (type) {
    case CT_LineEdit: return {size.width() + 16, controlHeight};
    case CT_ComboBox: return {size.width() + 40, controlHeight};
    case CT_SpinBox: return {size.width() + 36, controlHeight};
    case CT_MenuBarItem: return {size.width() + 22, controlHeight};
    case CT_HeaderSection: {
        const QSize asked = QProxyStyle::sizeFromContents(type, option, size, widget);
        const auto *header = as<QStyleOptionHeader>(option);
        return header && header->orientation == Qt::Vertical ? QSize(asked.width(), 24)
                                                             : QSize(asked.width() + 8, 28);
    }
    case CT_ItemViewItem: {
        const QSize asked = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {asked.width(), qMax(asked.height(), 24)};
    }
    case CT_ProgressBar: return {size.width(), 4};
    default: return QProxyStyle::sizeFromContents(type, option, size, widget);
    }
}

QRect WorkbenchStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    if (drawsControls()) {
        if (const auto *combo = as<QStyleOptionComboBox>(option); combo && control == CC_ComboBox)
            return comboBoxRect(*combo, part);
        if (const auto *spin = as<QStyleOptionSpinBox>(option); spin && control == CC_SpinBox)
            return spinBoxRect(*spin, part);
        if (const auto *slider = as<QStyleOptionSlider>(option); slider && control == CC_ScrollBar)
            return scrollBarRect(*slider, part);
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect WorkbenchStyle::subElementRect(
    SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    if (drawsControls()) {
        const QRect rect = option->rect;
        switch (element) {
        case SE_LineEditContents:
            if (const auto *frame = as<QStyleOptionFrame>(option);
                frame && frame->lineWidth > 0 && !insideField(widget))
                return rect.adjusted(6, 0, -6, 0);
            return rect;
        case SE_PushButtonContents:
        case SE_PushButtonBevel: return rect;
        case SE_TabBarTabRightButton:
            if (const auto *tab = as<QStyleOptionTab>(option)) {
                const QSize size = tab->rightButtonSize;
                return visualRect(option->direction, rect,
                    QRect(QPoint(rect.right() - size.width() - 7,
                              rect.top() + (rect.height() - size.height()) / 2 + 1),
                        size));
            }
            break;
        case SE_HeaderLabel: return rect;
        default: break;
        }
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

} // namespace Workbench::Ui
