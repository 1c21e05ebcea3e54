// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope serve` as a hub and as a spoke, and the other commands over them.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/hostilehub.h"
#include "tests/support/rawwebsocket.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliServe : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

    //! Writes a workspace with the demo's operations under another name, and returns its path.
    QString desk()
    {
        return run.write(u"desk.json"_s,
            R"({"version":1,"sources":[{"name":"desk","kind":"local","settings":{"set":"demo"}}]})");
    }
    static QString addressOf(RunningCommand &hub) { return QString::fromUtf8(hub.line()).trimmed(); }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("HUB_TOKEN", "open sesame");
        qputenv("ANA_TOKEN", "ana secret");
    }

    void withholdsAToolThatChanges_data()
    {
        QTest::addColumn<bool>("isSpoke");
        QTest::newRow("a hub") << false;
        QTest::newRow("a spoke") << true;
    }

    //! A tool whose definition changes while it is served is not offered any more, and the operator learns
    //! it.
    void withholdsAToolThatChanges()
    {
        QFETCH(bool, isSpoke);
        const QStringList peer{u"--"_s, u"sh"_s, QStringLiteral(TESTS_DIR "/support/changingpeer.sh"),
            run.write(u"description"_s, "reads")};
        RunningCommand hub(run,
            QStringList{u"serve"_s, u"--as"_s, u"hub"_s} + (isSpoke ? QStringList{u"demo:local"_s} : peer));
        const QString address = addressOf(hub);
        std::optional<RunningCommand> spoke;
        if (isSpoke) {
            spoke.emplace(run, QStringList{u"serve"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address} + peer);
            QVERIFY(spoke->says("offers 2 operations"));
        }
        QVERIFY(run({u"list"_s, address}).out.contains("mcp.look"));
        QCOMPARE(run({u"call"_s, address, u"mcp.flip"_s}).exitCode, 0);
        QVERIFY(
            (spoke ? *spoke : hub).saysOnError("the definition of \"look\" changed since it was accepted"));
        const auto isWithheld = [this, &address] {
            const QByteArray listed = run({u"list"_s, address}).out;
            return listed.contains("mcp.flip") && !listed.contains("mcp.look");
        };
        QTRY_VERIFY(isWithheld()); // a spoke tells its hub a little later
    }

    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QStringList hub{u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s};
        const QStringList spoke{u"serve"_s, u"demo:local"_s, u"--as"_s, u"spoke"_s};
        QTest::newRow("nothing to serve")
            << QStringList{u"serve"_s, u"--as"_s, u"hub"_s} << QByteArray("needs a SOURCE");
        QTest::newRow("no form") << QStringList{u"serve"_s, u"demo:local"_s} << QByteArray("needs --as hub");
        const QStringList demo{u"serve"_s, u"--demo"_s, u"modern"_s};
        const QStringList overHttp = demo + QStringList{u"--as"_s, u"mcp-http"_s};
        QTest::newRow("the demo to every computer")
            << (overHttp + QStringList{u"--listen"_s, u"0.0.0.0"_s}) << QByteArray("a loopback address only");
        QTest::newRow("a token for the demo") << (overHttp + QStringList{u"--token"_s, u"env:HUB_TOKEN"_s})
                                              << QByteArray("--token does not apply to --demo --as mcp-http");
        QTest::newRow("a port for the demo over stdio")
            << (demo + QStringList{u"--port"_s, u"8080"_s}) << QByteArray("--port does not apply to --demo");
        QTest::newRow("an unknown form")
            << QStringList{u"serve"_s, u"demo:local"_s, u"--as"_s, u"openapi"_s} << QByteArray("openapi");
        QTest::newRow("no hub") << spoke << QByteArray("--hub ws:");
        QTest::newRow("hub over http")
            << (spoke + QStringList{u"--hub"_s, u"http://x.example/"_s}) << QByteArray("ws or wss");
        QTest::newRow("spoke with a port")
            << (spoke + QStringList{u"--port"_s, u"1"_s}) << QByteArray("--port applies only to --as hub");
        QTest::newRow("an invalid port")
            << (hub + QStringList{u"--port"_s, u"70000"_s}) << QByteArray("--port needs");
        QTest::newRow("an invalid address")
            << (hub + QStringList{u"--listen"_s, u"localhost"_s}) << QByteArray("--listen needs");
        QTest::newRow("the secret itself")
            << (hub + QStringList{u"--token"_s, u"open sesame"_s}) << QByteArray("--token needs env:NAME");
        QTest::newRow("no such variable")
            << (hub + QStringList{u"--token"_s, u"env:NO_TOKEN"_s}) << QByteArray("NO_TOKEN is not set");
        QTest::newRow("invalid tokens")
            << (hub + QStringList{u"--tokens"_s, run.write(u"none.json"_s, R"({"x":"ana"})")})
            << QByteArray("none.json: an identity must be an object");
        QTest::newRow("tokens with scopes that are a text")
            << (hub
                   + QStringList{u"--tokens"_s,
                       run.write(u"text.json"_s, R"({"x":{"id":"ana"},"y":{"id":"bo","scopes":"admin"}})")})
            << QByteArray("text.json: /scopes must be an array of strings");
        QTest::newRow("tokens with an unknown member")
            << (hub
                   + QStringList{u"--tokens"_s,
                       run.write(u"typo.json"_s, R"({"x":{"id":"ana","scope":[]}})")})
            << QByteArray("an identity has no member \"scope\". Did you mean \"scopes\"?");
        QTest::newRow("an identity") << (hub + QStringList{u"--identity"_s, u"ana.json"_s})
                                     << QByteArray("--identity does not apply to serve");
        QTest::newRow("a gateway that is a text") << (hub
            + QStringList{u"--tokens"_s,
                run.write(u"gate.json"_s, R"({"x":{"id":"ana","trustedGateway":"yes"}})")})
                                                  << QByteArray("\"trustedGateway\" in ");
        QTest::newRow("a token of two entries") << (hub
            + QStringList{u"--tokens"_s,
                run.write(u"two.json"_s, R"({"x":{"id":"ana","trustedGateway":true},"x":{"id":"bo"}})")})
                                                << QByteArray("entry 2 of ");
        QTest::newRow("a certificate without its key") << (hub + QStringList{u"--tls-cert"_s, u"x.pem"_s})
                                                       << QByteArray("--tls-key must be given together");
        QTest::newRow("a certificate that is not there")
            << (hub + QStringList{u"--tls-cert"_s, u"none.pem"_s, u"--tls-key"_s, u"none.key"_s})
            << QByteArray("cannot read none.pem");
        QTest::newRow("spoke with a certificate") << (spoke + QStringList{u"--tls-cert"_s, u"x.pem"_s})
                                                  << QByteArray("--tls-cert applies only to --as hub");
        QTest::newRow("a page that is a path")
            << (hub + QStringList{u"--allow-page"_s, u"https://example.org/x"_s})
            << QByteArray("--allow-page needs an origin such as https://example.org");
        QTest::newRow("spoke with pages")
            << (spoke + QStringList{u"--allow-page"_s, u"https://example.org"_s})
            << QByteArray("--allow-page applies only to --as hub");
        QTest::newRow("no such policy")
            << (hub + QStringList{u"--abort-policy"_s, u"never"_s}) << QByteArray("--abort-policy needs");
        QTest::newRow("a certificate for the demo") << QStringList{u"list"_s, u"demo:"_s,
            u"--accept-certificate"_s, u"aa"_s} << QByteArray("--accept-certificate applies only to sources");
        QTest::newRow("an invalid fingerprint") << QStringList{u"list"_s, u"wss://127.0.0.1:1/ws"_s,
            u"--accept-certificate"_s, u"aa"_s} << QByteArray("64 digits");
        QTest::newRow("a credential for the demo") << QStringList{u"list"_s, u"demo:"_s, u"--auth"_s,
            u"basic:env:X"_s} << QByteArray("--auth applies only to sources with an address");
        QTest::newRow("the same source twice") << QStringList{u"serve"_s, u"demo:"_s, u"demo:local"_s,
            u"--as"_s, u"hub"_s} << QByteArray("local");
    }

    void refusesBadUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const CommandResult result = run(arguments);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.out, QByteArray());
        QVERIFY2(result.err.contains(says), result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
    }

    void printsItsAddressAndEndsWithASignal_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }

    void printsItsAddressAndEndsWithASignal()
    {
        QFETCH(int, signal);
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s});
        const QByteArray line = hub.line();
        QVERIFY2(line.startsWith("ws://127.0.0.1:"), line.constData());
        QVERIFY2(line.endsWith("/ws\n"), line.constData());
        hub.send(signal);
        QVERIFY(hub.ended());
        QCOMPARE(hub.exitCode(), 0);
        QCOMPARE(hub.standardOutput(), line); // nothing else is printed
        QCOMPARE(hub.standardError(), QByteArray());
    }

    void servesTheModernDemoOverHttp_data()
    {
        QTest::addColumn<bool>("asJson");
        QTest::newRow("text") << false;
        QTest::newRow("JSON") << true;
    }

    void servesTheModernDemoOverHttp()
    {
        QFETCH(bool, asJson);
        QStringList words{u"serve"_s, u"--demo"_s, u"modern"_s, u"--as"_s, u"mcp-http"_s};
        if (asJson)
            words.append(u"--json"_s);
        RunningCommand server(run, words);
        const QByteArray line = server.line();
        const QString address =
            asJson ? jsonLiteral(line).member("url"_L1).toString() : QString::fromUtf8(line).trimmed();
        const CommandResult called =
            run({u"call"_s, address, u"deliver"_s, u"district=Old Town"_s, u"--quiet"_s});
        QVERIFY2(called.exitCode == 0, called.err.constData());
        QVERIFY2(called.out.contains("On its way to Old Town."), called.out.constData());
        server.send(SIGTERM);
        QVERIFY(server.ended());
        QCOMPARE(server.exitCode(), 0);
        QCOMPARE(server.standardOutput(), line); // nothing else is printed
        QCOMPARE(server.standardError(), QByteArray());
    }

    void saysWhyItCannotListen()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress(QHostAddress::LocalHost)));
        const CommandResult result = run({u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--port"_s,
            QString::number(taken.serverPort())});
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.err.contains(QByteArray::number(taken.serverPort())), result.err.constData());
    }

    void saysWhyASpokeFindsNoHub()
    {
        const CommandResult result =
            run({u"serve"_s, u"demo:local"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, u"ws://127.0.0.1:1/ws"_s});
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.err.contains("ws://127.0.0.1:1/ws"), result.err.constData());
    }

    void offersOperationsOverAHub()
    {
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--json"_s});
        const Json told = jsonLiteral(hub.line());
        const QString address = told.member("url"_L1).toString();
        RunningCommand spoke(run,
            {u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s, desk(),
                u"--json"_s});
        const Json registered = jsonLiteral(spoke.line());
        QCOMPARE(registered.member("accepted"_L1).size(), 6);
        QCOMPARE(registered.member("rejected"_L1).size(), 0);

        RunningCommand second(run,
            {u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s, desk()});
        QVERIFY(second.line().contains("offers 0 operations"));
        QVERIFY(
            second.saysOnError("The hub rejected desk.math.divide: conflict. It is offered there already"));

        const CommandResult listed = run({u"list"_s, address, u"--json"_s});
        QCOMPARE(listed.exitCode, 0);
        QCOMPARE(jsonLiteral(listed.out).member("operations"_L1).size(), 12);
        const CommandResult described = run({u"describe"_s, address, u"desk.math.divide"_s, u"--json"_s});
        QCOMPARE(jsonLiteral(described.out).member("inputSchema"_L1).member("required"_L1).size(), 2);
        const CommandResult called = run({u"call"_s, u"hub:"_s + address, u"desk.math.divide"_s,
            u"dividend:=7"_s, u"divisor:=2"_s, u"--data"_s, u"--json"_s});
        QCOMPARE(called.out,
            R"({"quotient":3.5})"
            "\n");
        const CommandResult failed =
            run({u"call"_s, address, u"desk.math.divide"_s, u"dividend:=7"_s, u"divisor:=0"_s, u"--json"_s});
        QCOMPARE(failed.exitCode, 1);
        QCOMPARE(
            jsonLiteral(failed.out).member("error"_L1).member("code"_L1).toString(), u"DIVISION_BY_ZERO"_s);
        const CommandResult streamed =
            run({u"subscribe"_s, address, u"desk.clock.tick"_s, u"interval:=10"_s, u"--count"_s, u"3"_s});
        QCOMPARE(streamed.exitCode, 0);
        QCOMPARE(streamed.out.count('\n'), 4);
        QVERIFY(streamed.out.endsWith("{\"end\":\"count\",\"events\":3}\n"));
        const CommandResult timed =
            run({u"subscribe"_s, address, u"local.clock.tick"_s, u"interval:=10"_s, u"--for"_s, u"300ms"_s});
        QCOMPARE(timed.exitCode, 0);
        QVERIFY(timed.out.contains("{\"end\":\"time\""));
        const CommandResult previewed =
            run({u"request"_s, address, u"desk.clock.now"_s, u"--as"_s, u"json"_s});
        QCOMPARE(
            jsonLiteral(previewed.out).member("frame"_L1).member("type"_L1).toString(), u"call.requested"_s);
    }

    void anInterruptedSubscriptionEndsAtTheSpoke()
    {
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s});
        const QString address = addressOf(hub);
        RunningCommand spoke(run,
            {u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s, desk(),
                u"--trace"_s});
        QVERIFY(!spoke.line().isEmpty());
        RunningCommand client(run, {u"subscribe"_s, address, u"desk.clock.tick"_s, u"interval:=20"_s});
        QVERIFY(!client.line().isEmpty());
        client.send(SIGINT);
        QVERIFY(client.ended());
        QCOMPARE(client.exitCode(), 130);
        QVERIFY(client.standardOutput().contains("{\"end\":\"cancelled\""));
        QVERIFY(spoke.saysOnError("\"call.aborted\""));
    }

    void anInterruptedCallEndsAtTheSpoke_data()
    {
        QTest::addColumn<bool>("isJson");
        QTest::newRow("as text") << false;
        QTest::newRow("as JSON") << true;
    }

    void anInterruptedCallEndsAtTheSpoke()
    {
        QFETCH(bool, isJson);
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s});
        const QString address = addressOf(hub);
        RunningCommand spoke(run,
            {u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s, desk(),
                u"--trace"_s});
        QVERIFY(!spoke.line().isEmpty());
        QStringList call{u"call"_s, address, u"desk.report.slow"_s, u"seconds:=600"_s};
        if (isJson)
            call.append(u"--json"_s);
        RunningCommand client(run, call);
        QVERIFY(spoke.saysOnError("\"operationId\":\"desk.report.slow\""));
        client.send(SIGINT);
        QVERIFY(client.ended());
        QCOMPARE(client.exitCode(), 130);
        QVERIFY(spoke.saysOnError("\"call.aborted\""));
        if (!isJson)
            return;
        const QByteArray said = client.standardError();
        const qsizetype begin = said.indexOf("{\"error\"");
        QVERIFY2(begin >= 0, said.constData());
        const Json error = jsonLiteral(said.sliced(begin).split('\n').constFirst()).member("error"_L1);
        QCOMPARE(error.member("code"_L1).toString(), u"ABORTED"_s);
        QVERIFY2(!error.member("reason"_L1).toString().isEmpty(), said.constData());
    }

    void theAbortPolicyDecidesAboutTheChildren_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QByteArray>("seconds"); // of the child
        QTest::addColumn<QByteArray>("end"); // of the child, for the caller
        QTest::newRow("the child ends too")
            << u"abort-dependents"_s << QByteArray("600") << QByteArray("\"call.aborted\"");
        QTest::newRow("the child goes on")
            << u"continue-running"_s << QByteArray("2") << QByteArray("\"call.responded\"");
    }

    // The parent runs at the hub and the child, which a caller requests for it, at a spoke.
    void theAbortPolicyDecidesAboutTheChildren()
    {
        QFETCH(QString, policy);
        QFETCH(QByteArray, seconds);
        QFETCH(QByteArray, end);
        RunningCommand hub(
            run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--abort-policy"_s, policy});
        const QString address = addressOf(hub);
        RunningCommand spoke(run,
            {u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s, desk(),
                u"--trace"_s});
        QVERIFY(!spoke.line().isEmpty());
        RawWebSocketClient client{QUrl(address)};
        QTRY_COMPARE(client.status(), 101);
        const auto tell = [&client](const QByteArray &type, const QByteArray &payload) {
            const QByteArray event = "{'type':'" + type + "','id':'','payload':{" + payload + "}}";
            client.send(RawFrame{.payload = q(event), .isMasked = true}.bytes());
        };
        tell("call.requested",
            "'requestId':'parent','operationId':'local.report.slow','input':{'seconds':600}");
        tell("call.requested",
            "'requestId':'child','parentRequestId':'parent','operationId':'desk.report.slow',"
            "'input':{'seconds':"
                + seconds + '}');
        QVERIFY(spoke.saysOnError("\"operationId\":\"desk.report.slow\""));
        tell("call.aborted", "'requestId':'parent'");
        QByteArray answer;
        QTRY_VERIFY(std::ranges::any_of(client.reader.frames, [&answer](const RawFrame &frame) {
            answer = frame.payload;
            return answer.contains("\"requestId\":\"child\"");
        }));
        QVERIFY2(answer.contains(end), answer.constData());
        if (policy == "abort-dependents"_L1)
            QVERIFY(spoke.saysOnError("\"call.aborted\""));
        else
            QVERIFY(!spoke.standardError().contains("\"call.aborted\""));
    }

    // A heartbeat restarts the idle timers behind each hub. It is an item only for callers that ask for it.
    void showsHeartbeatsOnRequest_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("end");
        QTest::newRow("left out") << QStringList() << QByteArray("\"events\":1");
        QTest::newRow("asked for") << QStringList{u"--heartbeats"_s} << QByteArray("\"events\":2");
    }
    void showsHeartbeatsOnRequest()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, end);
        const QByteArray meta = "'meta':{'source':'local','operationId':'notes.watch','timestamp':1";
        HostileHub far(responded("{'data':null," + meta + ",'_meta':{'heartbeat':true}}}")
                + responded("{'data':7," + meta + "}}")
                + text("{'type':'call.completed','id':'','payload':{'requestId':'@ID@'}}"),
            Then::Stay);
        const QString team = run.write(u"far.json"_s,
            q("{'version':1,'sources':[{'name':'team','kind':'hub','settings':{'url':'") + far.url().toUtf8()
                + q("'}}]}"));
        RunningCommand hub(run, {u"serve"_s, u"team"_s, u"--as"_s, u"hub"_s, u"--workspace"_s, team});
        const CommandResult result =
            run(QStringList{u"subscribe"_s, addressOf(hub), u"team.notes.watch"_s} + options);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains(end), result.out.constData());
    }

    void needsTheToken()
    {
        RunningCommand hub(
            run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--token"_s, u"env:HUB_TOKEN"_s});
        const QString address = addressOf(hub);
        const CommandResult refused = run({u"list"_s, address});
        QCOMPARE(refused.exitCode, 3); // the connection failed
        QVERIFY2(refused.err.contains("401"), refused.err.constData());
        QVERIFY(hub.saysOnError("refused 127.0.0.1"));
        QCOMPARE(run({u"list"_s, address, u"--auth"_s, u"bearer:env:ANA_TOKEN"_s}).exitCode, 3);
        const CommandResult admitted = run({u"list"_s, address, u"--auth"_s, u"bearer:env:HUB_TOKEN"_s});
        QCOMPARE(admitted.exitCode, 0);
        QVERIFY(admitted.out.contains("local.clock.tick"));
        const CommandResult named =
            run({u"call"_s, address, u"clock.now"_s, u"--auth"_s, u"bearer:env:HUB_TOKEN"_s});
        QVERIFY2(named.exitCode == 0, named.err.constData()); // the full name at the hub is local.clock.now
        const CommandResult asHeader =
            run({u"list"_s, address, u"--header"_s, u"Authorization: Bearer open sesame"_s});
        QCOMPARE(asHeader.exitCode, 2); // other users can read a command line
        QVERIFY2(asHeader.err.contains("--auth bearer:env:NAME") && !asHeader.err.contains("sesame"),
            asHeader.err.constData());
        RunningCommand spoke(run,
            {u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s, desk(),
                u"--auth"_s, u"bearer:env:HUB_TOKEN"_s});
        QVERIFY(spoke.line().contains("offers 6 operations"));
        hub.send(SIGTERM);
        QVERIFY(hub.ended());
        QVERIFY(!hub.standardError().contains("open sesame"));
    }

    // R-30: the connection is encrypted, and a client accepts the certificate by its fingerprint.
    void isEncryptedWithACertificate()
    {
        const QString folder = QStringLiteral(TESTS_DIR "/fixtures/tls/");
        RunningCommand hub(run,
            {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--tls-cert"_s, folder + u"localhost.pem",
                u"--tls-key"_s, folder + u"localhost.key", u"--json"_s, u"--abort-policy"_s,
                u"continue-running"_s});
        const Json told = jsonLiteral(hub.line());
        const QString address = told.member("url"_L1).toString();
        const QString fingerprint = told.member("sha256"_L1).toString();
        QVERIFY2(address.startsWith("wss://127.0.0.1:"_L1), qPrintable(address));
        QCOMPARE(fingerprint.size(), 95);
        const CommandResult refused = run({u"list"_s, address});
        QCOMPARE(refused.exitCode, 3);
        QVERIFY2(refused.err.contains("could not prove that it is 127.0.0.1"), refused.err.constData());
        const QByteArray option = "--accept-certificate 127.0.0.1=" + fingerprint.toUtf8();
        QVERIFY2(refused.err.contains(option), refused.err.constData());
        QVERIFY(hub.saysOnError("did not agree on TLS"));
        const QStringList accept{u"--accept-certificate"_s, fingerprint};
        const CommandResult listed = run(QStringList{u"list"_s, address} + accept);
        QCOMPARE(listed.exitCode, 0);
        QVERIFY(listed.out.contains("local.clock.tick"));
        const QString another(fingerprint.size() / 3 + 1, u'a');
        QCOMPARE(run({u"list"_s, address, u"--accept-certificate"_s, another + another}).exitCode, 3);
        RunningCommand spoke(run,
            QStringList{
                u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s, desk()}
                + accept);
        QVERIFY(spoke.line().contains("offers 6 operations"));
        const CommandResult called = run(QStringList{u"call"_s, address, u"desk.math.divide"_s,
                                             u"dividend:=7"_s, u"divisor:=2"_s, u"--data"_s, u"--json"_s}
            + accept);
        QCOMPARE(called.out, "{\"quotient\":3.5}\n");
    }

    void tracesTheFramesOfItsClients()
    {
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--trace"_s});
        const QString address = addressOf(hub);
        QCOMPARE(run({u"call"_s, address, u"local.clock.now"_s}).exitCode, 0);
        QVERIFY(hub.saysOnError("\"call.responded\""));
        QVERIFY(hub.saysOnError("\u2190 127.0.0.1:"));
        QVERIFY(hub.saysOnError("\u2192 127.0.0.1:"));
        QVERIFY(hub.standardError().contains("\"operationId\":\"local.clock.now\""));
    }

    void holdsItsLimits()
    {
        RunningCommand hub(
            run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--limit"_s, u"hub.connections=1"_s});
        const QString address = addressOf(hub);
        RunningCommand client(run, {u"subscribe"_s, address, u"local.clock.tick"_s, u"interval:=20"_s});
        QVERIFY(!client.line().isEmpty());
        const CommandResult second = run({u"list"_s, address});
        QCOMPARE(second.exitCode, 3);
        QVERIFY2(second.err.contains("503"), second.err.constData());
        const CommandResult limits = run({u"limits"_s, u"show"_s, u"--limit"_s, u"hub.running=7"_s});
        for (const char *shown :
            {"hub.connections", "hub.running", "hub.operations", "spoke.running", "spoke.perSecond"})
            QVERIFY2(limits.out.contains(shown), limits.out.constData());
    }

    // R-120: a hub that other computers can reach requires a token; the command generates one if needed.
    void isNotOpenToOtherComputers()
    {
        RunningCommand hub(
            run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--listen"_s, u"0.0.0.0"_s});
        const QUrl told(addressOf(hub));
        QVERIFY(hub.saysOnError("clients need this token: "));
        QVERIFY(hub.saysOnError("nothing is encrypted"));
        const QByteArray said = hub.standardError();
        qputenv("MADE_TOKEN", said.sliced(said.indexOf("token: ") + 7).split('\n').constFirst());
        const QString address = u"ws://127.0.0.1:%1/ws"_s.arg(told.port());
        QCOMPARE(run({u"list"_s, address}).exitCode, 3);
        QCOMPARE(run({u"list"_s, address, u"--auth"_s, u"bearer:env:MADE_TOKEN"_s}).exitCode, 0);
    }

    void webPagesConnectWhereTheyAreAllowed()
    {
        RunningCommand hub(run,
            {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--allow-page"_s, u"https://Good.example/"_s,
                u"--allow-page"_s, u"https://b\u00FCcher.de:443"_s});
        const QUrl address(addressOf(hub));
        RawWebSocketClient good(address, "Origin: https://good.example\r\n");
        RawWebSocketClient german(address, "Origin: https://xn--bcher-kva.de\r\n");
        QTRY_COMPARE(german.status(), 101);
        RawWebSocketClient other(address, "Origin: https://other.example\r\n");
        QTRY_COMPARE(good.status(), 101);
        QTRY_COMPARE(other.status(), 403);
        QVERIFY(hub.saysOnError("is a web page of \"https://other.example\", which may not connect"));
        QVERIFY(hub.saysOnError("--allow-page"));
    }

    void aTokenIdentifiesItsCaller()
    {
        const QString tokens = run.write(u"tokens.json"_s,
            R"({"ana secret":{"id":"ana","scopes":["notes:read"]},"open sesame":{"id":"bo","scopes":[]}})");
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--tokens"_s, tokens});
        const QString address = addressOf(hub);
        QCOMPARE(run({u"list"_s, address}).exitCode, 3);
        for (const QString &token : {u"bearer:env:HUB_TOKEN"_s, u"bearer:env:ANA_TOKEN"_s})
            QCOMPARE(run({u"list"_s, address, u"--auth"_s, token}).exitCode, 0);
        // Browsers send the token in the address.
        RawWebSocketClient page{QUrl(QString(address + u"?token=ana%20secret"))};
        QTRY_COMPARE(page.status(), 101);
        const QByteArray request = q("{'type':'call.requested','id':'','payload':{'requestId':'r1',"
                                     "'operationId':'local.clock.now','input':{}}}");
        page.send(RawFrame{.payload = request, .isMasked = true}.bytes());
        QVERIFY(hub.saysOnError("(ana) called local.clock.now: ok in "));
    }

    void reportsMessagesThatAreNotEvents()
    {
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--verbose"_s});
        RawWebSocketClient client{QUrl(addressOf(hub))};
        QTRY_COMPARE(client.status(), 101);
        client.send(RawFrame{.payload = "[1,2", .isMasked = true}.bytes());
        QVERIFY(hub.saysOnError(" sent a message that is not an event: "));
    }
};

WORKBENCH_TEST(tst_CliServe, QCoreApplication)
#include "tst_cliserve.moc"
