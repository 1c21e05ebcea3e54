// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A service with an OpenAPI document over real connections: requests, answers, and destinations of secrets.

#include "tests/support/openapipeer.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

constexpr auto document = R"json({
    "openapi": "3.1.0", "info": {"title": "Pets", "version": "2"},
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "k"},
                                       "token": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/pets/{id}": {"get": {"operationId": "getPet",
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                           {"name": "q", "in": "query", "schema": {}}],
            "responses": {
                "200": {"description": "a pet", "content": {
                    "application/json": {"schema": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}},
                    "application/vnd.list+json": {"schema": {"type": "array"}}}},
                "404": {"description": "none", "content": {"application/problem+json": {"schema": {"type": "object", "required": ["title"]}}}},
                "5XX": {"description": "broken", "content": {"application/json": {"schema": {"type": "object"}}}},
                "default": {"description": "else"}}}},
        "/head": {"head": {"operationId": "headPet", "responses": {"200": {"description": "a pet", "content": {"application/json": {"schema": {"type": "object"}}}},
            "404": {"description": "none", "content": {"application/json": {"schema": {"type": "object"}}}}}}},
        "/day": {"get": {"operationId": "getDay", "responses": {"200": {"description": "a day", "content": {
            "application/json": {"schema": {"properties": {"day": {"type": "string", "format": "date"}}}}}}}}},
        "/lines": {"get": {"operationId": "getLines", "responses": {"200": {"description": "lines", "content": {
            "application/x-ndjson": {"schema": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}}}},
        "/list": {"get": {"operationId": "getList", "responses": {"200": {"description": "lines", "content": {
            "application/x-ndjson": {"schema": {"type": "array", "items": {"properties": {"n": {"type": "integer"}}}}}}}}}},
        "/forms": {"get": {"operationId": "getForms", "responses": {"200": {"description": "one pet", "content": {
            "image/gif": {"schema": {"type": "string", "format": "binary"}},
            "text/markdown": {"schema": {"type": "string"}},
            "*\u002f*": {"schema": {"type": "object", "required": ["id"]}}}}}}},
        "/secret": {"get": {"operationId": "getSecret", "security": [{"key": [], "token": []}],
            "parameters": [{"name": "sid", "in": "cookie", "schema": {"type": "string"}}], "responses": {"200": {"description": "ok"}}}},
        "/elsewhere": {"get": {"operationId": "getElsewhere", "security": [{"token": []}],
            "servers": [{"url": "http:\/\/localhost:9"}], "responses": {"200": {"description": "ok"}}}}
    }})json";

constexpr auto nameBody = R"({"name":"x","n":1.10,"a":1,"a":2})";

constexpr auto partsDocument = R"json({"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
    "/a": {"$ref": "parts/a.json"}, "/b": {"$ref": "CANARY"}, "/c": {"$ref": "file:\/\/\/etc\/hostname"}}})json";

constexpr auto localDocument = R"json({"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
    "servers": [{"url": "http:\/\/h.example"}],
    "paths": {"/a": {"$ref": "side.json"}, "/b": {"$ref": "../outside.json"}, "/c": {"$ref": "link.json"}}})json";

const ResponseEnvelope &envelopeIn(const Result<HandlerResult> &result)
{
    return *envelopeOf(*result);
}

} // namespace

class tst_OpenApi : public QObject {
    Q_OBJECT

private:
    OpenApiPeer peer{document};

    void answerWith(const QByteArray &bytes)
    {
        peer.special = [bytes](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, bytes);
        };
    }

private Q_SLOTS:
    void init()
    {
        peer.log.clearFrames();
        peer.special = {};
        qputenv("WORKBENCH_TEST_KEY", "k-canary-41");
        qputenv("WORKBENCH_TEST_TOKEN", "t-canary-42");
    }

    void listsWhatTheDocumentDescribes()
    {
        const Result<PeerInfo> info = peer.open();
        QVERIFY2(info, qPrintable(info ? QString() : info.error().message));
        QCOMPARE(info->name, u"Pets"_s);
        QCOMPARE(info->protocol, u"OpenAPI 3.1.0"_s);
        QCOMPARE(peer.specs.size(), 8);
        QVERIFY(peer.spec(u"getPet"_s).inputSchema.member("properties"_L1).hasMember("id"_L1));
    }

    void sendsTheAddressToTheByte()
    {
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply("200 OK", "application/json", R"({"name":"x"})"));
        QVERIFY(peer.invoke(u"getPet"_s, R"({"id":"..","q":"~\u0027|%2f"})"));
        QCOMPARE(peer.server.requests().last().target, "/pets/..?q=~%27%7C%252f"_ba);
        const auto outcome = peer.call(u"getPet"_s, R"({"id":"."})");
        QVERIFY(outcome);
        QCOMPARE(outcome->warnings.size(), 1);
        QCOMPARE(outcome->warnings.first().keyword, u"request"_s);
        QVERIFY(peer.invoke(u"getPet"_s, R"({"id":"a\/\/b","q":"~"})"));
        QCOMPARE(peer.server.requests().last().target, "/pets/a%2F%2Fb?q=~"_ba);
        QCOMPARE(peer.server.requests().last().header("accept"),
            "application/json, application/vnd.list+json, */*;q=0.5"_ba);
    }

    void givesTheMetaOfHttp()
    {
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply(
            "200 Fine", "application/json; charset=utf-8", nameBody, "X-A: 1\r\nx-a: 2\r\n"));
        const auto result = peer.invoke(u"getPet"_s, R"({"id":"1"})");
        QVERIFY2(result, qPrintable(result ? QString() : result.error().message));
        QCOMPARE(envelopeIn(result).data.toBytes(), QByteArray(nameBody));
        const auto meta = std::get<HttpMeta>(envelopeIn(result).meta());
        QCOMPARE(meta.statusCode, 200);
        QCOMPARE(meta.contentType, u"application/json; charset=utf-8"_s);
        QVERIFY(meta.headers.contains({u"x-a"_s, u"1, 2"_s}));
    }

    void readsEachMediaType_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("warning"); // a part of the message of a warning
        const auto row = [](const char *name, const char *type, const QByteArray &body, const char *data,
                             const char *warning) {
            QTest::newRow(name) << QByteArray(type) << body << QByteArray(data) << QString::fromUtf8(warning);
        };
        row("a schema of its own media type", "application/vnd.list+json", "[1]", "[1]", "");
        row("data that does not fit that schema", "application/vnd.list+json", "{}", "[]", "Expected array");
        row("invalid JSON stays text", "application/json", "<html>", "\"<html>\"",
            "labelled JSON but is not JSON");
        row("text in UTF-8", "text/plain", "\xC3\xA9", "\"é\"", "");
        row("text in Latin-1", "text/plain; charset=ISO-8859-1", "\xE9", "\"é\"", "");
        row("text in UTF-16", "text/plain; charset=\"utf-16le\"", QByteArray("\xE9\0", 2), "\"é\"", "");
        row("text in an unknown charset", "text/plain; charset=x-none", "a", "\"a\"", "x-none");
        row("XML is text", "application/xml", "<a/>", "\"<a/>\"", "");
        row("bytes are base64", "image/png", QByteArray("\0\1\xFF", 3), "\"AAH/\"", "");
        row("no type, a word", "", "a", "\"a\"", "The answer has no Content-Type; read as text.");
        row("no type, JSON that is declared", "", "{\"name\":1}", "{\"name\":\"\"}", "Expected string");
        row("an invalid media type", "json", "{\"name\":\"x\"}", "{\"name\":\"x\"}",
            "The Content-Type \"json\" is not a media type; read as JSON.");
        row("parameters that are not declared", "application/json; v=2", "{}", "{\"name\":\"\"}", "name");
        row("a media type that is not declared", "text/csv", "a,b", "\"a,b\"", "does not declare text/csv");
    }

    void readsEachMediaType()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, data);
        QFETCH(QString, warning);
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply("200 OK", type, body));
        const auto outcome = peer.call(u"getPet"_s, R"({"id":"1"})");
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(outcome->envelope.data.toBytes(), data);
        QStringList said; // includes violations that normalisation repaired
        for (const Warning &each : outcome->warnings)
            said.append(each.message);
        for (const Change &change : outcome->changes)
            said.append(change.violation.message);
        QVERIFY2(warning.isEmpty() || said.join(u'\n').contains(warning), qPrintable(said.join(u'\n')));
    }

    //! Only JSON is validated against a schema. Other data stays as received, with a note.
    void validatesOnlyJson_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QByteArray>("note");
        for (const auto type : {"application/xml", "text/csv", "application/yaml",
                 "application/x-www-form-urlencoded", "text/plain", "text/event-stream"})
            QTest::newRow(type) << QByteArray(type) << "a=1"_ba << R"("a=1")"_ba
                                << QByteArray("Not validated: ") + type;
        QTest::newRow("bytes") << "image/png"_ba << "\1"_ba << R"("AQ==")"_ba
                               << "Not validated: image/png"_ba;
        QTest::newRow("a file") << "image/gif"_ba << "\1"_ba << R"("AQ==")"_ba << ""_ba;
        QTest::newRow("words") << "text/markdown"_ba << "a"_ba << R"("a")"_ba << ""_ba;
    }

    void validatesOnlyJson()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, note);
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply("200 OK", type, body));
        const auto outcome = peer.call(u"getForms"_s, "{}");
        QVERIFY(outcome);
        QTEST(outcome->envelope.data.toBytes(), "data");
        QCOMPARE(outcome->warnings.size(), 0);
        QCOMPARE(outcome->changes.size(), 0);
        QByteArray said;
        for (const RecognitionNote &each : outcome->notes)
            said += each.message.toUtf8();
        QCOMPARE(said, note);
    }

    void checksEachItemOfJsonLines_data()
    {
        QTest::addColumn<QByteArray>("operation");
        QTest::newRow("by the schema of an item") << "getLines"_ba;
        QTest::newRow("by the schema of the list") << "getList"_ba;
    }

    void checksEachItemOfJsonLines()
    {
        QFETCH(QByteArray, operation);
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply("200 OK", "application/x-ndjson", "{\"n\":1}\n{\"n\":\"x\"}\n"));
        const auto outcome = peer.call(QString::fromUtf8(operation), "{}");
        QVERIFY(outcome);
        QCOMPARE(outcome->receivedData.toBytes(), R"([{"n":1},{"n":"x"}])"_ba);
        QCOMPARE(outcome->changes.size(), 1);
        QCOMPARE(outcome->changes.first().pointer, u"/1/n"_s);
    }

    void acceptsAnswersToHeadWithoutABody()
    {
        QVERIFY(peer.open());
        for (const QByteArray &status : {"200 OK"_ba, "404 Not Found"_ba}) {
            answerWith("HTTP/1.1 " + status
                + "\r\nContent-Type: application/json\r\nContent-Length: 13\r\nConnection: close\r\n\r\n");
            const auto outcome = peer.call(u"headPet"_s, "{}");
            if (outcome)
                QCOMPARE(outcome->warnings.size(), 0);
            else
                QVERIFY(!outcome.error().details.hasMember("warnings"_L1));
            QCOMPARE(outcome.has_value(), status == "200 OK");
        }
    }

    void decodesHeadersInLatin1AndUtf8()
    {
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply("200 OK", "application/json", R"({"name":"x"})",
            "X-Latin: gr\xFC\xDF\r\nX-Utf8: gr\xC3\xBC\xC3\x9F\r\n"));
        const auto result = peer.invoke(u"getPet"_s, R"({"id":"1"})");
        QVERIFY(result);
        const auto meta = std::get<HttpMeta>(envelopeIn(result).meta());
        QVERIFY(meta.headers.contains({u"x-latin"_s, u"grüß"_s}));
        QVERIFY(meta.headers.contains({u"x-utf8"_s, u"grüß"_s}));
    }

    void boundsTheEventsOfACall()
    {
        QVERIFY(peer.open("{}", {.httpBodyBytes = 1000}));
        answerWith("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
            + QByteArray(3000, ':'));
        const auto outcome = peer.call(u"getPet"_s, R"({"id":"1"})");
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().kind, ErrorKind::Limit);
    }

    void notesFormatsOrWarnsOfThem_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<bool>("isWarning");
        QTest::newRow("a note") << "{}"_ba << false;
        QTest::newRow("a warning if the source requires it") << R"({"formats":true})"_ba << true;
    }

    void notesFormatsOrWarnsOfThem()
    {
        QFETCH(QByteArray, settings);
        QFETCH(bool, isWarning);
        QVERIFY(peer.open(settings));
        answerWith(OpenApiPeer::reply("200 OK", "application/json", R"({"day":"2023-02-29"})"));
        const auto outcome = peer.call(u"getDay"_s, "{}");
        QVERIFY(outcome);
        QCOMPARE(outcome->warnings.size(), isWarning ? 1 : 0);
        QCOMPARE(outcome->notes.size(), isWarning ? 0 : 1);
        QCOMPARE(outcome->receivedData.toBytes(), outcome->envelope.data.toBytes());
    }

    void readsLargeJsonOnAWorker()
    {
        QVERIFY(peer.open());
        const QByteArray body = "{\"name\":\"" + QByteArray(600 * 1000, 'x') + "\"}";
        answerWith(OpenApiPeer::reply("200 OK", "application/json", body));
        const auto result = peer.invoke(u"getPet"_s, R"({"id":"1"})");
        QVERIFY(result);
        QCOMPARE(envelopeIn(result).data.toBytes(), body);
    }

    void hasNoDataForAnEmptyAnswer()
    {
        QVERIFY(peer.open());
        answerWith("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        const auto outcome = peer.call(u"getPet"_s, R"({"id":"1"})");
        QVERIFY(outcome);
        QVERIFY(outcome->envelope.data.isAbsent());
        QCOMPARE(outcome->warnings.size(), 0);
    }

    void turnsOtherStatusesIntoErrors_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QByteArray>("shown"); // the body in the details of the error
        QTest::addColumn<QString>("declared");
        QTest::addColumn<int>("warnings");
        const auto row = [](const char *name, const char *status, const char *type, const QByteArray &body,
                             const char *message, const QByteArray &shown, const char *declared,
                             int warnings) {
            QTest::newRow(name) << QByteArray(status) << QByteArray(type) << body
                                << QString::fromUtf8(message) << shown << QString::fromUtf8(declared)
                                << warnings;
        };
        row("a declared status", "404 Not Found", "application/problem+json", R"({"title":"no pet"})",
            "HTTP 404: Not Found", R"({"title":"no pet"})", "404", 0);
        row("a declared status, other body", "404 Gone Fishing", "application/problem+json", "{}",
            "HTTP 404: Gone Fishing", "{}", "404", 1);
        row("a range", "503 Busy", "application/json", "{}", "HTTP 503: Busy", "{}", "5XX", 0);
        row("the default", "418 I'm a teapot", "text/plain", "short", "HTTP 418: I'm a teapot", "\"short\"",
            "default", 0);
        row("without a reason", "403 ", "text/plain", "no", "HTTP 403: Forbidden", "\"no\"", "default", 0);
        row("a redirect that leads nowhere", "304 Not Modified", "", "", "HTTP 304: Not Modified", "",
            "default", 0);
        row("a body above the limit", "500 No", "application/json", "[" + QByteArray(70 * 1000, ' ') + "]",
            "HTTP 500: No", "\"[" + QByteArray(65535, ' ') + "\"", "5XX", 1);
    }

    void turnsOtherStatusesIntoErrors()
    {
        QFETCH(QByteArray, status);
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, body);
        QFETCH(QString, message);
        QFETCH(QByteArray, shown);
        QFETCH(QString, declared);
        QFETCH(int, warnings);
        QVERIFY(peer.open());
        answerWith(body.isEmpty() ? "HTTP/1.1 " + status + "\r\nX-A: 1\r\nConnection: close\r\n\r\n"
                                  : OpenApiPeer::reply(status, type, body, "X-A: 1\r\n"));
        const auto result = peer.invoke(u"getPet"_s, R"({"id":"1"})");
        QVERIFY(!result);
        const Error error = result.error();
        QCOMPARE(error.kind, ErrorKind::Remote);
        QCOMPARE(error.code, u"EXECUTION_ERROR"_s);
        QCOMPARE(error.message, message);
        QCOMPARE(error.details.member("statusCode"_L1).toInteger(), status.first(3).toLongLong());
        QCOMPARE(error.details.member("headers"_L1).member("x-a"_L1).toString(), u"1"_s);
        QCOMPARE(error.details.member("body"_L1).toBytes(), shown);
        QCOMPARE(error.details.member("declared"_L1).member("status"_L1).toString(), declared);
        QCOMPARE(error.details.member("warnings"_L1).size(), warnings);
    }

    void saysWhenAWebPageAnswers()
    {
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply("200 OK", "text/html", "<html><title>Sign in</title></html>"));
        const auto result = peer.invoke(u"getPet"_s, R"({"id":"1"})");
        QVERIFY(!result);
        QVERIFY2(result.error().message.contains(u"Sign in"_s), qPrintable(result.error().message));
    }

    void sendsCredentialsWhereTheyBelong()
    {
        QVERIFY(
            peer.open(R"({"security":{"key":"env:WORKBENCH_TEST_KEY","token":"env:WORKBENCH_TEST_TOKEN"}})"));
        answerWith(OpenApiPeer::reply("200 OK", "application/json", R"({"echo":"k-canary-41 t-canary-42"})"));
        const auto result = peer.invoke(u"getSecret"_s);
        QVERIFY2(result, qPrintable(result ? QString() : result.error().message));
        QCOMPARE(peer.server.requests().last().target, "/secret?k=k-canary-41"_ba);
        QCOMPARE(peer.server.requests().last().header("authorization"), "Bearer t-canary-42"_ba);
        QVERIFY2(!peer.traces().contains("canary"), peer.traces()); // R-91
        QVERIFY(peer.traces().contains("GET http://127.0.0.1"));
    }

    void bindsCredentialsToOrigins() // R-71
    {
        RawServer evil([](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, RawServer::ok("{}"));
        });
        const QByteArray away =
            QByteArray(document).replace("http:\\/\\/localhost:9", evil.url(u""_s).toEncoded());
        peer.answers["/away.json"] = [away](const RawServer::Request &) {
            return OpenApiPeer::reply("200 OK", "application/json", away);
        };
        const QByteArray at = "\"document\":\"" + peer.server.url(u"/away.json"_s).toEncoded() + '"';
        for (const auto credential :
            {"\"auth\":\"bearer:env:WORKBENCH_TEST_TOKEN\"", "\"headers\":{\"X-Mine\":\"abcdef\"}",
                "\"headers\":{\"X-Mine\":\"env:WORKBENCH_TEST_TOKEN\"}"}) {
            QVERIFY(peer.open('{' + at + ',' + credential + '}'));
            const auto result = peer.invoke(u"getElsewhere"_s);
            QVERIFY(!result);
            QCOMPARE(result.error().kind, ErrorKind::Trust);
            QVERIFY(result.error().message.contains(evil.url(u""_s).toString()));
            QVERIFY(result.error().message.contains(peer.server.url(u""_s).toString()));
        }
        QCOMPARE(evil.connections(), 0);
        const QByteArray confirmed = "\"origins\":[\"" + evil.url(u""_s).toEncoded() + "\"]";
        QVERIFY(peer.open('{' + at + ',' + confirmed + R"(,"auth":"bearer:env:WORKBENCH_TEST_TOKEN"})"));
        QVERIFY(peer.invoke(u"getElsewhere"_s));
        QCOMPARE(evil.requests().last().header("authorization"), "Bearer t-canary-42"_ba);
    }

    void showsARequestWithoutItsSecrets()
    {
        peer.log.hideSecret("of-a-variable", u"variable"_s);
        QVERIFY(peer.open(
            R"({"security":{"key":"env:WORKBENCH_TEST_KEY","token":"env:WORKBENCH_TEST_TOKEN"},"headers":{"X-Mine":"abcdef","X-Ref":"env:WORKBENCH_TEST_KEY","X-Put":"Key of-a-variable","X-Api-Key":"literal"}})"));
        const auto before = peer.server.requests().size();
        const Result<WirePreview> preview =
            peer.adapter->preview(peer.spec(u"getSecret"_s), Json::emptyObject());
        QVERIFY(preview);
        QCOMPARE(preview->method, "GET"_ba);
        QCOMPARE(preview->address, peer.server.url(u"/secret"_s).toEncoded() + "?k=***");
        QVERIFY(preview->headers.contains({"Authorization", "•••"}));
        QVERIFY(preview->headers.contains({"X-Mine", "abcdef"})); // the user wrote it
        for (const auto &name : {"X-Ref"_ba, "X-Put"_ba, "X-Api-Key"_ba})
            QVERIFY2(preview->headers.contains({name, "•••"}), name);
        QVERIFY(!preview->hidden.contains(u"X-Mine"_s));
        for (const auto &name : {u"k"_s, u"Authorization"_s, u"X-Ref"_s, u"X-Put"_s, u"X-Api-Key"_s})
            QVERIFY2(preview->hidden.contains(name), qPrintable(name));
        // Input that the user typed for this call is not a secret of the source.
        const Result<WirePreview> typed =
            peer.adapter->preview(peer.spec(u"getSecret"_s), jsonLiteral(R"({"sid":"abc"})"));
        QVERIFY(typed && typed->headers.contains({"Cookie", "sid=abc"}));
        QVERIFY(typed->headers.contains({"Authorization", "•••"}));
        QCOMPARE(peer.server.requests().size(), before);
    }

    void showsATypedServer()
    {
        peer.log.hideSecret("of-a-server", u"server"_s);
        const auto addressAt = [this](const QByteArray &server) -> QByteArray {
            if (!peer.open("{\"server\":\"" + server + "\"}"))
                return "not open";
            const auto preview = peer.adapter->preview(peer.spec(u"getSecret"_s), Json::emptyObject());
            return preview ? preview->address : QByteArray("no preview");
        };
        QCOMPARE(addressAt("http:\\/\\/h.example?api_key=typed"),
            "http:\x2F\x2Fh.example/secret?api_key=typed"_ba);
        const QByteArray hidden = addressAt("http:\\/\\/h.example?api_key=of-a-server");
        QVERIFY2(hidden.contains("api_key=") && !hidden.contains("of-a-server"), hidden);
    }

    void readsOtherFilesOfItsOriginOnly() // R-61
    {
        RawServer canary([](QTcpSocket *socket, const RawServer::Request &) {
            RawServer::answer(socket, RawServer::ok("{}"));
        });
        const QByteArray parts =
            QByteArray(partsDocument).replace("CANARY", canary.url(u"/b.json"_s).toEncoded());
        peer.answers["/parts.json"] = [parts](const RawServer::Request &) {
            return OpenApiPeer::reply("200 OK", "application/json", parts);
        };
        peer.answers["/parts/a.json"] = [](const RawServer::Request &) {
            return OpenApiPeer::reply("200 OK", "application/json",
                R"({"get":{"operationId":"a","responses":{"200":{"description":"d"}}}})");
        };
        const auto info =
            peer.open("{\"document\":\"" + peer.server.url(u"/parts.json"_s).toEncoded() + "\"}");
        QVERIFY2(info, qPrintable(info ? QString() : info.error().message));
        QCOMPARE(peer.specs.size(), 1);
        QCOMPARE(canary.connections(), 0);
        QVERIFY(info->remarks.size() >= 2);
    }

    void readsLocalFilesBesideItOnly()
    {
        QTemporaryDir folder;
        const auto write = [&folder](const QString &name, const QByteArray &text) {
            QDir(folder.path()).mkpath(QFileInfo(folder.filePath(name)).path());
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("cannot write a test file");
        };
        const auto item = [](const char *id) {
            return "{\"get\":{\"operationId\":\"" + QByteArray(id)
                + "\",\"responses\":{\"200\":{\"description\":\"d\"}}}}";
        };
        write(u"outside.json"_s, item("outside"));
        write(u"in/side.json"_s, item("inside"));
        QVERIFY(QFile::link(folder.filePath(u"outside.json"_s), folder.filePath(u"in/link.json"_s)));
        write(u"in/doc.json"_s, localDocument);
        const QByteArray at = "\"document\":\"" + folder.filePath(u"in/doc.json"_s).toUtf8() + '"';
        QVERIFY(peer.open('{' + at + '}'));
        QCOMPARE(peer.specs.size(), 1);
        QVERIFY(peer.open('{' + at + R"(,"files":true})"));
        QCOMPARE(peer.specs.size(), 3);
    }

    // R-32: a document on the public internet names a server on this computer, in each form of the address.
    void asksNoPrivateServerThatAPublicDocumentNames_data()
    {
        QTest::addColumn<QByteArray>("host");
        for (const char *host : {"127.0.0.1", "localhost", "2130706433", "0177.0.0.1", "0x7f.1", "[::1]",
                 "[::ffff:127.0.0.1]", "0.0.0.0"})
            QTest::newRow(host) << QByteArray(host);
    }

    void asksNoPrivateServerThatAPublicDocumentNames();

    void refusesSettingsByName_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("field");
        const auto row = [](const char *settings, const char *field) {
            QTest::newRow(field) << QByteArray(settings) << QString::fromLatin1(field);
        };
        row("{}", "document");
        row(R"({"document":"a.json","headers":{"a b":"c"}})", "headers");
        row(R"({"document":"a.json","security":{"k":"literal secret"}})", "security/k");
        row(R"({"document":"a.json","origins":["nowhere"]})", "origins");
        row(R"({"document":"a.json","resume":"yes"})", "resume");
        row(R"({"document":"a.json","serverVariables":{"v":1}})", "serverVariables/v");
        row(R"({"document":"a.json","certificates":[{"host":"h","sha256":"00"}]})", "certificates");
        row(R"({"document":"a.json","clientCertificate":{}})", "clientCertificate");
    }

    void refusesSettingsByName()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, field);
        const Result<void> checked = OpenApiFactory().check({u"s"_s, u"openapi"_s, jsonLiteral(settings)});
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Usage);
        QVERIFY2(checked.error().message.contains(u'"' + field + u'"'), qPrintable(checked.error().message));
    }

    void endsRunningCalls()
    {
        QVERIFY(peer.open());
        peer.special = [](QTcpSocket *, const RawServer::Request &) { }; // never answers
        std::stop_source stop;
        QTimer::singleShot(50, this, [&stop] { stop.request_stop(); });
        CallContext cancelled;
        cancelled.cancellation = stop.get_token();
        QCOMPARE(peer.invoke(u"getPet"_s, R"({"id":"1"})", cancelled).error().kind, ErrorKind::Cancelled);
        CallContext late;
        late.timeout = std::chrono::milliseconds(50);
        QCOMPARE(peer.invoke(u"getPet"_s, R"({"id":"1"})", late).error().kind, ErrorKind::Timeout);
    }

    void recordsTheTimeOfEachStep()
    {
        QVERIFY(peer.open());
        answerWith(OpenApiPeer::reply("200 OK", "application/json", R"({"name":"x"})"));
        CallContext context;
        context.exchangeId = peer.log.begin({});
        QVERIFY(peer.invoke(u"getPet"_s, R"({"id":"1"})", context));
        const ExchangeRecord *record = peer.log.findRecord(context.exchangeId);
        QVERIFY(record && record->timing);
        QVERIFY(record->timing->totalUs > 0);
        QVERIFY(peer.log.bytesOf(context.exchangeId).second > 0);
    }
};

void tst_OpenApi::asksNoPrivateServerThatAPublicDocumentNames()
{
    QFETCH(QByteArray, host);
    RawServer canary([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    const QByteArray port = QByteArray::number(canary.url().port());
    const QByteArray publicDocument =
        R"({"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"http://)" + host + ':'
        + port
        + R"("}],"paths":{"/secret":{"get":{"operationId":"getSecret","responses":{"200":{"description":"d"}}}}}})";
    // This proxy stands for the internet: a host reached through it is not this computer.
    RawServer proxy([&publicDocument](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.method == "CONNECT")
            socket->write("HTTP/1.1 200 OK\r\n\r\n");
        else
            RawServer::answer(socket, RawServer::ok(publicDocument, "Connection: close\r\n"));
    });
    qputenv("http_proxy", proxy.url().toEncoded());
    const auto restore = qScopeGuard([] { qunsetenv("http_proxy"); });
    const Result<PeerInfo> opened =
        peer.open(R"({"document":"http://public.example/openapi.json","files":true})");
    QVERIFY2(opened, qPrintable(opened.error_or(Error()).message));
    const Result<HandlerResult> called = peer.invoke(u"getSecret"_s);
    QVERIFY(!called);
    QVERIFY2(called.error().code == u"http.privatePeer"_s, qPrintable(called.error().message));
    QCOMPARE(called.error().kind, ErrorKind::Trust);
    QCOMPARE(called.error().details.member("wanted"_L1).toString(),
        credentialOrigin(QUrl(u"http://%1:%2"_s.arg(QLatin1StringView(host), QLatin1StringView(port)))));
    QCOMPARE(canary.connections(), 0);
    // The user may confirm the origin.
    const QByteArray confirmed = R"({"document":"http://public.example/openapi.json","origins":["http://)"
        + host + ':' + port + R"("]})";
    QVERIFY(peer.open(confirmed));
    if (host == "127.0.0.1") {
        QVERIFY(peer.invoke(u"getSecret"_s));
        QCOMPARE(canary.requests().size(), 1);
    }
}

WORKBENCH_TEST(tst_OpenApi, QCoreApplication)
#include "tst_openapi.moc"
