// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/logmodels.h"

#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsonrow.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

#include <QLocale>
#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

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
    : ListTableModel(
          {{tr("Time"), NumberFont | Dimmed}, {tr("Source")}, {tr("Operation")},
              {tr("Input"), DataFont | Dimmed | CutAtEnd}, {tr("Outcome")}, {tr("Duration"), Numbers},
              {tr("Size"), Numbers}, {tr("Warnings"), NumberFont}, {tr("Note"), Dimmed | CutAtEnd}},
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
    if (!record.taskId.isEmpty())
        notes.append(tr("task %1").arg(shortTaskId(record.taskId)));
    if (!record.note.isEmpty())
        notes.append(visibleText(noteText(record.note.simplified()), false, 300));
    return notes.join(u" · "_s);
}

//! Returns the note, and on lines of their own the id of the task and what the identity of the call may do.
QString HistoryModel::noteToolTip(const ExchangeRecord &record)
{
    QStringList lines{noteOf(record)};
    if (!record.taskId.isEmpty())
        lines.append(tr("id of the task: %1").arg(visibleText(record.taskId, false, 300)));
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

WireModel::WireModel(ExchangeLog *log, QObject *parent)
    : ListTableModel(
          {{tr("Time"), NumberFont | Dimmed}, {{}, 0, tr("Direction")}, {tr("Source")}, {tr("Frame")},
              {tr("Latency"), Numbers}, {tr("Size"), Numbers}, {tr("Text"), DataFont | Dimmed | CutAtEnd}},
          parent)
    , m_log(log)
{
    connect(log, &ExchangeLog::framesChanged, this, &WireModel::follow);
    connect(log, &ExchangeLog::framesCleared, this, &WireModel::readAll);
    readAll();
}

void WireModel::setPaused(bool paused)
{
    m_paused = paused;
    if (!paused)
        follow();
}

void WireModel::readAll()
{
    beginResetModel();
    m_latencies.clear();
    m_first = m_end = 1;
    if (m_log->frameCount() > 0) {
        m_first = m_log->frameAt(0).sequence;
        m_end = m_first + quint64(m_log->frameCount());
    }
    endResetModel();
}

void WireModel::follow()
{
    if (m_paused || m_log->frameCount() == 0)
        return;
    const quint64 first = m_log->frameAt(0).sequence;
    const quint64 end = first + quint64(m_log->frameCount());
    if (first >= m_end || m_first > first) { // none of the shown frames is left
        readAll();
        return;
    }
    if (end > m_end) {
        beginInsertRows({}, 0, int(end - m_end) - 1);
        m_end = end;
        endInsertRows();
    }
    if (first > m_first) {
        beginRemoveRows({}, int(m_end - first), int(m_end - m_first) - 1);
        m_first = first;
        endRemoveRows();
    }
}

const Frame *WireModel::frameAt(int row) const
{
    if (row < 0 || row >= rowCount() || m_log->frameCount() == 0)
        return nullptr;
    const quint64 sequence = m_end - 1 - quint64(row);
    const quint64 first = m_log->frameAt(0).sequence;
    if (sequence < first || sequence - first >= quint64(m_log->frameCount()))
        return nullptr;
    return &m_log->frameAt(qsizetype(sequence - first));
}

int WireModel::rowOf(quint64 sequence) const
{
    return sequence >= m_first && sequence < m_end ? int(m_end - 1 - sequence) : -1;
}

std::optional<FramePair> WireModel::pairAt(int row) const
{
    const Frame *frame = frameAt(row);
    return frame ? pairOf(*m_log, qsizetype(frame->sequence - m_log->frameAt(0).sequence)) : std::nullopt;
}

//! Returns the latency of an answer. Computed once per answer, when it is first painted.
QString WireModel::latencyText(int row) const
{
    constexpr qsizetype mostKept = 10'000;
    const Frame *frame = frameAt(row);
    const auto known = m_latencies.constFind(frame->sequence);
    if (known != m_latencies.cend())
        return *known < 0 ? QString() : durationText(*known);
    if (m_latencies.size() >= mostKept)
        m_latencies.clear();
    const std::optional<FramePair> pair = pairAt(row);
    const bool isAnswer = pair && pair->response == frame->sequence;
    if (pair && !isAnswer)
        return {};
    m_latencies.insert(frame->sequence, isAnswer ? pair->latencyMs : -1);
    return isAnswer ? durationText(pair->latencyMs) : QString();
}

QString WireModel::text(const Frame &frame, int column) const
{
    switch (column) {
    case TimeColumn: return clockText(frame.at);
    case DirectionColumn: return frame.direction == Direction::Received ? tr("in") : tr("out");
    case SourceColumn: return visibleText(frame.source, false, 60);
    case FrameColumn: return visibleText(frame.label.isEmpty() ? frame.channel : frame.label, false, 100);
    case SizeColumn: return sizeText((frame.raw.isEmpty() ? frame.bytes : frame.raw).size());
    case TextColumn: {
        const bool hasOnlyLines = frame.bytes.isEmpty() && frame.head.isEmpty(); // an event without data
        const QByteArray start = (hasOnlyLines ? frame.raw : frame.bytes).left(textShown * 4);
        return visibleText(QString::fromUtf8(start).simplified(), false, textShown);
    }
    default: return {};
    }
}

QVariant WireModel::cell(int row, int column, int role) const
{
    const Frame *frame = frameAt(row);
    if (!frame)
        return {};
    const bool sent = frame->direction == Direction::Sent;
    switch (role) {
    case ExchangeIdRole: return frame->exchangeId;
    case Qt::DisplayRole: return column == LatencyColumn && !sent ? latencyText(row) : text(*frame, column);
    case Qt::ToolTipRole:
        if (column == FrameColumn)
            return visibleText(u"%1, %2"_s.arg(frame->source, frame->channel), false, 300);
        return column == TextColumn || column == LatencyColumn ? QString() : text(*frame, column);
    case RowRole::IconName:
        return column != DirectionColumn ? QString() : sent ? u"arrow-out"_s : u"arrow-in"_s;
    case RowRole::IconColor:
    case RowRole::TextColor:
        return column == DirectionColumn ? QVariant(int(sent ? ColorRole::Accent : ColorRole::TextSecond))
                                         : QVariant();
    case RowRole::Note:
        return column == FrameColumn ? visibleText(coreText(frame->note), false, 60) : QString();
    case RowRole::NoteColor: return int(ColorRole::Warning);
    default: return {};
    }
}

namespace {

StateLook lookOf(LogLine::Level level)
{
    switch (level) {
    case LogLine::Level::Debug: return {u"info"_s, LogModel::tr("debug"), ColorRole::Stale};
    case LogLine::Level::Info: return {u"info"_s, LogModel::tr("info"), ColorRole::TextSecond};
    case LogLine::Level::Notice: return {u"info"_s, LogModel::tr("notice"), ColorRole::Text};
    case LogLine::Level::Warning: return {u"warning"_s, LogModel::tr("warning"), ColorRole::Warning};
    case LogLine::Level::Error: return {u"outcome-error"_s, LogModel::tr("error"), ColorRole::Error};
    }
    return {};
}

} // namespace

QString LogModel::levelWord(LogLine::Level level)
{
    return lookOf(level).word;
}

LogModel::LogModel(QObject *parent)
    : ListTableModel({{tr("Time"), NumberFont | Dimmed}, {tr("Level")}, {tr("Source"), Dimmed},
                         {tr("From"), Dimmed}, {tr("Text"), CutAtEnd}},
          parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(50ms);
    connect(&m_timer, &QTimer::timeout, this, &LogModel::flush);
}

void LogModel::add(const LogLine &line)
{
    m_waiting.push_back(line);
    if (qsizetype(m_waiting.size()) > maxLines)
        m_waiting.pop_front();
    if (!m_timer.isActive() && !m_paused)
        m_timer.start();
}

std::deque<LogLine> LogModel::clear()
{
    beginResetModel();
    std::deque<LogLine> cleared = std::exchange(m_lines, {});
    cleared.insert(cleared.end(), m_waiting.begin(), m_waiting.end());
    m_waiting.clear();
    endResetModel();
    return cleared;
}

void LogModel::restore(std::deque<LogLine> lines)
{
    beginResetModel();
    lines.insert(lines.end(), m_lines.begin(), m_lines.end());
    if (qsizetype(lines.size()) > maxLines)
        lines.erase(lines.begin(), lines.end() - maxLines);
    m_lines = std::move(lines);
    endResetModel();
}

void LogModel::setPaused(bool paused)
{
    m_paused = paused;
    if (!paused)
        flush();
}

void LogModel::flush()
{
    if (m_paused || m_waiting.empty())
        return;
    const qsizetype kept =
        std::min<qsizetype>(qsizetype(m_lines.size()), maxLines - qsizetype(m_waiting.size()));
    if (kept < qsizetype(m_lines.size())) {
        beginRemoveRows({}, int(kept), int(m_lines.size()) - 1);
        m_lines.erase(m_lines.begin(), m_lines.end() - kept);
        endRemoveRows();
    }
    beginInsertRows({}, 0, int(m_waiting.size()) - 1);
    m_lines.insert(m_lines.end(), m_waiting.begin(), m_waiting.end());
    m_waiting.clear();
    endInsertRows();
}

//! Returns the start of the text, translated unless a program wrote it.
static QString textOf(const LogLine &line, qsizetype most)
{
    const bool isOfProgram = line.origin == "stderr"_L1 || line.origin.startsWith("server log"_L1);
    return isOfProgram ? line.text.left(most) : coreText(line.text.left(most));
}

QVariant LogModel::cell(int row, int column, int role) const
{
    const LogLine &line = m_lines[m_lines.size() - 1 - size_t(row)];
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case TimeColumn: return clockText(line.at);
        case LevelColumn: return lookOf(line.level).word;
        case SourceColumn:
            return line.source.isEmpty() ? tr("workbench") : visibleText(line.source, false, 100);
        case OriginColumn: return visibleText(line.origin, false, 60);
        default: return visibleText(textOf(line, 1000).simplified(), false, 1000);
        }
    case Qt::ToolTipRole:
        return column == TextColumn ? visibleText(textOf(line, 4000), true, 4000) : QString();
    case LevelRole: return int(line.level);
    case RowRole::IconName: return column == LevelColumn ? lookOf(line.level).icon : QString();
    case RowRole::IconColor:
    case RowRole::TextColor:
        return column == LevelColumn ? QVariant(int(lookOf(line.level).color)) : QVariant();
    case RowRole::Font: // A line that a program wrote is data; a line of the workbench is prose.
        return column == TextColumn && !line.source.isEmpty() ? QVariant(int(FontRole::Data)) : QVariant();
    default: return {};
    }
}

} // namespace Workbench::Ui

#include "moc_logmodels.cpp"
