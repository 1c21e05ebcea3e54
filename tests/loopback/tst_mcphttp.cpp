// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Sessions, headers, redirects, errors and ends of a call.

#include "tests/loopback/tst_mcphttp.h"

#include "tests/support/testprogram.h"

#include <QRegularExpression>

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
    QVERIFY(open(R"({"headers":{"X-Own":"1"}})"));
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
    script.sessionId = "canary-of-the-session";
    log->hideSecret("canary-4", u"tenant"_s);
    QVERIFY(open(
        R"({"headers":{"Authorization":"Bearer canary-1","X-Api-Key":"canary-2","X-My-Token":"canary-3","X-Tenant":"canary-4","Accept-Language":"de"}})"));
    QVERIFY(call());
    QCOMPARE(script.calls.first().request.header("authorization"), QByteArray("Bearer canary-1"));
    QCOMPARE(script.calls.first().request.header("x-tenant"), QByteArray("canary-4"));
    QCOMPARE(script.calls.last().request.header("mcp-session-id"), script.sessionId);
    QVERIFY(log->frameCount() > 3);
    for (qsizetype i = 0; i < log->frameCount(); ++i) {
        QVERIFY2(!log->frameAt(i).head.contains("canary"), log->frameAt(i).head.constData());
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
    QVERIFY(preview->headers.contains(std::pair<QByteArray, QByteArray>("Mcp-Session-Id", "•••")));
    QVERIFY(preview->hidden.contains(u"X-Tenant"_s));
}

void tst_McpHttp::previewsShowWhatTheUserTyped_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("isShown");
    QTest::newRow("the input") << "Mcp-Param-Token"_ba << "mytoken1"_ba << true;
    QTest::newRow("the name") << "Mcp-Name"_ba << "file:///a?token=b"_ba << true;
    QTest::newRow("a literal header") << "X-Tenant"_ba << "tenant-value"_ba << true;
    QTest::newRow("a literal address") << "X-Callback"_ba << "https://a.example/?token=b"_ba << true;
    QTest::newRow("a secret header") << "X-Secret"_ba << "of-a-reference"_ba << false;
    QTest::newRow("a secret in a header") << "X-Part"_ba << "Key of-a-reference"_ba << false;
    QTest::newRow("a short secret") << "X-Short"_ba << "abc"_ba << false;
    QTest::newRow("a secret in a harmless header") << "User-Agent"_ba << "of-a-reference"_ba << false;
    QTest::newRow("a credential by its name") << "X-Api-Key"_ba << "literal"_ba << false;
    QTest::newRow("a secret in a header like those of the input")
        << "Mcp-Param-Own"_ba << "of-a-reference"_ba << false;
}

void tst_McpHttp::previewsShowWhatTheUserTyped()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, value);
    log->hideSecret("of-a-reference", u"reference"_s);
    log->hideSecret("abc", u"short"_s);
    McpSettings settings;
    settings.url = QUrl(u"http://h.example/mcp"_s);
    settings.headers = {{"X-Tenant", "tenant-value"}, {"X-Callback", "https://a.example/?token=b"},
        {"X-Secret", "of-a-reference"}, {"X-Part", "Key of-a-reference"}, {"X-Short", "abc"},
        {"User-Agent", "of-a-reference"}, {"X-Api-Key", "literal"}, {"Mcp-Param-Own", "of-a-reference"}};
    const McpHttpLink link(u"web"_s, settings, limits, log.get());
    McpOutgoing outgoing;
    outgoing.revision = u"2026-07-28"_s;
    outgoing.headers = {{"Mcp-Param-Token", "mytoken1"}, {"Mcp-Name", "file:///a?token=b"}};
    const McpChannel::Wire wire = link.wireOf(link.post(outgoing));
    QTEST(wire.headers.contains(std::pair(name, value)), "isShown");
    QTEST(!wire.hidden.contains(QString::fromLatin1(name)), "isShown");
    QVERIFY(wire.headers.contains(std::pair("Content-Type"_ba, "application/json"_ba)));
}

void tst_McpHttp::previewsHideASecretOfTheAddress_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isShown");
    QTest::newRow("typed") << u"http://h.example/mcp?api_key=typedinurl"_s << true;
    QTest::newRow("from a reference") << u"http://h.example/mcp?api_key=of-a-reference"_s << false;
    QTest::newRow("in the host") << u"http://of-a-reference.example/mcp"_s << false;
    QTest::newRow("under any name") << u"http://h.example/mcp?place=of-a-reference"_s << false;
}

void tst_McpHttp::previewsHideASecretOfTheAddress()
{
    QFETCH(const QString, address);
    QFETCH(const bool, isShown);
    log->hideSecret("of-a-reference", u"reference"_s);
    McpSettings settings;
    settings.url = QUrl(address);
    const McpHttpLink link(u"web"_s, settings, limits, log.get());
    const McpChannel::Wire wire = link.wireOf(link.post({}));
    QCOMPARE(wire.url == settings.url, isShown);
    QCOMPARE(wire.hidden.isEmpty(), isShown);
    QVERIFY(!wire.url.toEncoded().contains("of-a-reference"));
    QVERIFY(wire.url.isValid() || wire.address.contains("${secret:reference}"));
    // An address from the server is not typed.
    HttpRequest other = link.post({});
    other.url = QUrl(u"http://h.example/messages?session_id=x"_s);
    QCOMPARE(link.wireOf(other).url, QUrl(u"http://h.example/messages?session_id=***"_s));
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
    row("401", Script::reply("401 Unauthorized", {}, {}), u"A credential is missing"_s);
    row("403", Script::reply("403 Forbidden", {}, {}), u"refuses access"_s);
    row("404", Script::reply("404 Not Found", "text/plain", "no"), u"may have forgotten the session"_s);
    row("405", Script::reply("405 Method Not Allowed", {}, {}), u"no MCP endpoint"_s);
    row("429", Script::reply("429 Too Many Requests", {}, {}, "Retry-After: 7\r\n"), u"again in 7 s"_s);
    row("503 with an absurd wait",
        Script::reply("503 Service Unavailable", {}, {}, "Retry-After: 99999999\r\n"), u"longer than"_s);
    row("500", Script::reply("500 Oops", "text/plain", "boom"), u"HTTP 500 Oops"_s);
    row("unknown status", Script::reply("299 Odd", {}, {}), u"an empty body"_s);
    row("202", Script::reply("202 Accepted", {}, {}), u"no answer"_s);
    row("304", Script::reply("304 Not Modified", {}, {}), u"HTTP 304"_s);
    row("empty JSON", Script::reply("200 OK", "application/json", {}), u"an empty body"_s);
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
    QTest::addColumn<QByteArray>("begun"); // the bytes before the server falls silent
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
        return QByteArray(); // sends nothing more
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

void tst_McpHttp::keepsTheMessageOfTheServer_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("body"); // as JSON
    const auto row = [](const char *name, const QByteArray &type, const QByteArray &text,
                         const QByteArray &body) {
        QTest::newRow(name) << Script::reply("403 Forbidden", type, text) << body;
    };
    row("a problem document", "application/problem+json", R"({"title":"Quota used up","status":403})",
        R"({"title":"Quota used up","status":403})");
    row("JSON of no type", {}, R"({"error":"INVALID_USER_KEY"})", R"({"error":"INVALID_USER_KEY"})");
    row("plain text", "text/plain; charset=utf-8", "Unknown key\n", R"("Unknown key")");
    row("a page", "text/html", "<html>no", R"("<html>no")");
    row("a page as text", "text/plain", "<html>no", R"("<html>no")");
    row("long text", "text/plain", QByteArray(3000, 'x'), '"' + QByteArray(3000, 'x') + '"');
    row("bytes", "image/png", "\x89PNG", R"("iVBORw==")");
    row("more than is kept", "text/html", QByteArray(70'000, 'x'), '"' + QByteArray(64 << 10, 'x') + '"');
}

void tst_McpHttp::keepsTheMessageOfTheServer()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, body);
    QVERIFY(open());
    script.special = [bytes](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/call" ? std::optional(bytes) : std::nullopt;
    };
    const auto result = call();
    QVERIFY(!result);
    QCOMPARE(result.error().details.member("body"_L1).toBytes(), body);
    QCOMPARE(result.error().detail, QString()); // the text appears only once
    const bool isCut = QByteArray(QTest::currentDataTag()) == "more than is kept";
    QCOMPARE(result.error().details.member("warnings"_L1).size(), isCut ? 1 : 0);
}

void tst_McpHttp::namesAConnectionThatIsNotUsable_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("says");
    const QString handshake = u"did not finish the TLS handshake to"_s;
    QTest::newRow("initialize") << QByteArray("{}") << handshake;
    // The second request waits for the connection of the first, unless that one has ended just before.
    QTest::newRow("server/discover, then initialize")
        << QByteArray(R"({"protocol":"auto"})")
        << u"(could not be reached at|did not finish the TLS handshake to|did not accept a connection to)"_s;
    QTest::newRow("the old transport") << QByteArray(R"({"transport":"sse"})") << handshake;
}

// The server accepts connections, but never answers TLS, so it never received a request.
void tst_McpHttp::namesAConnectionThatIsNotUsable()
{
    QFETCH(QByteArray, settings);
    QFETCH(QString, says);
    QTcpServer mute;
    QVERIFY(mute.listen(QHostAddress::LocalHost));
    mute.pauseAccepting();
    limits.connectTimeoutMs = limits.requestTimeoutMs = 300;
    connectTo(QUrl(u"https://127.0.0.1:%1/mcp"_s.arg(mute.serverPort())), settings);
    const Result<PeerInfo> peer = QCoro::waitFor(adapter->open());
    QVERIFY(!peer);
    QCOMPARE(peer.error().kind, ErrorKind::Timeout);
    const QRegularExpression expected(u"^Server \"web\" %1 https://127\\.0\\.0\\.1:%2 within 300 ms\\."_s.arg(
        says, QString::number(mute.serverPort())));
    QVERIFY2(expected.match(peer.error().message).hasMatch(), qPrintable(peer.error().message));
}

void tst_McpHttp::anErrorWithAnotherIdAnswersItsPost_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char *name, const QByteArray &type, const QByteArray &message) {
        QTest::newRow(name) << type << message;
    };
    const QByteArray error = R"("error":{"code":-32600,"message":"Session not found"}})";
    row("made up", "application/json", QByteArray(R"({"jsonrpc":"2.0","id":"server-error",)" + error));
    row("empty", "application/json", QByteArray(R"({"jsonrpc":"2.0","id":"",)" + error));
    row("a number", "application/json", QByteArray(R"({"jsonrpc":"2.0","id":0,)" + error));
    row("as an event", "text/event-stream",
        QByteArray(R"(data: {"jsonrpc":"2.0","id":"x",)" + error + "\n\n"));
}

void tst_McpHttp::anErrorWithAnotherIdAnswersItsPost()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, message);
    QVERIFY(open());
    script.special = [type, message](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/call" ? std::optional(Script::reply("200 OK", type, message))
                                           : std::nullopt;
    };
    const auto result = call();
    QVERIFY(!result);
    QCOMPARE(result.error().message, u"\"web\" answered tools/call with error -32600: Session not found"_s);
}

void tst_McpHttp::reportsBothRefusals()
{
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method == "initialize")
            return Script::reply("400 Bad Request", "text/plain", "No session for you");
        return Script::reply("404 Not Found", "text/plain", "Nothing here");
    };
    const Result<PeerInfo> peer = open();
    QVERIFY(!peer);
    QVERIFY2(peer.error().message.contains(u"\nBefore, streamable HTTP was refused: Server \"web\" finds"_s)
            && peer.error().message.endsWith(u"\nNo session for you"_s),
        qPrintable(peer.error().message));
    QCOMPARE(peer.error().details.member("body"_L1).toString(), u"Nothing here"_s);
}

void tst_McpHttp::retriesWithTheRevisionA400Names_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("JSON-RPC")
        << QByteArray("application/json")
        << QByteArray(
               R"j({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Unsupported (supported: 2025-06-18, 2025-03-26)"}})j");
    QTest::newRow("text, which names ours as well")
        << QByteArray("text/plain") << QByteArray("2025-11-25 is not supported, use 2025-06-18");
    QTest::newRow("a problem") << QByteArray("application/problem+json")
                               << QByteArray(R"({"title":"Bad version","supported":["2025-06-18"]})");
}

void tst_McpHttp::retriesWithTheRevisionA400Names()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    script.special = [type, body](const Script::Call &call) -> std::optional<QByteArray> {
        const bool isNewest = call.request.body.contains(R"("protocolVersion":"2025-11-25")");
        if (call.method != "initialize" || !isNewest)
            return {};
        return Script::reply("400 Bad Request", type, body);
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

WORKBENCH_TEST(tst_McpHttp, QCoreApplication)
