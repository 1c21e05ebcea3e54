// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/rawserver.h"

namespace Workbench::Test {

using namespace Qt::StringLiterals;

//! A small MCP server over HTTP with answers that the test sets: the tools as one JSON array, and the result
//! or the bytes of a tools/call.
class McpHttpScript {
public:
    QByteArray serverName = "script";
    QByteArray tools = R"([{"name":"echo","inputSchema":{"type":"object"}}])";
    QByteArray listError; //!< if not empty, "error" of tools/list
    QByteArray prompts; //!< one JSON array, if the server has prompts and completes their arguments
    QByteArray completion; //!< "result" of completion/complete
    QByteArray callResult = R"({"content":[{"type":"text","text":"hi"}]})"; //!< "result" of tools/call
    QByteArray callError; //!< if not empty, "error" of tools/call
    QByteArray callMessage; //!< if not empty, the message that answers tools/call, with ID for its id
    QByteArray callBytes; //!< if not empty, the whole HTTP response to tools/call
    QByteArray allBytes; //!< if not empty, the whole HTTP response to every request
    bool isSilentOnCall = false; //!< tools/call gets no answer

    void encrypt(const QSslConfiguration &configuration) { m_server.encrypt(configuration); }
    const QList<RawServer::Request> &requests() const { return m_server.requests(); }
    QString url() const { return m_server.url(QStringLiteral("/mcp")).toString(); }

private:
    void answer(QTcpSocket *socket, const RawServer::Request &request)
    {
        if (!allBytes.isEmpty())
            return RawServer::answer(socket, allBytes);
        if (request.method != "POST")
            return RawServer::answer(
                socket, "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        const Json message = jsonLiteral(request.body);
        const QByteArray method = message.member("method"_L1).toString().toUtf8();
        const Json id = message.member("id"_L1);
        if (id.isAbsent())
            return RawServer::answer(
                socket, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        const auto reply = [&](const QByteArray &member, const QByteArray &value) {
            const QByteArray body =
                R"({"jsonrpc":"2.0","id":)" + id.toBytes() + ",\"" + member + "\":" + value + '}';
            RawServer::answer(socket, RawServer::ok(body, "Content-Type: application/json\r\n"));
        };
        if (method == "initialize")
            reply("result",
                R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{})"
                    + QByteArray(prompts.isEmpty() ? "" : R"(,"prompts":{},"completions":{})")
                    + R"(},"serverInfo":{"version":"1","name":)"
                    + Json::string(QString::fromUtf8(serverName)).toBytes() + "}}");
        else if (method == "tools/list" && !listError.isEmpty())
            reply("error", listError);
        else if (method == "tools/list")
            reply("result", "{\"tools\":" + tools + '}');
        else if (method == "prompts/list")
            reply("result", "{\"prompts\":" + prompts + '}');
        else if (method == "completion/complete")
            reply("result", completion);
        else if (method == "tools/call" && isSilentOnCall)
            return;
        else if (method == "tools/call" && !callBytes.isEmpty())
            RawServer::answer(socket, callBytes);
        else if (method == "tools/call" && !callMessage.isEmpty())
            RawServer::answer(socket,
                RawServer::ok(QByteArray(callMessage).replace("ID", id.toBytes()),
                    "Content-Type: application/json\r\n"));
        else if (method == "tools/call" && !callError.isEmpty())
            reply("error", callError);
        else if (method == "tools/call")
            reply("result", callResult);
        else
            reply("error", R"({"code":-32601,"message":"no such method"})");
    }

    RawServer m_server{
        [this](QTcpSocket *socket, const RawServer::Request &request) { answer(socket, request); }};
};

} // namespace Workbench::Test
