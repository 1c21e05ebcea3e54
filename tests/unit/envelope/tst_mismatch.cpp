// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/foreignenvelope.h"
#include "core/envelope/explanation/recognition.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Mismatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recognisesTheEnvelope_data();
    void recognisesTheEnvelope();
    void namesEnvelopesByTheirShape();
    void usesTheMessagesOfTheSpecification_data();
    void usesTheMessagesOfTheSpecification();
    void pointsAtBothSides();
    void namesOtherKeywordsThanRequired();
    void proposesChanges();
    void proposesChangesForBareData();
    void namesTheBodyOfAnHttpResponse();
    void readsAsText();
    void isPartOfTheOutcome();
    void ignoresValidData();
    void everyShapeRecognisesItsOwnEnvelopes();
};

namespace {

constexpr QByteArrayView issues =
    R"({"type":"object","required":["issues","total"],"properties":{"issues":{"type":"array"},"total":{"type":"integer"}}})";
constexpr QByteArrayView wrappedIssues = R"({"ok":true,"data":{"issues":[1,2,3],"total":3}})";

QList<Diagnosis> diagnose(QByteArrayView value, QByteArrayView schema, const QString &operation = u"t"_s,
    RefusedValue::Origin origin = RefusedValue::Origin::StructuredContent)
{
    const auto prepared = prepareSchema(jsonLiteral(schema));
    const Json json = jsonLiteral(value);
    const ValidationReport report = prepared->validator->validate(json);
    if (report.verdict != ValidationReport::Verdict::Invalid)
        qFatal("the value of the row must be invalid");
    return diagnoseMismatch({json, report.errors, operation, origin}, *prepared);
}

} // namespace

void tst_Mismatch::recognisesTheEnvelope_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("code"); // empty: no diagnosis is expected
    QTest::addColumn<QString>("envelope");
    const QByteArray plain = issues.toByteArray();
    const QByteArray number = R"({"type":"number"})";
    const QString data = u"schema.describes-data-not-envelope"_s;
    const QString whole = u"schema.describes-envelope-not-data"_s;
    const QString none;

    QTest::newRow("ok and data") << wrappedIssues.toByteArray() << plain << data << u"{ok, data}"_s;
    QTest::newRow("ok and data, error null")
        << QByteArray(R"({"ok":true,"error":null,"data":{"issues":[],"total":0},"requestId":"r"})") << plain
        << data << u"{ok, data}"_s;
    QTest::newRow("data and meta") << QByteArray(R"({"data":{"issues":[],"total":0},"meta":{"page":1}})")
                                   << plain << data << u"{data, meta}"_s;
    QTest::newRow("result alone") << QByteArray(R"({"result":{"issues":[],"total":0}})") << plain << data
                                  << u"{result}"_s;
    QTest::newRow("a number as result") << QByteArray(R"({"result":5})") << number << data << u"{result}"_s;
    QTest::newRow("bare data, schema of {ok, data}")
        << QByteArray(R"({"models":{"a":{}}})")
        << QByteArray(
               R"({"type":"object","properties":{"ok":{"type":"boolean"},"data":{"type":"object","required":["models"]}},"required":["ok","data"]})")
        << whole << u"{ok, data}"_s;
    QTest::newRow("bare number, schema of {result}")
        << QByteArray("5")
        << QByteArray(R"({"type":"object","properties":{"result":{"type":"number"}},"required":["result"]})")
        << whole << u"{result}"_s;

    QTest::newRow("the declared envelope with invalid data")
        << QByteArray(R"({"ok":true,"data":{"n":"7"}})")
        << QByteArray(
               R"({"type":"object","properties":{"ok":{"type":"boolean"},"data":{"type":"object","properties":{"n":{"type":"integer"}}}},"required":["ok","data"]})")
        << none << none;
    QTest::newRow("the data inside is invalid, too")
        << QByteArray(R"({"ok":true,"data":{"issues":[]}})") << plain << none << none;
    QTest::newRow("a failure") << QByteArray(R"({"ok":false,"error":"no","data":{"issues":[],"total":0}})")
                               << plain << none << none;
    QTest::newRow("ok is a string") << QByteArray(R"({"ok":"true","data":{"issues":[],"total":0}})") << plain
                                    << none << none;
    QTest::newRow("an additional member")
        << QByteArray(R"({"ok":true,"data":{"issues":[],"total":0},"colour":1})") << plain << none << none;
    QTest::newRow("an error beside ok")
        << QByteArray(R"({"ok":true,"error":"no","data":{"issues":[],"total":0}})") << plain << none << none;
    QTest::newRow("data alone is business data")
        << QByteArray(R"({"data":{"issues":[],"total":0}})") << plain << none << none;
    QTest::newRow("data with a page is business data")
        << QByteArray(R"({"data":{"issues":[],"total":0},"page":1})") << plain << none << none;
    QTest::newRow("result beside other members")
        << QByteArray(R"({"result":{"issues":[],"total":0},"n":1})") << plain << none << none;
    QTest::newRow("data that the schema does not restrict")
        << QByteArray(R"({"result":5})") << QByteArray(R"({"required":["issues"]})") << none << none;
    QTest::newRow("wrapping does not help")
        << QByteArray(R"({"models":1})")
        << QByteArray(
               R"({"type":"object","properties":{"ok":{},"data":{"type":"array"}},"required":["ok","data"]})")
        << none << none;
    QTest::newRow("ok beside data and error")
        << QByteArray(R"({"n":1})")
        << QByteArray(
               R"({"type":"object","properties":{"ok":{"const":false},"data":{},"error":{}},"required":["data"]})")
        << none << none;
    QTest::newRow("an array") << QByteArray("[1]") << plain << none << none;
    QTest::newRow("null") << QByteArray("null") << plain << none << none;
    QTest::newRow("a schema that allows nothing")
        << wrappedIssues.toByteArray() << QByteArray("false") << none << none;
}

void tst_Mismatch::recognisesTheEnvelope()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, schema);
    QFETCH(QString, code);
    QFETCH(QString, envelope);
    const QList<Diagnosis> found = diagnose(value, schema);
    QCOMPARE(found.size(), code.isEmpty() ? 0 : 1);
    if (found.isEmpty())
        return;
    QCOMPARE(found.first().code, code);
    QCOMPARE(found.first().envelope, envelope);
    QVERIFY(!found.first().title.isEmpty());
    QCOMPARE(found.first().fixes.size(), code == "schema.describes-data-not-envelope"_L1 ? 3 : 2);
}

void tst_Mismatch::namesEnvelopesByTheirShape()
{
    QCOMPARE(layerName(u"alpha"), u"{ok, data}"_s);
    QCOMPARE(layerName(u"unheard-of"), u"unheard-of"_s);
    QCOMPARE(layerNames({u"json-text"_s, u"alpha"_s}), u"JSON in text › {ok, data}"_s);
    QCOMPARE(withLayerNames(u"It describes a alpha envelope, not the tool-envelope envelope."_s),
        u"It describes an {ok, data} envelope, not the ToolEnvelope."_s);
    QCOMPARE(withLayerNames(u"The output schema of \"?\" describes the data."_s),
        u"The output schema describes the data."_s);
    QCOMPARE(withLayerNames(u"The envelope has no payload. Showing the readable text instead."_s),
        u"The envelope has no payload."_s);
    QCOMPARE(withLayerNames(u"This may be a jsend envelope."_s), u"This may be a JSend envelope."_s);
}

void tst_Mismatch::usesTheMessagesOfTheSpecification_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("message");
    QTest::newRow("a-schema-of-data")
        << QByteArray(R"({"ok":true,"data":{"models":{"a":{}}}})")
        << QByteArray(R"({"type":"object","properties":{"models":{"type":"object"}},"required":["models"]})")
        << u"router_stats"_s
        << u"The output schema of \"router_stats\" describes the data inside the alpha envelope, but "
           u"structuredContent carries the "
           "whole envelope. The unwrapped data is valid. Server fix: declare a schema for the whole "
           "envelope, or return the bare data "
           "as structuredContent."_s;
    QTest::newRow("a-reverse")
        << QByteArray(R"({"models":{"a":{}}})")
        << QByteArray(
               R"({"type":"object","properties":{"ok":{"type":"boolean"},"data":{"type":"object","properties":
            {"models":{"type":"object"}},"required":["models"]}},"required":["ok","data"]})")
        << u"t"_s
        << u"The output schema of \"t\" describes a alpha envelope, but structuredContent carries bare data. "
           u"Wrapped in that envelope, "
           "the data would be valid. Server fix: wrap the result, or declare the schema of the data."_s;
}

void tst_Mismatch::usesTheMessagesOfTheSpecification()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, schema);
    QFETCH(QString, operation);
    QFETCH(QString, message);
    const QList<Diagnosis> found = diagnose(value, schema, operation);
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().message, message);
    QCOMPARE(severityName(found.first().severity), "error"_L1);
    QVERIFY2(found.first().cause.contains(operation), qPrintable(found.first().cause));
}

void tst_Mismatch::pointsAtBothSides()
{
    const Diagnosis both = diagnose(wrappedIssues, issues).first();
    QCOMPARE(both.failingPointers, QStringList{QString()});
    QCOMPARE(both.failingText, u"both names are missing here"_s);
    QCOMPARE(both.validPointer.value_or(u"none"_s), u"/data"_s);
    QCOMPARE(both.validText, u"/data has them, and is valid"_s);
    QCOMPARE(both.schemaPointers, QStringList{u"/required"_s});
    QCOMPARE(both.schemaText, u"asks for both names at the root"_s);
    QCOMPARE(validPart(both, jsonLiteral(wrappedIssues)), jsonLiteral(R"({"issues":[1,2,3],"total":3})"));

    const Diagnosis one = diagnose(R"({"result":{"a b":1}})", R"({"required":["a b"]})").first();
    QCOMPARE(one.failingText, u"\"a b\" is missing here"_s);
    QCOMPARE(one.validText, u"/result has it, and is valid"_s);
    QCOMPARE(one.schemaText, u"asks for \"a b\" at the root"_s);
    const Diagnosis three =
        diagnose(R"({"result":{"a":1,"b":1,"c":1}})", R"({"required":["a","b","c"]})").first();
    QCOMPARE(three.failingText, u"3 names are missing here"_s);
}

void tst_Mismatch::namesOtherKeywordsThanRequired()
{
    const Diagnosis type = diagnose(R"({"ok":true,"data":[1]})", R"({"type":"array"})").first();
    QCOMPARE(type.schemaPointers, QStringList{u"/type"_s});
    QVERIFY2(type.failingText.contains("array"_L1), qPrintable(type.failingText));
    QCOMPARE(type.validText, u"/data is valid"_s);
    const Diagnosis names = diagnose(R"({"ok":true,"data":{"a":1}})",
        R"({"additionalProperties":false,"properties":{"a":{}},"required":["a"]})")
                                .first();
    QVERIFY2(names.failingPointers.contains(u"/ok"_s) && names.failingPointers.contains(QString()),
        qPrintable(names.failingPointers.join(u' ')));
    QVERIFY2(names.failingText.endsWith(u" more"), qPrintable(names.failingText));
}

void tst_Mismatch::proposesChanges()
{
    const QList<Diagnosis::Fix> fixes = diagnose(wrappedIssues, issues).first().fixes;
    QCOMPARE(fixes.size(), 3);
    QCOMPARE(fixes.at(0).title, u"Return the bare data as structuredContent"_s);
    QCOMPARE(fixes.at(0).code, u"return { structuredContent: result.data }"_s);
    QCOMPARE(fixes.at(1).title, u"Or declare a schema for the whole envelope"_s);
    QCOMPARE(fixes.at(1).code, u"outputSchema: { ok: boolean, data?: { issues, total }, error?: {…} }"_s);
    QCOMPARE(fixes.at(2).title, u"Or declare no output schema"_s);
    // An OpenAPI document always declares its responses.
    QCOMPARE(diagnose(wrappedIssues, issues, u"t"_s, RefusedValue::Origin::Body).first().fixes.size(), 2);
    // A name that looks like a placeholder is kept, and a long list is shortened.
    const QList<Diagnosis::Fix> odd = diagnose(R"({"ok":true,"data":{"%1":1}})",
        R"({"required":["%1"],"properties":{"%1":{},"b":{},"c":{},"d":{},"e":{},"f":{},"g":{}}})")
                                          .first()
                                          .fixes;
    QCOMPARE(
        odd.at(1).code, u"outputSchema: { ok: boolean, data?: { %1, b, c, d, e, f, … }, error?: {…} }"_s);
}

void tst_Mismatch::proposesChangesForBareData()
{
    const Diagnosis found = diagnose(R"({"n":1})",
        R"({"properties":{"ok":{"type":"boolean"},"data":{"properties":{"n":{}}}},"required":["ok","data"]})")
                                .first();
    QVERIFY(!found.validPointer);
    QVERIFY(validPart(found, jsonLiteral(R"({"n":1})")).isAbsent());
    QCOMPARE(found.fixes.at(0).code, u"return { structuredContent: { ok: true, data: result } }"_s);
    QCOMPARE(found.fixes.at(1).code, u"outputSchema: { n }"_s);
}

void tst_Mismatch::namesTheBodyOfAnHttpResponse()
{
    const Diagnosis found =
        diagnose(wrappedIssues, issues, u"listIssues"_s, RefusedValue::Origin::Body).first();
    QCOMPARE(found.received, u"the body"_s);
    QVERIFY2(!found.message.contains("structuredContent"_L1), qPrintable(found.message));
    QCOMPARE(found.fixes.at(0).code, u"return result.data"_s);
}

void tst_Mismatch::readsAsText()
{
    const QString text = toText(diagnose(wrappedIssues, issues, u"list-issues"_s).first());
    for (const QString &part : {u"schema.describes-data-not-envelope"_s, u"both names are missing here"_s,
             u"/data has them, and is valid"_s, u"outputSchema /required: asks for both names at the root"_s,
             u"Fix A     Return the bare data as structuredContent"_s, u"Fix B     Or declare a schema"_s,
             u"Fix C     Or declare no output schema"_s})
        QVERIFY2(text.contains(part), qPrintable(text));
    QCOMPARE(fixLetter(0), u"A"_s);
    QCOMPARE(fixLetter(26), u"27"_s);
}

void tst_Mismatch::isPartOfTheOutcome()
{
    const Json value = jsonLiteral(wrappedIssues);
    const auto schema = prepareSchema(jsonLiteral(issues));
    const auto outcome = runPipeline(
        mcpEnvelope(value, {false, Json::emptyArray(), value, {}}), u"tracker.list-issues"_s, *schema);
    QVERIFY(outcome.has_value());
    QCOMPARE(outcome->diagnoses.size(), 1);
    QVERIFY2(outcome->diagnoses.first().message.contains(u"\"list-issues\""),
        qPrintable(outcome->diagnoses.first().message));
    // Cast adds the missing members and keeps the received ones.
    QCOMPARE(outcome->envelope.data.member("issues"_L1), Json::emptyArray());
    QCOMPARE(outcome->envelope.data.member("total"_L1), Json::integer(0));
    QCOMPARE(outcome->envelope.data.member("data"_L1), value.member("data"_L1));
    QCOMPARE(outcome->receivedData, value);
    QCOMPARE(
        validPart(outcome->diagnoses.first(), outcome->receivedData).member("total"_L1), Json::integer(3));

    const auto http =
        runPipeline(httpEnvelope(value, {200, {}, u"application/json"_s}), u"api.list"_s, *schema);
    QCOMPARE(http->diagnoses.value(0).received, u"the body"_s);
    const auto local = runPipeline(value, u"local.list"_s, *schema);
    QCOMPARE(local->diagnoses.value(0).received, u"the result"_s);
}

void tst_Mismatch::ignoresValidData()
{
    const Json value = jsonLiteral(R"({"ok":true,"data":{}})");
    const auto outcome = runPipeline(value, u"a.b"_s, *prepareSchema(jsonLiteral(R"({"type":"object"})")));
    QVERIFY(outcome->diagnoses.isEmpty());
    const Json bare = jsonLiteral(R"({"b":1})");
    const auto flagged = runPipeline(mcpEnvelope(bare, {true, Json::emptyArray(), bare, {}}), u"a.b"_s,
        *prepareSchema(jsonLiteral(R"({"required":["a"]})")));
    QVERIFY(flagged->diagnoses.isEmpty()); // flagged results are not validated
}

void tst_Mismatch::everyShapeRecognisesItsOwnEnvelopes()
{
    for (const ForeignEnvelope &envelope : foreignEnvelopes()) {
        const EnvelopeForm &form = envelope.form;
        if (form.members.isEmpty())
            continue;
        QVERIFY(form.declaration.contains("%1"_L1));
        QVERIFY(form.members.contains(form.inside));
        if (!form.around)
            continue;
        const Json made = form.around(Json::integer(7));
        QVERIFY2(envelope.isSuccess(made), made.toBytes().constData());
        QVERIFY2(form.isDeclaredBy(made), made.toBytes().constData());
        QCOMPARE(made.member(form.inside), Json::integer(7));
        QVERIFY(form.construction.contains("%1"_L1));
    }
}

WORKBENCH_TEST(tst_Mismatch, QCoreApplication)
#include "tst_mismatch.moc"
