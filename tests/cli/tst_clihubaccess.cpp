// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The identity of calls: where the command line takes it from, and what it refuses. The command line says
// before a call what an operation needs and what the identity lacks, and with each call as whom it is made.

#include "tests/support/guardedhub.h"
#include "tests/support/outputschema.h"
#include "tests/support/testprogram.h"

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliHubAccess : public QObject {
    Q_OBJECT

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    OutputSchema schema{run};
    const QString ana =
        QString::fromUtf8(q("{'id':'ana','scopes':['admin'],'resources':{'note:1':['drop']}}"));

private Q_SLOTS:
    void initTestCase() { QCOMPARE(schema.loadAll(), QString()); }

    void describeSaysWhatIsNeededAndMissing_data()
    {
        QTest::addColumn<QByteArray>("access");
        QTest::addColumn<QByteArray>("identity");
        QTest::addColumn<QByteArray>("says");
        const QByteArray all = "{'requiredScopes':['admin'],'requiredScopesAny':['a','b'],"
                               "'resourceType':'note','resourceAction':'drop'}";
        const QByteArray bo = "{'id':'bo','scopes':['a']}";
        const QByteArray scope = "{'requiredScopes':['admin']}";
        QTest::newRow("no identity") << scope << QByteArray()
                                     << QByteArray("access    admin\n          no id");
        QTest::newRow("an identity that lacks some of it")
            << all << bo
            << QByteArray("access    admin; one of: a, b; resource note: drop\n"
                          "          missing for bo: admin; resource note: drop\n");
        QTest::newRow("an identity with all of it")
            << scope << QByteArray("{'id':'ana','scopes':['admin']}") << QByteArray("access    admin\nowner");
        QTest::newRow("members that are not enforced")
            << QByteArray("{'requiredScopes':['admin'],'customAuth':'owner','tenant':7}")
            << QByteArray("{'id':'ana','scopes':['admin']}")
            << QByteArray("access    admin; not enforced: {'customAuth':'owner','tenant':7}\n");
        QTest::newRow("only members that are not enforced")
            << QByteArray("{'requiredScopes':[],'resourceAction':'drop'}") << QByteArray()
            << QByteArray("access    not enforced: {'resourceAction':'drop'}\nowner");
    }
    void describeSaysWhatIsNeededAndMissing()
    {
        QFETCH(QByteArray, access);
        QFETCH(QByteArray, identity);
        QFETCH(QByteArray, says);
        GuardedHub guarded({.identity = identityFromJson(jsonLiteral(
                                q("{'id':'root','scopes':['admin','a'],'resources':{'note:1':['drop']}}")))},
            access);
        QVERIFY(guarded.isReady());
        QStringList arguments{u"describe"_s, guarded.url(), u"notes.drop"_s};
        if (!identity.isEmpty())
            arguments << u"--identity"_s << QString::fromUtf8(q(identity));
        const CommandResult result = run(arguments);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains(q(says)), result.out.constData());
    }

    void listNamesTheNeedsOfRestrictedOperations_data()
    {
        QTest::addColumn<QByteArray>("access");
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("restricted") << QByteArray("{'requiredScopes':['admin']}")
                                    << QByteArray("mutation, needs admin  ");
        QTest::newRow("not restricted") << QByteArray("{}") << QByteArray("mutation  ");
    }
    void listNamesTheNeedsOfRestrictedOperations()
    {
        QFETCH(QByteArray, access);
        QFETCH(QByteArray, kind);
        GuardedHub guarded({.identity = Identity{u"root"_s, {u"admin"_s}, {}}}, access);
        QVERIFY(guarded.isReady());
        const CommandResult result = run({u"list"_s, guarded.url()});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains(kind), result.out.constData());
    }

    void aCallSaysAsWhomItWasMade_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("hasIdentity");
        const QStringList call{u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend:=1"_s};
        QTest::newRow("a result") << QStringList(call + QStringList{u"divisor:=2"_s}) << true;
        QTest::newRow("a failure") << QStringList(call + QStringList{u"divisor:=0"_s}) << true;
        QTest::newRow("a recording") << QStringList{u"record"_s, u"demo:local"_s, u"clock.now"_s, u"--to"_s,
            u"recorded"_s} << true;
        QTest::newRow("no identity") << QStringList(call + QStringList{u"divisor:=2"_s}) << false;
    }
    void aCallSaysAsWhomItWasMade()
    {
        QFETCH(QStringList, arguments);
        QFETCH(bool, hasIdentity);
        if (hasIdentity)
            arguments << u"--identity"_s << ana;
        const QByteArray err = run(arguments).err;
        const qsizetype whole = err.count("called as ana (scopes: admin; note:1: drop)\n");
        QVERIFY2(whole == (hasIdentity ? 1 : 0) && err.count("called as") == whole, err.constData());
    }

    void theJsonOfACallHasItsIdentity_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("hasIdentity");
        const QStringList call{u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend:=1"_s};
        QTest::newRow("a result") << QStringList(call + QStringList{u"divisor:=2"_s}) << true;
        QTest::newRow("a failure") << QStringList(call + QStringList{u"divisor:=0"_s}) << true;
        QTest::newRow("a stream") << QStringList{u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s,
            u"interval:=50"_s, u"--count"_s, u"1"_s}
                                  << true;
        QTest::newRow("no identity") << QStringList(call + QStringList{u"divisor:=2"_s}) << false;
    }
    void theJsonOfACallHasItsIdentity()
    {
        QFETCH(QStringList, arguments);
        QFETCH(bool, hasIdentity);
        if (hasIdentity)
            arguments << u"--identity"_s << ana;
        QCOMPARE(schema.misfitOf(arguments, OutputSchema::Expected::Either), QString());
        const CommandResult result = run(arguments + QStringList{u"--json"_s});
        const QByteArrayList lines = (result.out.isEmpty() ? result.err : result.out).trimmed().split('\n');
        const Json last = jsonLiteral(lines.constLast());
        const Json of = last.hasMember(u"end") ? last : last.member("exchange"_L1);
        QCOMPARE(of.member("identity"_L1).toBytes(), hasIdentity ? ana.toUtf8() : QByteArray());
        QVERIFY(!result.err.contains("called as"));
    }

    void refusesAMalformedIdentity_data()
    {
        QTest::addColumn<QString>("identity");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QByteArray &identity, const QByteArray &says) {
            QTest::newRow(name) << QString::fromUtf8(q(identity)) << QStringList() << 2 << q(says);
        };
        row("an object that does not end", "{'id':'ana',", "--identity is not valid JSON, line 1, column ");
        row("scopes that are a text", "{'id':'ana','scopes':'admin'}",
            "--identity: /scopes must be an array of strings");
        row("a misspelled member", "{'id':'ana','scope':['admin']}",
            "--identity: an identity has no member 'scope'. Did you mean 'scopes'?");
        row("an empty id", "{'id':''}", "--identity: /id must be a non-empty string");
        row("resources that are an array", "{'id':'ana','resources':['note:1']}",
            "--identity: /resources must be an object of arrays");
        QTest::newRow("a file with a text") << run.write(u"text.json"_s, "\"ana\"") << QStringList() << 2
                                            << q("--identity: an identity must be an object with 'id'");
        QTest::newRow("a file over the limit")
            << run.write(u"long.json"_s, ana.toUtf8()) << QStringList{u"--limit"_s, u"doc.bytes=8B"_s} << 6
            << QByteArray("doc.bytes");
    }
    void refusesAMalformedIdentity()
    {
        QFETCH(QString, identity);
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        const CommandResult result =
            run(QStringList{u"call"_s, u"demo:local"_s, u"clock.now"_s, u"--identity"_s, identity} + options);
        QTEST(result.exitCode, "exitCode");
        QVERIFY2(result.err.contains(says), result.err.constData());
    }

    // The hub shows an operation only to callers that may call it, so discovery needs the identity too.
    void everyCommandFindsTheOperationsOfTheIdentity_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("further");
        QTest::addColumn<QByteArray>("says");
        const QStringList drop{u"notes.drop"_s};
        QTest::newRow("list") << u"list"_s << QStringList() << QByteArray("notes.drop");
        QTest::newRow("describe") << u"describe"_s << drop << QByteArray("access    admin");
        QTest::newRow("call") << u"call"_s << drop << QByteArray("dropped");
        QTest::newRow("request") << u"request"_s << QStringList(drop + QStringList{u"--as"_s, u"json"_s})
                                 << QByteArray("\"ana\"");
    }
    void everyCommandFindsTheOperationsOfTheIdentity()
    {
        QFETCH(QString, command);
        QFETCH(QStringList, further);
        QFETCH(QByteArray, says);
        GuardedHub guarded({.identity = {}, .isTrustedGateway = true});
        QVERIFY(guarded.isReady());
        const QStringList arguments = QStringList{command, guarded.url()} + further;
        const CommandResult without = run(arguments);
        QVERIFY2(!without.out.contains(says), without.out.constData());
        if (!further.isEmpty())
            QCOMPARE(without.exitCode, 2);
        const CommandResult with = run(arguments + QStringList{u"--identity"_s, ana});
        QVERIFY2(with.exitCode == 0, with.err.constData());
        QVERIFY2(with.out.contains(says), with.out.constData());
    }

    void theOptionWinsOverTheEnvironmentAndThatOverTheWorkspace_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("caller");
        const QStringList staging{u"--environment"_s, u"staging"_s};
        QTest::newRow("the workspace") << QStringList() << QByteArray("ana");
        QTest::newRow("an environment without an identity")
            << QStringList{u"--environment"_s, u"plain"_s} << QByteArray("ana");
        QTest::newRow("an environment with an identity") << staging << QByteArray("bo");
        QTest::newRow("the option") << QStringList(
            staging + QStringList{u"--identity"_s, QString::fromUtf8(q("{'id':'cy','scopes':['admin']}"))})
                                    << QByteArray("cy");
    }
    void theOptionWinsOverTheEnvironmentAndThatOverTheWorkspace()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, caller);
        GuardedHub guarded({.identity = {}, .isTrustedGateway = true});
        QVERIFY(guarded.isReady());
        options << u"--workspace"_s
                << run.write(u"callers.json"_s,
                       q("{'version':1,'sources':[{'name':'team','kind':'hub','settings':{'url':'")
                           + guarded.url().toUtf8()
                           + q("'}},{'name':'here','kind':'local','settings':{'set':'demo'}}],"
                               "'identity':{'id':'ana','scopes':['admin']},'environments':["
                               "{'name':'staging','identity':{'id':'bo','scopes':['admin']}},"
                               "{'name':'plain'}]}"));
        const QByteArray note = "called as " + caller + " (scopes: admin)";
        const CommandResult called = run(QStringList{u"call"_s, u"team"_s, u"notes.drop"_s} + options);
        QVERIFY2(called.exitCode == 0, called.err.constData());
        QVERIFY2(called.err.contains(note), called.err.constData());
        const CommandResult streamed = run(
            QStringList{u"subscribe"_s, u"here"_s, u"clock.tick"_s, u"interval:=50"_s, u"--count"_s, u"1"_s}
            + options);
        QVERIFY2(streamed.out.contains(q("'identity':{'id':'" + caller + "'")), streamed.out.constData());
        const QString folder = u"calls of "_s + QString::fromLatin1(QTest::currentDataTag());
        const CommandResult recorded =
            run(QStringList{u"record"_s, u"here"_s, u"--to"_s, folder, u"clock.now"_s} + options);
        QVERIFY2(recorded.err.contains(note), recorded.err.constData());
        const CommandResult verified = run(QStringList{u"verify"_s, folder, u"here"_s} + options);
        QVERIFY2(verified.err.contains(note), verified.err.constData());
    }

    void theTraceNamesTheIdentityOfACall()
    {
        const QByteArray err = run({u"call"_s, u"demo:local"_s, u"report.slow"_s, u"seconds:=1"_s,
                                       u"--trace"_s, u"--identity"_s, ana})
                                   .err;
        QVERIFY2(
            err.contains("   local report.slow as ana (scopes: admin; note:1: drop)\n"), err.constData());
    }
};

WORKBENCH_TEST(tst_CliHubAccess, QCoreApplication)
#include "tst_clihubaccess.moc"
