// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/logmodel.h"

#include "core/base/visibletext.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

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
        default: return visibleText(line.text.left(1000).simplified(), false, 1000);
        }
    case Qt::ToolTipRole: return column == TextColumn ? visibleText(line.text, true, 4000) : QString();
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

#include "moc_logmodel.cpp"
