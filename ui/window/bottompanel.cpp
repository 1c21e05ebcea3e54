// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/bottompanel.h"

#include "ui/panes/tablepane.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtableview.h"

#include <QBoxLayout>
#include <QStackedWidget>
#include <QTabBar>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

BottomPanel::BottomPanel(QWidget *parent)
    : QWidget(parent)
    , m_strip(new QWidget(this))
    , m_tabs(new QTabBar(m_strip))
    , m_stack(new QStackedWidget(this))
{
    setObjectName(u"bottomPanel"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_strip->setFixedHeight(36);
    auto *row = new QHBoxLayout(m_strip);
    row->setContentsMargins(0, 0, 12, 0);
    row->setSpacing(4);
    m_tabs->setProperty("bottomTabs", true);
    m_tabs->setObjectName(u"bottomTabs"_s);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    row->addWidget(m_tabs);
    row->addStretch(1);
    m_filter = iconField(u"filter"_s, tr("Filter"), m_strip);
    m_filter->setObjectName(u"bottomFilter"_s);
    m_filter->setAccessibleName(tr("Filter rows"));
    m_filter->setFixedWidth(200);
    row->addWidget(m_filter);
    m_pause = iconButton(u"pause"_s, tr("Pause: new rows wait"), m_strip);
    m_pause->setObjectName(u"bottomPause"_s);
    m_pause->setCheckable(true);
    row->addWidget(m_pause);
    m_clear = iconButton(u"trash"_s, tr("Clear"), m_strip);
    m_clear->setObjectName(u"bottomClear"_s);
    row->addWidget(m_clear);
    m_collapse = iconButton(u"chevron-down"_s, tr("Hide this panel"), m_strip);
    m_collapse->setObjectName(u"bottomCollapse"_s);
    row->addWidget(m_collapse);
    column->addWidget(m_strip);
    column->addWidget(separator(Qt::Horizontal, this));
    column->addWidget(m_stack, 1);

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
        if (TablePane *pane = current())
            pane->clear();
    });
    connect(m_collapse, &QToolButton::clicked, this, [this] { setCollapsed(!m_collapsed); });
}

void BottomPanel::addPane(const QString &title, TablePane *pane)
{
    m_stack->addWidget(pane);
    m_filters += QString();
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
}

void BottomPanel::setCompact(bool compact)
{
    m_strip->setFixedHeight(compact ? 32 : 36);
    m_filter->setFixedWidth(compact ? 120 : 200);
    for (int i = 0; i < m_stack->count(); ++i)
        static_cast<TablePane *>(m_stack->widget(i))->setCompact(compact);
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
    setMaximumHeight(collapsed ? m_strip->height() + 1 : QWIDGETSIZE_MAX);
    Q_EMIT collapsedChanged(collapsed);
}

int BottomPanel::heightForRows(int rows) const
{
    constexpr int columnHeader = 28;
    return m_strip->height() + 1 + columnHeader + rows * RowTableView::rowHeightInPixels();
}

int BottomPanel::wholeRowsHeight(int height) const
{
    const double rows = double(height - heightForRows(0)) / RowTableView::rowHeightInPixels();
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
