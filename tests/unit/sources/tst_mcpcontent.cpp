// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/mcpblock.h"
#include "core/envelope/pipeline.h"
#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpcontent.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpContent : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void mapsBlocks_data();
    void mapsBlocks();
    void takesDataFromTheResult_data();
    void takesDataFromTheResult();
    void anUnknownBlockHidesNoOther();
    void anErrorResultIsAnEnvelope();
    void keepsMetaAndUncastStructuredContent();
    void refusesAResultThatIsNoObject();
    void readsResources();
    void readsPrompts();
    void readsBlocksAsTypes_data();
    void readsBlocksAsTypes();
    void keepsAnUnknownBlockAsReceived();
};

void tst_McpContent::mapsBlocks_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QByteArray>("mapped");
    const auto same = [](const char *name, const char *block) {
        QTest::newRow(name) << QByteArray(block) << QByteArray(block);
    };
    same("text", R"({"type":"text","text":"hi"})");
    same("text with annotations and _meta",
        R"({"type":"text","text":"hi","annotations":{"priority":1},"_meta":{"a":1}})");
    same("image", R"({"type":"image","data":"aGk=","mimeType":"image/png"})");
    same("resource", R"({"type":"resource","resource":{"uri":"a:b","text":"t"}})");
    same("resource link", R"({"type":"resource_link","uri":"a:b","name":"n"})");
    QTest::newRow("image without media type")
        << QByteArray(R"({"type":"image","data":"aGk="})")
        << QByteArray(R"({"type":"image","data":"aGk=","mimeType":"application/octet-stream"})");
    QTest::newRow("audio without media type")
        << QByteArray(R"({"type":"audio","data":"aGk="})")
        << QByteArray(R"({"type":"audio","data":"aGk=","mimeType":"audio/octet-stream"})");
    QTest::newRow("unknown type") << QByteArray(R"({"type":"hologram","depth":3})")
                                  << QByteArray(
                                         R"({"type":"text","text":"{\"type\":\"hologram\",\"depth\":3}"})");
    QTest::newRow("text without text")
        << QByteArray(R"({"type":"text"})") << QByteArray(R"({"type":"text","text":"{\"type\":\"text\"}"})");
    QTest::newRow("no object") << QByteArray("42") << QByteArray(R"({"type":"text","text":"42"})");
    QTest::newRow("null") << QByteArray("null") << QByteArray(R"({"type":"text","text":"null"})");
}

void tst_McpContent::mapsBlocks()
{
    QFETCH(QByteArray, block);
    QFETCH(QByteArray, mapped);
    QCOMPARE(mappedBlock(jsonLiteral(block)).toBytes(), mapped);
}

void tst_McpContent::takesDataFromTheResult_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<int>("remarks");
    QTest::newRow("structured content")
        << QByteArray(R"({"content":[],"structuredContent":{"a":1.50}})") << QByteArray(R"({"a":1.50})") << 0;
    QTest::newRow("null counts as absent")
        << QByteArray(R"({"content":[{"type":"text","text":"x"}],"structuredContent":null})")
        << QByteArray(R"([{"type":"text","text":"x"}])") << 0;
    QTest::newRow("blocks") << QByteArray(R"({"content":[{"type":"text","text":"x"}]})")
                            << QByteArray(R"([{"type":"text","text":"x"}])") << 0;
    QTest::newRow("no content beside structured content")
        << QByteArray(R"({"structuredContent":{}})") << QByteArray("{}") << 0;
    QTest::newRow("an array is kept")
        << QByteArray(R"({"content":[],"structuredContent":[1]})") << QByteArray("[1]") << 0;
    QTest::newRow("nothing at all") << QByteArray("{}") << QByteArray("[]") << 1;
    QTest::newRow("content is an object") << QByteArray(R"({"content":{"type":"text","text":"x"}})")
                                          << QByteArray(R"([{"type":"text","text":"x"}])") << 1;
    QTest::newRow("isError is text") << QByteArray(R"({"content":[],"isError":"true"})") << QByteArray("[]")
                                     << 1;
    QTest::newRow("unknown block") << QByteArray(R"({"content":[{"type":"x"}]})")
                                   << QByteArray(R"([{"type":"text","text":"{\"type\":\"x\"}"}])") << 1;
}

void tst_McpContent::takesDataFromTheResult()
{
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, data);
    QFETCH(int, remarks);
    const Result<McpResult> made = toolEnvelope(jsonLiteral(result), u"files"_s);
    QVERIFY(made);
    QCOMPARE(made->envelope.data.toBytes(), data);
    QCOMPARE(made->remarks.size(), remarks);
    QVERIFY(!made->envelope.isError());
}

void tst_McpContent::anUnknownBlockHidesNoOther()
{
    const Result<McpResult> made = toolEnvelope(
        jsonLiteral(
            R"({"content":[{"type":"hologram","x":1},{"type":"text","text":"hello"},{"type":"image"}]})"),
        u"files"_s);
    QVERIFY(made);
    QCOMPARE(std::get<McpMeta>(made->envelope.meta()).unknownBlocks, (QList<qsizetype>{0, 2}));
    const auto outcome = runPipeline(made->envelope, u"a.b"_s, *prepareSchema(Json()));
    QVERIFY(outcome && outcome->recognition);
    QVERIFY(outcome->recognition->layers.isEmpty());
    QCOMPARE(outcome->recognition->data.size(), 3);
    QCOMPARE(outcome->recognition->data.at(1).member("text"_L1).toString(), u"hello"_s);
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

void tst_McpContent::refusesAResultThatIsNoObject()
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
    QTest::newRow("no object") << QByteArray("7") << Kind::Unknown << QString() << QString() << u"||"_s;
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
        QCOMPARE(blockAt(meta, 0).kind, McpBlock::Kind::Unknown);
        QCOMPARE(blockAt(meta, 0).raw.toBytes(), odd);
        QCOMPARE(made->remarks.size(), 1);
    }
    const QList<McpMessage> messages = messagesOf(prompt->envelope.data);
    QCOMPARE(messages.size(), 2);
    QCOMPARE(messages.at(0).role, u"user"_s);
    QCOMPARE(messages.at(0).blocks.first().raw.toBytes(), odd);
    QVERIFY(messages.at(1).blocks.isEmpty());
}

WORKBENCH_TEST(tst_McpContent, QCoreApplication)
#include "tst_mcpcontent.moc"
