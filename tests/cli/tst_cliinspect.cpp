// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope inspect`: what it reads, says and answers with.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"

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
    void inspectsAgainstTheDeclaredSchema();
    void inspectsLineByLine();
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

QTEST_GUILESS_MAIN(tst_CliInspect)
#include "tst_cliinspect.moc"
