// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/responseenvelope.h"
#include "core/json/jsonparser.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_ResponseEnvelope : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void detectsEnvelopes_data();
    void detectsEnvelopes();
    void writesMetaInOrder();
    void leavesOutWhatIsAbsent();
    void keepsReceivedMetaAsItCame();
    void readsMetaOfEverySource();
    void unwrapsOnlyEnvelopes();
    void flagsErrorsOfMcpOnly();
};

void tst_ResponseEnvelope::detectsEnvelopes_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isEnvelope");
    QTest::newRow("bare object is data") << QByteArray(R"({"id":7})") << false;
    QTest::newRow("null data still counts") << QByteArray(R"({"data":null,"meta":{"source":"mcp"}})") << true;
    QTest::newRow("without data") << QByteArray(R"({"meta":{"source":"local"}})") << false;
    QTest::newRow("without meta") << QByteArray(R"({"data":1})") << false;
    QTest::newRow("source must be a known one")
        << QByteArray(R"({"data":1,"meta":{"source":"fax"}})") << false;
    QTest::newRow("source in capitals") << QByteArray(R"({"data":1,"meta":{"source":"HTTP"}})") << false;
    QTest::newRow("source of the wrong kind") << QByteArray(R"({"data":1,"meta":{"source":1}})") << false;
    QTest::newRow("meta is null") << QByteArray(R"({"data":1,"meta":null})") << false;
    QTest::newRow("more members") << QByteArray(R"({"x":0,"data":1,"meta":{"source":"http","y":2}})") << true;
    QTest::newRow("array") << QByteArray(R"([1])") << false;
}

void tst_ResponseEnvelope::detectsEnvelopes()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, isEnvelope);
    QCOMPARE(isResponseEnvelope(jsonLiteral(body)), isEnvelope);
    QCOMPARE(envelopeFromJson(jsonLiteral(body)).has_value(), isEnvelope);
}

void tst_ResponseEnvelope::writesMetaInOrder()
{
    QCOMPARE(localEnvelope(Json::integer(1), u"notes.find"_s, 1780999999123).toJson().toBytes(),
        R"({"data":1,"meta":{"source":"local","operationId":"notes.find","timestamp":1780999999123}})");
    QCOMPARE(httpEnvelope(Json::null(), {404, {{u"x-b"_s, u"1"_s}, {u"x-a"_s, u"2, 3"_s}}, u"text/plain"_s})
                 .toJson()
                 .toBytes(),
        R"({"data":null,"meta":{"source":"http","statusCode":404,"headers":{"x-b":"1","x-a":"2, 3"},"contentType":"text/plain"}})");
    QCOMPARE(mcpEnvelope(Json::integer(1),
                 {true, jsonLiteral(R"([{"type":"text"}])"), jsonLiteral("{\"a\":1}"), jsonLiteral("{}")})
                 .toJson()
                 .toBytes(),
        R"({"data":1,"meta":{"source":"mcp","isError":true,"content":[{"type":"text"}],"structuredContent":{"a":1},"_meta":{}}})");
}

void tst_ResponseEnvelope::leavesOutWhatIsAbsent()
{
    QCOMPARE(
        mcpEnvelope({}, {}).toJson().toBytes(), R"({"meta":{"source":"mcp","isError":false,"content":[]}})");
}

void tst_ResponseEnvelope::keepsReceivedMetaAsItCame()
{
    const QByteArray text =
        R"({"data":{"b":1.0},"meta":{"extra":[1],"source":"local","timestamp":1.5e3,"operationId":"a.b"}})";
    const auto envelope = envelopeFromJson(jsonLiteral(text));
    QVERIFY(envelope.has_value());
    QCOMPARE(envelope->toJson().toBytes(), text);
    QCOMPARE(std::get<LocalMeta>(envelope->meta()).timestamp, 1500);
    QCOMPARE(std::get<LocalMeta>(envelope->meta()).operationId, u"a.b"_s);
}

void tst_ResponseEnvelope::readsMetaOfEverySource()
{
    const auto http = envelopeFromJson(jsonLiteral(
        R"({"data":1,"meta":{"source":"http","statusCode":201,"headers":{"etag":"x"},"contentType":"a/b"}})"));
    const auto &httpMeta = std::get<HttpMeta>(http->meta());
    QCOMPARE(httpMeta.statusCode, 201);
    QCOMPARE(httpMeta.headers.first().second, u"x"_s);
    QCOMPARE(http->source(), "http"_L1);
    const auto mcp = envelopeFromJson(
        jsonLiteral(R"({"data":1,"meta":{"source":"mcp","content":"wrong","_meta":{"k":1}}})"));
    const auto &mcpMeta = std::get<McpMeta>(mcp->meta());
    QVERIFY(mcpMeta.content.isArray());
    QVERIFY(mcpMeta.structuredContent.isAbsent());
    QCOMPARE(mcpMeta.meta.member("k"_L1), Json::integer(1));
    QCOMPARE(mcp->source(), "mcp"_L1);
}

void tst_ResponseEnvelope::unwrapsOnlyEnvelopes()
{
    QCOMPARE(unwrap(jsonLiteral(R"({"data":5,"meta":{"source":"local"}})")), Json::integer(5));
    QCOMPARE(unwrap(jsonLiteral(R"({"data":5})")), jsonLiteral(R"({"data":5})"));
}

void tst_ResponseEnvelope::flagsErrorsOfMcpOnly()
{
    QVERIFY(mcpEnvelope({}, {true, {}, {}, {}}).isError());
    QVERIFY(!mcpEnvelope({}, {}).isError());
    QVERIFY(!httpEnvelope({}, {500, {}, {}}).isError());
}

QTEST_GUILESS_MAIN(tst_ResponseEnvelope)
#include "tst_responseenvelope.moc"
