// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/cast.h"
#include "tests/support/counts.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>
#include <QtConcurrentMap>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Cast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheVectors();
    void reportsEachChangeAtItsLeaf_data();
    void reportsEachChangeAtItsLeaf();
    void keepsTheReceivedNodeWhenNothingChanges();
    void keepsTheDigitsOfNumbers();
    void treatsArraysAsObjectsWithIndicesAndLength();
    void laysTheOuterSchemaUnderASinglePart();
    void resetsAnIntersectionThatHoldsAnArray();
    void behavesAsTheOriginalAtTheEdges_data();
    void behavesAsTheOriginalAtTheEdges();
    void raisesWithTheTextOfTheOriginal_data();
    void raisesWithTheTextOfTheOriginal();
    void endsAtALimitInsteadOfTheStack_data();
    void endsAtALimitInsteadOfTheStack();
    void staysFastOnHostileUnions();
    void listsErrorsInTheOrderOfTheOriginal_data();
    void listsErrorsInTheOrderOfTheOriginal();
    void mayBeUsedFromSeveralThreads();
};

namespace {

QByteArray changesAsText(const QList<Change> &changes)
{
    QByteArrayList lines;
    for (const Change &change : changes) {
        lines.append(QByteArrayView(changeMarkName(change.mark).data()) + ' ' + change.pointer.toUtf8() + ' '
            + QByteArrayView(changeActionName(change.action).data()) + ' ' + change.before.toBytes() + " > "
            + change.after.toBytes());
    }
    return lines.join('\n');
}

QByteArray nested(const QByteArray &open, const QByteArray &close, int depth, const QByteArray &inner)
{
    return open.repeated(depth) + inner + close.repeated(depth);
}

} // namespace

void tst_Cast::agreesWithTheVectors()
{
    QFile file(QStringLiteral(TESTS_DIR "/vectors/value-cast-vectors.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<Json> document = parseJson(file.readAll());
    QVERIFY(document.has_value());
    const Json vectors = document->member("vectors"_L1);
    QVERIFY(vectors.size() > 0);

    QHash<QString, std::pair<int, int>> tallies; // mode: passed, total
    QStringList failures;
    for (const Json &vector : vectors.items()) {
        const QString mode = vector.member("mode"_L1).toString();
        QList<SchemaConversion> conversions;
        if (mode != "extended"_L1)
            conversions.append(SchemaConversion::Upstream);
        if (mode != "upstream"_L1)
            conversions.append(SchemaConversion::Extended);
        for (const SchemaConversion conversion : conversions) {
            const Result<CastOutcome> cast =
                CastType::fromSchema(vector.member("schema"_L1), conversion).cast(vector.member("value"_L1));
            const Json thrown = vector.member("throws"_L1);
            const bool passes =
                thrown.isAbsent() ? cast && cast->value == vector.member("expected"_L1) : !cast;
            auto &[passed, total] = tallies[mode];
            passed += passes;
            ++total;
            if (!passes) {
                failures.append(u"%1 (%2): %3"_s.arg(vector.member("name"_L1).toString(),
                    conversion == SchemaConversion::Upstream ? u"upstream"_s : u"extended"_s,
                    cast ? QString::fromUtf8(cast->value.toBytes()) : cast.error().message));
            }
        }
    }
    for (const auto &[mode, tally] : tallies.asKeyValueRange())
        Test::reportCount(u"value-cast vectors, mode %1"_s.arg(mode), tally.first, tally.second);
    QCOMPARE(failures.join(u'\n'), QString());
}

void tst_Cast::reportsEachChangeAtItsLeaf_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("changes");
    const QByteArray person =
        R"({"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},
        "required":["id","name"]})";
    QTest::newRow("valid value") << person << QByteArray(R"({"id":1,"name":"n","x":2})") << QByteArray();
    QTest::newRow("wrong kind replaced, extra key removed")
        << person << QByteArray(R"({"id":"1","name":"n","x":{"y":2}})")
        << QByteArray("lost /id replaced \"1\" > 0\nlost /x removed {\"y\":2} > ");
    QTest::newRow("missing key added")
        << person << QByteArray(R"({"id":1})") << QByteArray("lost /name added  > \"\"");
    QTest::newRow("whole value replaced")
        << person << QByteArray("5") << QByteArray("lost  replaced 5 > {\"id\":0,\"name\":\"\"}");
    const QByteArray list = R"({"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":3})";
    QTest::newRow("padding added") << list << QByteArray("[4]") << QByteArray("lost /1 added  > 0");
    QTest::newRow("surplus removed") << list << QByteArray("[1,2,3,4,5]")
                                     << QByteArray("lost /3 removed 4 > \nlost /4 removed 5 > ");
    QTest::newRow("duplicates removed where they stood")
        << QByteArray(R"({"type":"array","items":{"type":"integer"},"uniqueItems":true})")
        << QByteArray("[1,1,2,2,3]") << QByteArray("lost /1 removed 1 > \nlost /3 removed 2 > ");
    QTest::newRow("default compared leaf by leaf") << QByteArray(
        R"({"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"null"}],
                          "default":{"a":1,"b":2}})")
                                                   << QByteArray(R"({"a":"x","b":2})")
                                                   << QByteArray("lost /a replaced \"x\" > 1");
    QTest::newRow("pointer escapes") << QByteArray(
        R"({"type":"object","properties":{"a/b":{"type":"array","items":{"type":"object","properties":
            {"c~":{"type":"string"}}}}}})")
                                     << QByteArray(R"({"a/b":[{"c~":"k"},{"c~":1}]})")
                                     << QByteArray("lost /a~1b/1/c~0 replaced 1 > \"\"");
    const QByteArray defaults =
        R"({"type":"object","properties":{"n":{"type":"integer","default":16},"o":{"type":"object","required":["b"],
        "properties":{"b":{"type":"boolean","default":true}}},"l":{"type":"array","items":{"type":"integer"},
        "default":[1]},"s":{"type":"string"}},"required":["n","o","l"]})";
    QTest::newRow("defaults filled in")
        << defaults << QByteArray("{}")
        << QByteArray("filled /n added  > 16\nfilled /o added  > {\"b\":true}\n"
                      "filled /l added  > [1]");
    QTest::newRow("defaults inside allOf filled in") << QByteArray(
        R"({"allOf":[{"type":"object","properties":{"n":{"type":"integer","default":16}},"required":["n"]},
            {"type":"object","properties":{"s":{"type":"string"}},"required":["s"]}]})")
                                                     << QByteArray(R"({"s":"x"})")
                                                     << QByteArray("filled /n added  > 16");
    QTest::newRow("a default inside allOf in the place of a value") << QByteArray(
        R"({"allOf":[{"type":"object","properties":{"n":{"type":"integer","default":16}},"required":["n"]},
            {"type":"object"}]})") << QByteArray(R"({"n":"x"})") << QByteArray("lost /n replaced \"x\" > 16");
    QTest::newRow("a value made up inside allOf")
        << QByteArray(R"({"allOf":[{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},
            {"type":"object"}]})")
        << QByteArray("{}") << QByteArray("lost /n added  > 0");
    QTest::newRow("null is a value") << defaults << QByteArray(R"({"n":null,"o":{"b":true},"l":[]})")
                                     << QByteArray("lost /n replaced null > 16");
    QTest::newRow("a number in a text") << defaults << QByteArray(R"({"n":"16.0","o":{"b":true},"l":[]})")
                                        << QByteArray("converted /n replaced \"16.0\" > 16");
    QTest::newRow("a boolean in a text") << defaults << QByteArray(R"({"n":1,"o":{"b":"true"},"l":[]})")
                                         << QByteArray("converted /o/b replaced \"true\" > true");
    QTest::newRow("another boolean in a text")
        << defaults << QByteArray(R"({"n":1,"o":{"b":"false"},"l":[]})")
        << QByteArray("lost /o/b replaced \"false\" > true");
    QTest::newRow("an array as an object of its indices")
        << QByteArray(R"({"type":"object","properties":{"0":{},"1":{}}})") << QByteArray(R"(["a","b"])")
        << QByteArray(R"(converted  replaced ["a","b"] > {"0":"a","1":"b"})");
    QTest::newRow("an object that keeps a part of an array")
        << QByteArray(R"({"type":"object","properties":{"0":{}}})") << QByteArray(R"(["a","b"])")
        << QByteArray(R"(lost  replaced ["a","b"] > {"0":"a"})");
    QTest::newRow("an object in which a part is invented")
        << QByteArray(
               R"({"type":"object","required":["o"],"properties":{"o":{"type":"object","required":["d","i"],
            "properties":{"d":{"default":1},"i":{"type":"integer"}}}}})")
        << QByteArray("{}") << QByteArray("lost /o added  > {\"d\":1,\"i\":0}");
}

void tst_Cast::reportsEachChangeAtItsLeaf()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, changes);
    const auto cast = CastType::fromSchema(jsonLiteral(schema)).cast(jsonLiteral(value));
    QVERIFY(cast.has_value());
    QCOMPARE(changesAsText(cast->changes), changes);
}

void tst_Cast::keepsTheReceivedNodeWhenNothingChanges()
{
    const CastType type =
        CastType::fromSchema(jsonLiteral(R"({"type":"object","properties":{"a":{"type":"number"}}})"));
    const Json value = jsonLiteral(R"({"b":[1.50],"a":1e0})");
    const auto cast = type.cast(value);
    QVERIFY(cast.has_value());
    QCOMPARE(cast->value.nodeAddress(), value.nodeAddress());
    QVERIFY(!type.isUnknown());
    QVERIFY(CastType::fromSchema(jsonLiteral("{}")).isUnknown());
    QVERIFY(CastType().isUnknown());
}

void tst_Cast::keepsTheDigitsOfNumbers()
{
    const CastType type = CastType::fromSchema(jsonLiteral(
        R"({"type":"object","properties":{"n":{"type":"integer","maximum":9007199254740993},"s":{"type":"string"}},
                        "required":["s"]})"));
    const auto cast = type.cast(jsonLiteral(R"({"n":9007199254740993})"));
    QVERIFY(cast.has_value());
    QCOMPARE(cast->value.member("n"_L1).numberText(), "9007199254740993");
    const auto above = type.cast(jsonLiteral(R"({"n":9007199254740994,"s":""})"));
    QVERIFY(above.has_value());
    QCOMPARE(above->value.member("n"_L1).numberText(), "0");
}

void tst_Cast::treatsArraysAsObjectsWithIndicesAndLength()
{
    const CastType type = CastType::fromSchema(jsonLiteral(
        R"({"type":"object","properties":{"0":{"type":"string"},"length":{"type":"integer"},"01":{"type":"integer"}},
            "required":["0","length"]})"));
    const auto cast = type.cast(jsonLiteral(R"(["a","b"])"));
    QVERIFY(cast.has_value());
    QCOMPARE(cast->value, jsonLiteral(R"({"0":"a","length":2})"));
}

void tst_Cast::laysTheOuterSchemaUnderASinglePart()
{
    const CastType type = CastType::fromSchema(jsonLiteral(
        R"({"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}}],"required":["a"],"additionalProperties":false,
            "default":{"a":"outer"}})"));
    QCOMPARE(type.cast(jsonLiteral("3"))->value, jsonLiteral(R"({"a":"outer"})"));
    QCOMPARE(type.cast(jsonLiteral(R"({"b":1})"))->value, jsonLiteral(R"({"a":""})"));
}

void tst_Cast::resetsAnIntersectionThatHoldsAnArray()
{
    const CastType type = CastType::fromSchema(jsonLiteral(
        R"({"allOf":[{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}},"required":["l"]},
                     {"type":"object","properties":{"m":{"type":"string"}},"required":["m"]}]})"));
    QCOMPARE(type.cast(jsonLiteral(R"({"l":[1,2]})"))->value, jsonLiteral(R"({"l":[],"m":""})"));
    QCOMPARE(type.cast(jsonLiteral(R"({"l":[1,2],"m":"k","z":1})"))->value,
        jsonLiteral(R"({"l":[1,2],"m":"k","z":1})"));
}

// Each row holds the result of TypeBox 0.34.52.
void tst_Cast::behavesAsTheOriginalAtTheEdges_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("expected"); // empty: Cast raises
    QTest::newRow("missing Unknown position is null")
        << QByteArray(R"({"type":"array","items":[{},{"type":"integer"}]})") << QByteArray("[]")
        << QByteArray("[null,0]");
    QTest::newRow("only Unknown positions missing")
        << QByteArray(R"({"type":"array","items":[{},{}]})") << QByteArray("[1]") << QByteArray("[1,null]");
    QTest::newRow("an object constant equals itself in a created value")
        << QByteArray(R"({"type":"array","items":{"const":{"a":1}},"uniqueItems":true})")
        << QByteArray(R"([{"a":1},{"a":1}])") << QByteArray(R"([{"a":1}])");
    QTest::newRow("object constant inside an intersection") << QByteArray(
        R"({"allOf":[{"type":"object","properties":{"b":{"const":[1]}},"required":["b"]},{"type":"object"}]})")
                                                            << QByteArray("1") << QByteArray(R"({"b":[1]})");
    QTest::newRow("object constant as a whole part")
        << QByteArray(R"({"allOf":[{"const":{"a":1}},{"type":"object"}]})") << QByteArray("1")
        << QByteArray();
    QTest::newRow("closed intersection of null")
        << QByteArray(R"({"allOf":[{"type":"null"},{"type":"null"}],"unevaluatedProperties":false})")
        << QByteArray("null") << QByteArray();
    QTest::newRow("text default of an array is spread")
        << QByteArray(R"({"type":"array","items":{"type":"string"},"minItems":3,"default":"ab"})")
        << QByteArray("1") << QByteArray(R"(["a","b",""])");
    QTest::newRow("text default that needs no padding")
        << QByteArray(R"({"type":"array","items":{"type":"string"},"default":"ab"})") << QByteArray("1")
        << QByteArray();
    QTest::newRow("an outer required makes a property of a part required")
        << QByteArray(
               R"({"oneOf":[{"type":"object","properties":{"a":{"type":"integer"}}}],"required":["a"]})")
        << QByteArray("{}") << QByteArray(R"({"a":0})");
}

void tst_Cast::behavesAsTheOriginalAtTheEdges()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, expected);
    const auto cast = CastType::fromSchema(jsonLiteral(schema)).cast(jsonLiteral(value));
    QCOMPARE(cast.has_value(), !expected.isEmpty());
    if (cast)
        QCOMPARE(cast->value, jsonLiteral(expected));
}

void tst_Cast::raisesWithTheTextOfTheOriginal_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("upstream");
    QTest::addColumn<QString>("text");
    QTest::newRow("pattern") << QByteArray(R"({"type":"string","pattern":"^a"})") << QByteArray("1") << false
                             << u"String types with patterns must specify a default value"_s;
    QTest::newRow("invalid pattern") << QByteArray(R"({"type":"string","pattern":"("})")
                                     << QByteArray("\"a\"") << false << u"Invalid regular expression"_s;
    QTest::newRow("format") << QByteArray(R"({"type":"string","format":"date"})") << QByteArray("\"a\"")
                            << true << u"String types with formats must specify a default value"_s;
    QTest::newRow("contains") << QByteArray(R"({"type":"array","contains":{"type":"string"}})")
                              << QByteArray("1") << false
                              << u"Array with the contains constraint requires a default value"_s;
    QTest::newRow("uniqueItems that cannot hold")
        << QByteArray(R"({"type":"array","items":{"type":"integer"},"uniqueItems":true,"minItems":2})")
        << QByteArray("[1,1]") << false
        << u"Array cast produced invalid data due to uniqueItems constraint"_s;
    QTest::newRow("impossible intersection")
        << QByteArray(R"({"allOf":[{"type":"string"},{"type":"object"}]})") << QByteArray("1") << false
        << u"Intersect produced invalid value. Consider using a default value."_s;
    QTest::newRow("raw sub-schema") << QByteArray(
        R"({"type":"object","properties":{},"additionalProperties":{"type":"string"}})")
                                    << QByteArray(R"({"a":"b"})") << true << u"Unknown type"_s;
    QTest::newRow("reference") << QByteArray(R"({"$ref":"#/x"})") << QByteArray("1") << true
                               << u"Unable to dereference schema with $id '#/x'"_s;
    QTest::newRow("never") << QByteArray(R"({"oneOf":[]})") << QByteArray("1") << true
                           << u"Never types cannot be cast"_s;
}

void tst_Cast::raisesWithTheTextOfTheOriginal()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    QFETCH(bool, upstream);
    QFETCH(QString, text);
    const auto conversion = upstream ? SchemaConversion::Upstream : SchemaConversion::Extended;
    const auto cast = CastType::fromSchema(jsonLiteral(schema), conversion).cast(jsonLiteral(value));
    QVERIFY(!cast.has_value());
    QCOMPARE(cast.error().kind, ErrorKind::Validation);
    QVERIFY2(cast.error().message.startsWith(text), qUtf8Printable(cast.error().message));
}

void tst_Cast::endsAtALimitInsteadOfTheStack_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    const QByteArray list = R"({"type":"object","properties":{"n":{"$ref":"#"}}})";
    QTest::newRow("value too deep") << list << nested(R"({"n":)", "}", 600, "{}");
    QTest::newRow("reference to itself") << QByteArray(R"({"$ref":"#"})") << QByteArray("1");
    QTest::newRow("references in a ring")
        << QByteArray(R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})")
        << QByteArray("1");
    QTest::newRow("union of itself") << QByteArray(R"({"anyOf":[{"$ref":"#"},{"$ref":"#"}]})")
                                     << QByteArray("1");
    QTest::newRow("required of itself")
        << QByteArray(R"({"type":"object","properties":{"n":{"$ref":"#"}},"required":["n"]})")
        << QByteArray("1");
    QTest::newRow("schema too deep") << nested(R"({"type":"array","items":)", "}", 2000,
        R"({"type":"string"})") << nested("[", "]", 1000, "1");
    QTest::newRow("type lists that multiply")
        << nested(R"({"type":["array","array","array","array"],"items":)", "}", 12, R"({"type":"string"})")
        << nested("[", "]", 12, "1");
    QTest::newRow("a billion spaces")
        << QByteArray(R"({"type":"string","minLength":1000000000})") << QByteArray("1");
    QTest::newRow("a billion items") << QByteArray(
        R"({"type":"array","items":{"type":"null"},"minItems":1000000000})")
                                     << QByteArray("[]");
    QTest::newRow("a thousand times a thousand times a thousand")
        << nested(R"({"type":"array","minItems":1000,"items":)", "}", 3, R"({"type":"null"})")
        << QByteArray("1");
    QTest::newRow("catastrophic pattern") << QByteArray(R"({"type":"string","pattern":"^(a+)+$"})")
                                          << QByteArray("\"" + QByteArray(40, 'a') + "!\"");
}

void tst_Cast::endsAtALimitInsteadOfTheStack()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    const CastType type = CastType::fromSchema(jsonLiteral(schema));
    const auto cast = type.cast(jsonLiteral(value));
    QVERIFY(!cast.has_value());
    QCOMPARE(cast.error().kind, ErrorKind::Limit);
}

void tst_Cast::staysFastOnHostileUnions()
{
    // Each level tries both variants, and each variant tries all levels below: 2^200 steps without
    // memoisation.
    const CastType type = CastType::fromSchema(jsonLiteral(
        R"({"anyOf":[{"type":"array","items":{"$ref":"#"}},{"type":"array","items":{"$ref":"#"},"minItems":2},{"const":1}]})"));
    const auto cast = type.cast(jsonLiteral(nested("[", "]", 200, "2")));
    QVERIFY(cast.has_value());
    QCOMPARE(cast->changes.size(), 1);
}

void tst_Cast::listsErrorsInTheOrderOfTheOriginal_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("valid") << QByteArray(R"({"type":"string"})") << QByteArray("\"\"") << QString();
    QTest::newRow("root") << QByteArray(R"({"type":"object"})") << QByteArray("1")
                          << u"  - : Expected object"_s;
    QTest::newRow("object")
        << QByteArray(R"({"type":"object","properties":{"b":{"type":"integer"},"a":{},"c":{"type":"string"}},
                          "required":["a","b"],"additionalProperties":false,"minProperties":3})")
        << QByteArray(R"({"x~/":1,"c":2})")
        << u"  - : Expected object to have at least 3 properties\n"
           "  - /b: Expected required property\n  - /a: Expected required property\n"
           "  - /x~0~1: Unexpected property\n  - /b: Expected integer\n  - /c: Expected string"_s;
    QTest::newRow("numbers")
        << QByteArray(R"({"type":"integer","exclusiveMaximum":5,"exclusiveMinimum":90,"maximum":4,
                                               "minimum":100,"multipleOf":4})")
        << QByteArray("7")
        << u"  - : Expected integer to be less than 5\n  - : Expected integer to be greater than 90\n"
           "  - : Expected integer to be less or equal to 4\n"
           "  - : Expected integer to be greater or equal to 100\n"
           "  - : Expected integer to be a multiple of 4"_s;
    QTest::newRow("strings")
        << QByteArray(R"({"type":"string","minLength":3,"pattern":"^b"})") << QByteArray("\"a\"")
        << u"  - : Expected string length greater or equal to 3\n  - : Expected string to match '^b'"_s;
    QTest::newRow("arrays")
        << QByteArray(R"({"type":"array","items":{"type":"string"},"minItems":4,"uniqueItems":true,
                                              "contains":{"const":"z"}})")
        << QByteArray(R"(["a",1,"a"])")
        << u"  - : Expected array length to be greater or equal to 4\n  - /1: Expected string\n"
           "  - : Expected array elements to be unique\n"
           "  - : Expected array to contain at least one matching value"_s;
    QTest::newRow("tuple") << QByteArray(
        R"({"prefixItems":[{"type":"string"},{"type":"null"}],"type":"array"})")
                           << QByteArray("[1]") << u"  - : Expected tuple to have 2 elements"_s;
    QTest::newRow("union, literals")
        << QByteArray(R"({"type":"object","properties":{"u":{"enum":["a","b"]},
                                                       "t":{"const":"x"},"n":{"const":4}}})")
        << QByteArray(R"({"u":1,"t":2,"n":"4"})")
        << u"  - /u: Expected union value\n  - /t: Expected 'x'\n  - /n: Expected 4"_s;
    QTest::newRow("intersect")
        << QByteArray(R"({"allOf":[{"type":"string"},{"type":"string","maxLength":0}]})") << QByteArray("1")
        << u"  - : Expected string\n  - : Expected string\n  - : Expected all values to match"_s;
    QTest::newRow("never") << QByteArray(R"({"anyOf":[]})") << QByteArray("1") << u"  - : Never"_s;
    QTest::newRow("required names without a property")
        << QByteArray(R"({"type":"object","properties":{"a":{"type":"null"}},"required":["ghost"]})")
        << QByteArray(R"({"a":1})") << u"  - /ghost: Expected required property\n  - /a: Expected null"_s;
    QTest::newRow("an array constant as text") << QByteArray(R"({"const":[1,[2,null],{}]})")
                                               << QByteArray("1") << u"  - : Expected 1,2,,[object Object]"_s;
}

void tst_Cast::listsErrorsInTheOrderOfTheOriginal()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    QFETCH(QString, text);
    const auto errors = CastType::fromSchema(jsonLiteral(schema)).collectErrors(jsonLiteral(value));
    QVERIFY(errors.has_value());
    QCOMPARE(formatValueErrors(*errors), text);
}

void tst_Cast::mayBeUsedFromSeveralThreads()
{
    const CastType type = CastType::fromSchema(jsonLiteral(
        R"({"type":"array","items":{"type":"object","properties":{"k":{"type":"string","pattern":"^[a-z]+$","default":"d"}},
            "required":["k"]}})"));
    const Json value = jsonLiteral(R"([{"k":"abc"},{"k":"ABC"},{}])");
    const Json expected = jsonLiteral(R"([{"k":"abc"},{"k":"d"},{"k":"d"}])");
    const QList<int> runs(64);
    const QList<bool> results = QtConcurrent::blockingMapped(runs, [&](int) {
        const auto cast = type.cast(value);
        return cast && cast->value == expected && cast->changes.size() == 2;
    });
    QCOMPARE(results.count(true), 64);
}

WORKBENCH_TEST(tst_Cast, QCoreApplication)
#include "tst_cast.moc"
