// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope check --connect`: the steps of a connection, their exit codes, and the output.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliConnect : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

private Q_SLOTS:
    void printsEachStep();
    void aFailureHasTheExitCodeOfConnecting_data();
    void aFailureHasTheExitCodeOfConnecting();
    void reportsTheFailedStepInJson();
    void wordsItsAdviceForTheCommandLine();
    void asksBeforeAProgramOfAWorkspaceStarts();
    void refusesAcceptTogetherWithConnect();
};

void tst_CliConnect::printsEachStep()
{
    const CommandResult result = run({u"check"_s, u"demo:tracker"_s, u"--connect"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QList<QByteArray> lines = result.out.split('\n');
    QVERIFY2(
        lines.value(1).startsWith("Step") && lines.value(1).contains("Observed"), result.out.constData());
    for (const char *title : {"Program found", "Program started", "Environment", "First line", "Handshake",
             "Standard error", "Capabilities"})
        QVERIFY2(result.out.contains(title), result.out.constData());
    QVERIFY2(!result.out.contains("failed"), result.out.constData());
    QCOMPARE(result.err, QByteArray());
}

void tst_CliConnect::aFailureHasTheExitCodeOfConnecting_data()
{
    QTest::addColumn<QStringList>("source");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("row"); // title and state
    QTest::addColumn<QByteArray>("said"); // on stderr
    QTest::newRow("no such program") << QStringList{u"--"_s, u"no-such-program"_s} << 3 << "Program found"_ba
                                     << "Install it, or give its full path"_ba;
    QTest::newRow("it ends at once") << QStringList{u"--"_s, u"/bin/sh"_s, u"-c"_s,
        u"echo no key >&2; exit 4"_s} << 3
                                     << "First line"_ba << "ended with exit code 4"_ba;
    QTest::newRow("it never answers")
        << QStringList{u"--timeout"_s, u"500ms"_s, u"--"_s, u"/bin/sh"_s, u"-c"_s, u"cat > /dev/null"_s} << 4
        << "First line"_ba << "did not answer"_ba;
    QTest::newRow("no hub listens") << QStringList{u"hub:ws://127.0.0.1:1/"_s} << 3 << "Connection (TCP)"_ba
                                    << "refused the connection to ws://127.0.0.1:1:"_ba;
    QTest::newRow("nothing listens") << QStringList{u"http://127.0.0.1:1/mcp"_s} << 3 << "Connection (TCP)"_ba
                                     << "nothing listens there"_ba;
}

void tst_CliConnect::aFailureHasTheExitCodeOfConnecting()
{
    QFETCH(QStringList, source);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, row);
    QFETCH(QByteArray, said);
    const CommandResult result = run(QStringList{u"check"_s, u"--connect"_s} + source);
    QVERIFY2(result.exitCode == exitCode, result.err.constData());
    QByteArray line;
    for (const QByteArray &each : result.out.split('\n')) {
        if (each.startsWith(row))
            line = each;
    }
    QVERIFY2(line.contains("failed"), result.out.constData());
    QVERIFY2(result.err.contains(said), result.err.constData());
    // The exit code equals that of `envelope list`.
    QCOMPARE(run(QStringList{u"list"_s} + source).exitCode, exitCode);
}

void tst_CliConnect::reportsTheFailedStepInJson()
{
    McpHttpScript server;
    server.allBytes = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer scope=\"tools\"\r\n"
                      "Content-Length: 0\r\nConnection: close\r\n\r\n";
    const CommandResult result = run({u"check"_s, server.url(), u"--connect"_s, u"--json"_s});
    QVERIFY2(result.exitCode == 3, result.err.constData());
    const Json report = jsonLiteral(result.out);
    QVERIFY(!report.member("connected"_L1).toBoolean(true));
    QCOMPARE(report.member("error"_L1).member("code"_L1).toString(), u"TRANSPORT_ERROR"_s);
    QStringList failed;
    for (const Json step : report.member("steps"_L1).items()) {
        if (step.member("state"_L1).toString() == "failed"_L1)
            failed.append(step.member("code"_L1).toString());
    }
    QCOMPARE(failed, QStringList{u"signIn"_s});
    QCOMPARE(result.err, QByteArray());
}

void tst_CliConnect::wordsItsAdviceForTheCommandLine()
{
    const CommandResult json = run({u"check"_s, u"--connect"_s, u"--json"_s, u"--"_s, u"no-such-program"_s});
    const QString advice = jsonLiteral(json.out).member("steps"_L1).at(0).member("advice"_L1).toString();
    QVERIFY2(advice.endsWith(u"Or add --env PATH=FOLDERS."_s), json.out.constData());
    const CommandResult text = run({u"check"_s, u"--connect"_s, u"--env"_s, u"A="_s, u"--"_s, u"true"_s});
    QVERIFY2(
        text.out.contains("Environment: Empty: A. Give these variables a value with --env NAME=VALUE.\n"),
        text.out.constData());
}

void tst_CliConnect::asksBeforeAProgramOfAWorkspaceStarts()
{
    const QString workspace = run.write(u"a.workspace.json"_s,
        R"({"version":1,"sources":[{"name":"there","kind":"mcp","settings":{"command":"/bin/touch","args":["started"]}}]})");
    const CommandResult result = run({u"check"_s, u"there"_s, u"--connect"_s, u"--workspace"_s, workspace});
    QVERIFY2(result.exitCode == 8, result.err.constData());
    QVERIFY2(result.err.contains("--trust"), result.err.constData());
    QVERIFY(!QFile::exists(run.home() + u"/started"_s));
}

void tst_CliConnect::refusesAcceptTogetherWithConnect()
{
    const CommandResult result = run({u"check"_s, u"demo:tracker"_s, u"--connect"_s, u"--accept"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("--accept cannot be combined with --connect"), result.err.constData());
}

WORKBENCH_TEST(tst_CliConnect, QCoreApplication)
#include "tst_cliconnect.moc"
