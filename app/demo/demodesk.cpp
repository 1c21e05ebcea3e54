// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demodesk.h"

#include "app/demo/demotools.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcprevisions.h"

#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int otherVersion = -32022;
constexpr auto deskTaskTool = "cook-dinner"_L1; // runs as a task
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

Json dataResult(const QString &text, const Json &data)
{
    return withMember(textResult(text), u"structuredContent", data);
}

Json formQuestion(const Json &arguments)
{
    const qint64 guests = arguments.member("guests"_L1).toInteger().value_or(2);
    return Json::object({{u"message"_s, Json::string(u"A table for %1: who comes, and when?"_s.arg(guests))},
        {u"requestedSchema"_s, demoJson(u"reservation"_s)}});
}

Json linkQuestion(const Json &arguments, bool isModern)
{
    const qint64 bill = arguments.member("bill"_L1).toInteger().value_or(1);
    return Json::object({{u"mode"_s, Json::string(u"url")},
        {u"message"_s, Json::string(u"Bill %1 is paid on the page of the bank."_s.arg(bill))},
        {u"url"_s, Json::string(u"https://bank.example/pay?bill=%1"_s.arg(bill))},
        {u"elicitationId"_s, isModern ? Json() : Json::string(u"bill-%1"_s.arg(bill))}});
}

Json samplingQuestion(const Json &arguments)
{
    const QString dish = arguments.member("dish"_L1).toString(u"mushroom risotto"_s);
    const Json text = Json::object({{u"type"_s, Json::string(u"text")},
        {u"text"_s, Json::string(u"Which wine goes with %1?"_s.arg(dish))}});
    const Json message = Json::object({{u"role"_s, Json::string(u"user")}, {u"content"_s, text}});
    return Json::object({{u"systemPrompt"_s, Json::string(u"You are a waiter. Answer in one sentence.")},
        {u"messages"_s, Json::array(QList<Json>{message})}, {u"maxTokens"_s, Json::integer(100)},
        {u"temperature"_s, Json::numberFromText("0.5")}});
}

Json questionBy(QStringView method, const Json &params)
{
    return Json::object({{u"method"_s, Json::string(method)}, {u"params"_s, params}});
}

Json bookedTable(const Json &arguments, const Json &answer)
{
    const Json content = answer.member("content"_L1);
    const QString name = content.member("name"_L1).toString();
    const QString time = content.member("time"_L1).toString();
    if (name.isEmpty())
        return failedResult(u"The form came back without a name."_s);
    const Json data =
        withMember(content, u"guests", Json::integer(arguments.member("guests"_L1).toInteger().value_or(2)));
    return dataResult(u"A table is kept for %1 at %2."_s.arg(name, time), data);
}

Json foldersResult(const Json &answer)
{
    QStringList names;
    for (const Json &root : answer.member("roots"_L1).items())
        names.append(root.member("uri"_L1).toString());
    return dataResult(
        names.isEmpty() ? u"There is no folder that this server may know."_s : names.join(u'\n'),
        Json::object({{u"roots"_s, answer.member("roots"_L1)}}));
}

//! Returns what a tool asks before it answers, as a request {method, params} of the server. Absent if there
//! is no such tool or it asks for nothing. \a isModern leaves out members that the modern era does not have.
Json deskQuestion(const QString &tool, const Json &arguments, bool isModern)
{
    if (tool == "book-table"_L1)
        return questionBy(u"elicitation/create", formQuestion(arguments));
    if (tool == "pay-bill"_L1)
        return questionBy(u"elicitation/create", linkQuestion(arguments, isModern));
    if (tool == "suggest-wine"_L1)
        return questionBy(u"sampling/createMessage", samplingQuestion(arguments));
    if (tool == "list-folders"_L1)
        return questionBy(u"roots/list", Json::emptyObject());
    return {};
}

//! Returns the capability that a client has to announce for \a question, as a path: "elicitation", "url".
QStringList deskCapability(const Json &question)
{
    const QString method = question.member("method"_L1).toString();
    if (method == "elicitation/create"_L1) {
        const bool isLink = question.member("params"_L1).member("mode"_L1).toString() == "url"_L1;
        return {u"elicitation"_s, isLink ? u"url"_s : u"form"_s};
    }
    return {method.section(u'/', 0, 0)};
}

//! Returns the result of a tool after the client's \a answer, which is the "result" of the request.
Json deskResult(const QString &tool, const Json &arguments, const Json &answer)
{
    if (tool == "list-folders"_L1 && answer.member("roots"_L1).isArray())
        return foldersResult(answer);
    if (tool == "suggest-wine"_L1 && answer.hasMember("content"_L1)) {
        const Json content = answer.member("content"_L1);
        const QString text = (content.isArray() ? content.at(0) : content).member("text"_L1).toString();
        return textResult(text.isEmpty() ? u"The answer has no text."_s : text);
    }
    const QString action = answer.member("action"_L1).toString();
    if (tool == "book-table"_L1 && action == "accept"_L1)
        return bookedTable(arguments, answer);
    if (tool == "pay-bill"_L1 && action == "accept"_L1)
        return textResult(u"Thank you. The demo does not check the payment."_s);
    return failedResult(action == "cancel"_L1 ? u"The question was left without a decision."_s
                                              : u"The question was declined."_s);
}

} // namespace

QString DemoDesk::Cooking::status() const
{
    return isCancelled ? u"cancelled"_s : isDone() ? u"completed"_s : u"working"_s;
}

std::chrono::milliseconds DemoDesk::Cooking::left() const
{
    return std::max(std::chrono::milliseconds(0),
        time - std::chrono::milliseconds(began.msecsTo(QDateTime::currentDateTimeUtc())));
}

DemoDesk::DemoDesk(Era era, QObject *parent)
    : LineServer(parent)
    , m_isModern(era == Era::Modern)
{
}

void DemoDesk::answer(const Json &id, const Json &result, QStringView type)
{
    const Json whole = m_isModern ? withMember(result, u"resultType", Json::string(type)) : result;
    sendMessage(JsonRpc::response(id, whole));
}

void DemoDesk::answerLater(const Json &id, std::chrono::milliseconds after, const Json &result)
{
    QTimer::singleShot(after, this, [this, id, result] { answer(id, result); });
}

void DemoDesk::receive(const QByteArray &line)
{
    if (line.trimmed().isEmpty())
        return;
    const Result<Json> message = parseJson(line);
    if (message && message->isObject())
        handle(*message);
    else
        refuse({}, JsonRpc::parseError, u"Expected a JSON object."_s);
}

void DemoDesk::handle(const Json &message)
{
    const Json id = message.member("id"_L1);
    const QString method = message.member("method"_L1).toString();
    const Json params = message.member("params"_L1);
    if (!method.isEmpty() && !id.isAbsent())
        return handleRequest(method, id, params);
    if (method == "notifications/cancelled"_L1) {
        std::erase_if(m_asked, [request = params.member("requestId"_L1)](const auto &entry) {
            return entry.second.callId == request;
        });
    }
    if (!method.isEmpty())
        return;
    const auto found = m_asked.find(id.toString());
    if (found == m_asked.end())
        return;
    const Asked call = found->second;
    m_asked.erase(found);
    answer(call.callId, deskResult(call.tool, call.arguments, message.member("result"_L1)));
}

//! Returns whether the request may be answered. Refuses it otherwise.
bool DemoDesk::isSpokenTo(const QString &method, const Json &id, const Json &params)
{
    if (!m_isModern) {
        if (!m_isInitialized && method != "initialize"_L1 && method != "ping"_L1)
            method == "server/discover"_L1
                ? refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method)
                : refuse(id, JsonRpc::invalidRequest, u"The first request must be initialize."_s);
        return m_isInitialized || method == "initialize"_L1 || method == "ping"_L1;
    }
    const Json meta = params.member("_meta"_L1);
    const Json version = meta.member("io.modelcontextprotocol/protocolVersion"_L1);
    if (method == "initialize"_L1 || !mcpModernRevisions().contains(version.toString())) {
        refuse(id, otherVersion, u"Unsupported protocol version"_s,
            Json::object({{u"supported"_s, textArray(mcpModernRevisions())}, {u"requested"_s, version}}));
        return false;
    }
    m_capabilities = meta.member("io.modelcontextprotocol/clientCapabilities"_L1);
    return true;
}

Json DemoDesk::ourCapabilities() const
{
    return m_isModern
        ? jsonLiteral(R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})")
        : jsonLiteral(R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})");
}

Json DemoDesk::cacheable(const Json &result) const
{
    if (!m_isModern)
        return result;
    return withMember(
        withMember(result, u"ttlMs", Json::integer(60'000)), u"cacheScope", Json::string(u"public"));
}

void DemoDesk::handleRequest(const QString &method, const Json &id, const Json &params)
{
    if (!isSpokenTo(method, id, params))
        return;
    const QString instructions =
        u"Each tool asks for something before it answers: the values of a form, an "
        "address to open, the answer of a language model, your folders. Nothing leaves "
        "this computer."_s;
    if (method == "initialize"_L1) {
        m_isInitialized = true;
        m_capabilities = params.member("capabilities"_L1);
        answer(id,
            Json::object({{u"protocolVersion"_s, Json::string(mcpRevisions().last())},
                {u"capabilities"_s, ourCapabilities()}, {u"serverInfo"_s, serverInfoOf(false)},
                {u"instructions"_s, Json::string(instructions)}}));
    } else if (method == "server/discover"_L1 && m_isModern) {
        const Json meta = Json::object({{u"io.modelcontextprotocol/serverInfo"_s, serverInfoOf(true)}});
        answer(id,
            cacheable(Json::object({{u"supportedVersions"_s, textArray(mcpModernRevisions())},
                {u"capabilities"_s, ourCapabilities()}, {u"instructions"_s, Json::string(instructions)},
                {u"_meta"_s, meta}})));
    } else if (method == "ping"_L1 && !m_isModern) {
        answer(id, Json::emptyObject());
    } else if (method == "tools/list"_L1) {
        answer(id, cacheable(Json::object({{u"tools"_s, demoJson(u"desk-tools"_s)}})));
    } else if (method == "tools/call"_L1) {
        callTool(id, params);
    } else if (method.startsWith("tasks/"_L1)) {
        handleTask(method, id, params);
    } else {
        refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method);
    }
}

void DemoDesk::callTool(const Json &id, const Json &params)
{
    const QString tool = params.member("name"_L1).toString();
    const Json arguments = params.member("arguments"_L1);
    if (tool == deskTaskTool)
        return cook(id, params);
    const Json question = deskQuestion(tool, arguments, m_isModern);
    if (question.isAbsent())
        refuse(id, JsonRpc::invalidParams, u"Unknown tool: "_s + tool);
    else if (!takesQuestion(question))
        answer(id,
            failedResult(u"This client did not announce that it answers %1."_s.arg(
                deskCapability(question).join(u' '))));
    else
        ask(id, params, question);
}

bool DemoDesk::takesQuestion(const Json &question) const
{
    const QStringList path = deskCapability(question);
    const Json announced = m_capabilities.member(QStringView(path.first()));
    // An empty elicitation object announces forms.
    const bool isForm = path.value(1) == "form"_L1;
    return announced.isObject()
        && (path.size() == 1 || announced.hasMember(QStringView(path[1]))
            || (isForm && announced.size() == 0));
}

void DemoDesk::ask(const Json &id, const Json &params, const Json &question)
{
    const QString tool = params.member("name"_L1).toString();
    const Json arguments = params.member("arguments"_L1);
    if (!m_isModern) {
        const QString key = u"question-%1"_s.arg(++m_lastAsked);
        m_asked[key] = {id, tool, arguments};
        sendMessage(Json::object({{u"jsonrpc"_s, Json::string(u"2.0")}, {u"id"_s, Json::string(key)},
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
        refuse(id, JsonRpc::invalidParams, u"requestState differs from the one in the result."_s);
    } else {
        answer(id, deskResult(tool, arguments, answers.member("answer"_L1)));
    }
}

void DemoDesk::cook(const Json &id, const Json &params)
{
    const double seconds = params.member("arguments"_L1).member("seconds"_L1).toDouble(10);
    if (!(seconds >= 0 && seconds <= 3600))
        return answer(id, failedResult(u"seconds: expected 0 to 3600."_s));
    const auto time = std::chrono::milliseconds(qint64(seconds * 1000));
    const bool isTask = m_isModern ? m_capabilities.member("extensions"_L1).hasMember(tasksExtension)
                                   : params.hasMember("task"_L1);
    if (!isTask)
        return answerLater(id, time, cooked());
    Cooking task;
    task.id = u"dinner-%1"_s.arg(++m_lastTask);
    task.began = QDateTime::currentDateTimeUtc();
    task.time = time;
    m_tasks[task.id] = task;
    const Json described = describe(task);
    if (m_isModern)
        answer(id, described, u"task");
    else
        answer(id, Json::object({{u"task"_s, described}}));
}

Json DemoDesk::describe(const Cooking &task) const
{
    const Json pause = Json::integer(askAgainAfter.count());
    const QString status = task.status();
    const Json began = Json::string(task.began.toString(Qt::ISODateWithMs));
    return Json::object({{u"taskId"_s, Json::string(task.id)}, {u"status"_s, Json::string(status)},
        {u"statusMessage"_s,
            status == "working"_L1 ? Json::string(u"%1 s left"_s.arg((task.left().count() + 999) / 1000))
                                   : Json()},
        {u"createdAt"_s, began}, {u"lastUpdatedAt"_s, began},
        {m_isModern ? u"ttlMs"_s : u"ttl"_s, Json::integer(3'600'000)},
        {m_isModern ? u"pollIntervalMs"_s : u"pollInterval"_s, pause},
        {u"result"_s, m_isModern && status == "completed"_L1 ? cooked() : Json()}});
}

void DemoDesk::handleTask(const QString &method, const Json &id, const Json &params)
{
    if (method == "tasks/list"_L1 && !m_isModern) {
        QList<Json> all;
        for (const auto &[key, task] : m_tasks)
            all.append(describe(task));
        return answer(id, Json::object({{u"tasks"_s, Json::array(all)}}));
    }
    const auto found = m_tasks.find(params.member("taskId"_L1).toString());
    if (found == m_tasks.end())
        return refuse(id, JsonRpc::invalidParams, u"There is no task with this id."_s);
    Cooking &task = found->second;
    if (method == "tasks/get"_L1) {
        answer(id, describe(task));
    } else if (method == "tasks/cancel"_L1) {
        if (!task.isDone())
            task.isCancelled = true;
        answer(id, m_isModern ? Json::emptyObject() : describe(task));
    } else if (method == "tasks/result"_L1 && !m_isModern) {
        if (task.isCancelled)
            refuse(id, JsonRpc::invalidParams, u"The task was cancelled."_s);
        else
            answerLater(id, task.left(), cooked());
    } else {
        refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method);
    }
}

} // namespace Workbench

#include "moc_demodesk.cpp"
