// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// resources/cli.schema.json accepts what commands print with --json about all kinds of answers of a peer.

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/outputschema.h"
#include "tests/support/rawserver.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

QByteArray block(const QByteArray &members)
{
    return R"({"content":[{)" + members + "}]}";
}

using Expected = OutputSchema::Expected;

Expected failing(bool fails)
{
    return fails ? Expected::Failure : Expected::Result;
}

} // namespace

class tst_CliAnswers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void acceptsWhatToolsAnswer_data();
    void acceptsWhatToolsAnswer();
    void acceptsBrokenDefinitions();
    void acceptsWhatServicesAnswer_data();
    void acceptsWhatServicesAnswer();
    void acceptsStreams();
    void acceptsRequests();
    void acceptsTheOtherForms_data();
    void acceptsTheOtherForms();
    void acceptsWhatAHubAnswers();

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    OutputSchema schema{run};
    McpHttpScript script;
    QByteArray m_answer;
    RawServer m_service{
        [this](QTcpSocket *socket, const RawServer::Request &) { RawServer::answer(socket, m_answer); }};
    QString m_document;
};

void tst_CliAnswers::initTestCase()
{
    QCOMPARE(schema.loadAll(), QString());
    m_document = run.home() + u"/api.json"_s;
    QFile document(m_document);
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(R"({"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":")"
        + m_service.url(u""_s).toEncoded() + R"("}],"paths":{
        "/x":{"get":{"operationId":"get","parameters":[{"name":"q","in":"query","schema":{"type":"array"}}],
            "responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object",
                "required":["n","d"],"properties":{"n":{"type":"integer"},"d":{"default":1},
                "w":{"writeOnly":true}}}}}},
            "404":{"description":"gone","content":{"application/json":{"schema":{"required":["why"]}}}}}},
          "post":{"operationId":"post","requestBody":{"required":true,"content":{"application/json":{}}},
            "responses":{"201":{"description":"made"},"204":{"description":"done"}}}},
        "/up":{"post":{"operationId":"upload","requestBody":{"content":{"application/octet-stream":{"schema":
            {"type":"string","format":"binary"}}}},"responses":{"204":{"description":"done"}}}},
        "/ticks":{"get":{"operationId":"ticks","responses":{"200":{"description":"s",
            "content":{"text/event-stream":{"schema":{"type":"integer"}}}}}}}}})");
}

void tst_CliAnswers::acceptsWhatToolsAnswer_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<bool>("fails");
    QTest::addColumn<bool>("isThrown"); // with --is-error throw the call fails
    const auto row = [](const char *name, const QByteArray &result, bool isThrown = false) {
        QTest::newRow(name) << result << QByteArray() << false << isThrown;
    };
    const auto fails = [](const char *name, const QByteArray &result, const QByteArray &error) {
        QTest::newRow(name) << result << error << true << true;
    };
    row("nothing", R"({"content":[]})");
    row("no content member", "{}");
    row("null", R"({"content":[],"structuredContent":null})");
    row("a scalar", R"({"content":[],"structuredContent":7})");
    row("data that fits", R"({"content":[],"structuredContent":{"n":1,"d":2}})");
    row("a default and a lost value", R"({"content":[],"structuredContent":{"n":"1"}})");
    row("an envelope around it", R"({"content":[],"structuredContent":{"ok":true,"data":{"n":1,"d":2}}})");
    row("JSON in a text", block(R"("type":"text","text":"{\"ok\":false,\"error\":{\"code\":\"X\"}}")"));
    row("a failure", R"({"content":[{"type":"text","text":"no"}],"isError":true})", true);
    row("a failure without a text", R"({"content":[],"isError":true})", true);
    row("a name with a line break", R"({"content":[],"structuredContent":{"n":1,"d":2,"a\nb":"x"}})");
    row("a ToolEnvelope that cannot be decoded", block(R"("type":"text","text":"__ENVELOPE_V1__:ab!")"));
    row("an image", block(R"("type":"image","data":"iVBORw==","mimeType":"image/png")"));
    row("an unknown block", block(R"("type":"hologram")"));
    row("invalid blocks", R"({"content":[7,null,{"type":4}]})");
    fails("not an object", "[1]", {});
    fails("an error", "{}", R"({"code":-32602,"message":"bad\nthing","data":{"x":1}})");
    fails("an error of another shape", "{}", R"({"code":"X"})");
}

void tst_CliAnswers::acceptsWhatToolsAnswer()
{
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, error);
    QFETCH(bool, fails);
    QFETCH(bool, isThrown);
    script.tools = R"([{"name":"t","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"},
        "outputSchema":{"type":"object","required":["n","d"],
        "properties":{"n":{"type":"integer"},"d":{"type":"integer","default":1},"a\nb":{"type":"integer"}}}}])";
    script.callResult = result;
    script.callError = error;
    const QStringList call{u"call"_s, script.url(), u"t"_s};
    for (const QStringList &more : {QStringList(), QStringList{u"--data"_s}, QStringList{u"--normalised"_s},
             QStringList{u"--json-in-text"_s, u"keep"_s}, QStringList{u"--output"_s, u"parts/"_s}})
        QCOMPARE(schema.misfitOf(call + more, failing(fails)), QString());
    QCOMPARE(schema.misfitOf(call + QStringList{u"--is-error"_s, u"throw"_s}, failing(isThrown)), QString());
    QCOMPARE(schema.misfitOf({u"check"_s, script.url()}), QString());
    QCOMPARE(schema.misfitOf({u"record"_s, script.url(), u"--to"_s, u"recorded"_s, u"t"_s}), QString());
}

//! A definition that is not a schema is written as the schema that accepts everything.
void tst_CliAnswers::acceptsBrokenDefinitions()
{
    script.tools = R"([{"name":"a","inputSchema":{},"outputSchema":null},
        {"name":"b","inputSchema":"x","outputSchema":[1]},{"name":"c","inputSchema":null,"outputSchema":"x"}])";
    QCOMPARE(schema.misfitOf({u"list"_s, script.url()}), QString());
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        QCOMPARE(schema.misfitOf({u"describe"_s, script.url(), name}), QString());
}

void tst_CliAnswers::acceptsWhatServicesAnswer_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("fails");
    QTest::addColumn<bool>("failsAfterPost"); // of this operation no schema is declared
    const auto row = [](const char *name, const QByteArray &answer, bool fails = false,
                         bool failsAfterPost = false) {
        QTest::newRow(name) << answer << fails << failsAfterPost;
    };
    const auto status = [](const QByteArray &line, const QByteArray &body,
                            const QByteArray &type) -> QByteArray {
        return "HTTP/1.1 " + line + "\r\nConnection: close\r\nContent-Type: " + type
            + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    };
    const auto ok = [&status](const QByteArray &body, const QByteArray &type) {
        return status("200 OK", body, type);
    };
    row("no content", "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    row("an empty body", status("200 OK", {}, "text/plain"));
    row("an empty body that claims JSON", ok({}, "application/json"));
    row("JSON that fits", ok(R"({"n":1,"d":2})", "application/json"));
    row("JSON that does not fit", ok(R"({"n":"1","w":3})", "application/json"));
    row("null", ok("null", "application/json"));
    row("text", ok("hello", "text/plain"));
    row("not JSON", ok("{oops", "application/json"));
    row("repeated members", ok(R"({"n":1,"n":2,"d":1})", "application/json"));
    row("bytes", ok(QByteArray("\0\xff", 2), "application/octet-stream"));
    row("a web page", ok("<!doctype html><title>x</title>", "text/html"), true);
    row("created", status("201 Created", R"({"id":1})", "application/json"));
    row("not found", status("404 Not Found", R"({"no":"why"})", "application/json"), true, true);
    row("an error in text", status("500 Oops", "boom", "text/plain"), true, true);
    row("an error without a body", status("503 Busy", {}, "text/plain"), true, true);
    row("not HTTP", "hello\r\n\r\n", true, true);
}

void tst_CliAnswers::acceptsWhatServicesAnswer()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, fails);
    QFETCH(bool, failsAfterPost);
    m_answer = answer;
    const QStringList get{u"call"_s, m_document, u"get"_s};
    QCOMPARE(schema.misfitOf(get, failing(fails)), QString());
    QCOMPARE(schema.misfitOf(get + QStringList{u"--data"_s}, failing(fails)), QString());
    QCOMPARE(schema.misfitOf({u"call"_s, m_document, u"post"_s, u"body:={}"_s}, failing(failsAfterPost)),
        QString());
    QCOMPARE(schema.misfitOf({u"record"_s, m_document, u"--to"_s, u"services"_s, u"get"_s}), QString());
    QCOMPARE(schema.misfitOf({u"check"_s, m_document}), QString());
}

void tst_CliAnswers::acceptsStreams()
{
    m_answer = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nid: 1\nevent: "
               "t\nretry: 5\ndata: 1\n\ndata: x\n\ndata: {\"a\":1}\n\ndata: null\n\n";
    QCOMPARE(schema.misfitOf({u"subscribe"_s, m_document, u"ticks"_s}), QString());
    QCOMPARE(
        schema.misfitOf({u"subscribe"_s, m_document, u"ticks"_s, u"--json-in-text"_s, u"open"_s}), QString());
    QCOMPARE(schema.misfitOf({u"subscribe"_s, m_document, u"ticks"_s, u"--count"_s, u"2"_s}), QString());
    QCOMPARE(schema.misfitOf({u"subscribe"_s, m_document, u"get"_s}, Expected::Failure), QString());
    m_answer = "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    QCOMPARE(schema.misfitOf({u"subscribe"_s, m_document, u"ticks"_s}), QString());
    const QStringList ticks{u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s};
    QCOMPARE(schema.misfitOf(ticks + QStringList{u"count:=2"_s}), QString());
    QCOMPARE(schema.misfitOf(ticks + QStringList{u"--for"_s, u"100ms"_s}), QString());
}

void tst_CliAnswers::acceptsRequests()
{
    run.write(u"bytes.bin"_s, QByteArray("\0\xff", 2));
    const QStringList upload{u"request"_s, m_document, u"upload"_s, u"body=@bytes.bin"_s};
    for (const QStringList &command :
        {QStringList{u"list"_s, m_document}, QStringList{u"describe"_s, m_document, u"get"_s},
            QStringList{u"request"_s, m_document, u"get"_s, u"q:=[1]"_s},
            QStringList{u"request"_s, m_document, u"post"_s, u"body:={}"_s}, upload,
            QStringList{u"list"_s, script.url()}})
        QCOMPARE(schema.misfitOf(command), QString());
    QCOMPARE(schema.misfitOf({u"list"_s, u"nowhere"_s}, Expected::Failure), QString());
    const QByteArray printed = run(upload + QStringList{u"--as"_s, u"json"_s}).out;
    QCOMPARE(schema.misfit(printed, {u"request"_s}), QString());
    QCOMPARE(jsonLiteral(printed).member("bodyEncoding"_L1).toString(), u"base64"_s);
}

void tst_CliAnswers::acceptsTheOtherForms_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<Expected>("expected");
    QTest::addColumn<QByteArray>("input");
    const auto row = [](const QStringList &arguments, Expected expected, const QByteArray &input = {}) {
        QTest::newRow(qPrintable(arguments.join(u' '))) << arguments << expected << input;
    };
    const Expected result = Expected::Result;
    const Expected failure = Expected::Failure;
    const QString local = u"demo:local"_s;
    row({u"call"_s, local, u"report.slow"_s, u"--timeout"_s, u"100ms"_s}, failure);
    row({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"city=Oslo"_s, u"--limit"_s,
            u"stdio.messageBytes=100"_s},
        failure);
    row({u"list"_s, u"--workspace"_s, u"w.json"_s, u"odd"_s}, failure); // needs --trust
    row({u"call"_s, local, u"--calls"_s, u"calls.jsonl"_s}, Expected::Either);
    row({u"call"_s, local, u"math.divide"_s, u"dividend=a"_s}, failure);
    row({u"serve"_s, local, u"--as"_s, u"other"_s}, failure);
    row({u"replay"_s, u"nowhere"_s, u"--as"_s, u"http"_s}, failure);
    row({u"import"_s, u"nowhere.json"_s}, failure);
    row({u"import"_s, u"-"_s}, result, R"({"mcpServers":{"a":{"command":"a"}}})");
    row({u"export"_s, u"--workspace"_s, u"nowhere.json"_s}, failure);
    row({u"limits"_s, u"hide"_s}, failure);
    row({u"limits"_s}, result);
    row({u"inspect"_s, u"-"_s, u"--data"_s}, result,
        block(R"("type":"text","text":"{\"ok\":true,\"data\":[1]}")"));
    row({u"compare"_s, u"--source"_s, local, u"--source"_s, local, u"clock.now"_s}, result);
    row({u"compare"_s, u"--source"_s, local, u"--source"_s, u"demo:tracker"_s, u"clock.now"_s}, failure);
    row({u"verify"_s, u"remarked"_s, local}, result);
}

void tst_CliAnswers::acceptsTheOtherForms()
{
    QFETCH(QStringList, arguments);
    QFETCH(Expected, expected);
    QFETCH(QByteArray, input);
    run.write(u"w.json"_s,
        R"({"version":1,"sources":[{"name":"odd","kind":"mcp","settings":{"command":"touch","args":["ran"]}}]})");
    run.write(u"calls.jsonl"_s, R"({"operation":"weather.now","input":{"location":"Chicago"}}
{"operation":"math.divide","input":{"dividend":1,"divisor":0}})");
    if (arguments.contains(u"remarked"_s)) { // a rule that matches nothing causes a remark
        const QByteArray recorded = run({u"record"_s, u"demo:local"_s, u"--to"_s, u"remarked"_s,
                                            u"math.divide"_s, u"dividend:=6"_s, u"divisor:=3"_s, u"--json"_s})
                                        .out;
        const QString name = u"remarked/"_s + jsonLiteral(recorded).at(0).member("file"_L1).toString();
        QFile file(run.home() + u'/' + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Json rule = jsonLiteral(R"([{"kind":"ignore","at":"/data/nowhere"}])");
        run.write(name, withMember(jsonLiteral(file.readAll()), u"match", rule).toBytes());
    }
    QCOMPARE(schema.misfitOf(arguments, expected, input), QString());
}

void tst_CliAnswers::acceptsWhatAHubAnswers()
{
    RunningCommand hub(run, {u"serve"_s, u"demo:"_s, u"--as"_s, u"hub"_s, u"--json"_s});
    const Json served = jsonLiteral(hub.line());
    const QString url = served.member("url"_L1).toString();
    QVERIFY(!url.isEmpty());
    for (const QStringList &command :
        {QStringList{u"list"_s, url}, QStringList{u"describe"_s, url, u"local.math.divide"_s},
            QStringList{u"call"_s, url, u"local.weather.now"_s, u"location=Chicago"_s},
            QStringList{u"request"_s, url, u"local.weather.now"_s, u"location=Chicago"_s},
            QStringList{u"subscribe"_s, url, u"local.clock.tick"_s, u"interval:=20"_s, u"--count"_s, u"2"_s},
            QStringList{u"check"_s, url}})
        QCOMPARE(schema.misfitOf(command), QString());
    for (const QStringList &command :
        {QStringList{u"call"_s, url, u"local.math.divide"_s, u"dividend:=1"_s, u"divisor:=0"_s},
            QStringList{u"call"_s, url, u"local.nothing"_s}})
        QCOMPARE(schema.misfitOf(command, Expected::Failure), QString());
    const CommandResult frame =
        run({u"request"_s, url, u"local.weather.now"_s, u"location=Chicago"_s, u"--as"_s, u"json"_s});
    QCOMPARE(schema.misfit(frame.out, {u"request"_s}), QString());
    QVERIFY(jsonLiteral(frame.out).member("frame"_L1).isObject());
    hub.send(SIGINT);
    QVERIFY(hub.ended());
}

WORKBENCH_TEST(tst_CliAnswers, QCoreApplication)
#include "tst_clianswers.moc"
