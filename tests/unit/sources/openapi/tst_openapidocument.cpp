// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/openapitexts.h"

#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

using Reader = OpenApiDocument::Reader;

const QUrl base(QStringLiteral("https://example.com/api/openapi.yaml"));

} // namespace

//! How a description is read: versions, files, problems, and the list of operations.
class tst_OpenApiDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsItsVersion_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<OpenApiVersion>("version");
        QTest::addColumn<SchemaDialect>("dialect");
        const QByteArray rest = ",\"info\":{},\"paths\":{}}";
        QTest::newRow("2.0") << "{\"swagger\":\"2.0\"" + rest << OpenApiVersion::Swagger2
                             << SchemaDialect::OpenApi2;
        QTest::newRow("2.0 as a number of YAML")
            << QByteArray("swagger: 2.0\npaths: {}\n") << OpenApiVersion::Swagger2 << SchemaDialect::OpenApi2;
        QTest::newRow("3.0") << "{\"openapi\":\"3.0.4\"" + rest << OpenApiVersion::V3_0
                             << SchemaDialect::OpenApi3_0;
        QTest::newRow("3.1") << "{\"openapi\":\"3.1.0\"" + rest << OpenApiVersion::V3_1
                             << SchemaDialect::OpenApi3_1;
        QTest::newRow("3.2") << "{\"openapi\":\"3.2.0\"" + rest << OpenApiVersion::V3_2
                             << SchemaDialect::OpenApi3_1;
        QTest::newRow("newer than known")
            << "{\"openapi\":\"3.9.0\"" + rest << OpenApiVersion::V3_2 << SchemaDialect::OpenApi3_1;
        QTest::newRow("byte order mark") << "\xEF\xBB\xBF{\"openapi\":\"3.0.0\"" + rest
                                         << OpenApiVersion::V3_0 << SchemaDialect::OpenApi3_0;
        QTest::newRow("YAML with a byte order mark") << QByteArray("\xEF\xBB\xBFopenapi: 3.1.1\npaths: {}\n")
                                                     << OpenApiVersion::V3_1 << SchemaDialect::OpenApi3_1;
        QTest::newRow("YAML written like JSON")
            << QByteArray("{openapi: 3.1.1, paths: {}}") << OpenApiVersion::V3_1 << SchemaDialect::OpenApi3_1;
        QTest::newRow("another dialect")
            << "{\"openapi\":\"3.1.0\",\"jsonSchemaDialect\":\"http://json-schema.org/draft-07/schema#\""
                + rest
            << OpenApiVersion::V3_1 << SchemaDialect::Draft7;
    }

    void knowsItsVersion()
    {
        QFETCH(QByteArray, text);
        const auto document = readOpenApiText(text);
        QVERIFY(document);
        QTEST(document->version, "version");
        QTEST(document->dialect, "dialect");
    }

    void refusesInvalidDescriptions_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("empty") << QByteArray() << ErrorKind::Protocol;
        QTest::newRow("a list") << QByteArray("[]") << ErrorKind::Protocol;
        QTest::newRow("neither openapi nor swagger") << QByteArray("{\"info\":{}}") << ErrorKind::Protocol;
        QTest::newRow("Swagger 1.2") << QByteArray("{\"swagger\":\"1.2\"}") << ErrorKind::Protocol;
        QTest::newRow("OpenAPI 4") << QByteArray("{\"openapi\":\"4.0.0\"}") << ErrorKind::Protocol;
        QTest::newRow("broken JSON") << QByteArray("{\"openapi\":\"3.0.0\",") << ErrorKind::Protocol;
        QTest::newRow("100,000 brackets") << QByteArray(100'000, '[') << ErrorKind::Protocol;
        QTest::newRow("100,000 pairs of brackets")
            << QByteArray(100'000, '[') + QByteArray(100'000, ']') << ErrorKind::Protocol;
        QTest::newRow("cyclic anchors")
            << QByteArray("openapi: 3.1.0\npaths: &a\n  /x: *a\n") << ErrorKind::Protocol;
        QByteArray bomb = "openapi: 3.1.0\nx-0: &a0 [1,1,1,1,1,1,1,1,1]\n";
        for (int i = 1; i < 12; ++i) {
            const QByteArray last = "*a" + QByteArray::number(i - 1);
            bomb += "x-" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " ["
                + QByteArrayList(9, last).join(',') + "]\n";
        }
        QTest::newRow("alias bomb") << bomb << ErrorKind::Limit;
    }

    void refusesInvalidDescriptions()
    {
        QFETCH(QByteArray, text);
        Reader reader({base, text});
        const Result<void> read = reader.read();
        QVERIFY(!read);
        QTEST(read.error().kind, "kind");
        QVERIFY(!read.error().message.isEmpty());
        QVERIFY(!reader.finish());
    }

    void refusesMoreBytesThanTheLimit()
    {
        Limits limits;
        limits.docBytes = 100;
        Reader reader({base, withPaths("{}") + QByteArray(100, ' ')}, {}, limits);
        const Result<void> read = reader.read();
        QVERIFY(!read);
        QCOMPARE(read.error().kind, ErrorKind::Limit);
        QCOMPARE(read.error().code, u"limit.doc.bytes"_s);
    }

    void saysWhereAProblemIs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("problems");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("paths is a list")
            << QByteArray("{\n\"openapi\": \"3.1.0\",\n\"paths\": []\n}")
            << QStringList{u"/paths:3 \"paths\" must be an object."_s} << QStringList();
        QTest::newRow("paths is missing") << QByteArray("{\n\"openapi\": \"3.0.0\"}")
                                          << QStringList{u":1 \"paths\" is missing."_s} << QStringList();
        QTest::newRow("paths may be missing in 3.1")
            << QByteArray("{\"openapi\": \"3.1.0\"}") << QStringList() << QStringList();
        QTest::newRow("a path item that is text")
            << withPaths("{\n\"/a\": \"x\",\n\"/b\": {\"get\": {}}}")
            << QStringList{u"/paths/~1a:2 A path item must be an object."_s} << QStringList{u"get_b"_s};
        QTest::newRow("an operation that is a list")
            << withPaths("{\"/a\": {\n\"get\": [],\n\"put\": {}}}")
            << QStringList{u"/paths/~1a/get:2 An operation must be an object."_s} << QStringList{u"put_a"_s};
        QTest::newRow("parameters that are an object")
            << withPaths("{\"/a\": {\"get\": {\n\n\"parameters\": {}}}}")
            << QStringList{u"/paths/~1a/get/parameters:3 \"parameters\" must be an array."_s}
            << QStringList{u"get_a"_s};
        QTest::newRow("a parameter without a place")
            << withPaths("{\"/a\": {\"get\": {\"parameters\": "
                         "[{\"name\":\"q\",\"in\":\"query\"},\n{\"name\":\"x\"}]}}}")
            << QStringList{u"/paths/~1a/get/parameters/1:2 A parameter needs a name and a place."_s}
            << QStringList{u"get_a"_s};
        QTest::newRow("a reference to nowhere")
            << withPaths("{\"/a\": {\"get\": {\"responses\": {\"200\":\n{\"$ref\": \"#/components/x\"}}}}}")
            << QStringList{u"/paths/~1a/get/responses/200:2 The reference \"#/components/x\" leads nowhere: nothing is there."_s}
            << QStringList{u"get_a"_s};
        QTest::newRow("YAML") << QByteArray(
            "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      tags: x\n    put: {}\n")
                              << QStringList{u"/paths/~1a/get/tags:5 \"tags\" must be an array."_s}
                              << QStringList{u"get_a"_s, u"put_a"_s};
        QTest::newRow("a problem behind escapes, brackets and quotes")
            << withPaths(
                   "{\"/a\": {\"description\": \"\\\"{[\\\\\",\n\"get\": {\"x-y\": \"]}\",\r\n\"tags\": 1}}}")
            << QStringList{u"/paths/~1a/get/tags:3 \"tags\" must be an array."_s} << QStringList{u"get_a"_s};
        QTest::newRow("the same key twice")
            << withPaths(
                   "{\"/a\": {\"get\": {\"operationId\": \"one\"},\n\"get\": {\"operationId\": \"two\"}}}")
            << QStringList{u"/paths/~1a/get:2 The key occurs more than once; the last value counts."_s}
            << QStringList{u"two"_s};
        QTest::newRow("a credential for a header of the connection")
            << QByteArray("{\"openapi\": \"3.1.0\", \"components\": {\"securitySchemes\": {\n\"k\": "
                          "{\"type\": \"apiKey\", \"in\": \"header\", \"name\": \"Host\"}}}}")
            << QStringList{u"/components/securitySchemes/k:2 The security scheme \"k\" cannot be used: the header \"Host\" belongs to the connection and must not be set."_s}
            << QStringList();
        QTest::newRow("a path item that refers to itself")
            << withPaths("{\"/a\": {\"$ref\": \"#/paths/~1a\"}, \"/b\": {\"get\": {}}}")
            << QStringList{u"/paths/~1a:1 The path item refers to itself."_s} << QStringList{u"get_b"_s};
    }

    void saysWhereAProblemIs()
    {
        QFETCH(QByteArray, text);
        const auto document = readOpenApiText(text);
        QVERIFY(document);
        QTEST(problemsOf(*document), "problems");
        QTEST(namesOf(*document), "names");
    }

    void countsProblemsBeyondTheFirstFiveHundred()
    {
        QByteArray paths = "{\"/a\":1";
        for (int i = 0; i < 600; ++i)
            paths += ",\"/" + QByteArray::number(i) + "\":1";
        const auto document = readOpenApiText(withPaths(paths + "}"));
        QVERIFY(document);
        QCOMPARE(document->problems.size(), 501);
        QCOMPARE(document->problems.last().message, u"There are 101 more problems."_s);
    }

    void listsTheMethodsOfItsVersion_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<bool>("upstream");
        QTest::addColumn<QStringList>("methods");
        const QStringList two{
            u"GET"_s, u"PUT"_s, u"POST"_s, u"DELETE"_s, u"OPTIONS"_s, u"HEAD"_s, u"PATCH"_s};
        QTest::newRow("2.0") << QByteArray("\"swagger\":\"2.0\"") << false << two;
        QTest::newRow("3.1") << QByteArray("\"openapi\":\"3.1.0\"") << false << two + QStringList{u"TRACE"_s};
        QTest::newRow("3.2") << QByteArray("\"openapi\":\"3.2.0\"") << false
                             << two + QStringList{u"TRACE"_s, u"QUERY"_s, u"LINK"_s, u"unLink"_s};
        QTest::newRow("upstream") << QByteArray("\"openapi\":\"3.2.0\"") << true
                                  << QStringList{u"GET"_s, u"PUT"_s, u"POST"_s, u"DELETE"_s, u"PATCH"_s};
    }

    void listsTheMethodsOfItsVersion()
    {
        QFETCH(QByteArray, version);
        QFETCH(bool, upstream);
        const auto document = readOpenApiText("{" + version
                + ",\"info\":{},\"paths\":{\"/"
                  "a\":{\"summary\":\"s\",\"get\":{},\"put\":{},\"post\":{},\"delete\":{},"
                  "\"options\":{},\"head\":{},\"patch\":{},\"trace\":{},\"query\":{},\"servers\":[],\"x-"
                  "get\":{},"
                  "\"additionalOperations\":{\"LINK\":{},\"unLink\":{},\"a b\":{}}}}}",
            {upstream});
        QVERIFY(document);
        QStringList methods;
        for (const OperationSpec &spec : document->specs())
            methods.append(spec.meta.member("method"_L1).toString());
        QTEST(methods, "methods");
    }

    void namesOperations_data()
    {
        QTest::addColumn<QByteArray>("paths");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("by id") << QByteArray("{\"/a\":{\"get\":{\"operationId\":\"repos/get.all\"}}}")
                               << QStringList{u"repos/get.all"_s};
        QTest::newRow("by path") << QByteArray("{\"/pets/{id}/toys\":{\"get\":{}}}")
                                 << QStringList{u"get_pets_toys"_s};
        QTest::newRow("by the root path") << QByteArray("{\"/\":{\"get\":{}},\"/{id}\":{\"put\":{}}}")
                                          << QStringList{u"get_root"_s, u"put_root"_s};
        QTest::newRow("an empty id") << QByteArray("{\"/a\":{\"get\":{\"operationId\":\"\"}}}")
                                     << QStringList{u"get_a"_s};
        QTest::newRow("an id that is not a text")
            << QByteArray("{\"/a\":{\"get\":{\"operationId\":7}}}") << QStringList{u"get_a"_s};
        QTest::newRow("clashes") << QByteArray(
            "{\"/a\":{\"get\":{\"operationId\":\"x\"},\"put\":{\"operationId\":\"x\"},"
            "\"post\":{\"operationId\":\"x\"},\"patch\":{\"operationId\":\"x_2\"}}}")
                                 << QStringList{u"x"_s, u"x_3"_s, u"x_4"_s, u"x_2"_s};
        QTest::newRow("clashes of paths") << QByteArray("{\"/a/{x}\":{\"get\":{}},\"/a/{y}\":{\"get\":{}}}")
                                          << QStringList{u"get_a"_s, u"get_a_2"_s};
        QTest::newRow("invisible characters")
            << QByteArray("{\"/a\":{\"get\":{\"operationId\":\"a b\\u202Ec\\u0000\\n\"}}}")
            << QStringList{u"a_b_c__"_s};
        QTest::newRow("letters of other scripts")
            << QByteArray("{\"/a\":{\"get\":{\"operationId\":\"日本😀\"}}}") << QStringList{u"日本😀"_s};
    }

    void namesOperations()
    {
        QFETCH(QByteArray, paths);
        const auto document = readOpenApiText(withPaths(paths));
        QVERIFY(document);
        QTEST(namesOf(*document), "names");
        for (const QString &name : namesOf(*document))
            QCOMPARE(namesOf(*document).at(document->indexOf(name)), name);
        QCOMPARE(document->indexOf(u"nobody"_s), -1);
    }

    void cutsLongNamesSoThatTheyStayApart()
    {
        const QByteArray longId(5000, 'x');
        const auto document = readOpenApiText(withPaths("{\"/a\":{\"get\":{\"operationId\":\"" + longId
            + "1\"},\"put\":{\"operationId\":\"" + longId + "2\"}}}"));
        QVERIFY(document);
        const QStringList names = namesOf(*document);
        QCOMPARE(names.first().size(), 200);
        QVERIFY(names.first() != names.last());
        QVERIFY(!names.last().endsWith(u"_2"));
    }

    void determinesTheTypeOfAnOperation_data()
    {
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<OperationType>("asGet");
        QTest::addColumn<OperationType>("asPost");
        const auto answers = [](const QByteArray &status, const QByteArray &type) {
            return "{\"responses\":{\"" + status + "\":{\"content\":{\"" + type + "\":{}}}}}";
        };
        const OperationType query = OperationType::Query;
        const OperationType mutation = OperationType::Mutation;
        const OperationType subscription = OperationType::Subscription;
        QTest::newRow("nothing") << QByteArray("{}") << query << mutation;
        QTest::newRow("JSON") << answers("200", "application/json") << query << mutation;
        QTest::newRow("events") << answers("200", "text/event-stream") << subscription << subscription;
        QTest::newRow("events with a parameter")
            << answers("202", "Text/Event-Stream; charset=utf-8") << subscription << subscription;
        QTest::newRow("events of a range")
            << answers("2XX", "text/event-stream") << subscription << subscription;
        QTest::newRow("events of an error") << answers("400", "text/event-stream") << query << mutation;
        QTest::newRow("events by reference")
            << QByteArray("{\"responses\":{\"200\":{\"$ref\":\"#/components/responses/r\"}}}") << subscription
            << subscription;
        QTest::newRow("events where only the default is declared")
            << answers("default", "text/event-stream") << subscription << subscription;
        QTest::newRow("the default beside a success is an error")
            << QByteArray(R"({"responses":{"204":{},"default":{"content":{"text/event-stream":{}}}}})")
            << query << mutation;
        QTest::newRow("JSON or events") << QByteArray(
            R"({"responses":{"200":{"content":{"application/json":{},"text/event-stream":{}}}}})")
                                        << query << mutation;
        QTest::newRow("JSON now or events later") << QByteArray(
            R"({"responses":{"200":{"content":{"text/csv":{}}},"202":{"content":{"text/event-stream":{}}}}})")
                                                  << query << mutation;
    }

    void operationsWithEventsCanBeSubscribedTo_data()
    {
        QTest::addColumn<QByteArray>("document");
        QTest::addColumn<bool>("isStreamToo");
        const auto answers = [](const QByteArray &content) {
            return QByteArray(R"({"openapi":"3.1.0","paths":{"/a":{"post":{"responses":{"200":{"content":{)")
                + content + "}}}}}}}";
        };
        QTest::newRow("JSON or events") << answers(R"("application/json":{},"text/event-stream":{})") << true;
        QTest::newRow("JSON") << answers(R"("application/json":{})") << false;
        QTest::newRow("events") << answers(R"("text/event-stream":{})") << false;
        QTest::newRow("Swagger") << QByteArray(
            R"({"swagger":"2.0","produces":["application/json","text/event-stream"],"paths":{"/a":{"post":{"responses":{"200":{}}}}}})")
                                 << true;
    }

    void operationsWithEventsCanBeSubscribedTo()
    {
        QFETCH(QByteArray, document);
        const auto read = readOpenApiText(document);
        QVERIFY(read);
        QTEST(read->specs().at(0).isStreamToo, "isStreamToo");
    }

    void treatsSafeMethodsAsQueries_data()
    {
        QTest::addColumn<OperationType>("type");
        for (const auto method : {"get", "head", "options", "trace", "query"})
            QTest::newRow(method) << OperationType::Query;
        for (const auto method : {"post", "put", "patch", "delete"})
            QTest::newRow(method) << OperationType::Mutation;
    }

    void treatsSafeMethodsAsQueries()
    {
        const auto document = readOpenApiText("{\"openapi\":\"3.2.0\",\"paths\":{\"/a\":{\""
            + QByteArray(QTest::currentDataTag()) + "\":{}}}}");
        QVERIFY(document);
        QTEST(document->specs().at(0).type, "type");
    }

    void reportsEqualPaths_data()
    {
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<bool>("isReported");
        QTest::newRow("other names") << QByteArray("/a/{y}") << true;
        QTest::newRow("a part of a segment") << QByteArray("/a/{y}.json") << false;
        QTest::newRow("one more") << QByteArray("/a/{x}/{y}") << false;
        QTest::newRow("a word") << QByteArray("/a/b") << false;
    }

    void reportsEqualPaths()
    {
        QFETCH(QByteArray, second);
        QFETCH(bool, isReported);
        const auto document = readOpenApiText(
            R"({"openapi":"3.0.3","paths":{"/a/{x}":{"get":{}},")" + second + R"(":{"post":{}}}})");
        QVERIFY(document);
        QStringList said;
        for (const OpenApiProblem &problem : document->problems)
            said.append(problem.message);
        QCOMPARE(said.join(u'\n').contains("The path differs from \"/a/{x}\""_L1), isReported);
        QCOMPARE(document->entries.size(), 2);
    }

    void determinesTheTypeOfAnOperation()
    {
        QFETCH(QByteArray, operation);
        const auto document = readOpenApiText("{\"openapi\":\"3.1.0\",\"paths\":{\"/a\":{\"get\":" + operation
            + ",\"post\":" + operation
            + "}},\"components\":{\"responses\":{\"r\":{\"content\":{\"text/event-stream\":{}}}}}}");
        QVERIFY(document);
        const QList<OperationSpec> specs = document->specs();
        QTEST(specs.at(0).type, "asGet");
        QTEST(specs.at(1).type, "asPost");
        QCOMPARE(document->operation(0)->isEventStream, specs.at(0).type == OperationType::Subscription);
    }

    void describesOperations()
    {
        const auto document = readOpenApiText("{\"swagger\":\"2.0\",\"info\":{\"title\":\"T\",\"version\":"
                                              "\"7.1\"},\"basePath\":\"/v2/\",\"paths\":{\"/a\":{"
                                              "\"get\":{\"summary\":\"short\",\"description\":\"long\","
                                              "\"tags\":[\"one\",\"two\",3],\"deprecated\":true},"
                                              "\"put\":{\"summary\":\"short\"},\"post\":{}}}}");
        QVERIFY(document);
        QCOMPARE(document->title, u"T"_s);
        const QList<OperationSpec> specs = document->specs();
        QCOMPARE(specs.at(0).description, u"long"_s);
        QCOMPARE(specs.at(0).version, u"7.1"_s);
        QCOMPARE(specs.at(0).tags, (QStringList{u"one"_s, u"two"_s}));
        QCOMPARE(specs.at(0).group, u"one"_s);
        QCOMPARE(specs.at(0).kind, u"operation"_s);
        QCOMPARE(specs.at(0).meta.toBytes(),
            "{\"method\":\"GET\",\"path\":\"/v2/a\",\"summary\":\"short\",\"deprecated\":true}");
        QCOMPARE(specs.at(0).remarks, QStringList{u"The operation is deprecated."_s});
        QCOMPARE(specs.at(0).definition.member("summary"_L1).toString(), u"short"_s);
        QCOMPARE(specs.at(1).description, u"short"_s);
        QCOMPARE(specs.at(2).description, u"POST /v2/a"_s);
        QCOMPARE(specs.at(2).meta.toBytes(), "{\"method\":\"POST\",\"path\":\"/v2/a\"}");
        QVERIFY(!specs.at(0).accessControl.isRestricted());
    }

    void listsNoRequestsOfTheService()
    {
        const auto document = readOpenApiText(
            "{\"openapi\":\"3.1.0\",\"webhooks\":{\"born\":{\"post\":{},\"x-y\":{}},\"gone\":{\"put\":{}}}}");
        QVERIFY(document);
        QCOMPARE(document->entries.size(), 0);
    }
};

WORKBENCH_TEST(tst_OpenApiDocument, QCoreApplication)
#include "tst_openapidocument.moc"
