// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/workbenchstyle.h"

#include "ui/theme/icons.h"
#include "ui/theme/pagetabbar.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/styleparts_p.h"
#include "ui/theme/zoom.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFontInfo>
#include <QFormLayout>
#include <QFrame>
#include <QHash>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QTabBar>
#include <QToolTip>

#include <algorithm>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;
using namespace StyleParts;

namespace {

Theme themeFor(WorkbenchStyle::Scheme scheme)
{
    const bool dark = scheme == WorkbenchStyle::Scheme::Dark
        || (scheme == WorkbenchStyle::Scheme::System
            && QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark);
    return dark ? Theme::dark() : Theme::light();
}

//! Returns our icon for a standard icon of Qt, and its colour. An empty name: use Qt's icon.
std::pair<QString, ColorRole> ownIcon(QStyle::StandardPixmap standard)
{
    using enum QStyle::StandardPixmap;
    switch (standard) {
    case SP_MessageBoxQuestion:
    case SP_MessageBoxInformation: return {u"info"_s, ColorRole::Accent};
    case SP_MessageBoxWarning: return {u"warning"_s, ColorRole::Warning};
    case SP_MessageBoxCritical: return {u"outcome-error"_s, ColorRole::Error};
    default: break;
    }
    static const QHash<QStyle::StandardPixmap, QString> plain{{SP_LineEditClearButton, u"close"_s},
        {SP_TitleBarCloseButton, u"close"_s}, {SP_DialogCloseButton, u"close"_s}, {SP_DirIcon, u"folder"_s},
        {SP_DirOpenIcon, u"folder"_s}, {SP_DirClosedIcon, u"folder"_s}, {SP_DirLinkIcon, u"folder"_s},
        {SP_DirLinkOpenIcon, u"folder"_s}, {SP_DirHomeIcon, u"folder"_s}, {SP_DesktopIcon, u"folder"_s},
        {SP_ComputerIcon, u"server"_s}, {SP_DriveHDIcon, u"server"_s}, {SP_DriveFDIcon, u"server"_s},
        {SP_DriveCDIcon, u"server"_s}, {SP_DriveDVDIcon, u"server"_s}, {SP_DriveNetIcon, u"globe"_s},
        {SP_TrashIcon, u"trash"_s}, {SP_FileDialogNewFolder, u"plus"_s}, {SP_FileIcon, u"resource"_s},
        {SP_FileLinkIcon, u"resource"_s}, {SP_FileDialogToParent, u"chevron-up"_s},
        {SP_ArrowUp, u"chevron-up"_s}, {SP_ArrowDown, u"chevron-down"_s}, {SP_ArrowBack, u"chevron-left"_s},
        {SP_FileDialogBack, u"chevron-left"_s}, {SP_ArrowLeft, u"chevron-left"_s},
        {SP_ArrowForward, u"chevron-right"_s}, {SP_ArrowRight, u"chevron-right"_s},
        {SP_FileDialogDetailedView, u"table"_s}, {SP_FileDialogListView, u"text"_s}};
    return {plain.value(standard), ColorRole::TextSecond};
}

//! Returns whether the wheel can change the value of \a widget.
bool takesWheel(const QWidget *widget)
{
    const bool isSlider =
        qobject_cast<const QAbstractSlider *>(widget) && !qobject_cast<const QScrollBar *>(widget);
    return isSlider || qobject_cast<const QComboBox *>(widget)
        || qobject_cast<const QAbstractSpinBox *>(widget);
}

//! Returns whether the wheel may change the value of \a widget: only if it has the focus. The first field of
//! a page gets the focus when the page opens; while it has no value, the wheel scrolls the page instead.
bool mayTurn(const QWidget *widget)
{
    if (!widget->hasFocus())
        return false;
    const auto *choice = qobject_cast<const QComboBox *>(widget);
    const auto *number = qobject_cast<const QAbstractSpinBox *>(widget);
    return choice ? choice->currentIndex() >= 0 : !number || !number->text().isEmpty();
}

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
        roundedRect(painter, option.rect, controlRadius, theme.color(ColorRole::SelectionInactive));
    paintIcon(painter, option.rect.adjusted(2, 2, -2, -2), u"close"_s, theme.color(ColorRole::TextSecond));
}

//! Returns the value of \a key in \a table; null: it is not in the table.
template <typename Key, size_t size> const int *valueOf(const std::pair<Key, int> (&table)[size], Key key)
{
    const auto found = std::ranges::find(table, key, &std::pair<Key, int>::first);
    return found == std::end(table) ? nullptr : &found->second;
}

} // namespace

WorkbenchStyle::WorkbenchStyle(const QString &base)
    : QProxyStyle(base)
    , m_theme(themeFor(m_scheme))
{
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (m_scheme == Scheme::System)
            setScheme(Scheme::System);
    });
}

void WorkbenchStyle::setScheme(Scheme scheme)
{
    m_scheme = scheme;
    // so that the platform's own dialogs and window frames follow
    QStyleHints *hints = QGuiApplication::styleHints();
    if (scheme == Scheme::System)
        hints->unsetColorScheme();
    else
        hints->setColorScheme(scheme == Scheme::Dark ? Qt::ColorScheme::Dark : Qt::ColorScheme::Light);
    m_theme = themeFor(scheme);
    clearIconCache();
    if (QApplication::style() == this) {
        const QPalette palette = m_theme.palette();
        QApplication::setPalette(palette);
        QToolTip::setPalette(palette);
    }
    Q_EMIT themeChanged();
}

void WorkbenchStyle::setZoom(int percent)
{
    if (percent == m_zoom)
        return;
    QFont font = QApplication::font();
    if (m_usualPixels == 0)
        m_usualPixels = QFontInfo(font).pixelSize();
    m_zoom = std::clamp(percent, smallestZoom, largestZoom);
    font.setPixelSize(qRound(m_usualPixels * m_zoom / 100.0));
    QApplication::setFont(font); // the font sizes of the theme follow
    std::ranges::for_each(QApplication::allWidgets(), &followZoom);
    showFonts();
}

void WorkbenchStyle::setFontFamilies(const QString &text, const QString &data)
{
    QFont font = QApplication::font();
    if (m_usualFamily.isEmpty())
        m_usualFamily = font.family();
    font.setFamily(text.isEmpty() ? m_usualFamily : text);
    if (font.family() != QApplication::font().family())
        QApplication::setFont(font);
    Theme::setDataFont(data.isEmpty() ? std::nullopt : std::optional(QFont(data)));
    showFonts();
}

void WorkbenchStyle::showFonts()
{
    for (QWidget *widget : QApplication::allWidgets()) { // widgets with their own font get no change event
        QEvent change(QEvent::StyleChange);
        QApplication::sendEvent(widget, &change);
    }
}

QIcon WorkbenchStyle::standardIcon(
    StandardPixmap standard, const QStyleOption *option, const QWidget *widget) const
{
    const auto [name, role] = ownIcon(standard);
    return name.isEmpty() ? QProxyStyle::standardIcon(standard, option, widget) : icon(name, role);
}

QPixmap WorkbenchStyle::standardPixmap(
    StandardPixmap standard, const QStyleOption *option, const QWidget *widget) const
{
    const auto [name, role] = ownIcon(standard);
    return name.isEmpty() ? QProxyStyle::standardPixmap(standard, option, widget)
                          : icon(name, role).pixmap(16, 16);
}

bool WorkbenchStyle::drawsControls() const
{
    return baseStyle()->name() == "fusion"_L1;
}

bool WorkbenchStyle::wantsMotion() const
{
    return drawsControls() || baseStyle()->styleHint(SH_Widget_Animation_Duration) > 0;
}

int WorkbenchStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    static constexpr std::pair<PixelMetric, int> overAnyStyle[] = {{PM_SplitterWidth, 1},
        {PM_DockWidgetSeparatorExtent, 1}, {PM_SmallIconSize, 16}, {PM_ButtonIconSize, 16},
        {PM_ListViewIconSize, 16}, {PM_TabBarIconSize, 16}, {PM_ToolBarIconSize, 16},
        {PM_ToolBarItemSpacing, 8}, {PM_ToolBarItemMargin, 8}, {PM_ToolBarFrameWidth, 0},
        {PM_LayoutHorizontalSpacing, 8}, {PM_LayoutVerticalSpacing, 8}, {PM_TreeViewIndentation, 16}};
    static constexpr std::pair<PixelMetric, int> overFusion[] = {{PM_ScrollBarExtent, 12},
        {PM_ScrollBarSliderMin, 24}, {PM_ScrollView_ScrollBarSpacing, 0}, {PM_ScrollView_ScrollBarOverlap, 0},
        {PM_IndicatorWidth, 14}, {PM_IndicatorHeight, 14}, {PM_ExclusiveIndicatorWidth, 14},
        {PM_ExclusiveIndicatorHeight, 14}, {PM_CheckBoxLabelSpacing, 8}, {PM_RadioButtonLabelSpacing, 8},
        {PM_ButtonShiftHorizontal, 0}, {PM_ButtonShiftVertical, 0}, {PM_ButtonDefaultIndicator, 0},
        {PM_MenuBarPanelWidth, 0}, {PM_MenuBarVMargin, 0}, {PM_MenuBarItemSpacing, 0}, {PM_MenuBarHMargin, 7},
        {PM_MenuPanelWidth, 1}, {PM_MenuVMargin, 4}, {PM_MenuHMargin, 0}, {PM_SubMenuOverlap, -1},
        {PM_TabBarScrollButtonWidth, 28}, {PM_TabBarTabHSpace, 24}, {PM_TabBarTabVSpace, 0},
        {PM_TabBarTabOverlap, 0}, {PM_TabBarTabShiftHorizontal, 0}, {PM_TabBarTabShiftVertical, 0},
        {PM_TabBarBaseOverlap, 0}, {PM_TabBarBaseHeight, 1}, {PM_TabCloseIndicatorWidth, 20},
        {PM_TabCloseIndicatorHeight, 20}, {PM_FocusFrameHMargin, 6}, {PM_HeaderMargin, 8},
        {PM_HeaderDefaultSectionSizeHorizontal, 120}, {PM_ToolTipLabelFrameWidth, 6},
        {PM_LineEditIconMargin, 4}};
    switch (metric) {
    case PM_DefaultFrameWidth:
        if (widget
            && (widget->inherits("QComboBoxPrivateContainer") || qobject_cast<const QComboBox *>(widget)))
            return 1;
        if (qobject_cast<const QAbstractItemView *>(widget))
            return 0;
        return StyleParts::isTextEditor(widget) ? 2 : 1;
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin: return widget && widget->isWindow() ? 16 : 12;
    default: break;
    }
    const int *own = valueOf(overAnyStyle, metric);
    if (!own && drawsControls())
        own = valueOf(overFusion, metric);
    return own ? *own : QProxyStyle::pixelMetric(metric, option, widget);
}

int WorkbenchStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    static constexpr std::pair<StyleHint, int> overAnyStyle[] = {{SH_ItemView_ActivateItemOnSingleClick, 0},
        {SH_ItemView_ShowDecorationSelected, 1}, {SH_ScrollView_FrameOnlyAroundContents, 0},
        {SH_TabBar_ElideMode, int(Qt::ElideMiddle)},
        {SH_FormLayoutFieldGrowthPolicy, int(QFormLayout::ExpandingFieldsGrow)},
        {SH_FormLayoutLabelAlignment, int(Qt::AlignLeft) | int(Qt::AlignVCenter)}, {SH_Widget_Animate, 0},
        {SH_Widget_Animation_Duration, 0}};
    static constexpr std::pair<StyleHint, int> overFusion[] = {{SH_EtchDisabledText, 0},
        {SH_UnderlineShortcut, 0}, {SH_ComboBox_Popup, 0}, {SH_ScrollBar_Transient, 0},
        {SH_DialogButtonBox_ButtonsHaveIcons, 0},
        {SH_ComboBox_PopupFrameStyle, int(QFrame::StyledPanel) | int(QFrame::Plain)},
        {SH_TabBar_Alignment, int(Qt::AlignLeft)}, {SH_TabBar_CloseButtonPosition, int(QTabBar::RightSide)},
        {SH_Menu_SubMenuPopupDelay, 100}, {SH_ScrollBar_LeftClickAbsolutePosition, 0},
        {SH_TabBar_AllowWheelScrolling, 0}}; // the wheel must not change the current tab
    const int *own = valueOf(overAnyStyle, hint);
    if (!own && drawsControls())
        own = valueOf(overFusion, hint);
    return own ? *own : QProxyStyle::styleHint(hint, option, widget, data);
}

void WorkbenchStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractItemView *>(widget) && !widget->inherits("QComboBoxListView"))
        static_cast<QFrame *>(static_cast<QAbstractScrollArea *>(widget))->setFrameShape(QFrame::NoFrame);
    if (widget->inherits("QTipLabel")) // tool tips show texts of peers, so never as markup
        static_cast<QLabel *>(widget)->setTextFormat(Qt::PlainText);
    if (drawsControls()
        && (widget->inherits("QTabBar") || widget->inherits("QComboBox")
            || widget->inherits("QAbstractSpinBox")))
        widget->setAttribute(Qt::WA_Hover);
    if (takesWheel(widget)) {
        widget->installEventFilter(this);
        if (widget->focusPolicy() == Qt::WheelFocus)
            widget->setFocusPolicy(Qt::StrongFocus);
    }
}

void WorkbenchStyle::unpolish(QWidget *widget)
{
    widget->removeEventFilter(this);
    QProxyStyle::unpolish(widget);
}

bool WorkbenchStyle::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel && !mayTurn(static_cast<QWidget *>(watched))) {
        event->ignore();
        return true;
    }
    return QProxyStyle::eventFilter(watched, event);
}

void WorkbenchStyle::polish(QPalette &palette)
{
    palette = m_theme.palette();
}

void WorkbenchStyle::polish(QApplication *application)
{
    QProxyStyle::polish(application);
    // Platforms without a desktop have no useful font; the measures were designed for 13 pixels.
    const QString platform = QGuiApplication::platformName();
    if ((platform == "offscreen"_L1 || platform == "minimal"_L1) && QApplication::font().pixelSize() < 0) {
        QFont font = QApplication::font();
        font.setPixelSize(13);
        QApplication::setFont(font);
    }
    QToolTip::setPalette(m_theme.palette());
}

QPalette WorkbenchStyle::standardPalette() const
{
    return m_theme.palette();
}

// Drawing and geometry apply only over Fusion: a desktop with its own style keeps its controls.
void WorkbenchStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = this->theme();
    if ((element == PE_PanelItemViewRow || element == PE_PanelItemViewItem)
        && qobject_cast<const RowTreeView *>(widget))
        return; // the view fills its rows itself
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
            roundedRect(painter, option->rect, 0, QColor(), theme.color(ColorRole::Line));
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: checkBox(painter, *option, theme); return;
    case PE_IndicatorRadioButton: radioButton(painter, *option, theme); return;
    case PE_FrameFocusRect:
        if (!qobject_cast<const QAbstractItemView *>(widget)
            && !qobject_cast<const QAbstractButton *>(widget))
            roundedRect(painter, option->rect, controlRadius, QColor(), theme.color(ColorRole::Accent));
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
    case PE_PanelTipLabel:
        roundedRect(painter, option->rect, 0,
            element == PE_FrameMenu ? QColor() : theme.color(ColorRole::Base),
            theme.color(ColorRole::ButtonOutline));
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
    case PE_IndicatorTabTearLeft:
    case PE_IndicatorTabTearRight: return; // the scroll buttons end the tabs; nothing to draw
    case PE_IndicatorArrowDown: return chevron(painter, *option, theme, Qt::DownArrow);
    case PE_IndicatorArrowUp: return chevron(painter, *option, theme, Qt::UpArrow);
    case PE_IndicatorArrowLeft: return chevron(painter, *option, theme, Qt::LeftArrow);
    case PE_IndicatorArrowRight: return chevron(painter, *option, theme, Qt::RightArrow);
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
    const auto *pages = qobject_cast<const PageTabBar *>(widget);
    if (const auto *tab = as<QStyleOptionTab>(option); pages && tab && element == CE_TabBarTabLabel) {
        pages->paintTab(painter, *tab);
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
    else if (element == CE_Header && header) { // the common style would add its own margins around the label
        barPanel(painter, option->rect, theme, ColorRole::Base);
        headerLabel(painter, *header, theme);
    } else if (element == CE_HeaderSection || element == CE_HeaderEmptyArea)
        barPanel(painter, option->rect, theme, ColorRole::Base);
    else if (element == CE_HeaderLabel && header)
        headerLabel(painter, *header, theme);
    else if (element == CE_MenuBarItem && item)
        menuBarItem(painter, *item, theme);
    else if (element == CE_MenuBarEmptyArea)
        painter->fillRect(option->rect, theme.color(ColorRole::Window));
    else if (element == CE_MenuItem && item)
        menuItem(painter, *item, theme);
    else if (element == CE_ComboBoxLabel && combo)
        comboBoxLabel(painter, *combo, theme);
    else if (element == CE_ToolBar)
        barPanel(painter, option->rect, theme, ColorRole::Window);
    else if (element == CE_ProgressBarGroove)
        roundedRect(painter, option->rect, 2, theme.color(ColorRole::SelectionInactive));
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
    case CT_LineEdit: return {size.width() + 16, zoomed(controlHeight)};
    case CT_ComboBox: return {size.width() + 40, zoomed(controlHeight)};
    case CT_SpinBox: return {size.width() + 36, zoomed(controlHeight)};
    case CT_MenuBarItem: return {size.width() + 22, zoomed(controlHeight)};
    case CT_HeaderSection: {
        const QSize asked = QProxyStyle::sizeFromContents(type, option, size, widget);
        const auto *header = as<QStyleOptionHeader>(option);
        return header && header->orientation == Qt::Vertical ? QSize(asked.width(), zoomed(24))
                                                             : QSize(asked.width() + 8, zoomed(28));
    }
    case CT_ItemViewItem: {
        const QSize asked = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {asked.width(), qMax(asked.height(), zoomed(24))};
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

#include "moc_workbenchstyle.cpp"
