// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demodesk.h"

#include "app/demo/demotools.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcprevisions.h"

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int otherVersion = -32022;
constexpr auto deskTaskTool = "cook-dinner"_L1; // runs as a task
constexpr auto tasksExtension = "io.modelcontextprotocol/tasks"_L1;
constexpr auto subscriptionKey = u"io.modelcontextprotocol/subscriptionId";
constexpr std::chrono::milliseconds askAgainAfter{500};
constexpr std::chrono::milliseconds ovenEvery{1000};
constexpr std::chrono::milliseconds tableEvery{200};

Json serverInfoOf(bool isModern)
{
    return Json::object(
        {{u"name"_s, Json::string(isModern ? u"envelope-demo-modern" : u"envelope-demo-desk")},
            {u"title"_s,
                Json::string(
                    isModern ? u"Envelope Workbench demo, modern era" : u"Envelope Workbench demo, desk")},
            {u"version"_s, Json::string(QStringLiteral(WORKBENCH_VERSION))}});
}

Json cooked(bool isModern)
{
    const Json result = textResult(u"Dinner is ready."_s);
    return isModern ? withMember(result, u"resultType", Json::string(u"complete")) : result;
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

DemoDesk::DemoDesk(Era era, std::shared_ptr<DemoKitchen> kitchen, QObject *parent)
    : LineServer(parent)
    , m_isModern(era == Era::Modern)
    , m_kitchen(std::move(kitchen))
{
    m_oven.setInterval(ovenEvery);
    connect(&m_oven, &QTimer::timeout, this, [this] { tellUpdate(DemoKitchen::ovenUri); });
    connect(m_kitchen.get(), &DemoKitchen::menuChanged, this, [this] {
        for (const Listener &listener : std::as_const(m_listeners)) {
            if (listener.tools)
                tell(listener, u"notifications/tools/list_changed", Json::emptyObject());
        }
        tellUpdate(DemoKitchen::menuUri);
    });
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
        const Json request = params.member("requestId"_L1);
        std::erase_if(m_asked, [&request](const auto &entry) { return entry.second.callId == request; });
        m_listeners.removeIf([&request](const Listener &listener) { return listener.id == request; });
        m_setting.remove(request.toBytes());
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
        ? jsonLiteral(R"({"tools":{"listChanged":true},"resources":{"subscribe":true},"logging":{},)"
                      R"("extensions":{"io.modelcontextprotocol/tasks":{}}})")
        : jsonLiteral(R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})");
}

Json DemoDesk::cacheable(const Json &result, std::chrono::milliseconds ttl, QStringView scope) const
{
    if (!m_isModern)
        return result;
    return withMember(
        withMember(result, u"ttlMs", Json::integer(ttl.count())), u"cacheScope", Json::string(scope));
}

void DemoDesk::handleRequest(const QString &method, const Json &id, const Json &params)
{
    if (!isSpokenTo(method, id, params))
        return;
    const QString asking = u"Some tools ask for something before they answer: the values of a form, an "
                           "address to open, the answer of a language model, your folders. "_s;
    const QString changing =
        u"Subscribe to the resource Oven, or call change-special and see how the list of "
        "tools and the resource Menu change. "_s;
    const QString instructions =
        asking + (m_isModern ? changing : QString()) + u"Nothing leaves this computer."_s;
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
                          {u"capabilities"_s, ourCapabilities()},
                          {u"instructions"_s, Json::string(instructions)}, {u"_meta"_s, meta}}),
                1h));
    } else if (method == "ping"_L1 && !m_isModern) {
        answer(id, Json::emptyObject());
    } else if (m_isModern && handleModern(method, id, params)) {
        return;
    } else if (method == "tools/list"_L1) {
        answer(id, Json::object({{u"tools"_s, demoJson(u"desk-tools"_s)}}));
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
    if (m_isModern && callModern(id, params))
        return;
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
        askRound(id, Json::object({{u"answer"_s, question}}), state);
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
        return answerLater(id, time, cooked(false));
    const DemoKitchen::Cooking &task = m_kitchen->cook(time);
    const Json described = describe(task);
    if (m_isModern)
        answer(id, described, u"task");
    else
        answer(id, Json::object({{u"task"_s, described}}));
}

Json DemoDesk::describe(const DemoKitchen::Cooking &task) const
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
        {u"result"_s, m_isModern && status == "completed"_L1 ? cooked(true) : Json()}});
}

void DemoDesk::handleTask(const QString &method, const Json &id, const Json &params)
{
    if (method == "tasks/list"_L1 && !m_isModern) {
        QList<Json> all;
        for (const auto &[key, task] : m_kitchen->tasks)
            all.append(describe(task));
        return answer(id, Json::object({{u"tasks"_s, Json::array(all)}}));
    }
    const auto found = m_kitchen->tasks.find(params.member("taskId"_L1).toString());
    if (found == m_kitchen->tasks.end())
        return refuse(id, JsonRpc::invalidParams, u"There is no task with this id."_s);
    DemoKitchen::Cooking &task = found->second;
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
            answerLater(id, task.left(), cooked(false));
    } else {
        refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method);
    }
}

//! Handles the requests that only the modern era of the demo has. Returns whether \a method is one of them.
bool DemoDesk::handleModern(const QString &method, const Json &id, const Json &params)
{
    if (method == "tools/list"_L1) {
        const Json page = demoToolPage(m_kitchen->tools(), params.member("cursor"_L1));
        if (page.isAbsent())
            refuse(id, JsonRpc::invalidParams, u"Invalid cursor"_s);
        else
            answer(id, cacheable(page, 1min));
    } else if (method == "resources/list"_L1) {
        answer(id, cacheable(Json::object({{u"resources"_s, m_kitchen->resources()}}), 5s));
    } else if (method == "resources/templates/list"_L1) {
        answer(id, cacheable(Json::object({{u"resourceTemplates"_s, m_kitchen->templates()}}), 1h));
    } else if (method == "resources/read"_L1) {
        readResource(id, params.member("uri"_L1).toString());
    } else if (method == "subscriptions/listen"_L1) {
        listen(id, params);
    } else {
        return false;
    }
    return true;
}

void DemoDesk::readResource(const Json &id, const QString &uri)
{
    const Json contents = m_kitchen->read(uri);
    if (contents.isAbsent())
        return refuse(id, JsonRpc::invalidParams, u"Resource not found"_s,
            Json::object({{u"uri"_s, Json::string(uri)}}));
    answer(id, cacheable(Json::object({{u"contents"_s, Json::array({contents})}}), 1s, u"private"));
}

//! Calls a tool that only the modern era of the demo has. Returns whether there is such a tool.
bool DemoDesk::callModern(const Json &id, const Json &params)
{
    const QString tool = params.member("name"_L1).toString();
    const Json arguments = params.member("arguments"_L1);
    if (tool == "order-meal"_L1) {
        orderMeal(id, params);
    } else if (tool == "ask-forever"_L1) {
        const int asked = params.member("requestState"_L1).toString().toInt();
        askRound(id,
            Json::object(
                {{u"again"_s, questionBy(u"elicitation/create", demoJson(u"order"_s).member("again"_L1))}}),
            QString::number(asked + 1));
    } else if (tool == "change-special"_L1) {
        m_kitchen->setSpecial(arguments.member("dish"_L1).toString());
        answer(id,
            textResult(m_kitchen->special().isEmpty() ? u"The special is removed."_s
                                                      : u"The special is "_s + m_kitchen->special() + u'.'));
    } else if (tool == "serve-special"_L1 && !m_kitchen->special().isEmpty()) {
        answer(id, textResult(u"Here is the "_s + m_kitchen->special() + u'.'));
    } else if (tool == "show-dishes"_L1) {
        answer(id, m_kitchen->showDishes());
    } else if (tool == "set-tables"_L1) {
        setTables(id, params, 0);
    } else if (tool == "deliver"_L1) {
        answer(id, textResult(u"On its way to "_s + arguments.member("district"_L1).toString() + u'.'));
    } else {
        return false;
    }
    return true;
}

void DemoDesk::askRound(const Json &id, const Json &questions, const QString &state)
{
    for (const auto &question : questions.members()) {
        if (!takesQuestion(question.value()))
            return answer(id,
                failedResult(u"This client did not announce that it answers %1."_s.arg(
                    deskCapability(question.value()).join(u' '))));
    }
    answer(id, Json::object({{u"inputRequests"_s, questions}, {u"requestState"_s, Json::string(state)}}),
        u"input_required");
}

//! Two forms in the first round, a third one in the second. The requestState of the second round is the
//! order; a server that acts on its state would have to sign it.
void DemoDesk::orderMeal(const Json &id, const Json &params)
{
    const Json forms = demoJson(u"order"_s);
    const QString state = params.member("requestState"_L1).toString();
    const Json answers = params.member("inputResponses"_L1);
    for (const auto &one : answers.members()) {
        if (one.value().member("action"_L1).toString() != "accept"_L1)
            return answer(id, failedResult(u"Nothing was ordered."_s));
    }
    const auto form = [&forms](const char *name) {
        return questionBy(u"elicitation/create", forms.member(QLatin1StringView(name)));
    };
    if (answers.isAbsent())
        return askRound(
            id, Json::object({{u"dish"_s, form("dish")}, {u"table"_s, form("table")}}), u"order"_s);
    const auto chosen = [&answers](QLatin1StringView name) {
        return answers.member(name).member("content"_L1).member(name);
    };
    if (state == "order"_L1) {
        const Json order = Json::object({{u"dish"_s, chosen("dish"_L1)}, {u"table"_s, chosen("table"_L1)}});
        const Json message = Json::string(u"%1 at table %2. Is that right?"_s.arg(
            order.member("dish"_L1).toString(), QString::fromUtf8(order.member("table"_L1).toBytes())));
        const Json question = withMember(withMember(forms.member("again"_L1), u"message", message),
            u"requestedSchema",
            jsonLiteral(
                R"({"type":"object","properties":{"right":{"type":"boolean","title":"Right","default":true}}})"));
        return askRound(id, Json::object({{u"right"_s, questionBy(u"elicitation/create", question)}}),
            QString::fromUtf8(order.toBytes()));
    }
    const Result<Json> order = parseJson(state.toUtf8());
    if (!order || !order->isObject())
        return refuse(id, JsonRpc::invalidParams, u"requestState differs from the one in the result."_s);
    answer(id,
        chosen("right"_L1).toBoolean() ? dataResult(u"The order is with the kitchen."_s, *order)
                                       : failedResult(u"Nothing was ordered."_s));
}

void DemoDesk::setTables(const Json &id, const Json &params, qint64 done)
{
    static const QStringList levels{u"debug"_s, u"info"_s, u"notice"_s, u"warning"_s, u"error"_s,
        u"critical"_s, u"alert"_s, u"emergency"_s};
    if (done > 0 && !m_setting.contains(id.toBytes()))
        return; // cancelled
    m_setting.insert(id.toBytes());
    const qint64 all = params.member("arguments"_L1).member("tables"_L1).toInteger().value_or(6);
    if (done >= all) {
        m_setting.remove(id.toBytes());
        return answer(id, textResult(u"%1 tables are set."_s.arg(done)));
    }
    const Json meta = params.member("_meta"_L1);
    const QString text = u"table %1 of %2"_s.arg(done + 1).arg(all);
    if (const Json token = meta.member("progressToken"_L1); !token.isAbsent()) {
        sendMessage(JsonRpc::notification(u"notifications/progress",
            Json::object({{u"progressToken"_s, token}, {u"progress"_s, Json::integer(done + 1)},
                {u"total"_s, Json::integer(all)}, {u"message"_s, Json::string(text)}})));
    }
    // A server of the modern era may only log at the level that the request names.
    const bool lacks = done % 3 == 2;
    const QString level = lacks ? u"warning"_s : u"info"_s;
    const qsizetype least = levels.indexOf(meta.member("io.modelcontextprotocol/logLevel"_L1).toString());
    if (least >= 0 && levels.indexOf(level) >= least) {
        sendMessage(JsonRpc::notification(u"notifications/message",
            Json::object({{u"level"_s, Json::string(level)}, {u"logger"_s, Json::string(u"waiter")},
                {u"data"_s, Json::string(QString(text + (lacks ? u" has no candle"_s : u" is set"_s)))}})));
    }
    QTimer::singleShot(tableEvery, this, [this, id, params, done] { setTables(id, params, done + 1); });
}

void DemoDesk::listen(const Json &id, const Json &params)
{
    const Json wanted = params.member("notifications"_L1);
    if (!wanted.isObject())
        return refuse(id, JsonRpc::invalidParams, u"notifications: expected an object."_s);
    Listener listener{.id = id, .tools = wanted.member("toolsListChanged"_L1).toBoolean(), .uris = {}};
    QList<Json> watched;
    for (const Json &uri : wanted.member("resourceSubscriptions"_L1).items()) {
        if (m_kitchen->read(uri.toString()).isAbsent())
            continue;
        listener.uris.insert(uri.toString());
        watched.append(uri);
    }
    const Json honoured =
        Json::object({{u"toolsListChanged"_s, listener.tools ? Json::boolean(true) : Json()},
            {u"resourceSubscriptions"_s, watched.isEmpty() ? Json() : Json::array(watched)}});
    m_listeners.append(listener);
    tell(listener, u"notifications/subscriptions/acknowledged",
        Json::object({{u"notifications"_s, honoured}}));
    if (listener.uris.contains(DemoKitchen::ovenUri))
        m_oven.start();
}

void DemoDesk::tell(const Listener &listener, QStringView method, const Json &params)
{
    sendMessage(JsonRpc::notification(
        method, withMember(params, u"_meta", Json::object({{QString(subscriptionKey), listener.id}}))));
}

void DemoDesk::tellUpdate(const QString &uri)
{
    bool isWatched = false;
    for (const Listener &listener : std::as_const(m_listeners)) {
        if (!listener.uris.contains(uri))
            continue;
        isWatched = true;
        tell(listener, u"notifications/resources/updated", Json::object({{u"uri"_s, Json::string(uri)}}));
    }
    if (!isWatched && uri == DemoKitchen::ovenUri)
        m_oven.stop();
}

} // namespace Workbench

#include "moc_demodesk.cpp"
