// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command over a service with an OpenAPI document.

#include "core/json/jsonparser.h"
#include "tests/support/certificates.h"
#include "tests/support/commandrun.h"
#include "tests/support/largedocument.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

constexpr auto document = R"json({
    "openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "SERVER"}],
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}, "key": {"type": "apiKey", "in": "query", "name": "k"}}},
    "paths": {
        "/pets/{id}": {"get": {"operationId": "getPet", "tags": ["pets"],
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
                           {"name": "id", "in": "query", "schema": {"type": "string"}},
                           {"name": "deep", "in": "query", "schema": {"type": "boolean"}}],
            "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "object"}}}}}}},
        "/photos": {"post": {"operationId": "addPhoto",
            "requestBody": {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
            "responses": {"204": {"description": "done"}}}},
        "/secret": {"get": {"operationId": "getSecret", "security": [{"key": []}, {"token": []}], "responses": {"200": {"description": "ok"}}}},
        "/ticks": {"get": {"operationId": "ticks", "responses": {"200": {"description": "s", "content": {"text/event-stream": {"schema": {"type": "integer"}}}}}}}
    }})json";

//! "ask" answers with JSON or with events; "only" declares only the default answer.
constexpr auto forms = R"json({
    "openapi": "3.1.0", "info": {"title": "Forms", "version": "1"}, "servers": [{"url": "SERVER"}],
    "paths": {
        "/ask": {"post": {"operationId": "ask", "parameters": [{"name": "Accept", "in": "header", "schema": {"type": "string"}}],
            "responses": {"200": {"description": "at once or piece by piece", "content": {
                "application/json": {"schema": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}},
                "text/event-stream": {"schema": {"type": "object", "required": ["piece"], "properties": {"piece": {"type": "string"}}}}}}}}},
        "/send": {"post": {"operationId": "send", "requestBody": {"content": {
            "application/vnd.a+json; view=b": {}, "text/plain": {}}}, "responses": {"204": {"description": "done"}}}},
        "/only": {"get": {"operationId": "only", "responses": {"default": {"description": "it", "content": {
            "application/json": {"schema": {"type": "object", "required": ["n"]}}}}}}}
    }})json";

} // namespace

class tst_CliOpenApi : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    QByteArray answer;
    RawServer server{[this](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.target == "/openapi.json")
            RawServer::answer(socket,
                RawServer::ok(
                    described(server.url(u""_s).toEncoded()), "Content-Type: application/json\r\n"));
        else
            RawServer::answer(socket, answer);
    }};

    static QByteArray described(const QByteArray &at) { return QByteArray(document).replace("SERVER", at); }

    QString writeDocument(const QByteArray &at)
    {
        QFile file(run.home() + u"/pets.json"_s);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(described(at)) < 0)
            qFatal("cannot write the document");
        return file.fileName();
    }

private Q_SLOTS:
    void initTestCase() { run.setVariable(u"PET_TOKEN"_s, u"canary-token-7"_s); }
    void init() { answer = RawServer::ok(R"({"name":"x"})"); }

    void takesADocumentFromAFileOrAnAddress()
    {
        const QString path = writeDocument("http:\\/\\/h.example");
        const QString url = server.url(u"/openapi.json"_s).toString();
        for (const QString &source :
            {path, u"pets.json"_s, QString(u"openapi:"_s + path), url, QString(u"openapi:"_s + url)}) {
            const CommandResult result = run({u"list"_s, source, u"--json"_s});
            QVERIFY2(result.exitCode == 0, result.err.constData());
            const Json list = jsonLiteral(result.out).member("operations"_L1);
            QCOMPARE(list.size(), 4);
            QCOMPARE(list.at(0).member("name"_L1).toString(), u"getPet"_s);
            QCOMPARE(list.at(3).member("type"_L1).toString(), u"subscription"_s);
        }
    }

    void namesTheCertificateToAccept_data();
    void namesTheCertificateToAccept();

    void describesAnOperation()
    {
        const CommandResult result =
            run({u"describe"_s, writeDocument("http:\\/\\/h.example"), u"getPet"_s, u"--json"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const Json properties = jsonLiteral(result.out).member("inputSchema"_L1).member("properties"_L1);
        QCOMPARE(properties.member("path.id"_L1).member("type"_L1).toString(), u"integer"_s);
        QVERIFY(properties.hasMember("query.id"_L1));
    }

    QString writeForms()
    {
        QFile file(run.home() + u"/forms.json"_s);
        const QByteArray at = server.url(u""_s).toEncoded().replace("/", "\\/");
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)
            || file.write(QByteArray(forms).replace("SERVER", at)) < 0)
            qFatal("cannot write the document");
        return file.fileName();
    }

    void callsAndSubscribesToTheSameOperation()
    {
        const QString path = writeForms();
        const CommandResult list = run({u"list"_s, path});
        QVERIFY2(list.out.contains("POST /ask, also a stream"), list.out.constData());
        const CommandResult about = run({u"describe"_s, path, u"ask"_s});
        QVERIFY2(
            about.out.contains("\nresult  object\nName  Type    Required  Description\ntext  string  yes"),
            about.out.constData());
        QVERIFY2(
            about.out.contains("\nevent   object\nName   Type    Required  Description\npiece  string  yes"),
            about.out.constData());
        answer = RawServer::ok(R"({"piece":"a"})", "Content-Type: application/json\r\n");
        const CommandResult called = run({u"call"_s, path, u"ask"_s});
        QVERIFY2(called.err.contains("\"text\" is missing"), called.err.constData());
        const CommandResult single = run({u"subscribe"_s, path, u"ask"_s});
        QVERIFY2(single.exitCode == 0, single.err.constData());
        QVERIFY2(single.out.contains("\"text\\\" is missing"), single.out.constData());
        answer = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                 "data: {\"text\":\"a\"}\n\n";
        const CommandResult events = run({u"subscribe"_s, path, u"ask"_s});
        QVERIFY2(events.exitCode == 0, events.err.constData());
        QVERIFY2(events.out.contains("\"piece\\\" is missing"), events.out.constData());
        const CommandResult whole = run({u"call"_s, path, u"ask"_s});
        QCOMPARE(whole.out, "data: {\"text\":\"a\"}\n\n\n"_ba);
        QVERIFY2(whole.err.contains("Subscribe to the operation"), whole.err.constData());
    }

    void takesTheOnlyAnswerForASuccess()
    {
        const QString path = writeForms();
        answer = RawServer::ok(R"({"n":1})", "Content-Type: application/json\r\n");
        QCOMPARE(run({u"call"_s, path, u"only"_s, u"--strict"_s}).exitCode, 0);
        QCOMPARE(server.requests().last().header("accept"), "application/json, */*;q=0.5"_ba);
        const CommandResult about = run({u"describe"_s, path, u"only"_s});
        QVERIFY2(about.out.contains("\nresult  object"), about.out.constData());
    }

    void takesAMediaTypeInAnySpelling()
    {
        const QString path = writeForms();
        const CommandResult result = run({u"request"_s, path, u"send"_s, u"body:=1"_s,
            u"contentType=Application/Vnd.A+json;view=\"b\""_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains("Content-Type: application/vnd.a+json; view=b\r\n")
                || result.out.contains("Content-Type: application/vnd.a+json; view=b\n"),
            result.out.constData());
    }

    void namesWhatOpenApiIgnores()
    {
        const QString path = writeForms();
        const CommandResult about = run({u"describe"_s, path, u"ask"_s});
        QVERIFY2(about.err.contains("The parameter \"Accept\" is not sent"), about.err.constData());
        const CommandResult typed = run({u"request"_s, path, u"ask"_s, u"Accept=a/b"_s});
        QCOMPARE(typed.exitCode, 7);
        QVERIFY2(typed.err.contains("The parameter \"Accept\" is not sent"), typed.err.constData());
        const CommandResult sent =
            run({u"request"_s, path, u"ask"_s, u"--input"_s, u"{\"Accept\":\"a/b\"}"_s, u"--send-invalid"_s});
        QVERIFY2(sent.err.contains("is not sent"), sent.err.constData());
    }

    void describesAnOperationInATable()
    {
        const QString path = writeDocument("http:\\/\\/h.example");
        const CommandResult pet = run({u"describe"_s, path, u"getPet"_s});
        QVERIFY2(pet.exitCode == 0, pet.err.constData());
        for (const QByteArray &text : {"GET /pets/{id}  [pets]"_ba, "\nserver    http://h.example\n"_ba,
                 "\nName      In     Type     Required  Description\n"_ba,
                 "\npath.id   path   integer  yes\n"_ba, "\ndeep      query  boolean  no\n"_ba,
                 "\nStatus  Content           Type    Description\n200     application/json  object  ok\n"_ba,
                 "\nresult  object\n"_ba})
            QVERIFY2(pet.out.contains(text), pet.out.constData());
        const CommandResult photo = run({u"describe"_s, path, u"addPhoto"_s});
        QVERIFY2(photo.out.contains("\nStatus  Content  Type  Description\n204     none           done\n"),
            photo.out.constData());
        const CommandResult secret = run({u"describe"_s, path, u"getSecret"_s});
        QVERIFY2(secret.out.contains("\nsecurity  key, or token\n"), secret.out.constData());
    }

    void describesOnAFewPages()
    {
        QByteArray members;
        for (int i = 0; i < 300; ++i)
            members += (i > 0 ? ",\"m" : "\"m") + QByteArray::number(i) + "\":{\"type\":\"string\"}";
        const QByteArray object = R"({"type":"object","required":["m299"],"properties":{)" + members + "}}";
        const QString path = run.write(u"long.json"_s,
            R"({"openapi":"3.1.0","info":{"title":"L","version":"1"},"paths":{"/a":{"get":{"operationId":"long",)"
            R"("description":")"
                + QByteArray("line\\n").repeated(100)
                + R"(end","responses":{"200":{"description":"ok","content":)"
                + R"({"application/json":{"schema":)" + object + "}}}}}}}}");
        const CommandResult result = run({u"describe"_s, path, u"long"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.count('\n') < 200, result.out.constData());
        QVERIFY2(result.out.contains("\n… 41 more lines; --json shows all\n"), result.out.constData());
        QVERIFY(result.out.contains("\nm98 ") && !result.out.contains("\nm99 "));
        QVERIFY(result.out.contains("\nm299  string  yes\n… and 200 more; --json shows all\n"));
    }

    void listsMethodAndPath()
    {
        const CommandResult listed = run({u"list"_s, writeDocument("http:\\/\\/h.example")});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        QVERIFY2(listed.out.contains("\ngetPet     GET /pets/{id}"), listed.out.constData());
        QVERIFY2(listed.out.contains("\nticks      GET /ticks, stream"), listed.out.constData());
    }

    void writesSharedDefinitionsOnce()
    {
        QFile file(run.home() + u"/shared.json"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"openapi":"3.1.0","info":{"title":"S","version":"1"},"paths":{"/a":{)"
                   "\"get\":{\"operationId\":\"readN\",\"responses\":{\"200\":{\"content\":{\"application/"
                   "json\":{\"schema\":{\"$ref\":\"#/components/schemas/N\"}}}}}},"
                   "\"put\":{\"requestBody\":{\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/"
                   "components/schemas/N\"}}}},\"responses\":{\"200\":{\"content\":{\"application/json\":{"
                   "\"schema\":{\"$ref\":\"#/components/schemas/N\"}}}}}}}},"
                   "\"components\":{\"schemas\":{\"Unused\":{\"type\":\"string\"},\"N\":{\"type\":\"object\","
                   "\"properties\":{\"next\":{\"$"
                   "ref\":\"#/components/schemas/N\"}}}}}}");
        file.close();
        const CommandResult listed = run({u"list"_s, file.fileName(), u"--json"_s});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        const Json list = jsonLiteral(listed.out);
        QCOMPARE(list.member("$defs"_L1).toBytes(),
            "{\"N\":{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#/$defs/N\"}}}}"_ba);
        QCOMPARE(list.member("operations"_L1).at(0).member("outputSchema"_L1).toBytes(),
            "{\"$ref\":\"#/$defs/N\"}"_ba);
        const CommandResult described = run({u"describe"_s, file.fileName(), u"put_a"_s, u"--json"_s});
        const Json operation = jsonLiteral(described.out);
        QCOMPARE(operation.member("inputSchema"_L1).toBytes(),
            "{\"type\":\"object\",\"properties\":{\"body\":{\"$ref\":\"#/$defs/N\",\"x-in\":\"body\"}}}"_ba);
        QCOMPARE(operation.member("outputSchema"_L1).toBytes(), "{\"$ref\":\"#/$defs/N\"}"_ba);
        QCOMPARE(operation.member("$defs"_L1).toBytes(),
            "{\"N\":{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#/$defs/N\"}}}}"_ba);
        QCOMPARE(described.out.count("\"properties\":{\"next\""), 1);
        const CommandResult checked =
            run({u"check"_s, file.fileName(), u"--server"_s, server.url(u""_s).toString(), u"--json"_s});
        // A recursive schema is an ordinary schema.
        QVERIFY2(!checked.out.contains("circular"), checked.out.constData());
    }

    void checksEveryLevelOfAnAnswer_data()
    {
        QTest::addColumn<bool>("isRecorded");
        QTest::newRow("of the service") << false;
        QTest::newRow("of a recording") << true;
    }

    //! Each answer of the document refers to 600 schemas that refer to each other.
    void checksEveryLevelOfAnAnswer()
    {
        QFETCH(bool, isRecorded);
        constexpr int levels = 40;
        QByteArray body = R"({"id":7})";
        QString place = u"/id"_s;
        for (int i = 0; i < levels; ++i) {
            body = R"({"id":"1","next":)" + body + '}';
            place.prepend(u"/next"_s);
        }
        answer = RawServer::ok(body);
        QFile file(run.home() + u"/large.json"_s);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(largeDocument(server.url(u""_s).toEncoded()));
        file.close();
        QString source = file.fileName();
        const QStringList slow{// as with sanitizers
            u"--limit"_s, u"schema.compileMs=60000"_s, u"--limit"_s, u"schema.validateMs=60000"_s};
        if (isRecorded) {
            source = run.home() + u"/recorded"_s;
            const CommandResult recorded = run(QStringList{u"record"_s, file.fileName(), u"op_0"_s, u"--to"_s,
                                                   source, u"--accept-findings"_s}
                + slow);
            QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
            source.prepend(u"fixtures:"_s);
        }
        const CommandResult called = run(QStringList{u"call"_s, source, u"op_0"_s, u"--json"_s} + slow);
        QVERIFY2(called.exitCode == 0, called.err.constData());
        const Json changes = jsonLiteral(called.out).member("changes"_L1);
        QVERIFY2(changes.size() == 1, QByteArray(called.out + called.err).constData());
        QCOMPARE(changes.at(0).member("pointer"_L1).toString(), place);
        QCOMPARE(changes.at(0).member("mark"_L1).toString(), u"lost"_s);
        QCOMPARE(changes.at(0).member("violation"_L1).member("message"_L1).toString(),
            u"Expected string, got integer"_s);
    }

    void namesAFileThatIsNotADocument()
    {
        QFile file(run.home() + u"/package.json"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{}");
        file.close();
        const CommandResult listed = run({u"list"_s, file.fileName()});
        QCOMPARE(listed.exitCode, 5);
        QVERIFY2(listed.err.contains("\": package.json is not an OpenAPI document: it has neither "
                                     "a member openapi nor a member swagger."),
            listed.err.constData());
    }

    void namesTheAddressThatIsNotADocument()
    {
        const QString url = server.url(u"/api/other.json"_s).toString();
        const CommandResult listed = run({u"list"_s, QString(u"openapi:"_s + url + u"?key=canary"_s)});
        QCOMPARE(listed.exitCode, 5);
        QVERIFY2(listed.err.contains(QString(u"\"openapi\": "_s + url + u" is not an OpenAPI"_s).toUtf8()),
            listed.err.constData());
    }

    void namesTheOptionForAServerWithoutAHost()
    {
        const QString path = run.write(u"noserver.json"_s,
            R"({"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{"operationId":"a","responses":{}}}}})");
        const CommandResult called = run({u"call"_s, path, u"a"_s});
        QVERIFY2(called.exitCode == 2, called.err.constData());
        QVERIFY2(called.err.contains("The server of noserver.json has no host (\"/\"). Add --server URL."),
            called.err.constData());
    }

    void namesTheDocumentThatCannotBeRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("YAML") << u"cut.yaml"_s << QByteArray("a: [\n")
                              << QByteArray("cut.yaml: YAML, line 2");
        QTest::newRow("JSON") << u"cut.json"_s << QByteArray("{\"a\":\n")
                              << QByteArray("cut.json: not valid JSON, line 2");
        QTest::newRow("nothing") << u"empty.yaml"_s << QByteArray("\n")
                                 << QByteArray("empty.yaml is not an OpenAPI document: it is empty.");
    }

    void namesTheDocumentThatCannotBeRead()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, says);
        const CommandResult listed = run({u"list"_s, QString(u"openapi:"_s + run.write(name, content))});
        QCOMPARE(listed.exitCode, 5);
        QVERIFY2(listed.err.contains(says), listed.err.constData());
    }

    void namesTheAddressThatAnsweredAfterARedirect()
    {
        RawServer other([](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(
                socket, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        });
        const QByteArray target = other.url(u"/gone.json"_s).toEncoded();
        answer = "HTTP/1.1 302 Found\r\nLocation: " + target
            + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        const QUrl asked = server.url(u"/old.json"_s);
        const CommandResult listed = run({u"list"_s, QString(u"openapi:"_s + asked.toString())});
        QVERIFY2(listed.err.contains(QByteArray(target + ", to which " + asked.toEncoded()
                     + " redirects: the server has nothing at this address (HTTP 404")),
            listed.err.constData());
    }

    void offersTheNextPage()
    {
        const QString path = writeDocument(server.url(u""_s).toEncoded());
        answer = RawServer::ok(
            "{}", "Content-Type: application/json\r\nLink: </pets/7?deep=true>; rel=\"next\"\r\n");
        CommandResult result = run({u"call"_s, path, u"getPet"_s, u"path.id=7"_s, u"--json"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QByteArray next = R"({"path.id":7,"deep":true})";
        QCOMPARE(jsonLiteral(result.out).member("nextPage"_L1).toBytes(), next);
        result = run({u"call"_s, path, u"getPet"_s, u"path.id=7"_s});
        const QByteArray offer = "next page: --input '" + next + "'";
        QVERIFY2(result.err.contains(offer), result.err.constData());
        result = run({u"call"_s, path, u"getPet"_s, u"--input"_s, QString::fromUtf8(next)});
        QCOMPARE(server.requests().last().target, "/pets/7?deep=true"_ba);
        QVERIFY2(!result.err.contains("next page"), result.err.constData()); // this is the next page
    }

    void callsWithTypedAndQualifiedNames()
    {
        const QString path = writeDocument(server.url(u""_s).toEncoded());
        CommandResult result = run(
            {u"call"_s, path, u"getPet"_s, u"path.id=7"_s, u"query.id=a b"_s, u"deep=true"_s, u"--json"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(server.requests().last().target, "/pets/7?id=a%20b&deep=true"_ba);
        const Json envelope = jsonLiteral(result.out).member("envelope"_L1);
        QCOMPARE(envelope.member("data"_L1).toBytes(), R"({"name":"x"})"_ba);
        QCOMPARE(envelope.member("meta"_L1).member("source"_L1).toString(), u"http"_s);
        QCOMPARE(envelope.member("meta"_L1).member("statusCode"_L1).toInteger(), 200);
        result = run({u"call"_s, path, u"getPet"_s, u"path.id=8"_s, u"query.deep=false"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(server.requests().last().target, "/pets/8?deep=false"_ba);
        const qsizetype before = server.requests().size();
        QCOMPARE(run({u"call"_s, path, u"getPet"_s, u"path.id=seven"_s}).exitCode, 7);
        QCOMPARE(server.requests().size(), before);
    }

    void sendsAFile()
    {
        QFile file(run.home() + u"/p.png"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray bytes("\x89PNG\r\n\0\xFF", 8);
        file.write(bytes);
        file.close();
        answer = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
        const CommandResult result =
            run({u"call"_s, writeDocument(server.url(u""_s).toEncoded()), u"addPhoto"_s, u"body=@p.png"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(server.requests().last().body, bytes);
        QCOMPARE(server.requests().last().header("content-type"), "image/png"_ba);
    }

    void showsARequest()
    {
        const QString path = writeDocument("http:\\/\\/h.example");
        const qsizetype before = server.requests().size();
        CommandResult result =
            run({u"request"_s, path, u"getPet"_s, u"path.id=7"_s, u"query.id=~"_s, u"--as"_s, u"http"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.startsWith("GET /pets/7?id=~ HTTP/1.1\r\n"), result.out.constData());
        result = run({u"request"_s, path, u"getSecret"_s, u"--as"_s, u"json"_s, u"--auth"_s,
            u"bearer:env:PET_TOKEN"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(jsonLiteral(result.out).member("url"_L1).toString(),
            QUrl::fromEncoded("http:\x2F\x2Fh.example/secret").toString());
        QVERIFY(result.out.contains("Authorization"));
        QVERIFY(!result.out.contains("canary"));
        QVERIFY2(!result.err.contains("hidden"), result.err.constData()); // JSON is for programs
        result = run(
            {u"request"_s, path, u"getSecret"_s, u"--as"_s, u"curl"_s, u"--auth"_s, u"bearer:env:PET_TOKEN"_s,
                u"--header"_s, u"Foo:tenant-value"_s, u"--header"_s, u"Bar:env:PET_TOKEN"_s});
        QVERIFY2(result.out.contains("-H 'Foo: tenant-value'"), result.out.constData());
        QVERIFY2(!result.out.contains("canary"), result.out.constData());
        QVERIFY2(result.err.contains("hidden: Authorization, Bar; put in"), result.err.constData());
        QCOMPARE(server.requests().size(), before);
    }

    void sendsCredentialsWhereTheyAreConfirmed()
    {
        const QString path = writeDocument(server.url(u""_s).toEncoded());
        const qsizetype before = server.requests().size();
        const QStringList call{
            u"call"_s, path, u"getSecret"_s, u"--auth"_s, u"bearer:env:PET_TOKEN"_s, u"--json"_s};
        CommandResult result = run(call);
        QCOMPARE(result.exitCode, 8);
        QVERIFY2(result.err.contains("--server"), result.err.constData());
        QCOMPARE(server.requests().size(), before);
        answer = RawServer::ok("canary-token-7", "Content-Type: text/plain\r\n");
        result = run(call + QStringList{u"--server"_s, server.url(u""_s).toString(), u"--trace"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(server.requests().last().header("authorization"), "Bearer canary-token-7"_ba);
        QVERIFY2(!result.err.contains("canary"), result.err.constData());
        const QStringList key{u"call"_s, path, u"getSecret"_s, u"--auth"_s, u"apikey:k=env:PET_TOKEN"_s,
            u"--server"_s, server.url(u""_s).toString()};
        QVERIFY(run(key).exitCode == 0);
        QCOMPARE(server.requests().last().target, "/secret?k=canary-token-7"_ba);
    }

    void reportsAnErrorStatus()
    {
        answer = "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: "
                 "9\r\nConnection: close\r\n\r\n{\"why\":1}";
        const CommandResult result = run({u"call"_s, writeDocument(server.url(u""_s).toEncoded()),
            u"getPet"_s, u"path.id=7"_s, u"--json"_s});
        QCOMPARE(result.exitCode, 1);
        const Json error = jsonLiteral(result.out).member("error"_L1);
        QCOMPARE(error.member("code"_L1).toString(), u"EXECUTION_ERROR"_s);
        QCOMPARE(error.member("message"_L1).toString(), u"HTTP 404: Not Found"_s);
        QCOMPARE(error.member("details"_L1).member("body"_L1).toBytes(), R"({"why":1})"_ba);
    }

    void followsAStream()
    {
        answer = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nid: "
                 "1\nevent: t\ndata: 1\n\ndata: 2\n\ndata: [DONE]\n\n";
        const CommandResult result =
            run({u"subscribe"_s, writeDocument(server.url(u""_s).toEncoded()), u"ticks"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QByteArrayList lines = result.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        const Json first = jsonLiteral(lines.first());
        QCOMPARE(first.member("envelope"_L1).member("data"_L1).toInteger(), 1);
        QCOMPARE(first.member("sse"_L1).toBytes(), R"({"eventType":"t","lastEventId":"1"})"_ba);
        QCOMPARE(jsonLiteral(lines.last()).member("end"_L1).toString(), u"completed"_s);
    }

    void namesTheOptionForAStreamThatIsRedirected()
    {
        answer = "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.8/\r\nContent-Length: 0\r\n"
                 "Connection: close\r\n\r\n";
        const CommandResult result =
            run({u"subscribe"_s, writeDocument(server.url(u""_s).toEncoded()), u"ticks"_s});
        QVERIFY2(result.exitCode == 8, result.err.constData());
        const Json error = jsonLiteral(result.out).member("error"_L1);
        QVERIFY2(error.member("message"_L1)
                     .toString()
                     .endsWith(u" To confirm it: --allow-origin http://10.0.0.8"_s),
            result.out.constData());
        QCOMPARE(result.err.count("--allow-origin"), 1);
    }

    void losesNoEventOfAStream()
    {
        answer = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                 "data\n\ndata:\r\rdata: 1\r\n\r\ndata: 2\n\r\ndata: lost\n";
        const CommandResult result =
            run({u"subscribe"_s, writeDocument(server.url(u""_s).toEncoded()), u"ticks"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QByteArrayList data;
        for (const QByteArray &line : result.out.trimmed().split('\n'))
            data.append(jsonLiteral(line).member("envelope"_L1).member("data"_L1).toBytes());
        QCOMPARE(data.join('|'), "\"\"|\"\"|1|2|"_ba);
        QVERIFY2(result.out.endsWith("{\"end\":\"completed\",\"events\":4}\n"), result.out.constData());
        QVERIFY2(result.err.contains("ended in the middle of an event (4 bytes were not used)"),
            result.err.constData());
    }

    void refusesOptionsThatDoNotApply()
    {
        QCOMPARE(run({u"list"_s, u"demo:"_s, u"--server"_s,
                         QUrl::fromEncoded("http:\x2F\x2Fh.example").toString()})
                     .exitCode,
            2);
        QCOMPARE(run({u"list"_s, u"pets.json"_s, u"--cwd"_s, u"/"_s}).exitCode, 2);
        QVERIFY(run({u"list"_s, u"no-such.yaml"_s}).exitCode != 0);
    }
};

void tst_CliOpenApi::namesTheCertificateToAccept_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("of a document") << u"openapi"_s;
    QTest::newRow("of its server") << u"server"_s;
    QTest::newRow("of an MCP server") << u"mcp"_s;
}

// R-30: the error names the option that accepts this certificate for this host.
void tst_CliOpenApi::namesTheCertificateToAccept()
{
    QFETCH(QString, kind);
    QTemporaryDir folder;
    const MadeCertificate shown = makeCertificate(folder, u"shown"_s, u"localhost"_s);
    const MadeCertificate changed = makeCertificate(folder, u"changed"_s, u"localhost"_s);
    McpHttpScript mcp;
    RawServer service([&service](QTcpSocket *socket, const RawServer::Request &request) {
        const QByteArray body =
            request.target == "/openapi.json" ? described(service.url(QString()).toEncoded()) : "{}";
        RawServer::answer(socket, RawServer::ok(body, "Connection: close\r\n"));
    });
    const auto show = [&](const MadeCertificate &certificate) {
        service.encrypt(certificate.configuration());
        mcp.encrypt(certificate.configuration());
    };
    show(shown);
    QStringList command{u"list"_s};
    if (kind == "openapi"_L1)
        command += service.url(u"/openapi.json"_s).toString();
    else if (kind == "mcp"_L1)
        command += mcp.url();
    else
        command = {u"call"_s, writeDocument(service.url(QString()).toEncoded()), u"getPet"_s, u"path.id=7"_s};
    const auto requests = [&] { return service.requests().size() + mcp.requests().size(); };

    const CommandResult refused = run(command);
    QCOMPARE(refused.exitCode, 3);
    const QString accepting = u"localhost="_s + shown.fingerprint();
    QVERIFY2(refused.err.contains("could not prove that it is localhost"), refused.err.constData());
    const QByteArray option = "--accept-certificate " + accepting.toUtf8();
    QVERIFY2(refused.err.contains(option), refused.err.constData());
    QCOMPARE(requests(), 0);
    const QStringList accept{u"--accept-certificate"_s, accepting};
    const CommandResult accepted = run(command + accept);
    QVERIFY2(accepted.exitCode == 0, accepted.err.constData());
    QVERIFY(requests() > 0);

    show(changed);
    const qsizetype before = requests();
    const CommandResult again = run(command + accept);
    QCOMPARE(again.exitCode, 3);
    QVERIFY2(again.err.contains(changed.fingerprint().toUtf8()), again.err.constData());
    QCOMPARE(requests(), before);
}

WORKBENCH_TEST(tst_CliOpenApi, QCoreApplication)
#include "tst_cliopenapi.moc"
