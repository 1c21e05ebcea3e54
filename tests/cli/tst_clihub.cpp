// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Processes of the command line that call each other over a hub.

#include "core/json/jsonparser.h"
#include "tests/support/guardedhub.h"
#include "tests/support/rawserver.h"
#include "tests/support/rawwebsocket.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliHub : public QObject {
    Q_OBJECT

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

    static QString addressOf(RunningCommand &hub) { return QString::fromUtf8(hub.line()).trimmed(); }
    //! Writes a workspace with \a hub as the source "team", and returns its path.
    QString team(const GuardedHub &hub)
    {
        return run.write(u"team.json"_s,
            q("{'version':1,'sources':[{'name':'team','kind':'hub','settings':{'url':'") + hub.url().toUtf8()
                + q("'}}]}"));
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("ANA_TOKEN", "ana secret");
        qputenv("BO_TOKEN", "bo secret");
    }

    // A hub runs a call with the identity in it only if the token of the client is that of a gateway.
    void callsAsTheIdentityThatIsGiven_data()
    {
        QTest::addColumn<QString>("identity");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("gate");
        QTest::addColumn<QByteArray>("caller"); // empty: there is no call
        const QByteArray trusted = ",'trustedGateway':true";
        const QString file = run.write(
            u"identity.json"_s, q("{'id':'ana','scopes':['admin'],'resources':{'note:1':['drop']}}"));
        const QString bo = QString::fromUtf8(q("{'id':'bo','scopes':['read']}"));
        QTest::newRow("JSON") << QString::fromUtf8(q("{'id':'ana','scopes':['admin']}")) << 0
                              << QByteArray("dropped") << trusted << QByteArray("ana");
        QTest::newRow("a file") << file << 0 << QByteArray("dropped") << trusted << QByteArray("ana");
        QTest::newRow("without the scope, with which the hub lists the operation")
            << bo << 2 << QByteArray("has no operation \"team.notes.drop\"") << trusted << QByteArray();
        QTest::newRow("for a hub that does not trust the client")
            << bo << 0 << QByteArray("dropped") << QByteArray() << QByteArray("gate");
        QTest::newRow("for a hub that is told not to trust the client")
            << bo << 0 << QByteArray("dropped") << QByteArray(",'trustedGateway':false")
            << QByteArray("gate");
        QTest::newRow("an identity without an id")
            << QStringLiteral("{}") << 2 << QByteArray("--identity: /id must be a non-empty string")
            << trusted << QByteArray();
        QTest::newRow("no such file") << u"/nowhere/identity.json"_s << 2
                                      << QByteArray("/nowhere/identity.json") << trusted << QByteArray();
    }
    void callsAsTheIdentityThatIsGiven()
    {
        QFETCH(QString, identity);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, gate);
        QFETCH(QByteArray, caller);
        GuardedHub guarded;
        QVERIFY(guarded.isReady());
        const QString tokens = run.write(
            u"gates.json"_s, QByteArray(q("{'ana secret':{'id':'gate','scopes':['admin']") + q(gate) + "}}"));
        RunningCommand hub(run,
            {u"serve"_s, u"team"_s, u"--as"_s, u"hub"_s, u"--workspace"_s, team(guarded), u"--tokens"_s,
                tokens});
        RunningCommand client(run,
            {u"call"_s, addressOf(hub), u"team.notes.drop"_s, u"--auth"_s, u"bearer:env:ANA_TOKEN"_s,
                u"--identity"_s, identity});
        sees(client, exitCode, {words});
        if (!caller.isEmpty())
            QVERIFY(hub.saysOnError(QByteArray('(' + caller + ") called team.notes.drop: ")));
    }

    // Four participants: the hub of the operation, a spoke that offers it, the hub that knows the callers,
    // and a caller.
    void anAuthorisedCallerMayCallWhereItsGatewayIsTrusted_data()
    {
        QTest::addColumn<bool>("trusts");
        QTest::addColumn<QString>("token");
        QTest::addColumn<bool>("isByHand"); // the caller entered the operation and need not find it
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("words");
        QTest::newRow("authorised, the gateway is trusted")
            << true << u"ANA_TOKEN"_s << false << 0 << QByteArrayList{"dropped"};
        QTest::newRow("authorised, the gateway is not trusted")
            << false << u"ANA_TOKEN"_s << false << 1 << QByteArrayList{"Access denied", "identity required"};
        QTest::newRow("not authorised")
            << true << u"BO_TOKEN"_s << false << 2 << QByteArrayList{"has no operation \"team.notes.drop\""};
        QTest::newRow("not authorised, for an operation entered by hand")
            << true << u"BO_TOKEN"_s << true << 1
            << QByteArrayList{"Access denied for operation: team.notes.drop"};
    }
    void anAuthorisedCallerMayCallWhereItsGatewayIsTrusted()
    {
        QFETCH(bool, trusts);
        QFETCH(QString, token);
        QFETCH(bool, isByHand);
        QFETCH(int, exitCode);
        QFETCH(QByteArrayList, words);
        GuardedHub guarded;
        QVERIFY(guarded.isReady());
        const QString tokens = run.write(u"tokens.json"_s,
            q("{'ana secret':{'id':'ana','scopes':['admin']},'bo secret':{'id':'bo','scopes':[]},"
              "'spoke secret':{'id':'spoke','scopes':[]}}"));
        qputenv("SPOKE_TOKEN", "spoke secret");
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--tokens"_s, tokens});
        const QString address = addressOf(hub);
        QStringList spoke{u"serve"_s, u"team"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s,
            team(guarded), u"--auth"_s, u"bearer:env:SPOKE_TOKEN"_s};
        if (trusts)
            spoke.append(u"--trust-gateway"_s);
        RunningCommand offering(run, spoke);
        QVERIFY(offering.says("offers 1 operation"));
        const QString auth = u"bearer:env:"_s + token;
        QStringList call{u"call"_s, address, u"team.notes.drop"_s, u"--auth"_s, auth};
        if (isByHand) {
            call[1] = u"gate"_s;
            call << u"--workspace"_s
                 << run.write(u"gate.json"_s,
                        q("{'version':1,'sources':[{'name':'gate',"
                          "'kind':'hub','settings':{'url':'")
                            + address.toUtf8()
                            + q("','operations':[{'id':'team.notes.drop','type':'mutation'}]}}]}"));
        }
        RunningCommand client(run, call);
        sees(client, exitCode, words);
        if (exitCode == 2)
            return; // the caller does not see the operation at all
        if (isByHand) {
            QVERIFY(hub.saysOnError("(bo) called team.notes.drop: ACCESS_DENIED"));
            return;
        }
        QVERIFY(hub.saysOnError("(ana) called team.notes.drop: "));
        QVERIFY(offering.saysOnError(
            trusts ? "(ana) called team.notes.drop: ok in " : "called team.notes.drop: ACCESS_DENIED"));
        // Discovery over both hubs keeps all members of the specification.
        RunningCommand described(
            run, {u"describe"_s, address, u"team.notes.drop"_s, u"--json"_s, u"--auth"_s, auth});
        sees(described, 0,
            {q("'accessControl':{'requiredScopes':['admin']}"), q("'httpStatus':423,'retry':true"),
                q("'owner':'ana'"), q("'version':'2.1.0'"), q("'_meta':{'team':'desk'}")});
        RunningCommand shown(run, {u"describe"_s, address, u"team.notes.drop"_s, u"--auth"_s, auth});
        sees(shown, 0,
            {"version   2.1.0\n", "access    admin\n", "no identity is set", "LOCKED", "423",
                q("Another user edits it {'retry':true}"), q("owner     'ana'\n"),
                q("_meta     {'team':'desk'}\n")});
    }

    // A hub normalises the data that it sends. Both the hub and the caller report the changes.
    void changesOfNormalisationReachTheCallerOfAHub()
    {
        RunningCommand hub(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s});
        const QString address = addressOf(hub);
        const QStringList input{u"location=Chicago"_s, u"days:=3"_s};
        const CommandResult here =
            run(QStringList{u"call"_s, u"demo:local"_s, u"weather.now"_s, u"--json"_s} + input);
        const CommandResult there =
            run(QStringList{u"call"_s, address, u"local.weather.now"_s, u"--json"_s} + input);
        QVERIFY2(there.exitCode == 0, there.err.constData());
        const Json direct = jsonLiteral(here.out);
        const Json over = jsonLiteral(there.out);
        QVERIFY(direct.member("changes"_L1).size() > 0);
        QCOMPARE(over.member("changes"_L1).toBytes(), direct.member("changes"_L1).toBytes());
        QCOMPARE(over.member("warnings"_L1).toBytes(), direct.member("warnings"_L1).toBytes());
        const QByteArray count = QByteArray::number(direct.member("changes"_L1).size());
        QVERIFY(hub.saysOnError(" called local.weather.now: ok in "));
        QVERIFY(hub.saysOnError(", " + count + " changes"));
        QVERIFY(hub.saysOnError("  lost /humidity: \"82\" became 0"));
        // --strict fails for a value that the hub lost, too.
        QCOMPARE(
            run(QStringList{u"call"_s, address, u"local.weather.now"_s, u"--strict"_s} + input).exitCode, 7);
        QVERIFY(!hub.standardError().contains("services.list"));
    }

    // The deadline of the caller replaces that of the hub, whether it is shorter or longer.
    void theDeadlineOfACallerHoldsBehindAHub_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("ofHub");
        QTest::addColumn<QString>("ofCaller");
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("hubSays");
        const QString local = u"local.report.slow"_s;
        const QString ofServer = u"tracker.slow-report"_s; // a tool of an MCP server over stdio
        QTest::newRow("shorter than the hub's") << local << u"60s"_s << u"3s"_s << u"seconds:=600"_s << 4
                                                << QByteArray("called local.report.slow: ");
        // The operation reports progress every 100 ms.
        QTest::newRow("longer than the hub's") << local << u"30ms"_s << u"50s"_s << u"seconds:=2"_s << 0
                                               << QByteArray("called local.report.slow: ok in ");
        QTest::newRow("shorter than the hub's, for an adapter")
            << ofServer << u"60s"_s << u"3s"_s << u"seconds:=600"_s << 4
            << QByteArray("called tracker.slow-report: ");
        QTest::newRow("longer than the hub's, for an adapter")
            << ofServer << u"300ms"_s << u"50s"_s << u"seconds:=2"_s << 0
            << QByteArray("called tracker.slow-report: ok in ");
    }
    void theDeadlineOfACallerHoldsBehindAHub()
    {
        QFETCH(QString, source);
        QFETCH(QString, ofHub);
        QFETCH(QString, ofCaller);
        QFETCH(QString, seconds);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, hubSays);
        RunningCommand hub(run,
            {u"serve"_s, u"demo:"_s + source.section(u'.', 0, 0), u"--as"_s, u"hub"_s, u"--timeout"_s,
                ofHub});
        RunningCommand client(run, {u"call"_s, addressOf(hub), source, seconds, u"--timeout"_s, ofCaller});
        sees(client, exitCode, {});
        QVERIFY(hub.saysOnError(hubSays)); // the call ended in the hub as well
    }

    // The hub ends a call at the deadline of its caller, also if the caller does not, and tells the source.
    void aHubEndsACallAtTheDeadlineOfItsCaller_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("told"); // in the trace
        const QByteArray slow = "{'seconds':600}";
        QTest::newRow("of this program")
            << u"demo:local"_s << QByteArray("local.report.slow") << slow << QByteArray();
        QTest::newRow("of an MCP server") << u"demo:tracker"_s << QByteArray("tracker.slow-report") << slow
                                          << QByteArray("\"notifications/cancelled\"");
        QTest::newRow("of an HTTP service")
            << QString() << QByteArray("openapi.slow") << QByteArray("{}") << QByteArray();
    }
    void aHubEndsACallAtTheDeadlineOfItsCaller()
    {
        QFETCH(QString, source);
        QFETCH(QByteArray, operation);
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, told);
        bool isGone = false;
        RawServer service([&isGone](QTcpSocket *socket, const RawServer::Request &request) {
            if (request.target == "/slow") { // never answered
                QObject::connect(socket, &QTcpSocket::disconnected, socket, [&isGone] { isGone = true; });
                return;
            }
            RawServer::answer(socket,
                RawServer::ok(q("{'openapi':'3.1.0','info':{'title':'t','version':'1'},'paths':{'/slow':"
                                "{'get':{'operationId':'slow','responses':{'200':{'description':'s'}}}}}}"),
                    "Content-Type: application/json\r\n"));
        });
        if (source.isEmpty())
            source = u"openapi:"_s + service.url(u"/openapi.json"_s).toString();
        RunningCommand hub(run, {u"serve"_s, source, u"--as"_s, u"hub"_s, u"--trace"_s});
        RawWebSocketClient caller{QUrl(addressOf(hub))};
        QTRY_COMPARE(caller.status(), 101);
        const QByteArray deadline = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 3000);
        QByteArray request = q("{'type':'call.requested','id':'','payload':{'requestId':'r1',"
                               "'operationId':'@OPERATION@','input':@INPUT@,'deadline':@DEADLINE@}}");
        request.replace("@OPERATION@", operation).replace("@INPUT@", q(input));
        request.replace("@DEADLINE@", deadline);
        caller.send(RawFrame{.payload = request, .isMasked = true}.bytes());
        QTRY_VERIFY(std::ranges::any_of(caller.reader.frames,
            [](const RawFrame &frame) { return frame.payload.contains("\"TIMEOUT\""); }));
        QVERIFY(hub.saysOnError(QByteArray("called " + operation + ": TIMEOUT")));
        if (!told.isEmpty())
            QVERIFY(hub.saysOnError(told));
        if (source.startsWith("openapi:"_L1))
            QTRY_VERIFY(isGone);
    }

    // The errors that an OpenAPI document declares reach the callers of a hub with their status.
    void aHubDescribesTheErrorsOfAService()
    {
        RawServer service([](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket,
                RawServer::ok(q("{'openapi':'3.1.0','info':{'title':'t','version':'1'},'paths':{'/notes':"
                                "{'get':{'operationId':'find','responses':{'200':{'description':'s'},"
                                "'404':{'description':'gone','content':{'application/json':{'schema':"
                                "{'type':'object'}}}}}}}}}"),
                    "Content-Type: application/json\r\n"));
        });
        const QString source = u"openapi:"_s + service.url(u"/openapi.json"_s).toString();
        RunningCommand hub(run, {u"serve"_s, source, u"--as"_s, u"hub"_s});
        RunningCommand client(run, {u"describe"_s, addressOf(hub), u"openapi.find"_s, u"--json"_s});
        sees(client, 0, {q("'httpStatus':404")});
    }

    // --timeout also limits operations in the process of the command.
    void aTimeoutLimitsOperationsOfThisProcess()
    {
        const CommandResult called = run(
            {u"call"_s, u"demo:local"_s, u"report.slow"_s, u"seconds:=600"_s, u"--timeout"_s, u"300ms"_s});
        QCOMPARE(called.exitCode, 4);
        QVERIFY2(called.err.contains("local.report.slow gave neither a result nor progress for 300 ms"),
            called.err.constData());
        // Progress comes every 50 ms.
        const CommandResult quick =
            run({u"call"_s, u"demo:local"_s, u"report.slow"_s, u"seconds:=1"_s, u"--timeout"_s, u"800ms"_s});
        QVERIFY2(quick.exitCode == 0, quick.err.constData());
        const CommandResult subscribed = run({u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s,
            u"interval:=60000"_s, u"--timeout"_s, u"300ms"_s});
        QCOMPARE(subscribed.exitCode, 4);
        QVERIFY2(subscribed.out.contains("idle after 300ms"), subscribed.out.constData());
    }
};

WORKBENCH_TEST(tst_CliHub, QCoreApplication)
#include "tst_clihub.moc"
