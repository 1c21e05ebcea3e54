// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/formhints.h"
#include "core/schema/schema.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

FieldHint hintsOf(const QByteArray &schema)
{
    return formHints(jsonLiteral(schema));
}

QStringList titlesOf(const FieldHint &hint)
{
    QStringList titles;
    for (const FieldHint::Choice &choice : hint.choices)
        titles.append(choice.title);
    for (const FieldHint &variant : hint.variants)
        titles.append(variant.title);
    return titles;
}

} // namespace

class tst_FormHints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void choosesAKind_data();
    void choosesAKind();
    void saysBoundsInWords_data();
    void saysBoundsInWords();
    void movesExclusiveBoundsOfIntegers();
    void readsTheAnnotationsOfAField();
    void keepsTheOrderOfFields();
    void titlesChoices_data();
    void titlesChoices();
    void seesThroughNull_data();
    void seesThroughNull();
    void followsLocalReferences();
    void endsRecursionAsRawJson();
    void endsDoublingReferencesAsRawJson();
    void givesVariantsDistinctNames();
    void joinsAllOf();
    void survivesNonsense_data();
    void survivesNonsense();
    void inventsNoValue_data();
    void inventsNoValue();
    void readsNoMoreOfAHugeSchemaThanAFormShows_data();
    void readsNoMoreOfAHugeSchemaThanAFormShows();
};

void tst_FormHints::choosesAKind_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *name, const QByteArray &schema, FieldKind kind) {
        QTest::newRow(name) << schema << int(kind);
    };
    row("string", R"({"type":"string"})", FieldKind::Text);
    row("string by pattern", R"({"pattern":"a"})", FieldKind::Text);
    row("long string", R"({"type":"string","maxLength":2000})", FieldKind::MultilineText);
    row("text media type", R"({"type":"string","contentMediaType":"text/markdown"})",
        FieldKind::MultilineText);
    row("integer", R"({"type":"integer"})", FieldKind::Integer);
    row("number", R"({"type":"number"})", FieldKind::Number);
    row("integer or number", R"({"type":["integer","number"]})", FieldKind::Number);
    row("number by minimum", R"({"minimum":1})", FieldKind::Number);
    row("boolean", R"({"type":"boolean"})", FieldKind::Boolean);
    row("enum", R"({"enum":["a","b"]})", FieldKind::Choice);
    row("const", R"({"const":3})", FieldKind::Choice);
    row("object", R"({"type":"object","properties":{}})", FieldKind::Object);
    row("object by properties", R"({"properties":{"a":{}}})", FieldKind::Object);
    row("map", R"({"type":"object","additionalProperties":{"type":"string"}})", FieldKind::RawJson);
    row("any object", R"({"type":"object"})", FieldKind::RawJson);
    row("array", R"({"type":"array","items":{"type":"string"}})", FieldKind::Array);
    row("tuple", R"({"type":"array","prefixItems":[{},{}]})", FieldKind::RawJson);
    row("variants", R"({"oneOf":[{"type":"string"},{"type":"number"}]})", FieldKind::Variant);
    row("several types", R"({"type":["string","number"]})", FieldKind::Variant);
    row("alternatives that only restrict",
        R"({"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]})",
        FieldKind::Object);
    row("anything", "{}", FieldKind::RawJson);
    row("true", "true", FieldKind::RawJson);
}

void tst_FormHints::choosesAKind()
{
    QFETCH(QByteArray, schema);
    QFETCH(int, kind);
    QCOMPARE(int(hintsOf(schema).kind), kind);
}

void tst_FormHints::saysBoundsInWords_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("unit");
    const auto row = [](const char *schema, const QString &unit) {
        QTest::newRow(schema) << QByteArray(schema) << unit;
    };
    row(R"({"type":"integer","minimum":1,"maximum":7})", u"1 to 7"_s);
    row(R"({"type":"integer","exclusiveMinimum":0,"maximum":7})", u"1 to 7"_s);
    row(R"({"type":"integer","minimum":0,"exclusiveMinimum":true})", u"at least 1"_s);
    row(R"({"type":"number","exclusiveMinimum":0})", u"more than 0"_s);
    row(R"({"type":"number","exclusiveMinimum":0,"maximum":1.5})", u"more than 0, at most 1.5"_s);
    row(R"({"type":"number","minimum":0.10,"maximum":1})", u"0.10 to 1"_s);
    row(R"({"type":"string","minLength":3})", u"at least 3 characters"_s);
    row(R"({"type":"string","minLength":1})", u"at least 1 character"_s);
    row(R"({"type":"string","maxLength":1})", u"at most 1 character"_s);
    row(R"({"type":"string","minLength":1,"maxLength":1})", u"exactly 1 character"_s);
    row(R"({"type":"string","minLength":1,"maxLength":9})", u"1 to 9 characters"_s);
    row(R"({"type":"string","minLength":0,"maxLength":1})", u"0 to 1 characters"_s);
    row(R"({"type":"string","minLength":3,"maxLength":10})", u"3 to 10 characters"_s);
    row(R"({"type":"string","minLength":2,"maxLength":2})", u"exactly 2 characters"_s);
    row(R"({"type":"array","items":{},"maxItems":4})", u"at most 4 items"_s);
    row(R"({"type":"integer"})", u""_s);
}

void tst_FormHints::saysBoundsInWords()
{
    QFETCH(QByteArray, schema);
    QTEST(hintsOf(schema).unit, "unit");
}

void tst_FormHints::movesExclusiveBoundsOfIntegers()
{
    const FieldHint hint = hintsOf(R"({"type":"integer","exclusiveMinimum":0.5,"exclusiveMaximum":10})");
    QCOMPARE(hint.minimum, Json::integer(1));
    QCOMPARE(hint.maximum, Json::integer(9));
    const FieldHint tighter = hintsOf(R"({"type":"integer","minimum":5,"exclusiveMinimum":1})");
    QCOMPARE(tighter.minimum, Json::integer(5));
    const FieldHint none = hintsOf(R"({"type":"integer"})");
    QVERIFY(none.minimum.isAbsent() && none.maximum.isAbsent());
}

void tst_FormHints::readsTheAnnotationsOfAField()
{
    const FieldHint hint =
        hintsOf(R"({"type":"string","title":"Key","description":"Of the service","format":"password",
        "default":"x","examples":["a","b"],"readOnly":true,"deprecated":true})");
    QCOMPARE(hint.title, u"Key"_s);
    QCOMPARE(hint.description, u"Of the service"_s);
    QCOMPARE(hint.format, u"password"_s);
    QCOMPARE(hint.defaultValue.toString(), u"x"_s);
    QCOMPARE(hint.examples.size(), 2);
    QVERIFY(hint.readOnly && hint.deprecated && hint.secret);
    QVERIFY(hintsOf(R"({"type":"string","writeOnly":true})").secret);
    QVERIFY(!hintsOf(R"({"type":"string"})").secret);
}

void tst_FormHints::keepsTheOrderOfFields()
{
    const FieldHint hint =
        hintsOf(R"({"type":"object","properties":{"z":{"type":"string"},"a":{"type":"integer"},
        "hidden":false},"required":["a","extra"]})");
    QCOMPARE(hint.fields.size(), 3);
    QCOMPARE(hint.fields.at(0).name, u"z"_s);
    QVERIFY(!hint.fields.at(0).required);
    QCOMPARE(hint.fields.at(1).name, u"a"_s);
    QVERIFY(hint.fields.at(1).required);
    QCOMPARE(hint.fields.at(2).name, u"extra"_s); // required, but not declared
    QCOMPARE(hint.fields.at(2).kind, FieldKind::RawJson);
}

void tst_FormHints::titlesChoices_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QStringList>("titles");
    QTest::newRow("values") << QByteArray(R"({"enum":["a",2,true]})")
                            << QStringList{u"a"_s, u"2"_s, u"true"_s};
    QTest::newRow("enumNames") << QByteArray(R"({"enum":["a","b"],"enumNames":["Alpha","Beta"]})")
                               << QStringList{u"Alpha"_s, u"Beta"_s};
    QTest::newRow("oneOf of constants")
        << QByteArray(R"({"oneOf":[{"const":"a","title":"Alpha"},{"const":"b"}]})")
        << QStringList{u"Alpha"_s, u"b"_s};
    QTest::newRow("anyOf of constants")
        << QByteArray(R"({"anyOf":[{"const":1},{"enum":[2]}]})") << QStringList{u"1"_s, u"2"_s};
}

void tst_FormHints::titlesChoices()
{
    QFETCH(QByteArray, schema);
    const FieldHint hint = hintsOf(schema);
    QCOMPARE(hint.kind, FieldKind::Choice);
    QTEST(titlesOf(hint), "titles");
}

void tst_FormHints::seesThroughNull_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *name, const QByteArray &schema, FieldKind kind) {
        QTest::newRow(name) << schema << int(kind);
    };
    row("list of types", R"({"type":["string","null"]})", FieldKind::Text);
    row("anyOf with null", R"({"anyOf":[{"type":"integer"},{"type":"null"}],"default":null,"title":"N"})",
        FieldKind::Integer);
    row("oneOf with null and two", R"({"oneOf":[{"type":"integer"},{"type":"null"},{"type":"string"}]})",
        FieldKind::Variant);
    row("nullable", R"({"type":"boolean","nullable":true})", FieldKind::Boolean);
    row("nullable reference",
        R"({"$defs":{"p":{"type":"string"}},"allOf":[{"$ref":"#/$defs/p"}],"nullable":true})",
        FieldKind::Text);
    row("null among values", R"({"enum":["a",null]})", FieldKind::Choice);
    row("reference or null", R"({"$defs":{"p":{"type":"object","properties":{"x":{}}}},
        "anyOf":[{"$ref":"#/$defs/p"},{"type":"null"}]})",
        FieldKind::Object);
    row("constants and null", R"({"oneOf":[{"const":"a"},{"const":"b"},{"type":"null"}]})",
        FieldKind::Choice);
}

void tst_FormHints::seesThroughNull()
{
    QFETCH(QByteArray, schema);
    QFETCH(int, kind);
    const FieldHint hint = hintsOf(schema);
    QVERIFY(hint.nullable);
    QCOMPARE(int(hint.kind), kind);
}

void tst_FormHints::followsLocalReferences()
{
    const FieldHint hint = hintsOf(R"({"$defs":{"a/b":{"type":"integer","title":"Inner","maximum":3},
        "n":{"$anchor":"named","type":"boolean"}},"type":"object",
        "properties":{"x":{"$ref":"#/$defs/a~1b","title":"Outer"},"y":{"$ref":"#named"},
        "far":{"$ref":"https://x.test/far"}}})");
    QCOMPARE(hint.fields.at(0).kind, FieldKind::Integer);
    QCOMPARE(hint.fields.at(0).title, u"Outer"_s);
    QCOMPARE(hint.fields.at(0).unit, u"at most 3"_s);
    QCOMPARE(hint.fields.at(0).schema.member("maximum"_L1), Json::integer(3));
    QCOMPARE(hint.fields.at(1).kind, FieldKind::Boolean);
    QCOMPARE(hint.fields.at(2).kind, FieldKind::RawJson);
}

void tst_FormHints::endsRecursionAsRawJson()
{
    const FieldHint tree = hintsOf(R"({"type":"object","title":"Node","properties":{"name":{"type":"string"},
        "children":{"type":"array","items":{"$ref":"#"}}}})");
    QCOMPARE(tree.fields.at(1).kind, FieldKind::Array);
    QCOMPARE(tree.fields.at(1).item.size(), 1);
    QCOMPARE(tree.fields.at(1).item.first().kind, FieldKind::RawJson);
    QCOMPARE(tree.fields.at(1).item.first().title, u"Node"_s);
    const QByteArray itself = R"({"$ref":"#"})";
    QCOMPARE(hintsOf(itself).kind, FieldKind::RawJson);
    const QByteArray throughAllOf = R"({"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"})";
    QCOMPARE(hintsOf(throughAllOf).kind, FieldKind::RawJson);
    // Two uses side by side are not a recursion.
    const FieldHint pair = hintsOf(R"({"$defs":{"p":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/p"},
        "b":{"$ref":"#/$defs/p"}}})");
    QCOMPARE(pair.fields.at(1).kind, FieldKind::Text);
}

void tst_FormHints::endsDoublingReferencesAsRawJson()
{
    QByteArray defs;
    for (int i = 0; i < 30; ++i) {
        const QByteArray next = "{\"$ref\":\"#/$defs/n" + QByteArray::number(i + 1) + "\"}";
        defs +=
            "\"n" + QByteArray::number(i) + "\":{\"properties\":{\"a\":" + next + ",\"b\":" + next + "}},";
    }
    const FieldHint hint =
        hintsOf("{\"$defs\":{" + defs + "\"n30\":{\"type\":\"string\"}},\"$ref\":\"#/$defs/n0\"}");
    QCOMPARE(hint.kind, FieldKind::Object);
    QCOMPARE(hint.fields.size(), 2);
}

void tst_FormHints::givesVariantsDistinctNames()
{
    const FieldHint hint =
        hintsOf(R"({"title":"Shape","$defs":{"circle":{"type":"object","properties":{"r":{"type":"number"}}}},
        "oneOf":[{"$ref":"#/$defs/circle"},{"properties":{"kind":{"const":"square"}}},{"title":"Named","type":"string"},
        {"type":"string"},{"type":"string"},{}]})");
    QCOMPARE(hint.kind, FieldKind::Variant);
    const QStringList expected{
        u"circle"_s, u"square"_s, u"Named"_s, u"string"_s, u"string (5)"_s, u"option 6"_s};
    QCOMPARE(titlesOf(hint), expected);
    QCOMPARE(hint.variants.at(0).kind, FieldKind::Object);
    QCOMPARE(hint.variants.at(0).fields.first().name, u"r"_s);
}

void tst_FormHints::joinsAllOf()
{
    const FieldHint hint = hintsOf(
        R"({"$defs":{"base":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}},
        "allOf":[{"$ref":"#/$defs/base"},{"properties":{"name":{"type":"string"}},"required":["name"]}]})");
    QCOMPARE(hint.kind, FieldKind::Object);
    QCOMPARE(hint.fields.size(), 2);
    QVERIFY(hint.fields.at(0).required && hint.fields.at(1).required);
}

void tst_FormHints::survivesNonsense_data()
{
    QTest::addColumn<QByteArray>("schema");
    for (const char *schema : {"null", "3", "[]", R"("x")", R"({"type":{}})", R"({"type":[]})",
             R"({"properties":[]})", R"({"enum":{}})", R"({"enum":[]})", R"({"oneOf":{}})",
             R"({"oneOf":[1,2]})", R"({"allOf":[3]})", R"({"$ref":3})", R"({"$ref":"#/nowhere"})",
             R"({"type":"array","items":3})", R"({"type":"integer","minimum":"x","exclusiveMaximum":[]})",
             R"({"type":"nonsense"})", R"({"type":"array","minItems":-3,"maxItems":-3})"})
        QTest::newRow(schema) << QByteArray(schema);
}

void tst_FormHints::survivesNonsense()
{
    QFETCH(QByteArray, schema);
    const FieldHint hint = hintsOf(schema);
    QVERIFY(hint.name.isEmpty());
    const Json start = initialValue(hint);
    QVERIFY(start.isAbsent() || !start.toBytes().isEmpty());
}

void tst_FormHints::inventsNoValue_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value"); // empty: no value
    const auto row = [](const char *name, const QByteArray &schema, const QByteArray &value) {
        QTest::newRow(name) << schema << value;
    };
    row("default", R"({"type":"string","default":"x"})", R"("x")");
    row("required members that the user has to fill in are missing",
        R"({"type":"object","properties":{"s":{"type":"string"},"i":{"type":"integer"},"n":{"type":"number","minimum":3},
        "e":{"enum":["q","r"]},"v":{"oneOf":[{"type":"string"},{"type":"number"}]},"x":{},"z":{"type":["string","null"]},
        "y":{"type":["boolean","null"]}},"required":["s","i","n","e","v","x","z","y"]})",
        "{}");
    row("required members that show their value are there",
        R"({"type":"object","properties":{"b":{"type":"boolean"},"a":{"type":"array","items":{}},"o":{"type":"object","properties":{}},
        "m":{"type":"object"},"c":{"const":"only"}},"required":["b","a","o","m","c"]})",
        R"({"b":false,"a":[],"o":{},"m":{},"c":"only"})");
    row("optional left out", R"({"type":"object","properties":{"a":{"type":"string"}}})", "{}");
    row("optional default filled in",
        R"({"type":"object","properties":{"a":{"type":"string","default":"d"}}})", R"({"a":"d"})");
    row("a number within bounds is not guessed", R"({"type":"integer","minimum":3})", "");
    row("rows that show their value", R"({"type":"array","items":{"type":"boolean"},"minItems":2})",
        "[false,false]");
    row("rows that the user has to fill in", R"({"type":"array","items":{"type":"string"},"minItems":2})",
        "[]");
    row("tool without arguments", R"({"type":"object"})", "{}");
}

void tst_FormHints::inventsNoValue()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    const Json start = initialValue(hintsOf(schema));
    QCOMPARE(start.isAbsent() ? QByteArray() : start.toBytes(), value);
}

void tst_FormHints::readsNoMoreOfAHugeSchemaThanAFormShows_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("entry"); // %1 is its number
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<FieldKind>("kind");
    QTest::addColumn<int>("fields");
    const auto row = [](const char *name, const QByteArray &begin, const QByteArray &entry,
                         const QByteArray &end, FieldKind kind,
                         int fields) { QTest::newRow(name) << begin << entry << end << kind << fields; };
    row("fields", R"({"type":"object","properties":{)",
        R"("f%1":{"type":"string","description":"one of many"})", "}}", FieldKind::Object, 1000);
    row("fields in allOf", R"({"allOf":[{"properties":{)",
        R"("f%1":{"type":"string","description":"one of many"})", "}}]}", FieldKind::RawJson, 0);
    row("required names", R"({"type":"object","required":[)", R"("the name of a field that is required %1")",
        "]}", FieldKind::Object, 1000);
    row("choices", R"({"type":"string","enum":[)", R"("one of very many choices, number %1")", "]}",
        FieldKind::Text, 0);
    row("constants", R"({"type":"string","oneOf":[)", R"({"const":"one of many %1","title":"Choice"})", "]}",
        FieldKind::Text, 0);
    row("alternatives", R"({"type":"object","anyOf":[)", R"({"properties":{"p%1":{"type":"string"}}})", "]}",
        FieldKind::RawJson, 0);
    row("examples", R"({"type":"string","examples":[)", R"("for example, a long text with the number %1")",
        "]}", FieldKind::Text, 0);
}

void tst_FormHints::readsNoMoreOfAHugeSchemaThanAFormShows()
{
    QFETCH(QByteArray, begin);
    QFETCH(QByteArray, entry);
    QFETCH(QByteArray, end);
    QFETCH(FieldKind, kind);
    QFETCH(int, fields);
    constexpr int entries = 100'000;
    QByteArray text = begin;
    for (int i = 0; i < entries; ++i) {
        if (i > 0)
            text += ',';
        text += QByteArray(entry).replace("%1", QByteArray::number(i));
    }
    text += end;
    const Json schema = jsonLiteral(text);
    const FieldHint hint = formHints(schema);
    QCOMPARE(hint.kind, kind);
    QCOMPARE(hint.fields.size(), fields);
    QVERIFY(hint.choices.size() <= 1000 && hint.variants.size() <= 100 && hint.examples.size() <= 100);
}

WORKBENCH_TEST(tst_FormHints, QCoreApplication)
#include "tst_formhints.moc"
