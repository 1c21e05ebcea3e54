// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"
#include "tests/support/rawserver.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

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

QByteArray notFound()
{
    return Script::reply("404 Not Found", "application/json",
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}})");
}

} // namespace

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

void tst_McpHttp::init()
{
    limits = {};
    limits.reconnectServerRetryMinMs = 10;
    limits.reconnectFirstMs = 10;
    script = {};
    log = std::make_unique<ExchangeLog>();
    server = std::make_unique<RawServer>(
        [this](QTcpSocket *socket, const RawServer::Request &request) { script.handle(socket, request); });
}

void tst_McpHttp::cleanup()
{
    adapter.reset();
    QCoreApplication::processEvents();
    server.reset();
    log.reset();
}

void tst_McpHttp::sendsTheRightHeaders()
{
    script.sessionId = "abc-123~!";
    QVERIFY(open(R"({"headers":{"X-Own":"1","accept":"text/plain"}})"));
    QVERIFY(call());
    const RawServer::Request first = script.calls.first().request;
    QVERIFY(!first.hasHeader("mcp-protocol-version"));
    QVERIFY(!first.hasHeader("mcp-session-id"));
    for (const Script::Call &one : std::as_const(script.calls)) {
        QCOMPARE(one.request.header("x-own"), QByteArray("1"));
        if (one.http == "POST")
            QCOMPARE(one.request.header("accept"), QByteArray("application/json, text/event-stream"));
        if (one.method == "initialize")
            continue;
        QCOMPARE(one.request.header("mcp-protocol-version"), QByteArray("2025-11-25"));
        QCOMPARE(one.request.header("mcp-session-id"), QByteArray("abc-123~!"));
    }
    QCOMPARE(script.calls.at(1).method, QByteArray("notifications/initialized"));
}

void tst_McpHttp::redactsSecretsInTheLog()
{
    QVERIFY(open(
        R"({"headers":{"Authorization":"Bearer canary-1","X-Api-Key":"canary-2","X-My-Token":"canary-3","X-Tenant":"canary-4","Accept-Language":"de"}})"));
    QVERIFY(call());
    QCOMPARE(script.calls.first().request.header("authorization"), QByteArray("Bearer canary-1"));
    QCOMPARE(script.calls.first().request.header("x-tenant"), QByteArray("canary-4"));
    QVERIFY(log->frameCount() > 3);
    for (qsizetype i = 0; i < log->frameCount(); ++i) {
        for (const auto &[name, value] : log->frameAt(i).headers)
            QVERIFY2(!value.contains("canary"), name.constData());
        QVERIFY(!log->frameAt(i).bytes.contains("canary"));
    }
    OperationSpec spec;
    spec.id.name = u"echo"_s;
    const Result<WirePreview> preview = adapter->preview(spec, Json::emptyObject());
    QVERIFY(preview);
    QCOMPARE(preview->method, QByteArray("POST"));
    QVERIFY(preview->headers.contains(std::pair<QByteArray, QByteArray>("Accept-Language", "de")));
    for (const auto &[name, value] : preview->headers)
        QVERIFY2(!value.contains("canary"), name.constData());
}

void tst_McpHttp::aServerThatAlwaysForgetsIsInitialisedTwice()
{
    script.sessionId = "s";
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "initialize" ? std::nullopt : std::optional(notFound());
    };
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QVERIFY2(peer.error().message.contains(u"session"_s), qPrintable(peer.error().message));
    QTest::qWait(50);
    QCOMPARE(script.count("initialize"), 2);
}

void tst_McpHttp::aSessionLostAtTheListIsRenewedOnce()
{
    script.sessionId = "s";
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/list" ? std::optional(notFound()) : std::nullopt;
    };
    QVERIFY(open());
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY(!discovery);
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(script.count("initialize"), 2);
    QCOMPARE(script.count("tools/list"), 2);
}

void tst_McpHttp::aForgottenSessionIsRenewedAndTheListRepeated()
{
    script.sessionId = "old";
    QVERIFY(open());
    script.sessionId = "new";
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.request.header("mcp-session-id") == "old" ? std::optional(notFound()) : std::nullopt;
    };
    const Result<Discovery> discovery = QCoro::waitFor(adapter->discover());
    QVERIFY2(discovery, discovery ? "" : qPrintable(discovery.error().message));
    QCOMPARE(discovery->operations.size(), 1);
    QCOMPARE(script.count("initialize"), 2);
    for (const Script::Call &one : std::as_const(script.calls)) {
        if (one.method == "initialize")
            QVERIFY(!one.request.hasHeader("mcp-session-id"));
    }
}

void tst_McpHttp::aCallIsNotRepeatedAfterALostSession()
{
    script.sessionId = "old";
    QVERIFY(open());
    script.sessionId = "new";
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.request.header("mcp-session-id") == "old" ? std::optional(notFound()) : std::nullopt;
    };
    const auto lost = call();
    QVERIFY(!lost);
    QVERIFY2(lost.error().message.contains(u"not repeated"_s), qPrintable(lost.error().message));
    QCOMPARE(script.count("tools/call"), 1);
    QVERIFY(call());
    QCOMPARE(script.count("initialize"), 2);
}

void tst_McpHttp::followsNoRedirect_data()
{
    QTest::addColumn<QByteArray>("status");
    for (const char *status :
        {"301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"})
        QTest::newRow(status) << QByteArray(status);
}

void tst_McpHttp::followsNoRedirect()
{
    QFETCH(QByteArray, status);
    int elsewhere = 0;
    RawServer other([&elsewhere](QTcpSocket *socket, const RawServer::Request &) {
        ++elsewhere;
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    script.special = [status, target = other.url(u"/mcp"_s).toEncoded()](
                         const Script::Call &) -> std::optional<QByteArray> {
        return Script::reply(status, {}, {}, "Location: " + target + "\r\n");
    };
    const Result<PeerInfo> peer = open(R"({"headers":{"Authorization":"Bearer canary"}})");
    QVERIFY(!peer);
    QTest::qWait(20);
    QCOMPARE(elsewhere, 0);
    QVERIFY2(
        peer.error().message.contains(QString::number(other.url().port())), qPrintable(peer.error().message));
}

void tst_McpHttp::explainsUnexpectedAnswers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &bytes, const QString &words) {
        QTest::newRow(name) << bytes << words;
    };
    row("web page", Script::reply("200 OK", "text/html", "<!doctype html><title>Sign in</title>"),
        u"web page titled \"Sign in\""_s);
    row("web page as text", Script::reply("200 OK", "text/plain", "<html>"), u"web page"_s);
    row("401", Script::reply("401 Unauthorized", {}, {}), u"Authorization"_s);
    row("403", Script::reply("403 Forbidden", {}, {}), u"refuses access"_s);
    row("404", Script::reply("404 Not Found", "text/plain", "no"), u"no MCP endpoint"_s);
    row("405", Script::reply("405 Method Not Allowed", {}, {}), u"no MCP endpoint"_s);
    row("429", Script::reply("429 Too Many Requests", {}, {}, "Retry-After: 7\r\n"), u"again in 7 s"_s);
    row("503 with an absurd wait",
        Script::reply("503 Service Unavailable", {}, {}, "Retry-After: 99999999\r\n"), u"longer than"_s);
    row("500", Script::reply("500 Oops", "text/plain", "boom"), u"HTTP 500 Oops"_s);
    row("unknown status", Script::reply("299 Odd", {}, {}), u"no answer"_s);
    row("202", Script::reply("202 Accepted", {}, {}), u"no answer"_s);
    row("304", Script::reply("304 Not Modified", {}, {}), u"HTTP 304"_s);
    row("empty JSON", Script::reply("200 OK", "application/json", {}), u"no answer"_s);
    row("another type", Script::reply("200 OK", "application/xml", "<a/>"), u"application/xml"_s);
    row("JSON labelled events", Script::reply("200 OK", "text/event-stream", R"({"jsonrpc":"2.0"})"),
        u"labelled JSON as an event stream"_s);
    row("events labelled JSON", Script::reply("200 OK", "application/json", "data: {}\n\n"),
        u"labelled an event stream as JSON"_s);
    row("JSON of another kind", Script::reply("200 OK", "application/json", R"({"hello":1})"),
        u"does not answer its request"_s);
}

void tst_McpHttp::explainsUnexpectedAnswers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    QVERIFY(open());
    script.special = [bytes](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/call" ? std::optional(bytes) : std::nullopt;
    };
    const auto result = call();
    QVERIFY(!result);
    QVERIFY2(result.error().message.contains(words), qPrintable(result.error().message));
    QVERIFY2(result.error().message.contains(u"\"web\""_s), qPrintable(result.error().message));
    QCOMPARE(script.count("tools/call"), 1);
    script.special = {};
    QVERIFY(call()); // the source stays usable
}

void tst_McpHttp::aRefusedStreamIsNoFault_data()
{
    QTest::addColumn<QByteArray>("status");
    for (const char *status : {"405 Method Not Allowed", "404 Not Found", "406 Not Acceptable"})
        QTest::newRow(status) << QByteArray(status);
}

void tst_McpHttp::aRefusedStreamIsNoFault()
{
    QFETCH(QByteArray, status);
    script.special = [status](const Script::Call &call) -> std::optional<QByteArray> {
        return call.http == "GET" ? std::optional(Script::reply(status, {}, {})) : std::nullopt;
    };
    connectTo(server->url(u"/mcp"_s));
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    QVERIFY(QCoro::waitFor(adapter->open()));
    QTRY_COMPARE(script.count("GET"), 1);
    QVERIFY(call());
    QTest::qWait(100);
    QCOMPARE(script.count("GET"), 1);
    QCOMPARE(degraded.size(), 0);
}

void tst_McpHttp::readsAnswersFromEvents()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return {};
        return Script::stream(
            ": hello\n\nevent: message\ndata: "
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
            + call.id + ",\"progress\":1}}\n\ndata: "
            + Script::result(call, R"({"content":[],"structuredContent":{"n":1.50}})") + "\n\n");
    };
    int progress = 0;
    CallContext context;
    context.onProgress = [&progress](const Progress &) { ++progress; };
    const auto result = call(context);
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    QCOMPARE(std::get<ResponseEnvelope>(*result).data.toBytes(), QByteArray(R"({"n":1.50})"));
    QCOMPARE(progress, 1);
}

void tst_McpHttp::resumesABrokenAnswer()
{
    QVERIFY(open());
    QTRY_COMPARE(script.count("GET"), 1); // the standing stream, refused
    QByteArray pending;
    QElapsedTimer pause;
    qint64 waited = 0;
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method == "tools/call") {
            pending = call.id;
            pause.start();
            return Script::stream("id: e1\nretry: 200\ndata:\n\n");
        }
        if (call.http != "GET")
            return {};
        waited = pause.elapsed();
        if (call.request.header("last-event-id") != "e1")
            return Script::reply("400 Bad", {}, {});
        return Script::stream("id: e2\ndata: {}\n\nid: e3\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + pending
            + ",\"result\":{\"content\":[]}}\n\n");
    };
    const auto result = call();
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    QVERIFY2(waited >= 190, qPrintable(QString::number(waited)));
    QCOMPARE(script.count("tools/call"), 1);
    QCOMPARE(script.count("GET"), 2);
}

void tst_McpHttp::givesUpResuming()
{
    QVERIFY(open());
    QTRY_COMPARE(script.count("GET"), 1);
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method == "tools/call")
            return Script::stream("id: e1\nretry: 0\ndata:\n\n");
        return call.http == "GET" ? std::optional(Script::stream("id: e1\nretry: 0\ndata:\n\n"))
                                  : std::nullopt;
    };
    const auto result = call();
    QVERIFY(!result);
    QVERIFY2(
        result.error().message.contains(u"ended without a response"_s), qPrintable(result.error().message));
    QCOMPARE(script.count("GET"), 1 + limits.reconnectTries);
    QCOMPARE(script.count("tools/call"), 1);
}

void tst_McpHttp::aStreamWithoutIdFailsItsRequest()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/call"
            ? std::optional(Script::stream("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n"))
            : std::nullopt;
    };
    const auto result = call();
    QVERIFY(!result);
    QVERIFY2(
        result.error().message.contains(u"ended without a response"_s), qPrintable(result.error().message));
    QCOMPARE(script.count("tools/call"), 1);
}

void tst_McpHttp::theStandingStreamBringsNotifications()
{
    QTcpSocket *stream = nullptr;
    script.special = [&stream](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.http != "GET")
            return {};
        stream = call.socket;
        stream->write(Script::stream({}));
        return QByteArray();
    };
    QVERIFY(open());
    QSignalSpy changed(adapter.get(), &Adapter::operationsChanged);
    QTRY_VERIFY(stream);
    stream->write("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n"
                  "data: {\"jsonrpc\":\"2.0\",\"id\":\"srv\",\"method\":\"ping\"}\n\n");
    QTRY_COMPARE(changed.size(), 1);
    const auto answered = [this] {
        return std::ranges::any_of(script.calls, [](const Script::Call &call) {
            return call.request.body == R"({"jsonrpc":"2.0","id":"srv","result":{}})";
        });
    };
    QTRY_VERIFY(answered());
}

void tst_McpHttp::aBrokenConnectionFailsTheCallOnce()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return {};
        RawServer::answerAndReset(call.socket,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"json");
        return QByteArray();
    };
    const auto result = call();
    QVERIFY(!result);
    QCOMPARE(script.count("tools/call"), 1);
}

void tst_McpHttp::aCallEndsByItsDeadline_data()
{
    QTest::addColumn<QByteArray>("begun"); // what comes before the silence
    QTest::newRow("no byte") << QByteArray();
    QTest::newRow("a head") << QByteArray(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{");
    QTest::newRow("an event stream") << QByteArray(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: wait\n\n");
}

void tst_McpHttp::aCallEndsByItsDeadline()
{
    QFETCH(QByteArray, begun);
    script.special = [begun](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call" || call.request.body.contains("quick"))
            return std::nullopt;
        call.socket->write(begun);
        return QByteArray(); // and nothing more
    };
    QVERIFY(open());
    OperationSpec spec;
    spec.id.name = u"slow"_s;
    spec.kind = u"tool"_s;
    CallContext context;
    context.timeout = std::chrono::milliseconds(150);
    QElapsedTimer clock;
    clock.start();
    const auto result = QCoro::waitFor(adapter->invoke(spec, Json::emptyObject(), context));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Timeout);
    QVERIFY2(clock.elapsed() < 15'000, qPrintable(QString::number(clock.elapsed())));
    QTRY_COMPARE(script.count("notifications/cancelled"), 1);
    spec.id.name = u"quick"_s; // the connection goes on
    QVERIFY(QCoro::waitFor(adapter->invoke(spec, Json::emptyObject(), {})));
}

void tst_McpHttp::aJsonRpcErrorInsideA400IsShown()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return {};
        return Script::reply("400 Bad Request", "application/json",
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"bad city"}})");
    };
    const auto result = call();
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Remote);
    QVERIFY(result.error().message.contains(u"bad city"_s));
}

void tst_McpHttp::retriesWithTheRevisionA400Names()
{
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        const bool isNewest = call.request.body.contains(R"("protocolVersion":"2025-11-25")");
        if (call.method != "initialize" || !isNewest)
            return {};
        return Script::reply("400 Bad Request", "application/json",
            R"j({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Unsupported (supported: 2025-06-18, 2025-03-26)"}})j");
    };
    QVERIFY(open());
    QCOMPARE(script.count("initialize"), 2);
    QVERIFY(script.calls.at(1).request.body.contains("2025-06-18"));
}

void tst_McpHttp::refusesABadSessionId()
{
    script.sessionId = "with space";
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Protocol);
}

void tst_McpHttp::cancelIsPosted()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/call" ? std::optional(QByteArray()) : std::nullopt; // never answered
    };
    std::stop_source stop;
    CallContext context;
    context.cancellation = stop.get_token();
    QTimer::singleShot(50, this, [&stop] { stop.request_stop(); });
    const auto result = call(context);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    QTRY_COMPARE(script.count("notifications/cancelled"), 1);
}

void tst_McpHttp::closeEndsTheSession()
{
    script.sessionId = "s";
    QVERIFY(open());
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    adapter->close();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(script.count("DELETE"), 1);
    QCOMPARE(script.calls.last().request.header("mcp-session-id"), QByteArray("s"));
}

void tst_McpHttp::theOldTransportWorks()
{
    QTcpSocket *stream = nullptr;
    script.special = [this, &stream](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.http == "GET") {
            stream = call.socket;
            stream->write(
                Script::stream("event: endpoint\ndata: messages?sid=1\n\nevent: endpoint\ndata: /other\n\n"));
            return QByteArray();
        }
        if (call.request.target == "/base/sse") // a POST to the stream's address: what these servers refuse
            return Script::reply("405 Method Not Allowed", {}, {});
        if (!call.id.isEmpty()) {
            const QByteArray http = script.usual(call);
            stream->write("event: message\ndata: " + http.sliced(http.indexOf("\r\n\r\n") + 4) + "\n\n");
        }
        return Script::reply("202 Accepted", "text/plain", "Accepted");
    };
    connectTo(server->url(u"/base/sse"_s));
    const Result<PeerInfo> peer = QCoro::waitFor(adapter->open());
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message));
    QCOMPARE(peer->remarks.size(), 1);
    QVERIFY(call());
    QCOMPARE(script.calls.last().request.target, QByteArray("/base/messages?sid=1"));
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    stream->disconnectFromHost();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed.first().first().value<Error>().kind, ErrorKind::Closed);
}

void tst_McpHttp::aForeignEndpointGetsNothing()
{
    int elsewhere = 0;
    RawServer other([&elsewhere](QTcpSocket *socket, const RawServer::Request &) {
        ++elsewhere;
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    script.special = [target = other.url(u"/m"_s).toEncoded()](
                         const Script::Call &) -> std::optional<QByteArray> {
        return Script::stream("event: endpoint\ndata: " + target + "\n\n");
    };
    const Result<PeerInfo> peer = open(R"({"transport":"sse"})");
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Protocol);
    QTest::qWait(20);
    QCOMPARE(elsewhere, 0);
}

void tst_McpHttp::aMissingEndpointIsATimeout()
{
    limits.connectTimeoutMs = 100;
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        call.socket->write(Script::stream(": waiting\n\n"));
        return QByteArray();
    };
    const Result<PeerInfo> peer = open(R"({"transport":"sse"})");
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Timeout);
}

QTEST_GUILESS_MAIN(tst_McpHttp)
#include "tst_mcphttp.moc"
