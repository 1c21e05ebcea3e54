// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/checkmodel.h"

#include "core/base/visibletext.h"
#include "core/envelope/explanation/recognition.h"
#include "ui/models/coretexts.h"
#include "ui/models/shownlayers.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

StateLook lookOf(const CheckRun &run, bool isRunning)
{
    switch (run.outcome) {
    case CheckRun::Outcome::Answered: return {u"outcome-ok"_s, CheckModel::tr("answered"), ColorRole::Ok};
    case CheckRun::Outcome::Failed: return {u"outcome-error"_s, CheckModel::tr("failed"), ColorRole::Error};
    case CheckRun::Outcome::NotCalled: break;
    }
    if (isRunning && run.reason.isEmpty())
        return {u"state-connecting"_s, CheckModel::tr("waiting"), ColorRole::Warning};
    return {u"minus"_s, CheckModel::tr("not called"), ColorRole::Stale};
}

} // namespace

CheckModel::CheckModel(QObject *parent)
    : ListTableModel({{tr("Operation")}, {tr("Outcome"), CutAtEnd}, {tr("ms"), Numbers}, {tr("Envelope")},
                         {tr("Findings"), NumberFont}},
          parent)
{
}

void CheckModel::setReport(const CheckReport &report, bool isRunning)
{
    beginResetModel();
    m_runs = report.runs;
    m_isRunning = isRunning;
    m_rows.clear();
    for (qsizetype row = 0; row < m_runs.size(); ++row)
        m_rows.insert(m_runs.at(row).operation, int(row));
    m_counts.clear();
    for (const CheckFinding &finding : report.findings) {
        Count &count = m_counts[finding.operation];
        ++count.findings;
        count.worst = std::min(count.worst, finding.severity); // the worst severity has the smallest value
    }
    endResetModel();
}

void CheckModel::updateRun(const CheckReport &report, const QString &operation)
{
    const int row = m_rows.value(operation, -1);
    if (row < 0 || row >= report.runs.size() || report.runs.at(row).operation != operation)
        return;
    m_runs[row] = report.runs.at(row);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

QVariant CheckModel::cell(int row, int column, int role) const
{
    const CheckRun &run = m_runs.at(row);
    if (role == NameRole)
        return run.operation;
    if (role == SortRole)
        return sortValue(run, column);
    if (column == OutcomeColumn)
        return outcomeData(run, role);
    if (column == FindingsColumn)
        return findingsData(run, role);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case OperationColumn: return visibleText(run.operation, false, 200);
    case DurationColumn: return run.durationMs >= 0 ? QLocale().toString(run.durationMs) : QString();
    default: return shownLayerNames(run.layers);
    }
}

QVariant CheckModel::outcomeData(const CheckRun &run, int role) const
{
    const StateLook look = lookOf(run, m_isRunning);
    const QString reason = visibleText(coreText(run.reason), false, 300);
    switch (role) {
    case Qt::DisplayRole: return look.word;
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: return reason.isEmpty() ? look.word : tr("%1: %2").arg(look.word, reason);
    case RowRole::IconName: return look.icon;
    case RowRole::IconColor:
    case RowRole::TextColor: return int(look.color);
    case RowRole::Note: return reason;
    default: return {};
    }
}

QVariant CheckModel::findingsData(const CheckRun &run, int role) const
{
    const Count count = m_counts.value(run.operation);
    const StateLook look = Ui::lookOf(count.worst);
    switch (role) {
    case Qt::DisplayRole: return count.findings == 0 ? QString() : QLocale().toString(count.findings);
    case Qt::AccessibleTextRole:
        return count.findings == 0 ? tr("no findings")
                                   : tr("%n findings, the worst: %1", nullptr, count.findings).arg(look.word);
    case RowRole::IconName: return count.findings == 0 ? QVariant() : QVariant(look.icon);
    case RowRole::IconColor:
    case RowRole::TextColor: return int(look.color);
    default: return {};
    }
}

QVariant CheckModel::sortValue(const CheckRun &run, int column) const
{
    switch (column) {
    case OperationColumn: return run.operation;
    case OutcomeColumn: return int(run.outcome);
    case DurationColumn: return run.durationMs;
    case EnvelopeColumn: return run.layers.join(u' ');
    default: {
        const Count count = m_counts.value(run.operation);
        constexpr int most = 1'000'000;
        return count.findings == 0 ? 0 : (3 - int(count.worst)) * most + std::min(count.findings, most - 1);
    }
    }
}

} // namespace Workbench::Ui

#include "moc_checkmodel.cpp"
