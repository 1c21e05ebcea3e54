// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/outcome.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/envelope/responseenvelope.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_ResponseEnvelope : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void detectsEnvelopes_data();
    void detectsEnvelopes();
    void writesMetaInOrder();
    void omitsAbsentMembers();
    void keepsReceivedMetaUnchanged();
    void keepsAnExtensionThatIsNotAnObject();
    void readsMetaOfEverySource();
    void flagsOnlyMcpErrors();
    void validatesMetaAgainstItsSchema_data();
    void validatesMetaAgainstItsSchema();
    void itsSchemaDescribesItsEnvelopes();
    void invalidReceivedMetaIsAWarning();
    void additionalMembersAndBareValuesAreNotes();
    void reportsOfAHubReachTheCaller();
    void aFaultIsReportedOnceOverHubs_data();
    void aFaultIsReportedOnceOverHubs();
    void aLongReportIsShortened();
    void aBareValueIsReported();
    void ignoresMalformedReports();
};

void tst_ResponseEnvelope::detectsEnvelopes_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isEnvelope");
    QTest::newRow("bare object is data") << QByteArray(R"({"id":7})") << false;
    QTest::newRow("null data still counts") << QByteArray(R"({"data":null,"meta":{"source":"mcp"}})") << true;
    QTest::newRow("without data") << QByteArray(R"({"meta":{"source":"local"}})") << false;
    QTest::newRow("without meta") << QByteArray(R"({"data":1})") << false;
    QTest::newRow("an unknown source is refused")
        << QByteArray(R"({"data":1,"meta":{"source":"fax"}})") << false;
    QTest::newRow("source in capitals") << QByteArray(R"({"data":1,"meta":{"source":"HTTP"}})") << false;
    QTest::newRow("source of the wrong type") << QByteArray(R"({"data":1,"meta":{"source":1}})") << false;
    QTest::newRow("meta is null") << QByteArray(R"({"data":1,"meta":null})") << false;
    QTest::newRow("additional members")
        << QByteArray(R"({"x":0,"data":1,"meta":{"source":"http","y":2}})") << true;
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

void tst_ResponseEnvelope::omitsAbsentMembers()
{
    QCOMPARE(
        mcpEnvelope({}, {}).toJson().toBytes(), R"({"meta":{"source":"mcp","isError":false,"content":[]}})");
}

void tst_ResponseEnvelope::keepsReceivedMetaUnchanged()
{
    const QByteArray text =
        R"({"data":{"b":1.0},"meta":{"extra":[1],"source":"local","timestamp":1.5e3,"operationId":"a.b"}})";
    const auto envelope = envelopeFromJson(jsonLiteral(text));
    QVERIFY(envelope.has_value());
    QCOMPARE(envelope->toJson().toBytes(), text);
    QCOMPARE(std::get<LocalMeta>(envelope->meta()).timestamp, 1500);
    QCOMPARE(std::get<LocalMeta>(envelope->meta()).operationId, u"a.b"_s);
}

void tst_ResponseEnvelope::keepsAnExtensionThatIsNotAnObject()
{
    const QByteArray text = R"({"data":1,"meta":{"source":"local","_meta":["x"]}})";
    std::optional<ResponseEnvelope> envelope = envelopeFromJson(jsonLiteral(text));
    QVERIFY(envelope.has_value());
    envelope->setMetaExtension(envelopeWarningsMark, Json::emptyArray());
    QCOMPARE(envelope->toJson().toBytes(), text);
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

void tst_ResponseEnvelope::flagsOnlyMcpErrors()
{
    QVERIFY(mcpEnvelope({}, {true, {}, {}, {}}).isError());
    QVERIFY(!mcpEnvelope({}, {}).isError());
    QVERIFY(!httpEnvelope({}, {500, {}, {}}).isError());
}

void tst_ResponseEnvelope::validatesMetaAgainstItsSchema_data()
{
    QTest::addColumn<QByteArray>("meta");
    QTest::addColumn<QString>("flaws");
    const auto row = [](const char *name, const QByteArray &meta, const QString &flaws = {}) {
        QTest::newRow(name) << QByteArray(meta).replace('\'', '"') << flaws;
    };
    row("local", "{'source':'local','operationId':'a.b','timestamp':1.5}");
    row("local with additional members",
        "{'source':'local','operationId':'a.b','timestamp':1,'more':[],'_meta':{'heartbeat':true}}");
    row("local without members", "{'source':'local'}", u"operationId: a string; timestamp: a number"_s);
    row("local, wrong types", "{'source':'local','operationId':7,'timestamp':null}",
        u"operationId: a string; timestamp: a number"_s);
    row("http", "{'source':'http','statusCode':200,'headers':{'etag':'x'},'contentType':'a/b'}");
    row("http, wrong types", "{'source':'http','statusCode':200.5,'headers':{'etag':7},'contentType':[]}",
        u"statusCode: an integer; headers: an object of strings; contentType: a string"_s);
    row("mcp", "{'source':'mcp','isError':false,'content':[],'structuredContent':null,'_meta':{}}");
    row("mcp, wrong types", "{'source':'mcp','isError':0,'content':{},'_meta':[]}",
        u"isError: a boolean; content: an array; _meta: an object"_s);
    row("an unknown source", "{'source':'fax'}");
}

void tst_ResponseEnvelope::validatesMetaAgainstItsSchema()
{
    QFETCH(QByteArray, meta);
    QStringList flaws;
    for (const EnvelopeFlaw &flaw : flawsOfMeta(jsonLiteral(meta)))
        flaws.append(flaw.member + u": "_s + flaw.wanted);
    QTEST(flaws.join(u"; "_s), "flaws");
}

void tst_ResponseEnvelope::itsSchemaDescribesItsEnvelopes()
{
    const Result<Schema> schema = Schema::compile(responseEnvelopeSchema());
    QVERIFY(schema);
    using Verdict = ValidationReport::Verdict;
    for (const ResponseEnvelope &envelope :
        {localEnvelope({}, u"a.b"_s), localEnvelope(Json::null(), u"a.b"_s),
            httpEnvelope(Json::integer(1), {200, {{u"etag"_s, u"x"_s}}, u"a/b"_s}),
            mcpEnvelope({}, {true, jsonLiteral("[]"), jsonLiteral("7"), jsonLiteral("{}")})})
        QCOMPARE(schema->validate(envelope.toJson()).verdict, Verdict::Valid);
    QCOMPARE(
        schema->validate(jsonLiteral(R"({"data":1,"meta":{"source":"local"}})")).verdict, Verdict::Invalid);
    QCOMPARE(schema->validate(jsonLiteral(R"({"data":1})")).verdict, Verdict::Invalid);
}

void tst_ResponseEnvelope::invalidReceivedMetaIsAWarning()
{
    const Json received =
        jsonLiteral(R"({"data":1,"meta":{"source":"local","operationId":"a.b","timestamp":"now"}})");
    const Result<Outcome> outcome = runPipeline(received, u"hub.a.b"_s, *prepareSchema(Json()));
    QCOMPARE(outcome->warnings.size(), 1);
    const Warning &warning = outcome->warnings.first();
    QCOMPARE(warning.message, u"meta.timestamp of the local response should be a number; it is a string."_s);
    QCOMPARE(warning.keyword, u"envelope"_s);
    QCOMPARE(warning.schemaLocation, u"#/$defs/local/properties/timestamp"_s);
    QVERIFY(!schemaIsBroken(*outcome)); // the data itself is valid
    // Envelopes made in this process are not checked.
    QVERIFY(runPipeline(httpEnvelope(received, {}), u"a.b"_s, *prepareSchema(Json()))->warnings.isEmpty());
}

void tst_ResponseEnvelope::additionalMembersAndBareValuesAreNotes()
{
    const auto codes = [](const Result<Outcome> &outcome) {
        QStringList all;
        for (const RecognitionNote &note : notesOf(*outcome))
            all.append(QString(note.code + u": " + note.message));
        return all.join(u'\n');
    };
    const auto further = runPipeline(
        jsonLiteral(R"({"meta":{"source":"local","operationId":"a.b","timestamp":1},"z":1,"data":1,"a":2})"),
        u"a.b"_s, *prepareSchema(Json()));
    QVERIFY(further->warnings.isEmpty());
    QCOMPARE(
        codes(further), u"response-envelope.extra-keys: The response envelope has further members: a, z."_s);
    ResponseEnvelope bare = localEnvelope(Json::integer(7), u"a.b"_s);
    bare.isLegacy = true;
    const auto legacy = runPipeline(bare, u"a.b"_s, *prepareSchema(Json()));
    QVERIFY(legacy->warnings.isEmpty());
    QVERIFY2(codes(legacy).startsWith("response-envelope.legacy: The peer sent a bare value"_L1),
        qPrintable(codes(legacy)));
}

void tst_ResponseEnvelope::reportsOfAHubReachTheCaller()
{
    const auto schema = prepareSchema(jsonLiteral(
        R"({"type":"object","properties":{"high":{"type":"integer"},"unit":{"type":"string","maxLength":1}},"required":["high","unit"]})"));
    Result<Outcome> atHub =
        runPipeline(jsonLiteral(R"({"high":"warm","unit":"C"})"), u"weather.now"_s, *schema);
    QCOMPARE(atHub->changes.size(), 1);
    atHub->warnings.append({u"/unit"_s, u"odd"_s, u"budget"_s, {}});
    const QByteArray unreported = atHub->envelope.toJson().toBytes();
    reportInMeta(*atHub, 200);
    const Json sent = atHub->envelope.toJson();
    QCOMPARE(sent.member("data"_L1).toBytes(), QByteArray(R"({"high":0,"unit":"C"})"));
    QVERIFY(sent.toBytes().startsWith(unreported.chopped(2)));
    const Result<Outcome> atCaller = runPipeline(sent, u"hub.weather.now"_s, *schema);
    QCOMPARE(atCaller->warnings.size(), 1);
    QCOMPARE(atCaller->warnings.first().message, u"odd"_s);
    QCOMPARE(atCaller->changes.size(), 1);
    QCOMPARE(toJson(atCaller->changes.first()).toBytes(), toJson(atHub->changes.first()).toBytes());
    QCOMPARE(lostValues(*atCaller), 1);
    QVERIFY(
        std::ranges::contains(notesOf(*atCaller), "response-envelope.reported"_L1, &RecognitionNote::code));
    // A second hub reports nothing twice.
    Outcome again = *atCaller;
    reportInMeta(again, 200);
    QCOMPARE(again.envelope.toJson().toBytes(), sent.toBytes());
    // An outcome without problems stays unchanged.
    Result<Outcome> fine =
        runPipeline(localEnvelope(Json::integer(1), u"a.b"_s, 1), u"a.b"_s, *prepareSchema(Json()));
    reportInMeta(*fine, 200);
    QCOMPARE(
        fine->envelope.toJson().toBytes(), localEnvelope(Json::integer(1), u"a.b"_s, 1).toJson().toBytes());
}

// The messages of these faults name the operation, which has another name at each hub.
void tst_ResponseEnvelope::aFaultIsReportedOnceOverHubs_data()
{
    QTest::addColumn<bool>("isTool");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("keyword");
    QTest::newRow("no structuredContent") << true << QByteArray(R"({"type":"object"})") << u"mismatch"_s;
    QTest::newRow("a failed normalisation")
        << false << QByteArray(R"({"type":"string","pattern":"^[a-z]+$"})") << u"cast"_s;
}

void tst_ResponseEnvelope::aFaultIsReportedOnceOverHubs()
{
    QFETCH(bool, isTool);
    QFETCH(QByteArray, schema);
    QFETCH(QString, keyword);
    const auto prepared = prepareSchema(jsonLiteral(schema));
    const HandlerResult result = isTool
        ? HandlerResult(mcpEnvelope(Json::emptyArray(), {false, Json::emptyArray(), {}, {}}))
        : HandlerResult(Json::string(u"ABC"));
    Result<Outcome> outcome = runPipeline(result, u"tools.look"_s, *prepared);
    QVERIFY(outcome.has_value());
    const qsizetype warnings = outcome->warnings.size();
    for (const QString &id : {u"hub.tools.look"_s, u"far.hub.tools.look"_s}) {
        reportInMeta(*outcome, 200);
        const Json sent = outcome->envelope.toJson();
        outcome = runPipeline(sent, id, *prepared);
        QVERIFY(outcome.has_value());
        QCOMPARE(outcome->warnings.size(), warnings);
        QCOMPARE(std::ranges::count(outcome->warnings, keyword, &Warning::keyword), 1);
    }
}

void tst_ResponseEnvelope::aLongReportIsShortened()
{
    const Json large = Json::string(QString(5000, u'x'));
    QList<Json> data(300, Json::integer(0));
    data[299] = large;
    Outcome outcome{localEnvelope(Json::array(data), u"a.b"_s), {}, {}, 0, {}, {}};
    for (int i = 0; i < 300; ++i) {
        outcome.changes.append({.pointer = u"/%1"_s.arg(i),
            .action = ChangeAction::Replaced,
            .before = i % 2 == 0 ? large : Json::string(QString(2000, u'y')),
            .after = Json::integer(0),
            .mark = i < 250 ? ChangeMark::Converted : ChangeMark::Lost});
    }
    outcome.changes[299].action = ChangeAction::Added;
    outcome.changes[299].before = Json();
    outcome.changes[299].after = large;
    reportInMeta(outcome, 200);
    QVERIFY(outcome.envelope.metaJson().toBytes().size() < (260 << 10));
    const auto received = envelopeFromJson(outcome.envelope.toJson());
    QVERIFY(received.has_value());
    const ReportedOutcome reported = reportedInMeta(*received, received->data, 200);
    QCOMPARE(reported.warnings.size(), 1);
    QCOMPARE(reported.warnings.first().message, u"100 more changes are not reported"_s);
    QCOMPARE(reported.changes.size(), 200);
    QCOMPARE(std::ranges::count(reported.changes, ChangeMark::Lost, &Change::mark), 50);
    QVERIFY(reported.changes.at(0).before.isAbsent());
    QCOMPARE(reported.changes.at(0).pointer, u"/250"_s);
    QCOMPARE(reported.changes.at(0).after, Json::integer(0)); // from the data
    QCOMPARE(reported.changes.at(1).before, Json::string(QString(2000, u'y')));
    QCOMPARE(reported.changes.at(49).action, ChangeAction::Added);
    QCOMPARE(reported.changes.at(49).after, large);
}

void tst_ResponseEnvelope::aBareValueIsReported()
{
    const Json sent = withBareValueReported(localEnvelope(Json::integer(7), u"a.b"_s, 1)).toJson();
    const Result<Outcome> outcome = runPipeline(sent, u"hub.a.b"_s, *prepareSchema(Json()));
    QCOMPARE(outcome->envelope.data, Json::integer(7));
    QCOMPARE(outcome->warnings.size(), 1);
    QVERIFY(outcome->warnings.first().message.startsWith("A peer sent a bare value"_L1));
    QVERIFY(!schemaIsBroken(*outcome));
}

void tst_ResponseEnvelope::ignoresMalformedReports()
{
    const auto envelope = envelopeFromJson(jsonLiteral(
        R"({"data":1,"meta":{"source":"local","_meta":{"response-envelope/warnings":["x",{"message":7},{"message":"a"},{"message":"b"}],"response-envelope/changes":{"pointer":"/a"}}}})"));
    const ReportedOutcome reported = reportedInMeta(*envelope, envelope->data, 2);
    QCOMPARE(reported.warnings.size(), 2);
    QCOMPARE(reported.warnings.at(1).message, u"a"_s);
    QCOMPARE(reported.changes.size(), 0);
    QCOMPARE(reportedInMeta(localEnvelope({}, u"a.b"_s), {}, 2).warnings.size(), 0);
    const auto odd = envelopeFromJson(jsonLiteral(
        R"({"data":1,"meta":{"source":"local","_meta":{"response-envelope/warnings":[{"pointer":"a","message":"m"},{"pointer":"/a","message":"m"}],"response-envelope/changes":[{"pointer":"b","action":"added","after":2,"violation":{"pointer":"c","message":"m"}},{"pointer":"/b","action":"added"}]}}})"));
    const ReportedOutcome read = reportedInMeta(*odd, odd->data, 2);
    QCOMPARE(read.warnings.at(0).pointer, QString());
    QCOMPARE(read.warnings.at(1).pointer, u"/a"_s);
    QCOMPARE(read.changes.at(0).pointer, QString());
    QCOMPARE(read.changes.at(0).violation.pointer, QString());
    QCOMPARE(read.changes.at(0).action, ChangeAction::Added);
    QCOMPARE(read.changes.at(1).action, ChangeAction::Replaced); // neither it nor the data has the value
}

WORKBENCH_TEST(tst_ResponseEnvelope, QCoreApplication)
#include "tst_responseenvelope.moc"
