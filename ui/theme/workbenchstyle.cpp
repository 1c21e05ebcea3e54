// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/workbenchstyle.h"

#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/styleparts_p.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QStyleHints>
#include <QTabBar>
#include <QToolTip>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

struct WorkbenchStyle::Private {
    Scheme scheme = Scheme::System;
    Theme theme = Theme::light();
};

namespace {

Theme themeFor(WorkbenchStyle::Scheme scheme)
{
    const bool dark = scheme == WorkbenchStyle::Scheme::Dark
        || (scheme == WorkbenchStyle::Scheme::System
            && QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark);
    return dark ? Theme::dark() : Theme::light();
}

} // namespace

WorkbenchStyle::WorkbenchStyle(const QString &base)
    : QProxyStyle(base)
    , d(std::make_shared<Private>())
{
    d->theme = themeFor(d->scheme);
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (d->scheme == Scheme::System)
            setScheme(Scheme::System);
    });
}

void WorkbenchStyle::setScheme(Scheme scheme)
{
    d->scheme = scheme;
    // the platform's own dialogs and window frames follow
    QStyleHints *hints = QGuiApplication::styleHints();
    if (scheme == Scheme::System)
        hints->unsetColorScheme();
    else
        hints->setColorScheme(scheme == Scheme::Dark ? Qt::ColorScheme::Dark : Qt::ColorScheme::Light);
    d->theme = themeFor(scheme);
    clearIconCache();
    if (QApplication::style() == this) {
        const QPalette palette = d->theme.palette();
        QApplication::setPalette(palette);
        QToolTip::setPalette(palette);
    }
    Q_EMIT themeChanged();
}

WorkbenchStyle::Scheme WorkbenchStyle::scheme() const
{
    return d->scheme;
}

const Theme &WorkbenchStyle::theme() const
{
    return d->theme;
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
    switch (metric) {
    case PM_SplitterWidth:
    case PM_DockWidgetSeparatorExtent: return 1;
    case PM_DefaultFrameWidth:
        if (widget
            && (widget->inherits("QComboBoxPrivateContainer") || qobject_cast<const QComboBox *>(widget)))
            return 1;
        if (qobject_cast<const QAbstractItemView *>(widget))
            return 0;
        return StyleParts::isTextEditor(widget) ? 2 : 1;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
    case PM_ToolBarIconSize: return 16;
    case PM_ToolBarItemSpacing: return 8;
    case PM_ToolBarItemMargin: return 8;
    case PM_ToolBarFrameWidth: return 0;
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin: return widget && widget->isWindow() ? 16 : 12;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return 8;
    case PM_TreeViewIndentation: return 16;
    default: break;
    }
    if (!drawsControls())
        return QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_ScrollBarExtent: return 12;
    case PM_ScrollBarSliderMin: return 24;
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ScrollView_ScrollBarOverlap: return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 14;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return 8;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_ButtonDefaultIndicator: return 0;
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_MenuBarItemSpacing: return 0;
    case PM_MenuBarHMargin: return 7;
    case PM_MenuPanelWidth: return 1;
    case PM_MenuVMargin: return 4;
    case PM_MenuHMargin: return 0;
    case PM_SubMenuOverlap: return -1;
    case PM_TabBarTabHSpace: return 24;
    case PM_TabBarTabVSpace: return 0;
    case PM_TabBarTabOverlap:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseOverlap: return 0;
    case PM_TabBarBaseHeight: return 1;
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight: return 20;
    case PM_FocusFrameHMargin: return 6;
    case PM_HeaderMargin: return 8;
    case PM_HeaderDefaultSectionSizeHorizontal: return 120;
    case PM_ToolTipLabelFrameWidth: return 6;
    case PM_LineEditIconMargin: return 4;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WorkbenchStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ItemView_ActivateItemOnSingleClick: return 0;
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_ScrollView_FrameOnlyAroundContents: return 0;
    case SH_TabBar_ElideMode: return Qt::ElideMiddle;
    case SH_FormLayoutFieldGrowthPolicy: return QFormLayout::ExpandingFieldsGrow;
    case SH_FormLayoutLabelAlignment: return int(Qt::AlignLeft | Qt::AlignVCenter);
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration: return 0;
    default: break;
    }
    if (!drawsControls())
        return QProxyStyle::styleHint(hint, option, widget, data);
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_UnderlineShortcut:
    case SH_ComboBox_Popup:
    case SH_ScrollBar_Transient:
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
    case SH_ComboBox_PopupFrameStyle: return int(QFrame::StyledPanel) | int(QFrame::Plain);
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    case SH_TabBar_CloseButtonPosition: return QTabBar::RightSide;
    case SH_Menu_SubMenuPopupDelay: return 100;
    case SH_ScrollBar_LeftClickAbsolutePosition: return 0;
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

void WorkbenchStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractItemView *>(widget) && !widget->inherits("QComboBoxListView"))
        static_cast<QFrame *>(static_cast<QAbstractScrollArea *>(widget))->setFrameShape(QFrame::NoFrame);
    if (widget->inherits("QTipLabel")) // what peers wrote stands in tool tips: text, never markup
        static_cast<QLabel *>(widget)->setTextFormat(Qt::PlainText);
    if (drawsControls()
        && (widget->inherits("QTabBar") || widget->inherits("QComboBox")
            || widget->inherits("QAbstractSpinBox")))
        widget->setAttribute(Qt::WA_Hover);
}

void WorkbenchStyle::polish(QPalette &palette)
{
    palette = d->theme.palette();
}

void WorkbenchStyle::polish(QApplication *application)
{
    QProxyStyle::polish(application);
    // Platforms without a desktop name no font worth asking for; 13 pixels is the size the measures were made
    // for.
    const QString platform = QGuiApplication::platformName();
    if ((platform == "offscreen"_L1 || platform == "minimal"_L1) && QApplication::font().pixelSize() < 0) {
        QFont font = QApplication::font();
        font.setPixelSize(13);
        QApplication::setFont(font);
    }
    QToolTip::setPalette(d->theme.palette());
}

QPalette WorkbenchStyle::standardPalette() const
{
    return d->theme.palette();
}

} // namespace Workbench::Ui
