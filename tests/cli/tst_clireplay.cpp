// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope replay`, and `fixtures:` as a source.

#include "core/fixture/fixturefolder.h"
#include "core/json/jsonparser.h"
#include "tests/support/madefixtures.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void refusesBadUsage_data();
    void refusesBadUsage();
    void isASource();
    void aTimeoutLimitsRecordedTimes();
    void reportsFilesItCannotReplay();
    void isACommandForMcp();
    void anEnvelopeFromAServerIsAClaim();
    void endsWithItsInput();
    void endsOnASignal_data();
    void endsOnASignal();
    void printsItsAddressAsJson();
    void isNotOpenToOtherComputers();
    void breaksOnDemand();

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    QString m_folder;
    QString m_odd;
};

void tst_CliReplay::initTestCase()
{
    m_folder = run.home() + u"/recorded"_s;
    m_odd = run.home() + u"/odd"_s;
    for (const QString &folder : {m_folder, m_odd}) {
        QVERIFY(QDir().mkpath(folder));
        const FixtureFolder fixtures(folder);
        Fixture failed = toolFixture(u"fail"_s, "{}", "1");
        failed.envelope = {};
        failed.error =
            jsonLiteral(R"({"kind":"timeout","code":"TIMEOUT","message":"The server took too long"})");
        Fixture open = streamFixture(u"open"_s, {R"({"n":1})"}, 10);
        open.end = u"count"_s;
        Fixture add = toolFixture(u"add"_s, R"({"a":1,"b":2})", R"({"sum":3})");
        add.durationMs = 200;
        for (Fixture fixture :
            {add, failed, streamFixture(u"ticks"_s, {R"({"n":1})", R"({"n":2})"}, 10), open}) {
            OperationSpec spec;
            spec.id.name = fixture.operation;
            spec.type = fixture.type;
            spec.kind = fixture.kind;
            const FixtureDefinition definition = definitionOf(spec);
            fixture.definitionHash = definition.hash();
            const auto written = fixtures.write({fixture, {}, true}, definition);
            QVERIFY2(written, qPrintable(written ? QString() : written.error().message));
        }
    }
    QFile later(m_odd + u"/later.json"_s);
    QVERIFY(later.open(QIODevice::WriteOnly) && later.write(R"({"version":99})") > 0);
    QFile broken(m_odd + u"/broken.json"_s);
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{") > 0);
}

void tst_CliReplay::refusesBadUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no form") << QStringList{} << QByteArray("replay needs --as");
    QTest::newRow("an unknown form") << QStringList{u"--as"_s, u"ftp"_s} << QByteArray("not \"ftp\"");
    QTest::newRow("a port over stdio") << QStringList{u"--as"_s, u"mcp-stdio"_s, u"--port"_s, u"1"_s}
                                       << QByteArray("--port does not apply to");
    QTest::newRow("an invalid speed")
        << QStringList{u"--as"_s, u"http"_s, u"--speed"_s, u"0"_s} << QByteArray("The speed must be");
    QTest::newRow("an unknown fault") << QStringList{u"--as"_s, u"http"_s, u"--fault"_s, u"burn"_s}
                                      << QByteArray("Expected delay=DURATION");
    QTest::newRow("an invalid address")
        << QStringList{u"--as"_s, u"http"_s, u"--listen"_s, u"here"_s} << QByteArray("--listen needs");
}

void tst_CliReplay::refusesBadUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const CommandResult result = run(QStringList{u"replay"_s, m_folder} + arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY(result.out.isEmpty());
    const CommandResult missing = run({u"replay"_s, run.home() + u"/nowhere"_s, u"--as"_s, u"http"_s});
    QVERIFY(missing.exitCode != 0);
}

void tst_CliReplay::isASource()
{
    const QString source = u"fixtures:"_s + m_folder;
    const CommandResult listed = run({u"list"_s, source});
    QCOMPARE(listed.exitCode, 0);
    for (const char *name : {"add", "fail", "ticks"})
        QVERIFY2(listed.out.contains(name), listed.out.constData());
    const CommandResult called = run({u"call"_s, source, u"add"_s, u"b:=2"_s, u"a:=1"_s, u"--json"_s});
    QCOMPARE(called.exitCode, 0);
    const Json envelope = jsonLiteral(called.out).member("envelope"_L1);
    QCOMPARE(envelope.member("data"_L1).toBytes(), R"({"sum":3})");
    QCOMPARE(envelope.member("meta"_L1).member("source"_L1).toString(), u"mcp"_s);
    const CommandResult unmatched = run({u"call"_s, source, u"add"_s, u"a:=1"_s, u"b:=3"_s});
    QVERIFY2(unmatched.exitCode == 1 || unmatched.exitCode == 2, unmatched.err.constData());
    QVERIFY2(unmatched.err.contains("differs at /b: recorded 2, requested 3"), unmatched.err.constData());
    const CommandResult failed = run({u"call"_s, source, u"fail"_s});
    QCOMPARE(failed.exitCode, 4); // a timeout, as recorded
    const CommandResult stream = run({u"subscribe"_s, source, u"ticks"_s});
    QCOMPARE(stream.exitCode, 0);
    QVERIFY(stream.out.contains(R"("data":{"n":2})"));
    QVERIFY(stream.out.contains(R"("end":"completed")"));
    // A stream whose recording the user ended stays open until the user ends the replay.
    const CommandResult open = run({u"subscribe"_s, source, u"open"_s, u"--for"_s, u"500ms"_s});
    QCOMPARE(open.exitCode, 0);
    QVERIFY2(open.out.contains(R"({"end":"time","events":1})"), open.out.constData());
}

void tst_CliReplay::aTimeoutLimitsRecordedTimes()
{
    const QString source = u"fixtures:"_s + m_folder;
    const CommandResult called =
        run({u"call"_s, source, u"add"_s, u"a:=1"_s, u"b:=2"_s, u"--timeout"_s, u"50ms"_s});
    QCOMPARE(called.exitCode, 4);
    QVERIFY2(called.err.contains("does not come within 50 ms. Add --timeout 100ms."), called.err.constData());
    const CommandResult open = run({u"subscribe"_s, source, u"open"_s, u"--timeout"_s, u"400ms"_s});
    QCOMPARE(open.exitCode, 4);
    QVERIFY2(open.out.contains("idle after 400ms"), open.out.constData());
}

void tst_CliReplay::reportsFilesItCannotReplay()
{
    const CommandResult listed = run({u"list"_s, u"fixtures:"_s + m_odd});
    QCOMPARE(listed.exitCode, 0);
    QVERIFY2(listed.err.contains("later.json was written by a later version"), listed.err.constData());
    QVERIFY2(listed.err.contains("broken.json"), listed.err.constData());
    const CommandResult served = run({u"replay"_s, m_odd, u"--as"_s, u"mcp-stdio"_s});
    QVERIFY2(served.err.contains("later.json was written by a later version"), served.err.constData());
    QFile later(m_odd + u"/later.json"_s);
    QVERIFY(later.open(QIODevice::ReadOnly));
    QCOMPARE(later.readAll(), R"({"version":99})");
}

void tst_CliReplay::isACommandForMcp()
{
    const CommandResult called = run({u"call"_s, u"add"_s, u"a:=1"_s, u"b:=2"_s, u"--data"_s, u"--json"_s,
        u"--"_s, QStringLiteral(ENVELOPE_PROGRAM), u"replay"_s, m_folder, u"--as"_s, u"mcp-stdio"_s});
    QVERIFY2(called.exitCode == 0, called.err.constData());
    QCOMPARE(called.out.trimmed(), R"({"sum":3})");
}

void tst_CliReplay::anEnvelopeFromAServerIsAClaim()
{
    const QString folder = run.home() + u"/divided"_s;
    const QStringList divide{u"math.divide"_s, u"dividend:=7"_s, u"divisor:=2"_s};
    const CommandResult recorded = run(QStringList{u"record"_s, u"demo:local"_s, u"--to"_s, folder} + divide);
    QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
    const CommandResult called = run(QStringList{u"call"_s, u"--json"_s} + divide
        + QStringList{
            u"--"_s, QStringLiteral(ENVELOPE_PROGRAM), u"replay"_s, folder, u"--as"_s, u"mcp-stdio"_s});
    QVERIFY2(called.exitCode == 0, called.err.constData());
    const Json result = jsonLiteral(called.out);
    QVERIFY2(result.member("claimed"_L1).toBoolean(), called.out.constData());
    QCOMPARE(result.member("envelope"_L1).member("meta"_L1).member("source"_L1).toString(), u"local"_s);
    QCOMPARE(result.member("envelope"_L1).member("data"_L1).toBytes(), R"({"quotient":3.5})");
}

void tst_CliReplay::endsWithItsInput()
{
    const CommandResult result = run({u"replay"_s, m_folder, u"--as"_s, u"mcp-stdio"_s},
        R"({"jsonrpc":"2.0","id":1,"method":"ping"})"
        "\n"
        R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}})"
        "\nnot json\n");
    QCOMPARE(result.exitCode, 0);
    const QByteArrayList lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines.first(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QVERIFY(result.out.contains("-32700"));
    QVERIFY(result.out.contains(R"("structuredContent":{"sum":3})"));
}

void tst_CliReplay::endsOnASignal_data()
{
    QTest::addColumn<QString>("form");
    for (const auto form : {"mcp-stdio", "mcp-http", "http", "hub"})
        QTest::newRow(form) << QString::fromLatin1(form);
}

void tst_CliReplay::endsOnASignal()
{
    QFETCH(QString, form);
    RunningCommand mock(run, {u"replay"_s, m_folder, u"--as"_s, form});
    QVERIFY(mock.saysOnError("\n"));
    mock.send(SIGINT);
    QVERIFY(mock.ended());
    QCOMPARE(mock.exitCode(), 0);
    QVERIFY(mock.standardOutput().isEmpty());
}

void tst_CliReplay::printsItsAddressAsJson()
{
    RunningCommand mock(run, {u"replay"_s, m_folder, u"--as"_s, u"mcp-http"_s, u"--json"_s});
    const Json told = jsonLiteral(mock.line().trimmed());
    QVERIFY(told.member("url"_L1).toString().endsWith("/mcp"_L1));
    QCOMPARE(told.member("fixtures"_L1).toInteger().value_or(0), 4);
    QVERIFY(mock.saysOnError(told.member("url"_L1).toString().toUtf8() + '\n'));
}

//! R-120
void tst_CliReplay::isNotOpenToOtherComputers()
{
    for (const QString &form : {u"mcp-http"_s, u"http"_s, u"hub"_s}) {
        RunningCommand mock(run, {u"replay"_s, m_folder, u"--as"_s, form, u"--listen"_s, u"0.0.0.0"_s});
        QVERIFY(mock.saysOnError("clients need this token: "));
        QVERIFY(mock.saysOnError("warning: other computers can reach this mock server"));
        const QUrl told(QString::fromUtf8(mock.standardError()).section(u'\n', 0, 0));
        QTcpSocket client;
        client.connectToHost(QHostAddress(QHostAddress::LocalHost), quint16(told.port()));
        QVERIFY(client.waitForConnected());
        const QByteArray target = form == "hub"_L1 ? "/ws" : "/mcp";
        client.write("GET " + target
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        QByteArray heard;
        QTRY_VERIFY((heard += client.readAll()).contains("\r\n\r\n"));
        QVERIFY2(heard.startsWith("HTTP/1.1 401"), heard.constData());
    }
    RunningCommand alone(run, {u"replay"_s, m_folder, u"--as"_s, u"http"_s});
    QVERIFY(alone.saysOnError("http://127.0.0.1:"));
    QVERIFY(!alone.standardError().contains("token"));
}

void tst_CliReplay::breaksOnDemand()
{
    const auto call = [this](const QString &fault) {
        return run({u"call"_s, u"add"_s, u"a:=1"_s, u"b:=2"_s, u"--"_s, QStringLiteral(ENVELOPE_PROGRAM),
            u"replay"_s, m_folder, u"--as"_s, u"mcp-stdio"_s, u"--fault"_s, fault});
    };
    const CommandResult failed = call(u"error=-32050:add"_s);
    QCOMPARE(failed.exitCode, 1);
    QVERIFY2(failed.err.contains("-32050"), failed.err.constData());
    QCOMPARE(call(u"drop"_s).exitCode, 3);
    QVERIFY(call(u"truncate"_s).exitCode != 0);
    QCOMPARE(call(u"drop:other"_s).exitCode, 0);
    QCOMPARE(call(u"drop@2"_s).exitCode, 0);
}

WORKBENCH_TEST(tst_CliReplay, QCoreApplication)
#include "tst_clireplay.moc"
