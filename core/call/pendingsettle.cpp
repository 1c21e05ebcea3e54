// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The part of PendingRequestMap that keeps time, delivers and settles.
#include "core/call/callstream_p.h"
#include "core/call/pendingentry_p.h"

#include <QDateTime>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// Enough to name late answers; an answer that is later still is called unknown.
constexpr size_t pastKept = 1024;

} // namespace

void PendingRequestMap::Entry::resolve(const Result<CallOutput> &result)
{
    if (state != PendingState::Call)
        return;
    promise.addResult(result);
    promise.finish();
}

HandlerResult handlerResultOf(const CallOutput &output)
{
    if (isResponseEnvelope(output.output) && !output.isLegacy)
        return output.output;
    return output.envelope;
}

void PendingRequestMap::armTimer(Entry &entry)
{
    const bool isCall = entry.state == PendingState::Call;
    if (isCall ? entry.deadline == 0 : entry.idle.count() <= 0)
        return;
    entry.sinceActivity.start();
    m_deadlines.start(entry.requestId,
        std::chrono::milliseconds(
            isCall ? entry.deadline - QDateTime::currentMSecsSinceEpoch() : entry.idle.count()));
}

//! The idle timer is not restarted for each value; it looks at the time of the last one when it fires.
void PendingRequestMap::timerFired(const QString &requestId)
{
    const auto found = m_entries.find(requestId);
    if (found == m_entries.end())
        return;
    Entry &entry = *found->second;
    const qint64 left = entry.state == PendingState::Call
        ? entry.deadline - QDateTime::currentMSecsSinceEpoch()
        : entry.idle.count() - entry.sinceActivity.elapsed();
    if (left > 0)
        m_deadlines.start(requestId, std::chrono::milliseconds(left));
    else
        step(requestId, PendingEvent::Timer);
}

void PendingRequestMap::deliver(Entry &entry, const Json &output)
{
    entry.sinceActivity.start();
    if (!entry.showsHeartbeats && isHeartbeat(output))
        return;
    const QString id = entry.requestId;
    const bool isSingle = entry.isSingle;
    CallStream *stream = entry.stream;
    if (isResponseEnvelope(output)) {
        stream->take(output);
    } else {
        const CallOutput read = readOutput(output, entry.operationId);
        if (read.isLegacy && !std::exchange(m_saidLegacy, true)) {
            Q_EMIT violated({CallViolation::Kind::Legacy, id, QString(CallEventMap::responded),
                entry.exchangeId, u"The peer sends outputs that are no envelopes; they are wrapped"_s});
        }
        if (m_entries.contains(id))
            stream->take(read.envelope);
    }
    if (isSingle && m_entries.contains(id))
        step(id, PendingEvent::Completed);
}

void PendingRequestMap::settle(Entry &entry, PendingEnd end, const What &what)
{
    const QString &id = entry.requestId;
    const bool isCall = entry.state == PendingState::Call;
    Error error;
    switch (end) {
    case PendingEnd::None: return;
    case PendingEnd::Output: {
        CallOutput output = readOutput(what.output, entry.operationId);
        if (output.isLegacy && !std::exchange(m_saidLegacy, true)) {
            Q_EMIT violated({CallViolation::Kind::Legacy, id, QString(CallEventMap::responded),
                entry.exchangeId, u"The peer sends outputs that are no envelopes; they are wrapped"_s});
        }
        entry.resolve(std::move(output));
        return;
    }
    case PendingEnd::PeerError: error = what.error; break;
    case PendingEnd::Aborted:
        error = {ErrorKind::Cancelled, ErrorCode::aborted, u"Request %1 was aborted"_s.arg(id), {}, {}};
        break;
    case PendingEnd::NoResponse:
        error = {ErrorKind::Remote, ErrorCode::aborted, u"Request %1 completed without response"_s.arg(id),
            {}, {}};
        break;
    case PendingEnd::TimedOut:
        error = isCall ? Error{ErrorKind::Timeout, ErrorCode::timeout, u"Request %1 timed out"_s.arg(id), {},
                             Json::object({{u"deadline"_s, Json::integer(entry.deadline)}})}
                       : Error{ErrorKind::Timeout, ErrorCode::timeout,
                             u"Subscription %1 timed out (idle after %2ms)"_s.arg(id).arg(entry.idle.count()),
                             {}, Json::object({{u"idleTimeout"_s, Json::integer(entry.idle.count())}})};
        break;
    case PendingEnd::Completed:
    case PendingEnd::Cancelled: break;
    case PendingEnd::TooSlow:
        error = {ErrorKind::Limit, ErrorCode::executionError, u"subscriber too slow"_s, {}, {}};
        break;
    case PendingEnd::Closed: error = m_closed.value_or(Error{}); break;
    }
    if (isCall) {
        entry.resolve(std::unexpected(error));
        return;
    }
    switch (end) {
    case PendingEnd::Completed: entry.stream->finish(EndReason::Completed); break;
    case PendingEnd::Cancelled: entry.stream->finish(EndReason::Cancelled); break;
    case PendingEnd::Aborted: entry.stream->finish(EndReason::Aborted); break;
    case PendingEnd::Closed: entry.stream->finish(EndReason::Closed, error); break;
    default: entry.stream->finish(EndReason::Error, error); break;
    }
}

void PendingRequestMap::remember(const Entry &entry, PendingEnd end, bool wasTold)
{
    if (!m_past.contains(entry.requestId))
        m_pastOrder.push_back(entry.requestId);
    m_past.insert(entry.requestId, {entry.state, end, entry.exchangeId, wasTold});
    if (m_pastOrder.size() > pastKept) {
        m_past.remove(m_pastOrder.front());
        m_pastOrder.pop_front();
    }
}

//! Reported, never used. \source call-protocol.md 2.2 "none", 2.5 "Consequences"
void PendingRequestMap::noteOrphan(const QString &requestId, QLatin1StringView type)
{
    ++m_orphans;
    using enum CallViolation::Kind;
    CallViolation violation{Unknown, requestId, QString(type), {}, {}};
    const EventTarget *target = m_target.data();
    const bool isShared = target && target->isShared();
    const auto past = m_past.find(requestId);
    if (past == m_past.end()) {
        // On a bus other people's requests are seen; an abort may be for what we handle.
        if (type == CallEventMap::aborted || isShared)
            return;
        violation.text = u"%1 names a request that is not ours"_s.arg(type);
        Q_EMIT violated(violation);
        return;
    }
    violation.exchangeId = past->exchangeId;
    switch (past->end) {
    case PendingEnd::Output: violation.kind = Second; break;
    case PendingEnd::PeerError: violation.kind = AfterError; break;
    case PendingEnd::TimedOut: violation.kind = Late; break;
    case PendingEnd::Completed:
    case PendingEnd::NoResponse: violation.kind = AfterCompleted; break;
    default: violation.kind = AfterAbort; break;
    }
    // Our own call.aborted comes back to us on a bus.
    if (type == CallEventMap::aborted && past->wasTold && isShared)
        return;
    const bool isStillStreaming =
        past->end == PendingEnd::Output && type == CallEventMap::responded && !past->wasTold;
    past->wasTold = past->wasTold || isStillStreaming;
    violation.text = isStillStreaming ? u"One more answer to a call; the peer was told to stop"_s
                                      : u"%1 came after the request had ended"_s.arg(type);
    if (isStillStreaming)
        publishAbort(requestId);
    Q_EMIT violated(violation);
}

} // namespace Workbench
