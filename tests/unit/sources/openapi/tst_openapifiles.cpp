// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/openapitexts.h"

#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

using Reader = OpenApiDocument::Reader;

constexpr int levels = 50'000;

const QUrl base(QStringLiteral("https://example.com/api/openapi.yaml"));

} // namespace

//! Descriptions in several files: which files are requested, and where references lead.
class tst_OpenApiFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deepNestingCostsNoStack_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto nested = [](const QByteArray &before, const QByteArray &after) {
            QByteArray text;
            for (int i = 0; i < levels; ++i)
                text += before;
            text += "{}";
            for (int i = 0; i < levels; ++i)
                text += after;
            return text;
        };
        const QByteArray get =
            "{\"/a\":{\"get\":{\"responses\":{\"200\":{\"content\":{\"application/json\":{\"schema\":";
        const QByteArray end = "}}}}}}}";
        QTest::newRow("schemas") << withPaths(get + nested("{\"items\":", "}") + end);
        QTest::newRow("examples") << withPaths(get + nested("{\"example\":[", "]}") + end);
        QTest::newRow("references") << withPaths(
            get + nested("{\"items\":{\"$ref\":\"#/nowhere\"},\"not\":", "}") + end);
        QTest::newRow("ids") << withPaths(get + nested("{\"$id\":\"a/b\",\"items\":", "}") + end);
    }

    void deepNestingCostsNoStack()
    {
        QFETCH(QByteArray, text);
        const auto document = readOpenApiText(text);
        QVERIFY(document);
        const QList<OperationSpec> specs = document->specs();
        QCOMPARE(specs.size(), 1);
        QVERIFY(completed(specs.first()).outputSchema.depth() >= levels);
    }

    void longChainsOfReferencesCostNoStack()
    {
        QByteArray schemas;
        for (int i = 0; i < 50'000; ++i)
            schemas += "\"s" + QByteArray::number(i) + "\":{\"$ref\":\"#/components/schemas/s"
                + QByteArray::number(i + 1) + "\"},";
        const auto document = readOpenApiText(
            "{\"openapi\":\"3.0.0\",\"paths\":{\"/a\":{\"get\":{\"responses\":{\"200\":{\"content\":"
            "{\"application/json\":{\"schema\":{\"$ref\":\"#/components/schemas/s0\"}}}}}}}},"
            "\"components\":{\"schemas\":{"
            + schemas + "\"s50000\":{\"type\":\"string\"}}}}");
        QVERIFY(document);
        QCOMPARE(completed(document->specs().first()).outputSchema.toBytes(), "{\"type\":\"string\"}");
    }

    void asksForFilesInRounds()
    {
        Reader reader({base,
            "openapi: 3.1.0\npaths:\n  /a:\n    $ref: a.yaml\n  /b:\n    $ref: 'a.yaml#/other'\n"
            "  /c: {get: {responses: {200: {$ref: '../common/r.json#/ok'}}}}\n"});
        QVERIFY(reader.read());
        const QUrl a(u"https://example.com/api/a.yaml"_s);
        const QUrl r(u"https://example.com/common/r.json"_s);
        QCOMPARE(reader.missingFiles(), (QList<QUrl>{a, r}));
        reader.add({a, "get: {operationId: one, responses: {200: {$ref: 'r2.yaml'}}}\n"});
        const QUrl r2(u"https://example.com/api/r2.yaml"_s);
        QCOMPARE(reader.missingFiles(), (QList<QUrl>{r, r2}));
        reader.add({QUrl(u"https://cdn.example.com/moved.json"_s), "{\"ok\":{\"description\":\"fine\"}}"}, r);
        reader.addFailed(r2, Error{ErrorKind::Network, {}, u"No answer."_s, {}, {}});
        QVERIFY(reader.missingFiles().isEmpty());
        const auto document = reader.finish();
        QVERIFY(document);
        QCOMPARE(namesOf(*document), (QStringList{u"one"_s, u"get_c"_s}));
        QCOMPARE(document->operation(1)->responses.first().description, u"fine"_s);
        QStringList problems;
        for (const OpenApiProblem &problem : document->problems)
            problems.append(problem.file.fileName() % u' ' % problem.pointer % u' ' % problem.message);
        QCOMPARE(problems,
            (QStringList{u"r2.yaml  The file was not read: No answer."_s,
                u"openapi.yaml /paths/~1b The reference \"a.yaml#/other\" leads nowhere: nothing is there."_s,
                u"a.yaml /get/responses/200 The reference \"r2.yaml\" leads nowhere: the file was not read."_s}));
    }

    void asksForNothingThatCannotBeFetched_data()
    {
        QTest::addColumn<QUrl>("entry");
        QTest::addColumn<QByteArray>("reference");
        QTest::newRow("script") << base << QByteArray("javascript:alert(1)");
        QTest::newRow("data") << base << QByteArray("data:application/json,{}");
        QTest::newRow("name") << base << QByteArray("urn:example:x");
        QTest::newRow("beside a document without an address") << QUrl() << QByteArray("other.yaml");
        QTest::newRow("in an example") << base << QByteArray();
    }

    void asksForNothingThatCannotBeFetched()
    {
        QFETCH(QUrl, entry);
        QFETCH(QByteArray, reference);
        const QByteArray text = reference.isEmpty()
            ? QByteArray("{\"/a\":{\"get\":{\"requestBody\":{\"content\":{\"application/json\":"
                         "{\"example\":{\"$ref\":\"secret.json\"}}}}}}}")
            : "{\"/a\":{\"$ref\":\"" + reference + "\"}}";
        Reader reader({entry, withPaths(text)});
        QVERIFY(reader.read());
        QCOMPARE(reader.missingFiles(), QList<QUrl>());
        const auto document = reader.finish();
        QCOMPARE(document->problems.size(), reference.isEmpty() ? 0 : 1);
    }

    void takesNoMoreFilesThanTheLimit()
    {
        Limits limits;
        limits.docFiles = 2;
        Reader reader({base, withPaths("{\"/a\":{\"$ref\":\"a\"},\"/b\":{\"$ref\":\"b\"}}")}, {}, limits);
        QVERIFY(reader.read());
        const QList<QUrl> missing = reader.missingFiles();
        QCOMPARE(missing.size(), 2);
        for (const QUrl &url : missing)
            reader.add({url, "{\"get\":{}}"});
        QVERIFY(reader.missingFiles().isEmpty());
        const auto document = reader.finish();
        QCOMPARE(namesOf(*document), QStringList{u"get_a"_s});
        QVERIFY(document->problems.first().message.contains("The setting is doc.files."_L1));
    }

    void looksInTheEntryDocumentForWhatItsOwnFileLacks()
    {
        Reader reader({base,
            "{\"swagger\":\"2.0\",\"paths\":{\"/"
            "a\":{\"$ref\":\"a.json\"}},\"definitions\":{\"U\":{\"type\":\"integer\"}}}"});
        QVERIFY(reader.read());
        reader.add({reader.missingFiles().first(),
            "{\"get\":{\"responses\":{\"200\":{\"schema\":{\"$ref\":\"#/definitions/U\"}}}}}"});
        const auto document = reader.finish();
        QCOMPARE(document->problems.size(), 1);
        QCOMPARE(document->problems.first().pointer, u"/get/responses/200/schema"_s);
        QVERIFY(document->problems.first().message.contains("entry document"_L1));
        QCOMPARE(completed(document->specs().first()).outputSchema.toBytes(), "{\"type\":\"integer\"}");
    }

    void followsNames_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("reference");
        QTest::addColumn<QByteArray>("schemas");
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("an anchor") << QByteArray("3.1.0") << QByteArray("#pet")
                                   << QByteArray("{\"P\":{\"$anchor\":\"pet\",\"type\":\"string\"}}")
                                   << QByteArray("{\"type\":\"string\"}");
        QTest::newRow("an id") << QByteArray("3.1.0") << QByteArray("schemas/pet")
                               << QByteArray("{\"P\":{\"$id\":\"schemas/pet\",\"type\":\"string\"}}")
                               << QByteArray("{\"type\":\"string\"}");
        QTest::newRow("a pointer below an id")
            << QByteArray("3.1.0") << QByteArray("https://x.org/pet#/$defs/Q")
            << QByteArray("{\"P\":{\"$id\":\"https://x.org/pet\",\"$defs\":{\"Q\":{\"$ref\":\"#/$defs/R\"},"
                          "\"R\":{\"type\":\"integer\"}}}}")
            << QByteArray("{\"type\":\"integer\"}");
        QTest::newRow("beside another id")
            << QByteArray("3.1.0") << QByteArray("https://x.org/a/p")
            << QByteArray("{\"C\":{\"$id\":\"https://x.org/a/c\",\"type\":\"integer\"},"
                          "\"P\":{\"properties\":{\"q\":{\"$id\":\"deep/"
                          "b\",\"type\":\"null\"},\"r\":{\"$ref\":\"c\"},"
                          "\"s\":{\"$ref\":\"deep/b\"}},\"$id\":\"https://x.org/a/p\"}}")
            << QByteArray("{\"properties\":{\"q\":{\"type\":\"null\"},\"r\":{\"$ref\":\"#/$defs/c\"},"
                          "\"s\":{\"$ref\":\"#/$defs/b\"}},"
                          "\"$defs\":{\"c\":{\"type\":\"integer\"},\"b\":{\"type\":\"null\"}}}");
        QTest::newRow("the document's own address")
            << QByteArray("3.2.0\",\"$self\":\"https://x.org/doc")
            << QByteArray("https://x.org/doc#/components/schemas/P")
            << QByteArray("{\"P\":{\"type\":\"null\"}}") << QByteArray("{\"type\":\"null\"}");
        QTest::newRow("percent signs and slashes")
            << QByteArray("3.0.0") << QByteArray("#/components/schemas/a%20b~1c")
            << QByteArray("{\"a b/c\":{\"type\":\"boolean\"}}") << QByteArray("{\"type\":\"boolean\"}");
        QTest::newRow("through another reference")
            << QByteArray("3.0.0") << QByteArray("#/components/schemas/P/properties/x")
            << QByteArray("{\"P\":{\"$ref\":\"#/components/schemas/"
                          "Q\"},\"Q\":{\"properties\":{\"x\":{\"type\":\"number\"}}}}")
            << QByteArray("{\"type\":\"number\"}");
    }

    void followsNames()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, reference);
        QFETCH(QByteArray, schemas);
        const auto document = readOpenApiText("{\"openapi\":\"" + version
            + "\",\"paths\":{\"/a\":{\"get\":{\"responses\":{\"200\":{\"content\":{\"application/json\":"
              "{\"schema\":{\"$ref\":\""
            + reference + "\"}}}}}}}},\"components\":{\"schemas\":" + schemas + "}}");
        QVERIFY(document);
        QCOMPARE(problemsOf(*document), QStringList());
        QTEST(completed(document->specs().first()).outputSchema.toBytes(), "output");
    }
};

WORKBENCH_TEST(tst_OpenApiFiles, QCoreApplication)
#include "tst_openapifiles.moc"
