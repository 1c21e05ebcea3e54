// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/tablepane.h"

#include "ui/forms/themelabel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>

namespace Workbench::Ui {

TablePane::TablePane(const QString &emptyText, QWidget *parent)
    : QWidget(parent)
    , m_emptyText(emptyText)
    , m_view(named(new RowTreeView, QStringLiteral("table")))
    , m_empty(new ThemeLabel(emptyText, ColorRole::TextSecond, FontRole::Body))
    , m_splitter(new QSplitter)
    , m_stack(new QStackedLayout(this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setObjectName(QStringLiteral("emptyText"));
    m_view->setRootIsDecorated(false);
    m_view->setAllColumnsShowFocus(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_splitter->addWidget(m_view);
    m_splitter->setChildrenCollapsible(false);
    m_stack->addWidget(m_splitter);
    m_stack->addWidget(m_empty);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        auto *menu = deletedOnClose(new QMenu(this));
        fillMenu(menu);
        if (menu->isEmpty())
            delete menu;
        else
            menu->popup(m_view->viewport()->mapToGlobal(position));
    });
}

void TablePane::setUp(QAbstractItemModel *model, TextFilterModel *filter, const QList<FittedColumn> &columns)
{
    m_filter = filter;
    filter->setSourceModel(model);
    m_view->setModel(filter);
    m_fit = new ColumnFit(m_view, m_view->header(), columns);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(filter, signal, this, &TablePane::updateEmptyState);
    connect(filter, &QAbstractItemModel::modelReset, this, &TablePane::updateEmptyState);
    updateEmptyState();
}

void TablePane::setEmptyText(const QString &text)
{
    m_emptyText = text;
    updateEmptyState();
}

void TablePane::setDetails(QWidget *details)
{
    m_splitter->addWidget(details);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
}

void TablePane::setCompact(bool compact)
{
    for (const int column : std::as_const(m_secondRank))
        m_view->setColumnHidden(column, compact);
    m_fit->fit();
}

void TablePane::setFilterText(const QString &text)
{
    m_filter->setText(text);
    updateEmptyState();
}

void TablePane::setPaused(bool paused)
{
    m_paused = paused;
    Q_EMIT pausedChanged(paused);
}

void TablePane::updateEmptyState()
{
    const bool isEmpty = m_filter->rowCount() == 0;
    const bool isFiltered = m_filter->sourceModel()->rowCount() > 0;
    m_empty->setText(isFiltered ? tr("Nothing matches the filter.") : m_emptyText);
    m_stack->setCurrentIndex(isEmpty ? 1 : 0);
}

QModelIndex TablePane::currentSourceIndex() const
{
    return m_filter->mapToSource(m_view->currentIndex());
}

void TablePane::copyCurrent(int column)
{
    const QModelIndex current = m_view->currentIndex();
    if (current.isValid())
        copyText(current.siblingAtColumn(column).data().toString());
}

} // namespace Workbench::Ui

#include "moc_tablepane.cpp"
