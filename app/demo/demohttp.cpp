// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demohttp.h"

#include "app/demo/demodesk.h"
#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"
#include "core/sources/mcp/mcpheaders.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int headerMismatch = -32020;

ServedAnswer jsonAnswer(int status, const Json &message)
{
    return {status, {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}}, message.toBytes()};
}

//! Returns the headers that the POST of \a message must have.
McpHeaders expectedHeaders(const Json &message, const QList<Json> &tools)
{
    const QString method = message.member("method"_L1).toString();
    const Json params = message.member("params"_L1);
    McpHeaders headers = standardHeaders(method, params);
    const Json revision = params.member("_meta"_L1).member("io.modelcontextprotocol/protocolVersion"_L1);
    if (revision.isString())
        headers.append({"MCP-Protocol-Version", revision.toString().toUtf8()});
    if (method != "tools/call"_L1)
        return headers;
    for (const Json &tool : tools) {
        if (tool.member("name"_L1) == params.member("name"_L1))
            headers += parameterHeaders(tool.member("inputSchema"_L1), params.member("arguments"_L1));
    }
    return headers;
}

int statusOf(const Json &message)
{
    const qint64 code = message.member("error"_L1).member("code"_L1).toInteger().value_or(0);
    if (code == JsonRpc::methodNotFound)
        return 404;
    return code <= -32020 && code >= -32022 ? 400 : 200;
}

//! Sends one message of a server as the answer to a POST, or as an event of it.
void deliver(const QPointer<ServedExchange> &exchange, const Json &message, bool &hasBegun)
{
    const bool isResponse = !message.hasMember("method"_L1);
    if (isResponse && !hasBegun) {
        exchange->answer(jsonAnswer(statusOf(message), message));
        return;
    }
    if (!hasBegun)
        exchange->begin({200, {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-store"}}, {}});
    hasBegun = true;
    if (exchange)
        exchange->write("event: message\ndata: " + message.toBytes() + "\n\n");
    if (exchange && isResponse)
        exchange->finish();
}

} // namespace

DemoHttp::DemoHttp(HttpServer *server, QObject *parent)
    : QObject(parent)
{
    connect(server, &HttpServer::asked, this, &DemoHttp::serve);
}

void DemoHttp::serve(ServedExchange *exchange)
{
    const ServedRequest &request = exchange->request();
    if (request.path() != path)
        return exchange->answer(HttpServer::problem(404, u"Not found"_s, u"The server is at /mcp."_s));
    if (request.method != "POST") {
        ServedAnswer answer =
            HttpServer::problem(405, u"Method not allowed"_s, u"The modern era has only POST."_s);
        answer.headers.emplaceBack("Allow", "POST");
        return exchange->answer(answer);
    }
    const Result<Json> message = parseJson(request.body);
    if (!message || !message->isObject())
        return exchange->answer(jsonAnswer(
            400, JsonRpc::errorResponse(Json(), JsonRpc::parseError, u"Expected a JSON object."_s)));
    const Json id = message->member("id"_L1);
    if (id.isAbsent() || !message->hasMember("method"_L1)) // nothing to answer
        return exchange->answer({202, {}, {}}); // closing a stream cancels its request
    for (const auto &[name, value] : expectedHeaders(*message, m_kitchen->tools())) {
        if (request.header(name) != value)
            return exchange->answer(jsonAnswer(400,
                JsonRpc::errorResponse(id, headerMismatch,
                    u"The header %1 differs from the body."_s.arg(QString::fromLatin1(name)))));
    }
    // The exchange may end while the desk sends, so the desk is deleted after it.
    auto *desk = new DemoDesk(DemoDesk::Era::Modern, m_kitchen, this);
    connect(exchange, &QObject::destroyed, desk, &QObject::deleteLater);
    connect(desk, &LineServer::send, exchange,
        [open = QPointer<ServedExchange>(exchange), hasBegun = false](const QByteArray &line) mutable {
            const Result<Json> said = parseJson(line);
            if (said && open)
                deliver(open, *said, hasBegun);
        });
    desk->receive(request.body);
}

} // namespace Workbench

#include "moc_demohttp.cpp"
