// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/historypane.h"

#include "ui/models/historymodel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

HistoryPane::HistoryPane(ExchangeLog *log, QWidget *parent)
    : TablePane(tr("Every call is kept here: open it, run it again, compare two, or record it as a fixture."),
          parent)
    , m_log(log)
    , m_model(new HistoryModel(log, this))
{
    setObjectName(u"historyPane"_s);
    view()->setAccessibleName(tr("History of calls"));
    view()->setSelectionMode(QAbstractItemView::ExtendedSelection);
    setUp(m_model, new TextFilterModel(this), {112, 116, 232, 124, 84, 84, 96});
    setSecondRankColumns({HistoryModel::SourceColumn, HistoryModel::NoteColumn});
    connect(view(), &QAbstractItemView::activated, this, [this] {
        if (const QString id = currentExchange(); !id.isEmpty())
            Q_EMIT openRequested(id);
    });
    connect(view(), &QWidget::customContextMenuRequested, this, &HistoryPane::showMenu);
}

QString HistoryPane::currentExchange() const
{
    return currentSourceIndex().data(HistoryModel::ExchangeIdRole).toString();
}

QStringList HistoryPane::chosenExchanges() const
{
    QModelIndexList rows = view()->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList ids;
    for (const QModelIndex &index : std::as_const(rows))
        ids.append(index.data(HistoryModel::ExchangeIdRole).toString());
    return ids;
}

void HistoryPane::clear()
{
    m_log->clearRecords();
}

void HistoryPane::pausedChanged(bool paused)
{
    m_model->setPaused(paused);
}

void HistoryPane::showMenu(const QPoint &position)
{
    const QString id = currentExchange();
    if (id.isEmpty())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), this, [this, id] { Q_EMIT openRequested(id); });
    menu->addAction(icon(u"play"_s), tr("Run Again"), this, [this, id] { Q_EMIT runAgainRequested(id); });
    menu->addAction(icon(u"wire"_s), tr("Show on the Wire"), this, [this, id] { Q_EMIT wireRequested(id); });
    menu->addSeparator();
    const QStringList ids = chosenExchanges();
    menu->addAction(icon(u"record"_s), tr("Record %n results", nullptr, int(ids.size())), this,
        [this, ids] { Q_EMIT recordRequested(ids); });
    menu->addAction(icon(u"compare"_s), ids.size() == 2 ? tr("Compare These Two") : tr("Compare With…"), this,
            [this, ids] { Q_EMIT compareRequested(ids); })
        ->setEnabled(ids.size() == 1 || ids.size() == 2);
    menu->addSeparator();
    menu->addAction(
        icon(u"copy"_s), tr("Copy Note"), this, [this] { copyCurrent(HistoryModel::NoteColumn); });
    menu->popup(view()->viewport()->mapToGlobal(position));
}

} // namespace Workbench::Ui
