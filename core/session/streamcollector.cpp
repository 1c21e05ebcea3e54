// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/streamcollector.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench {

namespace {

constexpr qint64 drainSliceMs = 2;
constexpr qint64 maxInlineBytes = 64 << 10;
constexpr qsizetype maxInlineNodes = 4096; // beyond, the size is estimated: making the text costs too much
constexpr qint64 bytesPerNode = 16;
constexpr qint64 ordinaryMeta = 4 << 10;

//! Returns the whole waiting value: the data, or the complete envelope if it came as JSON, with any meta.
const Json &wholeOf(const HandlerResult &value)
{
    const ResponseEnvelope *const envelope = envelopeOf(value);
    return envelope ? envelope->data : std::get<Json>(value);
}

bool isWrapped(const HandlerResult &value)
{
    const auto *const json = std::get_if<Json>(&value);
    return json && isResponseEnvelope(*json);
}

//! Returns the size of the data as it was sent if it is kept beside the value, else 0.
qint64 sentBytes(const StreamValue &value)
{
    return value.sse && value.sse->data ? value.sse->data->size() : 0;
}

Json dataOf(const HandlerResult &value)
{
    const Json &whole = wholeOf(value);
    return isWrapped(value) ? whole.member("data"_L1) : whole;
}

qint64 sizeOf(const Json &data)
{
    if (data.isString())
        return data.utf8().size() + 2; // its quotes
    const qsizetype nodes = data.nodeCount();
    return nodes > maxInlineNodes ? maxInlineBytes + bytesPerNode * nodes : data.toBytes().size();
}

//! Returns the size of the data, as shown for an event. An unusually large meta is counted too, because it is
//! kept in memory and this size bounds the memory.
qint64 shownSize(const HandlerResult &value, qint64 whole)
{
    if (!isWrapped(value))
        return whole;
    const qint64 data = sizeOf(dataOf(value));
    return whole - data <= ordinaryMeta ? data : whole;
}

} // namespace

StreamCollector::StreamCollector(
    std::unique_ptr<ItemStream> stream, Setup setup, std::shared_ptr<QThreadPool> worker)
    : m_stream(std::move(stream))
    , m_setup(std::move(setup))
    , m_worker(std::move(worker))
{
    // A timer, not a posted event: events that are posted while others are delivered come at once. A flood
    // would then be decoded to its end before any other timer has its turn.
    m_turn.setSingleShot(true);
    m_turn.setInterval(0ms);
    connect(&m_turn, &QTimer::timeout, this, &StreamCollector::work);
    connect(m_stream.get(), &ItemStream::item, this, &StreamCollector::take);
    connect(m_stream.get(), &ItemStream::ended, this, [this](EndReason reason, const Error &error) {
        if (!m_end)
            m_end.emplace(reason, error);
        schedule();
    });
}

qsizetype StreamCollector::cancel()
{
    m_isDone = true;
    const auto lost = qsizetype(m_waiting.size()) + (m_isBusy ? 1 : 0);
    m_waiting.clear();
    m_waitingBytes = 0;
    m_stream->disconnect(this);
    m_stream->cancel();
    return lost;
}

void StreamCollector::take(const StreamValue &value)
{
    if (m_end)
        return;
    const qint64 gap = m_sinceLast.isValid() ? m_sinceLast.elapsed() : 0;
    m_sinceLast.start();
    const qint64 bytes = sizeOf(wholeOf(value.value));
    m_waiting.push_back({value, ++m_lastSequence, QDateTime::currentDateTimeUtc(), gap, bytes});
    m_waitingBytes += bytes + sentBytes(value);
    if (qint64(m_waiting.size()) > m_setup.maxWaiting || m_waitingBytes > m_setup.maxWaitingBytes)
        setReading(false);
    schedule();
}

void StreamCollector::setReading(bool reading)
{
    if (std::exchange(m_isReading, reading) != reading)
        m_stream->setReading(reading);
}

void StreamCollector::schedule()
{
    if (!m_isBusy && !m_turn.isActive())
        m_turn.start();
}

void StreamCollector::work()
{
    QElapsedTimer slice;
    slice.start();
    while (!m_isDone && !m_isBusy && !m_waiting.empty()) {
        if (slice.elapsed() > drainSliceMs) {
            schedule();
            return;
        }
        Waiting next = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_waitingBytes -= next.bytes + sentBytes(next.value);
        if (qint64(m_waiting.size()) <= m_setup.maxWaiting / 2
            && m_waitingBytes <= m_setup.maxWaitingBytes / 2)
            setReading(true);
        if (next.bytes > maxInlineBytes)
            decodeOnWorker(std::move(next));
        else
            tell(decode(next, m_setup, shownSize(next.value.value, next.bytes)));
    }
    if (!m_isBusy && m_end && !std::exchange(m_isDone, true))
        Q_EMIT ended(m_end->first, m_end->second);
}

void StreamCollector::decodeOnWorker(Waiting waiting)
{
    m_isBusy = true;
    QtConcurrent::run(m_worker.get(), [waiting = std::move(waiting), setup = m_setup] {
        const HandlerResult &value = waiting.value.value;
        return decode(waiting, setup, shownSize(value, wholeOf(value).toBytes().size()));
    }).then(this, [this](const Result<StreamItem> &item) {
        m_isBusy = false;
        if (m_isDone)
            return;
        tell(item);
        schedule();
    });
}

//! Emits \a item. An error that the pipeline threw ends the stream.
void StreamCollector::tell(const Result<StreamItem> &item)
{
    if (item) {
        Q_EMIT decoded(*item);
        return;
    }
    cancel();
    Q_EMIT ended(EndReason::Error, item.error());
}

Result<StreamItem> StreamCollector::decode(const Waiting &waiting, const Setup &setup, qint64 bytes)
{
    Result<Outcome> outcome =
        runPipeline(waiting.value.value, setup.operationId, *setup.schema, setup.pipeline);
    if (!outcome)
        return std::unexpected(std::move(outcome).error());
    outcome->exchangeId = setup.exchangeId;
    return StreamItem{.sequence = waiting.sequence,
        .at = waiting.at,
        .gapMs = waiting.gapMs,
        .bytes = std::max(bytes, sentBytes(waiting.value)),
        .outcome = *std::move(outcome),
        .sse = waiting.value.sse};
}

} // namespace Workbench

#include "moc_streamcollector.cpp"
