// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Mock servers without a network: faults, the messages of the MCP server, and recorded HTTP responses.

#include "core/serving/mock/httpmock.h"
#include "core/serving/mock/httprequestreader.h"
#include "core/serving/mock/hubmock.h"
#include "core/serving/mock/mcpmock.h"
#include "tests/support/madefixtures.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_Mocks : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<MockPlayer> playerOf(
        const QList<Fixture> &fixtures, const MockPlayer::Options &options = {{0}, {}})
    {
        return std::make_shared<MockPlayer>(listingOf(fixtures), options);
    }
    static McpReply ask(McpMock &mock, const QByteArray &message)
    {
        McpReply answer;
        mock.handle(jsonLiteral(message), [&answer](const McpReply &reply) { answer = reply; });
        return answer;
    }
    static MockFault fault(const QString &text) { return mockFaultFromText(text).value_or(MockFault{}); }

private Q_SLOTS:
    void readsAFault_data();
    void readsAFault();
    void faultsAffectTheirCalls();
    void initializes();
    void listsAndCallsRecordedTools();
    void answersEveryKind();
    void refusesUnrecordedCalls_data();
    void refusesUnrecordedCalls();
    void replaysRecordedErrors();
    void offersOtherProtocolsAsTools();
    void waitsTheRecordedTime();
    void replaysTheHttpResponse();
    void replaysTextsAndBytes_data();
    void replaysTextsAndBytes();
    void writesServerSentEvents_data();
    void writesServerSentEvents();
    void readsRequests_data();
    void readsRequests();
    void readsRequestsInAnyPieces();
    void makesHubIds();
};

void tst_Mocks::readsAFault_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind"); // -1: refused
    QTest::addColumn<QString>("operation");
    QTest::addColumn<qint64>("call");
    using Kind = MockFault::Kind;
    const auto row = [](const char *text, Kind kind, const char *operation, qint64 call) {
        QTest::newRow(text) << QString::fromLatin1(text) << int(kind) << QString::fromLatin1(operation)
                            << call;
    };
    row("delay=2s", Kind::Delay, "", 0);
    row("delay=500ms:get-sum@3", Kind::Delay, "get-sum", 3);
    row("error", Kind::Error, "", 0);
    row("error=503@2+", Kind::Error, "", 2);
    row("drop:resource:demo://a@b/c", Kind::Drop, "resource:demo://a@b/c", 0);
    row("drop:resource:demo://a@b/c@7", Kind::Drop, "resource:demo://a@b/c", 7);
    row("truncate", Kind::Truncate, "", 0);
    row("truncate=10:GET /pets", Kind::Truncate, "GET /pets", 0);
    for (const auto bad : {"", "delay", "delay=soon", "drop=1", "truncate=x", "truncate=-1", "burn",
             "error:", "DROP", "drop@0"})
        QTest::addRow("not \"%s\"", bad) << QString::fromLatin1(bad) << -1 << QString() << qint64(0);
}

void tst_Mocks::readsAFault()
{
    QFETCH(QString, text);
    QFETCH(int, kind);
    const Result<MockFault> read = mockFaultFromText(text);
    QCOMPARE(read ? int(read->kind) : -1, kind);
    if (!read) {
        QCOMPARE(read.error().kind, ErrorKind::Usage);
        return;
    }
    QTEST(read->operation, "operation");
    QTEST(read->call, "call");
}

void tst_Mocks::faultsAffectTheirCalls()
{
    const auto player = playerOf({toolFixture(u"a"_s, "{}", "1"), toolFixture(u"b"_s, "{}", "2")},
        {{0},
            {fault(u"delay=2s:a@2"_s), fault(u"error=E@3+"_s), fault(u"drop:b@1"_s),
                fault(u"truncate=3:a@1"_s)}});
    const auto turn = [&player](const QString &name) { return *player->turn(name, Json::emptyObject()); };
    const MockTurn first = turn(u"a"_s);
    QCOMPARE(first.extentOf(10), 3);
    QCOMPARE(first.wait.count(), 0);
    QCOMPARE(turn(u"a"_s).wait.count(), 2000);
    for (int i = 0; i < 2; ++i)
        QCOMPARE(turn(u"a"_s).error, std::optional(u"E"_s));
    QVERIFY(turn(u"b"_s).drops);
    const MockTurn second = turn(u"b"_s);
    QVERIFY(!second.drops && !second.error && !second.breaksAt);
}

void tst_Mocks::initializes()
{
    McpMock mock(playerOf({toolFixture(u"add"_s, "{}", "1")}));
    const Json result = ask(
        mock, R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})")
                            .message.member("result"_L1);
    QCOMPARE(result.member("protocolVersion"_L1).toString(), u"2025-06-18"_s);
    QCOMPARE(result.member("serverInfo"_L1).member("name"_L1).toString(), u"desk-server"_s);
    QCOMPARE(result.member("serverInfo"_L1).member("version"_L1).toString(), u"1.2.3"_s);
    QCOMPARE(result.member("capabilities"_L1).toBytes(), R"({"tools":{},"logging":{}})");
    QVERIFY(ask(mock, R"({"jsonrpc":"2.0","method":"notifications/initialized"})").message.isAbsent());
    QCOMPARE(ask(mock, R"({"jsonrpc":"2.0","id":"x","method":"ping"})").message.toBytes(),
        R"({"jsonrpc":"2.0","id":"x","result":{}})");
    const auto code = [&mock](const QByteArray &message) {
        return ask(mock, message).message.member("error"_L1).member("code"_L1).toInteger().value_or(0);
    };
    QCOMPARE(code(R"({"jsonrpc":"2.0","id":2,"method":"sampling/createMessage"})"), -32601);
    QCOMPARE(code(R"({"jsonrpc":"2.0","id":null,"method":"ping"})"), -32600);
    QCOMPARE(code("7"), -32600);
    QVERIFY(ask(mock, R"({"jsonrpc":"2.0","id":9,"result":{}})").message.isAbsent());
}

void tst_Mocks::listsAndCallsRecordedTools()
{
    FixtureListing listing = listingOf({toolFixture(u"add"_s, R"({"a":1})", R"({"sum":1.50})")});
    OperationSpec spec;
    spec.id.name = u"add"_s;
    spec.kind = u"tool"_s;
    spec.definition = jsonLiteral(R"({"name":"add","inputSchema":{"type":"object"},"x-odd":[1e2]})");
    listing.definitions.insert("00", {spec});
    McpMock mock(std::make_shared<MockPlayer>(listing, MockPlayer::Options{{0}, {}}));
    QCOMPARE(
        ask(mock, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})").message.member("result"_L1).toBytes(),
        R"({"tools":[{"name":"add","inputSchema":{"type":"object"},"x-odd":[1e2]}]})");
    QCOMPARE(
        ask(mock,
            R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1.0}}})")
            .message.member("result"_L1)
            .toBytes(),
        R"({"content":[{"type":"text","text":"ok"}],"structuredContent":{"sum":1.50}})");
}

void tst_Mocks::answersEveryKind()
{
    Fixture resource = toolFixture(u"resource:demo:one"_s, "{}", "1");
    resource.kind = u"resource"_s;
    resource.envelope = jsonLiteral(
        R"({"data":[{"uri":"demo:one","text":"hi"}],"meta":{"source":"mcp","isError":false,"content":[],"_meta":{"k":1}}})");
    Fixture read = resource;
    read.operation = u"template:demo:{id}"_s;
    read.kind = u"resource-template"_s;
    read.input = jsonLiteral(R"({"id":"two"})");
    read.envelope = jsonLiteral(
        R"({"data":[{"uri":"demo:two","text":"ho"}],"meta":{"source":"mcp","isError":false,"content":[]}})");
    Fixture prompt = resource;
    prompt.operation = u"prompt:greet"_s;
    prompt.kind = u"prompt"_s;
    prompt.envelope = jsonLiteral(
        R"({"data":{"description":"d","messages":[]},"meta":{"source":"mcp","isError":false,"content":[]}})");
    McpMock mock(playerOf({resource, read, prompt}));
    const auto result = [&mock](const QByteArray &method, const QByteArray &params) {
        return ask(
            mock, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + '}')
            .message.member("result"_L1)
            .toBytes();
    };
    QCOMPARE(result("resources/list", "{}"), R"({"resources":[{"name":"demo:one","uri":"demo:one"}]})");
    QCOMPARE(result("resources/templates/list", "{}"),
        R"({"resourceTemplates":[{"name":"demo:{id}","uriTemplate":"demo:{id}"}]})");
    QCOMPARE(result("prompts/list", "{}"), R"({"prompts":[{"name":"greet"}]})");
    QCOMPARE(result("resources/read", R"({"uri":"demo:one"})"),
        R"({"contents":[{"uri":"demo:one","text":"hi"}],"_meta":{"k":1}})");
    QCOMPARE(result("resources/read", R"({"uri":"demo:two"})"),
        R"({"contents":[{"uri":"demo:two","text":"ho"}]})");
    QCOMPARE(result("prompts/get", R"({"name":"greet"})"), R"({"description":"d","messages":[]})");
}

void tst_Mocks::refusesUnrecordedCalls_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<qint64>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("an unknown tool") << QByteArray(
        R"({"id":1,"method":"tools/call","params":{"name":"nope"}})")
                                     << qint64(-32602)
                                     << QByteArray("Unknown tool: \"nope\" was not recorded");
    QTest::newRow("an unrecorded input")
        << QByteArray(R"({"id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2}}})")
        << qint64(-32602) << QByteArray("differs at /a: recorded 1, requested 2");
    QTest::newRow("an unknown resource")
        << QByteArray(R"({"id":1,"method":"resources/read","params":{"uri":"x:y"}})") << qint64(-32002)
        << QByteArray("\"x:y\" was not recorded");
    QTest::newRow("an unknown prompt")
        << QByteArray(R"({"id":1,"method":"prompts/get","params":{"name":"p"}})") << qint64(-32602)
        << QByteArray("Unknown prompt");
    QTest::newRow("no params") << QByteArray(R"({"id":1,"method":"tools/call"})") << qint64(-32602)
                               << QByteArray("Unknown tool");
}

void tst_Mocks::refusesUnrecordedCalls()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, says);
    McpMock mock(playerOf({toolFixture(u"add"_s, R"({"a":1})", "1")}));
    const Json error = ask(mock, message).message.member("error"_L1);
    QTEST(error.member("code"_L1).toInteger().value_or(0), "code");
    QVERIFY2(error.member("message"_L1).toString().toUtf8().contains(says), error.toBytes().constData());
}

void tst_Mocks::replaysRecordedErrors()
{
    Fixture remote = toolFixture(u"a"_s, "{}", "1");
    remote.envelope = {};
    remote.error = jsonLiteral(
        R"({"kind":"remote","code":"EXECUTION_ERROR","message":"m","details":{"code":-32007,"message":"no","data":{"x":1}}})");
    Fixture late = remote;
    late.operation = u"b"_s;
    late.error = jsonLiteral(R"({"kind":"timeout","code":"TIMEOUT","message":"too late"})");
    McpMock mock(playerOf({remote, late}));
    const auto error = [&mock](const QByteArray &name) {
        return ask(mock, R"({"id":1,"method":"tools/call","params":{"name":")" + name + R"("}})")
            .message.member("error"_L1)
            .toBytes();
    };
    QCOMPARE(error("a"), R"({"code":-32007,"message":"no","data":{"x":1}})");
    QCOMPARE(error("b"), R"({"code":-32001,"message":"too late"})");
}

void tst_Mocks::offersOtherProtocolsAsTools()
{
    Fixture failed = hubFixture(u"desk.fail"_s, "{}", "null");
    failed.envelope = {};
    failed.error = jsonLiteral(R"({"kind":"remote","code":"NO_SUCH","message":"gone"})");
    McpMock mock(playerOf(
        {hubFixture(u"desk.now"_s, "{}", R"({"t":1})"), failed, streamFixture(u"desk.tick"_s, {"1"}, 0)}));
    QCOMPARE(mock.leftOut(), QStringList{u"desk.tick"_s});
    Fixture changes = streamFixture(u"resource:a:/b"_s, {"1"}, 0);
    changes.kind = u"resource"_s;
    changes.source.kind = u"mcp"_s;
    QCOMPARE(McpMock(playerOf({changes})).leftOut(), QStringList{u"resource:a:/b"_s});
    const Json answer = ask(mock, R"({"id":1,"method":"tools/call","params":{"name":"desk.now"}})").message;
    QCOMPARE(answer.member("result"_L1).member("structuredContent"_L1).toBytes(), R"({"t":1})");
    const Json refused = ask(mock, R"({"id":1,"method":"tools/call","params":{"name":"desk.fail"}})")
                             .message.member("result"_L1);
    QVERIFY(refused.member("isError"_L1).toBoolean());
    QVERIFY(refused.toBytes().contains("NO_SUCH: gone"));
}

void tst_Mocks::waitsTheRecordedTime()
{
    Fixture slow = toolFixture(u"a"_s, "{}", "1");
    slow.durationMs = 200;
    McpMock mock(playerOf({slow}, {{1}, {}}));
    int answers = 0;
    const auto call = [&](const QByteArray &id) {
        mock.handle(parsed(R"({"id":)" + id + R"(,"method":"tools/call","params":{"name":"a"}})"),
            [&answers](const McpReply &) { ++answers; });
    };
    call("1");
    call("1");
    call("\"1\"");
    QCOMPARE(mock.waiting(), 3);
    mock.cancel(Json::string(u"1"));
    QCOMPARE(mock.waiting(), 2);
    QCOMPARE(answers, 0);
    QTRY_COMPARE(answers, 2);
    QCOMPARE(mock.waiting(), 0);
}

void tst_Mocks::replaysTheHttpResponse()
{
    Fixture fixture = httpFixture(u"GET"_s, u"/x"_s, R"({"a":1.0})");
    fixture.envelope = parsed(fixture.envelope.toBytes().replace(
        "\"connection\":\"close\"", "\"access-control-allow-origin\":\"*\""));
    const auto answer = servedAnswerOf(fixture);
    QVERIFY(answer);
    QCOMPARE(answer->status, 200);
    QCOMPARE(answer->headers, (HttpFields{{"content-type", "application/json"}, {"x-count", "2"}}));
    QCOMPARE(answer->body, R"({"a":1.0})");
    fixture.envelope = {};
    fixture.error = jsonLiteral(
        R"({"kind":"remote","code":"EXECUTION_ERROR","message":"HTTP 404","details":{"statusCode":404,"headers":{"content-type":"application/problem+json","set-cookie":"a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2"},"body":{"title":"no"}}})");
    const auto failed = servedAnswerOf(fixture);
    QVERIFY(failed);
    QCOMPARE(failed->status, 404);
    QCOMPARE(failed->body, R"({"title":"no"})");
    QCOMPARE(failed->headers.at(1).second, "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT");
    QCOMPARE(failed->headers.at(2), (std::pair<QByteArray, QByteArray>("set-cookie", "b=2")));
    fixture.error = jsonLiteral(R"({"kind":"network","code":"http.connect","message":"no"})");
    QVERIFY(!servedAnswerOf(fixture));
}

void tst_Mocks::replaysTextsAndBytes_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("keyword"); // keyword of a warning, empty: no warning
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("text") << QByteArray(R"("grüße")") << u"text/plain"_s << QString() << QByteArray("grüße");
    QTest::newRow("text in its charset")
        << QByteArray(R"("é")") << u"text/plain; charset=\"iso-8859-1\""_s << QString() << QByteArray("\xe9");
    QTest::newRow("a JSON string") << QByteArray(R"("a")") << u"application/json"_s << QString()
                                   << QByteArray(R"("a")");
    QTest::newRow("invalid JSON declared as JSON")
        << QByteArray(R"("<html>")") << u"application/json"_s << u"parse"_s << QByteArray("<html>");
    QTest::newRow("bytes") << QByteArray(R"("AAEC/w==")") << u"image/png"_s << QString()
                           << QByteArray("\0\1\2\xff", 4);
    QTest::newRow("not base64") << QByteArray(R"("not base64!")") << u"image/png"_s << QString()
                                << QByteArray("not base64!");
    QTest::newRow("null") << QByteArray("null") << u"application/json"_s << QString() << QByteArray("null");
}

void tst_Mocks::replaysTextsAndBytes()
{
    QFETCH(QByteArray, data);
    QFETCH(QString, type);
    QFETCH(QString, keyword);
    Fixture fixture = httpFixture(u"GET"_s, u"/x"_s, data);
    const Json meta =
        Json::object({{u"source"_s, Json::string(u"http")}, {u"statusCode"_s, Json::integer(200)},
            {u"headers"_s, Json::object({{u"content-type"_s, Json::string(type)}})},
            {u"contentType"_s, Json::string(type)}});
    fixture.envelope = Json::object({{u"data"_s, jsonLiteral(data)}, {u"meta"_s, meta}});
    if (!keyword.isEmpty())
        fixture.warnings.append({{}, u"odd"_s, keyword, {}});
    const auto answer = servedAnswerOf(fixture);
    QVERIFY(answer);
    QTEST(answer->body, "body");
}

void tst_Mocks::writesServerSentEvents_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("event");
    QTest::newRow("JSON") << QByteArray(R"({"a":1.0})") << QByteArray("data: {\"a\":1.0}\n\n");
    QTest::newRow("text") << QByteArray(R"("[DONE]")") << QByteArray("data: [DONE]\n\n");
    QTest::newRow("lines with carriage returns")
        << QByteArray(R"("a\r\nb\rc")") << QByteArray("data: a\ndata: b\ndata: c\n\n");
    QTest::newRow("lines") << QByteArray(R"("a\nb")") << QByteArray("data: a\ndata: b\n\n");
    QTest::newRow("text that looks like JSON") << QByteArray(R"("5")") << QByteArray("data: 5\n\n");
}

void tst_Mocks::writesServerSentEvents()
{
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, event);
    QCOMPARE(serverSentEvent(jsonLiteral(data), {}), event);
    QCOMPARE(serverSentEvent(jsonLiteral(data), SseFields{u"tick\rtock"_s, u"7\n8"_s, 1500}),
        "event: tick tock\nid: 7 8\nretry: 1500\n" + event);
    QCOMPARE(serverSentEvent(jsonLiteral(data), SseFields{{}, {}, {}, "{ \"as\": \"sent\" }"}),
        "data: { \"as\": \"sent\" }\n\n");
}

void tst_Mocks::readsRequests_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status"); // 0: complete
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("rest");
    const auto row = [](const char *name, const QByteArray &bytes, int status, const QByteArray &body = {},
                         const QByteArray &rest = {}) {
        QTest::newRow(name) << bytes << status << body << rest;
    };
    const QByteArray get = "GET /a?b=c HTTP/1.1\r\nHost: x\r\n";
    const QByteArray post = "POST / HTTP/1.1\r\nHost: x\r\n";
    row("no body", get + "\r\n", 0);
    row("empty lines before the request", "\r\n" + get + "\r\n", 0);
    row("a second request follows", get + "\r\n" + get + "\r\n", 0, {}, get + "\r\n");
    row("a length", post + "Content-Length: 3\r\n\r\nabcd", 0, "abc", "d");
    row("chunks", post + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n1\r\nd\r\n0\r\nT: 1\r\n\r\nrest",
        0, "abcd", "rest");
    row("an address with its host", "GET http://x/a HTTP/1.1\r\nHost: X\r\n\r\n", 0);
    row("two hosts", get + "Host: y\r\n\r\n", 400);
    row("an address with another host", "GET http://evil/a HTTP/1.1\r\nHost: x\r\n\r\n", 400);
    row("no host", "GET / HTTP/1.1\r\n\r\n", 400);
    row("a length and chunks", post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400);
    row("two lengths", post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\n", 400);
    row("a negative length", post + "Content-Length: -1\r\n\r\n", 400);
    row("a length with a plus", post + "Content-Length: +1\r\n\r\n", 400);
    row("an unsupported coding", post + "Transfer-Encoding: gzip, chunked\r\n\r\n", 400);
    row("an empty coding", post + "Transfer-Encoding:\r\nContent-Length: 3\r\n\r\nabc", 400);
    row("a carriage return in a header", get + "A: b\rContent-Length: 3\r\n\r\n", 400);
    row("a carriage return after a chunk size", post + "Transfer-Encoding: chunked\r\n\r\n1;a\rb\r\na\r\n",
        400);
    row("an invalid trailer", post + "Transfer-Encoding: chunked\r\n\r\n0\r\nGET / HTTP/1.1\r\n\r\n", 400);
    row("a bare line feed", "GET / HTTP/1.1\nHost: x\n\n", 400);
    row("a folded header", get + " folded\r\n\r\n", 400);
    row("a space before the colon", get + "A : b\r\n\r\n", 400);
    row("not HTTP", "hello\r\n", 400);
    row("an unprintable target", "GET /\x01 HTTP/1.1\r\n", 400);
    row("a path without its slash", "GET etc/passwd HTTP/1.1\r\n", 400);
    row("an unsupported version", "GET / HTTP/2.0\r\n", 505);
    row("too long a target", "GET /" + QByteArray(20'000, 'a') + " HTTP/1.1\r\n", 414);
    row("too many headers", get + QByteArray("A: b\r\n").repeated(300) + "\r\n", 431);
    row("too large a header", get + "A: " + QByteArray(70'000, 'a') + "\r\n\r\n", 431);
    row("too long a line", QByteArray(70'000, 'a'), 431);
    row("too large a body", post + "Content-Length: 101\r\n\r\n", 413);
    row("too large a body in chunks",
        post + "Transfer-Encoding: chunked\r\n\r\n64\r\n" + QByteArray(100, 'a') + "\r\n1\r\n", 413);
    row("a chunk of another size", post + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400);
    row("a chunk without a size", post + "Transfer-Encoding: chunked\r\n\r\n;\r\n", 400);
    row("a chunk too large to count", post + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", 400);
}

void tst_Mocks::readsRequests()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    HttpRequestReader reader(100);
    const auto fault = reader.feed(bytes);
    QCOMPARE(fault ? fault->status : 0, status);
    if (fault)
        return;
    QVERIFY(reader.isComplete());
    QTEST(reader.request().body, "body");
    QTEST(bytes, "rest");
}

void tst_Mocks::readsRequestsInAnyPieces()
{
    const QByteArray whole = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: "
                             "100-continue\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    for (qsizetype size = 1; size < whole.size(); ++size) {
        HttpRequestReader reader(100);
        for (qsizetype at = 0; at < whole.size(); at += size) {
            QByteArray piece = whole.mid(at, size);
            QVERIFY(!reader.feed(piece));
            QVERIFY(piece.isEmpty());
        }
        QVERIFY(reader.isComplete());
        QCOMPARE(reader.request().body, "abc");
        QVERIFY(reader.expectsContinue());
        QVERIFY(reader.mayBeKept());
    }
}

void tst_Mocks::makesHubIds()
{
    QCOMPARE(hubIdOf({u"hub"_s, u"hub"_s}, u"desk.math.divide"_s).toString(), u"desk.math.divide"_s);
    QCOMPARE(hubIdOf({u"my.desk"_s, u"mcp"_s}, u"get-sum"_s).toString(), u"my_desk.get-sum"_s);
    HubMock mock(playerOf({hubFixture(u"desk.now"_s, "{}", "1")}), {});
    QVERIFY(mock.describes()->getSpec({u"desk"_s, u"now"_s}));
    QCOMPARE(mock.operations()->typeOf({u"desk"_s, u"now"_s}), std::optional(OperationType::Query));
    QVERIFY(!mock.operations()->typeOf({u"desk"_s, u"then"_s}));
}

WORKBENCH_TEST(tst_Mocks, QCoreApplication)
#include "tst_mocks.moc"
