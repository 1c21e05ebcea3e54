// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/mcp/envelopeforms.h"
#include "core/sources/mcp/mcpadapter.h"
#include "tests/support/counts.h"
#include "tests/support/fakechannel.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_EnvelopeForms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void servesTheVectors_data();
    void servesTheVectors();
    void survivesTheMcpSource_data();
    void survivesTheMcpSource();
    void validatesUnwrappedDataAgainstTheInnerSchema();
    void leavesForeignResultsUnchanged();
    void declaresTheSchemaOfTheSentData();
    void makesResultsFromFailedCalls_data();
    void makesResultsFromFailedCalls();
    void cleanupTestCase();

private:
    int m_passed = 0;
    int m_total = 0;
};

namespace {

//! Returns the envelope of \a json, also without data, as when an operation returned nothing.
ResponseEnvelope envelopeOf(const Json &json)
{
    const bool hasData = json.hasMember("data"_L1);
    auto envelope = envelopeFromJson(Json::object(
        {{u"data"_s, hasData ? json.member("data"_L1) : Json::null()}, {u"meta"_s, json.member("meta"_L1)}}));
    if (!hasData)
        envelope->data = {};
    return *envelope;
}

//! Returns the outcome of our MCP source when the server answers a call with \a served.
Result<Outcome> throughMcp(const Json &served, const Json &outputSchema)
{
    auto made = std::make_unique<FakeChannel>();
    made->respond = [&served](const McpOutgoing &outgoing) -> FakeChannel::Answers {
        if (FakeChannel::methodOf(outgoing) == "initialize"_L1) {
            return {FakeChannel::resultFor(outgoing,
                R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}})")};
        }
        if (FakeChannel::methodOf(outgoing) == "tools/call"_L1)
            return {FakeChannel::resultFor(outgoing, served.toBytes())};
        return {};
    };
    ExchangeLog log;
    McpAdapter adapter(u"served"_s, std::move(made), {}, {}, &log);
    if (const Result<PeerInfo> peer = QCoro::waitFor(adapter.open()); !peer)
        return std::unexpected(peer.error());
    OperationSpec spec;
    spec.id = {u"served"_s, u"tool"_s};
    spec.kind = u"tool"_s;
    spec.outputSchema = outputSchema;
    Result<HandlerResult> result = QCoro::waitFor(adapter.invoke(spec, Json::emptyObject(), {}));
    if (!result)
        return std::unexpected(result.error());
    return runPipeline(*std::move(result), spec.id.toString(), *prepareSchema(outputSchema));
}

} // namespace

void tst_EnvelopeForms::servesTheVectors_data()
{
    QTest::addColumn<Json>("vector");
    QFile file(QStringLiteral(TESTS_DIR "/vectors/envelope-vectors.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<Json> document = parseJson(file.readAll());
    QVERIFY(document.has_value());
    for (const Json vector : document->member("serving"_L1).items())
        QTest::newRow(vector.member("id"_L1).toString().toUtf8().constData()) << vector;
}

void tst_EnvelopeForms::servesTheVectors()
{
    QFETCH(Json, vector);
    ++m_total;
    const ResponseEnvelope envelope = envelopeOf(vector.member("envelope"_L1));
    const McpFormOptions options{vector.member("options"_L1).member("anyJsonStructured"_L1).toBoolean()};
    const Json result = toCallToolResult(envelope, options);
    QCOMPARE(result, vector.member("mcp"_L1));
    QCOMPARE(envelopeFromCallToolResult(result).envelope.toJson(), vector.member("back"_L1));
    ++m_passed;
}

void tst_EnvelopeForms::survivesTheMcpSource_data()
{
    servesTheVectors_data();
}

void tst_EnvelopeForms::survivesTheMcpSource()
{
    QFETCH(Json, vector);
    const McpFormOptions options{vector.member("options"_L1).member("anyJsonStructured"_L1).toBoolean()};
    const Json served = toCallToolResult(envelopeOf(vector.member("envelope"_L1)), options);
    const Result<Outcome> outcome = throughMcp(served, {});
    QVERIFY(outcome);
    QCOMPARE(outcome->envelope.toJson(), vector.member("back"_L1));
    const bool isMarked = served.member("_meta"_L1).hasMember(envelopeMetaMark);
    QCOMPARE(outcome->envelope.isClaimed, isMarked);
    QCOMPARE(std::ranges::contains(
                 outcome->recognition->notes, "response-envelope.claimed"_L1, &RecognitionNote::code),
        isMarked);
}

void tst_EnvelopeForms::validatesUnwrappedDataAgainstTheInnerSchema()
{
    const Json declared = servedOutputSchema(jsonLiteral(R"({"type":"array","items":{"type":"integer"}})"));
    const auto warnings = [&declared](const char *data) {
        const ResponseEnvelope envelope = localEnvelope(jsonLiteral(data), u"math.primes"_s, 1);
        const Result<Outcome> outcome = throughMcp(toCallToolResult(envelope), declared);
        return outcome ? attentionCount(*outcome) : -1;
    };
    QCOMPARE(warnings("[2,3,5]"), 0);
    QCOMPARE(warnings(R"([2,"three"])"), 1);
    const ResponseEnvelope missing =
        httpEnvelope(jsonLiteral(R"({"why":"gone"})"), {404, {}, u"application/json"_s});
    const Result<Outcome> outcome =
        throughMcp(toCallToolResult(missing), jsonLiteral(R"({"required":["id"]})"));
    QVERIFY(outcome && outcome->warnings.isEmpty());
}

void tst_EnvelopeForms::leavesForeignResultsUnchanged()
{
    const Json result = jsonLiteral(
        R"({"content":[],"structuredContent":{"a":1},"_meta":{"response-envelope/meta":{"source":"grpc"}}})");
    const RestoredEnvelope back = envelopeFromCallToolResult(result);
    QVERIFY(!back.isRestored);
    QCOMPARE(back.envelope.source(), "mcp"_L1);
    QCOMPARE(back.envelope.data, jsonLiteral(R"({"a":1})"));
}

void tst_EnvelopeForms::declaresTheSchemaOfTheSentData()
{
    const Json object = jsonLiteral(R"({"type":"object"})");
    const Json list = jsonLiteral(R"({"type":"array"})");
    QCOMPARE(servedOutputSchema(object), object);
    QCOMPARE(servedOutputSchema(list, {.anyJsonStructured = true}), list);
    QCOMPARE(servedOutputSchema(list).member("properties"_L1).member("result"_L1), list);
    QVERIFY(servedOutputSchema(list).member("x-fastmcp-wrap-result"_L1).toBoolean());
    QVERIFY(servedOutputSchema({}).isAbsent());
}

void tst_EnvelopeForms::makesResultsFromFailedCalls_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("unknown operation") << QString(ErrorCode::operationNotFound);
    QTest::newRow("no access") << QString(ErrorCode::accessDenied);
    QTest::newRow("invalid input") << QString(ErrorCode::validationError);
    QTest::newRow("timeout") << QString(ErrorCode::timeout);
    QTest::newRow("anything else") << u"OUT_OF_TEA"_s;
}

void tst_EnvelopeForms::makesResultsFromFailedCalls()
{
    QFETCH(QString, code);
    const Error error{.kind = ErrorKind::Remote, .code = code, .message = u"no such note"_s};
    const Json result = toCallToolResult(error);
    QVERIFY(result.member("isError"_L1).toBoolean());
    QCOMPARE(result.member("content"_L1).at(0).member("text"_L1).toString(), code + u": no such note");
    QVERIFY(!result.hasMember("structuredContent"_L1));
}

void tst_EnvelopeForms::cleanupTestCase()
{
    Test::reportCount(u"serving vectors"_s, m_passed, m_total);
}

WORKBENCH_TEST(tst_EnvelopeForms, QCoreApplication)
#include "tst_envelopeforms.moc"
