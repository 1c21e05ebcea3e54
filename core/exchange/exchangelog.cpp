// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/exchangelog.h"

#include <QMetaMethod>
#include <QTimer>
#include <QUuid>

#include <algorithm>

namespace Workbench {

namespace {

constexpr std::chrono::milliseconds flushEvery{50}; // ui.flush, core/RULES.md "Limits"

qint64 sizeOf(const Frame &frame)
{
    return frame.bytes.size() + frame.head.size() + frame.raw.size();
}

} // namespace

ExchangeLog::ExchangeLog(Limits limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
{
}

void ExchangeLog::note(Frame frame)
{
    frame.sequence = m_nextSequence++;
    if (!frame.at.isValid())
        frame.at = QDateTime::currentDateTimeUtc();
    if (!frame.exchangeId.isEmpty()) {
        auto &[sent, received] = m_bytes[frame.exchangeId];
        (frame.direction == Direction::Sent ? sent : received) += frame.bytes.size();
    }
    if (!m_secrets.isEmpty())
        hideSecretsIn(frame);
    m_frameBytes += sizeOf(frame);
    m_frames.push_back(std::move(frame));
    ++m_addedSinceFlush;
    dropOldFrames();
    scheduleFlush();
    static const QMetaMethod signal = QMetaMethod::fromSignal(&ExchangeLog::noted);
    if (isSignalConnected(signal))
        Q_EMIT noted(Frame(m_frames.back())); // a copy: a listener may clear the log
}

void ExchangeLog::hideSecretsIn(Frame &frame) const
{
    const QByteArray bytes = m_secrets.hidden(frame.bytes);
    // Secrets cannot be replaced in a compressed body or across two chunks, and raw may contain more than
    // bytes.
    if (bytes != frame.bytes || m_secrets.hidden(frame.raw) != frame.raw)
        frame.raw.clear();
    frame.bytes = bytes;
    frame.head = m_secrets.hidden(frame.head);
    frame.label = m_secrets.hidden(frame.label);
    frame.note = m_secrets.hidden(frame.note);
}

void ExchangeLog::dropOldFrames()
{
    while (m_frames.size() > 1
        && (m_frameBytes > m_limits.exchangeBytes || qint64(m_frames.size()) > m_limits.exchangeFrames)) {
        const bool wasAnnounced = qsizetype(m_frames.size()) > m_addedSinceFlush;
        m_frameBytes -= sizeOf(m_frames.front());
        m_frames.pop_front();
        ++m_dropped;
        if (wasAnnounced)
            ++m_droppedSinceFlush;
        else
            --m_addedSinceFlush;
    }
}

const Frame &ExchangeLog::frameAt(qsizetype index) const
{
    static const Frame none;
    return index >= 0 && index < frameCount() ? m_frames[size_t(index)] : none;
}

std::deque<Frame> ExchangeLog::clearFrames()
{
    std::deque<Frame> cleared = std::exchange(m_frames, {});
    m_frameBytes = 0;
    m_addedSinceFlush = 0;
    m_droppedSinceFlush = 0;
    Q_EMIT framesCleared();
    return cleared;
}

void ExchangeLog::restoreFrames(std::deque<Frame> frames)
{
    const quint64 next = m_frames.empty() ? m_nextSequence : m_frames.front().sequence;
    if (frames.empty() || frames.back().sequence + 1 != next)
        return;
    for (const Frame &frame : frames)
        m_frameBytes += sizeOf(frame);
    m_frames.insert(
        m_frames.begin(), std::make_move_iterator(frames.begin()), std::make_move_iterator(frames.end()));
    m_addedSinceFlush = 0;
    m_droppedSinceFlush = 0;
    dropOldFrames();
    m_droppedSinceFlush = 0;
    Q_EMIT framesCleared();
}

QString ExchangeLog::begin(ExchangeRecord record)
{
    if (record.id.isEmpty())
        record.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (!record.startedAt.isValid())
        record.startedAt = QDateTime::currentDateTimeUtc();
    const QString id = record.id;
    dropOldRecords();
    m_recordIndex.insert(id, recordCount());
    m_records.push_back(std::move(record));
    scheduleFlush();
    return id;
}

void ExchangeLog::update(const ExchangeRecord &record)
{
    const auto found = m_recordIndex.constFind(record.id);
    if (found == m_recordIndex.cend())
        return; // cleared meanwhile
    ExchangeRecord &kept = m_records[size_t(*found)];
    kept = record;
    kept.note = m_secrets.hidden(kept.note);
    if (*found < m_recordsAnnounced)
        m_recordsChanged.insert(*found);
    scheduleFlush();
}

const ExchangeRecord &ExchangeLog::recordAt(qsizetype index) const
{
    static const ExchangeRecord none;
    return index >= 0 && index < recordCount() ? m_records[size_t(index)] : none;
}

const ExchangeRecord *ExchangeLog::findRecord(const QString &id) const
{
    const auto found = m_recordIndex.constFind(id);
    return found == m_recordIndex.cend() ? nullptr : &m_records[size_t(*found)];
}

qsizetype ExchangeLog::runningTasks() const
{
    return std::ranges::count_if(m_records, [](const ExchangeRecord &record) {
        return record.state == ExchangeRecord::State::Running && !record.task.isEmpty();
    });
}

QList<ExchangeRecord> ExchangeLog::clearRecords()
{
    return removeFinishedRecords(recordCount());
}

void ExchangeLog::restoreRecords(const QList<ExchangeRecord> &records)
{
    m_records.insert(m_records.begin(), records.cbegin(), records.cend());
    std::ranges::stable_sort(m_records, {}, &ExchangeRecord::startedAt);
    indexRecords();
}

//! Drops a tenth of the records at once, so that a full log does not announce a removal with every call.
void ExchangeLog::dropOldRecords()
{
    if (recordCount() >= m_limits.exchangeFrames)
        removeFinishedRecords(std::max<qsizetype>(1, recordCount() / 10));
}

QList<ExchangeRecord> ExchangeLog::removeFinishedRecords(qsizetype atMost)
{
    using State = ExchangeRecord::State;
    std::deque<ExchangeRecord> kept;
    QList<ExchangeRecord> removed;
    for (ExchangeRecord &record : m_records) {
        const bool isRunning = record.state == State::Running || record.state == State::Live;
        if (isRunning || atMost-- <= 0)
            kept.push_back(std::move(record));
        else
            removed.append(std::move(record));
    }
    m_records = std::move(kept);
    indexRecords();
    return removed;
}

void ExchangeLog::indexRecords()
{
    m_recordIndex.clear();
    for (qsizetype index = 0; index < recordCount(); ++index)
        m_recordIndex.insert(m_records[size_t(index)].id, index);
    m_bytes.removeIf([this](const auto &entry) { return !m_recordIndex.contains(entry.key()); });
    m_recordsAnnounced = recordCount();
    m_recordsChanged.clear();
    Q_EMIT recordsCleared();
}

void ExchangeLog::scheduleFlush()
{
    if (m_flushScheduled)
        return;
    m_flushScheduled = true;
    const std::chrono::milliseconds since{
        m_sinceFlush.isValid() ? m_sinceFlush.elapsed() : flushEvery.count()};
    QTimer::singleShot(
        std::max(flushEvery - since, std::chrono::milliseconds::zero()), this, &ExchangeLog::flush);
}

//! Emits the pending signals. Reads the counters before it emits, because a listener may call note(),
//! clearFrames() or begin().
void ExchangeLog::flush()
{
    m_flushScheduled = false;
    m_sinceFlush.start();
    const qsizetype added = std::exchange(m_addedSinceFlush, 0);
    const qsizetype dropped = std::exchange(m_droppedSinceFlush, 0);
    QList<qsizetype> changed(m_recordsChanged.cbegin(), m_recordsChanged.cend());
    std::ranges::sort(changed);
    m_recordsChanged.clear();
    if (added > 0 || dropped > 0)
        Q_EMIT framesChanged(added, dropped);
    const qsizetype announced = m_recordsAnnounced;
    const qsizetype known = recordCount();
    for (qsizetype index = announced; index < known && m_recordsAnnounced == index; ++index) {
        ++m_recordsAnnounced;
        Q_EMIT recordAdded(index);
    }
    for (const qsizetype index : std::as_const(changed)) {
        if (index < recordCount())
            Q_EMIT recordChanged(index);
    }
}

const Frame *lastAnswer(const ExchangeLog &log, const QString &exchangeId)
{
    for (qsizetype i = log.frameCount() - 1; i >= 0 && !exchangeId.isEmpty(); --i) {
        const Frame &frame = log.frameAt(i);
        if (frame.exchangeId == exchangeId && frame.direction == Direction::Received)
            return &frame;
    }
    return nullptr;
}

} // namespace Workbench

#include "moc_exchangelog.cpp"
