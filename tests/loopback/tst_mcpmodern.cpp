// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// MCP of the modern era over HTTP: headers, statuses that tell the era, and streams of single requests.

#include "core/exchange/exchangelog.h"
#include "core/sources/mcp/mcperas.h"
#include "core/sources/mcp/mcpfactory.h"
#include "core/sources/mcp/mcpsettings.h"
#include "tests/support/mcpscript.h"
#include "tests/support/testprogram.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpModern : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void sendsTheStandardHeaders();
    void mirrorsArgumentsIntoHeaders();
    void leavesOutToolsWithBadMarks();
    void repeatsACallAfterAMismatch_data();
    void repeatsACallAfterAMismatch();
    void sendsNoCallThatEndedWhileItReadTheList_data();
    void sendsNoCallThatEndedWhileItReadTheList();
    void cancelsByClosingTheStream();
    void aBrokenStreamIsNotResumed();
    void aSilentAnswerHasTheDeadlinesOfItsCall();
    void theStatusOfTheAnswerDeterminesTheEra_data();
    void theStatusOfTheAnswerDeterminesTheEra();
    void detectsAModernServerAtTheAddressOfALegacyServer_data();
    void detectsAModernServerAtTheAddressOfALegacyServer();
    void aPinToTheModernEraForgetsTheLegacyEra();
    void aFaultThatMayPassIsNotRemembered();

private:
    std::optional<QByteArray> modern(const Script::Call &call) const
    {
        const auto json = [&call](const QByteArray &body) {
            return Script::reply("200 OK", "application/json", Script::result(call, body));
        };
        if (call.method == "server/discover")
            return json(R"({"resultType":"complete","ttlMs":0,"cacheScope":"private",)"
                        R"("supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},)"
                        R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"1"}}})");
        if (call.method == "tools/list")
            return json(
                R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":)" + tools + '}');
        return {};
    }
    Source source(const QByteArray &protocol = "auto") const
    {
        return {u"web"_s, u"mcp"_s,
            Json::object({{u"url"_s, Json::string(server->url(u"/mcp"_s).toString())},
                {u"protocol"_s, Json::string(QString::fromLatin1(protocol))}})};
    }
    Result<PeerInfo> open(const QByteArray &protocol = "auto", const McpFactory &factory = McpFactory())
    {
        adapter = factory.create(source(protocol), limits, log.get());
        return QCoro::waitFor(adapter->open());
    }
    Result<HandlerResult> call(CallContext context = {})
    {
        const Result<Discovery> found = QCoro::waitFor(adapter->discover());
        if (!found || found->operations.isEmpty())
            return std::unexpected(Error{ErrorKind::Internal, {}, u"no tool is listed"_s, {}, {}});
        return QCoro::waitFor(adapter->invoke(
            found->operations.first(), jsonLiteral(R"({"region":"eu"})"), std::move(context)));
    }
    const Script::Call *last(const QByteArray &method) const
    {
        const auto found = std::ranges::find(script.calls.crbegin(), script.calls.crend(), method,
            [](const Script::Call &one) { return one.method; });
        return found == script.calls.crend() ? nullptr : &*found;
    }

    QByteArray tools;
    Limits limits;
    Script script;
    std::unique_ptr<RawServer> server;
    std::unique_ptr<ExchangeLog> log;
    std::unique_ptr<Adapter> adapter;
};

void tst_McpModern::init()
{
    limits = {};
    script = {};
    tools =
        R"([{"name":"echo","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}])";
    script.special = [this](const Script::Call &call) { return modern(call); };
    log = std::make_unique<ExchangeLog>();
    server = std::make_unique<RawServer>(
        [this](QTcpSocket *socket, const RawServer::Request &request) { script.handle(socket, request); });
}

void tst_McpModern::cleanup()
{
    adapter.reset();
    server.reset();
}

void tst_McpModern::sendsTheStandardHeaders()
{
    const Result<PeerInfo> peer = open();
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2026-07-28"_s);
    QVERIFY(call());
    const Script::Call *sent = last("tools/call");
    QVERIFY(sent);
    QCOMPARE(sent->request.header("mcp-protocol-version"), QByteArray("2026-07-28"));
    QCOMPARE(sent->request.header("mcp-method"), QByteArray("tools/call"));
    QCOMPARE(sent->request.header("mcp-name"), QByteArray("echo"));
    QCOMPARE(script.count("GET"), 0); // there is no standing stream
    QCOMPARE(script.count("initialize"), 0);
    adapter->close();
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    QVERIFY(closed.wait());
    QCOMPARE(script.count("DELETE"), 0);
}

void tst_McpModern::mirrorsArgumentsIntoHeaders()
{
    QVERIFY(open());
    QVERIFY(call());
    QCOMPARE(last("tools/call")->request.header("mcp-param-region"), QByteArray("eu"));
}

void tst_McpModern::leavesOutToolsWithBadMarks()
{
    tools =
        R"([{"name":"bad","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}},)"
        R"({"name":"good","inputSchema":{"type":"object"}}])";
    QVERIFY(open());
    const Result<Discovery> found = QCoro::waitFor(adapter->discover());
    QVERIFY(found);
    QCOMPARE(found->operations.size(), 1);
    QCOMPARE(found->operations.first().id.name, u"good"_s);
    QVERIFY(std::ranges::any_of(
        found->remarks, [](const QString &remark) { return remark.contains(u"\"bad\" was left out"_s); }));
}

void tst_McpModern::repeatsACallAfterAMismatch_data()
{
    QTest::addColumn<QByteArray>("mark"); // of the tool after the error; empty: it is not listed any more
    QTest::addColumn<bool>("accepts"); // the caller accepts changed definitions
    QTest::addColumn<QString>("code"); // empty: the call is repeated
    QTest::addColumn<QByteArray>("header"); // of the last call
    const QByteArray region("mcp-param-region");
    QTest::newRow("unchanged") << QByteArray("Region") << false << QString() << region;
    QTest::newRow("another header") << QByteArray("Place") << false << u"definition.changed"_s << region;
    QTest::newRow("another header, accepted")
        << QByteArray("Place") << true << QString() << QByteArray("mcp-param-place");
    QTest::newRow("not listed any more") << QByteArray() << false << u"mcp.not-listed"_s << region;
}

//! The list that is read after the error may define a tool that means something else, and name a header that
//! receives a secret.
void tst_McpModern::repeatsACallAfterAMismatch()
{
    QFETCH(QByteArray, mark);
    QFETCH(bool, accepts);
    QFETCH(QString, code);
    QFETCH(QByteArray, header);
    QVERIFY(open());
    int calls = 0;
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call" || ++calls > 1)
            return modern(call);
        tools = mark.isEmpty() ? QByteArray("[]") : QByteArray(tools).replace("Region", mark);
        return Script::reply("400 Bad Request", "application/json",
            R"({"jsonrpc":"2.0","id":)" + call.id + R"(,"error":{"code":-32020,"message":"mismatch"}})");
    };
    QSignalSpy stale(adapter.get(), &Adapter::operationsStale);
    CallContext context;
    context.despiteChangedDefinition = accepts;
    const auto result = call(context);
    QCOMPARE(result ? QString() : result.error().code, code);
    QCOMPARE(calls, code.isEmpty() ? 2 : 1);
    QCOMPARE(stale.size(), code.isEmpty() ? 0 : 1);
    QCOMPARE(last("tools/call")->request.header(header), QByteArray("eu"));
}

void tst_McpModern::sendsNoCallThatEndedWhileItReadTheList_data()
{
    QTest::addColumn<bool>("isCancelled"); // otherwise the list is incomplete and lacks the tool
    QTest::addColumn<QString>("message");
    QTest::newRow("cancelled") << true << u"Cancelled."_s;
    QTest::newRow("not found in an incomplete list") << false
                                                     << u"\"echo\" was not called again, because the list "
                                                        u"that \"web\" sent is incomplete: tools/list gave "
                                                        "a nextCursor that is a number, expected a string."_s;
}

void tst_McpModern::sendsNoCallThatEndedWhileItReadTheList()
{
    QFETCH(bool, isCancelled);
    QFETCH(QString, message);
    QVERIFY(open());
    std::stop_source stop;
    int calls = 0;
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method == "tools/list" && calls > 0 && isCancelled)
            stop.request_stop();
        if (call.method != "tools/call" || ++calls > 1)
            return modern(call);
        if (!isCancelled)
            tools = R"([],"nextCursor":5)";
        return Script::reply("400 Bad Request", "application/json",
            R"({"jsonrpc":"2.0","id":)" + call.id + R"(,"error":{"code":-32020,"message":"mismatch"}})");
    };
    CallContext context;
    context.cancellation = stop.get_token();
    const auto result = call(context);
    QVERIFY(!result);
    QCOMPARE(result.error().message, message);
    QCOMPARE(calls, 1);
}

void tst_McpModern::cancelsByClosingTheStream()
{
    QVERIFY(open());
    std::stop_source stop;
    QPointer<QTcpSocket> stream;
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return modern(call);
        stream = call.socket;
        call.socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: working\n\n");
        QTimer::singleShot(0, this, [&stop] { stop.request_stop(); });
        return QByteArray();
    };
    CallContext context;
    context.cancellation = stop.get_token();
    const auto result = call(context);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    QTRY_VERIFY(!stream || stream->state() != QAbstractSocket::ConnectedState);
    QCOMPARE(script.count("notifications/cancelled"), 0);
}

void tst_McpModern::aBrokenStreamIsNotResumed()
{
    QVERIFY(open());
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return modern(call);
        return Script::stream("id: 1\nretry: 1\ndata:\n\n");
    };
    const auto result = call();
    QVERIFY(!result);
    QCOMPARE(script.count("GET"), 0);
    QCOMPARE(script.count("tools/call"), 1);
}

//! A question to the user may keep the stream of an answer silent for longer than other streams may be.
void tst_McpModern::aSilentAnswerHasTheDeadlinesOfItsCall()
{
    limits.streamIdleMs = 50;
    QVERIFY(open());
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "tools/call")
            return modern(call);
        call.socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: working\n\n");
        const QByteArray event = "data: " + Script::result(call, R"({"resultType":"complete","content":[]})");
        QTimer::singleShot(500, call.socket, [socket = call.socket, event] {
            socket->write(event + "\n\n");
            socket->disconnectFromHost();
        });
        return QByteArray();
    };
    const auto result = call();
    QVERIFY2(result, qPrintable(result ? QString() : result.error().message));
}

void tst_McpModern::theStatusOfTheAnswerDeterminesTheEra_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("protocol"); // empty: connecting fails
    const QByteArray unknown(
        R"({"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no such method"}})");
    QTest::newRow("400 without a session")
        << QByteArray("400 Bad Request")
        << QByteArray(
               R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: no session"}})")
        << u"MCP 2025-11-25"_s;
    QTest::newRow("200, unknown method") << QByteArray("200 OK") << unknown << u"MCP 2025-11-25"_s;
    QTest::newRow("404, unknown method") << QByteArray("404 Not Found") << unknown << u"MCP 2026-07-28"_s;
    QTest::newRow("404, not JSON") << QByteArray("404 Not Found") << QByteArray("nothing here")
                                   << u"MCP 2025-11-25"_s;
    QTest::newRow("401") << QByteArray("401 Unauthorized") << QByteArray() << QString();
    QTest::newRow("200, another answer")
        << QByteArray("200 OK") << QByteArray(R"({"jsonrpc":"2.0","id":ID,"result":{"ok":true}})")
        << u"MCP 2025-11-25"_s;
}

void tst_McpModern::theStatusOfTheAnswerDeterminesTheEra()
{
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, protocol);
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        if (call.method != "server/discover")
            return {};
        return Script::reply(status, body.startsWith('{') ? "application/json" : "text/plain",
            QByteArray(body).replace("ID", call.id));
    };
    const Result<PeerInfo> peer = open();
    QCOMPARE(peer ? peer->protocol : QString(), protocol);
    if (protocol.isEmpty())
        QCOMPARE(script.count("initialize"), 0);
}

void tst_McpModern::detectsAModernServerAtTheAddressOfALegacyServer_data()
{
    QTest::addColumn<QByteArray>("status"); // of the answer to initialize
    QTest::newRow("400") << QByteArray("400 Bad Request");
    QTest::newRow("404") << QByteArray("404 Not Found");
    QTest::newRow("405") << QByteArray("405 Method Not Allowed");
}

void tst_McpModern::detectsAModernServerAtTheAddressOfALegacyServer()
{
    QFETCH(QByteArray, status);
    const QTemporaryDir folder;
    const auto eras = std::make_shared<McpEras>(folder.filePath(u"eras.json"_s));
    const QByteArray key = McpEras::keyOf(*McpSettings::read(source(), {}));
    eras->remember(key, true);
    script.special = [&](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "initialize" ? Script::reply(status, "text/plain", "not that") : modern(call);
    };
    const Result<PeerInfo> peer = open("auto", McpFactory({}, nullptr, nullptr, eras));
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2026-07-28"_s);
    QCOMPARE(script.calls.first().method, QByteArray("initialize"));
    QVERIFY(!eras->isLegacy(key));
}

void tst_McpModern::aPinToTheModernEraForgetsTheLegacyEra()
{
    const QTemporaryDir folder;
    const auto eras = std::make_shared<McpEras>(folder.filePath(u"eras.json"_s));
    const QByteArray key = McpEras::keyOf(*McpSettings::read(source(), {}));
    eras->remember(key, true);
    script.special = [this](const Script::Call &call) { return modern(call); };
    const Result<PeerInfo> peer = open("modern", McpFactory({}, nullptr, nullptr, eras));
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QVERIFY(!eras->isLegacy(key));
}

void tst_McpModern::aFaultThatMayPassIsNotRemembered()
{
    const QTemporaryDir folder;
    const auto eras = std::make_shared<McpEras>(folder.filePath(u"eras.json"_s));
    script.special = [](const Script::Call &call) -> std::optional<QByteArray> {
        return call.method == "server/discover"
            ? std::optional(Script::reply("502 Bad Gateway", "text/plain", "try again"))
            : std::nullopt;
    };
    const Result<PeerInfo> peer = open("auto", McpFactory({}, nullptr, nullptr, eras));
    QVERIFY2(peer, qPrintable(peer ? QString() : peer.error().message));
    QCOMPARE(peer->protocol, u"MCP 2025-11-25"_s);
    QVERIFY(!eras->isLegacy(McpEras::keyOf(*McpSettings::read(source(), {}))));
}

WORKBENCH_TEST(tst_McpModern, QCoreApplication)
#include "tst_mcpmodern.moc"
