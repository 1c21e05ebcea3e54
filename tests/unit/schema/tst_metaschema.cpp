// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Verdict = ValidationReport::Verdict;

namespace {

Result<Schema> compile(const QByteArray &schema, const SchemaOptions &options = {})
{
    return Schema::compile(jsonLiteral(schema), options);
}

//! Returns {"properties":{"p0":…}} with \a count properties that use many kinds of keywords.
QByteArray large(int count)
{
    QByteArray properties;
    for (int i = 0; i < count; ++i) {
        properties += "\"p" + QByteArray::number(i)
            + R"(":{"type":["string","null"],"minLength":1,"description":"what it is","anyOf":[{"pattern":"^a"},{"enum":["b","c"]}]},)";
    }
    return "{\"type\":\"object\",\"properties\":{" + properties.chopped(1) + "}}";
}

} // namespace

//! Problems of a schema that only its metaschema finds.
class tst_Metaschema : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatOnlyTheMetaschemaKnows_data();
    void findsWhatOnlyTheMetaschemaKnows();
    void saysEachThingOnce();
    void usesTheMetaschemaThatTheSchemaNames();
    void leavesEmbeddedSchemasOfOtherDialectsToTheirOwn();
    void everyMetaschemaFitsItself_data();
    void everyMetaschemaFitsItself();
    void saysWhenItCouldNotFinish();
    void canBeSwitchedOff();
    void isQuick();
    void customVocabulariesDecideWhatCounts();
};

void tst_Metaschema::findsWhatOnlyTheMetaschemaKnows_data()
{
    QTest::addColumn<SchemaDialect>("dialect");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, SchemaDialect dialect, const char *schema, const QString &problem) {
        QTest::newRow(name) << dialect << QByteArray(schema) << problem;
    };
    const QString twice = u"/properties/a/required: Items 0 and 1 are equal"_s;
    for (const SchemaDialect dialect : {SchemaDialect::Draft4, SchemaDialect::Draft6, SchemaDialect::Draft7,
             SchemaDialect::Draft2019_09, SchemaDialect::Draft2020_12, SchemaDialect::OpenApi3_1}) {
        row(qPrintable(u"%1: names twice"_s.arg(int(dialect))), dialect,
            R"({"properties":{"a":{"required":["x","x"]}}})", twice);
    }
    row("draft 4: nothing required", SchemaDialect::Draft4, R"({"required":[]})",
        u"/required: Expected at least 1 item, got 0"_s);
    row("draft 4: no values", SchemaDialect::Draft4, R"({"items":[{"enum":[]}]})",
        u"/items: Matches none of 2 alternatives; nearest at /0/enum: Expected at least 1 item, got 0"_s);
    row("draft 7: types twice", SchemaDialect::Draft7, R"({"not":{"type":["string","string"]}})",
        u"/not/type: Matches none of 2 alternatives; nearest: Items 0 and 1 are equal"_s);
    row("2020-12: below $defs", SchemaDialect::Draft2020_12,
        R"({"$defs":{"a/b":{"dependentRequired":{"c":["d","d"]}}}})",
        u"/$defs/a~1b/dependentRequired/c: Items 0 and 1 are equal"_s);
}

void tst_Metaschema::findsWhatOnlyTheMetaschemaKnows()
{
    QFETCH(SchemaDialect, dialect);
    QFETCH(QByteArray, schema);
    SchemaOptions options;
    options.defaultDialect = dialect;
    const Result<Schema> compiled = compile(schema, options);
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().kind, ErrorKind::Validation);
    QTEST(compiled.error().detail, "problem");
    QCOMPARE(compiled.error().details.size(), 1);
}

void tst_Metaschema::saysEachThingOnce()
{
    const Result<Schema> compiled = compile(R"({"type":3,"minLength":-1,"required":["a","a"]})");
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().detail.split(u'\n'),
        QStringList({u"/type: Expected the name of a type, got number"_s,
            u"/minLength: Expected a whole number of at least 0, got -1"_s,
            u"/required: Items 0 and 1 are equal"_s}));
}

void tst_Metaschema::usesTheMetaschemaThatTheSchemaNames()
{
    const QByteArray four = R"({"$schema":"http://json-schema.org/draft-04/schema#","required":[]})";
    QVERIFY(compile("{\"required\":[]}"));
    QVERIFY(!compile(four));

    SchemaOptions options;
    options.documents.insert(u"https://x.test/strict"_s, jsonLiteral(R"({
        "$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://x.test/strict",
        "$dynamicAnchor":"meta","allOf":[{"$ref":"https://json-schema.org/draft/2020-12/schema"}],
        "properties":{"title":{"minLength":5}}})"));
    const QByteArray named = R"("$schema":"https://x.test/strict")";
    QVERIFY(compile("{" + named + ",\"title\":\"long enough\"}", options));
    const Result<Schema> refused = compile("{" + named + R"(,"items":{"title":"abc"}})", options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().detail, u"/items/title: Expected at least 5 characters, got 3"_s);
}

void tst_Metaschema::leavesEmbeddedSchemasOfOtherDialectsToTheirOwn()
{
    // A list in "items" is valid in draft 7 and invalid in 2020-12.
    const QByteArray old =
        R"({"$id":"https://x.test/old","$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"null"}]})";
    const Result<Schema> compiled =
        compile("{\"$defs\":{\"old\":" + old + R"(},"$ref":"https://x.test/old"})");
    QVERIFY2(compiled, qPrintable(compiled ? QString() : compiled.error().detail));
    QCOMPARE(compiled->validate(jsonLiteral("[1]")).verdict, Verdict::Invalid);
    const Result<Schema> listed = compile(R"({"$defs":{"new":{"items":[{"type":"null"}]}}})");
    QVERIFY(!listed);
}

void tst_Metaschema::everyMetaschemaFitsItself_data()
{
    QTest::addColumn<QByteArray>("uri");
    for (const char *uri :
        {"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
            "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema",
            "https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"})
        QTest::newRow(uri) << QByteArray(uri);
}

void tst_Metaschema::everyMetaschemaFitsItself()
{
    QFETCH(QByteArray, uri);
    const Result<Schema> compiled = compile("{\"$schema\":\"" + uri + "\",\"$ref\":\"" + uri + "\"}");
    QVERIFY2(compiled, qPrintable(compiled ? QString() : compiled.error().detail));
    QCOMPARE(compiled->validate(jsonLiteral(large(20))).verdict, Verdict::Valid);
}

void tst_Metaschema::saysWhenItCouldNotFinish()
{
    SchemaOptions options;
    options.limits.schemaSteps = -1'000'000; // more than the nodes of the schema add to the budget
    const Result<Schema> compiled = compile(R"({"required":["a","a"]})", options);
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().kind, ErrorKind::Limit);
    QVERIFY2(compiled.error().message.contains("could not be checked against its metaschema"_L1),
        qPrintable(compiled.error().message));
    const Result<Schema> deep = compile("{\"default\":" + QByteArray(600, '[') + QByteArray(600, ']') + '}');
    QVERIFY(!deep);
    QCOMPARE(deep.error().kind, ErrorKind::Limit);
}

void tst_Metaschema::canBeSwitchedOff()
{
    SchemaOptions options;
    options.checkMetaschema = false;
    const Result<Schema> compiled = compile(R"({"required":["a","a"]})", options);
    QVERIFY(compiled);
}

void tst_Metaschema::isQuick()
{
    QVERIFY(compile("{}")); // compiles the metaschema, so that the measurement does not include it
    const Json schema = jsonLiteral(large(500));
    SchemaOptions bare;
    bare.checkMetaschema = false;
    Test::CpuTimer timer;
    QVERIFY(Schema::compile(schema, bare));
    const qint64 without = timer.nsecsElapsed();
    timer.start();
    QVERIFY(Schema::compile(schema));
    const qint64 with = timer.nsecsElapsed();
    qInfo("%lld us without the metaschema, %lld us with it", without / 1000, with / 1000);
    QVERIFY2(with < 200'000'000, qPrintable(QString::number(with)));
}

void tst_Metaschema::customVocabulariesDecideWhatCounts()
{
    SchemaOptions options;
    const QByteArray vocabulary = "https://json-schema.org/draft/2020-12/vocab/";
    options.documents.insert(u"https://x.test/bare"_s,
        jsonLiteral(QByteArray(
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://x.test/bare",
        "$vocabulary":{")"
            + vocabulary + R"(core":true,")" + vocabulary + R"(applicator":true,"https://x.test/mine":false},
        "$dynamicAnchor":"meta","allOf":[{"$ref":"https://json-schema.org/draft/2020-12/meta/core"},
        {"$ref":"https://json-schema.org/draft/2020-12/meta/applicator"}]})")));
    const Result<Schema> compiled = compile(
        R"({"$schema":"https://x.test/bare","properties":{"a":{"minimum":5,"not":{}},"b":{"minimum":5}}})",
        options);
    QVERIFY(compiled);
    QCOMPARE(compiled->validate(jsonLiteral("{\"b\":1}")).verdict, Verdict::Valid);
    QCOMPARE(compiled->validate(jsonLiteral("{\"a\":9}")).verdict, Verdict::Invalid);
    options.documents.insert(u"https://x.test/needy"_s,
        jsonLiteral(
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":{"https://x.test/mine":true}})"));
    const Result<Schema> refused = compile(R"({"$schema":"https://x.test/needy"})", options);
    QVERIFY(!refused);
    QVERIFY(refused.error().detail.contains("The vocabulary https://x.test/mine is not supported"_L1));
}

WORKBENCH_TEST(tst_Metaschema, QCoreApplication)
#include "tst_metaschema.moc"
