// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// resources/cli.schema.json accepts the lines of commands that run until they are ended, that propose values,
// or that print many lines.

#include "tests/support/mcphttpscript.h"
#include "tests/support/outputschema.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QFile>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliSchemaLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QCOMPARE(schema.loadAll(), QString()); }
    void acceptsHubsAndSpokes();
    void acceptsMockServers();
    void acceptsProposedValues_data();
    void acceptsProposedValues();
    void acceptsTheLinesOfABatch_data();
    void acceptsTheLinesOfABatch();
    void acceptsTheCallsOfAFile();
    void acceptsInterruptions_data();
    void acceptsInterruptions();
    void acceptsUsageErrors_data();
    void acceptsUsageErrors();

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    OutputSchema schema{run};
    McpHttpScript script;
};

void tst_CliSchemaLines::acceptsHubsAndSpokes()
{
    RunningCommand hub(run, {u"serve"_s, u"demo:tracker"_s, u"--as"_s, u"hub"_s, u"--json"_s});
    const QByteArray told = hub.line();
    QCOMPARE(schema.misfit(told, {u"serve"_s}), QString());
    const QStringList spoke{u"serve"_s, u"demo:local"_s, u"--as"_s, u"spoke"_s, u"--hub"_s,
        jsonLiteral(told).member("url"_L1).toString(), u"--json"_s};
    RunningCommand first(run, spoke);
    const QByteArray accepted = first.line();
    QCOMPARE(schema.misfit(accepted, {u"serve"_s}), QString());
    QVERIFY2(jsonLiteral(accepted).member("accepted"_L1).size() > 0, accepted.constData());
    RunningCommand second(run, spoke); // offers operations that the hub already has
    const QByteArray rejected = second.line();
    QCOMPARE(schema.misfit(rejected, {u"serve"_s}), QString());
    QVERIFY2(jsonLiteral(rejected).member("rejected"_L1).size() > 0, rejected.constData());
    QVERIFY(!schema.misfit("{}", {u"serve"_s}).isEmpty());
}

void tst_CliSchemaLines::acceptsMockServers()
{
    const QString folder = run.home() + u"/recorded"_s;
    QCOMPARE(run({u"record"_s, u"demo:local"_s, u"--to"_s, folder}).exitCode, 0);
    for (const QString &form : {u"http"_s, u"mcp-http"_s, u"hub"_s}) {
        RunningCommand mock(run, {u"replay"_s, folder, u"--as"_s, form, u"--json"_s});
        QCOMPARE(schema.misfit(mock.line(), {u"replay"_s}), QString());
    }
    QVERIFY(!schema.misfit("{}", {u"replay"_s}).isEmpty());
}

void tst_CliSchemaLines::acceptsProposedValues_data()
{
    QTest::addColumn<QByteArray>("completion");
    QTest::addColumn<qsizetype>("values");
    QTest::newRow("no values") << QByteArray(R"({"completion":{"values":[]}})") << qsizetype(0);
    QTest::newRow("some values") << QByteArray(R"({"completion":{"values":["tea","toast"],"hasMore":false}})")
                                 << qsizetype(2);
    QTest::newRow("some of many values")
        << QByteArray(R"({"completion":{"values":["tea\nerror: injected"],"total":40,"hasMore":true}})")
        << qsizetype(1);
}

void tst_CliSchemaLines::acceptsProposedValues()
{
    QFETCH(QByteArray, completion);
    QFETCH(qsizetype, values);
    script.prompts = R"([{"name":"cook","arguments":[{"name":"dish"}]}])";
    script.completion = completion;
    // The command runs beside the event loop, because the server of this process has to answer.
    RunningCommand complete(
        run, {u"complete"_s, script.url(), u"prompt:cook"_s, u"dish"_s, u"dish=t"_s, u"--json"_s});
    QVERIFY(complete.ended());
    QCOMPARE(schema.misfit(complete.standardOutput(), {u"complete"_s}), QString());
    QCOMPARE(jsonLiteral(complete.standardOutput()).member("values"_L1).size(), values);
    QVERIFY(!schema.misfit("{}", {u"complete"_s}).isEmpty());
}

void tst_CliSchemaLines::acceptsTheLinesOfABatch_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QList<bool>>("isRead");
    const QByteArray pairs = R"({"schema":{"type":"integer"},"value":1}
{"schema":{"type":"integer"},"value":"x"}
{"schema":{"type":7},"value":1}
{"schema":true,"value":null}
{oops
{"schema":{}}
{"value":1}
7
)";
    const QList<bool> areRead{true, true, true, true, false, false, false, false};
    QTest::newRow("validate") << u"validate"_s << pairs << areRead;
    QTest::newRow("cast") << u"cast"_s << pairs << areRead;
    QTest::newRow("cast without validation") << u"cast --conversion extended"_s << pairs << areRead;
    QTest::newRow("inspect") << u"inspect"_s
                             << QByteArray(R"({"result":{"content":[{"type":"text","text":"{\"a\":1}"}]}}
{"error":{"code":-32602,"message":"no"}}
{"http":{"status":404,"body":"gone"}}
{"nothing":1}
7
)") << QList<bool>{true, true, true, false, false};
}

void tst_CliSchemaLines::acceptsTheLinesOfABatch()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, lines);
    QFETCH(QList<bool>, isRead);
    const CommandResult result =
        run(command.split(u' ') + QStringList{u"--batch"_s, u"--json"_s, u"-"_s}, lines);
    QVERIFY(result.exitCode != 0);
    const QByteArrayList printed = result.out.trimmed().split('\n');
    QCOMPARE(printed.size(), isRead.size());
    for (qsizetype i = 0; i < printed.size(); ++i)
        QCOMPARE(schema.misfit(printed.at(i), {isRead.at(i) ? command.section(u' ', 0, 0) : u"batchError"_s}),
            QString());
}

void tst_CliSchemaLines::acceptsTheCallsOfAFile()
{
    const QString calls =
        run.write(u"calls.jsonl"_s, R"({"operation":"weather.now","input":{"location":"Chicago"}}
{"operation":"math.divide","input":{"dividend":1,"divisor":0}}
)");
    const CommandResult result = run({u"call"_s, u"demo:local"_s, u"--calls"_s, calls, u"--json"_s});
    const QByteArrayList printed = result.out.trimmed().split('\n');
    QCOMPARE(printed.size(), 2);
    QCOMPARE(schema.misfit(printed.first(), {u"call"_s}), QString());
    QCOMPARE(schema.misfit(printed.last(), {u"failure"_s}), QString());
}

void tst_CliSchemaLines::acceptsInterruptions_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("list") << QStringList{u"list"_s};
    QTest::newRow("check") << QStringList{u"check"_s};
    QTest::newRow("check --connect") << QStringList{u"check"_s, u"--connect"_s};
}

//! Interrupts a command while its server does not answer.
void tst_CliSchemaLines::acceptsInterruptions()
{
    QFETCH(QStringList, command);
    RunningCommand interrupted(
        run, command + QStringList{u"--json"_s, u"--trace"_s, u"--"_s, u"sleep"_s, u"60"_s});
    QVERIFY(interrupted.saysOnError("server/discover"));
    interrupted.send(SIGINT);
    QVERIFY(interrupted.ended());
    QCOMPARE(interrupted.exitCode(), 130);
    const QByteArrayList failures = OutputSchema::failuresIn(interrupted.standardError());
    QCOMPARE(failures.size(), 1);
    QCOMPARE(schema.misfit(failures.first(), {u"failure"_s}), QString());
    QCOMPARE(jsonLiteral(failures.first()).member("error"_L1).member("code"_L1).toString(), u"ABORTED"_s);
}

void tst_CliSchemaLines::acceptsUsageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no command") << QStringList{u"--json"_s};
    QTest::newRow("a value for --json") << QStringList{u"list"_s, u"demo:local"_s, u"--json=true"_s};
    QTest::newRow("an unknown option") << QStringList{u"list"_s, u"--nonsense"_s, u"--json"_s};
}

void tst_CliSchemaLines::acceptsUsageErrors()
{
    QFETCH(QStringList, arguments);
    const CommandResult result = run(arguments);
    QCOMPARE(result.exitCode, 2);
    QCOMPARE(result.out, QByteArray());
    QCOMPARE(schema.misfit(result.err, {u"failure"_s}), QString());
}

WORKBENCH_TEST(tst_CliSchemaLines, QCoreApplication)
#include "tst_clischemalines.moc"
