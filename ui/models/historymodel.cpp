// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/historymodel.h"

#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsonrow.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

#include <QLocale>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns \a note with the digits of a count grouped, as elsewhere in the window.
QString noteText(const QString &note)
{
    static const QRegularExpression counted(u"^(\\d+) (?:events|values normalised)$"_s);
    const QString digits = counted.match(note).captured(1);
    const QString text = coreText(note);
    return digits.isEmpty() ? text : QString(text).replace(digits, QLocale().toString(digits.toULongLong()));
}

} // namespace

HistoryModel::HistoryModel(ExchangeLog *log, QObject *parent)
    : ListTableModel({{tr("Time"), NumberFont | Dimmed}, {tr("Source")}, {tr("Operation")},
                         {tr("Input"), DataFont | Dimmed | CutAtEnd}, {tr("Outcome")},
                         {tr("Duration"), Numbers}, {tr("Size"), Numbers}, {tr("Warnings"), NumberFont},
                         {tr("Note"), Dimmed | CutAtEnd}},
          parent)
    , m_log(log)
{
    connect(log, &ExchangeLog::recordAdded, this, &HistoryModel::recordAdded);
    connect(log, &ExchangeLog::recordChanged, this, &HistoryModel::recordChanged);
    connect(log, &ExchangeLog::recordsCleared, this, &HistoryModel::readAll);
    readAll();
}

void HistoryModel::setPaused(bool paused)
{
    m_paused = paused;
    if (paused)
        return;
    recordAdded();
    for (qsizetype i = 0; i < m_records.size(); ++i)
        recordChanged(i);
}

const ExchangeRecord &HistoryModel::recordAt(int row) const
{
    return m_records.at(m_records.size() - 1 - row);
}

void HistoryModel::recordAdded()
{
    if (m_paused)
        return;
    // Signals come in batches: everything the log has beyond our rows is new.
    const qsizetype added = m_log->recordCount() - m_records.size();
    if (added <= 0)
        return;
    beginInsertRows({}, 0, int(added) - 1);
    for (qsizetype i = m_records.size(); i < m_log->recordCount(); ++i)
        m_records.append(m_log->recordAt(i));
    endInsertRows();
}

void HistoryModel::recordChanged(qsizetype index)
{
    if (m_paused || index < 0 || index >= m_records.size())
        return;
    m_records[index] = m_log->recordAt(index);
    const int row = int(m_records.size() - 1 - index);
    Q_EMIT dataChanged(createIndex(row, 0), createIndex(row, ColumnCount - 1));
}

void HistoryModel::readAll()
{
    beginResetModel();
    m_records.clear();
    for (qsizetype i = 0; i < m_log->recordCount(); ++i)
        m_records.append(m_log->recordAt(i));
    endResetModel();
}

QString HistoryModel::text(const ExchangeRecord &record, int column) const
{
    switch (column) {
    case TimeColumn: return clockText(record.startedAt);
    case SourceColumn: return visibleText(record.source, false, 100);
    case OperationColumn:
        return visibleText(m_sessions ? nameOf(*m_sessions, record.source, record.operation)
                                      : nameOf(OperationId{{}, record.operation}),
            false, 200);
    case InputColumn: return m_log->secrets().hidden(argumentsText(record.input));
    case OutcomeColumn: return lookOf(record).word;
    case DurationColumn: return record.durationMs < 0 ? u"–"_s : durationText(record.durationMs);
    case SizeColumn: return record.responseBytes > 0 ? sizeText(record.responseBytes) : u"–"_s;
    case WarningsColumn: return QLocale().toString(record.warnings);
    case NoteColumn: return noteOf(record);
    default: return {};
    }
}

QString HistoryModel::noteOf(const ExchangeRecord &record)
{
    QStringList notes;
    if (record.waiting > 0)
        notes.append(tr("waiting for you: %n requests from the server", nullptr, record.waiting));
    else if (record.asked > 0)
        notes.append(tr("%n requests from the server", nullptr, record.asked));
    if (record.identity)
        notes.append(tr("as %1").arg(visibleText(record.identity->id, false, 100)));
    if (!record.note.isEmpty())
        notes.append(visibleText(noteText(record.note.simplified()), false, 300));
    return notes.join(u" · "_s);
}

//! Returns the note, and on lines of their own what the identity of the call may do.
QString HistoryModel::noteToolTip(const ExchangeRecord &record)
{
    QStringList lines{noteOf(record)};
    const Identity identity = record.identity.value_or(Identity());
    if (!identity.scopes.isEmpty())
        lines.append(tr("scopes: %1").arg(visibleText(identity.scopes.join(u", "_s), false, 300)));
    QStringList resources;
    for (const auto &[key, actions] : identity.resources.asKeyValueRange())
        resources.append(u"%1 (%2)"_s.arg(key, actions.join(u", "_s)));
    if (!resources.isEmpty())
        lines.append(tr("resources: %1").arg(visibleText(resources.join(u", "_s), false, 300)));
    return lines.join(u'\n');
}

QVariant HistoryModel::cell(int row, int column, int role) const
{
    const ExchangeRecord &record = recordAt(row);
    const bool isWarning = column == WarningsColumn && record.warnings > 0;
    switch (role) {
    case ExchangeIdRole: return record.id;
    case Qt::DisplayRole: return text(record, column);
    case Qt::ToolTipRole:
        if (column == OperationColumn)
            return visibleText(record.operation, false, 300);
        if (column == NoteColumn)
            return noteToolTip(record);
        return column == TimeColumn ? QLocale().toString(record.startedAt.toLocalTime(), QLocale::LongFormat)
                                    : text(record, column);
    case Qt::AccessibleTextRole:
        return column == WarningsColumn
            ? QVariant(tr("%n warnings and lost values", nullptr, int(record.warnings)))
            : QVariant();
    case RowRole::IconName:
        if (column == OutcomeColumn)
            return lookOf(record).icon;
        if (column == OperationColumn && m_sessions)
            return iconOf(*m_sessions, record.source, record.operation);
        return isWarning ? u"warning"_s : QString();
    case RowRole::IconColor:
    case RowRole::TextColor:
        if (column == OutcomeColumn)
            return int(lookOf(record).color);
        return isWarning ? QVariant(int(ColorRole::Warning)) : QVariant();
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_historymodel.cpp"
