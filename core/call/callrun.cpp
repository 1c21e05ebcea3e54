// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The part of CallHandler that follows a running request to its end.
#include "core/call/callrun_p.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool hasRoomFor(const EventTarget *target)
{
    return target && target->wantsMore();
}

//! An envelope goes out as it is, to the letter; anything else is wrapped.
Json outputOf(const HandlerResult &value, const OperationId &operation)
{
    if (const ResponseEnvelope *envelope = envelopeOf(value))
        return envelope->toJson();
    const Json &json = std::get<Json>(value);
    return isResponseEnvelope(json) ? json : localEnvelope(json, operation.toString()).toJson();
}

} // namespace

void CallHandler::startStream(const std::shared_ptr<Run> &run, IncomingCall call)
{
    Result<std::unique_ptr<ItemStream>> stream = m_operations->subscribe(std::move(call));
    if (run->isOver())
        return;
    if (!stream) {
        step(run, RunEvent::Failed, {{}, stream.error()});
        return;
    }
    run->stream = *std::move(stream);
    const std::weak_ptr<Run> weak = run;
    connect(run->stream.get(), &ItemStream::item, this, [this, weak](const StreamValue &value) {
        if (const auto held = weak.lock())
            takeValue(held, value.value);
    });
    connect(run->stream.get(), &ItemStream::ended, this, [this, weak](EndReason reason, const Error &error) {
        if (const auto held = weak.lock())
            streamEnded(held, reason, error);
    });
    run->stream->start();
}

//! The handler waits while the connection is over its limit. \source call-protocol.md 3.5
void CallHandler::takeValue(const std::shared_ptr<Run> &run, const HandlerResult &value)
{
    const auto connection = run->connection.lock();
    const QPointer<EventTarget> target = connection ? connection->target : nullptr;
    if (run->isOver() || run->end || !target)
        return;
    const bool hasRoom = run->held.empty() && hasRoomFor(target.data());
    if (hasRoom) {
        step(run, RunEvent::Value, {value, {}});
    } else {
        run->held.push_back(value);
        if (qint64(run->held.size()) > m_options.limits.queueInMessages) {
            // A producer that does not wait when it is asked to.
            step(run, RunEvent::Failed,
                {{}, {ErrorKind::Limit, ErrorCode::executionError, u"subscriber too slow"_s, {}, {}}});
            return;
        }
    }
    if (!run->isOver() && run->stream && !hasRoomFor(target.data()))
        run->stream->setReading(false);
}

void CallHandler::streamEnded(const std::shared_ptr<Run> &run, EndReason reason, const Error &error)
{
    if (run->isOver() || run->end)
        return;
    run->end.emplace(reason, error);
    flush(run);
}

void CallHandler::flushAll(Connection &connection)
{
    // A copy: answering may end requests, and a new one may come.
    QList<std::shared_ptr<Run>> streams;
    for (const auto &[id, run] : connection.runs) {
        if (run->state == RunState::Stream)
            streams.append(run);
    }
    for (const std::shared_ptr<Run> &run : std::as_const(streams)) {
        flush(run);
        if (!hasRoomFor(connection.target.data()))
            return;
    }
}

void CallHandler::flush(const std::shared_ptr<Run> &run)
{
    const auto connection = run->connection.lock();
    while (!run->isOver() && !run->held.empty()) {
        if (!connection || !hasRoomFor(connection->target.data()))
            return;
        const HandlerResult value = std::move(run->held.front());
        run->held.pop_front();
        step(run, RunEvent::Value, {value, {}});
    }
    if (run->isOver())
        return;
    if (!run->end) {
        run->stream->setReading(true);
        return;
    }
    const auto [reason, error] = *run->end;
    switch (reason) {
    case EndReason::Completed: step(run, RunEvent::Ended); break;
    case EndReason::Cancelled:
    case EndReason::Aborted: step(run, RunEvent::GaveUp); break;
    case EndReason::Closed:
    case EndReason::Error: step(run, RunEvent::Failed, {{}, error}); break;
    }
}

void CallHandler::step(const std::shared_ptr<Run> &run, RunEvent event, const Outcome &outcome)
{
    if (run->isOver())
        return;
    const RunStep next = runStep(run->state, event, m_options.abortPolicy);
    if (next.ends)
        forget(run, next);
    answer(run, next.answer, outcome);
}

void CallHandler::forget(const std::shared_ptr<Run> &run, const RunStep &next)
{
    run->state = RunState::None;
    run->held.clear();
    const auto connection = run->connection.lock();
    QStringList children;
    if (connection) {
        connection->deadlines.stop(run->requestId);
        connection->runs.erase(run->requestId);
        connection->children.remove(run->parentId, run->requestId);
        if (next.cancels)
            children = connection->children.values(run->requestId);
    }
    if (run->stream) {
        // It may be what is calling just now.
        run->stream->disconnect(this);
        if (next.cancels && !run->end)
            run->stream->cancel();
        run->stream.release()->deleteLater();
    }
    if (!next.cancels)
        return;
    // Reaches what the handler itself asked for, here and of other peers; then what the caller asked for on
    // its behalf. \source call-protocol.md 2.7
    run->stop.request_stop();
    for (const QString &child : std::as_const(children)) {
        const auto found = connection->runs.find(child);
        if (found == connection->runs.end())
            continue;
        const std::shared_ptr<Run> dependent = found->second;
        step(dependent, RunEvent::ParentEnded);
    }
}

void CallHandler::answer(const std::shared_ptr<Run> &run, RunAnswer what, const Outcome &outcome)
{
    const QString &id = run->requestId;
    QString code;
    switch (what) {
    case RunAnswer::None: return;
    case RunAnswer::Responded:
        publish(run, CallResponded{id, outputOf(outcome.value, run->operation), {}});
        break;
    case RunAnswer::Completed: publish(run, CallCompleted{id, {}}); break;
    case RunAnswer::Aborted:
        code = ErrorCode::aborted;
        publish(run, CallAborted{id, {}});
        break;
    case RunAnswer::Error: {
        const CallError error = m_operations->mapped(run->operation, outcome.error);
        code = error.code;
        publish(run, CallFailed{id, error, {}});
        break;
    }
    case RunAnswer::Timeout:
        code = ErrorCode::timeout;
        publish(run,
            CallFailed{id,
                {ErrorCode::timeout, u"Request %1 timed out"_s.arg(id),
                    Json::object({{u"deadline"_s, Json::integer(run->deadline.value_or(0))}})},
                {}});
        break;
    case RunAnswer::Duplicate:
        publish(run, CallFailed{id, {ErrorCode::executionError, u"Duplicate requestId"_s, {}}, {}});
        return;
    }
    if (!run->isOver())
        return;
    if (const auto connection = run->connection.lock())
        Q_EMIT finished(connection->origin.connectionId, run->operation.toString(), code);
}

void CallHandler::publish(const std::shared_ptr<Run> &run, const CallEvent &event)
{
    const auto connection = run->connection.lock();
    EventTarget *target = connection ? connection->target.data() : nullptr;
    if (!target)
        return;
    const Result<void> sent = target->publish(CallEventMap::toEnvelope(event, run->envelopeId));
    if (sent)
        return;
    // Whoever owns the connection decides; nothing more can be said on it about this request.
    step(run, RunEvent::ConnectionClosed);
    Q_EMIT undeliverable(target, sent.error());
}

} // namespace Workbench
