// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"
#include "tests/support/rawserver.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

//! An MCP server in a few lines; a test replaces single answers.
struct Script {
    struct Call {
        QByteArray http; // GET, POST, DELETE
        QByteArray method;
        QByteArray id;
        RawServer::Request request;
        QTcpSocket *socket;
    };
    //! The answer's bytes, nothing for the usual answer, or empty bytes when the answer was given through the
    //! socket.
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
    //! An event stream that ends with the connection.
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

inline QByteArray notFound()
{
    return Script::reply("404 Not Found", "application/json",
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}})");
}

class tst_McpHttp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void sendsTheRightHeaders();
    void redactsSecretsInTheLog();
    void aServerThatAlwaysForgetsIsInitialisedTwice();
    void aSessionLostAtTheListIsRenewedOnce();
    void aForgottenSessionIsRenewedAndTheListRepeated();
    void aCallIsNotRepeatedAfterALostSession();
    void followsNoRedirect_data();
    void followsNoRedirect();
    void explainsUnexpectedAnswers_data();
    void explainsUnexpectedAnswers();
    void aRefusedStreamIsNoFault_data();
    void aRefusedStreamIsNoFault();
    void readsAnswersFromEvents();
    void resumesABrokenAnswer();
    void givesUpResuming();
    void aStreamWithoutIdFailsItsRequest();
    void theStandingStreamBringsNotifications();
    void aBrokenConnectionFailsTheCallOnce();
    void aCallEndsByItsDeadline_data();
    void aCallEndsByItsDeadline();
    void aJsonRpcErrorInsideA400IsShown();
    void retriesWithTheRevisionA400Names();
    void refusesABadSessionId();
    void cancelIsPosted();
    void closeEndsTheSession();
    void theOldTransportWorks();
    void aForeignEndpointGetsNothing();
    void aMissingEndpointIsATimeout();

private:
    void connectTo(const QUrl &url, const QByteArray &more = "{}")
    {
        QList<Json::Member> settings{{u"url"_s, Json::string(url.toString())}};
        const Json additions = jsonLiteral(more);
        for (const auto &entry : additions.members())
            settings.append({entry.key(), entry.value()});
        adapter = McpFactory().create({u"web"_s, u"mcp"_s, Json::object(settings)}, limits, log.get());
    }
    Result<PeerInfo> open(const QByteArray &more = "{}")
    {
        connectTo(server->url(u"/mcp"_s), more);
        return QCoro::waitFor(adapter->open());
    }
    Result<HandlerResult> call(CallContext context = {})
    {
        OperationSpec spec;
        spec.id.name = u"echo"_s;
        spec.kind = u"tool"_s;
        return QCoro::waitFor(adapter->invoke(spec, Json::emptyObject(), std::move(context)));
    }
    Limits limits;
    Script script;
    std::unique_ptr<RawServer> server;
    std::unique_ptr<ExchangeLog> log;
    std::unique_ptr<Adapter> adapter;
};
