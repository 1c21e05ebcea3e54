// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command line against hubs that break the call protocol or its WebSocket, or do not answer in time.

#include "tests/support/hostilehub.h"
#include "tests/support/rawserver.h"
#include "tests/support/rawwebsocket.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QFile>

#include <memory>
#include <vector>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliHubFaults : public QObject {
    Q_OBJECT

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

private Q_SLOTS:
    // The text and the exit code of a call say which side ended it.
    void aCallReportsAFaultOfTheHub_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("then");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("words");
        const auto row = [](const char *name, const QByteArray &answer, int exitCode,
                             const QByteArrayList &words, const QStringList &options = {},
                             Then then = Then::Stay) {
            QTest::newRow(name) << answer << int(then) << options << exitCode << words;
        };
        const auto event = [](const QByteArray &type, const QByteArray &more) {
            return text("{'type':'" + type + "','id':'','payload':{'requestId':'@ID@'" + more + "}}");
        };
        const auto bare = [](const QByteArray &type) { return text("{'type':'" + type + "','id':'@ID@'}"); };
        const QByteArray mine =
            "{'data':7,'meta':{'source':'local','operationId':'notes.find','timestamp':1}";
        const QStringList soon{u"--timeout"_s, u"2s"_s};
        row("error", event("call.error", ",'code':'FULL','message':'no room'"), 1, {"no room"});
        row("the error code ABORTED", event("call.error", ",'code':'ABORTED','message':'closing time'"), 1,
            {"closing time"});
        const QByteArray late = event("call.error",
            ",'code':'TIMEOUT','message':'too slow here','details':{'deadline':5,'limit':'request.timeout'}");
        row("the error code TIMEOUT", late, 1, {"\"hub\" ended the request: too slow here"});
        row("the error code TIMEOUT, as JSON", late, 1,
            {"\"code\":\"TIMEOUT\"", "ended the request: too slow here"}, {u"--json"_s});
        row("abort", event("call.aborted", ""), 1, {"was aborted by \"hub\""});
        row("abort, as JSON", event("call.aborted", ""), 1, {"\"code\":\"ABORTED\"", "by \\\"hub\\\""},
            {u"--json"_s});
        row("completed without a response", event("call.completed", ""), 1,
            {"completed without response: \"hub\" ended it"});
        row("no answer", {}, 4, {"\"hub\" did not answer before the deadline. Add --timeout 4s."}, soon);
        row("no answer within a limit", {}, 4, {"before the deadline. Add --limit request.timeout=4s."},
            {u"--limit"_s, u"request.timeout=2s"_s});
        row("completed without a payload", bare("call.completed"), 4,
            {"did not answer before the deadline", "sent call.completed without a payload"}, soon);
        row("responded without a payload", bare("call.responded"), 4,
            {"did not answer before the deadline", "sent call.responded without a payload"}, soon);
        row("without a payload, then an answer", bare("call.completed") + responded(mine + "}"), 0, {"7"});
        row("responded without an output", event("call.responded", ""), 5,
            {"\"hub\" answered without an output"});
        row("a bare value", responded("7"), 0, {"a bare value", "response-envelope.legacy"});
        row("null without an envelope", responded("null"), 0,
            {"null\n", "a bare value", "response-envelope.legacy"});
        row("null without an envelope, as JSON", responded("null"), 0,
            {"{\"envelope\":{\"data\":null,", "\"response-envelope.legacy\""}, {u"--json"_s});
        row("a key twice",
            responded(
                "{'data':{'a':1,'a':2},'meta':{'source':'local','operationId':'notes.find','timestamp':1}}"),
            0, {"note: ", "received.json"}, {u"--strict"_s});
        row("an invalid meta",
            responded("{'data':7,'meta':{'source':'local','operationId':'notes.find','timestamp':'now'}}"), 0,
            {"warning", "meta.timestamp of the local response should be a number; it is a string."});
        row("an invalid meta, strictly",
            responded("{'data':7,'meta':{'source':'http','statusCode':200,'headers':{}}}"), 7,
            {"meta.contentType of the http response should be a string; it is missing."}, {u"--strict"_s});
        row("members beside data and meta", responded(mine + ",'cost':3,'also':1}"), 0,
            {"The response envelope has further members: also, cost."}, {u"--strict"_s});

        // In these rows the connection ends.
        row("no close frame", {}, 3, {"\"hub\"", "without a close frame"}, {}, Then::End);
        row("no close frame, as JSON", {}, 3, {R"("code":"TRANSPORT_ERROR")", R"("reason":"ws.cut")"},
            {u"--json"_s}, Then::End);
        row("reset", {}, 3, {"\"hub\"", "reset the connection"}, {}, Then::Reset);
        row("in the middle of a message", RawFrame{.payload = "abc", .length = 100}.bytes(), 3,
            {"\"hub\"", "in the middle of a message"}, {}, Then::End);
        const auto close = [](int code, const QByteArray &reason) {
            QByteArray payload;
            payload.append(char(code >> 8)).append(char(code & 0xff)).append(reason);
            return RawFrame{.opcode = 8, .payload = payload}.bytes();
        };
        // The differences between Qt and RFC 6455 are listed in core/transport/websocket/README.md.
        row("close without a code", RawFrame{.opcode = 8}.bytes(), 3, {"\"hub\"", "closed the connection"});
        row("close 1000", close(1000, {}), 3, {"\"hub\"", "code 1000, done"});
        row("close 1001 with a reason", close(1001, "tea time"), 3, {"\"hub\"", "going away: tea time"});
        row("close 1008", close(1008, "not you"), 3, {"\"hub\"", "policy violation: not you"});
        row("close 1009", close(1009, {}), 3, {"\"hub\"", "a message was too large for it"});
        row("close 1013", close(1013, "backpressure"), 3, {"\"hub\"", "try again later"});
        row("close 4000", close(4000, "own"), 3, {"\"hub\"", "4000", "own"});
        row("close with a wrong code", close(1005, {}), 3, {"\"hub\"", "try again later"});
        row("close of one byte", RawFrame{.opcode = 8, .payload = "x"}.bytes(), 5, {"\"hub\""});
        row("masked frame", RawFrame{.payload = "{}", .isMasked = true}.bytes() + close(1000, {}), 3,
            {"\"hub\"", "code 1000"});
        row("reserved bits", RawFrame{.payload = "{}", .reserved = 4}.bytes(), 5, {"\"hub\"", "reserved"});
        row("unknown opcode", RawFrame{.opcode = 3}.bytes(), 5, {"\"hub\""});
        row("fragmented ping", RawFrame{.opcode = 9, .isFinal = false}.bytes(), 5, {"\"hub\""});
        row("long ping", RawFrame{.opcode = 9, .payload = QByteArray(126, 'x')}.bytes(), 5, {"\"hub\""});
        row("an unstarted continuation", RawFrame{.opcode = 0, .payload = "x"}.bytes(), 5, {"\"hub\""});
        row("invalid UTF-8", RawFrame{.payload = "{\xff\xfe}"}.bytes(), 5, {"\"hub\"", "UTF-8"});
        row("message too large", RawFrame{.payload = QByteArray(5000, ' ')}.bytes(), 6,
            {"\"hub\"", "ws.messageBytes"}, {u"--limit"_s, u"ws.messageBytes=4KiB"_s});
        row("frame with a huge length", RawFrame{.length = quint64(1) << 40}.bytes(), 6, {"\"hub\"", "ws."});
        QByteArray noise;
        for (int i = 0; i < 16; ++i)
            noise += text("[1,2");
        row("text that is not JSON", text("hello"), 4,
            {"\"hub\" did not answer before the deadline. Something else came instead", "begins with: hello"},
            soon);
        row("a response of another request",
            text("{'type':'call.responded','id':'','payload':{'requestId':'x','output':7}}"), 4,
            {"\"hub\" did not answer", "call.responded names an unknown request"}, soon);
        row("an unknown event", event("call.explode", ""), 4,
            {"\"hub\" did not answer", "the unknown type \"call.explode\""}, soon);
        row("a code without a message", event("call.error", ",'code':'FULL'"), 1, {"only the code FULL"});
        QByteArray binaryNoise;
        for (int i = 0; i < 16; ++i)
            binaryNoise += RawFrame{.opcode = 2, .payload = "\xff\xfe"}.bytes();
        row("nothing but binary noise", binaryNoise, 5,
            {"\"hub\" sent 16 messages in a row that are not events", "not UTF-8"});
        row("nothing but noise", noise, 5, {"\"hub\" sent 16 messages in a row that are not events"});
        row("no pong", {}, 4, {"\"hub\"", "did not answer a ping"},
            {u"--limit"_s, u"ws.pingEvery=100ms"_s, u"--limit"_s, u"ws.pongWait=200ms"_s});
    }
    void aCallReportsAFaultOfTheHub()
    {
        QFETCH(QByteArray, answer);
        QFETCH(int, then);
        QFETCH(QStringList, options);
        QFETCH(int, exitCode);
        QFETCH(QByteArrayList, words);
        HostileHub hub(answer, Then(then));
        RunningCommand client(run, QStringList{u"call"_s, hub.url(), u"notes.find"_s} + options);
        sees(client, exitCode, words);
        QVERIFY(!client.standardError().contains("has no operation"));
        // An error of the peer leads to no advice about our limits, whatever its details are.
        QVERIFY(exitCode != 1 || !client.standardError().contains("Add --"));
    }

    void aSubscriptionReportsAFaultOfTheHub_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("words");
        const QStringList idle{u"--timeout"_s, u"2s"_s};
        const QByteArray aborted = text("{'type':'call.aborted','id':'','payload':{'requestId':'@ID@'}}");
        QTest::newRow("abort") << aborted << QStringList() << 1
                               << QByteArrayList{"{\"end\":\"aborted\"", "\"hub\" aborted the subscription"};
        const QByteArray completed = text("{'type':'call.completed','id':'','payload':{'requestId':'@ID@'}}");
        QTest::newRow("completed") << completed << QStringList() << 0
                                   << QByteArrayList{"{\"end\":\"completed\""};
        QTest::newRow("a bare value")
            << QByteArray(responded("7") + completed) << QStringList() << 0
            << QByteArrayList{"\"envelope\":{\"data\":7,", "\"response-envelope.legacy\"", "\"events\":1"};
        QTest::newRow("the error code TIMEOUT")
            << text("{'type':'call.error','id':'','payload':{'requestId':'@ID@','code':'TIMEOUT',"
                    "'message':'too slow here'}}")
            << QStringList() << 1
            << QByteArrayList{"{\"end\":\"error\"", "\"code\":\"TIMEOUT\"", "too slow here"};
        QTest::newRow("completed without a payload")
            << text("{'type':'call.completed','id':'@ID@'}") << idle << 4
            << QByteArrayList{"{\"end\":\"error\"", "idle after 2000ms", "call.completed without a payload"};
        QTest::newRow("responded without an output")
            << text("{'type':'call.responded','id':'','payload':{'requestId':'@ID@'}}") << idle << 4
            << QByteArrayList{"{\"end\":\"error\"", "answered without an output"};
        QTest::newRow("silence") << QByteArray() << idle << 4
                                 << QByteArrayList{"{\"end\":\"error\"", "\"TIMEOUT\"",
                                        "idle after 2000ms): \\\"hub\\\" sent no item"};
        QTest::newRow("cut") << RawFrame{.opcode = 3}.bytes() << QStringList() << 5
                             << QByteArrayList{"{\"end\":\"closed\"", "PROTOCOL_ERROR", "Server"};
    }
    void aSubscriptionReportsAFaultOfTheHub()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QStringList, options);
        QFETCH(int, exitCode);
        QFETCH(QByteArrayList, words);
        HostileHub hub(answer, Then::Stay);
        RunningCommand client(run, QStringList{u"subscribe"_s, hub.url(), u"notes.watch"_s} + options);
        sees(client, exitCode, words);
        if (options.isEmpty())
            return;
        const auto asked = std::ranges::find_if(hub.server.reader.frames,
            [](const RawFrame &frame) { return frame.payload.contains("notes.watch"); });
        QVERIFY(asked != hub.server.reader.frames.end());
        QVERIFY2(asked->payload.contains("\"idleTimeout\":2000"), asked->payload.constData());
    }

    // A recording that ended by a fault is not a success. What came before the fault is written.
    void aRecordingReportsAFaultOfTheHub_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("then");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<bool>("isWritten");
        const auto row = [](const char *name, const QString &operation, const QByteArray &answer, Then then,
                             int exitCode, const char *says, bool isWritten) {
            QTest::newRow(name) << operation << answer << int(then) << exitCode << QByteArray(says)
                                << isWritten;
        };
        const QByteArray item =
            responded("{'data':7,'meta':{'source':'local','operationId':'notes.watch','timestamp':1}}");
        const QByteArray wrong = RawFrame{.opcode = 3}.bytes();
        const QByteArray full =
            text("{'type':'call.error','id':'','payload':{'requestId':'@ID@','code':'FULL',"
                 "'message':'no room'}}");
        row("an error of the peer", u"notes.find"_s, full, Then::Stay, 0, "error, no room", true);
        row("no answer", u"notes.find"_s, {}, Then::Stay, 4, "not recorded: ", false);
        row("a call that breaks the protocol", u"notes.find"_s, wrong, Then::Stay, 5,
            "not recorded: ", false);
        row("a stream that breaks the protocol", u"notes.watch"_s, wrong, Then::Stay, 5,
            "not recorded: ", false);
        row("a stream without an event", u"notes.watch"_s, {}, Then::End, 3, "not recorded: ", false);
        row("a stream that is cut off", u"notes.watch"_s, item, Then::End, 3,
            "recorded, but it failed: ", true);
    }
    void aRecordingReportsAFaultOfTheHub()
    {
        QFETCH(QString, operation);
        QFETCH(QByteArray, answer);
        QFETCH(int, then);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, says);
        QFETCH(bool, isWritten);
        static int folders = 0;
        const QString folder = u"recorded-%1"_s.arg(++folders);
        HostileHub hub(answer, Then(then));
        RunningCommand client(
            run, {u"record"_s, hub.url(), operation, u"--to"_s, folder, u"--timeout"_s, u"2s"_s});
        sees(client, exitCode, {says});
        QCOMPARE(QFile::exists(run.home() + u'/' + folder + u'/' + operation + u".json"_s), isWritten);
    }

    // A source that cannot be listed is an error, not an empty list.
    void aFailedDiscoveryIsAFailedConnection_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("then");
        QTest::addColumn<QByteArray>("list"); // empty: services.list gets the answer, too
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("words");
        const auto row = [](const char *name, const QByteArray &answer, int exitCode,
                             const QByteArrayList &words, Then then = Then::Stay,
                             const QByteArray &list = {}) {
            QTest::newRow(name) << answer << int(then) << list << exitCode << words;
        };
        const auto error = [](const QByteArray &more) {
            return text("{'type':'call.error','id':'','payload':{'requestId':'@ID@'," + more + "}}");
        };
        row("never answered", {}, 4, {"The hub \"hub\" did not answer services.list within"});
        row("answered with an error", error("'code':'BUSY','message':'later'"), 3,
            {"\"hub\"", "services.list failed: later"});
        row("answered with a timeout", error("'code':'TIMEOUT','message':'too slow here'"), 3,
            {"did not list its operations: services.list failed: ", "too slow here"});
        row("answered with garbage", text("hello"), 4,
            {"did not answer services.list within", "It sent a message that is not an event",
                "The message begins with: hello."});
        row("answered without an output",
            text("{'type':'call.responded','id':'','payload':{'requestId':'@ID@'}}"), 5,
            {"\"hub\"", "without an output"});
        row("answered without a payload", text("{'type':'call.responded','id':'@ID@'}"), 4,
            {"did not answer services.list within", "without a payload"});
        row("a bare value", responded("7"), 5, {"\"hub\"", "services.list returned no list of operations"});
        row("without a list", error("'code':'OPERATION_NOT_FOUND','message':'no'"), 5,
            {"The hub \"hub\" lists no operations: it knows neither services.list nor services/list"});
        row("cut", {}, 3, {"\"hub\"", "without a close frame"}, Then::End);
        row("broken", RawFrame{.opcode = 3}.bytes(), 5, {"\"hub\""});
        row("listed, and no schema was answered", {}, 4,
            {"The hub \"hub\" did not answer services.schema within"}, Then::Stay,
            "{'data':{'operations':[{'id':'notes.find','type':'query'},"
            "{'id':'notes.watch','type':'subscription'}]},"
            "'meta':{'source':'local','operationId':'services.list','timestamp':1}}");
    }
    void aFailedDiscoveryIsAFailedConnection()
    {
        QFETCH(QByteArray, answer);
        QFETCH(int, then);
        QFETCH(QByteArray, list);
        QFETCH(int, exitCode);
        QFETCH(QByteArrayList, words);
        std::vector<std::unique_ptr<HostileHub>> hubs;
        std::vector<std::unique_ptr<RunningCommand>> clients; // at the same time, because some wait for 5 s
        for (const QString &command : {u"list"_s, u"check"_s, u"describe"_s, u"call"_s}) {
            hubs.push_back(std::make_unique<HostileHub>(answer, Then(then), list));
            QStringList arguments{command, hubs.back()->url(), u"--timeout"_s, u"5s"_s};
            if (command == "describe"_L1 || command == "call"_L1)
                arguments.insert(2, u"notes.find"_s);
            clients.push_back(std::make_unique<RunningCommand>(run, arguments));
        }
        for (const auto &client : clients) {
            sees(*client, exitCode, words);
            QVERIFY(!client->standardError().contains("has no operation"));
        }
    }

    void aRefusedHandshakeSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("words");
        const auto row = [](const char *name, const QByteArray &status, const QByteArray &headers,
                             int exitCode, const QByteArrayList &words) {
            QTest::newRow(name) << status << headers << exitCode << words;
        };
        row("401", "401 Unauthorized", "Content-Length: 0\r\n", 3, {"\"hub\"", "401"});
        row("403", "403 Forbidden", "Content-Length: 0\r\n", 3, {"\"hub\"", "403"});
        row("404", "404 Not Found", "Content-Length: 0\r\n", 3, {"\"hub\"", "404"});
        row("503", "503 Service Unavailable", "Content-Length: 0\r\n", 3, {"\"hub\"", "503"});
        row("redirect", "302 Found", "Location: ws://elsewhere.example/\r\n", 3,
            {"\"hub\"", "redirected to ws://elsewhere.example/"});
        row("no upgrade", "200 OK", "Content-Length: 0\r\n", 5, {"\"hub\"", "did not open a WebSocket"});
        row("wrong accept", "101 Switching Protocols", "Sec-WebSocket-Accept: x\r\n", 5,
            {"\"hub\"", "Sec-WebSocket-Accept"});
        row("an extension that was not offered", "101 Switching Protocols",
            "Sec-WebSocket-Extensions: permessage-deflate\r\n", 5, {"\"hub\"", "permessage-deflate"});
        row("a subprotocol that was not offered", "101 Switching Protocols",
            "Sec-WebSocket-Protocol: mqtt\r\n", 5, {"\"hub\"", "mqtt"});
    }
    void aRefusedHandshakeSaysWhy()
    {
        QFETCH(QByteArray, status);
        QFETCH(QByteArray, headers);
        QFETCH(int, exitCode);
        QFETCH(QByteArrayList, words);
        RawWebSocketServer server({.status = status, .headers = headers});
        RunningCommand client(run, {u"list"_s, server.url().toString()});
        sees(client, exitCode, words);
    }

    void aTimeoutLimitsTheHandshake_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("alone") << u"--timeout 500ms"_s << QByteArray("Add --timeout 1s.");
        QTest::newRow("with a shorter limit") << u"--timeout 1s --limit ws.handshake=500ms"_s
                                              << QByteArray("Give --timeout 2s, and leave out --limit ws.h");
    }

    void aTimeoutLimitsTheHandshake()
    {
        QFETCH(QString, options);
        QFETCH(QByteArray, says);
        RawServer silent([](QTcpSocket *, const RawServer::Request &) { });
        const QString address = u"ws://127.0.0.1:%1/ws"_s.arg(silent.url().port());
        const CommandResult result = run(QStringList{u"list"_s, address} + options.split(u' '));
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.err.contains(says), result.err.constData());
    }

    void contradictingTimesAreRefused_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QByteArray>("says"); // empty: accepted
        const auto row = [](const char *name, const QString &options, const QByteArray &says) {
            QTest::newRow(name) << options << says;
        };
        row("the total", u"--limit request.maxTotal=1s"_s,
            "The limit request.maxTotal (1 s) is below the limit request.timeout (60 s)");
        row("the total, and a shorter wait", u"--limit request.maxTotal=1s --timeout 1s"_s, {});
        row("a wait above the total", u"--timeout 1h"_s, "request.timeout (1 h)");
        row("two times to connect", u"--timeout 5s --limit connect.timeout=60s"_s,
            "--timeout 5s contradicts --limit connect.timeout=60s");
        row("a shorter time to connect", u"--timeout 5s --limit connect.timeout=2s"_s, {});
        row("two times for a handshake", u"--timeout 5s --limit ws.handshake=60s"_s,
            "--timeout 5s contradicts --limit ws.handshake=60s");
        row("two waits", u"--limit request.timeout=7s --timeout 5s"_s,
            "--timeout 5s contradicts --limit request.timeout=7s");
        row("a wait given twice", u"--limit request.timeout=5s --timeout 5s"_s, {});
        row("a time that is too long", u"--timeout 9000h"_s, "\"9000h\" is too long");
        row("a limit that is too long", u"--limit request.timeout=9000h"_s, "\"9000h\" is too large");
        row("a number that is too large", u"--limit request.timeout=9000000"_s, "\"9000000s\" is too large");
    }

    void contradictingTimesAreRefused()
    {
        QFETCH(QString, options);
        QFETCH(QByteArray, says);
        const CommandResult result =
            run(QStringList{u"call"_s, u"demo:local"_s, u"clock.now"_s} + options.split(u' '));
        QCOMPARE(result.exitCode, says.isEmpty() ? 0 : 2);
        QVERIFY2(result.err.contains(says), result.err.constData());
    }
};

WORKBENCH_TEST(tst_CliHubFaults, QCoreApplication)
#include "tst_clihubfaults.moc"
