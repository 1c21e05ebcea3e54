// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/wiremodel.h"

#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

WireModel::WireModel(ExchangeLog *log, QObject *parent)
    : ListTableModel({{tr("Time"), NumberFont | Dimmed}, {{}, 0, tr("Direction")}, {tr("Source")},
                         {tr("Frame")}, {tr("Latency"), Numbers}, {tr("Size"), Numbers},
                         {tr("Text"), DataFont | Dimmed | CutAtEnd}},
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

} // namespace Workbench::Ui

#include "moc_wiremodel.cpp"
