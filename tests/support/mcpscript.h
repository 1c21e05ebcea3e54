// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "tests/support/rawserver.h"

#include <functional>

namespace Workbench {

using namespace Qt::StringLiterals;

//! A minimal MCP server over HTTP; a test replaces single answers.
struct Script {
    struct Call {
        QByteArray http; // GET, POST, DELETE
        QByteArray method;
        QByteArray id;
        RawServer::Request request;
        QTcpSocket *socket;
    };
    //! Returns the bytes of the answer, std::nullopt for the usual answer, or empty bytes if the function
    //! already answered through the socket.
    std::function<std::optional<QByteArray>(const Call &)> special;
    QByteArray sessionId;
    QList<Call> calls;

    static QByteArray result(const Call &call, const QByteArray &json)
    {
        return R"({"jsonrpc":"2.0","id":)" + call.id + R"(,"result":)" + json + "}";
    }
    static QByteArray reply(const QByteArray &status, const QByteArray &type, const QByteArray &body,
        const QByteArray &headers = {})
    {
        return "HTTP/1.1 " + status + "\r\n"
            + (type.isEmpty() ? QByteArray() : "Content-Type: " + type + "\r\n") + headers
            + "Content-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    }
    //! Returns an event stream that ends with the connection.
    static QByteArray stream(const QByteArray &events)
    {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + events;
    }
    qsizetype count(const QByteArray &method) const
    {
        return std::ranges::count_if(
            calls, [&method](const Call &call) { return call.method == method || call.http == method; });
    }
    void handle(QTcpSocket *socket, const RawServer::Request &request)
    {
        const Json message = jsonLiteral(request.body);
        const Call call{request.method, message.member("method"_L1).utf8().toByteArray(),
            message.member("id"_L1).toBytes(), request, socket};
        calls.append(call);
        if (const auto bytes = special ? special(call) : std::nullopt) {
            if (!bytes->isEmpty())
                RawServer::answer(socket, *bytes);
            return;
        }
        RawServer::answer(socket, usual(call));
    }
    QByteArray usual(const Call &call) const
    {
        if (call.http == "GET")
            return reply("405 Method Not Allowed", {}, {});
        if (call.http == "DELETE")
            return reply("200 OK", {}, {});
        if (call.id.isEmpty())
            return reply("202 Accepted", {}, {});
        if (call.method == "initialize") {
            return reply("200 OK", "application/json",
                result(call,
                    R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}})"),
                sessionId.isEmpty() ? QByteArray() : "Mcp-Session-Id: " + sessionId + "\r\n");
        }
        if (call.method == "tools/list")
            return reply("200 OK", "application/json; charset=utf-8",
                result(call, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}]})"));
        return reply(
            "200 OK", "application/json", result(call, R"({"content":[{"type":"text","text":"done"}]})"));
    }
};

} // namespace Workbench
