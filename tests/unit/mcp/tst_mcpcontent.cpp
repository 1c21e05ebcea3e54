// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/mcpblock.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "core/mcp/mcpcontent.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpContent : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsTheResultAsReceived_data();
    void keepsTheResultAsReceived();
    void nullIsDataWhereTheRevisionAllowsIt_data();
    void nullIsDataWhereTheRevisionAllowsIt();
    void anUnknownBlockHidesNoOther();
    void looksIntoAnObjectInPlaceOfAResult();
    void explainsWhatWasSent_data();
    void explainsWhatWasSent();
    void anErrorResultIsAnEnvelope();
    void keepsMetaAndUncastStructuredContent();
    void refusesAResultThatIsNotAnObject();
    void readsResources();
    void keepsAResourceAsReceived_data();
    void keepsAResourceAsReceived();
    void readsPrompts();
    void readsBlocksAsTypes_data();
    void readsBlocksAsTypes();
    void keepsAnUnknownBlockAsReceived();
};

void tst_McpContent::keepsTheResultAsReceived_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("content"); // the content in meta
    QTest::addColumn<bool>("isWhole"); // whether meta.result has all of it
    const auto row = [](const char *name, const QByteArray &result, const QByteArray &data,
                         const QByteArray &content,
                         bool isWhole) { QTest::newRow(name) << result << data << content << isWhole; };
    const QByteArray text = R"([{"type":"text","text":"x"}])";
    row("structured content", R"({"content":[],"structuredContent":{"a":1.50}})", R"({"a":1.50})", "[]",
        false);
    row("blocks", QByteArray(R"({"content":)" + text + '}'), text, text, false);
    row("an array as structured content", R"({"content":[],"structuredContent":[1]})", "[1]", "[]", false);
    row("null as structured content", QByteArray(R"({"content":)" + text + R"(,"structuredContent":null})"),
        text, text, true);
    row("no content beside structured content", R"({"structuredContent":{}})", "{}", "[]", true);
    row("nothing at all", "{}", "{}", "[]", true);
    row("an object in its place", R"({"success":true,"items":["a"],"total":2})",
        R"({"success":true,"items":["a"],"total":2})", "[]", true);
    row("the form before 2024-11-05", R"({"toolResult":{"a":1}})", R"({"toolResult":{"a":1}})", "[]", true);
    row("content is text", R"({"content":"hello"})", R"("hello")", "[]", true);
    row("content is an object", R"({"content":{"type":"text","text":"x"}})", R"({"type":"text","text":"x"})",
        "[]", true);
    row("content is null", R"({"content":null,"note":1})", R"({"content":null,"note":1})", "[]", true);
    row("isError is text", R"({"content":[],"isError":"true"})", "[]", "[]", true);
    row("members beside", QByteArray(R"({"total":2,"content":)" + text + '}'), text, text, true);
    const QByteArray odd =
        R"([{"type":"hologram","depth":3.0},{"text":"no type"},"loose",null,{"type":"image","data":"aGk="}])";
    row("odd blocks", QByteArray(R"({"content":)" + odd + '}'), odd, odd, false);
}

void tst_McpContent::keepsTheResultAsReceived()
{
    QFETCH(QByteArray, result);
    QFETCH(bool, isWhole);
    const Result<McpResult> made = toolEnvelope(jsonLiteral(result), u"files"_s);
    QVERIFY(made);
    const McpMeta &meta = std::get<McpMeta>(made->envelope.meta());
    QTEST(made->envelope.data.toBytes(), "data");
    QTEST(meta.content.toBytes(), "content");
    QCOMPARE(meta.result.toBytes(), isWhole ? result : QByteArray());
    QVERIFY(!made->envelope.isError());
    QCOMPARE(meta.received().toBytes(), made->envelope.data.toBytes());
    const std::optional<ResponseEnvelope> again = envelopeFromJson(made->envelope.toJson());
    QVERIFY(again); // the record holds it too
    QCOMPARE(std::get<McpMeta>(again->meta()).result.toBytes(), meta.result.toBytes());
}

void tst_McpContent::nullIsDataWhereTheRevisionAllowsIt_data()
{
    QTest::addColumn<QString>("revision");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<bool>("isWhole"); // whether meta.result has all of it
    QTest::newRow("an older revision") << u"2025-11-25"_s << QByteArray(R"({"a":1})") << true;
    QTest::newRow("the revision that allows any JSON") << u"2026-07-28"_s << QByteArray("null") << false;
}

void tst_McpContent::nullIsDataWhereTheRevisionAllowsIt()
{
    QFETCH(QString, revision);
    QFETCH(bool, isWhole);
    const Result<McpResult> made = toolEnvelope(
        jsonLiteral(
            R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":null,"resultType":"complete"})"),
        u"files"_s, revision);
    QVERIFY(made);
    QCOMPARE(!std::get<McpMeta>(made->envelope.meta()).result.isAbsent(), isWhole);
    const auto outcome = runPipeline(made->envelope, u"a.b"_s, *prepareSchema(Json()));
    QVERIFY(outcome);
    QTEST(payloadOf(*outcome).toBytes(), "payload");
}

void tst_McpContent::anUnknownBlockHidesNoOther()
{
    const Result<McpResult> made = toolEnvelope(
        jsonLiteral(
            R"({"content":[{"type":"hologram","x":1},{"type":"text","text":"{\"a\":1}"},{"type":"image"}]})"),
        u"files"_s);
    QVERIFY(made);
    const auto outcome = runPipeline(made->envelope, u"a.b"_s, *prepareSchema(Json()));
    QVERIFY(outcome && outcome->recognition);
    QCOMPARE(outcome->receivedData.size(), 3);
    QCOMPARE(outcome->recognition->layers.size(), 1);
    QCOMPARE(outcome->recognition->data.toBytes(), QByteArray(R"({"a":1})"));
}

// Servers that return their own object in place of a CallToolResult may use known envelopes in it.
void tst_McpContent::looksIntoAnObjectInPlaceOfAResult()
{
    const Result<McpResult> made =
        toolEnvelope(jsonLiteral(R"({"success":true,"data":{"answer":42}})"), u"files"_s);
    QVERIFY(made);
    const auto outcome = runPipeline(made->envelope, u"a.b"_s, *prepareSchema(Json()));
    QVERIFY(outcome && outcome->recognition);
    QCOMPARE(payloadOf(*outcome).toBytes(), QByteArray(R"({"answer":42})"));
}

// The explanation shows no content that the server did not send.
void tst_McpContent::explainsWhatWasSent_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("an object in its place") << QByteArray(R"({"items":[],"total":0})");
    QTest::newRow("content is text") << QByteArray(R"({"content":"hello"})");
    QTest::newRow("blocks") << QByteArray(R"({"content":[{"type":"text","text":"x"}]})");
}

void tst_McpContent::explainsWhatWasSent()
{
    QFETCH(QByteArray, result);
    const Result<McpResult> made = toolEnvelope(jsonLiteral(result), u"files"_s);
    QVERIFY(made);
    const auto outcome = runPipeline(
        made->envelope, u"a.b"_s, *prepareSchema(jsonLiteral(R"({"type":"object","required":["a"]})")));
    QVERIFY(outcome && !outcome->diagnoses.isEmpty());
    QCOMPARE(outcome->diagnoses.first().code, u"schema.missing-structured-content"_s);
    QCOMPARE(outcome->diagnoses.first().subject.toBytes(), result);
}

void tst_McpContent::anErrorResultIsAnEnvelope()
{
    const Result<McpResult> made =
        toolEnvelope(jsonLiteral(R"({"content":[{"type":"text","text":"no"}],"isError":true})"), u"files"_s);
    QVERIFY(made);
    QVERIFY(made->envelope.isError());
    QCOMPARE(made->envelope.source(), "mcp"_L1);
}

void tst_McpContent::keepsMetaAndUncastStructuredContent()
{
    const Result<McpResult> made = toolEnvelope(
        jsonLiteral(R"({"content":[],"structuredContent":{"n":"3"},"_meta":{"trace":1}})"), u"files"_s);
    QVERIFY(made);
    const McpMeta *meta = std::get_if<McpMeta>(&made->envelope.meta());
    QVERIFY(meta);
    QCOMPARE(meta->structuredContent.toBytes(), QByteArray(R"({"n":"3"})"));
    QCOMPARE(meta->meta.toBytes(), QByteArray(R"({"trace":1})"));
    QVERIFY(meta->content.isArray());
}

void tst_McpContent::refusesAResultThatIsNotAnObject()
{
    const Result<McpResult> made = toolEnvelope(jsonLiteral("42"), u"files"_s);
    QVERIFY(!made);
    QCOMPARE(made.error().kind, ErrorKind::Protocol);
    QCOMPARE(made.error().message, u"\"files\" answered tools/call with a number, expected an object."_s);
}

void tst_McpContent::readsResources()
{
    const Json result = jsonLiteral(R"({"contents":[{"uri":"a:b","mimeType":"text/plain","text":"t"}]})");
    const Result<McpResult> made = resourceEnvelope(result, u"files"_s);
    QVERIFY(made);
    QCOMPARE(made->envelope.data, result.member("contents"_L1));
    QCOMPARE(
        std::get<McpMeta>(made->envelope.meta()).content.at(0).member("type"_L1).toString(), u"resource"_s);
}

void tst_McpContent::keepsAResourceAsReceived_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<bool>("isWhole");
    const QByteArray contents = R"([{"uri":"a:b","text":"t"}])";
    QTest::newRow("as defined") << QByteArray(R"({"contents":)" + contents + R"(,"_meta":{}})") << contents
                                << false;
    QTest::newRow("as in 2026-07-28") << QByteArray(
        R"({"contents":)" + contents + R"(,"resultType":"complete","ttlMs":1,"cacheScope":"public"})")
                                      << contents << false;
    QTest::newRow("members beside") << QByteArray(R"({"n":1,"contents":)" + contents + '}') << contents
                                    << true;
    QTest::newRow("no contents") << QByteArray(R"({"uri":"a:b","text":"t"})")
                                 << QByteArray(R"({"uri":"a:b","text":"t"})") << true;
    QTest::newRow("contents are text") << QByteArray(R"({"contents":"t"})") << QByteArray(R"("t")") << true;
    QTest::newRow("odd _meta") << QByteArray(R"({"contents":[],"_meta":7})") << QByteArray("[]") << true;
}

void tst_McpContent::keepsAResourceAsReceived()
{
    QFETCH(QByteArray, result);
    QFETCH(bool, isWhole);
    const Result<McpResult> made = resourceEnvelope(jsonLiteral(result), u"files"_s);
    QVERIFY(made);
    QTEST(made->envelope.data.toBytes(), "data");
    QCOMPARE(std::get<McpMeta>(made->envelope.meta()).result.toBytes(), isWhole ? result : QByteArray());
}

void tst_McpContent::readsPrompts()
{
    const Json result = jsonLiteral(
        R"({"description":"d","messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"_meta":{"a":1}})");
    const Result<McpResult> made = promptEnvelope(result, u"files"_s);
    QVERIFY(made);
    QCOMPARE(made->envelope.data.member("description"_L1).toString(), u"d"_s);
    QVERIFY(made->envelope.data.member("_meta"_L1).isAbsent());
    QCOMPARE(std::get<McpMeta>(made->envelope.meta()).content.toBytes(),
        QByteArray(R"([{"type":"text","text":"hi"}])"));
}

void tst_McpContent::readsBlocksAsTypes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<McpBlock::Kind>("kind");
    QTest::addColumn<QString>("held");
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("said"); // audience, priority, lastModified
    using Kind = McpBlock::Kind;
    QTest::newRow("text") << QByteArray(
        R"({"type":"text","text":"hi","annotations":{"audience":["user",7],"priority":0.50,"lastModified":"2026-01-02"}})")
                          << Kind::Text << u"hi"_s << QString() << u"user,|0.50|\"2026-01-02\""_s;
    QTest::newRow("image") << QByteArray(R"({"type":"image","data":"aGk="})") << Kind::Image << u"aGk="_s
                           << QString() << u"||"_s;
    QTest::newRow("audio") << QByteArray(R"({"type":"audio","data":"aGk=","mimeType":"audio/wav"})")
                           << Kind::Audio << u"aGk="_s << QString() << u"||"_s;
    QTest::newRow("link") << QByteArray(
        R"({"type":"resource_link","uri":"a:b","name":"n","title":"t","annotations":{"audience":"user"}})")
                          << Kind::ResourceLink << QString() << u"a:b"_s << u"||"_s;
    QTest::newRow("text resource") << QByteArray(
        R"({"type":"resource","resource":{"uri":"a:b","text":"t","annotations":{"priority":1}}})")
                                   << Kind::Resource << u"t"_s << u"a:b"_s << u"|1|"_s;
    QTest::newRow("blob before text")
        << QByteArray(R"({"type":"resource","resource":{"uri":"a:b","text":"t","blob":"aGk="}})")
        << Kind::Resource << u"aGk="_s << u"a:b"_s << u"||"_s;
    QTest::newRow("text without text")
        << QByteArray(R"({"type":"text"})") << Kind::Unknown << QString() << QString() << u"||"_s;
    QTest::newRow("another type") << QByteArray(R"({"type":"hologram","annotations":{"priority":0}})")
                                  << Kind::Unknown << QString() << QString() << u"|0|"_s;
    QTest::newRow("not an object") << QByteArray("7") << Kind::Unknown << QString() << QString() << u"||"_s;
}

void tst_McpContent::readsBlocksAsTypes()
{
    QFETCH(QByteArray, json);
    QFETCH(McpBlock::Kind, kind);
    const McpBlock block = McpBlock::read(jsonLiteral(json));
    QCOMPARE(block.kind, kind);
    QTEST(block.held.toString(), "held");
    QTEST(block.uri, "uri");
    const McpAnnotations &said = block.annotations;
    const QString shown = QString(said.audience.join(u',') + u'|'
        + QString::fromUtf8(said.priority.isAbsent() ? QByteArray() : said.priority.toBytes()) + u'|'
        + QString::fromUtf8(said.lastModified.isAbsent() ? QByteArray() : said.lastModified.toBytes()));
    QTEST(shown, "said");
    QCOMPARE(block.raw.toBytes(), json);
    QCOMPARE(block.isBase64, block.held.toString() == "aGk="_L1);
}

void tst_McpContent::keepsAnUnknownBlockAsReceived()
{
    const QByteArray odd = R"({"type":"hologram","depth":3.0})";
    const Result<McpResult> tool =
        toolEnvelope(jsonLiteral(QByteArray(R"({"content":[)" + odd + "]}")), u"s"_s);
    const Result<McpResult> prompt = promptEnvelope(
        jsonLiteral(
            QByteArray(R"({"messages":[{"role":"user","content":[)" + odd + R"(]},{"role":"assistant"}]})")),
        u"s"_s);
    for (const auto &made : {tool, prompt}) {
        QVERIFY(made);
        const auto &meta = std::get<McpMeta>(made->envelope.meta());
        QCOMPARE(meta.content.at(0).toBytes(), odd);
    }
    const QList<McpMessage> messages = messagesOf(prompt->envelope.data);
    QCOMPARE(messages.size(), 2);
    QCOMPARE(messages.at(0).role, u"user"_s);
    QCOMPARE(messages.at(0).blocks.first().raw.toBytes(), odd);
    QVERIFY(messages.at(1).blocks.isEmpty());
}

WORKBENCH_TEST(tst_McpContent, QCoreApplication)
#include "tst_mcpcontent.moc"
