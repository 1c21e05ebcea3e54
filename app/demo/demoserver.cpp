// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demoserver.h"

#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcprevisions.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds progressEvery{200};

QByteArray keyOf(const Json &id)
{
    return id.toBytes();
}

} // namespace

void DemoServer::receive(const QByteArray &line)
{
    if (line.trimmed().isEmpty())
        return;
    const Result<Json> message = parseJson(line);
    if (!message) {
        refuse({}, JsonRpc::parseError, u"Parse error: "_s + message.error().message);
        return;
    }
    if (message->isArray()) {
        for (const Json &one : message->items())
            handle(one);
        return;
    }
    handle(*message);
}

void DemoServer::handle(const Json &message)
{
    const Json id = message.member("id"_L1);
    const QString method = message.member("method"_L1).toString();
    const Json params = message.member("params"_L1);
    if (method.isEmpty()) {
        if (message.member("result"_L1).isAbsent() && message.member("error"_L1).isAbsent())
            refuse(
                id.isString() || id.isNumber() ? id : Json(), JsonRpc::invalidRequest, u"Invalid request"_s);
        return;
    }
    if (!id.isAbsent()) {
        handleRequest(method, id, params);
    } else if (method == "notifications/cancelled"_L1) {
        m_reports.erase(keyOf(params.member("requestId"_L1)));
    }
}

void DemoServer::handleRequest(const QString &method, const Json &id, const Json &params)
{
    if (method == "initialize"_L1)
        initialize(id, params);
    else if (method == "ping"_L1)
        answer(id, Json::emptyObject());
    else if (!m_isInitialized)
        refuse(id, JsonRpc::invalidRequest, u"The first request must be initialize."_s);
    else if (method == "tools/list"_L1)
        listTools(id, params);
    else if (method == "tools/call"_L1)
        callTool(id, params);
    else if (method == "logging/setLevel"_L1)
        answer(id, Json::emptyObject());
    else
        refuse(id, JsonRpc::methodNotFound, u"Method not found: "_s + method);
}

void DemoServer::initialize(const Json &id, const Json &params)
{
    const QString asked = params.member("protocolVersion"_L1).toString();
    m_isInitialized = true;
    const Json server = Json::object(
        {{u"name"_s, Json::string(u"envelope-demo")}, {u"title"_s, Json::string(u"Envelope Workbench demo")},
            {u"version"_s, Json::string(QStringLiteral(WORKBENCH_VERSION))}});
    answer(id,
        Json::object({{u"protocolVersion"_s,
                          Json::string(mcpRevisions().contains(asked) ? asked : mcpRevisions().last())},
            {u"capabilities"_s, jsonLiteral(R"({"tools":{},"logging":{}})")}, {u"serverInfo"_s, server},
            {u"instructions"_s,
                Json::string(
                    u"Tools that show what real servers do with results: some keep their "
                    "output schema, some break it, some wrap their data. Nothing leaves this computer.")}}));
}

void DemoServer::listTools(const Json &id, const Json &params)
{
    const Json page = demoToolPage(demoToolDefinitions(), params.member("cursor"_L1));
    if (page.isAbsent())
        refuse(id, JsonRpc::invalidParams, u"Invalid cursor"_s);
    else
        answer(id, page);
}

void DemoServer::callTool(const Json &id, const Json &params)
{
    const QString name = params.member("name"_L1).toString();
    const Json arguments = params.member("arguments"_L1);
    if (name == "slow-report"_L1) {
        startReport(id, params.member("_meta"_L1).member("progressToken"_L1), arguments);
    } else if (name == "log-something"_L1) {
        logSomething(id, arguments);
    } else if (name == "crash-call"_L1) {
        refuse(id, JsonRpc::internalError,
            u"Internal error: the demo crashed this call as it was asked to."_s,
            Json::object({{u"tool"_s, Json::string(name)}}));
    } else if (const Json result = m_tools.call(name, arguments); !result.isAbsent()) {
        answer(id, result);
    } else {
        refuse(id, JsonRpc::invalidParams, u"Unknown tool: "_s + name);
    }
}

void DemoServer::startReport(const Json &id, const Json &token, const Json &arguments)
{
    const double seconds = arguments.member("seconds"_L1).toDouble(5);
    if (!(seconds >= 0 && seconds <= 600)) {
        answer(id, failedResult(u"seconds: expected 0 to 600."_s));
        return;
    }
    auto report = std::make_unique<SlowReport>();
    report->id = id;
    report->token = token;
    report->steps = std::max<qint64>(1, qint64(seconds * 1000) / progressEvery.count());
    report->timer.setInterval(std::chrono::milliseconds(qint64(seconds * 1000) / report->steps));
    const QByteArray key = keyOf(id);
    // Queued, because the last step deletes the timer.
    connect(&report->timer, &QTimer::timeout, this, [this, key] { stepReport(key); }, Qt::QueuedConnection);
    report->timer.start();
    m_reports[key] = std::move(report);
}

void DemoServer::stepReport(const QByteArray &key)
{
    const auto found = m_reports.find(key);
    if (found == m_reports.end())
        return;
    SlowReport &report = *found->second;
    ++report.done;
    if (!report.token.isAbsent()) {
        sendMessage(JsonRpc::notification(u"notifications/progress",
            Json::object({{u"progressToken"_s, report.token}, {u"progress"_s, Json::integer(report.done)},
                {u"total"_s, Json::integer(report.steps)},
                {u"message"_s, Json::string(u"part %1 of %2"_s.arg(report.done).arg(report.steps))}})));
    }
    if (report.done < report.steps)
        return;
    const Json id = report.id;
    const qint64 steps = report.steps;
    m_reports.erase(found);
    answer(id, textResult(u"The report is ready after %1 parts."_s.arg(steps)));
}

void DemoServer::logSomething(const Json &id, const Json &arguments)
{
    sendMessage(JsonRpc::notification(u"notifications/message",
        Json::object({{u"level"_s, Json::string(arguments.member("level"_L1).toString(u"info"_s))},
            {u"logger"_s, Json::string(u"demo")},
            {u"data"_s, Json::string(arguments.member("message"_L1).toString(u"Hello from the demo."_s))}})));
    answer(id, textResult(u"Logged."_s));
}

} // namespace Workbench

#include "moc_demoserver.cpp"
