// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/openapi/openapirequest.h"
#include "tests/support/counts.h"
#include "tests/support/openapireading.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

QByteArray about(const QByteArray &id, const QByteArray &what)
{
    return id + ": " + what;
}

OpenApiVersion versionOf(const QString &text)
{
    if (text.startsWith("2."_L1))
        return OpenApiVersion::Swagger2;
    if (text.startsWith("3.0"_L1))
        return OpenApiVersion::V3_0;
    return text.startsWith("3.1"_L1) ? OpenApiVersion::V3_1 : OpenApiVersion::V3_2;
}

OpenApiParameter parameterOf(const Json &object, OpenApiVersion version)
{
    QStringList remarks;
    const auto parameter = readParameter(object, object.member("schema"_L1), version, &remarks);
    if (!parameter)
        qFatal("no parameter: %s", object.toBytes().constData());
    return *parameter;
}

void addServer(OpenApiOperation &operation, const Json &vector)
{
    if (const Json swagger = vector.member("swagger2"_L1); swagger.isObject()) {
        const QString url = swagger.member("schemes"_L1).at(0).toString() + u"://"_s
            + swagger.member("host"_L1).toString() + swagger.member("basePath"_L1).toString();
        operation.servers.append(OpenApiServer{url, {}, {}, {}});
    } else if (const Json server = vector.member("server"_L1); server.isObject()) {
        operation.servers.append(readServer(server));
    }
}

void addBody(OpenApiOperation &operation, const Json &vector)
{
    const QString type = vector.member("contentType"_L1).toString();
    if (type.isEmpty())
        return;
    const Json declared = vector.member("mediaType"_L1);
    OpenApiMedia media;
    media.type = type;
    media.schema = declared.member("schema"_L1);
    media.encoding = declared.member("encoding"_L1);
    operation.body = OpenApiBody{true, {}, {media}};
}

void addSecurity(OpenApiOperation &operation, OpenApiRequestOptions &options, const Json &security)
{
    if (security.isAbsent())
        return;
    for (const auto scheme : security.member("schemes"_L1).members())
        operation.schemes.append(readSecurityScheme(scheme.key(), scheme.value()));
    OpenApiRequirement requirement;
    for (const auto scheme : security.member("requirement"_L1).members())
        requirement.schemes.append({scheme.key(), {}});
    operation.security.append(requirement);
    for (const auto credential : security.member("credentials"_L1).members()) {
        const Json value = credential.value();
        const QString text = value.isObject()
            ? QString(value.member("username"_L1).toString() + u':' + value.member("password"_L1).toString())
            : value.toString();
        options.credentials.insert(credential.key(), text);
    }
}

OpenApiOperation operationWith(const char *parameter, const QString &path = u"/p"_s)
{
    OpenApiOperation operation;
    operation.version = OpenApiVersion::V3_2;
    operation.method = "GET";
    operation.path = path;
    operation.servers = {OpenApiServer{u"https://h.example"_s, {}, {}, {}}};
    if (const Json object = jsonLiteral(parameter); object.isObject())
        operation.parameters = {parameterOf(object, operation.version)};
    return operation;
}

QByteArray targetOf(const OpenApiOperation &operation, const char *input)
{
    const auto request = makeOpenApiRequest(operation, jsonLiteral(input));
    return request ? request->target.mid(sizeof("https://h.example") - 1)
                   : "error: " + request.error().message.toUtf8();
}

OpenApiOperation posting(const OpenApiMedia &media, OpenApiVersion version = OpenApiVersion::V3_1)
{
    OpenApiOperation operation = operationWith("", u"/b"_s);
    operation.version = version;
    operation.method = "POST";
    operation.body = OpenApiBody{true, {}, {media}};
    return operation;
}

QByteArray bodyBytesOf(
    const OpenApiMedia &media, const char *body, OpenApiVersion version = OpenApiVersion::V3_1)
{
    OpenApiRequestOptions options;
    options.boundary = "B";
    const Json input = Json::object({{u"body"_s, jsonLiteral(body)}});
    const auto request = makeOpenApiRequest(posting(media, version), input, options);
    return request ? request->body.value_or("none") : "error: " + request.error().message.toUtf8();
}

} // namespace

class tst_OpenApiRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesTheBytesOfTheVectors();
    void refusesInputThatCannotBeSent_data();
    void refusesInputThatCannotBeSent();
    void writesWhatTheVectorsLeaveOpen_data();
    void writesWhatTheVectorsLeaveOpen();
    void warnsOfWhatServersMayMisread_data();
    void warnsOfWhatServersMayMisread();
    void acceptsQualifiedNames();
    void givesEachNameItsOwnValue_data();
    void givesEachNameItsOwnValue();
    void saysWhichHeadersAreNotParameters();
    void replacesInvalidStyles();
    void fillsServersOnce();
    void refusesInvalidServers_data();
    void refusesInvalidServers();
    void choosesTheMediaType();
    void writesBodiesThatTheVectorsLeaveOpen();
    void writesXmlByItsSchema_data();
    void writesXmlByItsSchema();
    void makesABoundaryThatTheContentDoesNotHold();
    void prefersCredentialsToAnonymity();
    void namesTheMissingCredential();
    void marksSecrets();
    void aTypedValueWinsOverACredential_data();
    void aTypedValueWinsOverACredential();
};

void tst_OpenApiRequest::makesTheBytesOfTheVectors()
{
    QFile file(QStringLiteral(TESTS_DIR "/vectors/openapi-request-vectors.json"));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    const Result<Json> vectors = parseJson(file.readAll());
    QVERIFY(vectors);
    int passed = 0;
    for (const Json &vector : vectors->items()) {
        const QByteArray id = vector.member("id"_L1).toString().toUtf8();
        OpenApiOperation operation;
        OpenApiRequestOptions options;
        operation.version = versionOf(vector.member("oas"_L1).toString());
        operation.method = vector.member("method"_L1).toString(u"GET"_s).toLatin1();
        operation.path = vector.member("path"_L1).toString();
        operation.documentUrl = QUrl(vector.member("documentUrl"_L1).toString());
        for (const Json &parameter : vector.member("parameters"_L1).items())
            operation.parameters.append(parameterOf(parameter, operation.version));
        addServer(operation, vector);
        addBody(operation, vector);
        addSecurity(operation, options, vector.member("security"_L1));
        for (const auto value : vector.member("serverValues"_L1).members())
            options.serverVariables.insert(value.key(), value.value().toString());
        options.boundary = vector.member("boundary"_L1).toString().toLatin1();
        QList<Json::Member> input;
        for (const auto value : vector.member("values"_L1).members())
            input.append({value.key(), value.value()});
        if (vector.hasMember("body"_L1))
            input.append({u"body"_s, vector.member("body"_L1)});

        const auto request = makeOpenApiRequest(operation, Json::object(input), options);
        QVERIFY2(request, about(id, request ? QByteArray() : request.error().message.toUtf8()));
        const Json expected = vector.member("expect"_L1);
        QVERIFY2(request->method == expected.member("method"_L1).utf8(), id);
        QVERIFY2(request->target == expected.member("url"_L1).utf8(), about(id, request->target));
        const Json headers = expected.member("headers"_L1);
        QVERIFY2(request->headers.size() == headers.size(), id);
        for (const auto &[name, value] : request->headers) {
            const auto isIt = [&name](const auto &entry) {
                return entry.key().compare(QString::fromUtf8(name), Qt::CaseInsensitive) == 0;
            };
            const auto members = headers.members();
            const auto found = std::ranges::find_if(members.begin(), members.end(), isIt);
            QVERIFY2(
                found != members.end() && (*found).value().utf8() == value, about(id, name + ": " + value));
        }
        QVERIFY2(request->body.has_value() == expected.hasMember("body"_L1), id);
        QVERIFY2(request->body.value_or(QByteArray()) == expected.member("body"_L1).utf8(),
            about(id, request->body.value_or(QByteArray())));
        ++passed;
    }
    QCOMPARE(passed, 95);
    Test::reportCount(u"OpenAPI requests"_s, passed, vectors->size());
}

void tst_OpenApiRequest::refusesInputThatCannotBeSent_data()
{
    QTest::addColumn<QByteArray>("parameter");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char *name, const char *parameter, const char *input, const char *path = "/p") {
        QTest::newRow(name) << QByteArray(parameter) << QByteArray(input) << QByteArray(path);
    };
    row("a path value that is missing", R"({"name":"m","in":"path"})", "{}", "/p/{m}");
    row("a path value that is null", R"({"name":"m","in":"path"})", R"({"m":null})", "/p/{m}");
    row("a path value that is empty", R"({"name":"m","in":"path"})", R"({"m":""})", "/p/{m}");
    row("a path value without items", R"({"name":"m","in":"path"})", R"({"m":[]})", "/p/{m}");
    row("an empty value of a path name that is not declared", "{}", R"({"m":""})", "/p/{m}");
    row("a path name that is not declared", "{}", "{}", "/p/{m}");
    row("a line end in a header", R"({"name":"m","in":"header"})", R"({"m":"a\r\nEvil: 1"})");
    row("a NUL in a header", R"({"name":"m","in":"header"})", R"({"m":"a\u0000"})");
    row("a line end in a header's list", R"({"name":"m","in":"header"})", R"({"m":["a","b\n"]})");
    row("a line end in a raw cookie", R"({"name":"m","in":"cookie","style":"cookie"})", R"({"m":"a\nb"})");
}

void tst_OpenApiRequest::refusesInputThatCannotBeSent()
{
    QFETCH(QByteArray, parameter);
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, path);
    OpenApiOperation operation = operationWith("", QString::fromLatin1(path));
    if (parameter != "{}")
        operation.parameters = {parameterOf(jsonLiteral(parameter), OpenApiVersion::V3_2)};
    const auto request = makeOpenApiRequest(operation, jsonLiteral(input));
    QVERIFY(!request);
    QCOMPARE(request.error().kind, ErrorKind::Usage);
    QVERIFY2(request.error().message.contains(u"\"m\""_s), qPrintable(request.error().message));
    for (const auto name : {"Host", "content-length", "Cookie", "Trailer"}) { // R-71
        const QByteArray reserved = QByteArray(R"({"name":")") + name + R"(","in":"header"})";
        const QByteArray given = QByteArray(R"({")") + name + R"(":"x"})";
        QVERIFY(!makeOpenApiRequest(operationWith(reserved.constData()), jsonLiteral(given)));
    }
}

void tst_OpenApiRequest::writesWhatTheVectorsLeaveOpen_data()
{
    QTest::addColumn<QByteArray>("parameter");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("target");
    const auto row = [](const char *name, const char *parameter, const char *input, const char *target) {
        QTest::newRow(name) << QByteArray(parameter) << QByteArray(input) << QByteArray(target);
    };
    row("a scalar under spaceDelimited", R"({"name":"q","in":"query","style":"spaceDelimited"})",
        R"({"q":"a b"})", "/p?q=a%20b");
    row("spaceDelimited that explodes",
        R"({"name":"q","in":"query","style":"spaceDelimited","explode":true})", R"({"q":["a","b"]})",
        "/p?q=a&q=b");
    row("a list under deepObject", R"({"name":"q","in":"query","style":"deepObject"})", R"({"q":[1,2]})",
        "/p?q=1&q=2");
    row("an object in a deep list", R"({"name":"q","in":"query","style":"deepObject"})",
        R"({"q":{"a":[{"b":1}]}})", "/p?q%5Ba%5D=%7B%22b%22%3A1%7D");
    row("an object as an item", R"({"name":"q","in":"query"})", R"({"q":[{"b":1}]})",
        "/p?q=%7B%22b%22%3A1%7D");
    row("null items are left out", R"({"name":"q","in":"query"})", R"({"q":[null,1]})", "/p?q=1");
    row("only null items", R"({"name":"q","in":"query"})", R"({"q":[null]})", "/p");
    row("digits as they were written", R"({"name":"q","in":"query"})", R"({"q":12345678901234567890.10})",
        "/p?q=12345678901234567890.10");
    row("an empty value that was typed", R"({"name":"q","in":"query","allowEmptyValue":true})", R"({"q":""})",
        "/p?q=");
    row("a lone percent under allowReserved", R"({"name":"q","in":"query","allowReserved":true})",
        R"({"q":"50% %2f"})", "/p?q=50%25%20%2f");
    row("form content in the query",
        R"({"name":"q","in":"query","content":{"application/x-www-form-urlencoded":{}}})",
        R"({"q":{"a":"b c"}})", "/p?q=a%3Db%2Bc");
    row("text content in the query", R"({"name":"q","in":"query","content":{"text/plain":{}}})",
        R"({"q":"a b"})", "/p?q=a%20b");
}

void tst_OpenApiRequest::writesWhatTheVectorsLeaveOpen()
{
    QFETCH(QByteArray, parameter);
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, target);
    QCOMPARE(targetOf(operationWith(parameter.constData()), input.constData()), target);
}

void tst_OpenApiRequest::warnsOfWhatServersMayMisread_data()
{
    QTest::addColumn<QByteArray>("parameter");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("remarks");
    const auto row = [](const char *name, const char *parameter, const char *input, const char *path,
                         int count) {
        QTest::newRow(name) << QByteArray(parameter) << QByteArray(input) << QByteArray(path) << count;
    };
    const auto id = R"({"name":"id","in":"path"})";
    row("two dots as a segment", id, R"({"id":".."})", "/p/{id}/x", 1);
    row("a dot as the last segment", id, R"({"id":"."})", "/p/{id}", 1);
    row("a dot beside a dot of the template", id, R"({"id":"."})", "/p/.{id}", 1);
    row("dots inside a longer segment", id, R"({"id":".."})", "/p/{id}x", 0);
    row("encoded dots", id, R"({"id":"../.."})", "/p/{id}", 0);
    row("an exploded form cookie", R"({"name":"c","in":"cookie"})", R"({"c":[1,2]})", "/p", 1);
    row("one form cookie", R"({"name":"c","in":"cookie"})", R"({"c":[1]})", "/p", 0);
    row("a raw cookie with a semicolon", R"({"name":"c","in":"cookie","style":"cookie"})", R"({"c":"a;b"})",
        "/p", 1);
    row("a member that is not a parameter", R"({"name":"q","in":"query"})", R"({"z":1})", "/p", 1);
    row("a fragment in the path", R"({"name":"q","in":"query"})", "{}", "/p#Action=x", 1);
}

void tst_OpenApiRequest::warnsOfWhatServersMayMisread()
{
    QFETCH(QByteArray, parameter);
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, path);
    QFETCH(int, remarks);
    const auto operation = operationWith(parameter.constData(), QString::fromLatin1(path));
    const auto request = makeOpenApiRequest(operation, jsonLiteral(input));
    QVERIFY(request);
    QCOMPARE(request->remarks.size(), remarks);
}

void tst_OpenApiRequest::acceptsQualifiedNames()
{
    OpenApiOperation operation = operationWith(R"({"name":"id","in":"path"})", u"/p/{id}/{id}"_s);
    operation.parameters.append(
        parameterOf(jsonLiteral(R"({"name":"id","in":"query"})"), OpenApiVersion::V3_2));
    operation.parameters.last().member = u"query.id"_s;
    QCOMPARE(targetOf(operation, R"({"id":"${1}","query.id":2})"), "/p/%24%7B1%7D/%24%7B1%7D?id=2"_ba);
    QCOMPARE(targetOf(operation, R"({"path.id":"{id}"})"), "/p/%7Bid%7D/%7Bid%7D"_ba);
}

void tst_OpenApiRequest::givesEachNameItsOwnValue_data()
{
    QTest::addColumn<QByteArray>("parameters"); // the parameters in the document
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("result"); // the target, or a part of the error message
    const QByteArray dotted = R"({"name":"text","in":"query"},{"name":"query.text","in":"query"})";
    const QByteArray twice = R"({"name":"id","in":"query"},{"name":"id","in":"cookie"})";
    const auto row = [](const char *name, const QByteArray &parameters, const char *input,
                         const char *result) {
        QTest::newRow(name) << parameters << QByteArray(input) << QByteArray(result);
    };
    row("both", dotted, R"({"text":"a","query.text":"b"})", "/p?text=a&query.text=b");
    row("the exact name", dotted, R"({"query.text":"b"})", "/p?query.text=b");
    row("the exact name, qualified", dotted, R"({"query.query.text":"b"})", "/p?query.text=b");
    row("one of two places", twice, R"({"query.id":1})", "/p?id=1");
    row("the place is not given", twice, R"({"id":1})", "give query.id or cookie.id");
    row("given twice", R"({"name":"id","in":"query"})", R"({"id":1,"query.id":2})",
        "the value is given twice, also as \"query.id\"");
    row("the qualified name of another parameter", twice + R"(,{"name":"query.id","in":"query"})",
        R"({"query.query.id":3})", "/p?query.id=3");
}

void tst_OpenApiRequest::givesEachNameItsOwnValue()
{
    QFETCH(QByteArray, parameters);
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, result);
    const auto document = readOpenApiText(
        R"({"openapi":"3.1.0","servers":[{"url":"http://h"}],"paths":{"/p":{"get":{"parameters":[)"
        + parameters + "]}}}}");
    QVERIFY(document);
    const auto request = makeOpenApiRequest(*document->operation(0), jsonLiteral(input));
    if (request)
        QCOMPARE(request->target, "http://h" + result);
    else
        QVERIFY2(
            request.error().message.contains(QString::fromUtf8(result)), qPrintable(request.error().message));
}

void tst_OpenApiRequest::saysWhichHeadersAreNotParameters()
{
    const OpenApiOperation operation = operationWith(R"({"name":"Authorization","in":"header"})");
    const auto request = makeOpenApiRequest(operation, jsonLiteral(R"({"authorization":"x"})"));
    QVERIFY(request);
    QCOMPARE(request->remarks.size(), 1); // an unknown name
    for (const char *input : {R"({"Authorization":"x"})", R"({"header.Authorization":"x"})"}) {
        const auto asked = makeOpenApiRequest(operation, jsonLiteral(input));
        QVERIFY(asked);
        QVERIFY(asked->headers.isEmpty());
        QVERIFY(asked->remarks.value(0).contains("Give the source a credential."_L1));
    }
}

void tst_OpenApiRequest::replacesInvalidStyles()
{
    QStringList remarks;
    const Json header = jsonLiteral(R"({"name":"X","in":"header","style":"form"})");
    QCOMPARE(readParameter(header, {}, OpenApiVersion::V3_1, &remarks)->style, ParameterStyle::Simple);
    const Json cookie = jsonLiteral(R"({"name":"X","in":"cookie","style":"cookie"})");
    QCOMPARE(readParameter(cookie, {}, OpenApiVersion::V3_1, &remarks)->style, ParameterStyle::Form);
    QCOMPARE(remarks.size(), 2);
    QVERIFY(!readParameter(jsonLiteral(R"({"name":"X","in":"matrix"})"), {}, OpenApiVersion::V3_1, &remarks));
    QVERIFY(!readParameter(jsonLiteral(R"({"in":"query"})"), {}, OpenApiVersion::V3_1, &remarks));
    QCOMPARE(remarks.size(), 4);
}

void tst_OpenApiRequest::fillsServersOnce()
{
    OpenApiOperation operation = operationWith("");
    operation.servers = {readServer(jsonLiteral(
        R"({"url":"https://{host}/{base}?v=1","variables":{"host":{"default":"a.example"},"base":{"default":"{host}"}}})"))};
    QCOMPARE(
        makeOpenApiRequest(operation, Json::emptyObject())->target, "https://a.example/%7Bhost%7D/p?v=1"_ba);
    OpenApiRequestOptions options;
    options.server = u"http://127.0.0.1:8080/x/"_s;
    QCOMPARE(makeOpenApiRequest(operation, {}, options)->target, "http://127.0.0.1:8080/x/p"_ba);
    options.server = u"https://bücher.example"_s;
    QCOMPARE(makeOpenApiRequest(operation, {}, options)->target, "https://xn--bcher-kva.example/p"_ba);
}

void tst_OpenApiRequest::refusesInvalidServers_data()
{
    QTest::addColumn<QString>("server");
    QTest::newRow("another scheme") << u"ftp://h.example"_s;
    QTest::newRow("a file") << u"file:///etc"_s;
    QTest::newRow("nothing to resolve against") << u"/v1"_s;
    QTest::newRow("no host") << u"https:///x"_s;
    QTest::newRow("a password") << u"https://user:word@h.example"_s;
    QTest::newRow("a variable without a value") << u"https://{x}.example"_s;
}

void tst_OpenApiRequest::refusesInvalidServers()
{
    QFETCH(QString, server);
    OpenApiOperation operation = operationWith("");
    operation.servers = {OpenApiServer{server, {}, {}, {}}};
    const auto request = makeOpenApiRequest(operation, {});
    QVERIFY(!request);
    QCOMPARE(request.error().kind, ErrorKind::Usage);
    operation.servers = {readServer(
        jsonLiteral(R"({"url":"https://h:{port}","variables":{"port":{"default":"1","enum":["1"]}}})"))};
    OpenApiRequestOptions options;
    options.serverVariables.insert(u"port"_s, u"2"_s);
    QVERIFY(!makeOpenApiRequest(operation, {}, options));
}

void tst_OpenApiRequest::choosesTheMediaType()
{
    OpenApiBody body;
    for (const QString &type : {u"text/plain"_s, u"image/*"_s, u"application/vnd.x+json"_s}) {
        OpenApiMedia media;
        media.type = type;
        body.media.append(media);
    }
    QCOMPARE(chosenMedia(body, {})->type, u"application/vnd.x+json"_s);
    QCOMPARE(chosenMedia(body, jsonLiteral(R"({"contentType":"image/png"})"))->type, u"image/*"_s);
    QVERIFY(!chosenMedia(body, jsonLiteral(R"({"contentType":"audio/mpeg"})")));
    OpenApiMedia any;
    any.type = u"*/*"_s;
    const auto sent = [&any](const char *input) {
        return makeOpenApiRequest(posting(any), jsonLiteral(input))->headers.first().second;
    };
    QCOMPARE(sent(R"({"body":{"$file":"a","type":"image/png","data":"x"}})"), "image/png"_ba);
    QCOMPARE(sent(R"({"body":{"a":1}})"), "application/json"_ba);
    QCOMPARE(sent(R"({"body":"x","contentType":"text/csv"})"), "text/csv"_ba);
}

void tst_OpenApiRequest::writesBodiesThatTheVectorsLeaveOpen()
{
    OpenApiMedia media;
    media.type = u"application/octet-stream"_s;
    QCOMPARE(bodyBytesOf(media, R"({"$file":"a","base64":"AAH/"})"), QByteArray("\0\1\xff", 3));
    QVERIFY(bodyBytesOf(media, R"({"$file":"a","base64":"*"})").startsWith("error"));
    media.type = u"application/jsonl"_s;
    QCOMPARE(bodyBytesOf(media, R"([{"a":1},2])"), "{\"a\":1}\n2\n"_ba);
    media.type = u"application/json"_s;
    QCOMPARE(bodyBytesOf(media, "null"), "null"_ba);
    QCOMPARE(bodyBytesOf(media, "false"), "false"_ba);
    media.type = u"application/x-www-form-urlencoded"_s;
    media.encoding = jsonLiteral(R"({"a":{"contentType":"application/json"},"b":{"allowReserved":true}})");
    QCOMPARE(bodyBytesOf(media, R"({"a":"x","b":"/ &","n":null,"e":[]})"), "a=%22x%22&b=/%20&"_ba);
    media.encoding = Json::object(
        {{u"t"_s, formDataEncoding(jsonLiteral(R"({"type":"array","collectionFormat":"tsv"})"))}});
    QCOMPARE(bodyBytesOf(media, R"({"t":["a","b"]})", OpenApiVersion::Swagger2), "t=a%09b"_ba);
    media.type = u"multipart/form-data"_s;
    QCOMPARE(bodyBytesOf(media, R"({"t":["a","b"]})", OpenApiVersion::Swagger2),
        "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\na\tb\r\n--B--\r\n"_ba);
    media.encoding = jsonLiteral(
        R"({"a":{"contentType":"image/png, image/jpeg","headers":{"X-Kind":{"schema":{"default":"k"}}}},"b":{"contentType":"text/csv"}})");
    QCOMPARE(bodyBytesOf(
                 media, R"({"a":{"$file":"f\r\n.jpg","type":"image/jpeg","data":"J"},"b":"1,2","n":null})"),
        "--B\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f%0D%0A.jpg\"\r\nContent-Type: "
        "image/jpeg\r\n"
        "X-Kind: k\r\n\r\nJ\r\n--B\r\nContent-Disposition: form-data; name=\"b\"\r\nContent-Type: "
        "text/csv\r\n\r\n"
        "1,2\r\n--B--\r\n"_ba);
    media.type = u"multipart/mixed"_s;
    media.encoding = {};
    media.prefixEncoding = jsonLiteral(R"([{"contentType":"application/json"}])");
    media.itemEncoding = jsonLiteral(R"({"contentType":"text/plain"})");
    QCOMPARE(bodyBytesOf(media, R"(["a","b"])", OpenApiVersion::V3_2),
        "--B\r\nContent-Type: application/json\r\n\r\n\"a\"\r\n--B\r\nContent-Type: text/plain\r\n\r\nb\r\n--B--\r\n"_ba);
}

void tst_OpenApiRequest::writesXmlByItsSchema_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("xml");
    const auto row = [](const char *name, const char *schema, const char *body, const char *xml) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(body) << QByteArray(xml);
    };
    row("the name of the component names the root", "{}", R"({"a":1,"b":[true,null]})",
        "<Pet><a>1</a><b>true</b></Pet>");
    row("namespaces and prefixes",
        R"({"xml":{"name":"p","prefix":"s","namespace":"http://x/?a&b"},"properties":{"k":{"xml":{"prefix":"s"}}}})",
        R"({"k":1})", R"(<s:p xmlns:s="http://x/?a&amp;b"><s:k>1</s:k></s:p>)");
    row("attributes escape quotes", R"({"properties":{"k":{"xml":{"attribute":true}}}})",
        R"({"x":"\"","k":"<\">"})", R"(<Pet k="&lt;&quot;&gt;"><x>"</x></Pet>)");
    row("references and parts are followed",
        R"({"allOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"properties":{"k":{"xml":{"name":"kk"}}}}}})",
        R"({"k":1})", "<Pet><kk>1</kk></Pet>");
    row("a circle of references ends", R"({"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}})",
        R"({"k":1})", "<Pet><k>1</k></Pet>");
    row("wrapped without an item's name", R"({"properties":{"k":{"xml":{"name":"ks","wrapped":true}}}})",
        R"({"k":[1,2]})", "<Pet><ks><ks>1</ks><ks>2</ks></ks></Pet>");
    row("a list at the root", R"({"xml":{"name":"pets"},"items":{"xml":{"name":"pet"}}})",
        R"([{"a":1},{"a":2}])", "<pets><pet><a>1</a></pet><pet><a>2</a></pet></pets>");
    row("3.2's text, cdata and none",
        R"({"properties":{"t":{"xml":{"nodeType":"text"}},"c":{"xml":{"nodeType":"cdata"}},"n":{"xml":{"nodeType":"none"}},"a":{"xml":{"nodeType":"attribute"}}}})",
        R"({"t":"a<","c":"<b>]]>","n":{"x":1},"a":2})",
        R"(<Pet a="2">a&lt;<![CDATA[<b>]]]]><![CDATA[>]]><x>1</x></Pet>)");
}

void tst_OpenApiRequest::writesXmlByItsSchema()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, xml);
    OpenApiMedia media;
    media.type = u"application/xml"_s;
    media.schema = jsonLiteral(schema);
    media.schemaName = u"Pet"_s;
    QCOMPARE(bodyBytesOf(media, body.constData()), R"(<?xml version="1.0" encoding="UTF-8"?>)" + xml);
    QVERIFY(bodyBytesOf(media, R"({"a b":1})").startsWith("error"));
}

void tst_OpenApiRequest::makesABoundaryThatTheContentDoesNotHold()
{
    OpenApiMedia media;
    media.type = u"multipart/form-data"_s;
    OpenApiRequestOptions options;
    options.boundary = "B";
    const auto request =
        makeOpenApiRequest(posting(media), jsonLiteral(R"({"body":{"a":"x--By"}})"), options);
    QVERIFY(request);
    const QByteArray type = request->headers.first().second;
    QVERIFY(type.startsWith("multipart/form-data; boundary="));
    const QByteArray boundary = type.mid(type.indexOf('=') + 1);
    QVERIFY(boundary.size() > 16);
    QVERIFY(request->body->endsWith(QByteArray("--" + boundary + "--\r\n")));
}

void tst_OpenApiRequest::prefersCredentialsToAnonymity()
{
    OpenApiOperation operation = operationWith("");
    operation.schemes = {
        readSecurityScheme(u"k"_s, jsonLiteral(R"({"type":"apiKey","in":"header","name":"X-Key"})"))};
    operation.security = {OpenApiRequirement{}, OpenApiRequirement{{{u"k"_s, {}}}}};
    OpenApiRequestOptions options;
    QVERIFY(makeOpenApiRequest(operation, {}, options)->headers.isEmpty());
    QVERIFY(makeOpenApiRequest(operation, {}, options)->remarks.isEmpty());
    options.credentials.insert(u"k"_s, u"1"_s);
    QCOMPARE(makeOpenApiRequest(operation, {}, options)->headers.size(), 1);
    operation.schemes.first().name = u"Host"_s;
    const auto refused = makeOpenApiRequest(operation, {}, options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message,
        u"Credential \"k\": the header \"Host\" belongs to the connection and must not be set."_s);
    operation.schemes.first().name = u"X-Key"_s;
    options.credentials.insert(u"k"_s, u"1\r\nEvil: 2"_s);
    QVERIFY(!makeOpenApiRequest(operation, {}, options));
}

void tst_OpenApiRequest::namesTheMissingCredential()
{
    OpenApiOperation operation = operationWith("");
    operation.schemes = {readSecurityScheme(u"b"_s, jsonLiteral(R"({"type":"basic"})"))};
    operation.security = {OpenApiRequirement{{{u"b"_s, {}}}}};
    const auto request = makeOpenApiRequest(operation, {});
    QVERIFY(request);
    QVERIFY(request->headers.isEmpty());
    QCOMPARE(request->remarks.size(), 1);
    QVERIFY(request->remarks.first().endsWith(u": b."_s));
}

void tst_OpenApiRequest::marksSecrets()
{
    OpenApiOperation operation = operationWith("");
    operation.schemes = {
        readSecurityScheme(u"q"_s, jsonLiteral(R"({"type":"apiKey","in":"query","name":"key"})")),
        readSecurityScheme(u"c"_s, jsonLiteral(R"({"type":"apiKey","in":"cookie","name":"sid"})")),
        readSecurityScheme(u"h"_s, jsonLiteral(R"({"type":"http","scheme":"Hoba"})"))};
    operation.security = {OpenApiRequirement{{{u"q"_s, {}}, {u"c"_s, {}}, {u"h"_s, {}}}}};
    OpenApiRequestOptions options;
    options.credentials = {{u"q"_s, u"1"_s}, {u"c"_s, u"2"_s}, {u"h"_s, u"3"_s}};
    const auto request = makeOpenApiRequest(operation, {}, options);
    QVERIFY(request);
    QCOMPARE(request->secretParameters, QStringList{u"key"_s});
    QCOMPARE(request->secretHeaders, (QStringList{u"Cookie"_s, u"Authorization"_s}));
    QCOMPARE(request->headers.first().second, "Hoba 3"_ba);
    QCOMPARE(request->requirement, &operation.security.first());
}

void tst_OpenApiRequest::aTypedValueWinsOverACredential_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("credential");
    QTest::newRow("query") << u"query"_s << "/p?api_key=typed"_ba << "/p?api_key=secret"_ba;
    QTest::newRow("header") << u"header"_s << "/p\nApi_Key: typed"_ba << "/p\napi_key: secret"_ba;
    QTest::newRow("cookie") << u"cookie"_s << "/p\nCookie: api_key=typed"_ba
                            << "/p\nCookie: api_key=secret"_ba;
}

void tst_OpenApiRequest::aTypedValueWinsOverACredential()
{
    QFETCH(const QString, place);
    OpenApiOperation operation = operationWith("");
    const QString written = place == "header"_L1 ? u"Api_Key"_s : u"api_key"_s;
    const Json parameter = Json::object({{u"name"_s, Json::string(written)}, {u"in"_s, Json::string(place)},
        {u"schema"_s, jsonLiteral(R"({"type":"string"})")}});
    operation.parameters = {parameterOf(parameter, operation.version)};
    const Json scheme = Json::object({{u"type"_s, Json::string(u"apiKey"_s)},
        {u"name"_s, Json::string(u"api_key"_s)}, {u"in"_s, Json::string(place)}});
    operation.schemes = {readSecurityScheme(u"k"_s, scheme)};
    operation.security = {OpenApiRequirement{{{u"k"_s, {}}}}};
    OpenApiRequestOptions options;
    options.credentials = {{u"k"_s, u"secret"_s}};
    const auto textOf = [&](const Json &input) {
        const auto request = makeOpenApiRequest(operation, input, options);
        if (!request)
            return request.error().message.toUtf8();
        QByteArray text = request->target.mid(sizeof("https://h.example") - 1);
        for (const auto &[name, value] : request->headers)
            text += '\n' + name + ": " + value;
        return text;
    };
    QTEST(textOf(Json::object({{written, Json::string(u"typed"_s)}})), "typed");
    QTEST(textOf(Json::emptyObject()), "credential");
    const auto typed =
        makeOpenApiRequest(operation, Json::object({{written, Json::string(u"typed"_s)}}), options);
    QVERIFY(typed && typed->secretParameters.isEmpty() && typed->secretHeaders.isEmpty());
}

WORKBENCH_TEST(tst_OpenApiRequest, QCoreApplication)
#include "tst_openapirequest.moc"
