// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/cast.h"
#include "core/schema/formhints.h"
#include "core/schema/schema.h"
#include "core/schema/schemadefinitions.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

//! Returns a schema with \a definitions definitions, each of which refers to the next one.
Json chain(int definitions)
{
    QByteArray text = "{\"$ref\":\"#/$defs/d0\",\"$defs\":{";
    for (int i = 0; i < definitions; ++i) {
        text += (i > 0 ? "," : "") + ("\"d" + QByteArray::number(i))
            + "\":{\"type\":\"object\",\"properties\":{\"v\":"
              "{\"type\":\"integer\"},\"next\":{\"$ref\":\"#/$defs/d"
            + QByteArray::number(i + 1) + "\"}}}";
    }
    return jsonLiteral(
        QByteArray(text + ",\"d" + QByteArray::number(definitions) + "\":{\"type\":\"null\"}}}"));
}

} // namespace

class tst_SchemaDefinitions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheNamesOfDefinitions_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("names");
        const auto row = [](const char *name, const QByteArray &schema, const QByteArray &names) {
            QTest::newRow(name) << schema << names;
        };
        row("none", "{}", "");
        row("a boolean", "true", "");
        row("one twice", "{\"items\":{\"$ref\":\"#/$defs/A\"},\"not\":{\"$ref\":\"#/$defs/A\"}}", "A");
        row("below one", "{\"$ref\":\"#/$defs/A/properties/x\"}", "A");
        row("escaped", "{\"$ref\":\"#/$defs/a~1b%20c\"}", "a/b c");
        row("elsewhere", "{\"allOf\":[{\"$ref\":\"#/properties/x\"},{\"$ref\":\"other#/$defs/A\"}]}", "");
        row("in definitions, too", "{\"$ref\":\"#/$defs/A\",\"$defs\":{\"A\":{\"$ref\":\"#/$defs/B\"}}}",
            "A B");
    }

    void findsTheNamesOfDefinitions()
    {
        QFETCH(QByteArray, schema);
        QTEST(definitionsNamedIn(jsonLiteral(schema)).join(' '), "names");
    }

    void keepsASmallSchemaAsItIs()
    {
        const Json schema = chain(10);
        QCOMPARE(withNearestDefinitions(schema, Limits()).nodeAddress(), schema.nodeAddress());
    }

    void keepsTheNearestDefinitionsOfALargeOne()
    {
        Limits limits;
        limits.schemaSubschemas = 100;
        const Json pruned = withNearestDefinitions(chain(1000), limits);
        const Json definitions = pruned.member("$defs"_L1);
        QVERIFY(definitions.size() > 5);
        QVERIFY(definitions.size() <= 25);
        QVERIFY(definitions.hasMember("d0"_L1));
        QVERIFY(definitions.hasMember("d5"_L1));
        QVERIFY(!definitions.hasMember("d900"_L1));
        SchemaOptions options;
        options.limits = limits;
        const Result<Schema> compiled = Schema::compile(pruned, options);
        QVERIFY2(compiled, compiled ? "" : qPrintable(compiled.error().message));
        using Verdict = ValidationReport::Verdict;
        QCOMPARE(compiled->validate(jsonLiteral("{\"next\":{\"v\":1}}")).verdict, Verdict::Valid);
        QCOMPARE(compiled->validate(jsonLiteral("{\"next\":{\"v\":\"x\"}}")).verdict, Verdict::Invalid);
        QByteArray deep = "1";
        for (int i = 0; i < 60; ++i)
            deep = "{\"next\":" + deep + "}";
        QCOMPARE(compiled->validate(jsonLiteral(deep)).verdict, Verdict::NotValidated); // never a silent pass
    }

    void castsAndAsksThroughDefinitionsThatReferToThemselves()
    {
        const Json tree = jsonLiteral(
            "{\"type\":\"object\",\"properties\":{\"root\":{\"$ref\":\"#/$defs/T\"}},\"required\":[\"root\"],"
            "\"$defs\":{\"T\":{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":"
            "\"integer\"},"
            "\"child\":{\"$ref\":\"#/$defs/T\"}}}}}");
        const Result<CastOutcome> cast = CastType::fromSchema(tree).cast(
            jsonLiteral("{\"root\":{\"n\":1,\"child\":{\"n\":2.5,\"x\":0}}}"));
        QVERIFY(cast);
        QCOMPARE(cast->value.toBytes(), QByteArray("{\"root\":{\"n\":1,\"child\":{\"n\":0}}}"));
        const FieldHint hint = formHints(tree);
        QCOMPARE(hint.fields.at(0).kind, FieldKind::Object);
        QCOMPARE(hint.fields.at(0).fields.at(0).kind, FieldKind::Integer);
        QCOMPARE(hint.fields.at(0).fields.at(1).kind, FieldKind::RawJson); // the schema is endless
    }
};

WORKBENCH_TEST(tst_SchemaDefinitions, QCoreApplication)
#include "tst_schemadefinitions.moc"
