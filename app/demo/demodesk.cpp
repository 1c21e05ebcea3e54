// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demodesk.h"

#include "app/demo/demodesktools.h"
#include "app/demo/demotools.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcprevisions.h"

#include <QDateTime>
#include <QTimer>

#include <map>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int otherVersion = -32022;
constexpr auto tasksExtension = "io.modelcontextprotocol/tasks"_L1;
constexpr std::chrono::milliseconds askAgainAfter{500};

Json serverInfoOf(bool isModern)
{
    return Json::object(
        {{u"name"_s, Json::string(isModern ? u"envelope-demo-modern" : u"envelope-demo-desk")},
            {u"title"_s,
                Json::string(
                    isModern ? u"Envelope Workbench demo, modern era" : u"Envelope Workbench demo, desk")},
            {u"version"_s, Json::string(QStringLiteral(WORKBENCH_VERSION))}});
}

Json cooked()
{
    return textResult(u"Dinner is ready."_s);
}

} // namespace

struct DemoDesk::Private {
    struct Asked { // a call that waits for the answer to our request
        Json callId;
        QString tool;
        Json arguments;
    };
    struct Cooking { // a task
        QString id;
        QDateTime began;
        std::chrono::milliseconds time{0};
        bool isCancelled = false;
        bool isDone() const { return QDateTime::currentDateTimeUtc() >= began.addDuration(time); }
        QString status() const
        {
            return isCancelled ? u"cancelled"_s : isDone() ? u"completed"_s : u"working"_s;
        }
        std::chrono::milliseconds left() const
        {
            return std::max(std::chrono::milliseconds(0),
                time - std::chrono::milliseconds(began.msecsTo(QDateTime::currentDateTimeUtc())));
        }
    };

    DemoDesk *q;
    bool isModern;
    Json capabilities; // announced by the client
    bool isInitialized = false;
    std::map<QString, Asked> asked; // by the id of our request
    std::map<QString, Cooking> tasks; // by their id
    int lastAsked = 0;
    int lastTask = 0;

    //! \a type is the resultType of the modern era.
    void answer(const Json &id, const Json &result, QStringView type = u"complete")
    {
        const Json whole = isModern ? withMember(result, u"resultType", Json::string(type)) : result;
        q->sendMessage(JsonRpc::response(id, whole));
    }
    void answerLater(const Json &id, std::chrono::milliseconds after, const Json &result)
    {
        QTimer::singleShot(after, q, [this, id, result] { answer(id, result); });
    }

    void handle(const Json &message);
    void handleRequest(const QString &method, const Json &id, const Json &params);
    bool isSpokenTo(const QString &method, const Json &id, const Json &params);
    void handleTask(const QString &method, const Json &id, const Json &params);
    void callTool(const Json &id, const Json &params);
    void ask(const Json &id, const Json &params, const Json &question);
    void cook(const Json &id, const Json &params);
    bool takesQuestion(const Json &question) const;
    Json describe(const Cooking &task) const;
    Json ourCapabilities() const;
    Json cacheable(const Json &result) const;
};

DemoDesk::DemoDesk(Era era, QObject *parent)
    : LineServer(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    d->isModern = era == Era::Modern;
}

DemoDesk::~DemoDesk() = default;

void DemoDesk::receive(const QByteArray &line)
{
    if (line.trimmed().isEmpty())
        return;
    const Result<Json> message = parseJson(line);
    if (message && message->isObject())
        d->handle(*message);
    else
        refuse({}, JsonRpc::parseError, u"Expected a JSON object."_s);
}

void DemoDesk::Private::handle(const Json &message)
{
    const Json id = message.member("id"_L1);
    const QString method = message.member("method"_L1).toString();
    const Json params = message.member("params"_L1);
    if (!method.isEmpty() && !id.isAbsent())
        return handleRequest(method, id, params);
    if (method == "notifications/cancelled"_L1) {
        std::erase_if(asked, [request = params.member("requestId"_L1)](const auto &entry) {
            return entry.second.callId == request;
        });
    }
    if (!method.isEmpty())
        return;
    const auto found = asked.find(id.toString());
    if (found == asked.end())
        return;
    const Asked call = found->second;
    asked.erase(found);
    answer(call.callId, deskResult(call.tool, call.arguments, message.member("result"_L1)));
}

//! Returns whether the request may be answered. Refuses it otherwise.
bool DemoDesk::Private::isSpokenTo(const QString &method, const Json &id, const Json &params)
{
    if (!isModern) {
        if (!isInitialized && method != "initialize"_L1 && method != "ping"_L1)
            method == "server/discover"_L1
                ? q->refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method)
                : q->refuse(id, JsonRpc::invalidRequest, u"The first request must be initialize."_s);
        return isInitialized || method == "initialize"_L1 || method == "ping"_L1;
    }
    const Json meta = params.member("_meta"_L1);
    const Json version = meta.member("io.modelcontextprotocol/protocolVersion"_L1);
    if (method == "initialize"_L1 || !mcpModernRevisions().contains(version.toString())) {
        q->refuse(id, otherVersion, u"Unsupported protocol version"_s,
            Json::object({{u"supported"_s, textArray(mcpModernRevisions())}, {u"requested"_s, version}}));
        return false;
    }
    capabilities = meta.member("io.modelcontextprotocol/clientCapabilities"_L1);
    return true;
}

Json DemoDesk::Private::ourCapabilities() const
{
    return isModern
        ? jsonLiteral(R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})")
        : jsonLiteral(R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})");
}

Json DemoDesk::Private::cacheable(const Json &result) const
{
    if (!isModern)
        return result;
    return withMember(
        withMember(result, u"ttlMs", Json::integer(60'000)), u"cacheScope", Json::string(u"public"));
}

void DemoDesk::Private::handleRequest(const QString &method, const Json &id, const Json &params)
{
    if (!isSpokenTo(method, id, params))
        return;
    const QString instructions =
        u"Each tool asks for something before it answers: the values of a form, an "
        "address to open, the answer of a language model, your folders. Nothing leaves "
        "this computer."_s;
    if (method == "initialize"_L1) {
        isInitialized = true;
        capabilities = params.member("capabilities"_L1);
        answer(id,
            Json::object({{u"protocolVersion"_s, Json::string(mcpRevisions().last())},
                {u"capabilities"_s, ourCapabilities()}, {u"serverInfo"_s, serverInfoOf(false)},
                {u"instructions"_s, Json::string(instructions)}}));
    } else if (method == "server/discover"_L1 && isModern) {
        const Json meta = Json::object({{u"io.modelcontextprotocol/serverInfo"_s, serverInfoOf(true)}});
        answer(id,
            cacheable(Json::object({{u"supportedVersions"_s, textArray(mcpModernRevisions())},
                {u"capabilities"_s, ourCapabilities()}, {u"instructions"_s, Json::string(instructions)},
                {u"_meta"_s, meta}})));
    } else if (method == "ping"_L1 && !isModern) {
        answer(id, Json::emptyObject());
    } else if (method == "tools/list"_L1) {
        answer(id, cacheable(Json::object({{u"tools"_s, deskTools()}})));
    } else if (method == "tools/call"_L1) {
        callTool(id, params);
    } else if (method.startsWith("tasks/"_L1)) {
        handleTask(method, id, params);
    } else {
        q->refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method);
    }
}

void DemoDesk::Private::callTool(const Json &id, const Json &params)
{
    const QString tool = params.member("name"_L1).toString();
    const Json arguments = params.member("arguments"_L1);
    if (tool == deskTaskTool)
        return cook(id, params);
    const Json question = deskQuestion(tool, arguments, isModern);
    if (question.isAbsent())
        q->refuse(id, JsonRpc::invalidParams, u"Unknown tool: "_s + tool);
    else if (!takesQuestion(question))
        answer(id,
            failedResult(u"This client did not announce that it answers %1."_s.arg(
                deskCapability(question).join(u' '))));
    else
        ask(id, params, question);
}

bool DemoDesk::Private::takesQuestion(const Json &question) const
{
    const QStringList path = deskCapability(question);
    const Json announced = capabilities.member(QStringView(path.first()));
    // An empty elicitation object announces forms.
    const bool isForm = path.value(1) == "form"_L1;
    return announced.isObject()
        && (path.size() == 1 || announced.hasMember(QStringView(path[1]))
            || (isForm && announced.size() == 0));
}

void DemoDesk::Private::ask(const Json &id, const Json &params, const Json &question)
{
    const QString tool = params.member("name"_L1).toString();
    const Json arguments = params.member("arguments"_L1);
    if (!isModern) {
        const QString key = u"question-%1"_s.arg(++lastAsked);
        asked[key] = {id, tool, arguments};
        q->sendMessage(Json::object({{u"jsonrpc"_s, Json::string(u"2.0")}, {u"id"_s, Json::string(key)},
            {u"method"_s, question.member("method"_L1)}, {u"params"_s, question.member("params"_L1)}}));
        return;
    }
    const QString state = u"asked by "_s + tool;
    const Json answers = params.member("inputResponses"_L1);
    if (answers.isAbsent()) {
        answer(id,
            Json::object({{u"inputRequests"_s, Json::object({{u"answer"_s, question}})},
                {u"requestState"_s, Json::string(state)}}),
            u"input_required");
    } else if (params.member("requestState"_L1).toString() != state) {
        q->refuse(id, JsonRpc::invalidParams, u"requestState differs from the one in the result."_s);
    } else {
        answer(id, deskResult(tool, arguments, answers.member("answer"_L1)));
    }
}

void DemoDesk::Private::cook(const Json &id, const Json &params)
{
    const double seconds = params.member("arguments"_L1).member("seconds"_L1).toDouble(10);
    if (!(seconds >= 0 && seconds <= 3600))
        return answer(id, failedResult(u"seconds: expected 0 to 3600."_s));
    const auto time = std::chrono::milliseconds(qint64(seconds * 1000));
    const bool isTask = isModern ? capabilities.member("extensions"_L1).hasMember(tasksExtension)
                                 : params.hasMember("task"_L1);
    if (!isTask)
        return answerLater(id, time, cooked());
    Cooking task;
    task.id = u"dinner-%1"_s.arg(++lastTask);
    task.began = QDateTime::currentDateTimeUtc();
    task.time = time;
    tasks[task.id] = task;
    const Json described = describe(task);
    if (isModern)
        answer(id, described, u"task");
    else
        answer(id, Json::object({{u"task"_s, described}}));
}

Json DemoDesk::Private::describe(const Cooking &task) const
{
    const Json pause = Json::integer(askAgainAfter.count());
    const QString status = task.status();
    const Json began = Json::string(task.began.toString(Qt::ISODateWithMs));
    return Json::object({{u"taskId"_s, Json::string(task.id)}, {u"status"_s, Json::string(status)},
        {u"statusMessage"_s,
            status == "working"_L1 ? Json::string(u"%1 s left"_s.arg((task.left().count() + 999) / 1000))
                                   : Json()},
        {u"createdAt"_s, began}, {u"lastUpdatedAt"_s, began},
        {isModern ? u"ttlMs"_s : u"ttl"_s, Json::integer(3'600'000)},
        {isModern ? u"pollIntervalMs"_s : u"pollInterval"_s, pause},
        {u"result"_s, isModern && status == "completed"_L1 ? cooked() : Json()}});
}

void DemoDesk::Private::handleTask(const QString &method, const Json &id, const Json &params)
{
    if (method == "tasks/list"_L1 && !isModern) {
        QList<Json> all;
        for (const auto &[key, task] : tasks)
            all.append(describe(task));
        return answer(id, Json::object({{u"tasks"_s, Json::array(all)}}));
    }
    const auto found = tasks.find(params.member("taskId"_L1).toString());
    if (found == tasks.end())
        return q->refuse(id, JsonRpc::invalidParams, u"There is no task with this id."_s);
    Cooking &task = found->second;
    if (method == "tasks/get"_L1) {
        answer(id, describe(task));
    } else if (method == "tasks/cancel"_L1) {
        if (!task.isDone())
            task.isCancelled = true;
        answer(id, isModern ? Json::emptyObject() : describe(task));
    } else if (method == "tasks/result"_L1 && !isModern) {
        if (task.isCancelled)
            q->refuse(id, JsonRpc::invalidParams, u"The task was cancelled."_s);
        else
            answerLater(id, task.left(), cooked());
    } else {
        q->refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method);
    }
}

} // namespace Workbench

#include "moc_demodesk.cpp"
