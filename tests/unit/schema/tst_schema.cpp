// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QThreadPool>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Verdict = ValidationReport::Verdict;

namespace {

Result<Schema> compile(const QByteArray &schema, const SchemaOptions &options = {})
{
    return Schema::compile(jsonLiteral(schema), options);
}

ValidationReport check(
    const QByteArray &schema, const QByteArray &instance, const SchemaOptions &options = {})
{
    const Result<Schema> compiled = compile(schema, options);
    if (!compiled) {
        ValidationReport report;
        report.verdict = Verdict::NotValidated;
        report.reason = u"compile: "_s + compiled.error().message;
        return report;
    }
    return compiled->validate(jsonLiteral(instance));
}

//! Returns {"$defs":{"n0":{"KEYWORD":[{"$ref":"#/$defs/n1"},{"$ref":"#/$defs/n1"}]},…},"$ref":"#/$defs/n0"}
QByteArray doubling(const QByteArray &keyword, const QByteArray &leaf)
{
    constexpr int depth = 30;
    QByteArray defs;
    for (int i = 0; i < depth; ++i) {
        const QByteArray next = "{\"$ref\":\"#/$defs/n" + QByteArray::number(i + 1) + "\"}";
        defs += "\"n" + QByteArray::number(i) + "\":{\"" + keyword + "\":[" + next + ',' + next + "]},";
    }
    return "{\"$defs\":{" + defs + "\"n30\":" + leaf + "},\"$ref\":\"#/$defs/n0\"}";
}

} // namespace

class tst_Schema : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEmptySchemaAcceptsEverything();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void locatesErrors();
    void reportsEveryMissingMember();
    void doesNotCallTheMembersOfAFailedPartUnevaluated();
    void refusesMalformedSchemas_data();
    void refusesMalformedSchemas();
    void listsAllProblemsOfASchema();
    void leavesUnreachedNonsenseAlone();
    void comparesNumbersExactly_data();
    void comparesNumbersExactly();
    void readsTheDialect_data();
    void readsTheDialect();
    void metaschemasAreBuiltIn();
    void formatsAreAnnotationsUnlessAsked();
    void theLastOfDuplicateMembersCounts();
    void nothingIsFetched();
    void cyclesEndAsNotValidated_data();
    void cyclesEndAsNotValidated();
    void doublingSchemasAreLinear_data();
    void doublingSchemasAreLinear();
    void largeEnumsAreQuick();
    void budgetsEndAsNotValidated();
    void deepInstancesAreNotValidated();
    void longReferenceChainsDoNotOverflow();
    void regexBombsAreNotValidated();
    void limitsOfTheSchemaItself_data();
    void limitsOfTheSchemaItself();
    void stopsAtTheRequestedNumberOfErrors();
    void validatesOnSeveralThreads();
    void keepsItsSource();
};

void tst_Schema::anEmptySchemaAcceptsEverything()
{
    QCOMPARE(Schema().validate(jsonLiteral("[1]")).verdict, Verdict::Valid);
    QCOMPARE(check("true", "[1]").verdict, Verdict::Valid);
    QCOMPARE(compile(R"({"type":"object"})")->validate(Json()).errors.value(0).message,
        u"Expected object, got nothing"_s);
    QCOMPARE(check("false", "[1]").errors.value(0).keyword, u"false"_s);
}

void tst_Schema::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QByteArray &schema, const QByteArray &instance,
                         const QString &keyword, const QString &pointer, const QString &message) {
        QTest::newRow(name) << schema << instance << keyword << pointer << message;
    };
    row("type", R"({"type":"number"})", R"("x")", u"type"_s, u""_s, u"Expected number, got string"_s);
    row("types", R"({"type":["string","null"]})", "1", u"type"_s, u""_s,
        u"Expected string or null, got integer"_s);
    row("integer", R"({"type":"integer"})", "1.5", u"type"_s, u""_s, u"Expected integer, got number"_s);
    row("required", R"({"required":["total"]})", "{}", u"required"_s, u""_s,
        u"Required member \"total\" is missing"_s);
    row("maximum", R"({"properties":{"a":{"maximum":7}}})", R"({"a":9})", u"maximum"_s, u"/a"_s,
        u"Expected at most 7, got 9"_s);
    row("minimum", R"({"minimum":7})", "6.5", u"minimum"_s, u""_s, u"Expected at least 7, got 6.5"_s);
    row("exclusive", R"({"exclusiveMinimum":0})", "0", u"exclusiveMinimum"_s, u""_s,
        u"Expected more than 0, got 0"_s);
    row("multiple", R"({"multipleOf":2})", "3", u"multipleOf"_s, u""_s, u"Expected a multiple of 2, got 3"_s);
    row("additional", R"({"properties":{"a":true},"additionalProperties":false})", R"({"a":1,"x/y":2})",
        u"additionalProperties"_s, u"/x~1y"_s, u"Unexpected member \"x/y\""_s);
    row("unevaluated", R"({"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false})",
        R"({"a":1,"b":2})", u"unevaluatedProperties"_s, u"/b"_s, u"Unexpected member \"b\""_s);
    row("false property", R"({"properties":{"a":false}})", R"({"a":1})", u"false"_s, u"/a"_s,
        u"No value is allowed here"_s);
    row("code points", R"({"maxLength":1})", R"("🐲🐲")", u"maxLength"_s, u""_s,
        u"Expected at most 1 character, got 2"_s);
    row("pattern", R"({"pattern":"^a+$"})", R"("b")", u"pattern"_s, u""_s,
        u"Expected text that matches ^a+$, got \"b\""_s);
    row("enum", R"({"enum":["a",1]})", R"("b")", u"enum"_s, u""_s, u"Expected one of \"a\", 1, got \"b\""_s);
    row("const", R"({"const":{"a":1}})", "[]", u"const"_s, u""_s, u"Expected an object, got []"_s);
    row("unique", R"({"uniqueItems":true})", "[1,2,1.0]", u"uniqueItems"_s, u""_s,
        u"Items 0 and 2 are equal"_s);
    row("contains", R"({"contains":{"type":"string"}})", "[1]", u"contains"_s, u""_s,
        u"Expected at least 1 matching item, got 0"_s);
    row("items false", R"({"prefixItems":[true],"items":false})", "[1,2,3]", u"items"_s, u"/1"_s,
        u"Expected at most 1 item, got 3"_s);
    row("names", R"({"propertyNames":{"maxLength":2}})", R"({"abc":1})", u"maxLength"_s, u""_s,
        u"Name \"abc\": Expected at most 2 characters, got 3"_s);
    row("dependent", R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})", u"dependentRequired"_s, u""_s,
        u"Member \"b\" is missing, which \"a\" requires"_s);
    row("anyOf of types", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "1", u"anyOf"_s, u""_s,
        u"Expected string or null, got integer"_s);
    row("anyOf with one fitting type", R"({"anyOf":[{"type":"object","required":["id"]},{"type":"null"}]})",
        "{}", u"anyOf"_s, u""_s,
        u"Matches none of 2 alternatives; nearest: Required member \"id\" is missing"_s);
    row("oneOf twice", R"({"oneOf":[{"minimum":1},{"minimum":2}]})", "3", u"oneOf"_s, u""_s,
        u"Matches more than one of 2 alternatives, expected exactly one"_s);
    row("not", R"({"not":{"type":"string"}})", R"("x")", u"not"_s, u""_s,
        u"Matches a schema that it must not match"_s);
    row("then", R"({"if":{"type":"string"},"then":{"minLength":2}})", R"("x")", u"minLength"_s, u""_s,
        u"Expected at least 2 characters, got 1"_s);
    // U+FEFF is an ordinary character of a name or a text, also at its start.
    const QByteArray marked = "{\"\xEF\xBB\xBF\x61\":1}";
    row("a marked member", R"({"additionalProperties":{"type":"null"}})", marked, u"type"_s, u"/\uFEFFa"_s,
        u"Expected null, got integer"_s);
    row("an unexpected marked member", R"({"additionalProperties":false})", marked, u"additionalProperties"_s,
        u"/\uFEFFa"_s, u"Unexpected member \"\uFEFFa\""_s);
    row("a false marked member", R"({"properties":{"\uFEFFa":false}})", marked, u"false"_s, u"/\uFEFFa"_s,
        u"No value is allowed here"_s);
    row("a missing marked member", R"({"required":["\uFEFFa"]})", "{}", u"required"_s, u""_s,
        u"Required member \"\uFEFFa\" is missing"_s);
    row("a dependent marked member", R"({"dependentRequired":{"\uFEFFa":["\uFEFFb"]}})", marked,
        u"dependentRequired"_s, u""_s, u"Member \"\uFEFFb\" is missing, which \"\uFEFFa\" requires"_s);
    row("a marked name", R"({"propertyNames":{"maxLength":1}})", marked, u"maxLength"_s, u""_s,
        u"Name \"\uFEFFa\": Expected at most 1 character, got 2"_s);
    row("a refused marked name", R"({"propertyNames":false})", marked, u"false"_s, u""_s,
        u"No member is allowed, got \"\uFEFFa\""_s);
    row("a long marked text", R"({"maxLength":1,"enum":[1]})", "\"\xEF\xBB\xBF" + QByteArray(60, 'a') + '"',
        u"enum"_s, u""_s, u"Expected one of 1, got \"\uFEFF%1…\""_s.arg(QString(53, u'a')));
    row("a long text of surrogate pairs", R"({"enum":[1]})", '"' + QByteArray("🐲").repeated(20) + '"',
        u"enum"_s, u""_s, u"Expected one of 1, got \"%1…\""_s.arg(u"🐲"_s.repeated(14)));
    row("a long text cut inside a character", R"({"enum":[1]})", "\"a" + QByteArray("🐲").repeated(20) + '"',
        u"enum"_s, u""_s, u"Expected one of 1, got \"a%1…\""_s.arg(u"🐲"_s.repeated(13)));
}

void tst_Schema::saysWhatIsWrong()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, instance);
    const ValidationReport report = check(schema, instance);
    QCOMPARE(report.reason, QString());
    QCOMPARE(report.verdict, Verdict::Invalid);
    QVERIFY(!report.errors.isEmpty());
    QTEST(report.errors.first().message, "message");
    QTEST(report.errors.first().keyword, "keyword");
    QTEST(report.errors.first().pointer, "pointer");
}

void tst_Schema::locatesErrors()
{
    const QByteArray schema =
        R"({"$id":"https://x.test/s","$defs":{"n":{"$id":"n","properties":{"a b":{"type":"null"}}}},
        "items":{"$ref":"n"}})";
    const ValidationReport report = check(schema, R"([{},{"a b":1}])");
    QCOMPARE(report.errors.size(), 1);
    QCOMPARE(report.errors.first().pointer, u"/1/a b"_s);
    QCOMPARE(report.errors.first().schemaLocation, u"https://x.test/n#/properties/a%20b/type"_s);
    QCOMPARE(report.errors.first().evaluationPath, u"/items/$ref/properties/a b/type"_s);
    QCOMPARE(check(R"({"properties":{"a":{"type":"null"}}})", R"({"a":1})").errors.first().schemaLocation,
        u"#/properties/a/type"_s);
    QCOMPARE(check(R"({"additionalProperties":{"type":"null"}})", R"({"\uFEFFa":1})").errors.first().pointer,
        u"/\uFEFFa"_s);
}

void tst_Schema::reportsEveryMissingMember()
{
    const ValidationReport report =
        check(R"({"required":["a","b"],"properties":{"c":{"type":"null"}}})", R"({"c":1})");
    QCOMPARE(report.errors.size(), 3);
    // A node that is reached on two paths reports an error once.
    const ValidationReport twice = check(R"({"$defs":{"x":{"required":["a"]}},
        "allOf":[{"$ref":"#/$defs/x"},{"$ref":"#/$defs/x"}]})",
        "{}");
    QCOMPARE(twice.errors.size(), 1);
}

void tst_Schema::doesNotCallTheMembersOfAFailedPartUnevaluated()
{
    const QByteArray schema =
        R"({"allOf":[{"properties":{"a":{"type":"string"}}}],"unevaluatedProperties":false})";
    const ValidationReport report = check(schema, R"({"a":1})");
    QCOMPARE(report.errors.size(), 1);
    QCOMPARE(report.errors.first().keyword, u"type"_s);
}

void tst_Schema::refusesMalformedSchemas_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, const QByteArray &schema, const QString &problem) {
        QTest::newRow(name) << schema << problem;
    };
    row("null", "null", u": Expected a schema, an object or a boolean, got null"_s);
    row("number", "1", u": Expected a schema, an object or a boolean, got number"_s);
    row("array", "[]", u": Expected a schema, an object or a boolean, got array"_s);
    row("unknown type", R"({"type":"text"})", u"/type: Expected the name of a type, got \"text\""_s);
    row("type is a number", R"({"type":3})", u"/type: Expected the name of a type, got number"_s);
    row("an empty list of types", R"({"type":[]})", u"/type: Expected at least one type"_s);
    row("draft 3 required", R"({"properties":{"a":{"required":true}}})",
        u"/properties/a/required: Expected an array of strings"_s);
    row("properties is an array", R"({"properties":[]})",
        u"/properties: Expected an object of schemas, got array"_s);
    row("property is a string", R"({"properties":{"a/b":"string"}})",
        u"/properties/a~1b: Expected a schema, an object or a boolean, got string"_s);
    row("draft 4 exclusive", R"({"maximum":3,"exclusiveMaximum":true})",
        u"/exclusiveMaximum: Expected a number, got boolean"_s);
    row("negative length", R"({"minLength":-1})",
        u"/minLength: Expected a whole number of at least 0, got -1"_s);
    row("fractional length", R"({"minLength":1.5})",
        u"/minLength: Expected a whole number of at least 0, got 1.5"_s);
    row("zero divisor", R"({"multipleOf":0})", u"/multipleOf: Expected a number above 0, got 0"_s);
    row("pattern is a number", R"({"pattern":1})", u"/pattern: Expected a string, got 1"_s);
    row("bad pattern", R"({"pattern":"(a"})",
        u"/pattern: Invalid regular expression: A group is not closed at character 3"_s);
    row("verb", R"({"pattern":"(*NO_JIT)a"})",
        u"/pattern: Invalid regular expression: Nothing to repeat at character 2"_s);
    row("bad property pattern", R"({"patternProperties":{"[":true}})",
        u"/patternProperties/[: Invalid regular expression: A character class is not closed at character 2"_s);
    row("empty allOf", R"({"allOf":[]})", u"/allOf: Expected an array of at least one schema, got array"_s);
    row("anyOf is an object", R"({"anyOf":{}})",
        u"/anyOf: Expected an array of at least one schema, got object"_s);
    row("enum is a string", R"({"enum":"a"})", u"/enum: Expected an array, got string"_s);
    row("list of items", R"({"items":[{}]})",
        u"/items: Expected a schema, an object or a boolean, got array"_s);
    row("title", R"({"title":1})", u"/title: Expected a string, got 1"_s);
    row("$ref", R"({"$ref":{}})", u"/$ref: Expected a string, got object"_s);
    row("$id with a fragment", R"({"$id":"a#b"})",
        u"/$id: An identifier must not have a fragment in this dialect; use $anchor"_s);
    row("$anchor", R"({"$anchor":"#a"})", u"/$anchor: Expected a name of letters, digits, - and _"_s);
    row("anchor twice", R"({"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}})",
        u"/$defs/b/$anchor: The anchor \"x\" is used twice"_s);
    row("unknown dialect", R"({"$schema":"https://x.test/mine"})",
        u"/$schema: The dialect https://x.test/mine is not supported"_s);
    row("draft 3", R"({"$schema":"http://json-schema.org/draft-03/schema#"})",
        u"/$schema: The dialect http://json-schema.org/draft-03/schema# is not supported"_s);
    row("nothing in draft 4 is boolean",
        R"({"$schema":"http://json-schema.org/draft-04/schema#","not":true})",
        u"/not: Expected a schema, an object, got boolean"_s);
    row("dependentRequired", R"({"dependentRequired":{"a":[1]}})",
        u"/dependentRequired/a: Expected an array of strings"_s);
}

void tst_Schema::refusesMalformedSchemas()
{
    QFETCH(QByteArray, schema);
    const Result<Schema> compiled = compile(schema);
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().kind, ErrorKind::Validation);
    QTEST(compiled.error().detail, "problem");
    QVERIFY(!compiled.error().message.isEmpty());
}

void tst_Schema::listsAllProblemsOfASchema()
{
    const Result<Schema> compiled = compile(R"({"type":1,"allOf":[{"type":2}]})");
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().detail.count(u'\n'), 1);
    QCOMPARE(compiled.error().details.at(1).member("pointer"_L1).toString(), u"/allOf/0/type"_s);
    QCOMPARE(Schema::compile(Json()).error().kind, ErrorKind::Validation);
}

void tst_Schema::leavesUnreachedNonsenseAlone()
{
    // Anything is allowed below an unknown keyword, unless a reference leads there.
    QCOMPARE(check(R"({"x-extra":{"type":"nonsense"}})", "1").verdict, Verdict::Valid);
    const ValidationReport report = check(R"({"x-extra":{"type":"nonsense"},"$ref":"#/x-extra"})", "1");
    QCOMPARE(report.verdict, Verdict::NotValidated);
    QVERIFY(report.reason.startsWith(u"schema: "_s));
}

void tst_Schema::comparesNumbersExactly_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<bool>("valid");
    QTest::newRow("0.3 is a multiple of 0.1")
        << QByteArray(R"({"multipleOf":0.1})") << QByteArray("0.3") << true;
    QTest::newRow("beyond a double") << QByteArray(R"({"maximum":9007199254740993})")
                                     << QByteArray("9007199254740994") << false;
    QTest::newRow("at the bound") << QByteArray(R"({"maximum":9007199254740993})")
                                  << QByteArray("9007199254740993") << true;
    QTest::newRow("const by value") << QByteArray(R"({"const":1})") << QByteArray("1.0") << true;
    QTest::newRow("1e400 is an integer")
        << QByteArray(R"({"type":"integer"})") << QByteArray("1e400") << true;
    QTest::newRow("1e400 is larger") << QByteArray(R"({"maximum":1e399})") << QByteArray("1e400") << false;
}

void tst_Schema::comparesNumbersExactly()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, instance);
    QFETCH(bool, valid);
    QCOMPARE(check(schema, instance).verdict, valid ? Verdict::Valid : Verdict::Invalid);
}

void tst_Schema::readsTheDialect_data()
{
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<int>("dialect");
    const auto row = [](const char *uri, SchemaDialect dialect) {
        QTest::newRow(uri) << QByteArray(uri) << int(dialect);
    };
    row("http://json-schema.org/draft-04/schema#", SchemaDialect::Draft4);
    row("http://json-schema.org/draft-06/schema#", SchemaDialect::Draft6);
    row("http://json-schema.org/draft-07/schema#", SchemaDialect::Draft7);
    row("http://json-schema.org/draft-07/schema", SchemaDialect::Draft7);
    row("https://json-schema.org/draft-07/schema#", SchemaDialect::Draft7);
    row("https://json-schema.org/draft/2019-09/schema", SchemaDialect::Draft2019_09);
    row("https://json-schema.org/draft/2020-12/schema", SchemaDialect::Draft2020_12);
}

void tst_Schema::readsTheDialect()
{
    QFETCH(QByteArray, uri);
    QFETCH(int, dialect);
    const Result<Schema> compiled = compile("{\"$schema\":\"" + uri + "\"}");
    QVERIFY(compiled);
    QCOMPARE(int(compiled->dialect()), dialect);
}

void tst_Schema::metaschemasAreBuiltIn()
{
    for (const char *uri :
        {"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
            "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema",
            "https://json-schema.org/draft/2020-12/schema"}) {
        const QByteArray schema = "{\"$schema\":\"" + QByteArray(uri) + "\",\"$ref\":\"" + uri + "\"}";
        QCOMPARE(check(schema, R"({"properties":{"a":{"type":"string"}}})").verdict, Verdict::Valid);
        QCOMPARE(check(schema, R"({"properties":{"a":{"type":"text"}}})").verdict, Verdict::Invalid);
    }
}

void tst_Schema::formatsAreAnnotationsUnlessAsked()
{
    QCOMPARE(check(R"({"format":"date"})", R"("x")").verdict, Verdict::Valid);
    SchemaOptions options;
    options.assertFormats = true;
    const ValidationReport report = check(R"({"format":"date"})", R"("2023-02-29")", options);
    QCOMPARE(report.errors.value(0).message, u"Expected format \"date\", got \"2023-02-29\""_s);
    QCOMPARE(check(R"({"format":"nobody-knows"})", R"("x")", options).verdict, Verdict::Valid);
}

void tst_Schema::theLastOfDuplicateMembersCounts()
{
    const QByteArray closed =
        R"({"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"null"},"maxProperties":2})";
    QCOMPARE(check(closed, R"({"a":1,"b":1,"a":"x","b":null})").verdict, Verdict::Valid);
    QCOMPARE(check(closed, R"({"a":"x","a":1})").verdict, Verdict::Invalid);
    QCOMPARE(check(R"({"type":"string","type":"number"})", "1").verdict, Verdict::Valid);
}

void tst_Schema::nothingIsFetched()
{
    for (const char *uri :
        {"http://127.0.0.1:9/x.json", "file:///etc/hostname", "other.json", "#/nowhere", "#nowhere"}) {
        const ValidationReport report = check("{\"$ref\":\"" + QByteArray(uri) + "\"}", "1");
        QCOMPARE(report.verdict, Verdict::NotValidated);
        QCOMPARE(report.reason, u"reference: %1 leads nowhere"_s.arg(QString::fromLatin1(uri)));
    }
    // A reference that is not reached does not matter.
    QCOMPARE(check(R"({"properties":{"a":{"$ref":"#/nowhere"}}})", "{}").verdict, Verdict::Valid);
    SchemaOptions options;
    options.documents.insert(u"https://x.test/other.json"_s, jsonLiteral(R"({"type":"null"})"));
    options.baseUri = u"https://x.test/main.json"_s;
    QCOMPARE(check(R"({"$ref":"other.json"})", "1", options).verdict, Verdict::Invalid);
}

void tst_Schema::cyclesEndAsNotValidated_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::newRow("itself") << QByteArray(R"({"$ref":"#"})");
    QTest::newRow("two") << QByteArray(
        R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"})");
    QTest::newRow("through allOf") << QByteArray(R"({"allOf":[{"$ref":"#"}]})");
    QTest::newRow("through not") << QByteArray(R"({"not":{"$ref":"#"}})");
    QTest::newRow("through anyOf") << QByteArray(R"({"anyOf":[{"$ref":"#"},{"$ref":"#"}]})");
    QTest::newRow("through if") << QByteArray(R"({"if":{"$ref":"#"},"then":true})");
    QTest::newRow("dynamic") << QByteArray(R"({"$dynamicAnchor":"x","$dynamicRef":"#x"})");
    QTest::newRow("recursive") << QByteArray(
        R"({"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"$recursiveRef":"#"})");
    QTest::newRow("draft 7") << QByteArray(
        R"({"$schema":"http://json-schema.org/draft-07/schema#","allOf":[{"$ref":"#"}]})");
}

void tst_Schema::cyclesEndAsNotValidated()
{
    QFETCH(QByteArray, schema);
    const ValidationReport report = check(schema, R"({"a":1})");
    QCOMPARE(report.verdict, Verdict::NotValidated);
    QVERIFY2(report.reason.startsWith(u"cycle: "_s), qPrintable(report.reason));
}

void tst_Schema::doublingSchemasAreLinear_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<bool>("valid");
    for (const char *keyword : {"allOf", "anyOf", "oneOf"}) {
        QTest::addRow("%s, passing leaf", keyword)
            << doubling(keyword, R"({"type":"integer"})") << (QByteArray(keyword) != "oneOf");
        QTest::addRow("%s, failing leaf", keyword) << doubling(keyword, R"({"type":"string"})") << false;
        QTest::addRow("%s, with annotations", keyword)
            << doubling(keyword, R"({"type":"integer","unevaluatedItems":false})")
            << (QByteArray(keyword) != "oneOf");
    }
}

void tst_Schema::doublingSchemasAreLinear()
{
    QFETCH(QByteArray, schema);
    QFETCH(bool, valid);
    SchemaOptions options;
    options.limits.schemaSteps = 2000;
    QCOMPARE(check(schema, "1", options).verdict, valid ? Verdict::Valid : Verdict::Invalid);
}

void tst_Schema::largeEnumsAreQuick()
{
    QByteArray values;
    for (int i = 0; i < 100'000; ++i)
        values += "\"v" + QByteArray::number(i) + "\",";
    SchemaOptions options;
    options.limits.schemaBytes = 8 << 20;
    const Result<Schema> schema = compile("{\"items\":{\"enum\":[" + values.chopped(1) + "]}}", options);
    QVERIFY(schema);
    const Test::CpuTimer timer;
    const Json instance = jsonLiteral(QByteArray('[' + values.chopped(1) + ']'));
    QCOMPARE(schema->validate(instance).verdict, Verdict::Valid);
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
}

void tst_Schema::budgetsEndAsNotValidated()
{
    SchemaOptions options;
    options.limits.schemaSteps = 0;
    const QByteArray schema = R"({"items":{"allOf":[{"items":{"type":"string"}}]}})";
    QCOMPARE(check(schema, "[[1]]", options).verdict, Verdict::Invalid); // 200 steps per node remain
    QByteArray parts;
    for (int i = 0; i < 1000; ++i)
        parts += R"({"not":{"type":"string"}},)";
    const QByteArray costly = "{\"allOf\":[" + parts.chopped(1) + "]}";
    const ValidationReport report = check(costly, "1", options);
    QCOMPARE(report.verdict, Verdict::NotValidated);
    QVERIFY2(report.reason.startsWith(u"budget: "_s), qPrintable(report.reason));

    options.limits.schemaSteps = 1'000'000'000;
    options.limits.schemaValidateMs = 0;
    QByteArray items;
    for (int i = 0; i < 20'000; ++i)
        items += "1,";
    const ValidationReport late = check("{\"items\":" + costly + '}', '[' + items.chopped(1) + ']', options);
    QCOMPARE(late.verdict, Verdict::NotValidated);
    QVERIFY2(late.reason.startsWith(u"budget: "_s), qPrintable(late.reason));
}

void tst_Schema::deepInstancesAreNotValidated()
{
    const QByteArray nested = R"({"$defs":{"l":{"items":{"$ref":"#/$defs/l"}}},"$ref":"#/$defs/l"})";
    QCOMPARE(check(nested, QByteArray(500, '[') + QByteArray(500, ']')).verdict, Verdict::Valid);
    const ValidationReport report = check(nested, QByteArray(100'000, '[') + QByteArray(100'000, ']'));
    QCOMPARE(report.verdict, Verdict::NotValidated);
    QVERIFY(report.reason.startsWith(u"depth: "_s));
}

void tst_Schema::longReferenceChainsDoNotOverflow()
{
    QByteArray defs;
    constexpr int length = 9000;
    for (int i = 0; i < length; ++i)
        defs +=
            "\"d" + QByteArray::number(i) + "\":{\"$ref\":\"#/$defs/d" + QByteArray::number(i + 1) + "\"},";
    const QByteArray schema = "{\"$defs\":{" + defs + "\"d" + QByteArray::number(length)
        + "\":{\"type\":\"null\"}},\"$ref\":\"#/$defs/d0\"}";
    SchemaOptions options;
    options.limits.schemaCompileMs = 30'000;
    options.limits.schemaValidateMs = 30'000;
    QCOMPARE(check(schema, "1", options).verdict, Verdict::Invalid);
}

void tst_Schema::regexBombsAreNotValidated()
{
    // The back-reference keeps the pattern from the engine that runs in linear time.
    const Test::CpuTimer timer;
    const ValidationReport report =
        check(R"({"pattern":"^(?:(a+)\\1?)+$"})", "\"" + QByteArray(39, 'a') + "!\"");
    QCOMPARE(report.verdict, Verdict::NotValidated);
    QVERIFY(report.reason.startsWith(u"regex: "_s));
    QVERIFY(timer.elapsed() < 250);
    // "not" must not turn a reached limit into a valid verdict.
    QCOMPARE(check(R"({"not":{"pattern":"^(?:(a+)\\1?)+$"}})", "\"" + QByteArray(39, 'a') + "!\"").verdict,
        Verdict::NotValidated);
    QCOMPARE(
        check(R"({"patternProperties":{"^(?:(a+)\\1?)+$":true}})", "{\"" + QByteArray(39, 'a') + "!\":1}")
            .verdict,
        Verdict::NotValidated);
    const ValidationReport behind = check(R"({"pattern":"(?<=a*)b"})", R"("ab")");
    QCOMPARE(behind.verdict, Verdict::NotValidated);
}

void tst_Schema::limitsOfTheSchemaItself_data()
{
    QTest::addColumn<QByteArray>("schema");
    QByteArray nested = "{}";
    for (int i = 0; i < 70; ++i)
        nested = "{\"not\":" + nested + '}';
    QByteArray many;
    for (int i = 0; i < 40'001; ++i)
        many += "{},";
    QTest::newRow("depth") << nested;
    QTest::newRow("subschemas") << QByteArray("{\"allOf\":[" + many.chopped(1) + "]}");
    QTest::newRow("bytes") << QByteArray("{\"title\":\"" + QByteArray(5 << 20, 'x') + "\"}");
    QTest::newRow("pattern") << QByteArray("{\"pattern\":\"" + QByteArray(5000, 'x') + "\"}");
}

void tst_Schema::limitsOfTheSchemaItself()
{
    QFETCH(QByteArray, schema);
    const Result<Schema> compiled = compile(schema);
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().kind, ErrorKind::Limit);
}

void tst_Schema::stopsAtTheRequestedNumberOfErrors()
{
    const Result<Schema> schema = compile(R"({"items":{"type":"string"}})");
    QVERIFY(schema);
    QByteArray numbers;
    for (int i = 0; i < 300; ++i)
        numbers += QByteArray::number(i) + ',';
    const Json instance = jsonLiteral(QByteArray('[' + numbers.chopped(1) + ']'));
    const ValidationReport most = schema->validate(instance);
    QCOMPARE(most.errors.size(), 200);
    QVERIFY(most.moreErrors);
    ValidateOptions options;
    options.maxErrors = 300;
    QVERIFY(!schema->validate(instance, options).moreErrors);
    options.stopAtFirst = true;
    QCOMPARE(schema->validate(instance, options).errors.size(), 1);
}

void tst_Schema::validatesOnSeveralThreads()
{
    const Result<Schema> schema =
        compile(R"({"items":{"pattern":"^a+$","anyOf":[{"minLength":2},{"const":"a"}]}})");
    QVERIFY(schema);
    const Json instance = jsonLiteral(R"(["a","aa","b"])");
    QThreadPool pool;
    QAtomicInt wrong;
    for (int i = 0; i < 8; ++i) {
        pool.start([&wrong, schema = *schema, instance] {
            for (int round = 0; round < 200; ++round) {
                if (schema.validate(instance).errors.size() != 2)
                    wrong.ref();
            }
        });
    }
    pool.waitForDone();
    QCOMPARE(wrong.loadRelaxed(), 0);
}

void tst_Schema::keepsItsSource()
{
    const QByteArray text = R"({"x-unknown":1.50,"type":"string"})";
    QCOMPARE(compile(text)->source().toBytes(), text);
}

WORKBENCH_TEST(tst_Schema, QCoreApplication)
#include "tst_schema.moc"
