// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

//! The example of the specification, section 12.4.
const QByteArray polygon = QByteArray(R"({"$id":"https://example.com/polygon",)")
    + R"("$defs":{"point":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},)"
    + R"("additionalProperties":false,"required":["x","y"]}},)"
    + R"("type":"array","items":{"$ref":"#/$defs/point"},"minItems":3})";
const QByteArray twoPoints = R"([{"x":2.5,"y":1.3},{"x":1,"z":6.7}])";

Json output(const QByteArray &schema, const QByteArray &instance, SchemaOutput format,
    const SchemaOptions &options = {})
{
    const Result<Schema> compiled = Schema::compile(jsonLiteral(schema), options);
    return compiled ? compiled->output(jsonLiteral(instance), format) : Json();
}

Json withoutErrors(const Json &unit)
{
    QList<Json::Member> members;
    for (const auto &entry : unit.members()) {
        if (entry.key() == "errors"_L1) {
            QList<Json> units;
            for (const Json &inner : entry.value().items())
                units.append(withoutErrors(inner));
            members.append({entry.key(), Json::array(units)});
        } else if (entry.key() != "error"_L1) {
            members.append({entry.key(), entry.value()});
        }
    }
    return Json::object(members);
}

} // namespace

class tst_SchemaOutput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void flagSaysTheVerdictAlone();
    void basicIsAList();
    void detailedIsTheExampleOfTheSpecification();
    void detailedNestsWhatAlternativesSay();
    void alternativesThatMatchLeaveNothing();
    void keepsByteOrderMarksInPlaces();
    void leavesOutAbsolutePlacesWithoutABase();
    void saysWhyItWasNotValidated();
    void outputsOfDoublingSchemasEnd();
    void fitsTheSchemaOfOutputs_data();
    void fitsTheSchemaOfOutputs();
};

void tst_SchemaOutput::flagSaysTheVerdictAlone()
{
    QCOMPARE(output(polygon, twoPoints, SchemaOutput::Flag), jsonLiteral(R"({"valid":false})"));
    for (const SchemaOutput format : {SchemaOutput::Flag, SchemaOutput::Basic, SchemaOutput::Detailed})
        QCOMPARE(output("{}", "1", format), jsonLiteral(R"({"valid":true})"));
}

void tst_SchemaOutput::basicIsAList()
{
    const Json unit = output(polygon, twoPoints, SchemaOutput::Basic);
    QCOMPARE(unit.member("valid"_L1), Json::boolean(false));
    const Json first = jsonLiteral(R"({"valid":false,
        "keywordLocation":"/minItems","absoluteKeywordLocation":"https://example.com/polygon#/minItems",
        "instanceLocation":""})");
    QCOMPARE(withoutErrors(unit.member("errors"_L1).at(0)), first);
    QCOMPARE(
        unit.member("errors"_L1).at(0).member("error"_L1).toString(), u"Expected at least 3 items, got 2"_s);
    QCOMPARE(unit.member("errors"_L1).size(), 3);
    const Json second = jsonLiteral(R"({"valid":false,
        "keywordLocation":"/items/$ref/required",
        "absoluteKeywordLocation":"https://example.com/polygon#/$defs/point/required",
        "instanceLocation":"/1"})");
    QCOMPARE(withoutErrors(unit.member("errors"_L1).at(1)), second);
}

void tst_SchemaOutput::detailedIsTheExampleOfTheSpecification()
{
    const Json expected = jsonLiteral(R"({
        "valid":false,"keywordLocation":"","absoluteKeywordLocation":"https://example.com/polygon#",
        "instanceLocation":"","errors":[
        {"valid":false,"keywordLocation":"/minItems",
            "absoluteKeywordLocation":"https://example.com/polygon#/minItems","instanceLocation":""},
        {"valid":false,"keywordLocation":"/items/$ref",
            "absoluteKeywordLocation":"https://example.com/polygon#/$defs/point","instanceLocation":"/1",
            "errors":[
            {"valid":false,"keywordLocation":"/items/$ref/required",
                "absoluteKeywordLocation":"https://example.com/polygon#/$defs/point/required",
                "instanceLocation":"/1"},
            {"valid":false,"keywordLocation":"/items/$ref/additionalProperties",
                "absoluteKeywordLocation":"https://example.com/polygon#/$defs/point/additionalProperties",
                "instanceLocation":"/1/z"}]}]})");
    QCOMPARE(withoutErrors(output(polygon, twoPoints, SchemaOutput::Detailed)), expected);
}

void tst_SchemaOutput::detailedNestsWhatAlternativesSay()
{
    const QByteArray schema = R"({"$id":"https://x.test/s","anyOf":[
        {"type":"object","required":["a","b"]},
        {"type":"object","properties":{"c":{"type":"string"}}},
        {"type":"null"}]})";
    const Json unit = output(schema, R"({"c":1})", SchemaOutput::Detailed);
    QCOMPARE(unit.member("errors"_L1).size(), 1);
    const Json anyOf = unit.member("errors"_L1).at(0);
    QCOMPARE(anyOf.member("keywordLocation"_L1).toString(), u"/anyOf"_s);
    QVERIFY(!anyOf.member("error"_L1).toString().isEmpty());
    QStringList places;
    for (const Json &inner : anyOf.member("errors"_L1).items())
        places.append(inner.member("keywordLocation"_L1).toString());
    QCOMPARE(places, QStringList({u"/anyOf/0"_s, u"/anyOf/1/properties/c/type"_s, u"/anyOf/2/type"_s}));
    QCOMPARE(anyOf.member("errors"_L1).at(0).member("errors"_L1).size(), 2);
    QCOMPARE(anyOf.member("errors"_L1).at(1).member("instanceLocation"_L1).toString(), u"/c"_s);
    QCOMPARE(output(schema, R"({"c":1})", SchemaOutput::Basic).member("errors"_L1).size(), 5);
}

void tst_SchemaOutput::alternativesThatMatchLeaveNothing()
{
    const QByteArray schema = R"({"anyOf":[{"type":"string"},{"type":"integer"}],
        "oneOf":[{"minimum":5},{"minimum":0}],"maximum":1})";
    const Json unit = output(schema, "3", SchemaOutput::Basic);
    QCOMPARE(unit.member("errors"_L1).size(), 1);
    QCOMPARE(unit.member("errors"_L1).at(0).member("keywordLocation"_L1).toString(), u"/maximum"_s);
    QCOMPARE(output(R"({"anyOf":[{"type":"string"},{"type":"integer"}]})", "3", SchemaOutput::Detailed),
        jsonLiteral(R"({"valid":true})"));
}

void tst_SchemaOutput::keepsByteOrderMarksInPlaces()
{
    const Json unit = output(R"({"additionalProperties":{"required":["a","b"]},"maxProperties":0})",
        R"({"\uFEFFa":{}})", SchemaOutput::Detailed);
    QStringList places;
    for (const Json &inner : unit.member("errors"_L1).items())
        places.append(inner.member("instanceLocation"_L1).toString());
    QVERIFY2(places.contains(u"/\uFEFFa"_s), qPrintable(places.join(u' ')));
}

void tst_SchemaOutput::leavesOutAbsolutePlacesWithoutABase()
{
    const Json unit = output(R"({"type":"string"})", "1", SchemaOutput::Detailed);
    QVERIFY(unit.member("absoluteKeywordLocation"_L1).isAbsent());
    QVERIFY(unit.member("errors"_L1).at(0).member("absoluteKeywordLocation"_L1).isAbsent());
    SchemaOptions options;
    options.baseUri = u"https://x.test/s"_s;
    QCOMPARE(output(R"({"type":"string"})", "1", SchemaOutput::Basic, options)
                 .member("errors"_L1)
                 .at(0)
                 .member("absoluteKeywordLocation"_L1)
                 .toString(),
        u"https://x.test/s#/type"_s);
}

void tst_SchemaOutput::saysWhyItWasNotValidated()
{
    const Json unit = output(R"({"$ref":"#"})", "1", SchemaOutput::Flag);
    QVERIFY(unit.member("valid"_L1).isNull());
    QVERIFY(unit.member("reason"_L1).toString().startsWith("cycle: "_L1));
}

void tst_SchemaOutput::outputsOfDoublingSchemasEnd()
{
    QByteArray defs;
    for (int i = 0; i < 30; ++i) {
        const QByteArray next = "{\"$ref\":\"#/$defs/n" + QByteArray::number(i + 1) + "\"}";
        defs += "\"n" + QByteArray::number(i) + "\":{\"anyOf\":[" + next + ',' + next + "]},";
    }
    const QByteArray schema = "{\"$defs\":{" + defs + R"("n30":{"type":"null"}},"$ref":"#/$defs/n0"})";
    const Json unit = output(schema, "1", SchemaOutput::Detailed);
    QCOMPARE(unit.member("valid"_L1), Json::boolean(false));
    QVERIFY(unit.member("errors"_L1).size() > 0);
}

void tst_SchemaOutput::fitsTheSchemaOfOutputs_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::newRow("example") << polygon << twoPoints;
    QTest::newRow("false schema") << QByteArray("false") << QByteArray("1");
    QTest::newRow("false below") << QByteArray(R"({"properties":{"a/b":false}})")
                                 << QByteArray(R"({"a/b":1})");
    QTest::newRow("several parts") << QByteArray(R"({"allOf":[{"type":"string"},{"minimum":10}]})")
                                   << QByteArray("1");
    QTest::newRow("name") << QByteArray(R"({"propertyNames":{"maxLength":1}})")
                          << QByteArray(R"({"long":1})");
}

void tst_SchemaOutput::fitsTheSchemaOfOutputs()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, instance);
    const Result<Schema> unit = Schema::compile(jsonLiteral(R"({"$ref":"#/$defs/unit","$defs":{"unit":{
        "type":"object","required":["valid","keywordLocation","instanceLocation"],"additionalProperties":false,
        "anyOf":[{"required":["error"]},{"required":["errors"]}],
        "properties":{"valid":{"const":false},"error":{"type":"string","minLength":1},
            "keywordLocation":{"type":"string","format":"json-pointer"},
            "instanceLocation":{"type":"string","format":"json-pointer"},
            "absoluteKeywordLocation":{"type":"string","format":"uri"},
            "errors":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/unit"}}}}}})"),
        SchemaOptions{.baseUri = {}, .assertFormats = true, .documents = {}, .limits = {}});
    QVERIFY(unit);
    const Json detailed = output(schema, instance, SchemaOutput::Detailed);
    QCOMPARE(unit->validate(detailed).errors.value(0).message, QString());
    const Json basic = output(schema, instance, SchemaOutput::Basic);
    QVERIFY(basic.member("errors"_L1).size() > 0);
    for (const Json &error : basic.member("errors"_L1).items())
        QCOMPARE(unit->validate(error).errors.value(0).message, QString());
}

QTEST_GUILESS_MAIN(tst_SchemaOutput)
#include "tst_schemaoutput.moc"
