// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demoserver.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_DemoServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void negotiatesTheRevision_data();
    void negotiatesTheRevision();
    void requiresInitializeFirst();
    void listsToolsInPages();
    void everyToolAnswers();
    void weatherMatchesItsSchema();
    void wrapsIssuesInAnEnvelope();
    void closesAnIssueWithAToolEnvelope();
    void forecastViolatesItsSchema();
    void returnsAPng();
    void returnsAWav();
    void reportsSlowlyWithProgress();
    void aCancelledReportStaysSilent();
    void refusesInJsonRpc_data();
    void refusesInJsonRpc();
    void answersABatch();
    void neverAnswersNotifications();

private:
    Json ask(const QByteArray &method, const QByteArray &params = "{}")
    {
        sent.clear();
        server->receive(R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":)" + params + "}");
        return sent.isEmpty() ? Json() : jsonLiteral(sent.last());
    }
    Json call(const QByteArray &tool, const QByteArray &arguments = "{}")
    {
        return ask("tools/call", R"({"name":")" + tool + R"(","arguments":)" + arguments + "}")
            .member("result"_L1);
    }
    std::unique_ptr<DemoServer> server;
    QByteArrayList sent;
};

void tst_DemoServer::init()
{
    server = std::make_unique<DemoServer>();
    connect(server.get(), &DemoServer::send, this, [this](const QByteArray &line) { sent.append(line); });
    if (QByteArrayView(QTest::currentTestFunction()) != "requiresInitializeFirst")
        ask("initialize", R"({"protocolVersion":"2025-11-25"})");
}

void tst_DemoServer::negotiatesTheRevision_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QString>("answered");
    QTest::newRow("known") << QByteArray(R"("2025-03-26")") << u"2025-03-26"_s;
    QTest::newRow("unknown") << QByteArray(R"("2031-01-01")") << u"2025-11-25"_s;
    QTest::newRow("wrong type") << QByteArray("7") << u"2025-11-25"_s;
}

void tst_DemoServer::negotiatesTheRevision()
{
    QFETCH(QByteArray, asked);
    QFETCH(QString, answered);
    const Json result = ask("initialize", R"({"protocolVersion":)" + asked + "}").member("result"_L1);
    QCOMPARE(result.member("protocolVersion"_L1).toString(), answered);
    QVERIFY(result.member("serverInfo"_L1).member("name"_L1).isString());
    QVERIFY(result.member("instructions"_L1).isString());
    QVERIFY(result.member("capabilities"_L1).member("tools"_L1).isObject());
}

void tst_DemoServer::requiresInitializeFirst()
{
    QCOMPARE(ask("tools/list").member("error"_L1).member("code"_L1).toInteger().value(), -32600);
    QVERIFY(ask("ping").member("result"_L1).isObject());
}

void tst_DemoServer::listsToolsInPages()
{
    const Json first = ask("tools/list").member("result"_L1);
    QCOMPARE(first.member("tools"_L1).size(), 8);
    QVERIFY(first.member("nextCursor"_L1).isString());
    const Json second = ask("tools/list", R"({"cursor":)" + first.member("nextCursor"_L1).toBytes() + "}")
                            .member("result"_L1);
    QCOMPARE(second.member("tools"_L1).size(), 8);
    QVERIFY(second.member("nextCursor"_L1).isAbsent());
}

void tst_DemoServer::everyToolAnswers()
{
    for (const QByteArray cursor : {"{}", R"({"cursor":"8"})"}) {
        const Json tools = ask("tools/list", cursor).member("result"_L1).member("tools"_L1);
        QVERIFY(tools.size() > 0);
        for (const Json &tool : tools.items()) {
            const QByteArray name = tool.member("name"_L1).utf8().toByteArray();
            const Json reply = ask("tools/call",
                R"({"name":")" + name
                    + R"(","arguments":{"city":"Lisbon","project":"p","id":412,"seconds":0}})");
            if (name == "slow-report") {
                QTRY_VERIFY(!sent.isEmpty());
            } else if (name == "crash-call") {
                QCOMPARE(reply.member("error"_L1).member("code"_L1).toInteger().value(), -32603);
            } else {
                QVERIFY2(reply.member("result"_L1).member("content"_L1).isArray(), name.constData());
                QCOMPARE(reply.member("result"_L1).member("isError"_L1).toBoolean(),
                    name == "fail" || name == "list-closed");
            }
        }
    }
}

void tst_DemoServer::weatherMatchesItsSchema()
{
    const Json weather = call("get-weather", R"({"city":"Lisbon"})").member("structuredContent"_L1);
    QCOMPARE(weather.member("city"_L1).toString(), u"Lisbon"_s);
    QVERIFY(weather.member("temperature"_L1).isNumber());
    QVERIFY(weather.member("humidity"_L1).isInteger());
    QVERIFY(call("get-weather").member("isError"_L1).toBoolean());
}

void tst_DemoServer::wrapsIssuesInAnEnvelope()
{
    const Json result = call("list-issues", R"({"project":"workbench","state":"open","limit":20})");
    const Json structured = result.member("structuredContent"_L1);
    QVERIFY(structured.member("ok"_L1).toBoolean());
    QCOMPARE(structured.member("data"_L1).member("total"_L1).toInteger().value(), 3);
    QCOMPARE(structured.member("data"_L1).member("issues"_L1).size(), 3);
    QVERIFY(structured.member("issues"_L1).isAbsent()); // although the schema requires it at the root
    QCOMPARE(result.member("content"_L1).at(1).member("type"_L1).toString(), u"resource_link"_s);
}

void tst_DemoServer::closesAnIssueWithAToolEnvelope()
{
    const Json content = call("close-issue", R"({"id":412})").member("content"_L1);
    QCOMPARE(content.size(), 2);
    const QByteArray marked = content.at(1).member("text"_L1).utf8().toByteArray();
    QVERIFY(marked.startsWith("__ENVELOPE_V1__:"));
    const Json envelope = jsonLiteral(QByteArray::fromBase64(marked.sliced(16)));
    QVERIFY(envelope.member("payload"_L1).member("issue"_L1).member("closed"_L1).toBoolean());
    QCOMPARE(envelope.member("meta"_L1).member("tool"_L1).toString(), u"close-issue"_s);
    QCOMPARE(envelope.member("meta"_L1).member("version"_L1).toInteger().value(), 1);
    QVERIFY(envelope.member("meta"_L1).member("ts"_L1).toString().endsWith(u'Z'));
    QCOMPARE(call("list-issues", R"({"project":"p"})")
                 .member("structuredContent"_L1)
                 .member("data"_L1)
                 .member("total"_L1)
                 .toInteger()
                 .value(),
        2);
    QVERIFY(call("close-issue", R"({"id":1})").member("isError"_L1).toBoolean());
}

void tst_DemoServer::forecastViolatesItsSchema()
{
    const Json forecast =
        call("get-forecast", R"({"city":"Lisbon","days":2})").member("structuredContent"_L1);
    QCOMPARE(forecast.member("days"_L1).size(), 2);
    QVERIFY(forecast.member("days"_L1).at(0).member("high"_L1).isString());
}

void tst_DemoServer::returnsAPng()
{
    const Json block = call("draw-dot", R"({"size":9})").member("content"_L1).at(0);
    QCOMPARE(block.member("mimeType"_L1).toString(), u"image/png"_s);
    const QByteArray png = QByteArray::fromBase64(block.member("data"_L1).utf8().toByteArray());
    QVERIFY(png.startsWith(QByteArrayView("\x89PNG\r\n\x1a\n", 8)));
    QCOMPARE(png.sliced(8, 25).toHex(),
        QByteArray("0000000d4948445200000009000000090806000000e0910610")); // IHDR and its CRC
    QVERIFY(png.endsWith(QByteArray::fromHex("49454e44ae426082")));
    QVERIFY(call("draw-dot", R"({"color":"red"})").member("isError"_L1).toBoolean());
}

void tst_DemoServer::returnsAWav()
{
    const Json block = call("beep", R"({"milliseconds":10})").member("content"_L1).at(0);
    const QByteArray wav = QByteArray::fromBase64(block.member("data"_L1).utf8().toByteArray());
    QVERIFY(wav.startsWith("RIFF"));
    QCOMPARE(wav.sliced(8, 8), QByteArray("WAVEfmt "));
    QCOMPARE(wav.size(), 44 + 80);
}

void tst_DemoServer::reportsSlowlyWithProgress()
{
    sent.clear();
    server->receive(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow-report","arguments":{"seconds":0.4},"_meta":{"progressToken":"t"}}})");
    QVERIFY(sent.isEmpty());
    QTRY_COMPARE(sent.size(), 3);
    QCOMPARE(jsonLiteral(sent.at(0)).member("params"_L1).member("progressToken"_L1).toString(), u"t"_s);
    QCOMPARE(jsonLiteral(sent.at(1)).member("params"_L1).member("progress"_L1).toInteger().value(), 2);
    QVERIFY(jsonLiteral(sent.at(2)).member("result"_L1).isObject());
}

void tst_DemoServer::aCancelledReportStaysSilent()
{
    sent.clear();
    server->receive(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow-report","arguments":{"seconds":0.2}}})");
    server->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    QTest::qWait(300);
    QVERIFY(sent.isEmpty());
}

void tst_DemoServer::refusesInJsonRpc_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code");
    QTest::newRow("not JSON") << QByteArray("hello") << -32700;
    QTest::newRow("not a request") << QByteArray(R"({"id":1})") << -32600;
    QTest::newRow("unknown method") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"no/such"})") << -32601;
    QTest::newRow("unknown tool") << QByteArray(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}})")
                                  << -32602;
    QTest::newRow("bad cursor") << QByteArray(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})")
                                << -32602;
}

void tst_DemoServer::refusesInJsonRpc()
{
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    sent.clear();
    server->receive(line);
    QCOMPARE(sent.size(), 1);
    QCOMPARE(jsonLiteral(sent.first()).member("error"_L1).member("code"_L1).toInteger().value(), code);
}

void tst_DemoServer::answersABatch()
{
    sent.clear();
    server->receive(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}])");
    QCOMPARE(sent.size(), 2);
}

void tst_DemoServer::neverAnswersNotifications()
{
    sent.clear();
    server->receive(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    server->receive(R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"fail"}})");
    server->receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    server->receive("");
    QVERIFY(sent.isEmpty());
}

WORKBENCH_TEST(tst_DemoServer, QCoreApplication)
#include "tst_demoserver.moc"
