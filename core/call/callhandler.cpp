// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/call/callhandler.h"

#include "core/call/callrun_p.h"

#include <QDateTime>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! A relative deadline is an idle time of an older draft. \source call-protocol.md 2.4
constexpr qint64 firstAbsoluteTime = 100'000'000'000;

CallError executionError(const QString &message)
{
    return {ErrorCode::executionError, message, {}};
}

} // namespace

CallHandler::CallHandler(std::shared_ptr<CallableOperations> operations, Options options, QObject *parent)
    : QObject(parent)
    , m_operations(std::move(operations))
    , m_options(std::move(options))
{
}

CallHandler::~CallHandler()
{
    while (!m_connections.empty())
        detach(const_cast<EventTarget *>(m_connections.begin()->first));
}

void CallHandler::attach(EventTarget *target, const CallerOrigin &origin)
{
    auto connection = std::make_shared<Connection>([this, target](const QString &requestId) {
        const auto held = m_connections.find(target);
        if (held == m_connections.end())
            return;
        const auto found = held->second->runs.find(requestId);
        if (found != held->second->runs.end())
            step(std::shared_ptr(found->second), RunEvent::Deadline);
    });
    connection->target = target;
    connection->origin = origin;
    const std::weak_ptr<Connection> weak = connection;
    // What is received is looked at by type below; the listeners make a remote peer send it.
    if (m_options.listens) {
        connection->listeners[0] = target->addListener(topicOf(CallEventMap::requested), {}).value_or(0);
        connection->listeners[1] = target->addListener(topicOf(CallEventMap::aborted), {}).value_or(0);
    }
    connect(target, &EventTarget::received, this, [this, weak](const EventEnvelope &envelope) {
        if (const auto held = weak.lock())
            receive(*held, envelope);
    });
    connect(target, &EventTarget::drained, this, [this, weak] {
        if (const auto held = weak.lock())
            flushAll(*held);
    });
    connect(target, &EventTarget::closed, this, [this, target] { detach(target); });
    connect(target, &QObject::destroyed, this, [this, target] { detach(target); });
    m_connections[target] = std::move(connection);
}

void CallHandler::detach(EventTarget *target)
{
    const auto found = m_connections.find(target);
    if (found == m_connections.end())
        return;
    const std::shared_ptr<Connection> connection = found->second;
    m_connections.erase(found);
    if (EventTarget *alive = connection->target.data()) {
        alive->disconnect(this);
        for (const quint64 listener : connection->listeners)
            alive->removeListener(listener);
    }
    while (!connection->runs.empty()) {
        const std::shared_ptr<Run> run = connection->runs.begin()->second;
        step(run, RunEvent::ConnectionClosed);
    }
}

bool CallHandler::abort(const EventTarget *target, const QString &requestId)
{
    const auto connection = m_connections.find(target);
    if (connection == m_connections.end())
        return false;
    const auto found = connection->second->runs.find(requestId);
    if (found == connection->second->runs.end())
        return false;
    const std::shared_ptr<Run> run = found->second;
    step(run, RunEvent::GaveUp);
    return true;
}

qsizetype CallHandler::running() const
{
    qsizetype count = 0;
    for (const auto &[target, connection] : m_connections)
        count += qsizetype(connection->runs.size());
    return count;
}

qsizetype CallHandler::runningFor(const EventTarget *target) const
{
    const auto found = m_connections.find(target);
    return found == m_connections.end() ? 0 : qsizetype(found->second->runs.size());
}

void CallHandler::receive(Connection &connection, const EventEnvelope &envelope)
{
    const bool isRequest = envelope.type == CallEventMap::requested;
    if (!isRequest && envelope.type != CallEventMap::aborted)
        return;
    const Result<CallEvent> event = CallEventMap::fromEnvelope(envelope);
    if (!event) {
        // An abort that names nothing is reported by the caller's end.
        if (isRequest) {
            Q_EMIT violated(connection.origin.connectionId,
                {CallViolation::Kind::Malformed, {}, envelope.type, {}, event.error().message});
        }
        return;
    }
    if (const auto *requested = std::get_if<CallRequested>(&*event)) {
        request(connection, *requested, envelope.id);
        return;
    }
    const auto found = connection.runs.find(CallEventMap::requestIdOf(*event));
    if (found == connection.runs.end())
        return;
    const std::shared_ptr<Run> run = found->second;
    step(run, RunEvent::AbortReceived);
}

//! \source reliability.md R-46
bool CallHandler::admits(Connection &connection)
{
    if (qint64(connection.runs.size()) >= m_options.maxRunning)
        return false;
    if (m_options.maxPerSecond <= 0)
        return true;
    if (!connection.second.isValid() || connection.second.hasExpired(1000)) {
        connection.second.start();
        connection.inSecond = 0;
    }
    return ++connection.inSecond <= m_options.maxPerSecond;
}

void CallHandler::request(Connection &connection, const CallRequested &event, const QString &envelopeId)
{
    EventTarget *const asked = connection.target.data();
    if (!asked)
        return;
    EventTarget &target = *asked;
    const auto refuse = [&](const CallError &error) {
        answerError(target, event.requestId, envelopeId, error);
    };
    if (event.operationId.isEmpty()) {
        refuse({ErrorCode::validationError, u"The request names no operationId"_s, {}});
        return;
    }
    const OperationId id = resolveOperationId(event.operationId,
        [this](const OperationId &each) { return m_operations->typeOf(each).has_value(); });
    const std::optional<OperationType> type = m_operations->typeOf(id);
    if (!type && target.isShared())
        return; // on a bus it may be somebody else's
    if (connection.runs.contains(event.requestId)) {
        refuse(executionError(u"Duplicate requestId"_s));
        return;
    }
    if (!admits(connection)) {
        refuse({ErrorCode::executionError, u"Too many requests"_s,
            Json::object({{u"retryable"_s, Json::boolean(true)}})});
        return;
    }
    if (!type) {
        refuse({ErrorCode::operationNotFound, u"Operation not found: %1"_s.arg(id.toString()),
            Json::object({{u"operationId"_s, Json::string(id.toString())}})});
        return;
    }
    std::optional<Identity> identity =
        connection.origin.isTrustedGateway && event.identity ? event.identity : connection.origin.identity;
    if (!event.authToken.isEmpty() && m_options.identityOf) {
        identity = m_options.identityOf(event.authToken);
        if (!identity) {
            refuse({ErrorCode::accessDenied,
                u"Access denied for operation: %1 — the auth_token is not known"_s.arg(id.toString()),
                Json::object({{u"operationId"_s, Json::string(id.toString())}})});
            return;
        }
    }
    const bool isStream = *type == OperationType::Subscription;
    auto run = std::make_shared<Run>();
    run->connection = m_connections.at(&target);
    run->requestId = event.requestId;
    run->parentId = event.parentRequestId;
    run->envelopeId = envelopeId;
    run->operation = id;
    IncomingCall call{id, event.input, {}, event.deadline, event.idleTimeout, connection.origin.connectionId};
    if (isStream && event.deadline && !event.idleTimeout && *event.deadline < firstAbsoluteTime) {
        call.idleTimeout = event.deadline;
        call.deadline.reset();
    }
    call.context.requestId = event.requestId;
    call.context.parentRequestId = event.parentRequestId;
    call.context.identity = std::move(identity);
    call.context.metadata = event.metadata;
    call.context.cancellation = run->stop.get_token();
    run->deadline = call.deadline;
    run->state = isStream ? RunState::Stream : RunState::Call;
    connection.runs.emplace(run->requestId, run);
    if (!run->parentId.isEmpty())
        connection.children.insert(run->parentId, run->requestId);
    start(run, std::move(call));
}

void CallHandler::start(const std::shared_ptr<Run> &run, IncomingCall call)
{
    if (run->deadline && *run->deadline > 0) {
        const qint64 left = *run->deadline - QDateTime::currentMSecsSinceEpoch();
        if (left <= 0) {
            step(run, RunEvent::Deadline);
            return;
        }
        if (const auto connection = run->connection.lock())
            connection->deadlines.start(run->requestId, std::chrono::milliseconds(left));
    }
    if (run->state == RunState::Stream)
        startStream(run, std::move(call));
    else
        QCoro::connect(runCall(this, m_operations, run, std::move(call)), this, [] { });
}

Task<void> CallHandler::runCall(QPointer<CallHandler> handler, std::shared_ptr<CallableOperations> operations,
    std::shared_ptr<Run> run, IncomingCall call)
{
    Result<HandlerResult> result = co_await operations->call(std::move(call));
    CallHandler *alive = handler.data();
    if (!alive || run->isOver())
        co_return;
    if (result)
        alive->step(run, RunEvent::Value, {*std::move(result), {}});
    else
        alive->step(run, RunEvent::Failed, {{}, result.error()});
}

void CallHandler::answerError(
    EventTarget &target, const QString &requestId, const QString &envelopeId, const CallError &error)
{
    const Result<void> sent =
        target.publish(CallEventMap::toEnvelope(CallFailed{requestId, error, {}}, envelopeId));
    if (!sent)
        Q_EMIT undeliverable(&target, sent.error());
}

} // namespace Workbench
