// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/callstream_p.h"

namespace Workbench {

namespace {

//! Returns the approximate memory of a queued item in bytes.
qint64 keptBytes(const HandlerResult &value)
{
    const ResponseEnvelope *envelope = envelopeOf(value);
    return (envelope ? envelope->toJson() : std::get<Json>(value)).toBytes().size();
}

} // namespace

CallStream::CallStream(PendingRequestMap *map, CallRequest request)
    : m_map(map)
    , m_request(std::move(request))
{
    if (m_request.context.requestId.isEmpty())
        m_request.context.requestId = newRequestId();
    m_patience.setSingleShot(true);
    m_patience.setInterval(map->m_options.slowConsumer);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (PendingRequestMap *owner = m_map.data())
            owner->step(requestId(), PendingEvent::TooSlow);
    });
}

CallStream::~CallStream()
{
    m_onStop.reset();
    dropQueue();
    release();
    PendingRequestMap *map = m_map.data();
    if (map && !m_end)
        map->step(requestId(), PendingEvent::ConsumerStopped);
}

//! Cancels from the event loop, so that the stream does not end inside the call that requests the stop.
void CallStream::StopRelay::operator()() const
{
    QMetaObject::invokeMethod(
        stream.data(),
        [stream = stream] {
            if (CallStream *running = stream.data())
                running->cancel();
        },
        Qt::QueuedConnection);
}

void CallStream::start()
{
    if (std::exchange(m_isStarted, true) || m_end)
        return;
    const Error gone{ErrorKind::Closed, ErrorCode::executionError, QStringLiteral("connection closed"), {},
        Json::object({{QStringLiteral("retryable"), Json::boolean(true)}})};
    PendingRequestMap *map = m_map.data();
    const Result<void> opened = map ? map->openStream(this, m_request) : std::unexpected(gone);
    if (!opened) {
        const bool isClosed = opened.error().kind == ErrorKind::Closed;
        finish(isClosed ? EndReason::Closed : EndReason::Error, opened.error());
        return;
    }
    m_onStop.emplace(m_request.context.cancellation, StopRelay{this});
}

void CallStream::cancel()
{
    if (m_end)
        return;
    dropQueue();
    if (PendingRequestMap *map = m_map.data())
        map->step(requestId(), PendingEvent::ConsumerStopped);
    if (!m_end) // the request was not sent
        finish(EndReason::Cancelled);
}

void CallStream::setReading(bool reading)
{
    m_isReading = reading;
    if (reading)
        scheduleFlush();
}

void CallStream::take(const HandlerResult &value)
{
    if (m_end)
        return;
    if (m_isReading && m_queue.empty()) {
        Q_EMIT item({value, {}});
        return;
    }
    const qint64 bytes = keptBytes(value);
    m_queue.push_back({value, bytes});
    m_queuedBytes += bytes;
    if (PendingRequestMap *map = m_map.data()) {
        map->m_queuedBytes += bytes;
        const Limits &limits = map->m_options.limits;
        // The producer is paused for all streams of the connection, so their sum counts.
        if (qint64(m_queue.size()) >= limits.queueInMessages || map->m_queuedBytes >= limits.queueInBytes)
            hold();
    }
    scheduleFlush();
}

void CallStream::dropQueue()
{
    m_queue.clear();
    if (PendingRequestMap *map = m_map.data())
        map->m_queuedBytes -= m_queuedBytes;
    m_queuedBytes = 0;
}

void CallStream::finish(EndReason reason, const Error &error)
{
    if (m_end)
        return;
    m_end.emplace(reason, error);
    release();
    scheduleFlush();
}

//! Handles a full queue: pauses the producer.
void CallStream::hold()
{
    PendingRequestMap *map = m_map.data();
    if (!map || std::exchange(m_isHolding, true))
        return;
    map->setHolding(this, true);
    m_patience.start();
}

void CallStream::release()
{
    m_patience.stop();
    PendingRequestMap *map = m_map.data();
    if (std::exchange(m_isHolding, false) && map)
        map->setHolding(this, false);
}

void CallStream::scheduleFlush()
{
    const bool hasWork = (m_isReading && !m_queue.empty()) || (m_end && m_queue.empty());
    if (hasWork && !m_isOver && !std::exchange(m_isFlushScheduled, true))
        QMetaObject::invokeMethod(this, &CallStream::flush, Qt::QueuedConnection);
}

void CallStream::flush()
{
    m_isFlushScheduled = false;
    const QPointer<CallStream> self(this);
    const bool hadWork = !m_queue.empty();
    while (m_isReading && !m_queue.empty()) {
        const Waiting next = std::move(m_queue.front());
        m_queue.pop_front();
        m_queuedBytes -= next.bytes;
        if (PendingRequestMap *map = m_map.data())
            map->m_queuedBytes -= next.bytes;
        Q_EMIT item({next.value, {}});
        if (!self)
            return;
    }
    const PendingRequestMap *map = m_map.data();
    if (m_isHolding && hadWork && map) {
        const Limits &limits = map->m_options.limits;
        if (qint64(m_queue.size()) <= limits.queueInMessages / 2 && m_queuedBytes <= limits.queueInBytes / 2)
            release();
        else
            m_patience.start();
    }
    if (!m_end || !m_queue.empty() || std::exchange(m_isOver, true))
        return;
    m_onStop.reset();
    Q_EMIT ended(m_end->first, m_end->second);
}

} // namespace Workbench
