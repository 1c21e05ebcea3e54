// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope inspect`: its inputs, its output and its exit codes.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliInspect : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

private Q_SLOTS:
    void inspectsOurEnvelope();
    void inspectsWhatToolsAndServicesAnswer_data();
    void inspectsWhatToolsAndServicesAnswer();
    void explainsAnAbbreviatedRefusal_data();
    void explainsAnAbbreviatedRefusal();
    void printsTheMetaOfAToolEnvelope();
    void inspectsAgainstTheDeclaredSchema();
    void reportsADamagedEnvelopeWithoutContradiction();
    void inspectsLineByLine();
    void opensATextOfAnySizeByDefault();
    void failsForAFailedResultIfRequested();
    void readsAResultAsTheOptionsRequire_data();
    void readsAResultAsTheOptionsRequire();
    void readsAResultAsTheSourceRequires();
    void refusesAnUnknownValueOfIsError();
};

void tst_CliInspect::inspectsOurEnvelope()
{
    const CommandResult result = run({u"inspect"_s, u"-"_s, u"--json"_s},
        R"({"data":1.50,"meta":{"source":"local","operationId":"a.b","timestamp":1}})");
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(jsonLiteral(result.out).member("kind"_L1).toString(), u"response-envelope"_s);
    QVERIFY(result.out.contains("1.50")); // digits as received
}

void tst_CliInspect::inspectsWhatToolsAndServicesAnswer_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("layers");
    QTest::addColumn<bool>("isError");
    QTest::newRow("a tool's result") << QByteArray(
        R"({"content":[{"type":"text","text":"{\"ok\":true,\"data\":1}"}]})")
                                     << QByteArray(R"(["json-text","alpha"])") << false;
    QTest::newRow("a JSON-RPC response with a result") << QByteArray(
        R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"ok":true,"data":1}}})")
                                                       << QByteArray(R"(["alpha"])") << false;
    QTest::newRow("a JSON-RPC response with an error")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: x"}})")
        << QByteArray("[]") << true;
    QTest::newRow("an HTTP answer with its head")
        << QByteArray("HTTP/1.1 503 Service Unavailable\r\nContent-Type: "
                      "application/problem+json\r\n\r\n{\"title\":\"Busy\"}")
        << QByteArray(R"(["problem-details"])") << true;
    QTest::newRow("the text of a tool") << QByteArray("```json\n{\"ok\":true,\"data\":1}\n```")
                                        << QByteArray(R"(["fenced-json","alpha"])") << false;
    QTest::newRow("a refusal as it is pasted")
        << QByteArray("MCP error -32602: Tool launch not found") << QByteArray("[]") << true;
    QTest::newRow("any JSON") << QByteArray("[1,2]") << QByteArray("[]") << false;
}

void tst_CliInspect::inspectsWhatToolsAndServicesAnswer()
{
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, layers);
    QFETCH(bool, isError);
    const CommandResult result = run({u"inspect"_s, u"-"_s, u"--json"_s}, input);
    QCOMPARE(result.exitCode, 0);
    const Json out = jsonLiteral(result.out);
    QCOMPARE(out.member("layers"_L1).toBytes(), layers);
    QCOMPARE(out.member("isError"_L1).toBoolean(), isError);
}

void tst_CliInspect::explainsAnAbbreviatedRefusal_data()
{
    QTest::addColumn<QByteArray>("refusal");
    QTest::addColumn<QByteArrayList>("parts");
    const QByteArray code = "[schema.server-rejected-own-output]";
    QTest::newRow("one path") << QByteArray(R"(MCP error -32602: path:["circuitState"])")
                              << QByteArrayList{code, "/circuitState: refused", "Fix A"};
    QTest::newRow("several names, without a schema")
        << QByteArray(R"(MCP error -32602: paths:["scores","winner","rule_version_hash"])")
        << QByteArrayList{code, "/scores: refused; /winner: refused; /rule_version_hash: refused",
               "most likely, an envelope is around the data", "data?: …, error?: {…}",
               "Fix C     Or declare no output schema"};
}

void tst_CliInspect::explainsAnAbbreviatedRefusal()
{
    QFETCH(QByteArray, refusal);
    QFETCH(QByteArrayList, parts);
    const CommandResult result = run({u"inspect"_s, u"-"_s}, refusal);
    QCOMPARE(result.exitCode, 0);
    for (const QByteArray &part : std::as_const(parts))
        QVERIFY2(result.out.contains(part), result.out.constData());
}

void tst_CliInspect::printsTheMetaOfAToolEnvelope()
{
    const QByteArray envelope =
        R"({"payload":{"n":1},"meta":{"tool":"plan","ts":"2026-03-04T05:06:07Z","version":1}})";
    const QByteArray received =
        R"({"content":[{"type":"text","text":"done"},{"type":"text","text":"__ENVELOPE_V1__:)"
        + envelope.toBase64() + "\"}]}";
    const CommandResult result = run({u"inspect"_s, u"-"_s}, received);
    QVERIFY2(result.out.startsWith("ToolEnvelope (certain)\nbeside the opened text: done\n"),
        result.out.constData());
    const Json meta = jsonLiteral(result.out.sliced(result.out.indexOf("\nmeta\n") + 6));
    QCOMPARE(meta.toBytes(), R"({"tool":"plan","ts":"2026-03-04T05:06:07Z","version":1})");
}

void tst_CliInspect::inspectsAgainstTheDeclaredSchema()
{
    const QString schema = run.home() + u"/count.schema.json"_s;
    QFile file(schema);
    QVERIFY(file.open(QIODevice::WriteOnly)
        && file.write(R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})") > 0);
    file.close();
    const CommandResult result = run(
        {u"inspect"_s, u"-"_s, u"--json"_s, u"--strict"_s, u"--schema"_s, schema, u"--tool"_s, u"count"_s},
        R"({"content":[],"structuredContent":{"ok":true,"data":{"n":1}}})");
    QCOMPARE(result.exitCode, 7);
    const Json note = jsonLiteral(result.out).member("diagnostics"_L1).at(0);
    QCOMPARE(note.member("code"_L1).toString(), u"schema.describes-data-not-envelope"_s);
    QVERIFY(note.member("message"_L1).toString().contains(u"\"count\""));
}

void tst_CliInspect::reportsADamagedEnvelopeWithoutContradiction()
{
    const CommandResult damaged = run({u"inspect"_s, u"-"_s},
        R"({"content":[{"type":"text","text":"done"},{"type":"text","text":"__ENVELOPE_V1__:ab!"}]})");
    QVERIFY2(damaged.out.contains("The envelope block cannot be decoded"), damaged.out.constData());
    QVERIFY2(!damaged.out.contains("no envelope is recognised"), damaged.out.constData());
    const CommandResult plain = run({u"inspect"_s, u"-"_s}, R"({"content":[{"type":"text","text":"done"}]})");
    QVERIFY2(plain.out.contains("no envelope is recognised"), plain.out.constData());
}

void tst_CliInspect::inspectsLineByLine()
{
    const CommandResult result = run({u"inspect"_s, u"-"_s, u"--batch"_s},
        R"({"input":{"result":{"content":[]}}})"
        "\nnonsense\n"
        R"({"http":{"statusCode":500,"contentType":"text/plain","body":"oops"}})");
    QCOMPARE(result.exitCode, 7);
    const QList<QByteArray> lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(jsonLiteral(lines.at(0)).member("data"_L1).toBytes(), "[]");
    QVERIFY(jsonLiteral(lines.at(1)).member("error"_L1).isString());
    QCOMPARE(jsonLiteral(lines.at(2)).member("error"_L1).member("message"_L1).toString(), u"HTTP 500"_s);
}

void tst_CliInspect::opensATextOfAnySizeByDefault()
{
    const QByteArray text = "{\\\"ok\\\":true,\\\"data\\\":\\\"" + QByteArray(2'000'000, 'x') + "\\\"}";
    const QByteArray result = R"({"content":[{"type":"text","text":")" + text + "\"}]}";
    const Json opened = jsonLiteral(run({u"inspect"_s, u"-"_s, u"--json"_s}, result).out);
    QCOMPARE(opened.member("layers"_L1).toBytes(), R"(["json-text","alpha"])");
    const Json kept =
        jsonLiteral(run({u"inspect"_s, u"-"_s, u"--json"_s, u"--json-in-text"_s, u"keep"_s}, result).out);
    QCOMPARE(kept.member("layers"_L1).size(), 0);
    QCOMPARE(kept.member("closedText"_L1).member("reason"_L1).toString(), u"off"_s);
    const CommandResult told = run({u"inspect"_s, u"-"_s, u"--json-in-text"_s, u"keep"_s}, result);
    QVERIFY(told.out.startsWith("JSON in text (not opened, 2.00 MB)"));
}

void tst_CliInspect::failsForAFailedResultIfRequested()
{
    const QByteArray failed = R"({"content":[{"type":"text","text":"no"}],"isError":true})";
    QCOMPARE(run({u"inspect"_s, u"-"_s}, failed).exitCode, 0);
    QCOMPARE(run({u"inspect"_s, u"-"_s, u"--is-error"_s, u"throw"_s}, failed).exitCode, 1);
}

void tst_CliInspect::readsAResultAsTheOptionsRequire_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("words"); // expected in the output
    QTest::newRow("JSON in text, by default")
        << QStringList{u"get-issue"_s, u"id:=412"_s} << 0 << QByteArray(R"("layers":["json-text"])");
    QTest::newRow("JSON in text, kept") << QStringList{u"get-issue"_s, u"id:=412"_s, u"--json-in-text"_s,
        u"keep"_s} << 0 << QByteArray(R"("layers":[],"closedText":{"kind":"json-text")");
    QTest::newRow("JSON in text, over the limit") << QStringList{u"get-issue"_s, u"id:=412"_s, u"--limit"_s,
        u"envelope.textBytes=20"_s} << 0 << QByteArray(R"("reason":"too-large")");
    QTest::newRow("a failure, by default") << QStringList{u"fail"_s} << 1 << QByteArray(R"("isError":true,)");
    QTest::newRow("a failure, thrown")
        << QStringList{u"fail"_s, u"message=no tea"_s, u"--is-error"_s, u"throw"_s} << 1
        << QByteArray(
               R"({"error":{"code":"EXECUTION_ERROR","message":"MCP tool tracker.fail returned error: no tea")");
}

void tst_CliInspect::readsAResultAsTheOptionsRequire()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, words);
    const CommandResult result = run(QStringList{u"call"_s, u"demo:tracker"_s, u"--json"_s} + arguments);
    QCOMPARE(result.exitCode, exitCode);
    QVERIFY2(result.out.contains(words), QByteArray(result.out + result.err).constData());
}

void tst_CliInspect::readsAResultAsTheSourceRequires()
{
    QFile file(run.home() + u"/strict.workspace.json"_s);
    QVERIFY(file.open(QIODevice::WriteOnly)
        && file.write(R"({"version":1,"name":"strict","sources":[{"name":"tracker","kind":"mcp","settings":
            {"command":"${envelope}","args":["serve","--demo"],"isError":"throw","jsonInText":"keep"}}]})")
            > 0);
    file.close();
    const CommandResult thrown = run({u"call"_s, u"tracker"_s, u"fail"_s, u"--trust"_s});
    QCOMPARE(thrown.exitCode, 1);
    QVERIFY2(thrown.out.isEmpty() && thrown.err.contains("MCP tool tracker.fail returned error"), thrown.err);
    const CommandResult kept =
        run({u"call"_s, u"tracker"_s, u"fail"_s, u"--trust"_s, u"--is-error"_s, u"keep"_s});
    QCOMPARE(kept.exitCode, 1);
    QVERIFY2(!kept.out.isEmpty() && kept.err.startsWith("failed: "), kept.err.constData());
    const CommandResult closed =
        run({u"call"_s, u"tracker"_s, u"get-issue"_s, u"id:=412"_s, u"--trust"_s, u"--json"_s});
    QVERIFY(closed.out.contains(R"("reason":"off")"));
}

void tst_CliInspect::refusesAnUnknownValueOfIsError()
{
    const CommandResult result = run({u"call"_s, u"demo:tracker"_s, u"fail"_s, u"--is-error"_s, u"raise"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.err.contains("--is-error must be keep or throw, not \"raise\""));
}

WORKBENCH_TEST(tst_CliInspect, QCoreApplication)
#include "tst_cliinspect.moc"
