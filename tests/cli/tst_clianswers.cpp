// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// resources/cli.schema.json accepts what commands print with --json about all kinds of answers of a peer.

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

} // namespace

class tst_CliAnswers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void acceptsWhatToolsAnswer_data();
    void acceptsWhatToolsAnswer();
    void acceptsWhatServicesAnswer_data();
    void acceptsWhatServicesAnswer();
    void acceptsStreams();
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
        "/ticks":{"get":{"operationId":"ticks","responses":{"200":{"description":"s",
            "content":{"text/event-stream":{"schema":{"type":"integer"}}}}}}}}})");
}

void tst_CliAnswers::acceptsWhatToolsAnswer_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("error");
    const auto row = [](const char *name, const QByteArray &result, const QByteArray &error = {}) {
        QTest::newRow(name) << result << error;
    };
    row("nothing", R"({"content":[]})");
    row("no content member", "{}");
    row("null", R"({"content":[],"structuredContent":null})");
    row("a scalar", R"({"content":[],"structuredContent":7})");
    row("data that fits", R"({"content":[],"structuredContent":{"n":1,"d":2}})");
    row("a default and a lost value", R"({"content":[],"structuredContent":{"n":"1"}})");
    row("an envelope around it", R"({"content":[],"structuredContent":{"ok":true,"data":{"n":1,"d":2}}})");
    row("JSON in a text", block(R"("type":"text","text":"{\"ok\":false,\"error\":{\"code\":\"X\"}}")"));
    row("a failure", R"({"content":[{"type":"text","text":"no"}],"isError":true})");
    row("a failure without a text", R"({"content":[],"isError":true})");
    row("a ToolEnvelope that cannot be decoded", block(R"("type":"text","text":"__ENVELOPE_V1__:ab!")"));
    row("an image", block(R"("type":"image","data":"iVBORw==","mimeType":"image/png")"));
    row("an unknown block", block(R"("type":"hologram")"));
    row("invalid blocks", R"({"content":[7,null,{"type":4}]})");
    row("not an object", "[1]");
    row("an error", "{}", R"({"code":-32602,"message":"bad\nthing","data":{"x":1}})");
    row("an error of another shape", "{}", R"({"code":"X"})");
}

void tst_CliAnswers::acceptsWhatToolsAnswer()
{
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, error);
    script.tools = R"([{"name":"t","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"},
        "outputSchema":{"type":"object","required":["n","d"],
        "properties":{"n":{"type":"integer"},"d":{"type":"integer","default":1}}}}])";
    script.callResult = result;
    script.callError = error;
    const QStringList call{u"call"_s, script.url(), u"t"_s};
    for (const QStringList &more : {QStringList(), QStringList{u"--data"_s}, QStringList{u"--normalised"_s},
             QStringList{u"--is-error"_s, u"throw"_s}, QStringList{u"--json-in-text"_s, u"keep"_s},
             QStringList{u"--output"_s, u"parts/"_s}})
        QCOMPARE(schema.misfitOf(call + more), QString());
    QCOMPARE(schema.misfitOf({u"check"_s, script.url()}), QString());
    QCOMPARE(schema.misfitOf({u"record"_s, script.url(), u"--to"_s, u"recorded"_s, u"t"_s}), QString());
}

void tst_CliAnswers::acceptsWhatServicesAnswer_data()
{
    QTest::addColumn<QByteArray>("answer");
    const auto status = [](const QByteArray &line, const QByteArray &body,
                            const QByteArray &type) -> QByteArray {
        return "HTTP/1.1 " + line + "\r\nConnection: close\r\nContent-Type: " + type
            + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    };
    const auto ok = [&status](const QByteArray &body, const QByteArray &type) {
        return status("200 OK", body, type);
    };
    QTest::newRow("no content") << QByteArray("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    QTest::newRow("an empty body") << status("200 OK", {}, "text/plain");
    QTest::newRow("an empty body that claims JSON") << ok({}, "application/json");
    QTest::newRow("JSON that fits") << ok(R"({"n":1,"d":2})", "application/json");
    QTest::newRow("JSON that does not fit") << ok(R"({"n":"1","w":3})", "application/json");
    QTest::newRow("null") << ok("null", "application/json");
    QTest::newRow("text") << ok("hello", "text/plain");
    QTest::newRow("not JSON") << ok("{oops", "application/json");
    QTest::newRow("repeated members") << ok(R"({"n":1,"n":2,"d":1})", "application/json");
    QTest::newRow("bytes") << ok(QByteArray("\0\xff", 2), "application/octet-stream");
    QTest::newRow("a web page") << ok("<!doctype html><title>x</title>", "text/html");
    QTest::newRow("created") << status("201 Created", R"({"id":1})", "application/json");
    QTest::newRow("not found") << status("404 Not Found", R"({"no":"why"})", "application/json");
    QTest::newRow("an error in text") << status("500 Oops", "boom", "text/plain");
    QTest::newRow("an error without a body") << status("503 Busy", {}, "text/plain");
    QTest::newRow("not HTTP") << QByteArray("hello\r\n\r\n");
}

void tst_CliAnswers::acceptsWhatServicesAnswer()
{
    QFETCH(QByteArray, answer);
    m_answer = answer;
    QCOMPARE(schema.misfitOf({u"call"_s, m_document, u"get"_s}), QString());
    QCOMPARE(schema.misfitOf({u"call"_s, m_document, u"get"_s, u"--data"_s}), QString());
    QCOMPARE(schema.misfitOf({u"call"_s, m_document, u"post"_s, u"body:={}"_s}), QString());
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
    QCOMPARE(schema.misfitOf({u"subscribe"_s, m_document, u"get"_s}), QString());
    m_answer = "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    QCOMPARE(schema.misfitOf({u"subscribe"_s, m_document, u"ticks"_s}), QString());
    for (const QStringList &command :
        {QStringList{u"list"_s, m_document}, QStringList{u"describe"_s, m_document, u"get"_s},
            QStringList{u"request"_s, m_document, u"get"_s, u"q:=[1]"_s},
            QStringList{u"request"_s, m_document, u"post"_s, u"body:={}"_s},
            QStringList{u"list"_s, script.url()}, QStringList{u"list"_s, u"nowhere"_s}})
        QCOMPARE(schema.misfitOf(command), QString());
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
            QStringList{u"call"_s, url, u"local.math.divide"_s, u"dividend:=1"_s, u"divisor:=0"_s},
            QStringList{u"call"_s, url, u"local.nothing"_s},
            QStringList{u"subscribe"_s, url, u"local.clock.tick"_s, u"interval:=20"_s, u"--count"_s, u"2"_s},
            QStringList{u"check"_s, url}})
        QCOMPARE(schema.misfitOf(command), QString());
    hub.send(SIGINT);
    QVERIFY(hub.ended());
}

WORKBENCH_TEST(tst_CliAnswers, QCoreApplication)
#include "tst_clianswers.moc"
