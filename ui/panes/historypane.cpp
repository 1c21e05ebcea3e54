// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/historypane.h"

#include "ui/models/logmodels.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QKeyEvent>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr QKeyCombination compareKey{Qt::ControlModifier, Qt::Key_D};
}

HistoryPane::HistoryPane(ExchangeLog *log, QWidget *parent)
    : TablePane(tr("Every call of this run is listed here. Open it, run it again, compare two, or record it "
                   "as a fixture."),
          parent)
    , m_log(log)
    , m_model(new HistoryModel(log, this))
{
    setObjectName(u"historyPane"_s);
    view()->setAccessibleName(tr("History of calls"));
    view()->setSelectionMode(QAbstractItemView::ExtendedSelection);
    setUp(m_model, new TextFilterModel(this), {{}, {80, 1}, {120, 2}, {80, 3}, {}, {}, {}, {}, {80, 3}});
    view()->installEventFilter(this);
    setSecondRankColumns({HistoryModel::SourceColumn, HistoryModel::NoteColumn});
    connect(view(), &QAbstractItemView::activated, this, [this] {
        if (const QString id = currentExchange(); !id.isEmpty())
            Q_EMIT openRequested(id);
    });
    connect(this, &TablePane::pausedChanged, m_model, &HistoryModel::setPaused);
}

//! Handles the shortcut of Compare. It applies to the chosen rows while the table has the focus, and to the
//! current page otherwise.
bool HistoryPane::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (isKey && static_cast<QKeyEvent *>(event)->keyCombination() == compareKey) {
        const QStringList ids = chosenExchanges();
        if (!ids.isEmpty()) {
            event->accept();
            if (event->type() == QEvent::KeyPress)
                Q_EMIT compareRequested(ids);
            return true;
        }
    }
    return TablePane::eventFilter(watched, event);
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

std::function<void()> HistoryPane::clear()
{
    return undoOf(m_log, m_log->clearRecords(), &ExchangeLog::restoreRecords);
}

void HistoryPane::fillMenu(QMenu *menu)
{
    const QString id = currentExchange();
    if (id.isEmpty())
        return;
    menu->addAction(tr("Open"), this, [this, id] { Q_EMIT openRequested(id); });
    menu->addAction(icon(u"play"_s), tr("Run again"), this, [this, id] { Q_EMIT runAgainRequested(id); });
    menu->addAction(icon(u"wire"_s), tr("Show in Wire"), this, [this, id] { Q_EMIT wireRequested(id); });
    menu->addSeparator();
    const QStringList ids = chosenExchanges();
    menu->addAction(icon(u"record"_s), tr("Record %n results", nullptr, int(ids.size())), this,
        [this, ids] { Q_EMIT recordRequested(ids); });
    menu->addAction(icon(u"compare"_s), ids.size() == 2 ? tr("Compare these two") : tr("Compare with…"), this,
            [this, ids] { Q_EMIT compareRequested(ids); })
        ->setEnabled(ids.size() == 1 || ids.size() == 2);
    menu->addSeparator();
    named(menu->addAction(icon(u"terminal"_s), tr("Copy as envelope command"), this,
              [this, id] { Q_EMIT commandRequested(id); }),
        u"copyAsCommand"_s);
    const ExchangeRecord *record = m_log->findRecord(id);
    if (record && !record->taskId.isEmpty()) {
        named(menu->addAction(tr("Copy task id"), this, [taskId = record->taskId] { copyText(taskId); }),
            u"copyTaskId"_s);
    }
    menu->addAction(
        icon(u"copy"_s), tr("Copy note"), this, [this] { copyCurrent(HistoryModel::NoteColumn); });
}

} // namespace Workbench::Ui

#include "moc_historypane.cpp"
