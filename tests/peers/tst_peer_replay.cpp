// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Recordings of third-party servers, replayed to third-party clients. The clients get equal answers without
// the servers.

#include "core/fixture/fixturefolder.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/peers/services.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QStandardPaths>
#include <QTcpServer>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

const QByteArray mcpCalls = R"([["callTool",{"name":"echo","arguments":{"message":"hi"}}],
    ["callTool",{"name":"get-sum","arguments":{"b":3,"a":2}}],
    ["callTool",{"name":"get-structured-content","arguments":{"location":"Chicago"}}],
    ["callTool",{"name":"get-tiny-image","arguments":{}}],
    ["getPrompt",{"name":"simple-prompt"}],
    ["callTool",{"name":"get-sum","arguments":{"a":2,"b":"x"}}]])";

const QByteArray httpCalls = R"([["GET","/pets?tag=cat&limit=2"],["GET","/pets/7"],["GET","/pets/0"],
    ["POST","/pets",{"name":"Rex","age":3}]])";

constexpr auto petDocument = R"json({
    "openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "/"}],
    "paths": {
        "/pets": {
            "get": {"operationId": "listPets", "parameters": [
                {"name": "limit", "in": "query", "schema": {"type": "integer"}},
                {"name": "tag", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "ok", "headers": {"x-next": {"schema": {"type": "string"}, "example": "page2"}},
                    "content": {"application/json": {"schema": {"type": "array", "items": {"type": "object"}},
                        "example": [{"id": 7, "name": "Tom", "price": 12.50}]}}}}},
            "post": {"operationId": "addPet", "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
                "responses": {"201": {"description": "made", "content": {"application/json": {"schema": {"type": "object"},
                    "example": {"id": 8}}}}}}},
        "/pets/{id}": {"get": {"operationId": "getPet", "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}}],
            "responses": {"200": {"description": "ok", "content": {"text/plain": {"schema": {"type": "string"}, "example": "Tom"}}},
                "422": {"description": "odd", "content": {"application/json": {"schema": {"type": "object"}, "example": {"why": "odd"}}}}}}}
    }})json";

quint16 freePort()
{
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
    return server.serverPort();
}

} // namespace

class tst_PeerReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mcpOverStdio();
    void mcpOverHttp();
    void ownClientGetsTheRecordedAnswers();
    void http();
    void everyByteOfABody();
    void hub();

private:
    QString everything() const
    {
        return QStringLiteral(PEERS_FOLDER)
            + u"/node_modules/@modelcontextprotocol/server-everything/dist/index.js"_s;
    }
    void recordEverything();
    Json peer(const QStringList &arguments) const;
    struct Curled {
        QByteArray status; //!< for example "HTTP/1.1 200", without the reason phrase
        QByteArrayList headers; //!< the headers that a recording replays, sorted by name
        QByteArray body;
    };
    Curled curl(const QStringList &arguments) const;
    QList<Curled> curl(const QString &server, const QList<QStringList> &calls) const;
    //! Returns the address that a mock server prints on stderr.
    static QString addressOf(RunningCommand &mock);

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    QString m_everything; //!< folder of the recording of the "everything" server
    Json m_answers; //!< answers of the real server
};

Json tst_PeerReplay::peer(const QStringList &arguments) const
{
    CommandRun node(QStringLiteral(NODE_PROGRAM));
    const CommandResult result =
        node(QStringList{QStringLiteral(TESTS_DIR "/peers/replaypeer.mjs"), QStringLiteral(PEERS_FOLDER)}
                + arguments,
            {}, 60'000);
    if (result.exitCode != 0)
        qWarning("%s", result.err.constData());
    return jsonLiteral(result.out.trimmed());
}

tst_PeerReplay::Curled tst_PeerReplay::curl(const QStringList &arguments) const
{
    const QString program = QStandardPaths::findExecutable(u"curl"_s);
    const QString body = run.home() + u"/curled"_s;
    QFile::remove(body);
    CommandRun curling(program);
    const CommandResult got =
        curling(QStringList{u"-sS"_s, u"--max-time"_s, u"60"_s, u"-D"_s, u"-"_s, u"-o"_s, body} + arguments,
            {}, 90'000);
    if (program.isEmpty() || got.exitCode != 0)
        qWarning("curl: %s", got.err.constData());
    Curled answer;
    QByteArrayList lines = got.out.trimmed().split('\n');
    answer.status = lines.takeFirst().left(12);
    for (const QByteArray &line : std::as_const(lines)) {
        const QByteArray name = line.first(line.indexOf(':')).toLower();
        static const QByteArrayList notCompared{
            "connection", "keep-alive", "transfer-encoding", "content-length", "date"};
        if (!notCompared.contains(name) && !name.startsWith("access-control-"))
            answer.headers.append(name + line.sliced(name.size()).trimmed());
    }
    std::ranges::sort(answer.headers);
    if (QFile file(body); file.open(QIODevice::ReadOnly))
        answer.body = file.readAll();
    return answer;
}

QList<tst_PeerReplay::Curled> tst_PeerReplay::curl(
    const QString &server, const QList<QStringList> &calls) const
{
    QList<Curled> answers;
    for (QStringList call : calls) {
        call.last().prepend(server);
        answers.append(curl(call));
    }
    return answers;
}

QString tst_PeerReplay::addressOf(RunningCommand &mock)
{
    return mock.saysOnError("\n") ? QString::fromUtf8(mock.standardError()).section(u'\n', 0, 0) : QString();
}

void tst_PeerReplay::recordEverything()
{
    if (!m_everything.isEmpty())
        return;
    m_answers = peer({u"mcp"_s, QString::fromUtf8(mcpCalls), u"stdio"_s, QStringLiteral(NODE_PROGRAM),
        everything(), u"stdio"_s});
    QCOMPARE(m_answers.member("answers"_L1).size(), 6);
    const QString inputs = run.write(u"inputs.json"_s,
        R"({"echo":{"message":"hi"},"get-sum":{"a":2,"b":3},"get-structured-content":{"location":"Chicago"},
            "get-tiny-image":{},"prompt:simple-prompt":{}})");
    const QString folder = run.home() + u"/everything"_s;
    const CommandResult recorded = run({u"record"_s, u"--to"_s, folder, u"--quiet"_s, u"--inputs"_s, inputs,
                                           u"--"_s, QStringLiteral(NODE_PROGRAM), everything(), u"stdio"_s},
        {}, 60'000);
    QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
    const CommandResult wrong =
        run({u"call"_s, u"get-sum"_s, u"--input"_s, uR"({"a":2,"b":"x"})"_s, u"--send-invalid"_s,
                u"--record"_s, folder, u"--"_s, QStringLiteral(NODE_PROGRAM), everything(), u"stdio"_s},
            {}, 60'000);
    QVERIFY2(!wrong.crashed, wrong.err.constData());
    m_everything = folder;
}

void tst_PeerReplay::mcpOverStdio()
{
    recordEverything();
    QVERIFY(!m_everything.isEmpty());
    const Json replayed =
        peer({u"mcp"_s, QString::fromUtf8(mcpCalls), u"stdio"_s, QStringLiteral(ENVELOPE_PROGRAM),
            u"replay"_s, m_everything, u"--as"_s, u"mcp-stdio"_s, u"--speed"_s, u"max"_s});
    QCOMPARE(replayed.toBytes(Json::Layout::Indented), m_answers.toBytes(Json::Layout::Indented));
}

void tst_PeerReplay::mcpOverHttp()
{
    recordEverything();
    QVERIFY(!m_everything.isEmpty());
    RunningCommand mock(run, {u"replay"_s, m_everything, u"--as"_s, u"mcp-http"_s, u"--speed"_s, u"max"_s});
    const QString address = addressOf(mock);
    QVERIFY2(address.startsWith("http://127.0.0.1:"_L1), qPrintable(address));
    const Json replayed = peer({u"mcp"_s, QString::fromUtf8(mcpCalls), u"http"_s, address});
    QCOMPARE(replayed.toBytes(Json::Layout::Indented), m_answers.toBytes(Json::Layout::Indented));
    const Json other =
        peer({u"mcp"_s, uR"([["listTools"],["callTool",{"name":"get-sum","arguments":{"a":2,"b":4}}]])"_s,
            u"http"_s, address});
    QVERIFY(other.member("answers"_L1).at(0).member("tools"_L1).size() > 3);
    const Json refused = other.member("answers"_L1).at(1);
    QCOMPARE(refused.member("code"_L1).toInteger().value_or(0), -32602);
    QVERIFY2(refused.member("message"_L1).toString().contains("differs at /b: recorded"_L1),
        refused.toBytes().constData());
    mock.send(SIGINT);
    QVERIFY(mock.ended());
    QCOMPARE(mock.exitCode(), 0);
}

//! `verify` finds no difference between the recording and its replay.
void tst_PeerReplay::ownClientGetsTheRecordedAnswers()
{
    recordEverything();
    QVERIFY(!m_everything.isEmpty());
    const CommandResult verified =
        run({u"verify"_s, m_everything, u"--allow-mutations"_s, u"--"_s, QStringLiteral(ENVELOPE_PROGRAM),
                u"replay"_s, m_everything, u"--as"_s, u"mcp-stdio"_s, u"--speed"_s, u"max"_s},
            {}, 120'000);
    QVERIFY2(verified.exitCode == 0, verified.out.constData());
    const CommandResult source =
        run({u"verify"_s, m_everything, u"fixtures:"_s + m_everything, u"--allow-mutations"_s}, {}, 120'000);
    QVERIFY2(source.exitCode == 0, source.out.constData());
}

void tst_PeerReplay::http()
{
    const QString document = run.write(u"pets.json"_s, petDocument);
    const QString folder = run.home() + u"/pets"_s;
    const quint16 port = freePort();
    const QString server = u"http://127.0.0.1:%1"_s.arg(port);
    const QList<QStringList> curled{{u"/pets?limit=2&tag=cat"_s}, {u"/pets/7"_s}, {u"/pets/0"_s},
        {u"-H"_s, u"Content-Type: application/json"_s, u"-d"_s, uR"({"age":3, "name":"Rex"})"_s, u"/pets"_s}};
    Json live;
    QList<Curled> was;
    {
        RunningCommand prism(run,
            {QStringLiteral(PEERS_FOLDER "/node_modules/@stoplight/prism-cli/dist/index.js"), u"mock"_s,
                u"-h"_s, u"127.0.0.1"_s, u"-p"_s, QString::number(port), document},
            QStringLiteral(NODE_PROGRAM));
        QVERIFY(prism.says("Prism is listening", 1, 60'000));
        live = peer({u"fetch"_s, QString::fromUtf8(httpCalls), server});
        was = curl(server, curled);
        const auto record = [&](const QString &operation, const QStringList &input) {
            return run(QStringList{u"record"_s, document, operation} + input
                + QStringList{u"--server"_s, server, u"--send-invalid"_s, u"--to"_s, folder});
        };
        const CommandResult listed = record(u"listPets"_s, {u"limit:=2"_s, u"tag=cat"_s});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        QCOMPARE(record(u"getPet"_s, {u"id:=7"_s}).exitCode, 0);
        QCOMPARE(record(u"getPet"_s, {u"id:=0"_s}).exitCode, 0); // a failure (422) is recorded, too
        const CommandResult added =
            record(u"addPet"_s, {u"--input"_s, uR"({"body":{"name":"Rex","age":3}})"_s});
        QVERIFY2(added.exitCode == 0, added.err.constData());
    }
    QCOMPARE(live.member("answers"_L1).size(), 4);
    RunningCommand mock(run, {u"replay"_s, folder, u"--as"_s, u"http"_s, u"--speed"_s, u"max"_s});
    const QString address = addressOf(mock);
    const Json replayed = peer({u"fetch"_s, QString::fromUtf8(httpCalls), address});
    for (qsizetype i = 0; i < 4; ++i) {
        const Json then = live.member("answers"_L1).at(i);
        const Json now = replayed.member("answers"_L1).at(i);
        QCOMPARE(now.member("status"_L1).toBytes(), then.member("status"_L1).toBytes());
        QCOMPARE(now.member("headers"_L1).toBytes(), then.member("headers"_L1).toBytes());
        QCOMPARE(now.member("body"_L1).toString(), then.member("body"_L1).toString());
    }
    const QList<Curled> is = curl(address, curled);
    for (qsizetype i = 0; i < curled.size(); ++i) {
        QVERIFY(was.at(i).status.startsWith("HTTP/1.1 ") && !was.at(i).body.isEmpty());
        QCOMPARE(is.at(i).status, was.at(i).status);
        QCOMPARE(is.at(i).headers, was.at(i).headers);
        QCOMPARE(is.at(i).body, was.at(i).body);
    }
    const Json none =
        peer({u"fetch"_s, uR"([["GET","/pets?limit=3&tag=cat"],["DELETE","/pets/7"]])"_s, address});
    QCOMPARE(none.member("answers"_L1).at(0).member("status"_L1).toInteger().value_or(0), 501);
    QVERIFY(none.member("answers"_L1).at(0).member("body"_L1).toString().contains("/query/limit"_L1));
    QCOMPARE(none.member("answers"_L1).at(1).member("status"_L1).toInteger().value_or(0), 501);
}

//! Unusually formatted bodies are replayed exactly.
void tst_PeerReplay::everyByteOfABody()
{
    const QString document = run.write(u"echo.json"_s, echoDocument);
    const QString folder = run.home() + u"/echo"_s;
    const QList<QStringList> curled{
        {u"/written"_s}, {u"/refused"_s}, {u"/latin"_s}, {u"/bytes"_s}, {u"/long"_s}};
    QList<Curled> was;
    {
        RunningCommand service(run,
            {QStringLiteral(TESTS_DIR "/peers/echopeer.mjs"), QStringLiteral(PEERS_FOLDER), u"http"_s},
            QStringLiteral(NODE_PROGRAM));
        const QString server = jsonLiteral(service.line().trimmed()).member("url"_L1).toString();
        was = curl(server, curled);
        for (const QStringList &call : curled) {
            const CommandResult recorded =
                run({u"record"_s, document, u"--to"_s, folder, u"--server"_s, server, call.last().sliced(1)});
            QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
        }
    }
    RunningCommand mock(run, {u"replay"_s, folder, u"--as"_s, u"http"_s, u"--speed"_s, u"max"_s});
    const QList<Curled> is = curl(addressOf(mock), curled);
    for (qsizetype i = 0; i < curled.size(); ++i) {
        QVERIFY(!was.at(i).body.isEmpty());
        QCOMPARE(is.at(i).status, was.at(i).status);
        QCOMPARE(is.at(i).body, was.at(i).body);
        QCOMPARE(is.at(i).headers, was.at(i).headers);
    }
}

void tst_PeerReplay::hub()
{
    const QString folder = run.home() + u"/hub"_s;
    const QString divide = u"local.math.divide"_s;
    QByteArrayList asked{R"({"operationId":"local.math.divide","input":{"divisor":2,"dividend":7}})",
        R"({"operationId":"local.math.divide","input":{"dividend":7,"divisor":0}})",
        R"({"operationId":"local.clock.tick","input":{"interval":20}})"};
    const auto answersOf = [&](const QString &url, qsizetype items) {
        RunningCommand client(run,
            {QStringLiteral(TESTS_DIR "/peers/callpeer.mjs"), QStringLiteral(PEERS_FOLDER), u"client"_s, url},
            QStringLiteral(NODE_PROGRAM));
        client.says(R"({"open":true})");
        qsizetype sent = 0;
        for (const QByteArray &line : std::as_const(asked)) {
            client.write(line);
            client.says(R"({"sent":)", ++sent);
            client.says(R"("type":"call.)", sent == asked.size() ? sent - 1 + items : sent);
        }
        QTest::qWait(200); // time for surplus messages
        QList<Json> answers;
        for (const QByteArray &line : client.standardOutput().split('\n')) {
            const Json message = jsonLiteral(line);
            if (!message.member("type"_L1).toString().startsWith("call."_L1))
                continue;
            const Json payload = withoutMember(message.member("payload"_L1), u"requestId");
            answers.append(Json::object({{u"type"_s, message.member("type"_L1)}, {u"payload"_s, payload}}));
        }
        return answers;
    };
    QList<Json> live;
    {
        RunningCommand server(run, {u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s});
        const QString url = QString::fromUtf8(server.line()).trimmed();
        live = answersOf(url, 2).first(2);
        const CommandResult called =
            run({u"call"_s, url, divide, u"dividend:=7"_s, u"divisor:=2"_s, u"--record"_s, folder});
        QVERIFY2(called.exitCode == 0, called.err.constData());
        QCOMPARE(
            run({u"call"_s, url, divide, u"dividend:=7"_s, u"divisor:=0"_s, u"--record"_s, folder}).exitCode,
            1);
        const CommandResult stream = run({u"subscribe"_s, url, u"local.clock.tick"_s, u"interval:=20"_s,
            u"--count"_s, u"5"_s, u"--record"_s, folder});
        QVERIFY2(stream.exitCode == 0, stream.err.constData());
    }
    RunningCommand mock(run, {u"replay"_s, folder, u"--as"_s, u"hub"_s});
    const QString address = addressOf(mock);
    QVERIFY2(address.startsWith("ws://127.0.0.1:"_L1), qPrintable(address));
    // Five items and no end, because the recording stopped while the stream was open.
    const QList<Json> replayed = answersOf(address, 5);
    QCOMPARE(replayed.size(), 7);
    const auto withoutTime = [](const Json &answer) {
        const Json output = answer.member("payload"_L1).member("output"_L1);
        return output.isAbsent()
            ? answer
            : Json::object({{u"data"_s, output.member("data"_L1)},
                  {u"operationId"_s, output.member("meta"_L1).member("operationId"_L1)}});
    };
    for (qsizetype i = 0; i < 2; ++i)
        QCOMPARE(withoutTime(replayed.at(i)).toBytes(), withoutTime(live.at(i)).toBytes());
    const auto listing = FixtureFolder(folder).read();
    QVERIFY(listing && listing->fixtures.size() == 3);
    for (const StoredFixture &stored : listing->fixtures) {
        const Fixture &fixture = stored.fixture;
        if (!fixture.error.isAbsent())
            continue;
        if (!fixture.isStream()) { // the envelope is equal, including its time
            QCOMPARE(replayed.at(0).member("payload"_L1).member("output"_L1).toBytes(),
                fixture.envelope.toBytes());
            continue;
        }
        QCOMPARE(fixture.events.size(), 5);
        for (qsizetype i = 0; i < 5; ++i) {
            QCOMPARE(replayed.at(2 + i).member("payload"_L1).member("output"_L1).toBytes(),
                fixture.events.at(i).envelope.toBytes());
        }
    }
    QCOMPARE(replayed.last().member("type"_L1).toString(), u"call.responded"_s);
}

WORKBENCH_TEST(tst_PeerReplay, QCoreApplication)
#include "tst_peer_replay.moc"
