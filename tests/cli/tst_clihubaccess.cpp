// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command line says before a call what an operation needs and what the identity lacks, and with each call
// with which identity it is made.

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
            << QByteArray("access    admin; customAuth: owner; {'tenant':7}\n");
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
