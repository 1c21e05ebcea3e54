// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/openapitexts.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

QByteArray text(const Json &value)
{
    return value.toBytes();
}

} // namespace

//! What stands in the place of references when an operation is opened.
class tst_OpenApiExpansion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesReferencesOut_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("components");
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<int>("remarks");
        const QByteArray a = "{\"$ref\":\"#/components/schemas/A\"}";
        QTest::newRow("once") << QByteArray("3.0.0") << a << QByteArray("{\"A\":{\"type\":\"string\"}}")
                              << QByteArray("{\"type\":\"string\"}") << 0;
        QTest::newRow("twice is no cycle")
            << QByteArray("3.0.0") << "{\"properties\":{\"x\":" + a + ",\"y\":" + a + "}}"
            << QByteArray("{\"A\":{\"type\":\"string\"}}")
            << QByteArray("{\"properties\":{\"x\":{\"type\":\"string\"},\"y\":{\"type\":\"string\"}}}") << 0;
        QTest::newRow("a cycle of an object")
            << QByteArray("3.0.0") << a << "{\"A\":{\"type\":\"object\",\"properties\":{\"next\":" + a + "}}}"
            << QByteArray("{\"type\":\"object\",\"properties\":{\"next\":"
                          "{\"type\":\"object\",\"description\":\"[circular reference]\"}}}")
            << 1;
        QTest::newRow("a cycle of a list")
            << QByteArray("3.0.0") << a << "{\"A\":{\"type\":\"array\",\"items\":" + a + "}}"
            << QByteArray("{\"type\":\"array\",\"items\":{\"description\":\"[circular reference]\"}}") << 1;
        QTest::newRow("a cycle of two")
            << QByteArray("3.1.0") << a
            << "{\"A\":{\"type\":\"object\",\"properties\":{\"b\":{\"$ref\":\"#/components/schemas/B\"}}},"
               "\"B\":{\"type\":\"array\",\"items\":"
                + a + "}}"
            << QByteArray("{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"array\",\"items\":"
                          "{\"type\":\"object\",\"description\":\"[circular reference]\"}}}}")
            << 1;
        QTest::newRow("a reference to itself")
            << QByteArray("3.1.0") << a << "{\"A\":" + a + "}"
            << QByteArray("{\"description\":\"[circular reference]\"}") << 1;
        QTest::newRow("to what is around it")
            << QByteArray("3.1.0")
            << QByteArray("{\"items\":{\"$ref\":\"#/paths/~1a/post/responses/200/content/application~1json/"
                          "schema\"}}")
            << QByteArray("{}") << QByteArray("{\"items\":{\"description\":\"[circular reference]\"}}") << 1;
        QTest::newRow("a part of itself that is no cycle")
            << QByteArray("3.0.0") << QByteArray("{\"$ref\":\"#/components/schemas/A/properties/x\"}")
            << QByteArray("{\"A\":{\"properties\":{\"x\":{\"type\":\"string\"}}}}")
            << QByteArray("{\"type\":\"string\"}") << 0;
        QTest::newRow("nowhere") << QByteArray("3.0.0") << QByteArray("{\"items\":{\"$ref\":\"#/x\"}}")
                                 << QByteArray("{}")
                                 << QByteArray("{\"items\":{\"description\":\"[unresolved reference #/x]\"}}")
                                 << 1;
        QTest::newRow("siblings before 3.1")
            << QByteArray("3.0.3") << QByteArray("{\"$ref\":\"#/components/schemas/A\",\"maxLength\":3}")
            << QByteArray("{\"A\":{\"type\":\"string\"}}") << QByteArray("{\"type\":\"string\"}") << 0;
        QTest::newRow("siblings since 3.1")
            << QByteArray("3.1.0") << QByteArray("{\"maxLength\":3,\"$ref\":\"#/components/schemas/A\"}")
            << QByteArray("{\"A\":{\"type\":\"string\"}}")
            << QByteArray("{\"allOf\":[{\"type\":\"string\"}],\"maxLength\":3}") << 0;
        QTest::newRow("siblings and parts since 3.1")
            << QByteArray("3.1.0")
            << QByteArray("{\"$ref\":\"#/components/schemas/A\",\"allOf\":[{\"minLength\":1}]}")
            << QByteArray("{\"A\":{\"type\":\"string\"}}")
            << QByteArray("{\"allOf\":[{\"type\":\"string\"},{\"minLength\":1}]}") << 0;
        QTest::newRow("a dynamic reference")
            << QByteArray("3.1.0") << QByteArray("{\"$dynamicRef\":\"#node\"}")
            << QByteArray("{\"A\":{\"$dynamicAnchor\":\"node\",\"type\":\"object\",\"properties\":"
                          "{\"c\":{\"$dynamicRef\":\"#node\"}}}}")
            << QByteArray("{\"type\":\"object\",\"properties\":{\"c\":"
                          "{\"type\":\"object\",\"description\":\"[circular reference]\"}}}")
            << 1;
        QTest::newRow("a boolean") << QByteArray("3.1.0") << "{\"not\":" + a + "}"
                                   << QByteArray("{\"A\":true}") << QByteArray("{\"not\":true}") << 0;
        QTest::newRow("what only looks like one")
            << QByteArray("3.1.0")
            << QByteArray(
                   "{\"enum\":[{\"$ref\":\"#/x\"}],\"default\":{\"$ref\":\"#/x\"},\"x-y\":{\"$ref\":\"#/x\"},"
                   "\"properties\":{\"$ref\":{\"type\":\"string\"}}}")
            << QByteArray("{}")
            << QByteArray(
                   "{\"enum\":[{\"$ref\":\"#/x\"}],\"default\":{\"$ref\":\"#/x\"},\"x-y\":{\"$ref\":\"#/x\"},"
                   "\"properties\":{\"$ref\":{\"type\":\"string\"}}}")
            << 0;
        QTest::newRow("a property called like a keyword")
            << QByteArray("3.1.0") << "{\"properties\":{\"example\":" + a + ",\"default\":" + a + "}}"
            << QByteArray("{\"A\":{\"type\":\"string\"}}")
            << QByteArray(
                   "{\"properties\":{\"example\":{\"type\":\"string\"},\"default\":{\"type\":\"string\"}}}")
            << 0;
        QTest::newRow("definitions are left out")
            << QByteArray("3.1.0")
            << QByteArray("{\"$id\":\"https://x.org/s\",\"$defs\":{\"D\":{\"type\":\"null\"}},\"$ref\":\"#/"
                          "$defs/D\"}")
            << QByteArray("{}") << QByteArray("{\"allOf\":[{\"type\":\"null\"}]}") << 0;
    }

    void writesReferencesOut()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, components);
        const OperationSpec spec = only(readOpenApiText(
            withOperation(answering(schema), "\"components\":{\"schemas\":" + components + "}", version)));
        QTEST(text(spec.outputSchema), "output");
        QTEST(int(spec.remarks.size()), "remarks");
    }

    void stopsAtTheLimitOfValues()
    {
        QByteArray schemas;
        for (int i = 0; i < 40; ++i) { // each twice the one after it
            const QByteArray next = "{\"$ref\":\"#/components/schemas/s" + QByteArray::number(i + 1) + "\"}";
            schemas += "\"s" + QByteArray::number(i) + "\":{\"properties\":{\"a\":" + next + ",\"b\":" + next
                + "}},";
        }
        const OperationSpec spec =
            only(readOpenApiText(withOperation(answering("{\"$ref\":\"#/components/schemas/s0\"}"),
                "\"components\":{\"schemas\":{" + schemas + "\"s40\":{\"type\":\"string\"}}}")));
        QVERIFY(spec.outputSchema.nodeCount() > 10'000);
        QVERIFY(spec.outputSchema.nodeCount() <= Limits().docSchemaNodes);
        QVERIFY(text(spec.outputSchema).contains("[too large to expand]"));
        QCOMPARE(spec.remarks.size(), 1);
    }
};

QTEST_GUILESS_MAIN(tst_OpenApiExpansion)
#include "tst_openapiexpansion.moc"
