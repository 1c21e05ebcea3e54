// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Answers as event streams, their resumption, and the transport before Streamable HTTP.

#include "tests/loopback/tst_mcphttp.h"

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
    QVERIFY2(waited >= 180, // a timer may fire up to 5 % early
        qPrintable(QString::number(waited)));
    QCOMPARE(script.count("tools/call"), 1);
    QCOMPARE(script.count("GET"), 2);
}

void tst_McpHttp::resumesAfterAFaultThatMayPass()
{
    QVERIFY(open());
    QTRY_COMPARE(script.count("GET"), 1);
    QByteArray pending;
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method == "tools/call") {
            pending = call.id;
            return Script::stream("id: e1\nretry: 0\ndata:\n\n");
        }
        if (call.http != "GET")
            return {};
        return script.count("GET") == 2 ? Script::reply("502 Bad Gateway", "text/plain", "try again")
                                        : Script::stream("data: {\"jsonrpc\":\"2.0\",\"id\":" + pending
                                              + ",\"result\":{\"content\":[]}}\n\n");
    };
    const auto result = call();
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    QCOMPARE(script.count("GET"), 3);
    QVERIFY(logged.first().first().value<LogLine>().text.startsWith(
        u"The answer to a request ended before its response; it is resumed in"_s));
}

void tst_McpHttp::aStandingStreamPassesABusyGateway()
{
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.http != "GET")
            return {};
        return script.count("GET") == 2 ? Script::reply("502 Bad Gateway", "text/plain", "try again")
                                        : Script::stream("retry: 0\ndata: {}\n\n"); // it has no event ids
    };
    QVERIFY(open());
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    QTRY_VERIFY(script.count("GET") >= 3);
    for (const auto &one : std::as_const(degraded))
        QCOMPARE(one.first().toString(), QString());
}

void tst_McpHttp::aLostStandingStreamIsReported()
{
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.http != "GET")
            return {};
        return script.count("GET") == 1 ? Script::stream("id: e1\nretry: 0\ndata:\n\n")
                                        : Script::reply("404 Not Found", "text/plain", "no such session");
    };
    QVERIFY(open());
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    const auto isLost = [&degraded] {
        return std::ranges::any_of(degraded, [](const auto &one) {
            return one.first().toString().startsWith(u"Notifications cannot be received"_s);
        });
    };
    QTRY_VERIFY(isLost());
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

void tst_McpHttp::anAnswerWithoutAResponseNamesWhatCame_data()
{
    QTest::addColumn<bool>("isStream");
    QTest::addColumn<QByteArray>("body"); // ID: the id of the request
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &message, const QString &says) {
        QTest::addRow("stream: %s", name) << true << QByteArray("data: " + message + "\n\n") << says;
        QTest::addRow("JSON: %s", name) << false << message << says;
    };
    row("the id as text", R"({"jsonrpc":"2.0","id":"ID","result":{}})",
        u"had: the id of the request is a number, not a string."_s);
    row("a foreign id", R"({"jsonrpc":"2.0","id":7,"result":{}})",
        u"It sent an answer with the id 7, which no request had."_s);
    row("a null id", R"({"jsonrpc":"2.0","id":null,"result":{}})",
        u"It sent a message that is not JSON-RPC: its id is null"_s);
    row("no id", R"({"jsonrpc":"2.0","result":{}})", u"its id is missing"_s);
    row("an empty batch", "[]", u"It sent a batch: MCP 2025-11-25 has no batches."_s);
    row("an error without an id in a batch",
        R"([{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}])", u"inside a batch"_s);
    row("not JSON", "garbage", u"It sent a line that is not a message: garbage."_s);
    row("no object", "null", u"It sent a line that is not a message: null."_s);
    QTest::newRow("stream: an event of another type")
        << true << QByteArray("event: note\ndata: {\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}\n\n")
        << u"It sent an event of the type \"note\", expected \"message\"."_s;
}

void tst_McpHttp::anAnswerWithoutAResponseNamesWhatCame()
{
    QFETCH(bool, isStream);
    QFETCH(QByteArray, body);
    QFETCH(QString, says);
    QVERIFY(open());
    script.special = [isStream, body](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return {};
        const QByteArray filled = QByteArray(body).replace("ID", call.id);
        return isStream ? Script::stream(filled) : Script::reply("200 OK", "application/json", filled);
    };
    const auto result = call();
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Protocol);
    QVERIFY2(result.error().message.contains(says) && result.error().message.contains(u"\"web\""_s),
        qPrintable(result.error().message));
}

void tst_McpHttp::aRefusedResumptionDoesNotBlameTheAddress()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/call" ? std::optional(Script::stream("id: e1\nretry: 1\ndata:\n\n"))
                                           : std::nullopt;
    };
    const auto result = call();
    QVERIFY(!result);
    QCOMPARE(result.error().message,
        u"\"web\" ended its event stream without a response and refused to resume it (HTTP 405)."_s);
}

void tst_McpHttp::saysThatAStreamEndedInsideAnEvent()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "tools/call" ? std::optional(Script::stream("data: lost\n")) : std::nullopt;
    };
    const auto result = call();
    QVERIFY(!result);
    const QString says = u"ended without a response, in the middle of an event (4 bytes were not used)."_s;
    QVERIFY2(result.error().message.contains(says), qPrintable(result.error().message));
}

void tst_McpHttp::notesAnEventWithoutData()
{
    QVERIFY(open());
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return {};
        return Script::stream("id: begins\ndata:\n\ndata\n\nevent: message\ndata:\n\ndata: "
            + Script::result(call, R"({"content":[]})") + "\n\n");
    };
    const auto result = call();
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    int noted = 0;
    for (qsizetype i = 0; i < log->frameCount(); ++i)
        noted += log->frameAt(i).note == u"an event without data was ignored"_s ? 1 : 0;
    QCOMPARE(noted, 2);
}

void tst_McpHttp::notesTheLinesOfAnEvent()
{
    QVERIFY(open());
    QByteArray answer;
    script.special = [&answer](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return {};
        answer = Script::result(call, R"({"content":[]})");
        return Script::stream(": hello\n\nevent: message\nid: 4\ndata: " + answer + "\n\n");
    };
    QVERIFY(call());
    QByteArrayList lines;
    for (qsizetype i = 0; i < log->frameCount(); ++i) {
        if (log->frameAt(i).bytes == answer)
            lines.append(log->frameAt(i).raw);
    }
    QCOMPARE(lines, QByteArrayList{": hello\n\nevent: message\nid: 4\ndata: " + answer + "\n\n"});
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

void tst_McpHttp::theStandingStreamFollowsNoRedirectToAnotherOrigin()
{
    int elsewhere = 0;
    RawServer other([&elsewhere](QTcpSocket *socket, const RawServer::Request &) {
        ++elsewhere;
        RawServer::answer(socket, Script::stream("data: {}\n\n"));
    });
    script.special = [target = other.url(u"/mcp"_s).toEncoded()](
                         const Script::Call &call) -> std::optional<QByteArray> {
        if (call.http != "GET")
            return {};
        return Script::reply("302 Found", {}, {}, "Location: " + target + "\r\n");
    };
    connectTo(server->url(u"/mcp"_s));
    QSignalSpy degraded(adapter.get(), &Adapter::degraded);
    QVERIFY(QCoro::waitFor(adapter->open()));
    QTRY_COMPARE(degraded.size(), 1);
    QVERIFY2(degraded.first().first().toString().contains(QString::number(other.url().port())),
        qPrintable(degraded.first().first().toString()));
    QCOMPARE(elsewhere, 0);
    QCOMPARE(script.count("GET"), 1); // the stream is not tried again
}

void tst_McpHttp::replacedBytesInAnEventAreNoted()
{
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return {};
        return Script::stream("data: {\"jsonrpc\":\"2.0\",\"id\":" + call.id
            + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"caf\xe9\"}]}}\n\n");
    };
    QVERIFY(open());
    const Result<HandlerResult> result = call();
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    const auto *described = std::get_if<DescribedEnvelope>(&*result);
    QVERIFY(described);
    QCOMPARE(described->notes.size(), 1);
    QVERIFY2(described->notes.first().message.contains(u"not valid UTF-8"_s),
        qPrintable(described->notes.first().message));
}

void tst_McpHttp::theOldTransportWorks()
{
    QTcpSocket *stream = nullptr;
    script.special = [this, &stream](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.http == "GET") {
            stream = call.socket;
            stream->write(Script::stream(
                "event: endpoint\ndata: messages?session=canary\n\nevent: endpoint\ndata: /other\n\n"));
            return QByteArray();
        }
        if (call.request.target == "/base/sse") // such servers refuse a POST to the address of the stream
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
    QCOMPARE(peer->notes.size(), 1);
    QCOMPARE(peer->remarks.size(), 0);
    QVERIFY(call());
    QCOMPARE(script.calls.last().request.target, QByteArray("/base/messages?session=canary"));
    for (qsizetype i = 0; i < log->frameCount(); ++i) { // the address identifies the session
        const Frame &frame = log->frameAt(i);
        QVERIFY2(
            !QByteArray(frame.head + frame.bytes + frame.raw).contains("canary"), frame.bytes.constData());
    }
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
