// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/pagetabs.h"

#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/pagetabbar.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

PageTabs::PageTabs(const std::function<bool()> &canReopen, QWidget *parent)
    : Strip(parent)
    , m_bar(named(new PageTabBar(this), u"pageTabs"_s, tr("Open operations and tools")))
    , m_list(named(quietButton(u"chevron-down"_s, {}, this), u"allTabs"_s))
    , m_listMenu(named(new QMenu(this), u"allTabsMenu"_s))
    , m_canReopen(canReopen)
{
    m_bar->setContextMenuPolicy(Qt::CustomContextMenu);
    m_bar->setDrawBase(false);
    m_list->setToolTip(tr("All tabs"));
    m_list->setToolButtonStyle(Qt::ToolButtonTextOnly); // the text contains the arrow, after the number
    m_list->setPopupMode(QToolButton::InstantPopup);
    m_list->setMenu(m_listMenu);
    addAll(newRow(this, {0, 0, 4, 0}, 4), {{m_bar, 1}, m_list});
    connect(m_listMenu, &QMenu::aboutToShow, this, &PageTabs::fillList);
    connect(m_bar, &QTabBar::tabCloseRequested, this, &PageTabs::closeRequested);
    connect(m_bar, &QTabBar::tabBarDoubleClicked, this, &PageTabs::pinRequested);
    connect(m_bar, &QWidget::customContextMenuRequested, this, &PageTabs::showMenu);
    hide();
}

void PageTabs::updateCount()
{
    const int count = m_bar->count();
    m_list->setText(tr("%L1 ▾").arg(count));
    m_list->setAccessibleName(tr("All %n tabs", nullptr, count));
    setVisible(count > 0);
}

void PageTabs::fillList()
{
    m_listMenu->clear();
    for (int i = 0; i < m_bar->count(); ++i) {
        const PageTab tab = m_bar->pageTab(i);
        const QString text = tab.detail.isEmpty() ? tab.name : tab.name + u'\t' + tab.detail;
        QAction *action = m_listMenu->addAction(icon(tab.iconName, tab.color),
            QString(text).replace(u'&', u"&&"_s), this, [this, i] { m_bar->setCurrentIndex(i); });
        action->setCheckable(i == m_bar->currentIndex());
        action->setChecked(action->isCheckable());
    }
}

void PageTabs::showMenu(const QPoint &position)
{
    const int index = m_bar->tabAt(position);
    if (index < 0)
        return;
    auto *menu = deletedOnClose(named(new QMenu(this), u"tabMenu"_s));
    const auto add = [&](const QString &text, const QString &name, void (PageTabs::*signal)(int)) {
        return named(
            menu->addAction(text, this, [this, index, signal] { Q_EMIT(this->*signal)(index); }), name);
    };
    add(tr("Close"), u"tabClose"_s, &PageTabs::closeRequested);
    add(tr("Close others"), u"tabCloseOthers"_s, &PageTabs::closeOthersRequested)
        ->setEnabled(m_bar->count() > 1);
    menu->addSeparator();
    if (m_bar->pageTab(index).isPreview)
        add(tr("Keep open"), u"tabKeep"_s, &PageTabs::pinRequested);
    add(tr("Duplicate"), u"tabDuplicate"_s, &PageTabs::duplicateRequested)
        ->setEnabled(m_bar->pageTab(index).isOperation);
    named(menu->addAction(tr("Reopen closed tab"), this, &PageTabs::reopenRequested), u"tabReopen"_s)
        ->setEnabled(m_canReopen());
    menu->addSeparator();
    add(tr("Copy name"), u"tabCopyName"_s, &PageTabs::copyNameRequested);
    menu->popup(m_bar->mapToGlobal(position));
}

} // namespace Workbench::Ui

#include "moc_pagetabs.cpp"
