// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/openapitexts.h"

#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

QByteArray text(const Json &value)
{
    return value.toBytes();
}

} // namespace

//! How references are replaced when an operation is opened.
class tst_OpenApiExpansion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void turnsReferencesIntoDefinitions_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("components");
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<int>("remarks");
        const QByteArray a = "{\"$ref\":\"#/components/schemas/A\"}";
        const QByteArray toA = "{\"$ref\":\"#/$defs/A\"}";
        const QByteArray textA = "\"$defs\":{\"A\":{\"type\":\"string\"}}";
        QTest::newRow("at the root") << QByteArray("3.0.0") << a
                                     << QByteArray("{\"A\":{\"type\":\"string\"}}")
                                     << QByteArray("{\"type\":\"string\"}") << 0;
        QTest::newRow("twice") << QByteArray("3.0.0") << "{\"properties\":{\"x\":" + a + ",\"y\":" + a + "}}"
                               << QByteArray("{\"A\":{\"type\":\"string\"}}")
                               << "{\"properties\":{\"x\":" + toA + ",\"y\":" + toA + "}," + textA + "}" << 0;
        const QByteArray list = "\"type\":\"object\",\"properties\":{\"next\":";
        QTest::newRow("a cycle of an object")
            << QByteArray("3.0.0") << a << "{\"A\":{" + list + a + "}}}"
            << "{" + list + toA + "},\"$defs\":{\"A\":{" + list + toA + "}}}}" << 0;
        QTest::newRow("a cycle of a list")
            << QByteArray("3.0.0") << a << "{\"A\":{\"type\":\"array\",\"items\":" + a + "}}"
            << "{\"type\":\"array\",\"items\":" + toA
                + ",\"$defs\":{\"A\":{\"type\":\"array\",\"items\":" + toA + "}}}"
            << 0;
        QTest::newRow("a cycle of two")
            << QByteArray("3.1.0") << a
            << "{\"A\":{\"properties\":{\"b\":{\"$ref\":\"#/components/schemas/B\"}}},\"B\":{\"items\":" + a
                + "}}"
            << "{\"properties\":{\"b\":{\"$ref\":\"#/$defs/B\"}},\"$defs\":{\"A\":{\"properties\":{\"b\":"
               "{\"$ref\":\"#/$defs/B\"}}},\"B\":{\"items\":"
                + toA + "}}}"
            << 0;
        QTest::newRow("a reference to itself")
            << QByteArray("3.1.0") << a << "{\"A\":" + a + "}"
            << QByteArray("{\"description\":\"[circular reference]\"}") << 1;
        QTest::newRow("references to each other")
            << QByteArray("3.1.0") << "{\"items\":" + a + "}"
            << "{\"A\":{\"$ref\":\"#/components/schemas/B\"},\"B\":" + a + "}"
            << QByteArray("{\"items\":{\"$ref\":\"#/$defs/A\"},\"$defs\":{\"A\":{\"description\":\"[circular "
                          "reference]\"}}}")
            << 1;
        QTest::newRow("a reference to its own parent")
            << QByteArray("3.1.0")
            << QByteArray("{\"items\":{\"$ref\":\"#/paths/~1a/post/responses/200/content/application~1json/"
                          "schema\"}}")
            << QByteArray("{}")
            << QByteArray("{\"items\":{\"$ref\":\"#/$defs/schema\"},"
                          "\"$defs\":{\"schema\":{\"items\":{\"$ref\":\"#/$defs/schema\"}}}}")
            << 0;
        QTest::newRow("a part of another schema")
            << QByteArray("3.0.0") << QByteArray("{\"$ref\":\"#/components/schemas/A/properties/x\"}")
            << QByteArray("{\"A\":{\"properties\":{\"x\":{\"type\":\"string\"}}}}")
            << QByteArray("{\"type\":\"string\"}") << 0;
        QTest::newRow("two definitions with one name")
            << QByteArray("3.0.0")
            << "{\"items\":{\"$ref\":\"#/components/schemas/B/properties/A\"},\"not\":" + a + "}"
            << QByteArray("{\"A\":{\"type\":\"string\"},\"B\":{\"properties\":{\"A\":{\"type\":\"null\"}}}}")
            << "{\"items\":{\"$ref\":\"#/$defs/A_2\"},\"not\":" + toA
                + ",\"$defs\":{\"A\":{\"type\":\"string\"},\"A_2\":{\"type\":\"null\"}}}"
            << 0;
        QTest::newRow("a name that must be escaped in a URI")
            << QByteArray("3.0.0") << QByteArray("{\"items\":{\"$ref\":\"#/components/schemas/a%20b~1c\"}}")
            << QByteArray("{\"a b/c\":{\"type\":\"string\"}}")
            << QByteArray(
                   "{\"items\":{\"$ref\":\"#/$defs/a_b_c\"},\"$defs\":{\"a_b_c\":{\"type\":\"string\"}}}")
            << 0;
        QTest::newRow("nowhere") << QByteArray("3.0.0") << QByteArray("{\"items\":{\"$ref\":\"#/x\"}}")
                                 << QByteArray("{}")
                                 << QByteArray("{\"items\":{\"description\":\"[unresolved reference #/x]\"}}")
                                 << 1;
        QTest::newRow("nowhere, in a definition")
            << QByteArray("3.0.0") << a << QByteArray("{\"A\":{\"items\":{\"$ref\":\"#/x\"}}}")
            << QByteArray("{\"items\":{\"description\":\"[unresolved reference #/x]\"}}") << 1;
        QTest::newRow("siblings before 3.1")
            << QByteArray("3.0.3") << QByteArray("{\"$ref\":\"#/components/schemas/A\",\"maxLength\":3}")
            << QByteArray("{\"A\":{\"type\":\"string\"}}") << QByteArray("{\"type\":\"string\"}") << 0;
        QTest::newRow("siblings since 3.1")
            << QByteArray("3.1.0") << QByteArray("{\"maxLength\":3,\"$ref\":\"#/components/schemas/A\"}")
            << QByteArray("{\"A\":{\"type\":\"string\"}}")
            << "{\"allOf\":[" + toA + "],\"maxLength\":3," + textA + "}" << 0;
        QTest::newRow("siblings and parts since 3.1")
            << QByteArray("3.1.0")
            << QByteArray("{\"$ref\":\"#/components/schemas/A\",\"allOf\":[{\"minLength\":1}]}")
            << QByteArray("{\"A\":{\"type\":\"string\"}}")
            << "{\"allOf\":[" + toA + ",{\"minLength\":1}]," + textA + "}" << 0;
        QTest::newRow("a dynamic reference")
            << QByteArray("3.1.0") << QByteArray("{\"$dynamicRef\":\"#node\"}")
            << QByteArray(
                   "{\"A\":{\"$dynamicAnchor\":\"node\",\"properties\":{\"c\":{\"$dynamicRef\":\"#node\"}}}}")
            << QByteArray("{\"properties\":{\"c\":{\"$ref\":\"#/$defs/node\"}},"
                          "\"$defs\":{\"node\":{\"properties\":{\"c\":{\"$ref\":\"#/$defs/node\"}}}}}")
            << 0;
        QTest::newRow("a boolean") << QByteArray("3.1.0") << "{\"not\":" + a + "}"
                                   << QByteArray("{\"A\":true}")
                                   << "{\"not\":" + toA + ",\"$defs\":{\"A\":true}}" << 0;
        QTest::newRow("a member that only looks like a reference")
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
            << "{\"properties\":{\"example\":" + toA + ",\"default\":" + toA + "}," + textA + "}" << 0;
        QTest::newRow("definitions of its own")
            << QByteArray("3.1.0")
            << QByteArray("{\"$id\":\"https://x.org/s\",\"$defs\":{\"D\":{\"type\":\"null\"}},\"$ref\":\"#/"
                          "$defs/D\"}")
            << QByteArray("{}")
            << QByteArray("{\"allOf\":[{\"$ref\":\"#/$defs/D\"}],\"$defs\":{\"D\":{\"type\":\"null\"}}}")
            << 0;
    }

    void turnsReferencesIntoDefinitions()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, components);
        const OperationSpec spec = only(readOpenApiText(
            withOperation(answering(schema), "\"components\":{\"schemas\":" + components + "}", version)));
        QTEST(text(spec.outputSchema), "output");
        QTEST(int(spec.remarks.size()), "remarks");
    }

    void writesEachDefinitionOnce()
    {
        QByteArray schemas;
        for (int i = 0; i < 40; ++i) { // each schema refers twice to the next one
            const QByteArray next = "{\"$ref\":\"#/components/schemas/s" + QByteArray::number(i + 1) + "\"}";
            schemas += "\"s" + QByteArray::number(i) + "\":{\"properties\":{\"a\":" + next + ",\"b\":" + next
                + "}},";
        }
        const std::shared_ptr<const OpenApiDocument> document =
            readOpenApiText(withOperation(answering("{\"$ref\":\"#/components/schemas/s0\"}"),
                "\"components\":{\"schemas\":{" + schemas + "\"s40\":{\"type\":\"string\"}}}"));
        const OperationSpec spec = only(document);
        QCOMPARE(spec.outputSchema.member("$defs"_L1).size(), 40); // s0 is the root
        QVERIFY(spec.outputSchema.nodeCount() < 1000);
        QCOMPARE(spec.remarks.size(), 0);
        SharedDefinitions shared;
        const OperationSpec light = sharing(document->specs().constFirst(), shared);
        QCOMPARE(text(light.outputSchema), QByteArray("{\"$ref\":\"#/$defs/s0\"}"));
        QCOMPARE(shared.size(), 41);
        QCOMPARE(text(shared.value(u"s40"_s)), QByteArray("{\"type\":\"string\"}"));
    }

    void wrapsAReferenceBesideOtherKeywords_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("body");
        // Before 3.1, members beside a reference are ignored.
        QTest::newRow("3.0") << QByteArray("3.0.0")
                             << QByteArray("{\"allOf\":[{\"$ref\":\"#/$defs/A\"}],\"x-in\":\"body\"}");
        QTest::newRow("3.1") << QByteArray("3.1.0")
                             << QByteArray("{\"$ref\":\"#/$defs/A\",\"x-in\":\"body\"}");
    }

    void wrapsAReferenceBesideOtherKeywords()
    {
        QFETCH(QByteArray, version);
        const std::shared_ptr<const OpenApiDocument> document =
            readOpenApiText(withOperation("{\"requestBody\":{\"content\":{\"application/"
                                          "json\":{\"schema\":{\"$ref\":\"#/components/schemas/A\"}}}}}",
                "\"components\":{\"schemas\":{\"A\":{\"type\":\"string\"}}}", version));
        SharedDefinitions shared;
        const auto body = [](const OperationSpec &spec) {
            return text(spec.inputSchema.member("properties"_L1).member("body"_L1));
        };
        QTEST(body(sharing(document->specs().constFirst(), shared)), "body");
        QCOMPARE(body(only(document)), QByteArray("{\"type\":\"string\",\"x-in\":\"body\"}"));
    }

    void stopsAtTheLimitOfValues()
    {
        Limits limits;
        limits.docSchemaNodes = 20;
        const QByteArray header = "{\"$ref\":\"#/components/headers/H\"}";
        const std::shared_ptr<const OpenApiDocument> document = readOpenApiText(
            withOperation("{\"responses\":{\"200\":{\"description\":\"d\",\"headers\":{\"A\":" + header
                    + ",\"B\":" + header + "}}}}",
                "\"components\":{\"headers\":{\"H\":{\"description\":\"h\",\"example\":[1,2,3,4,5,6,7,8]}}}"),
            {}, limits);
        const std::shared_ptr<const OpenApiOperation> operation = document->operation(0);
        const Json headers = operation->responses.constFirst().headers;
        QCOMPARE(headers.member("A"_L1).member("description"_L1).toString(), u"h"_s);
        QCOMPARE(headers.member("B"_L1).member("description"_L1).toString(), u"[too large to expand]"_s);
        QCOMPARE(operation->remarks.size(), 1);
    }
};

WORKBENCH_TEST(tst_OpenApiExpansion, QCoreApplication)
#include "tst_openapiexpansion.moc"
