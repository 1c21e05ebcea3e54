// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/openapitexts.h"

#include "core/schema/formhints.h"
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

//! The parts of one operation after it was opened.
class tst_OpenApiOperations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksForEveryPartOfARequest_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<QByteArray>("properties");
        QTest::addColumn<QByteArray>("required");
        QTest::newRow("nothing") << QByteArray("3.1.0") << QByteArray("{}") << QByteArray("{}")
                                 << QByteArray();
        QTest::newRow("the four places")
            << QByteArray("3.0.0")
            << QByteArray("{\"parameters\":[{\"name\":\"q\",\"in\":\"query\",\"required\":true,\"schema\":{"
                          "\"type\":\"integer\"}},"
                          "{\"name\":\"h\",\"in\":\"header\",\"description\":\"D\",\"schema\":{\"type\":"
                          "\"string\",\"description\":\"d\"}},"
                          "{\"name\":\"c\",\"in\":\"cookie\",\"deprecated\":true,\"example\":7}]}")
            << QByteArray(
                   "{\"q\":{\"type\":\"integer\",\"x-in\":\"query\"},"
                   "\"h\":{\"type\":\"string\",\"description\":\"D\",\"x-in\":\"header\"},"
                   "\"c\":{\"type\":\"string\",\"deprecated\":true,\"example\":7,\"x-in\":\"cookie\"}}")
            << QByteArray("[\"q\"]");
        QTest::newRow("one name in two places")
            << QByteArray("3.1.0")
            << QByteArray("{\"parameters\":[{\"name\":\"x\",\"in\":\"query\",\"schema\":{}},"
                          "{\"name\":\"x\",\"in\":\"header\",\"schema\":{}}]}")
            << QByteArray("{\"query.x\":{\"x-in\":\"query\"},\"header.x\":{\"x-in\":\"header\"}}")
            << QByteArray();
        QTest::newRow("a parameter called body")
            << QByteArray("3.1.0")
            << QByteArray("{\"parameters\":[{\"name\":\"body\",\"in\":\"query\",\"schema\":{}}],"
                          "\"requestBody\":{\"required\":true,\"content\":{\"application/json\":{}}}}")
            << QByteArray("{\"query.body\":{\"x-in\":\"query\"},\"body\":{\"x-in\":\"body\"}}")
            << QByteArray("[\"body\"]");
        QTest::newRow("ignored headers")
            << QByteArray("3.1.0")
            << QByteArray("{\"parameters\":[{\"name\":\"Accept\",\"in\":\"header\",\"schema\":{}}]}")
            << QByteArray("{}") << QByteArray();
        QTest::newRow("a parameter with a media type")
            << QByteArray("3.1.0")
            << QByteArray("{\"parameters\":[{\"name\":\"f\",\"in\":\"query\",\"content\":{\"application/"
                          "json\":{\"schema\":{\"type\":\"object\"}}}}]}")
            << QByteArray("{\"f\":{\"type\":\"object\",\"x-in\":\"query\"}}") << QByteArray();
        QTest::newRow("several media types of one schema")
            << QByteArray("3.1.0")
            << QByteArray("{\"requestBody\":{\"description\":\"B\",\"content\":{\"application/"
                          "json\":{\"schema\":{\"type\":\"object\"}},"
                          "\"application/xml\":{\"schema\":{\"type\":\"object\"}}}}}")
            << QByteArray("{\"body\":{\"type\":\"object\",\"description\":\"B\",\"x-in\":\"body\"},"
                          "\"contentType\":{\"type\":\"string\",\"description\":\"Media type of the body\","
                          "\"enum\":[\"application/json\",\"application/xml\"],\"x-in\":\"header\"}}")
            << QByteArray();
        QTest::newRow("several media types of different schemas")
            << QByteArray("3.1.0")
            << QByteArray("{\"requestBody\":{\"content\":{\"application/"
                          "json\":{\"schema\":{\"type\":\"object\",\"title\":\"T\"}},"
                          "\"text/plain\":{}}}}")
            << QByteArray("{\"body\":{\"anyOf\":[{\"type\":\"object\",\"title\":\"T\"},"
                          "{\"type\":\"string\",\"title\":\"text/plain\"}],"
                          "\"x-media-types\":[[\"application/json\"],[\"text/plain\"]],\"x-in\":\"body\"},"
                          "\"contentType\":{\"type\":\"string\",\"description\":\"Media type of the body\","
                          "\"enum\":[\"application/json\",\"text/plain\"],\"x-in\":\"header\"}}")
            << QByteArray();
        QTest::newRow("body and form fields of 2.0")
            << QByteArray("2.0")
            << QByteArray("{\"parameters\":[{\"name\":\"b\",\"in\":\"body\",\"required\":true,"
                          "\"description\":\"B\",\"schema\":{\"type\":\"array\"}}]}")
            << QByteArray("{\"body\":{\"type\":\"array\",\"description\":\"B\",\"x-in\":\"body\"}}")
            << QByteArray("[\"body\"]");
        QTest::newRow("form fields of 2.0")
            << QByteArray("2.0")
            << QByteArray("{\"parameters\":[{\"name\":\"n\",\"in\":\"formData\",\"type\":\"string\","
                          "\"required\":true,\"description\":\"N\"},"
                          "{\"name\":\"l\",\"in\":\"formData\",\"type\":\"array\",\"items\":{\"type\":"
                          "\"string\"},\"collectionFormat\":\"pipes\"}]}")
            << QByteArray("{\"body\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\","
                          "\"description\":\"N\"},"
                          "\"l\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"n\"],"
                          "\"x-in\":\"body\"}}")
            << QByteArray("[\"body\"]");
        QTest::newRow("parameters of 2.0")
            << QByteArray("2.0")
            << QByteArray("{\"parameters\":[{\"name\":\"q\",\"in\":\"query\",\"type\":\"array\",\"items\":{"
                          "\"type\":\"integer\"},"
                          "\"collectionFormat\":\"multi\",\"maxItems\":3}]}")
            << QByteArray("{\"q\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"maxItems\":3,\"x-"
                          "in\":\"query\"}}")
            << QByteArray();
    }

    void asksForEveryPartOfARequest()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, operation);
        const auto document = readOpenApiText(withOperation(operation, {}, version));
        const OperationSpec spec = only(document);
        QTEST(text(spec.inputSchema.member("properties"_L1)), "properties");
        QTEST(text(spec.inputSchema.member("required"_L1)), "required");
        QCOMPARE(spec.inputSchema.member("type"_L1).toString(), u"object"_s);
        SchemaOptions options;
        options.defaultDialect = document->dialect;
        QVERIFY(Schema::compile(spec.inputSchema, options));
        const FieldHint form = formHints(spec.inputSchema);
        QCOMPARE(form.kind, FieldKind::Object);
        QCOMPARE(form.fields.size(), spec.inputSchema.member("properties"_L1).size());
    }

    void asksForFiles_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<QString>("pointer");
        const auto body = [](const QByteArray &type, const QByteArray &schema) {
            return "{\"requestBody\":{\"content\":{\"" + type + "\":{\"schema\":" + schema + "}}}}";
        };
        QTest::newRow("bytes") << QByteArray(
            "3.0.0") << body("application/octet-stream", "{\"type\":\"string\",\"format\":\"binary\"}")
                               << u"body"_s;
        QTest::newRow("bytes without a schema")
            << QByteArray("3.1.0") << QByteArray("{\"requestBody\":{\"content\":{\"image/png\":{}}}}")
            << u"body"_s;
        QTest::newRow("a part")
            << QByteArray("3.0.0")
            << body("multipart/form-data",
                   "{\"type\":\"object\",\"properties\":{\"f\":{\"type\":\"string\",\"format\":\"binary\"}}}")
            << u"body/f"_s;
        QTest::newRow("parts")
            << QByteArray("3.0.0")
            << body("multipart/form-data",
                   "{\"type\":\"object\",\"properties\":{\"f\":{\"type\":\"array\",\"items\":"
                   "{\"type\":\"string\",\"format\":\"binary\"}}}}")
            << u"body/f/items"_s;
        QTest::newRow("a part of 3.1")
            << QByteArray("3.1.0")
            << body("multipart/form-data",
                   "{\"type\":\"object\",\"properties\":{\"f\":{\"contentMediaType\":\"image/png\"}}}")
            << u"body/f"_s;
        QTest::newRow("a form field of 2.0")
            << QByteArray("2.0")
            << QByteArray("{\"parameters\":[{\"name\":\"f\",\"in\":\"formData\",\"type\":\"file\","
                          "\"description\":\"F\"}]}")
            << u"body/f"_s;
    }

    void asksForFiles()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, operation);
        QFETCH(QString, pointer);
        const OperationSpec spec = only(readOpenApiText(withOperation(operation, {}, version)));
        Json at = spec.inputSchema;
        for (const QString &step : pointer.split(u'/'))
            at = step == "items"_L1 ? at.member(step) : at.member("properties"_L1).member(step);
        QVERIFY2(at.member("x-file"_L1).toBoolean(), text(spec.inputSchema).constData());
        const Json properties = at.member("properties"_L1);
        for (const auto name : {"$file"_L1, "type"_L1, "data"_L1, "base64"_L1})
            QVERIFY(properties.hasMember(name));
    }

    void choosesTheOutputSchema_data()
    {
        QTest::addColumn<QByteArray>("responses");
        QTest::addColumn<bool>("upstream");
        QTest::addColumn<QByteArray>("output");
        const auto json = [](const QByteArray &status, const QByteArray &type, const QByteArray &title) {
            return "\"" + status + "\":{\"content\":{\"" + type + "\":{\"schema\":{\"title\":\"" + title
                + "\"}}}}";
        };
        const QByteArray plain = "application/json";
        QTest::newRow("none") << QByteArray() << false << QByteArray();
        QTest::newRow("200") << json("404", plain, "e") + "," + json("201", plain, "b") + ","
                + json("200", plain, "a")
                             << false << QByteArray("{\"title\":\"a\"}");
        QTest::newRow("the lowest with JSON")
            << json("200", "text/html", "h") + "," + json("2XX", plain, "r") + "," + json("203", plain, "c")
            << false << QByteArray("{\"title\":\"c\"}");
        QTest::newRow("a range") << json("2XX", plain, "r") << false << QByteArray("{\"title\":\"r\"}");
        QTest::newRow("a suffix") << json("200", "application/problem+json", "p") << false
                                  << QByteArray("{\"title\":\"p\"}");
        QTest::newRow("events") << json("200", "text/event-stream", "s") << false
                                << QByteArray("{\"title\":\"s\"}");
        QTest::newRow("default alone")
            << json("default", plain, "d") << false << QByteArray("{\"title\":\"d\"}");
        QTest::newRow("default beside a success does not count")
            << json("default", plain, "d") + ",\"204\":{}" << false << QByteArray();
        QTest::newRow("upstream") << json("203", plain, "c") + "," + json("201", plain, "b") << true
                                  << QByteArray("{\"title\":\"b\"}");
        QTest::newRow("upstream does not know ranges") << json("2XX", plain, "r") << true << QByteArray();
    }

    void choosesTheOutputSchema()
    {
        QFETCH(QByteArray, responses);
        QFETCH(bool, upstream);
        const OperationSpec spec =
            only(readOpenApiText(withOperation("{\"responses\":{" + responses + "}}"), {upstream}));
        QTEST(text(spec.outputSchema), "output");
    }

    void declaresErrors()
    {
        const OperationSpec spec = only(readOpenApiText(
            withOperation("{\"responses\":{\"200\":{},\"404\":{\"description\":\"gone\",\"content\":{"
                          "\"application/json\":{\"schema\":{\"title\":\"e\"}}}},"
                          "\"5XX\":{\"description\":\"ours\"},\"default\":{\"$ref\":\"#/components/responses/"
                          "d\"},\"x-y\":{}}}",
                "\"components\":{\"responses\":{\"d\":{\"description\":\"other\"}}}")));
        QCOMPARE(spec.errorSchemas.size(), 3);
        QCOMPARE(spec.errorSchemas.at(0).code, u"HTTP_404"_s);
        QCOMPARE(spec.errorSchemas.at(0).description, u"gone"_s);
        QCOMPARE(spec.errorSchemas.at(0).httpStatus, 404);
        QCOMPARE(text(spec.errorSchemas.at(0).schema), "{\"title\":\"e\"}");
        QCOMPARE(spec.errorSchemas.at(1).code, u"HTTP_5XX"_s);
        QVERIFY(!spec.errorSchemas.at(1).httpStatus);
        QCOMPARE(spec.errorSchemas.at(2).code, u"HTTP_DEFAULT"_s);
        QCOMPARE(spec.errorSchemas.at(2).description, u"other"_s);
    }

    void joinsParametersOfThePath()
    {
        const QByteArray document =
            "{\"openapi\":\"3.1.0\",\"paths\":{\"/a/"
            "{id}\":{\"parameters\":[{\"name\":\"id\",\"in\":\"path\",\"required\":true},"
            "{\"name\":\"q\",\"in\":\"query\",\"schema\":{\"title\":\"item\"}},{\"$ref\":\"#/components/"
            "parameters/p\"}],"
            "\"get\":{\"parameters\":[{\"name\":\"z\",\"in\":\"header\"},{\"name\":\"q\",\"in\":\"query\","
            "\"schema\":{\"title\":\"own\"}}]}}},"
            "\"components\":{\"parameters\":{\"p\":{\"name\":\"p\",\"in\":\"cookie\"}}}}";
        const auto names = [](const OpenApiOperation &operation) {
            QStringList list;
            for (const OpenApiParameter &parameter : operation.parameters)
                list.append(QString(parameterPlaceName(parameter.place)) % u'.' % parameter.name);
            return list;
        };
        const auto operation = readOpenApiText(document)->operation(0);
        QCOMPARE(names(*operation), (QStringList{u"path.id"_s, u"query.q"_s, u"cookie.p"_s, u"header.z"_s}));
        QCOMPARE(operation->parameters.at(1).schema.member("title"_L1).toString(), u"own"_s);
        QCOMPARE(operation->path, u"/a/{id}"_s);
        QCOMPARE(operation->method, "GET");
        const auto upstream = readOpenApiText(document, {true})->operation(0);
        QCOMPARE(names(*upstream), (QStringList{u"query.z"_s, u"query.q"_s}));
    }

    void asksForUndeclaredNamesOfThePath()
    {
        const OperationSpec spec =
            only(readOpenApiText(withOperation("{\"parameters\":[{\"name\":\"b\",\"in\":\"path\",\"schema\":{"
                                               "}},{\"name\":\"c\",\"in\":\"path\",\"schema\":{}}]}",
                {}, "3.1.0", "/x/{a}/{b}/{a}")));
        QCOMPARE(text(spec.inputSchema.member("required"_L1)), "[\"b\",\"c\",\"a\"]");
        QCOMPARE(spec.remarks.size(), 2);
    }

    void findsServers_data()
    {
        QTest::addColumn<QByteArray>("document");
        QTest::addColumn<QStringList>("servers");
        const auto modern = [](const QByteArray &root, const QByteArray &item, const QByteArray &operation) {
            return "{\"openapi\":\"3.1.0\"," + root + "\"paths\":{\"/a\":{" + item + "\"get\":{" + operation
                + "}}}}";
        };
        const QByteArray one = "\"servers\":[{\"url\":\"/one\"}]";
        const QByteArray two = "\"servers\":[{\"url\":\"/two\"},{\"url\":\"/three\"}]";
        QTest::newRow("none") << modern({}, {}, {}) << QStringList{u"/"_s};
        QTest::newRow("the document's") << modern(two + ",", {}, {}) << QStringList{u"/two"_s, u"/three"_s};
        QTest::newRow("the path's") << modern(two + ",", one + ",", {}) << QStringList{u"/one"_s};
        QTest::newRow("its own") << modern(one + ",", one + ",", two) << QStringList{u"/two"_s, u"/three"_s};
        const auto old = [](const QByteArray &root, const QByteArray &operation) {
            return "{\"swagger\":\"2.0\"," + root + "\"paths\":{\"/a\":{\"get\":{" + operation + "}}}}";
        };
        QTest::newRow("2.0") << old("\"host\":\"h:1\",\"basePath\":\"/v/\",\"schemes\":[\"http\",\"https\"],",
            {}) << QStringList{u"https://h:1/v"_s, u"http://h:1/v"_s};
        QTest::newRow("2.0, schemes of its own") << old("\"host\":\"h\",\"schemes\":[\"https\"],",
            "\"schemes\":[\"http\"]") << QStringList{u"http://h"_s};
        QTest::newRow("2.0 without a host") << old("\"basePath\":\"v\",", {}) << QStringList{u"/v"_s};
        QTest::newRow("2.0 with nothing") << old({}, {}) << QStringList{u"/"_s};
    }

    void findsServers()
    {
        QFETCH(QByteArray, document);
        const auto operation = readOpenApiText(document)->operation(0);
        QStringList servers;
        for (const OpenApiServer &server : operation->servers)
            servers.append(server.url);
        QTEST(servers, "servers");
    }

    void findsSecurity_data()
    {
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<QString>("security");
        QTest::addColumn<int>("schemes");
        QTest::newRow("the document's") << QByteArray("{}") << u"k"_s << 1;
        QTest::newRow("switched off") << QByteArray("{\"security\":[]}") << QString() << 0;
        QTest::newRow("alternatives")
            << QByteArray("{\"security\":[{\"k\":[],\"o\":[\"read\",\"write\"]},{}]}")
            << u"k+o(read write)|"_s << 2;
        QTest::newRow("not declared") << QByteArray("{\"security\":[{\"x\":[]}]}") << u"x"_s << 0;
    }

    void findsSecurity()
    {
        QFETCH(QByteArray, operation);
        const auto document = readOpenApiText(withOperation(operation,
            "\"security\":[{\"k\":[]}],\"components\":{\"securitySchemes\":{\"k\":{\"type\":\"apiKey\","
            "\"in\":\"header\",\"name\":\"K\"},"
            "\"o\":{\"$ref\":\"#/components/securitySchemes/p\"},\"p\":{\"type\":\"oauth2\"}}}"));
        const auto made = document->operation(0);
        QStringList alternatives;
        for (const OpenApiRequirement &requirement : made->security) {
            QStringList all;
            for (const OpenApiRequirement::Scheme &scheme : requirement.schemes)
                all.append(
                    scheme.scopes.isEmpty() ? scheme.id : scheme.id % u'(' % scheme.scopes.join(u' ') % u')');
            alternatives.append(all.join(u'+'));
        }
        QTEST(alternatives.join(u'|'), "security");
        QTEST(int(made->schemes.size()), "schemes");
        QCOMPARE(document->securitySchemes.size(), 3);
    }

    void keepsMembersThatAreOnlyShown()
    {
        const auto document = readOpenApiText(
            withOperation("{\"operationId\":\"o\",\"callbacks\":{\"c\":{\"{$url}\":{\"post\":{}}}},"
                          "\"requestBody\":{\"content\":{\"application/json\":"
                          "{\"schema\":{\"$ref\":\"#/components/schemas/"
                          "Pet\"},\"examples\":{\"e\":{\"$ref\":\"#/components/examples/x\"}}}}},"
                          "\"responses\":{\"200\":{\"links\":{\"l\":{\"operationId\":\"o\"}},\"headers\":{"
                          "\"X-A\":{\"$ref\":\"#/components/headers/h\"}}}}}",
                "\"components\":{\"schemas\":{\"Pet\":{\"type\":\"object\"}},\"examples\":{\"x\":{\"value\":{"
                "\"a\":1}}},"
                "\"headers\":{\"h\":{\"schema\":{\"$ref\":\"#/components/schemas/Pet\"}}}}"));
        const auto operation = document->operation(0);
        QCOMPARE(operation->operationId, u"o"_s);
        QCOMPARE(operation->body->media.first().schemaName, u"Pet"_s);
        QCOMPARE(text(operation->body->media.first().example), "{\"a\":1}");
        QCOMPARE(
            text(operation->responses.first().headers), "{\"X-A\":{\"schema\":{\"$ref\":\"#/$defs/Pet\"}}}");
        QCOMPARE(document->operation(0), operation); // the operation is created once
        QVERIFY(!document->operation(1));
        QVERIFY(!document->operation(-1));
    }

    void readsMediaTypesOf32()
    {
        const auto document =
            readOpenApiText(withOperation("{\"responses\":{\"200\":{\"content\":{\"text/"
                                          "event-stream\":{\"$ref\":\"#/components/mediaTypes/m\"}}}}}",
                "\"components\":{\"mediaTypes\":{\"m\":{\"itemSchema\":{\"type\":\"object\"}}}}", "3.2.0"));
        const OperationSpec spec = only(document);
        QCOMPARE(spec.type, OperationType::Subscription);
        QCOMPARE(text(spec.outputSchema), "{\"type\":\"object\"}");
        QCOMPARE(text(document->operation(0)->responses.first().media.first().itemSchema),
            "{\"type\":\"object\"}");
    }

    void outlivesItsDocument()
    {
        const OperationSpec light = [] {
            return readOpenApiText(withOperation(answering("{\"type\":\"null\"}")))->specs().first();
        }();
        QVERIFY(light.outputSchema.isAbsent());
        QCOMPARE(text(completed(light).outputSchema), "{\"type\":\"null\"}");
    }
};

WORKBENCH_TEST(tst_OpenApiOperations, QCoreApplication)
#include "tst_openapioperations.moc"
