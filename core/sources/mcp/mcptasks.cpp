// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcptasks.h"

#include "core/base/delay.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/mcp/mcpmeta.h"
#include "core/sources/mcp/mcphandshake.h"
#include "core/sources/mcp/mcpnotices.h"
#include "core/sources/mcp/mcprounds.h"

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto untilTheTaskEnds = 24h * 24; // tasks/result answers when the task is over, whenever that is
constexpr qsizetype maxTaskId = 1024;
constexpr qsizetype maxShownState = 200;

//! The state of a task, as the server reports it.
struct TaskState {
    QString id;
    QString status;
    QString message;
    std::chrono::milliseconds pause; //!< until the next request for the state
    bool isOver() const { return status == "completed"_L1 || status == "failed"_L1 || isCancelled(); }
    bool isCancelled() const { return status == "cancelled"_L1; }
    bool asks() const { return status == "input_required"_L1; }
};

Error badTask(const McpConnection &connection, const QString &method, const QString &fault)
{
    return {ErrorKind::Protocol, u"mcp.bad-task"_s,
        u"\"%1\" answered %2 with a task %3."_s.arg(connection.sourceName(), method, fault)};
}

Result<TaskState> readTask(const McpConnection &connection, const Json &task, const QString &method)
{
    static const QStringList statuses{
        u"working"_s, u"input_required"_s, u"completed"_s, u"failed"_s, u"cancelled"_s};
    const QString id = task.member("taskId"_L1).toString();
    if (id.isEmpty() || id.size() > maxTaskId)
        return std::unexpected(badTask(connection, method,
            u"whose taskId is not a string of 1 to 1024 "
            "characters"_s));
    const QString status = task.member("status"_L1).toString();
    if (!statuses.contains(status))
        return std::unexpected(badTask(connection, method,
            u"whose status is \"%1\", expected one of %2"_s.arg(
                visibleText(status, false, maxShownState), statuses.join(", "_L1))));
    const Limits &limits = connection.limits();
    const Json modern = task.member("pollIntervalMs"_L1);
    const qint64 wanted = (modern.isAbsent() ? task.member("pollInterval"_L1) : modern)
                              .toInteger()
                              .value_or(limits.reconnectFirstMs);
    return TaskState{id, status,
        visibleText(task.member("statusMessage"_L1).toString(), false, maxShownState),
        std::chrono::milliseconds(
            std::clamp(wanted, limits.reconnectServerRetryMinMs, limits.reconnectServerRetryMaxMs))};
}

std::shared_ptr<McpConnection::Request> taskRequest(
    const McpConnection::Request &call, const QString &method, const QString &taskId)
{
    const auto request = std::make_shared<McpConnection::Request>();
    request->method = method;
    request->params = Json::object({{u"taskId"_s, Json::string(taskId)}});
    request->exchangeId = call.exchangeId;
    request->cancellation = call.cancellation;
    return request;
}

Error cancelledByServer(const McpConnection &connection, const TaskState &task)
{
    return {ErrorKind::Remote, u"mcp.task-cancelled"_s,
        u"\"%1\" cancelled the task. %2"_s.arg(connection.sourceName(), task.message).trimmed()};
}

//! Returns whether a repeated request for the task may succeed. A gateway may end an answer that takes long.
bool isPassing(const Error &error)
{
    return error.kind == ErrorKind::Network || error.kind == ErrorKind::Timeout
        || (error.kind == ErrorKind::Closed && error.code == streamEndedCode);
}

//! Waits for the time until the next request for the state of \a task, or until the server announces a change
//! of it. Returns false if the call was cancelled.
Task<bool> pauseBeforePoll(
    std::shared_ptr<McpConnection> connection, TaskState task, std::stop_token cancellation)
{
    // A server that announces changes without end does not make us ask faster than this.
    const std::chrono::milliseconds least(connection->limits().reconnectServerRetryMinMs);
    const QFuture<bool> first = delay(least, cancellation);
    if (!co_await first)
        co_return false;
    if (connection->runningTasks.takeNews(task.id)) // it came during the last request or just now
        co_return true;
    std::stop_source awake;
    const auto wake = [awake]() mutable { awake.request_stop(); };
    const std::stop_callback onNews(connection->runningTasks.nextNews(task.id), wake);
    const std::stop_callback onStop(cancellation, wake);
    const QFuture<bool> rest = delay(std::max(task.pause - least, 0ms), awake.get_token());
    co_await rest;
    std::ignore = connection->runningTasks.takeNews(task.id);
    co_return !cancellation.stop_requested();
}

void cancelTask(const std::shared_ptr<McpConnection> &connection, const QString &id, const QString &operation,
    const QString &exchangeId)
{
    const auto mayGoOn = [weak = std::weak_ptr(connection), operation](const QString &why) {
        if (const auto alive = weak.lock(); alive && !alive->isClosed())
            alive->say(LogLine::Level::Warning,
                u"The task of \"%1\" may go on: %2"_s.arg(visibleText(operation, false, maxShownState), why));
    };
    const McpAgreement agreement = connection->agreement.value_or(McpAgreement());
    if (!agreement.isModern && !agreement.capabilities.member("tasks"_L1).member("cancel"_L1).isObject())
        return mayGoOn(u"the server does not offer to cancel tasks."_s);
    McpConnection::Request cancel;
    cancel.method = u"tasks/cancel"_s;
    cancel.params = Json::object({{u"taskId"_s, Json::string(id)}});
    cancel.exchangeId = exchangeId;
    connection->request(cancel).then(connection.get(), [mayGoOn](const Result<Json> &answer) {
        if (!answer)
            mayGoOn(answer.error().message);
    });
}

//! Returns tasks/result of the legacy era. While it waits, the server sends its requests for input.
std::shared_ptr<McpConnection::Request> resultRequest(
    const McpConnection::Request &call, const QString &taskId)
{
    const auto request = taskRequest(call, u"tasks/result"_s, taskId);
    request->idle = untilTheTaskEnds;
    request->total = untilTheTaskEnds;
    request->remarks = call.remarks;
    return request;
}

using OnTask = std::function<void(const CallTask &)>;

//! Reports the state of \a task to \a onTask while its tasks/result is open, until \a over.
Task<void> reportStates(std::shared_ptr<McpConnection> connection, TaskState task,
    McpConnection::SharedRequest call, QString pinned, OnTask onTask, std::stop_token over)
{
    QString shown = task.status + task.message;
    qint64 failures = 0;
    while (!task.isOver() && co_await pauseBeforePoll(connection, task, over)) {
        const auto request = taskRequest(*call, u"tasks/get"_s, task.id);
        request->isPoll = true;
        request->cancellation = over; // the state does not matter any more
        request->mayAbandon = false;
        const Result<Json> state = co_await askWithSession(connection, request, pinned, true);
        if (!state && isPassing(state.error()) && !connection->isClosed() && !over.stop_requested()
            && ++failures <= connection->limits().reconnectTries)
            continue;
        // The answer to tasks/result reports what is wrong.
        Result<TaskState> next = state ? readTask(*connection, *state, u"tasks/get"_s)
                                       : Result<TaskState>(std::unexpected(state.error()));
        if (over.stop_requested() || !next || next->id != task.id)
            co_return;
        failures = 0;
        task = *std::move(next);
        if (onTask && std::exchange(shown, task.status + task.message) != shown)
            onTask({task.id, task.status, task.message});
    }
}

//! Returns the answer to tasks/result of the legacy era, which arrives when the task is over.
Task<Result<Json>> resultOf(std::shared_ptr<McpConnection> connection, TaskState task,
    McpConnection::SharedRequest call, QString pinned, OnTask onTask)
{
    std::stop_source over;
    const std::stop_callback onStop(call->cancellation, [over]() mutable { over.request_stop(); });
    QCoro::connect(
        reportStates(connection, task, call, pinned, onTask, over.get_token()), connection.get(), [] { });
    Result<Json> result = std::unexpected(cancelledHere());
    for (qint64 failures = 0;; ++failures) {
        result = co_await askWithSession(connection, resultRequest(*call, task.id), pinned, true);
        const bool mayPass = !result && isPassing(result.error()) && !connection->isClosed();
        if (!mayPass || failures == connection->limits().reconnectTries)
            break;
        const QFuture<bool> pause = delay(task.pause, call->cancellation);
        if (!co_await pause)
            break;
    }
    over.request_stop();
    co_return result;
}

//! Returns the result or the error in a finished task of the modern era.
Result<Json> inlineResult(const McpConnection &connection, const TaskState &task, const Json &answer)
{
    const QString method = u"tasks/get"_s;
    const Json error = answer.member("error"_L1);
    if (task.status == "failed"_L1 && error.isAbsent()) {
        return std::unexpected(badTask(connection, method,
            task.message.isEmpty()
                ? u"that failed and has no error"_s
                : u"that failed and has no error, only the status message \"%1\""_s.arg(task.message)));
    }
    if (task.status == "failed"_L1 || error.isObject())
        return std::unexpected(JsonRpc::remoteError(error, connection.sourceName(), u"tools/call"_s));
    const Json result = answer.member("result"_L1);
    if (!result.isObject())
        return std::unexpected(badTask(connection, method, u"that is completed and has no result"_s));
    if (const std::optional<Error> fault = resultTypeFault(result, method, connection.sourceName(), true))
        return std::unexpected(*fault);
    return result;
}

//! Returns the members of \a requests that were not answered yet.
Json unanswered(const Json &requests, const QSet<QString> &answered)
{
    QList<Json::Member> left;
    for (const auto &request : requests.members()) {
        if (!answered.contains(request.key()))
            left.append({request.key(), request.value()});
    }
    return Json::object(left);
}

//! Answers the requests of a task of the modern era, each once, and adds their keys to \a answered.
Task<Result<void>> answerTask(std::shared_ptr<McpConnection> connection, McpConnection::SharedRequest call,
    QString operation, QString pinned, QString taskId, Json requests, std::shared_ptr<QSet<QString>> answered)
{
    const Json left = unanswered(requests, *answered);
    if (left.size() == 0)
        co_return Result<void>();
    const Result<Json> responses =
        co_await answersOf(connection, left, u"tasks/get"_s, operation, call->exchangeId, call->cancellation);
    if (!responses)
        co_return std::unexpected(responses.error());
    const auto update = taskRequest(*call, u"tasks/update"_s, taskId);
    update->params = withMember(update->params, u"inputResponses", *responses);
    const Result<Json> taken = co_await askWithSession(connection, update, pinned, false);
    if (!taken)
        co_return std::unexpected(taken.error());
    for (const auto &request : left.members())
        answered->insert(request.key());
    co_return Result<void>();
}

Task<Result<Json>> pollTask(std::shared_ptr<McpConnection> connection, TaskState task, Json answer,
    McpConnection::SharedRequest call, QString operation, QString pinned, OnTask onTask)
{
    const bool isModern = !connection->modernRevision.isEmpty();
    const auto answered = std::make_shared<QSet<QString>>();
    std::shared_ptr<QList<JsonRemark>> remarks; // on the answer that holds the result
    QString shown;
    qint64 failures = 0;
    qint64 rounds = 0;
    for (;;) {
        if (onTask && std::exchange(shown, task.status + task.message) != shown)
            onTask({task.id, task.status, task.message});
        if (task.isCancelled())
            co_return std::unexpected(cancelledByServer(*connection, task));
        if (!isModern && (task.isOver() || task.asks()))
            co_return co_await resultOf(connection, task, call, pinned, onTask);
        // The answer to the call is only the beginning of the task; a state with its result comes later.
        const bool isWhole = !isModern || remarks || answer.hasMember("result"_L1)
            || answer.hasMember("error"_L1) || answer.hasMember("inputRequests"_L1);
        if (isModern && isWhole && task.isOver()) {
            if (call->remarks && remarks)
                *call->remarks += remarksWithin(*remarks, "result"_L1);
            co_return inlineResult(*connection, task, answer);
        }
        if (isModern && isWhole && task.asks()) {
            const qsizetype before = answered->size();
            if (rounds == connection->limits().inputRounds)
                co_return std::unexpected(tooManyRounds(*connection, call->method));
            if (before == 0 && answer.member("inputRequests"_L1).size() == 0)
                co_return std::unexpected(
                    badTask(*connection, u"tasks/get"_s, u"that asks for input and has no inputRequests"_s));
            const Result<void> told = co_await answerTask(
                connection, call, operation, pinned, task.id, answer.member("inputRequests"_L1), answered);
            if (!told)
                co_return std::unexpected(told.error());
            if (answered->size() > before)
                ++rounds;
        }
        const bool goesOn = co_await pauseBeforePoll(connection, task, call->cancellation);
        if (!goesOn)
            co_return std::unexpected(cancelledHere());
        const auto request = taskRequest(*call, u"tasks/get"_s, task.id);
        request->isPoll = true;
        if (isModern) // the answer of the legacy era holds no result
            request->remarks = std::make_shared<QList<JsonRemark>>();
        Result<Json> state = co_await askWithSession(connection, request, pinned, true);
        if (!state && isPassing(state.error()) && !connection->isClosed()
            && ++failures <= connection->limits().reconnectTries)
            continue;
        if (!state)
            co_return std::unexpected(state.error());
        failures = 0;
        Result<TaskState> next = readTask(*connection, *state, u"tasks/get"_s);
        if (!next)
            co_return std::unexpected(next.error());
        if (next->id != task.id)
            co_return std::unexpected(
                badTask(*connection, u"tasks/get"_s, u"that is not the requested task"_s));
        task = *std::move(next);
        answer = *std::move(state);
        remarks = request->remarks;
    }
}

} // namespace

Result<bool> runsAsTask(
    const Json &tool, const McpAgreement &agreement, bool wants, const QString &sourceName)
{
    if (agreement.isModern)
        return false;
    const QString support = tool.member("execution"_L1).member("taskSupport"_L1).toString();
    const bool isOffered = agreement.capabilities.member("tasks"_L1)
                               .member("requests"_L1)
                               .member("tools"_L1)
                               .member("call"_L1)
                               .isObject();
    const bool isPossible = isOffered && (support == "optional"_L1 || support == "required"_L1);
    if (wants && !isPossible) {
        return std::unexpected(Error{ErrorKind::Usage, u"mcp.no-task"_s,
            isOffered ? u"\"%1\" does not run this tool as a task. Call it without a task."_s.arg(sourceName)
                      : u"\"%1\" does not run calls as tasks. Call it without a task."_s.arg(sourceName)});
    }
    return isPossible && (wants || support == "required"_L1);
}

bool becameTask(const McpConnection &connection, const McpConnection::Request &request, const Json &answer)
{
    return connection.modernRevision.isEmpty()
        ? request.params.hasMember("task"_L1) && answer.hasMember("task"_L1)
        : resultType(answer) == "task"_L1;
}

Task<Result<Json>> followTask(std::shared_ptr<McpConnection> connection, Json answer,
    McpConnection::SharedRequest request, QString operation, QString pinned,
    std::function<void(const CallTask &)> onTask)
{
    const bool isModern = !connection->modernRevision.isEmpty();
    const Result<TaskState> task =
        readTask(*connection, isModern ? answer : answer.member("task"_L1), request->method);
    if (!task)
        co_return std::unexpected(task.error());
    const QString id = task->id;
    if (connection->runningTasks.contains(id)) {
        co_return std::unexpected(
            badTask(*connection, request->method, u"whose id belongs to a running task"_s));
    }
    connection->runningTasks.begin(id,
        {request->id ? *request->id : 0, request->exchangeId, operation, request->onProgress,
            request->remarks});
    const auto cancel = [connection, id, operation, exchangeId = request->exchangeId] {
        if (!connection->isClosed())
            cancelTask(connection, id, operation, exchangeId);
    };
    std::optional<Result<Json>> result;
    {
        // At once, because the connection may be closed right after the call was cancelled.
        const std::stop_callback onStop(request->cancellation, cancel);
        result = co_await pollTask(connection, *task, answer, request, operation, pinned, onTask);
    }
    connection->endTask(id);
    const bool isGivenUp =
        !*result && result->error().kind != ErrorKind::Remote && !isPassing(result->error());
    if (isGivenUp && !request->cancellation.stop_requested())
        cancel();
    co_return *std::move(result);
}

std::function<void(const Json &)> cancelsLateTask(const std::shared_ptr<McpConnection> &connection,
    const McpConnection::Request &request, const QString &operation)
{
    return [weak = std::weak_ptr(connection), operation, exchangeId = request.exchangeId,
               wantsTask = request.params.hasMember("task"_L1)](const Json &late) {
        const auto alive = weak.lock();
        const bool isModern = alive && !alive->modernRevision.isEmpty();
        if (!alive || (isModern ? resultType(late) != "task"_L1 : !wantsTask))
            return;
        const Json task = isModern ? late : late.member("task"_L1);
        if (const QString id = task.member("taskId"_L1).toString(); !id.isEmpty() && id.size() <= maxTaskId)
            cancelTask(alive, id, operation, exchangeId);
    };
}

} // namespace Workbench
