// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Which edits of a document change the definition of an HTTP operation, and how the user is told about them.

#include "core/operation/operationdefinition.h"
#include "tests/support/clocks.h"
#include "tests/support/openapireading.h"
#include "tests/support/testprogram.h"

#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_OpenApiDefinitions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seesWhatChanges_data();
    void seesWhatChanges();
    void seesChangesInOtherFiles();
    void hashesEveryDefinitionOnce();
    void endsWhereReferencesPointAtEachOther();
};

namespace {

const QByteArray pets = R"(openapi: 3.0.3
info: {title: t, version: "1"}
servers: [{url: "https://one.example"}]
security: [{key: []}]
paths:
  /pets/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer}}
    get:
      operationId: getPet
      description: Reads a pet.
      parameters:
        - $ref: '#/components/parameters/Limit'
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
  /other:
    get:
      operationId: other
      security: []
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Lone'}}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
  parameters:
    Limit: {name: limit, in: query, schema: {$ref: '#/components/schemas/Count'}}
  schemas:
    Count: {type: integer, maximum: 10}
    Pet: {type: object, properties: {name: {type: string}, owner: {$ref: '#/components/schemas/Owner'}}}
    Owner: {type: object, properties: {pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}
    Lone: {type: string}
)";

const QByteArray swagger = R"(swagger: "2.0"
info: {title: t, version: "1"}
consumes: [application/json]
securityDefinitions: {key: {type: apiKey, in: header, name: X-Key}}
security: [{key: []}]
paths:
  /pets:
    get:
      operationId: getPet
      responses: {'200': {description: ok, schema: {$ref: '#/definitions/Pet'}}}
definitions:
  Pet: {type: object, properties: {name: {type: string}}}
)";

QStringList differences(const OperationSpec &before, const OperationSpec &now)
{
    return toStrings(definitionDifferences(wholeDefinition(before), wholeDefinition(now), 10));
}

} // namespace

void tst_OpenApiDefinitions::seesWhatChanges_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QStringList>("places"); // empty: the definition is unchanged

    const auto row = [](const char *name, const QByteArray &from, const QByteArray &to,
                         const QStringList &places) { QTest::newRow(name) << pets << from << to << places; };
    row("its own text", "Reads a pet.", "Reads.", {uR"(description: "Reads a pet." → "Reads.")"_s});
    row("its path", "/pets/{id}:", "/animals/{id}:", {uR"(path: "/pets/{id}" → "/animals/{id}")"_s});
    row("its method", "    get:\n      operationId: getPet", "    post:\n      operationId: getPet",
        {uR"(method: "GET" → "POST")"_s});
    row("a parameter of the path", "required: true, schema: {type: integer}",
        "required: true, schema: {type: string}",
        {uR"(pathItem/parameters/0/schema/type: "integer" → "string")"_s});
    row("a parameter behind a reference", "in: query", "in: header",
        {uR"(components/parameters/Limit/in: "query" → "header")"_s});
    row("a schema behind two references", "maximum: 10", "maximum: 20",
        {u"components/schemas/Count/maximum: 10 → 20"_s});
    row("a schema in a circle", "type: array, items", "type: array, maxItems: 3, items",
        {u"components/schemas/Owner/properties/pets/maxItems: nothing → 3"_s});
    row("digits", "maximum: 10}", "maximum: 10.0}", {u"components/schemas/Count/maximum: 10 → 10.0"_s});
    row("the security of the document", "security: [{key: []}]", "security: [{}]",
        {u"document/security/0/key: [] → nothing"_s,
            uR"(components/securitySchemes/key: {"type":"apiKey","in":"header","name":"X-Key"} → nothing)"_s});
    row("a security scheme", "name: X-Key", "name: X-Other",
        {uR"(components/securitySchemes/key/name: "X-Key" → "X-Other")"_s});
    row("where it is deployed", "https://one.example", "https://two.example", {});
    row("a schema of other operations", "Lone: {type: string}", "Lone: {type: integer}", {});
    row("the order of members", "{type: integer, maximum: 10}", "{maximum: 10, type: integer}", {});
    row("an operation beside it", "  /other:\n", "  /others:\n", {});

    QTest::newRow("Swagger 2.0, a schema")
        << swagger << QByteArray("name: {type: string}") << QByteArray("name: {type: integer}")
        << QStringList{uR"(definitions/Pet/properties/name/type: "string" → "integer")"_s};
    QTest::newRow("Swagger 2.0, a security definition")
        << swagger << QByteArray("name: X-Key") << QByteArray("name: X-Other")
        << QStringList{uR"(securityDefinitions/key/name: "X-Key" → "X-Other")"_s};
    QTest::newRow("Swagger 2.0, what the document consumes")
        << swagger << QByteArray("consumes: [application/json]") << QByteArray("consumes: [text/plain]")
        << QStringList{uR"(document/consumes/0: "application/json" → "text/plain")"_s};
}

void tst_OpenApiDefinitions::seesWhatChanges()
{
    QFETCH(QByteArray, document);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QStringList, places);
    QVERIFY(document.contains(from));
    const auto before = readOpenApiText(document);
    const auto after = readOpenApiText(QByteArray(document).replace(from, to));
    const OperationSpec was = before->specs().at(before->indexOf(u"getPet"_s));
    const OperationSpec is = after->specs().at(after->indexOf(u"getPet"_s));
    QCOMPARE(differences(was, is), places);
    QCOMPARE(definitionHash(was) == definitionHash(is), places.isEmpty());
    // The stored form of a definition has the same hash as the operation.
    QCOMPARE(definitionHash(wholeDefinition(is)), definitionHash(is));
}

void tst_OpenApiDefinitions::seesChangesInOtherFiles()
{
    const QTemporaryDir folder;
    const auto write = [&folder](const QString &name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write(u"entry.yaml"_s, R"(openapi: 3.1.0
info: {title: t, version: "1"}
paths: {/a: {$ref: 'parts.yaml#/item'}})"));
    const QByteArray parts = R"(item:
  get: {operationId: a, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/Thing'}}}}}}
Thing: {type: object, properties: {n: {type: integer}}})";
    QVERIFY(write(u"parts.yaml"_s, parts));
    const auto before = readOpenApiFiles(folder.filePath(u"entry.yaml"_s));
    QVERIFY(write(u"parts.yaml"_s, QByteArray(parts).replace("integer", "string")));
    const auto after = readOpenApiFiles(folder.filePath(u"entry.yaml"_s));
    QCOMPARE(differences(before->specs().first(), after->specs().first()),
        QStringList{uR"(parts.yaml#/Thing/properties/n/type: "integer" → "string")"_s});
    QVERIFY(definitionHash(before->specs().first()) != definitionHash(after->specs().first()));
}

//! Uses a document shaped like large public ones: hundreds of schemas that refer to each other, and 1000
//! operations that reach all of them.
void tst_OpenApiDefinitions::hashesEveryDefinitionOnce()
{
    constexpr int schemas = 600;
    constexpr int operations = 1000;
    QByteArray text = R"({"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{)";
    for (int i = 0; i < operations; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += (i > 0 ? ",\"/p" : "\"/p") + number + R"(":{"get":{"operationId":"o)" + number
            + R"(","responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"$ref":"#/components/schemas/s)"
            + QByteArray::number(i % schemas) + R"("}}}}}}})";
    }
    text += R"(},"components":{"schemas":{)";
    for (int i = 0; i < schemas; ++i) {
        text += (i > 0 ? ",\"s" : "\"s") + QByteArray::number(i) + R"(":{"type":"object","description":")"
            + QByteArray(2000, 'x') + R"(","properties":{)";
        for (int other = 1; other <= 20; ++other) {
            text += (other > 1 ? ",\"p" : "\"p") + QByteArray::number(other)
                + R"(":{"anyOf":[{"type":"string","maxLength":5000},{"$ref":"#/components/schemas/s)"
                + QByteArray::number((i * 7 + other * 31) % schemas) + R"("}]})";
        }
        text += "}}";
    }
    text += "}}}";
    const auto document = readOpenApiText(text);
    QVERIFY(document);
    const QList<OperationSpec> specs = document->specs();
    QCOMPARE(specs.size(), operations);
    const Test::CpuTimer clock;
    QSet<QByteArray> hashes;
    for (const OperationSpec &spec : specs)
        hashes.insert(definitionHash(spec));
    const qint64 took = clock.elapsed();
    qInfo("%d operations over %d schemas in %.1f MB: %lld ms", operations, schemas, double(text.size()) / 1e6,
        static_cast<long long>(took));
    QCOMPARE(hashes.size(), operations); // each operation has its own path
    QCOMPARE(wholeDefinition(specs.first()).references.size(), schemas);
    QVERIFY(took < 5000 * Test::slowness);
}

void tst_OpenApiDefinitions::endsWhereReferencesPointAtEachOther()
{
    QByteArray text = R"(openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /a: {get: {operationId: a, responses: {'200': {$ref: '#/components/responses/A'}}}}
components:
  responses:
    A: {$ref: '#/components/responses/B'}
    B: {$ref: '#/components/responses/A'}
  schemas:
    Whole: {$ref: '#'}
)";
    const auto circle = readOpenApiText(text);
    QCOMPARE(definitionHash(circle->specs().first()).size(), 32);
    // A reference to the whole document, or to any level of a deep one, is a definition of its own.
    QByteArray deep =
        R"({"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{"operationId":"a","responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"allOf":[{"$ref":"#"})";
    QByteArray pointer = "#/x";
    for (int i = 0; i < 300; ++i) {
        deep += R"(,{"$ref":")" + pointer + R"("})";
        pointer += "/x";
    }
    deep += "]}}}}}}}},";
    for (int i = 0; i < 300; ++i)
        deep += R"("x":{)";
    deep += R"("y":")" + QByteArray(1000, 'y') + '"' + QByteArray(300, '}') + '}';
    const auto nested = readOpenApiText(deep);
    QVERIFY(nested);
    const auto other = readOpenApiText(QByteArray(deep).replace("yyyy", "zzzz"));
    QVERIFY(definitionHash(nested->specs().first()) != definitionHash(other->specs().first()));
}

WORKBENCH_TEST(tst_OpenApiDefinitions, QCoreApplication)
#include "tst_openapidefinitions.moc"
