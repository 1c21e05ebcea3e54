// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/callhandler.h"

#include "core/envelope/pipeline/outcome.h"
#include "core/hub/deadlinequeue.h"

#include <QDateTime>
#include <QHash>

#include <deque>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace Workbench {

using namespace Qt::StringLiterals;

//! One running request.
struct CallHandler::Run {
    //! Null if the connection is lost, so that no caller gets an answer.
    std::weak_ptr<Connection> connection;
    RunState state = RunState::None; //!< None after the end
    QString parentId;
    QString envelopeId; //!< the id of the request's envelope, which answers repeat
    CallReport report; //!< what is known of the request so far
    QElapsedTimer clock;
    std::optional<qint64> deadline;
    std::stop_source stop;
    std::unique_ptr<ItemStream> stream;
    std::deque<HandlerResult> held; //!< items that wait until the connection can send
    std::optional<std::pair<EndReason, Error>> end; //!< the end of the stream, while items are held

    bool isOver() const { return state == RunState::None; }
    //! Keeps what \a output says about itself, for the report.
    void note(const Json &output)
    {
        const Json meta = output.member("meta"_L1);
        const Json reported = meta.member("_meta"_L1);
        ++report.values;
        report.warnings = reported.member(envelopeWarningsMark);
        report.changes = reported.member(envelopeChangesMark);
        report.warningCount += report.warnings.size();
        report.changeCount += report.changes.size();
        for (const Json change : report.changes.items())
            report.lost += change.member("mark"_L1).toString() == changeMarkName(ChangeMark::Lost) ? 1 : 0;
        report.isFailure = meta.member("source"_L1).toString() == "http"_L1
            ? meta.member("statusCode"_L1).toInteger().value_or(0) >= 400
            : meta.member("isError"_L1).toBoolean();
    }
};

//! One target and the requests that it received.
struct CallHandler::Connection {
    explicit Connection(std::function<void(const QString &requestId)> due)
        : deadlines(std::move(due))
    {
    }

    QPointer<EventTarget> target;
    CallerOrigin origin;
    std::unordered_map<QString, std::shared_ptr<Run>> runs;
    QMultiHash<QString, QString> children; //!< request ids by the id of the parent request
    DeadlineQueue deadlines; //!< the deadlines of the requests
    QElapsedTimer second; //!< the current second of the rate limit
    qint64 inSecond = 0;
    QElapsedTimer refused; //!< started by the last reported refusal for a limit
};

namespace {

//! A smaller deadline is relative: the idle time of an older draft. \source core/hub/README.md 2.4
constexpr qint64 firstAbsoluteTime = 100'000'000'000;
//! How long an adapter may wait after the deadline, so that the handler always ends the request itself.
constexpr qint64 adapterGraceMs = 1000;
constexpr qint64 longestTimer = std::numeric_limits<int>::max(); //!< the maximum of a QTimer in milliseconds

bool hasRoomFor(const EventTarget *target)
{
    return target && target->wantsMore();
}

//! Returns the output for a result: an envelope unchanged, any other value wrapped in an envelope.
Json outputOf(const HandlerResult &value, const OperationId &operation)
{
    if (const ResponseEnvelope *envelope = envelopeOf(value))
        return envelope->isLegacy ? withBareValueReported(*envelope).toJson() : envelope->toJson();
    const Json &json = std::get<Json>(value);
    return isResponseEnvelope(json) ? json : localEnvelope(json, operation.toString()).toJson();
}

} // namespace

QString CallReport::failure() const
{
    if (error.code.isEmpty())
        return isFailure ? QStringLiteral("error") : QString();
    if (error.message.isEmpty())
        return error.code == ErrorCode::aborted ? QStringLiteral("aborted") : error.code;
    const QString prefix = error.code + u": ";
    return QString(error.message.startsWith(prefix) ? error.message : QString(prefix + error.message))
        .simplified();
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
    if (m_options.listens) {
        target->addTopic(topicOf(CallEventMap::requested));
        target->addTopic(topicOf(CallEventMap::aborted));
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
        if (m_options.listens) {
            alive->removeTopic(topicOf(CallEventMap::requested));
            alive->removeTopic(topicOf(CallEventMap::aborted));
        }
    }
    while (!connection->runs.empty()) {
        const std::shared_ptr<Run> run = connection->runs.begin()->second;
        step(run, RunEvent::ConnectionClosed);
    }
}

void CallHandler::abortChildren(const EventTarget *target, const QString &parentRequestId)
{
    if (const auto found = m_connections.find(target); found != m_connections.end())
        endChildren(*std::shared_ptr(found->second), parentRequestId);
}

qsizetype CallHandler::running() const
{
    qsizetype count = 0;
    for (const auto &[target, connection] : m_connections)
        count += qsizetype(connection->runs.size());
    return count;
}

void CallHandler::receive(Connection &connection, const EventEnvelope &envelope)
{
    const bool isRequest = envelope.type == CallEventMap::requested;
    if (!isRequest && envelope.type != CallEventMap::aborted)
        return;
    const Result<CallEvent> event = CallEventMap::fromEnvelope(envelope);
    if (!event) {
        // PendingRequestMap reports a malformed abort.
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

//! Returns whether the connection may run another request. \source core/RULES.md R-46
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
        refuse({ErrorCode::validationError, u"The request has no operationId"_s, {}});
        return;
    }
    const OperationId id = resolveOperationId(event.operationId,
        [this](const OperationId &each) { return m_operations->typeOf(each).has_value(); });
    const std::optional<OperationType> type = m_operations->typeOf(id);
    std::optional<Identity> identity =
        connection.origin.isTrustedGateway && event.identity ? event.identity : connection.origin.identity;
    const auto refuseAndReport = [&](const CallError &error) {
        refuse(error);
        IncomingCall call{id, event.input, {}, connection.origin.connectionId};
        call.context.requestId = event.requestId;
        call.context.identity = identity;
        reportRefusal(call, error);
    };
    const auto refuseNaming = [&](QLatin1StringView code, const QString &why) {
        refuseAndReport(
            {code, why.arg(id.toString()), Json::object({{u"operationId"_s, Json::string(id.toString())}})});
    };
    if (connection.runs.contains(event.requestId)) {
        refuse({ErrorCode::executionError, u"Duplicate requestId"_s, {}});
        return;
    }
    if (!admits(connection)) {
        const CallError error{ErrorCode::executionError, u"Too many requests at a time; try again later"_s,
            Json::object({{u"retryable"_s, Json::boolean(true)}})};
        const bool isReported = !connection.refused.isValid() || connection.refused.hasExpired(1000);
        if (isReported) {
            connection.refused.start();
            refuseAndReport(error);
        } else {
            refuse(error); // otherwise a flood of requests would fill History
        }
        return;
    }
    if (!type) {
        refuseNaming(ErrorCode::operationNotFound, u"Operation not found: %1"_s);
        return;
    }
    if (!event.authToken.isEmpty() && m_options.identityOf) {
        const std::optional<Identity> named = m_options.identityOf(event.authToken);
        if (!named) {
            refuseNaming(ErrorCode::accessDenied, u"Access denied for operation: %1 — unknown auth_token"_s);
            return;
        }
        identity = named;
    } else if (connection.origin.isTrustedGateway && event.isIdentityUnreadable) {
        // The identity of the gateway itself may have other rights than the caller.
        refuseNaming(ErrorCode::accessDenied,
            u"Access denied for operation: %1 — the identity is not an object with an id"_s);
        return;
    }
    const bool isStream = *type == OperationType::Subscription;
    auto run = std::make_shared<Run>();
    run->connection = m_connections.at(&target);
    run->parentId = event.parentRequestId;
    run->envelopeId = envelopeId;
    IncomingCall call{id, event.input, {}, connection.origin.connectionId};
    std::optional<qint64> idleTimeout = event.idleTimeout;
    if (event.deadline != 0) // 0 means that there is none
        call.context.deadline = event.deadline;
    if (isStream && event.deadline && !event.idleTimeout && *event.deadline < firstAbsoluteTime) {
        idleTimeout = event.deadline;
        call.context.deadline.reset();
    }
    if (isStream && idleTimeout && *idleTimeout > 0)
        call.context.idleTimeout = idleTimeout;
    call.context.requestId = event.requestId;
    call.context.callerRequestId = event.requestId;
    call.context.parentRequestId = event.parentRequestId;
    call.context.identity = std::move(identity);
    call.context.metadata = event.metadata;
    call.context.showsHeartbeats = true; // they restart the caller's idle timer
    call.context.cancellation = run->stop.get_token();
    run->report = {call.connectionId, event.requestId, id, call.context.identity};
    run->clock.start();
    if (m_options.begin)
        run->report.exchangeId = m_options.begin(call);
    call.context.exchangeId = run->report.exchangeId;
    run->deadline = call.context.deadline;
    run->state = isStream ? RunState::Stream : RunState::Call;
    connection.runs.emplace(run->report.requestId, run);
    if (!run->parentId.isEmpty())
        connection.children.insert(run->parentId, run->report.requestId);
    start(run, std::move(call));
}

//! Reports a request that was refused. The identity in \a call is that of the request.
void CallHandler::reportRefusal(const IncomingCall &call, const CallError &error)
{
    CallReport report{call.connectionId, call.context.requestId, call.id, call.context.identity};
    report.exchangeId = m_options.begin ? m_options.begin(call) : QString();
    report.error = error;
    Q_EMIT finished(report);
}

void CallHandler::start(const std::shared_ptr<Run> &run, IncomingCall call)
{
    if (run->deadline && *run->deadline != 0) {
        const qint64 left = *run->deadline - QDateTime::currentMSecsSinceEpoch();
        if (left <= 0) {
            step(run, RunEvent::Deadline);
            return;
        }
        if (const auto connection = run->connection.lock())
            connection->deadlines.start(run->report.requestId, std::chrono::milliseconds(left));
        if (run->state == RunState::Call)
            call.context.timeout = std::chrono::milliseconds(std::min(left + adapterGraceMs, longestTimer));
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

//! Sends an item, or holds it and pauses the handler's stream while the connection is over its limit.
//! \source core/hub/README.md 3.5
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
            // The producer did not pause.
            step(run, RunEvent::Failed,
                {{}, {ErrorKind::Limit, ErrorCode::executionError, u"subscriber too slow"_s}});
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
    // A copy, because answering may end requests and new ones may arrive.
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
    const CallError error = answer(run, next.answer, outcome);
    if (next.ends)
        report(run, event, error);
}

void CallHandler::report(const std::shared_ptr<Run> &run, RunEvent event, const CallError &error)
{
    if (run->connection.expired())
        return;
    CallReport &report = run->report;
    report.error = error;
    report.duration = std::chrono::milliseconds(run->clock.elapsed());
    if (event == RunEvent::AbortReceived)
        report.error.code = ErrorCode::aborted;
    else if (event == RunEvent::ConnectionClosed)
        report.error = {ErrorCode::executionError, u"connection closed"_s, {}};
    Q_EMIT finished(report);
}

void CallHandler::forget(const std::shared_ptr<Run> &run, const RunStep &next)
{
    run->state = RunState::None;
    run->held.clear();
    const auto connection = run->connection.lock();
    if (connection) {
        connection->deadlines.stop(run->report.requestId);
        connection->runs.erase(run->report.requestId);
        connection->children.remove(run->parentId, run->report.requestId);
    }
    if (run->stream) {
        // The stream may be the caller of this function, so it is deleted later.
        run->stream->disconnect(this);
        if (next.cancels && !run->end)
            run->stream->cancel();
        run->stream.release()->deleteLater();
    }
    if (!next.cancels)
        return;
    // First cancels the requests that the handler itself made, here and at other peers, and then the child
    // requests that the caller made. \source core/hub/README.md 2.7
    run->stop.request_stop();
    if (connection)
        endChildren(*connection, run->report.requestId);
}

void CallHandler::endChildren(Connection &connection, const QString &parentRequestId)
{
    const QStringList children = connection.children.values(parentRequestId);
    for (const QString &child : children) {
        const auto found = connection.runs.find(child);
        if (found == connection.runs.end())
            continue;
        const std::shared_ptr<Run> dependent = found->second;
        step(dependent, RunEvent::ParentEnded);
    }
}

//! Sends the answer. Returns the error that the caller gets, or an empty one.
CallError CallHandler::answer(const std::shared_ptr<Run> &run, RunAnswer what, const Outcome &outcome)
{
    const QString &id = run->report.requestId;
    CallError error;
    switch (what) {
    case RunAnswer::None: return {};
    case RunAnswer::Responded: {
        const Json output = outputOf(outcome.value, run->report.operation);
        run->note(output);
        publish(run, CallResponded{id, output, {}});
        return {};
    }
    case RunAnswer::Completed: publish(run, CallCompleted{id, {}}); return {};
    case RunAnswer::Aborted:
        publish(run, CallAborted{id, {}});
        return {ErrorCode::aborted, u"The handler aborted the request"_s, {}};
    case RunAnswer::Error: error = m_operations->mapped(run->report.operation, outcome.error); break;
    case RunAnswer::Timeout:
        error = {ErrorCode::timeout, u"Request %1 timed out"_s.arg(id),
            Json::object({{u"deadline"_s, Json::integer(run->deadline.value_or(0))}})};
        break;
    }
    publish(run, CallFailed{id, error, {}});
    return error;
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
    // The owner of the connection decides what to do with it. This request can get no further answer on it.
    step(run, RunEvent::ConnectionClosed);
    Q_EMIT undeliverable(target, sent.error());
}

QString beginIncoming(ExchangeLog &log, const IncomingCall &call, const QString &caller)
{
    ExchangeRecord record;
    record.source = call.id.nameSpace;
    record.operation = call.id.name;
    record.input = call.input;
    record.note = caller;
    record.identity = call.context.identity;
    return log.begin(record);
}

void endIncoming(ExchangeLog &log, const CallReport &report)
{
    const ExchangeRecord *known = log.findRecord(report.exchangeId);
    if (!known)
        return;
    using State = ExchangeRecord::State;
    ExchangeRecord record = *known;
    record.durationMs = report.duration.count();
    record.warnings = report.warningCount + report.lost;
    std::tie(record.requestBytes, record.responseBytes) = log.bytesOf(record.id);
    const QString &code = report.error.code;
    const bool isOk = code.isEmpty() && !report.isFailure;
    const bool isAborted = code == ErrorCode::aborted && report.error.message.isEmpty();
    record.state = isOk ? State::Ok : isAborted ? State::Cancelled : State::Failed;
    record.outcome = isOk                                     ? u"ok"_s
        : isAborted                                           ? u"aborted"_s
        : code.isEmpty() || code == ErrorCode::executionError ? u"error"_s
                                                              : code;
    if (isAborted)
        record.note += u"; the caller aborted it"_s;
    else if (!report.error.message.isEmpty())
        record.note += u"; "_s + report.error.message;
    else if (report.changeCount == 1)
        record.note += u"; 1 value normalised"_s;
    else if (report.changeCount > 1)
        record.note += u"; %1 values normalised"_s.arg(report.changeCount);
    log.update(record);
}

} // namespace Workbench

#include "moc_callhandler.cpp"
