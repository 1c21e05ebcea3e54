// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Pipeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wrapsBareValues();
    void passesEnvelopesThrough();
    void validatesAnEnvelopeAgainstItsOwnSchema();
    void notesAreNotWarnings();
    void castsAndReportsWhatWasReceived();
    void leavesValidDataAlone();
    void neitherCastsNorValidatesWithoutASchema();
    void warnsAboutViolationsAfterCast();
    void namesTheViolationBehindEachChange_data();
    void namesTheViolationBehindEachChange();
    void countsWhatNeedsAttention();
    void acceptsDefaultsUnlessOtherClientsRefuseThem();
    void normalisesOnlyIfEnabled();
    void doesNotValidateMcpErrors();
    void warnsWhenStructuredContentIsMissing();
    void warnsWhenTheTextDiffers();
    void acceptsATextWithAPartOfTheData_data();
    void acceptsATextWithAPartOfTheData();
    void keepsTheDataWhenCastFails();
    void failsWhenStrictCastFails();
    void warnsAboutWriteOnlyMembers();
    void readsASchemaInTheDialectOfItsSource();
    void reportsAnExceededBudget();
    void reportsThatItCouldNotValidate();
    void limitsTheNumberOfWarnings();
    void throwsToolErrorsIfConfigured();
    void opensALargeTextOnRequest();
    void refusesInvalidReadingSettings_data();
    void refusesInvalidReadingSettings();
};

namespace {

std::shared_ptr<const PreparedSchema> schema(QByteArrayView text)
{
    return prepareSchema(jsonLiteral(text));
}

constexpr QByteArrayView person =
    R"({"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},
    "required":["id","name"]})";

} // namespace

void tst_Pipeline::wrapsBareValues()
{
    const auto outcome = runPipeline(jsonLiteral(R"({"data":1})"), u"a.b"_s, *schema("{}"));
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->envelope.source(), "local"_L1);
    QCOMPARE(outcome->envelope.data, jsonLiteral(R"({"data":1})"));
    QCOMPARE(std::get<LocalMeta>(outcome->envelope.meta()).operationId, u"a.b"_s);
    QVERIFY(std::get<LocalMeta>(outcome->envelope.meta()).timestamp > 0);
}

void tst_Pipeline::passesEnvelopesThrough()
{
    const QByteArray text = R"({"data":1,"meta":{"source":"http","statusCode":200,"x":1}})";
    QCOMPARE(runPipeline(jsonLiteral(text), u"a.b"_s, *schema("{}"))->envelope.toJson().toBytes(), text);
    const auto outcome =
        runPipeline(httpEnvelope(Json::integer(2), {200, {}, u"text/plain"_s}), u"a.b"_s, *schema("{}"));
    QCOMPARE(outcome->envelope.source(), "http"_L1);
    QCOMPARE(outcome->envelope.data, Json::integer(2));
}

void tst_Pipeline::validatesAnEnvelopeAgainstItsOwnSchema()
{
    const auto declared = schema(R"({"type":"object"})");
    const DescribedEnvelope text{
        httpEnvelope(Json::string(u"late"), {202, {}, u"text/plain"_s}), schema(R"({"type":"string"})")};
    const auto fitting = runPipeline(text, u"a.b"_s, *declared);
    QVERIFY(fitting->warnings.isEmpty());
    QCOMPARE(fitting->envelope.data, Json::string(u"late"));
    QCOMPARE(envelopeOf(HandlerResult(text))->data, Json::string(u"late"));

    const DescribedEnvelope number{httpEnvelope(Json::integer(1), {202, {}, {}}), text.schema};
    QCOMPARE(runPipeline(number, u"a.b"_s, *declared)->changes.first().violation.message,
        u"Expected string, got integer"_s);
}

void tst_Pipeline::notesAreNotWarnings()
{
    DescribedEnvelope odd{httpEnvelope(jsonLiteral(R"({"id":7,"name":"n"})"), {200, {}, {}}), nullptr};
    odd.notes.append({"received.json"_L1, Diagnosis::Severity::Info, u"odd"_s});
    const auto outcome = runPipeline(odd, u"a.b"_s, *schema(person));
    QVERIFY(outcome->warnings.isEmpty());
    QCOMPARE(outcome->notes.size(), 1);
    QCOMPARE(notesOf(*outcome).first().message, u"odd"_s);
    // An envelope without its own schema is validated against that of the operation.
    odd.envelope.data = jsonLiteral(R"({"id":"x","name":"n"})");
    QVERIFY(!runPipeline(odd, u"a.b"_s, *schema(person))->changes.isEmpty());
}

void tst_Pipeline::castsAndReportsWhatWasReceived()
{
    const auto outcome =
        runPipeline(jsonLiteral(R"({"id":"7","name":"n","x":1})"), u"a.b"_s, *schema(person));
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->envelope.data, jsonLiteral(R"({"id":0,"name":"n","x":1})"));
    QCOMPARE(outcome->receivedData, jsonLiteral(R"({"id":"7","name":"n","x":1})"));
    QCOMPARE(outcome->changes.size(), 1);
    QCOMPARE(outcome->changes.first().pointer, u"/id"_s);
    // Cast repaired the violation, so the change holds it instead of a warning.
    QVERIFY(outcome->warnings.isEmpty());
    const Change &change = outcome->changes.first();
    QCOMPARE(change.mark, ChangeMark::Lost);
    QCOMPARE(change.violation.pointer, u"/id"_s);
    QCOMPARE(change.violation.keyword, u"type"_s);
    QCOMPARE(change.violation.message, u"Expected integer, got string"_s);
    QVERIFY(change.violation.schemaLocation.endsWith("/properties/id/type"_L1));
}

void tst_Pipeline::leavesValidDataAlone()
{
    const Json data = jsonLiteral(R"({"id":7,"name":"n","x":1})");
    const auto outcome = runPipeline(data, u"a.b"_s, *schema(person));
    QCOMPARE(outcome->envelope.data.nodeAddress(), data.nodeAddress());
    QCOMPARE(outcome->receivedData.nodeAddress(), data.nodeAddress());
    QVERIFY(outcome->changes.isEmpty());
    QVERIFY(outcome->warnings.isEmpty());
}

void tst_Pipeline::neitherCastsNorValidatesWithoutASchema()
{
    for (const Json &unknown : {Json(), jsonLiteral("{}"), jsonLiteral("true")}) {
        const auto outcome = runPipeline(Json::integer(1), u"a.b"_s, *prepareSchema(unknown));
        QCOMPARE(outcome->envelope.data, Json::integer(1));
        QVERIFY(outcome->warnings.isEmpty());
    }
    // Cast does not support "not", but the validator does.
    const auto outcome = runPipeline(Json::integer(1), u"a.b"_s, *schema(R"({"not":{"type":"integer"}})"));
    QCOMPARE(outcome->envelope.data, Json::integer(1));
    QCOMPARE(outcome->warnings.size(), 1);
    QCOMPARE(outcome->warnings.first().keyword, u"not"_s);
}

void tst_Pipeline::warnsAboutViolationsAfterCast()
{
    const auto outcome =
        runPipeline(Json::string(u"9"), u"a.b"_s, *schema(R"({"type":"number","exclusiveMinimum":0})"));
    QCOMPARE(outcome->envelope.data, Json::integer(0));
    QCOMPARE(outcome->warnings.size(), 1);
    QCOMPARE(outcome->warnings.at(0).keyword, u"exclusiveMinimum"_s);
    QCOMPARE(outcome->changes.size(), 1);
    QCOMPARE(outcome->changes.first().violation.keyword, u"type"_s);
}

void tst_Pipeline::namesTheViolationBehindEachChange_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("received");
    QTest::addColumn<QString>("told"); // per line: mark, pointer, pointer and message of the violation
    const QByteArray defaults = R"({"type":"object","required":["a","b","c"],"properties":{
        "a":{"type":"integer","default":5},"b":{"type":"integer"},"c":{"type":"string"}}})";
    QTest::newRow("a default and an invented value")
        << defaults << QByteArray(R"({"c":"x"})")
        << u"filled /a  Required member \"a\" is missing\nlost /b  Required member \"b\" is missing"_s;
    QTest::newRow("a value of the wrong type and its default")
        << defaults << QByteArray(R"({"a":"6","b":1,"c":"x"})")
        << u"lost /a /a Expected integer, got string"_s;
    QTest::newRow("a value of which only the type changes")
        << defaults << QByteArray(R"({"a":"5","b":1,"c":"x"})")
        << u"converted /a /a Expected integer, got string"_s;
    QTest::newRow("an undeclared member is kept")
        << defaults << QByteArray(R"({"a":1,"b":"2","c":"x","d":3})")
        << u"lost /b /b Expected integer, got string"_s;
    QTest::newRow("an unexpected member")
        << QByteArray(R"({"type":"object","additionalProperties":false,"properties":{}})")
        << QByteArray(R"({"a":1})") << u"lost /a /a Unexpected member \"a\""_s;
    QTest::newRow("a whole value because of an error inside it")
        << QByteArray(
               R"({"type":"object","properties":{"u":{"anyOf":[{"type":"object","required":["k"],
            "properties":{"k":{"type":"integer"}}},{"type":"null"}]}}})")
        << QByteArray(R"({"u":{"k":"x"}})")
        << u"lost /u/k /u Matches none of 2 alternatives; nearest at /k: Expected integer, got string"_s;
    QTest::newRow("padding") << QByteArray(R"({"type":"array","minItems":2,"items":{"type":"integer"}})")
                             << QByteArray("[1]") << u"lost /1  Expected at least 2 items, got 1"_s;
}

void tst_Pipeline::namesTheViolationBehindEachChange()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, received);
    QFETCH(QString, told);
    const auto outcome = runPipeline(jsonLiteral(received), u"a.b"_s, *prepareSchema(jsonLiteral(schema)));
    QVERIFY(outcome.has_value());
    QStringList lines;
    for (const Change &change : outcome->changes) {
        lines.append(u"%1 %2 %3 %4"_s.arg(QString(changeMarkName(change.mark)), change.pointer,
            change.violation.pointer, change.violation.message));
        QVERIFY(!change.violation.schemaLocation.isEmpty());
    }
    QCOMPARE(lines.join(u'\n'), told);
    QVERIFY(outcome->warnings.isEmpty());
    QCOMPARE(schemaIsBroken(*outcome), told.contains(u"lost"_s));
}

void tst_Pipeline::countsWhatNeedsAttention()
{
    const auto count = [](const char *data) {
        const auto declared = schema(R"({"type":"object","required":["n","d"],
            "properties":{"n":{"type":"number","exclusiveMinimum":0},"d":{"type":"integer","default":1}}})");
        return attentionCount(*runPipeline(jsonLiteral(data), u"a.b"_s, *declared));
    };
    QCOMPARE(count(R"({"n":1,"d":2})"), 0);
    QCOMPARE(count(R"({"n":1})"), 0); // a default needs no attention
    QCOMPARE(count(R"({"n":"1","d":2})"), 2); // the value is lost, and its replacement is invalid
}

void tst_Pipeline::acceptsDefaultsUnlessOtherClientsRefuseThem()
{
    const auto declared = schema(R"({"type":"object","required":["d"],
        "properties":{"d":{"type":"integer","default":1}}})");
    const auto local = runPipeline(jsonLiteral("{}"), u"a.b"_s, *declared);
    QCOMPARE(local->diagnoses.first().code, u"schema.mismatch"_s);
    QCOMPARE(local->diagnoses.first().severity, Diagnosis::Severity::Info);
    const Json blocks = jsonLiteral(R"([{"type":"text","text":"{}"}])");
    const auto structured = runPipeline(
        mcpEnvelope(jsonLiteral("{}"), {false, blocks, jsonLiteral("{}"), {}}), u"a.b"_s, *declared);
    QCOMPARE(structured->diagnoses.first().code, u"schema.mismatch"_s);
    QCOMPARE(structured->diagnoses.first().severity, Diagnosis::Severity::Error);
}

void tst_Pipeline::normalisesOnlyIfEnabled()
{
    PipelineOptions options;
    options.normalise = false;
    const auto outcome =
        runPipeline(jsonLiteral(R"({"id":"7","name":"n"})"), u"a.b"_s, *schema(person), options);
    QCOMPARE(outcome->envelope.data, jsonLiteral(R"({"id":"7","name":"n"})"));
    QVERIFY(outcome->changes.isEmpty());
    QCOMPARE(outcome->warnings.size(), 1);
}

void tst_Pipeline::doesNotValidateMcpErrors()
{
    const Json data = jsonLiteral(R"([{"type":"text","text":"no such city"}])");
    const auto outcome = runPipeline(mcpEnvelope(data, {true, data, {}, {}}), u"a.b"_s, *schema(person));
    QCOMPARE(outcome->envelope.data, data);
    QVERIFY(outcome->warnings.isEmpty());
    QVERIFY(outcome->changes.isEmpty());
}

void tst_Pipeline::warnsWhenStructuredContentIsMissing()
{
    const Json blocks = jsonLiteral(R"([{"type":"text","text":"hello"}])");
    const auto outcome =
        runPipeline(mcpEnvelope(blocks, {false, blocks, {}, {}}), u"tracker.list.issues"_s, *schema(person));
    QCOMPARE(outcome->envelope.data, blocks);
    QVERIFY(outcome->changes.isEmpty());
    QCOMPARE(outcome->warnings.size(), 1);
    QCOMPARE(outcome->warnings.first().keyword, u"mismatch"_s);
    QCOMPARE(outcome->warnings.first().message,
        u"\"list.issues\" declares an output schema but returned no structuredContent."_s);
    // Without a declared schema, content blocks alone are expected.
    QVERIFY(runPipeline(mcpEnvelope(blocks, {false, blocks, {}, {}}), u"a.b"_s, *schema("{}"))
            ->warnings.isEmpty());
}

void tst_Pipeline::warnsWhenTheTextDiffers()
{
    const Json same = jsonLiteral(R"([{"type":"text","text":" {\"id\": 7.0, \"name\": \"n\"}\n"}])");
    const Json other = jsonLiteral(R"([{"type":"image"},{"type":"text","text":"{\"id\":8}"}])");
    const Json prose = jsonLiteral(R"([{"type":"text","text":"seven"},{"type":"text","text":"{\"id\":8}"}])");
    const Json content = jsonLiteral(R"({"id":7,"name":"n"})");
    const auto warningsFor = [&content](const Json &blocks) {
        return runPipeline(mcpEnvelope(content, {false, blocks, content, {}}), u"a.b"_s, *schema(person))
            ->warnings;
    };
    QVERIFY(warningsFor(same).isEmpty());
    QVERIFY(warningsFor(prose).isEmpty());
    QCOMPARE(warningsFor(other).size(), 1);
    QCOMPARE(warningsFor(other).first().keyword, u"mismatch"_s);
}

void tst_Pipeline::acceptsATextWithAPartOfTheData_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("structured");
    QTest::addColumn<qsizetype>("warnings");
    QTest::newRow("the list inside the data")
        << u"[{\"n\":1}]"_s << QByteArray(R"({"entities":[{"n":1}]})") << qsizetype(0);
    QTest::newRow("a string inside the data, itself JSON")
        << u"[{\"n\":1}]"_s << QByteArray(R"({"content":"[{\"n\":1}]"})") << qsizetype(0);
    QTest::newRow("a list deeper in the data")
        << u"[{\"n\":1}]"_s << QByteArray(R"({"x":{"z":0,"y":[{"n":1}]}})") << qsizetype(0);
    QTest::newRow("a list in an item of the data")
        << u"[{\"n\":1}]"_s << QByteArray(R"({"x":[{"y":[{"n":1}]}]})") << qsizetype(0);
    QTest::newRow("another list deeper in the data")
        << u"[{\"n\":2}]"_s << QByteArray(R"({"x":{"y":[{"n":1}]}})") << qsizetype(1);
    QTest::newRow("the data with a wrapper")
        << u"{\"entities\":{\"n\":1}}"_s << QByteArray(R"({"n":1})") << qsizetype(0);
    QTest::newRow("another list") << u"[{\"n\":2}]"_s << QByteArray(R"({"entities":[{"n":1}]})")
                                  << qsizetype(1);
}

void tst_Pipeline::acceptsATextWithAPartOfTheData()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, structured);
    QFETCH(qsizetype, warnings);
    const Json blocks =
        Json::array({Json::object({{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(text)}})});
    const Json content = jsonLiteral(structured);
    const auto outcome =
        runPipeline(mcpEnvelope(content, {false, blocks, content, {}}), u"a.b"_s, *schema("{}"));
    QCOMPARE(outcome->warnings.size(), warnings);
    QCOMPARE(outcome->diagnoses.size(), warnings);
    const auto note = std::ranges::find(
        outcome->recognition->notes, "text.differs-from-structured"_L1, &RecognitionNote::code);
    QVERIFY(note != outcome->recognition->notes.end());
    QCOMPARE(note->severity, Diagnosis::Severity::Info);
}

void tst_Pipeline::keepsTheDataWhenCastFails()
{
    const auto outcome =
        runPipeline(Json::string(u"ABC"), u"a.b"_s, *schema(R"({"type":"string","pattern":"^[a-z]+$"})"));
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->envelope.data, Json::string(u"ABC"));
    QVERIFY(outcome->changes.isEmpty());
    QCOMPARE(outcome->warnings.size(), 2);
    QCOMPARE(outcome->warnings.at(0).keyword, u"pattern"_s);
    QCOMPARE(outcome->warnings.at(1).keyword, u"cast"_s);
    QCOMPARE(outcome->warnings.at(1).message,
        u"Output normalisation failed for a.b: String types with patterns must specify a default value"_s);
}

void tst_Pipeline::failsWhenStrictCastFails()
{
    PipelineOptions options;
    options.strictCast = true;
    const auto outcome = runPipeline(
        Json::string(u"ABC"), u"a.b"_s, *schema(R"({"type":"string","pattern":"^[a-z]+$"})"), options);
    QVERIFY(!outcome.has_value());
    QCOMPARE(outcome.error().code, "EXECUTION_ERROR"_L1);
    QCOMPARE(outcome.error().message, u"String types with patterns must specify a default value"_s);
}

void tst_Pipeline::warnsAboutWriteOnlyMembers()
{
    const auto outcome = runPipeline(jsonLiteral(R"({"id":1,"secret":"x"})"), u"a.b"_s,
        *schema(R"({"type":"object","properties":{"id":{"readOnly":true},"secret":{"writeOnly":true}}})"));
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->warnings.size(), 1);
    QCOMPARE(outcome->warnings.first().pointer, u"/secret"_s);
    QCOMPARE(outcome->warnings.first().keyword, u"writeOnly"_s);
    QVERIFY(outcome->changes.isEmpty());
}

void tst_Pipeline::readsASchemaInTheDialectOfItsSource()
{
    const QByteArray nullable = R"({"type":"string","nullable":true})";
    const auto in = [&](SchemaDialect dialect) {
        const auto prepared = prepareSchema(jsonLiteral(nullable), SchemaConversion::Extended, dialect);
        return runPipeline(Json::null(), u"a.b"_s, *prepared)->warnings.size();
    };
    QCOMPARE(in(SchemaDialect::OpenApi3_0), 0);
    QCOMPARE(in(SchemaDialect::Draft2020_12), 1);
}

void tst_Pipeline::reportsAnExceededBudget()
{
    Limits limits;
    limits.schemaSteps = 100;
    QByteArray parts;
    for (int i = 0; i < 1000; ++i)
        parts += R"({"not":{"not":{"type":"integer"}}},)";
    const QByteArray costly = "{\"allOf\":[" + parts.chopped(1) + "]}";
    SchemaOptions unchecked;
    unchecked.checkMetaschema = false; // this check would exceed the budget first
    unchecked.limits = limits;
    PreparedSchema prepared;
    prepared.schema = jsonLiteral(costly);
    prepared.validator = Schema::compile(prepared.schema, unchecked);
    QVERIFY(prepared.validator.has_value());
    const auto outcome = runPipeline(Json::string(u"x"), u"a.b"_s, prepared);
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->envelope.data, Json::string(u"x"));
    QCOMPARE(outcome->warnings.first().keyword, u"budget"_s);
    QCOMPARE(outcome->warnings.first().message,
        u"Not validated: budget: validation took more steps than the limit schema.steps allows"_s);
}

void tst_Pipeline::reportsThatItCouldNotValidate()
{
    const auto dangling = runPipeline(Json::integer(1), u"a.b"_s, *schema(R"({"$ref":"#/$defs/missing"})"));
    QCOMPARE(dangling->warnings.size(), 1);
    QCOMPARE(dangling->warnings.first().keyword, u"budget"_s);
    QVERIFY(dangling->warnings.first().message.startsWith("Not validated: "_L1));
    const auto malformed = runPipeline(Json::integer(1), u"a.b"_s, *schema(R"({"type":"nonsense"})"));
    QCOMPARE(malformed->warnings.size(), 1);
    QCOMPARE(malformed->warnings.first().keyword, u"schema"_s);
    QCOMPARE(malformed->envelope.data, Json::integer(1));
    // A value that cannot be validated is not changed, and the cause is reported once.
    const auto broken = runPipeline(
        Json::integer(1), u"a.b"_s, *schema(R"({"type":"object","properties":{"a":{"type":"nonsense"}}})"));
    QCOMPARE(broken->warnings.size(), 1);
    QVERIFY(broken->changes.isEmpty());
    QCOMPARE(broken->envelope.data, Json::integer(1));
    const auto circle = runPipeline(Json::integer(1), u"a.b"_s, *schema(R"({"$ref":"#"})"));
    QCOMPARE(circle->warnings.size(), 1);
    QVERIFY2(circle->warnings.first().message.startsWith("Not validated: cycle: "_L1),
        qPrintable(circle->warnings.first().message));
}

void tst_Pipeline::limitsTheNumberOfWarnings()
{
    PipelineOptions options;
    options.maxWarnings = 3;
    options.normalise = false;
    const auto many = schema(R"({"type":"array","items":{"type":"integer"}})");
    const auto outcome = runPipeline(jsonLiteral(R"(["a","b","c","d","e"])"), u"a.b"_s, *many, options);
    QCOMPARE(outcome->warnings.size(), 3);
    QCOMPARE(outcome->warningsNotShown, -1);
    QCOMPARE(runPipeline(jsonLiteral(R"(["a"])"), u"a.b"_s, *many, options)->warningsNotShown, 0);
    // Violations that remain after Cast are counted beyond the maximum.
    options.normalise = true;
    options.maxWarnings = 1;
    const auto counted = runPipeline(jsonLiteral(R"(["8","9"])"), u"a.b"_s,
        *schema(R"({"type":"array","items":{"type":"number","exclusiveMinimum":0}})"), options);
    QCOMPARE(counted->warnings.size(), 1);
    QCOMPARE(counted->warningsNotShown, 1);
}

void tst_Pipeline::throwsToolErrorsIfConfigured()
{
    const Json blocks =
        jsonLiteral(R"([{"type":"text","text":"no such city"},{"type":"text","text":"try Oslo"}])");
    const ResponseEnvelope failed = mcpEnvelope(blocks, {true, blocks, {}, {}});
    PipelineOptions options;
    QVERIFY(runPipeline(failed, u"tracker.get.weather"_s, *schema("{}"), options)->envelope.isError());
    options.throwErrors = true;
    const auto thrown = runPipeline(failed, u"tracker.get.weather"_s, *schema("{}"), options);
    QVERIFY(!thrown);
    QCOMPARE(thrown.error().kind, ErrorKind::Remote);
    QCOMPARE(thrown.error().code, QString(ErrorCode::executionError));
    QCOMPARE(
        thrown.error().message, u"MCP tool tracker.get.weather returned error: no such city; try Oslo"_s);
    QCOMPARE(thrown.error().details,
        jsonLiteral(R"({"toolName":"get.weather","serverName":"tracker","isError":true})"));
    const Json fine = jsonLiteral(R"([{"type":"text","text":"sunny"}])");
    QVERIFY(runPipeline(mcpEnvelope(fine, {false, fine, {}, {}}), u"a.b"_s, *schema("{}"), options));
}

void tst_Pipeline::opensALargeTextOnRequest()
{
    const Json blocks = jsonLiteral(R"([{"type":"text","text":"{\"id\":1,\"name\":\"n\"}"}])");
    PipelineOptions options;
    options.recognition.maxTextBytes = 5;
    const auto outcome =
        runPipeline(mcpEnvelope(blocks, {false, blocks, {}, {}}), u"a.b"_s, *schema(person), options);
    QVERIFY(outcome->recognition->closedText.has_value());
    const Recognition opened =
        recogniseAgain(*outcome, u"a.b"_s, jsonLiteral(person), options.recognition.openingAnyText());
    QCOMPARE(opened.data.toBytes(), R"({"id":1,"name":"n"})");
    QVERIFY(std::ranges::contains(opened.notes, "schema.text-matches"_L1, &RecognitionNote::code));
}

void tst_Pipeline::refusesInvalidReadingSettings_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("problem");
    QTest::newRow("no settings") << QByteArray("{}") << QString();
    QTest::newRow("both settings") << QByteArray(R"({"jsonInText":"keep","isError":"throw"})") << QString();
    QTest::newRow("an unknown value")
        << QByteArray(R"({"jsonInText":"parse"})") << u"Setting \"jsonInText\": expected open or keep."_s;
    QTest::newRow("not a string") << QByteArray(R"({"isError":true})")
                                  << u"Setting \"isError\": expected keep or throw."_s;
}

void tst_Pipeline::refusesInvalidReadingSettings()
{
    QFETCH(QByteArray, settings);
    QFETCH(QString, problem);
    const Result<ResultReading> reading = resultReading(jsonLiteral(settings));
    QCOMPARE(reading ? QString() : reading.error().message, problem);
    if (!reading)
        return;
    QCOMPARE(reading->opensText(), settings == "{}");
    QCOMPARE(reading->throwsErrors(), settings != "{}");
    const ResultReading said{.jsonInText = ResultReading::JsonInText::Open};
    QVERIFY(said.orElse(*reading).opensText());
    QCOMPARE(said.orElse(*reading).throwsErrors(), settings != "{}");
}

WORKBENCH_TEST(tst_Pipeline, QCoreApplication)
#include "tst_pipeline.moc"
