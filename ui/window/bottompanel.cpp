// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/bottompanel.h"

#include "ui/forms/findbar.h"
#include "ui/panes/tablepane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/zoom.h"

#include <QEvent>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabBar>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

BottomPanel::BottomPanel(QWidget *parent)
    : QWidget(parent)
    , m_strip(new QWidget(this))
    , m_tabs(named(new QTabBar(m_strip), u"bottomTabs"_s))
    , m_stack(new QStackedWidget(this))
{
    setObjectName(u"bottomPanel"_s);
    setZoomedHeight(m_strip, 36);
    m_tabs->setProperty("bottomTabs", true);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_filter = named(iconField(u"filter"_s, tr("Filter"), m_strip), u"bottomFilter"_s, tr("Filter rows"));
    m_filter->setFixedWidth(200);
    m_pause = named(iconButton(u"pause"_s, tr("Pause: hold back new rows"), m_strip), u"bottomPause"_s);
    m_pause->setCheckable(true);
    m_clear = named(iconButton(u"trash"_s, tr("Clear"), m_strip), u"bottomClear"_s);
    m_collapse = named(iconButton(u"chevron-down"_s, tr("Hide this panel"), m_strip), u"bottomCollapse"_s);
    addAll(newRow(m_strip, {0, 0, 12, 0}, 4), {m_tabs, Stretch{}, m_filter, m_pause, m_clear, m_collapse});
    addAll(newColumn(this), {m_strip, separator(Qt::Horizontal, this), {m_stack, 1}});

    connect(m_tabs, &QTabBar::currentChanged, this, &BottomPanel::currentChanged);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this] { setCollapsed(false); });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (TablePane *pane = current()) {
            m_filters[m_stack->currentIndex()] = text;
            pane->setFilterText(text);
        }
    });
    connect(m_pause, &QToolButton::toggled, this, [this](bool on) {
        if (TablePane *pane = current())
            pane->setPaused(on);
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        TablePane *pane = current();
        if (const std::function<void()> undo = pane ? pane->clear() : nullptr)
            Q_EMIT undoOffered(tr("%1 was cleared.").arg(m_tabs->tabText(m_tabs->currentIndex())), undo);
    });
    connect(m_collapse, &QToolButton::clicked, this, [this] { setCollapsed(!m_collapsed); });
    auto *find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_filter, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    FindBar::openInnermost(find);
}

void BottomPanel::addPane(const QString &title, TablePane *pane)
{
    m_stack->addWidget(pane);
    m_filters += QString();
    connect(pane, &TablePane::filterCleared, this, [this, pane] {
        m_filters[m_stack->indexOf(pane)].clear();
        pane->setFilterText({});
        if (pane == current())
            m_filter->clear();
    });
    m_tabs->addTab(title);
    if (QWidget *tools = pane->tools()) {
        auto *row = static_cast<QHBoxLayout *>(m_strip->layout());
        row->insertWidget(row->indexOf(m_filter), tools);
        tools->hide();
    }
}

TablePane *BottomPanel::current() const
{
    return static_cast<TablePane *>(m_stack->currentWidget());
}

void BottomPanel::currentChanged()
{
    const int index = m_tabs->currentIndex();
    if (index < 0 || index >= m_stack->count())
        return;
    m_stack->setCurrentIndex(index);
    const QSignalBlocker filter(m_filter);
    const QSignalBlocker pause(m_pause);
    m_filter->setText(m_filters.at(index));
    m_pause->setChecked(current()->isPaused());
    m_pause->setVisible(current()->canPause());
    m_clear->setToolTip(current()->clearText());
    m_clear->setAccessibleName(current()->clearText());
    for (int i = 0; i < m_stack->count(); ++i) {
        if (QWidget *tools = static_cast<TablePane *>(m_stack->widget(i))->tools())
            tools->setVisible(i == index);
    }
}

void BottomPanel::showPane(TablePane *pane)
{
    setCollapsed(false);
    m_tabs->setCurrentIndex(m_stack->indexOf(pane));
    m_filter->clear(); // it may hide the rows that must be shown
}

void BottomPanel::setCompact(bool compact)
{
    setZoomedHeight(m_strip, compact ? 32 : 36);
    m_filter->setFixedWidth(compact ? 120 : 200);
    for (int i = 0; i < m_stack->count(); ++i)
        static_cast<TablePane *>(m_stack->widget(i))->setCompact(compact);
    if (m_collapsed)
        setMaximumHeight(collapsedHeight());
}

int BottomPanel::collapsedHeight() const
{
    return m_strip->maximumHeight() + 1;
}

void BottomPanel::setCollapsed(bool collapsed)
{
    if (collapsed == m_collapsed)
        return;
    m_collapsed = collapsed;
    m_stack->setVisible(!collapsed);
    m_collapse->setIcon(icon(collapsed ? u"chevron-up"_s : u"chevron-down"_s));
    m_collapse->setToolTip(collapsed ? tr("Show this panel") : tr("Hide this panel"));
    m_collapse->setAccessibleName(m_collapse->toolTip());
    setMaximumHeight(collapsed ? collapsedHeight() : QWIDGETSIZE_MAX);
    Q_EMIT collapsedChanged(collapsed);
}

void BottomPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_collapsed)
        setMaximumHeight(collapsedHeight());
}

int BottomPanel::heightForRows(int rows) const
{
    const int columnHeader = zoomed(28);
    return collapsedHeight() + columnHeader + rows * RowDelegate::rowHeight();
}

int BottomPanel::wholeRowsHeight(int height) const
{
    const double rows = double(height - heightForRows(0)) / RowDelegate::rowHeight();
    return heightForRows(std::max(1, qRound(rows)));
}

int BottomPanel::currentIndex() const
{
    return m_tabs->currentIndex();
}

void BottomPanel::setCurrentIndex(int index)
{
    m_tabs->setCurrentIndex(index);
}

} // namespace Workbench::Ui

#include "moc_bottompanel.cpp"
