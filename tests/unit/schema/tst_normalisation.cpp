// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/schema/normalisation.h"
#include "tests/support/testprogram.h"
#include "tests/unit/schema/oraclegenerator.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

//! Normalisation casts only values that the validator refuses, and only at the refused places.
class tst_Normalisation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesValidValuesAlone_data();
    void leavesValidValuesAlone();
    void changesOnlyRefusedPlaces_data();
    void changesOnlyRefusedPlaces();
    void countsReadOnlyAndWriteOnlyByDirection_data();
    void countsReadOnlyAndWriteOnlyByDirection();
    void changesNothingThatIsNotValidated_data();
    void changesNothingThatIsNotValidated();
    void castsEveryRefusedPlaceOfALongList();
    void raisesOnlyForRefusedPlaces();
    void staysWithinItsBounds_data();
    void staysWithinItsBounds();
    void randomValuesChangeOnlyWhereTheyAreRefused();
};

namespace {

Normalisation normalised(const QByteArray &schema, const Json &value,
    SchemaDialect dialect = SchemaDialect::Draft2020_12, const ValidateOptions &how = {})
{
    const Json source = jsonLiteral(schema);
    SchemaOptions options;
    options.defaultDialect = dialect;
    options.limits.schemaValidateMs = 60'000; // a loaded machine needs longer; steps bound the work
    return normalise(value, *Schema::compile(source, options), CastType::fromSchema(source), how);
}

//! Returns one line for each change: its mark, its pointer, and the value before and after.
QByteArray told(const QList<Change> &changes)
{
    QByteArrayList lines;
    for (const Change &change : changes) {
        lines.append(QByteArray(QByteArrayView(changeMarkName(change.mark).data()) + ' '
            + change.pointer.toUtf8() + ' ' + change.before.toBytes() + " > " + change.after.toBytes()));
    }
    return lines.join('\n');
}

QString parentOf(const QString &pointer)
{
    return pointer.first(std::max<qsizetype>(0, pointer.lastIndexOf(u'/')));
}

//! Returns \a value, which is at \a pointer, with exactly \a changes applied. None of them may remove an item
//! of an array.
Json replay(const Json &value, const QList<Change> &changes, const QString &pointer)
{
    QList<Change> added;
    for (const Change &change : changes) {
        if (change.pointer == pointer)
            return change.after;
        if (change.action == ChangeAction::Added && parentOf(change.pointer) == pointer)
            added.append(change);
    }
    if (value.isArray()) {
        QList<Json> items;
        for (const Json &item : value.items())
            items.append(replay(item, changes, JsonPointer::child(pointer, items.size())));
        for (const Change &change : std::as_const(added))
            items.append(change.after);
        return Json::array(items);
    }
    if (!value.isObject())
        return value;
    QList<Json::Member> members; // removed members are absent, and are left out
    for (const auto &entry : value.members())
        members.append(
            {entry.key(), replay(entry.value(), changes, JsonPointer::child(pointer, entry.key()))});
    for (const Change &change : std::as_const(added))
        members.append({JsonPointer::tokens(change.pointer).last(), change.after});
    return Json::object(members);
}

} // namespace

void tst_Normalisation::leavesValidValuesAlone_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a decimal multiple")
        << QByteArray(R"({"type":"number","multipleOf":0.01})") << QByteArray("19.99");
    QTest::newRow("a length in code points")
        << QByteArray(R"({"type":"string","maxLength":1})") << QByteArray("\"\xF0\x9F\x98\x80\"");
    QTest::newRow("members by pattern") << QByteArray(
        R"({"type":"object","additionalProperties":false,"patternProperties":{"^x-":{}},
            "properties":{"a":{}}})") << QByteArray(R"({"x-note":"kept","a":1})");
    QTest::newRow("fewer items than prefixItems")
        << QByteArray(R"({"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]})")
        << QByteArray(R"(["a"])");
    QTest::newRow("more items than prefixItems")
        << QByteArray(R"({"type":"array","prefixItems":[{"type":"string"}]})") << QByteArray(R"(["a",2])");
    QTest::newRow("a number beyond a double") << QByteArray(R"({"type":"number"})") << QByteArray("1e400");
    QTest::newRow("properties do not apply to a text")
        << QByteArray(R"({"properties":{"a":{"type":"integer"}}})") << QByteArray("\"any text\"");
    QTest::newRow("an equal constant")
        << QByteArray(R"({"const":{"a":[1]}})") << QByteArray(R"({"a":[1.0]})");
}

void tst_Normalisation::leavesValidValuesAlone()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    const Json received = jsonLiteral(value);
    const Normalisation whole = normalised(schema, received);
    QCOMPARE(whole.received.verdict, ValidationReport::Verdict::Valid);
    QCOMPARE(whole.cast->value.nodeAddress(), received.nodeAddress());
    QVERIFY(whole.cast->changes.isEmpty());

    // A valid value stays also beside an invalid one, in an object, an array and an alternative.
    const QByteArray object =
        R"({"type":"object","properties":{"fits":)" + schema + R"(,"other":{"type":"integer"}}})";
    const QByteArray pair = R"({"fits":)" + value + R"(,"other":"x"})";
    const QByteArray repaired = R"({"fits":)" + value + R"(,"other":0})";
    QCOMPARE(normalised(object, jsonLiteral(pair)).cast->value.toBytes(), repaired);
    QCOMPARE(
        normalised(R"({"type":"array","items":)" + object + "}", jsonLiteral(QByteArray("[" + pair + "]")))
            .cast->value.toBytes(),
        "[" + repaired + "]");
    QCOMPARE(
        normalised(R"({"anyOf":[{"type":"null"},)" + object + "]}", jsonLiteral(pair)).cast->value.toBytes(),
        repaired);
    QCOMPARE(
        normalised(R"({"allOf":[{"type":"object"},)" + object + "]}", jsonLiteral(pair)).cast->changes.size(),
        1);
}

void tst_Normalisation::changesOnlyRefusedPlaces_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("changes");
    const QByteArray person = R"({"type":"object","required":["id","name"],"properties":{
        "id":{"type":"integer"},"name":{"type":"string"}}})";
    QTest::newRow("key order, spelling of numbers and unnamed members stay")
        << person << QByteArray(R"({"x":1.50,"name":"n","id":"7","y":[1e2]})")
        << QByteArray(R"({"x":1.50,"name":"n","id":0,"y":[1e2]})") << QByteArray("lost /id \"7\" > 0");
    QTest::newRow("the last of two equal keys counts")
        << person << QByteArray(R"({"id":"a","id":"b","name":"n"})")
        << QByteArray(R"({"id":"a","id":0,"name":"n"})") << QByteArray("lost /id \"b\" > 0");
    QTest::newRow("a missing member comes last")
        << person << QByteArray(R"({"id":7,"x":1})") << QByteArray(R"({"id":7,"x":1,"name":""})")
        << QByteArray("lost /name  > \"\"");
    QTest::newRow("an unexpected member is removed, its neighbour by pattern stays")
        << QByteArray(R"({"type":"object","additionalProperties":false,"patternProperties":{"^x-":{}}})")
        << QByteArray(R"({"a":1,"x-a":2})") << QByteArray(R"({"x-a":2})") << QByteArray("lost /a 1 > ");
    QTest::newRow("too many items") << QByteArray(
        R"({"type":"array","items":{"type":"integer"},"maxItems":2})")
                                    << QByteArray(R"([1,"2",3])") << QByteArray("[1,0]")
                                    << QByteArray("lost /1 \"2\" > 0\nlost /2 3 > ");
    QTest::newRow("equal items") << QByteArray(
        R"({"type":"array","items":{"type":"integer"},"uniqueItems":true})")
                                 << QByteArray("[1,1.0,2]") << QByteArray("[1,2]")
                                 << QByteArray("lost /1 1.0 > ");
    QTest::newRow("more items than the tuple allows")
        << QByteArray(R"({"type":"array","prefixItems":[{"type":"string"}],"items":false})")
        << QByteArray(R"(["a",1,2])") << QByteArray(R"(["a"])") << QByteArray("lost /1 1 > \nlost /2 2 > ");
    QTest::newRow("a part of allOf") << QByteArray(
        R"({"allOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},
            {"type":"object","required":["b"],"properties":{"b":{"type":"string"}}}]})")
                                     << QByteArray(R"({"b":"keep","a":"x","c":1})")
                                     << QByteArray(R"({"b":"keep","a":0,"c":1})")
                                     << QByteArray("lost /a \"x\" > 0");
    QTest::newRow("a list inside a part of allOf")
        << QByteArray(R"({"allOf":[{"type":"object","required":["code"],"properties":{
            "code":{"type":"string","pattern":"^[a-z]+$"}}},{"type":"object","properties":{"list":{"type":"array",
            "items":{"type":"object","properties":{"n":{"type":"integer"}}}}}}]})")
        << QByteArray(R"({"code":"abc","list":[{"n":1},{"n":"x","m":2}]})")
        << QByteArray(R"({"code":"abc","list":[{"n":1},{"n":0,"m":2}]})")
        << QByteArray("lost /list/1/n \"x\" > 0");
    QTest::newRow("members missing in two parts of allOf")
        << QByteArray(R"({"allOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},
            {"type":"object","required":["b","a"],"properties":{"b":{"type":"boolean","default":true}}}]})")
        << QByteArray(R"({"c":1})") << QByteArray(R"({"c":1,"a":0,"b":true})")
        << QByteArray("lost /a  > 0\nfilled /b  > true");
    QTest::newRow("an unexpected member of a part of allOf")
        << QByteArray(R"({"allOf":[{"type":"object","properties":{"a":{"type":"integer"}}},
            {"type":"object","additionalProperties":false,"properties":{"a":{},"b":{}}}]})")
        << QByteArray(R"({"c":1,"a":"x","b":2})") << QByteArray(R"({"a":0,"b":2})")
        << QByteArray("lost /c 1 > \nlost /a \"x\" > 0");
    QTest::newRow("alternatives inside allOf")
        << QByteArray(R"({"allOf":[{"type":"object","properties":{"m":{"type":"number","multipleOf":0.01}}},
            {"anyOf":[{"type":"null"},{"type":"object","required":["kind"],"properties":{"kind":{"const":"b"},
            "n":{"type":"integer"}}}]}]})")
        << QByteArray(R"({"m":19.99,"kind":"b","n":"x"})") << QByteArray(R"({"m":19.99,"kind":"b","n":0})")
        << QByteArray("lost /n \"x\" > 0");
    QTest::newRow("an item of unique ones")
        << QByteArray(R"({"type":"array","uniqueItems":true,"items":{"type":"object","properties":{
            "n":{"type":"integer"},"m":{"type":"number","multipleOf":0.01}}}})")
        << QByteArray(R"([{"m":19.99,"n":"x"},{"m":19.99,"n":1}])")
        << QByteArray(R"([{"m":19.99,"n":0},{"m":19.99,"n":1}])") << QByteArray("lost /0/n \"x\" > 0");
    QTest::newRow("the alternative that fits best, only where it refuses")
        << QByteArray(R"({"oneOf":[{"type":"object","required":["kind"],"properties":{"kind":{"const":"a"}}},
            {"type":"object","required":["kind","n"],"properties":{"kind":{"const":"b"},"n":{"type":"integer"},
            "price":{"type":"number","multipleOf":0.01}}}]})")
        << QByteArray(R"({"price":19.99,"kind":"b","n":"1","x":[]})")
        << QByteArray(R"({"price":19.99,"kind":"b","n":0,"x":[]})") << QByteArray("lost /n \"1\" > 0");
    QTest::newRow("a member whose name is refused")
        << QByteArray(
               R"({"type":"object","propertyNames":{"maxLength":2},"properties":{"n":{"type":"integer"}}})")
        << QByteArray(R"({"long":1,"ok":2,"n":"x"})") << QByteArray(R"({"ok":2,"n":0})")
        << QByteArray("lost /long 1 > \nlost /n \"x\" > 0");
    QTest::newRow("an alternative with a member that is false")
        << QByteArray(R"({"anyOf":[{"type":"null"},{"type":"object","properties":{"a":false,
            "n":{"type":"integer"}},"propertyNames":{"not":{"const":"b"}}}]})")
        << QByteArray(R"({"a":1,"b":2,"n":"x"})") << QByteArray(R"({"n":0})")
        << QByteArray("lost /a 1 > \nlost /b 2 > \nlost /n \"x\" > 0");
    QTest::newRow("alternatives inside alternatives")
        << QByteArray(R"({"anyOf":[{"type":"null"},{"anyOf":[{"type":"string"},{"type":"object",
            "properties":{"n":{"type":"integer"},"m":{"type":"number","multipleOf":0.01}}}]}]})")
        << QByteArray(R"({"m":19.99,"n":"x"})") << QByteArray(R"({"m":19.99,"n":0})")
        << QByteArray("lost /n \"x\" > 0");
    QTest::newRow("a nullable alternative")
        << QByteArray(R"({"nullable":true,"anyOf":[{"type":"string"},{"type":"object",
            "properties":{"n":{"type":"integer"},"m":{"type":"number","multipleOf":0.01}}}]})")
        << QByteArray(R"({"m":19.99,"n":"x"})") << QByteArray(R"({"m":19.99,"n":0})")
        << QByteArray("lost /n \"x\" > 0");
    QTest::newRow("a constant, all of it")
        << QByteArray(R"({"const":{"a":1,"b":2}})") << QByteArray(R"({"a":0,"b":2,"c":3})")
        << QByteArray(R"({"a":1,"b":2})") << QByteArray("lost /a 0 > 1\nlost /c 3 > ");
    QTest::newRow("references") << QByteArray(
        R"({"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},
            "next":{"$ref":"#/$defs/n"}}}}})")
                                << QByteArray(R"({"next":{"next":{"v":"x"},"v":1.0},"v":2.0})")
                                << QByteArray(R"({"next":{"next":{"v":0},"v":1.0},"v":2.0})")
                                << QByteArray("lost /next/next/v \"x\" > 0");
    QTest::newRow("a value that Cast cannot repair stays")
        << QByteArray(R"({"type":"object","properties":{"n":{"not":{"const":1}}},
            "patternProperties":{"^x-":{"type":"string"}}})")
        << QByteArray(R"({"n":1,"x-long":2})") << QByteArray(R"({"n":1,"x-long":2})") << QByteArray();
    QTest::newRow("a value that Cast cannot repair stays beside one that is cast")
        << QByteArray(R"({"type":"object","properties":{"n":{"type":"integer"}},
            "patternProperties":{"^x-":{"type":"string"}}})")
        << QByteArray(R"({"n":"a","x-long":2})") << QByteArray(R"({"n":0,"x-long":2})")
        << QByteArray("lost /n \"a\" > 0");
    QTest::newRow("a wrong item behind a tuple stays where it is")
        << QByteArray(R"({"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}})")
        << QByteArray(R"([1,"x",3])") << QByteArray(R"(["","x",3])") << QByteArray("lost /0 1 > \"\"");
    QTest::newRow("properties beside allOf stay")
        << QByteArray(R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer"}},
            "allOf":[{"type":"object","properties":{"k":{"type":"string"}}}]})")
        << QByteArray(R"({"n":"7","k":5})") << QByteArray(R"({"n":"7","k":""})")
        << QByteArray("lost /k 5 > \"\"");
    QTest::newRow("alternatives that Cast does not know free nothing")
        << QByteArray(R"({"allOf":[{"type":"object","properties":{"n":{"type":"integer"},
            "m":{"type":"number","multipleOf":0.01}}},{"anyOf":[{"required":["a"]},{"required":["b"]}]}]})")
        << QByteArray(R"({"n":"x","m":19.99,"extra":1})") << QByteArray(R"({"n":0,"m":19.99,"extra":1})")
        << QByteArray("lost /n \"x\" > 0");
    QTest::newRow("a member that two parts of allOf describe")
        << QByteArray(R"({"allOf":[{"properties":{"a":{"properties":{"x":{"type":"integer"}}}}},
            {"properties":{"a":{"properties":{"y":{"type":"integer"}}}}}]})")
        << QByteArray(R"({"a":{"x":"s","y":"s"}})") << QByteArray(R"({"a":{"x":0,"y":0}})")
        << QByteArray("lost /a/x \"s\" > 0\nlost /a/y \"s\" > 0");
    QTest::newRow("a member that no part of allOf evaluates")
        << QByteArray(R"({"allOf":[{"type":"object","properties":{"a":{"type":"integer"}}},
            {"type":"object","properties":{"b":{"type":"string"}}}],"unevaluatedProperties":false})")
        << QByteArray(R"({"a":1,"z":2})") << QByteArray(R"({"a":1})") << QByteArray("lost /z 2 > ");
    QTest::newRow("a short tuple is not filled up")
        << QByteArray(
               R"({"type":"array","prefixItems":[{"type":"integer"},{"type":"string","pattern":"^a"}]})")
        << QByteArray(R"(["x"])") << QByteArray("[0]") << QByteArray("lost /0 \"x\" > 0");
    QTest::newRow("equal items that TypeBox refuses for their fractions")
        << QByteArray(R"({"type":"array","uniqueItems":true,"items":{"type":"number","multipleOf":0.01}})")
        << QByteArray("[19.99,19.99]") << QByteArray("[19.99]") << QByteArray("lost /1 19.99 > ");
    QTest::newRow("an item behind a removed one")
        << QByteArray(R"({"type":"array","uniqueItems":true,"items":{"anyOf":[{"type":"integer"},
            {"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false}]}})")
        << QByteArray(R"([1,1,{"n":"x","z":1}])") << QByteArray(R"([1,{"n":0}])")
        << QByteArray("lost /1 1 > \nlost /1/n \"x\" > 0\nlost /2/z 1 > ");
    QTest::newRow("a list in two parts of allOf")
        << QByteArray(R"({"allOf":[{"type":"array","items":{"type":"integer"}},{"maxItems":5}]})")
        << QByteArray(R"([1,"x"])") << QByteArray("[1,0]") << QByteArray("lost /1 \"x\" > 0");
    QTest::newRow("an only alternative")
        << QByteArray(R"({"anyOf":[{"type":"object","properties":{"m":{"type":"number","multipleOf":0.01},
            "n":{"type":"integer"}}}]})")
        << QByteArray(R"({"m":19.99,"n":"x","z":1})") << QByteArray(R"({"m":19.99,"n":0,"z":1})")
        << QByteArray("lost /n \"x\" > 0");
    QTest::newRow("the default of alternatives replaces a value that fits none of them")
        << QByteArray(R"({"anyOf":[{"type":"object","properties":{"street":{"type":"string"},
            "city":{"type":"string"}}},{"type":"null"}],"default":null})")
        << QByteArray("5") << QByteArray("null") << QByteArray("lost  5 > null");
    QTest::newRow("the default does not replace a value that nearly fits one of them")
        << QByteArray(R"({"anyOf":[{"type":"object","properties":{"street":{"type":"string"},
            "city":{"type":"string"}}},{"type":"null"}],"default":null})")
        << QByteArray(R"({"street":5,"city":"Paris"})") << QByteArray(R"({"street":"","city":"Paris"})")
        << QByteArray("lost /street 5 > \"\"");
    QTest::newRow("a list of types with a default")
        << QByteArray(R"({"type":["object","null"],"default":null,"properties":{"n":{"type":"integer"}}})")
        << QByteArray(R"({"n":"x"})") << QByteArray(R"({"n":0})") << QByteArray("lost /n \"x\" > 0");
    QTest::newRow("two alternatives at one place") << QByteArray(
        R"({"allOf":[{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"integer"}}}]},
            {"anyOf":[{"type":"null"},{"type":"object","properties":{"b":{"type":"integer"}}}]}]})")
                                                   << QByteArray(R"({"a":"x","b":"y"})")
                                                   << QByteArray(R"({"a":0,"b":0})")
                                                   << QByteArray("lost /a \"x\" > 0\nlost /b \"y\" > 0");
    QTest::newRow("a name that is not in an enum")
        << QByteArray(R"({"type":"object","propertyNames":{"enum":["a"]},
            "additionalProperties":{"type":"number","multipleOf":0.01}})")
        << QByteArray(R"({"price":19.99,"a":19.99})") << QByteArray(R"({"a":19.99})")
        << QByteArray("lost /price 19.99 > ");
    QTest::newRow("a default") << QByteArray(
        R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer","default":5}}})")
                               << QByteArray("{}") << QByteArray(R"({"n":5})")
                               << QByteArray("filled /n  > 5");
    QTest::newRow("a number in a text")
        << QByteArray(R"({"type":"object","properties":{"n":{"type":"integer","default":5}}})")
        << QByteArray(R"({"n":"5"})") << QByteArray(R"({"n":5})") << QByteArray("converted /n \"5\" > 5");
}

void tst_Normalisation::changesOnlyRefusedPlaces()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, expected);
    QFETCH(QByteArray, changes);
    const Normalisation normalisation = normalised(schema, jsonLiteral(value));
    QCOMPARE(normalisation.received.verdict, ValidationReport::Verdict::Invalid);
    QVERIFY(normalisation.cast.has_value());
    QCOMPARE(normalisation.cast->value.toBytes(), expected);
    QCOMPARE(told(normalisation.cast->changes), changes);
    for (const Change &change : normalisation.cast->changes)
        QVERIFY(!change.violation.message.isEmpty());
}

void tst_Normalisation::countsReadOnlyAndWriteOnlyByDirection_data()
{
    QTest::addColumn<int>("direction");
    QTest::addColumn<QByteArray>("expected");
    using Direction = ValidateOptions::Direction;
    QTest::newRow("a response needs no password")
        << int(Direction::Response) << QByteArray(R"({"name":"","id":0})");
    QTest::newRow("a request needs no id")
        << int(Direction::Request) << QByteArray(R"({"name":"","password":"********"})");
    QTest::newRow("without a direction both are required")
        << int(Direction::Any) << QByteArray(R"({"name":"","id":0,"password":"********"})");
}

void tst_Normalisation::countsReadOnlyAndWriteOnlyByDirection()
{
    QFETCH(int, direction);
    QFETCH(QByteArray, expected);
    const QByteArray user = R"({"type":"object","required":["id","name","password"],"properties":{
        "id":{"type":"integer","readOnly":true},"name":{"type":"string"},
        "password":{"type":"string","writeOnly":true,"pattern":"^.{8,}$","default":"********"}}})";
    ValidateOptions how;
    how.direction = ValidateOptions::Direction(direction);
    const Normalisation normalisation =
        normalised(user, jsonLiteral(R"({"name":5})"), SchemaDialect::OpenApi3_0, how);
    QCOMPARE(normalisation.cast->value.toBytes(), expected);
}

void tst_Normalisation::changesNothingThatIsNotValidated_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::newRow("a reference that leads nowhere") << QByteArray(
        R"({"type":"object","properties":{"a":{"$ref":"#/$defs/none"},"n":{"type":"integer"}}})");
    QTest::newRow("a circle") << QByteArray(
        R"({"type":"object","properties":{"a":{"$ref":"#/properties/a"},"n":{"type":"integer"}}})");
}

void tst_Normalisation::changesNothingThatIsNotValidated()
{
    QFETCH(QByteArray, schema);
    const Json received = jsonLiteral(R"({"a":1,"n":"x"})");
    const Normalisation normalisation = normalised(schema, received);
    QCOMPARE(normalisation.received.verdict, ValidationReport::Verdict::NotValidated);
    QCOMPARE(normalisation.cast->value.nodeAddress(), received.nodeAddress());
    QVERIFY(normalisation.cast->changes.isEmpty());
}

void tst_Normalisation::castsEveryRefusedPlaceOfALongList()
{
    ValidateOptions few;
    few.maxErrors = 3;
    const QByteArray list = "[" + QByteArray(R"({"n":"x","m":2},)").repeated(999) + R"({"n":"x","m":2}])";
    const Normalisation normalisation =
        normalised(R"({"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}})",
            jsonLiteral(list), SchemaDialect::Draft2020_12, few);
    QCOMPARE(normalisation.received.errors.size(), 3);
    QVERIFY(normalisation.received.moreErrors);
    QCOMPARE(normalisation.cast->changes.size(), 1000);
    QCOMPARE(normalisation.cast->value.toBytes(), QByteArray(list).replace("\"x\"", "0"));
}

void tst_Normalisation::raisesOnlyForRefusedPlaces()
{
    // Cast cannot create a text for a pattern, and need not do so where the received text matches.
    const QByteArray schema = R"({"type":"object","properties":{
        "mood":{"type":"string","maxLength":1,"pattern":"."},"n":{"type":"integer"}}})";
    const Json received = jsonLiteral("{\"mood\":\"\xF0\x9F\x98\x80\",\"n\":\"x\"}");
    QVERIFY(normalised(schema, received).cast.has_value());
    QVERIFY(!normalised(schema, jsonLiteral(R"({"mood":"long","n":1})")).cast.has_value());
    // Cast need not create a password that a response must not contain.
    const QByteArray user = R"({"type":"object","required":["id","password"],"properties":{
        "id":{"type":"integer"},"password":{"type":"string","writeOnly":true,"pattern":"."}}})";
    ValidateOptions response;
    response.direction = ValidateOptions::Direction::Response;
    QCOMPARE(normalised(user, jsonLiteral(R"({"id":"x"})"), SchemaDialect::OpenApi3_0, response)
                 .cast->value.toBytes(),
        R"({"id":0})");
}

void tst_Normalisation::staysWithinItsBounds_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    const QByteArray number = R"({"type":"object","properties":{"n":{"type":"integer"}}})";
    QByteArray doubled = R"({"$ref":"#/$defs/0","$defs":{)";
    for (int i = 0; i < 40; ++i) {
        const QByteArray next = R"({"$ref":"#/$defs/)" + QByteArray::number(i + 1) + R"("})";
        doubled += '"' + QByteArray::number(i) + R"(":{"allOf":[)" + next + ',' + next + "]},";
    }
    QTest::newRow("allOf that doubles at each of forty levels")
        << QByteArray(doubled + R"("40":)" + number + "}}") << QByteArray(R"({"n":"x"})");
    QByteArray nested = number;
    QByteArray inside = R"({"n":"x"})";
    for (int i = 0; i < 8; ++i) {
        nested = R"({"anyOf":[{"type":"null"},{"type":"object","properties":{"n":)" + nested + "}}]}";
        inside = R"({"n":)" + inside + '}';
    }
    QTest::newRow("alternatives at each of eight levels") << nested << inside;
    const QByteArray key(100'000, 'k');
    QTest::newRow("a long name around many refused items")
        << QByteArray(
               R"({"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}}})")
        << QByteArray("{\"" + key + "\":[" + QByteArray("true,").repeated(20'000) + "1]}");
}

void tst_Normalisation::staysWithinItsBounds()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    const Json received = jsonLiteral(value);
    const Normalisation normalisation = normalised(schema, received);
    QCOMPARE(normalisation.received.verdict, ValidationReport::Verdict::Invalid);
    if (normalisation.cast) {
        QVERIFY(!normalisation.cast->changes.isEmpty());
        return;
    }
    QCOMPARE(normalisation.cast.error().kind, ErrorKind::Limit);
    QVERIFY(normalisation.cast.error().message.contains("too many steps"_L1));
}

void tst_Normalisation::randomValuesChangeOnlyWhereTheyAreRefused()
{
    // Some violations allow changes not only at their own place but also at their members or items, or
    // anywhere below.
    const QStringList ofParts{u"required"_s, u"dependentRequired"_s, u"minItems"_s, u"maxItems"_s,
        u"uniqueItems"_s, u"contains"_s, u"minContains"_s, u"maxContains"_s, u"minProperties"_s,
        u"maxProperties"_s, u"items"_s};
    const QStringList ofAll{u"anyOf"_s, u"oneOf"_s, u"enum"_s, u"const"_s};
    bool isNumber = false; // WORKBENCH_ORACLE_SEED chooses another seed, as in tst_oracle
    const uint chosen = qEnvironmentVariable("WORKBENCH_ORACLE_SEED").toUInt(&isNumber);
    OracleGenerator generator(isNumber ? chosen : 2'026);
    int changes = 0;
    int replayed = 0;
    for (int i = 0; i < 400; ++i) {
        const QByteArray text = generator.schema();
        const Json source = jsonLiteral(text);
        const Schema schema = *Schema::compile(source);
        const CastType type = CastType::fromSchema(source);
        for (int j = 0; j < 12; ++j) {
            const Json value = jsonLiteral(generator.instance());
            const Normalisation normalisation = normalise(value, schema, type);
            if (!normalisation.cast)
                continue;
            const QByteArray pair = text + '\n' + value.toBytes();
            bool movesItems = false;
            for (const Change &change : normalisation.cast->changes) {
                ++changes;
                const bool isItem = JsonPointer::resolve(value, parentOf(change.pointer)).isArray();
                movesItems = movesItems || (change.action == ChangeAction::Removed && isItem);
            }
            if (movesItems) // pointers into the result differ from pointers into the received value
                continue;
            ++replayed;
            const Json again = replay(value, normalisation.cast->changes, {});
            QVERIFY2(again.toBytes() == normalisation.cast->value.toBytes(), pair.constData());
            for (const Change &change : normalisation.cast->changes) {
                const auto allows = [&](const ValidationError &error) {
                    const bool isBelow = change.pointer.startsWith(error.pointer + u'/');
                    const bool isPart = isBelow && parentOf(change.pointer) == error.pointer;
                    const bool isOfName =
                        error.message.startsWith("Name \""_L1) || error.keyword == "false"_L1;
                    return error.pointer == change.pointer || (isBelow && ofAll.contains(error.keyword))
                        || (isPart && change.action != ChangeAction::Replaced
                            && (isOfName || ofParts.contains(error.keyword)));
                };
                QVERIFY2(std::ranges::any_of(normalisation.received.errors, allows),
                    QByteArray(pair + '\n' + change.pointer.toUtf8()).constData());
            }
        }
    }
    QCOMPARE_GT(changes, 500);
    QCOMPARE_GT(replayed, 1000);
}

WORKBENCH_TEST(tst_Normalisation, QCoreApplication)
#include "tst_normalisation.moc"
