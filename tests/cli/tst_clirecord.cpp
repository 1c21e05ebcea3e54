// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Recording from the command line: what is written and what is not; secrets are never written. R-91, R-155

#include "core/fixture/fixturefolder.h"
#include "core/json/jsonparser.h"
#include "tests/support/encodings.h"
#include "tests/support/rawserver.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void recordsWhatOnlyReads();
    void recordsOneOperation();
    void recordsSeveralOperations();
    void recordsAFileOfCalls();
    void callsNothingIfTheFileIsInvalid_data();
    void callsNothingIfTheFileIsInvalid();
    void recordsBesideACall();
    void recordsAStream();
    void recordsThatItWasStopped();
    void recordsAnError();
    void distinguishesAWebPageFromAnAnswer();
    void keepsTheFilesOfAnEqualSecondRecording();
    void keepsTheRequestOfACallOverHttp();
    void writesNoSecret();
    void keepsTheTextOfABody();
    void requiresAReviewInAGitWorkTree();
    void saysThatAValueIsASecretByItsName();
    void replacesOnRequest();
    void replacesWholeValuesOnRequest();
    void needsAFolder();
    void namesEachFileThatIsNotReplayedOnce();

private:
    FixtureListing recorded() const;
    QMap<QString, QByteArray> files() const;
    QByteArray echo(const RawServer::Request &request) const;

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    QString m_folder;
    QString m_document;
    QByteArray m_answer;
    RawServer m_server{[this](QTcpSocket *socket, const RawServer::Request &request) {
        RawServer::answer(socket, echo(request));
    }};
};

namespace {

const QByteArray canary = "S3cret/C4nary+42=&<x>'";

constexpr auto service = R"json({
    "openapi": "3.1.0", "info": {"title": "Echo", "version": "2"}, "servers": [{"url": "SERVER/api/v1"}],
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/echo/{id}": {"post": {"operationId": "echo", "security": [{"token": []}],
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                           {"name": "page", "in": "query", "schema": {"type": "integer"}},
                           {"name": "api_key", "in": "query", "schema": {"type": "string"}}],
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
            "responses": {"200": {"description": "ok"}}}},
        "/still": {"get": {"operationId": "still",
            "responses": {"200": {"description": "ok", "content": {"application/json": {}}}}}}
    }})json";

} // namespace

void tst_CliRecord::initTestCase()
{
    run.setVariable(u"CANARY"_s, QString::fromUtf8(canary));
}

void tst_CliRecord::init()
{
    static int count = 0;
    m_folder = run.home() + u"/fixtures-%1"_s.arg(++count);
    m_answer = {};
    m_document = run.home() + u"/echo.json"_s;
    QFile file(m_document);
    const QByteArray at = m_server.url(u""_s).toEncoded();
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(service).replace("SERVER", at)) > 0);
}

//! Returns an answer that repeats all of \a request and sets a cookie.
QByteArray tst_CliRecord::echo(const RawServer::Request &request) const
{
    if (m_answer.startsWith("HTTP"))
        return m_answer;
    if (!m_answer.isEmpty())
        return RawServer::ok(m_answer, "Content-Type: application/json\r\n");
    if (request.target.endsWith("/still"))
        return RawServer::ok(R"({"still":true})", "Date: now\r\n");
    const auto text = [](const QByteArray &bytes) { return Json::string(QString::fromUtf8(bytes)); };
    const Json answer = Json::object({{u"target"_s, text(request.target)}, {u"head"_s, text(request.head)},
        {u"body"_s, text(request.body)}, {u"base64"_s, text(request.head.toBase64())},
        {u"percent"_s, text(request.head.toPercentEncoding())}, {u"hex"_s, text(request.head.toHex())},
        {u"html"_s, Json::string(QString::fromUtf8(request.head).toHtmlEscaped())},
        {u"numbers"_s, text(eachCharacter(request.head, u"&#x%1;"_s, 16, 2))},
        {u"escaped"_s, text(eachCharacter(request.head, u"\\u%1"_s, 16, 4))}});
    return RawServer::ok(answer.toBytes(),
        "Content-Type: application/json\r\nSet-Cookie: sid=" + canary.toHex() + "\r\nX-Echo: " + canary
            + "\r\n");
}

FixtureListing tst_CliRecord::recorded() const
{
    return FixtureFolder(m_folder).read().value_or(FixtureListing{});
}

QMap<QString, QByteArray> tst_CliRecord::files() const
{
    QMap<QString, QByteArray> all;
    QDirIterator each(m_folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (each.hasNext()) {
        QFile file(each.next());
        if (file.open(QIODevice::ReadOnly))
            all.insert(QDir(m_folder).relativeFilePath(file.fileName()), file.readAll());
    }
    return all;
}

void tst_CliRecord::recordsWhatOnlyReads()
{
    const CommandResult result = run({u"record"_s, u"demo:local"_s, u"--to"_s, m_folder});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const FixtureListing listing = recorded();
    QCOMPARE(listing.problems.size(), 0);
    QStringList operations;
    for (const StoredFixture &stored : listing.fixtures) {
        operations.append(stored.fixture.operation);
        QVERIFY2(result.out.contains(stored.file.toUtf8()), result.out.constData());
        QVERIFY(listing.definitions.contains(stored.fixture.definitionHash));
        QCOMPARE(stored.fixture.source.kind, u"local"_s);
    }
    QVERIFY(operations.contains(u"clock.now"_s));
    QVERIFY(!operations.contains(u"report.slow"_s)); // a mutation
    QVERIFY(!operations.contains(u"math.divide"_s)); // the operation needs an input
    QVERIFY2(result.err.contains("math.divide: not recorded: "), result.err.constData());

    QFile inputs(run.home() + u"/inputs.json"_s);
    QVERIFY(inputs.open(QIODevice::WriteOnly)
        && inputs.write(R"({"math.divide":{"dividend":6,"divisor":3},"nothing":{}})") > 0);
    inputs.close();
    const CommandResult more = run(
        {u"record"_s, u"demo:local"_s, u"--to"_s, m_folder, u"--inputs"_s, inputs.fileName(), u"--json"_s});
    QVERIFY2(more.exitCode == 2, more.err.constData()); // one of the operations does not exist
    QCOMPARE(recorded().fixtures.size(), listing.fixtures.size() + 1);
    bool isTold = false;
    for (const Json &entry : jsonLiteral(more.out).items())
        isTold = isTold
            || entry.member("error"_L1).member("message"_L1).toString()
                == "the source has no such operation"_L1;
    QVERIFY2(isTold, more.out.constData());
}

void tst_CliRecord::recordsOneOperation()
{
    const CommandResult result = run({u"record"_s, u"demo:local"_s, u"--to"_s, m_folder, u"math.divide"_s,
        u"dividend:=7"_s, u"divisor:=2"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const FixtureListing listing = recorded();
    QCOMPARE(listing.fixtures.size(), 1);
    const Fixture &fixture = listing.fixtures.first().fixture;
    QCOMPARE(fixture.input.toBytes(), QByteArray(R"({"dividend":7,"divisor":2})"));
    QCOMPARE(fixture.envelope.member("meta"_L1).member("source"_L1).toString(), u"local"_s);
    QCOMPARE(fixture.match, (QList<MatchRule>{{MatchRule::Kind::Ignore, u"/meta/timestamp"_s}}));
    QVERIFY(fixture.recordedAt.secsTo(QDateTime::currentDateTimeUtc()) < 60);
}

void tst_CliRecord::recordsSeveralOperations()
{
    const QStringList record{u"record"_s, u"demo:local"_s, u"--to"_s, m_folder};
    const CommandResult result = run(record
        + QStringList{u"math.divide"_s, u"dividend:=7"_s, u"divisor:=2"_s, u"clock.now"_s, u"math.divide"_s,
            u"dividend:=1"_s, u"divisor:=0"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData()); // an error answer is recorded, too
    QCOMPARE(result.out.trimmed().count('\n'), 2);
    QStringList inputs;
    for (const StoredFixture &stored : recorded().fixtures)
        inputs.append(QString::fromUtf8(stored.fixture.input.toBytes()));
    inputs.sort();
    QCOMPARE(inputs,
        (QStringList{u"{\"dividend\":1,\"divisor\":0}"_s, u"{\"dividend\":7,\"divisor\":2}"_s, u"{}"_s}));

    const QMap<QString, QByteArray> before = files();
    const CommandResult unknown = run(record + QStringList{u"clock.now"_s, u"clock.later"_s});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("no operation \"clock.later\""), unknown.err.constData());
    QCOMPARE(files(), before); // the first operation was not called either
    QCOMPARE(run(record + QStringList{u"clock.now"_s, u"clock.now"_s, u"--input"_s, u"{}"_s}).exitCode, 2);
    QCOMPARE(run(record + QStringList{u"clock.now"_s, u"clock.tick"_s}).exitCode, 2); // endless
    QCOMPARE(run(record + QStringList{u"clock.now"_s, u"--inputs"_s, u"x.json"_s}).exitCode, 2);
}

void tst_CliRecord::recordsAFileOfCalls()
{
    QFile calls(run.home() + u"/calls.jsonl"_s);
    QVERIFY(calls.open(QIODevice::WriteOnly)
        && calls.write(R"({"operation":"math.divide","input":{"dividend":6,"divisor":3}})"
                       "\n\n"
                       R"({"operation":"local.clock.now"})"
                       "\r\n"
                       R"({"operation":"clock.tick","input":{"interval":20},"count":2})"
                       "\n"
                       R"({"operation":"math.divide","input":{"dividend":6,"divisor":3}})")
            > 0);
    calls.close();
    const QStringList record{
        u"record"_s, u"demo:local"_s, u"--to"_s, m_folder, u"--calls"_s, calls.fileName(), u"--json"_s};
    const CommandResult result = run(record);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(jsonLiteral(result.out).size(), 4);
    const FixtureListing listing = recorded();
    QCOMPARE(listing.fixtures.size(), 4); // the operation that was called twice has two fixtures
    qsizetype divisions = 0;
    for (const StoredFixture &stored : listing.fixtures) {
        divisions += stored.fixture.operation == "math.divide"_L1 ? 1 : 0;
        if (stored.fixture.isStream())
            QCOMPARE(stored.fixture.events.size(), 2);
    }
    QCOMPARE(divisions, 2);
    const QStringList names = files().keys();
    QCOMPARE(run(record).exitCode, 0);
    QCOMPARE(files().keys(), names);
}

void tst_CliRecord::callsNothingIfTheFileIsInvalid_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("not JSON") << QByteArray("{\"operation\"") << QByteArray("line 2");
    QTest::newRow("not an object") << QByteArray("[]") << QByteArray("line 2: expected a call");
    QTest::newRow("no operation") << QByteArray(R"({"input":{}})") << QByteArray("line 2: expected a call");
    QTest::newRow("unknown member") << QByteArray(R"({"operation":"clock.now","inputs":{}})")
                                    << QByteArray("line 2: a call has no member \"inputs\"");
    QTest::newRow("unknown operation") << QByteArray(R"({"operation":"clock.then"})")
                                       << QByteArray("line 2: demo:local has no operation \"clock.then\"");
    QTest::newRow("an invalid count") << QByteArray(R"({"operation":"clock.tick","count":0})")
                                      << QByteArray("line 2: \"count\" needs a number above 0");
    QTest::newRow("an invalid duration") << QByteArray(R"({"operation":"clock.tick","for":"soon"})")
                                         << QByteArray("line 2: \"for\" needs a duration");
    QTest::newRow("endless") << QByteArray(R"({"operation":"clock.tick"})")
                             << QByteArray("line 2: clock.tick is a stream");
}

void tst_CliRecord::callsNothingIfTheFileIsInvalid()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, error);
    QFile calls(run.home() + u"/wrong.jsonl"_s);
    QVERIFY(
        calls.open(QIODevice::WriteOnly) && calls.write("{\"operation\":\"clock.now\"}\n" + line + '\n') > 0);
    calls.close();
    const CommandResult result =
        run({u"record"_s, u"demo:local"_s, u"--to"_s, m_folder, u"--calls"_s, calls.fileName()});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(error), result.err.constData());
    QCOMPARE(files().size(), 0);
}

void tst_CliRecord::recordsBesideACall()
{
    const CommandResult result = run({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"city=Oslo"_s,
        u"--json"_s, u"--record"_s, m_folder});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const FixtureListing listing = recorded();
    QCOMPARE(listing.fixtures.size(), 1);
    const Fixture &fixture = listing.fixtures.first().fixture;
    QCOMPARE(fixture.source.kind, u"mcp"_s);
    QVERIFY2(fixture.source.protocol.startsWith("MCP 20"_L1), qPrintable(fixture.source.protocol));
    QVERIFY(!fixture.source.server.isEmpty());
    QCOMPARE(fixture.kind, u"tool"_s);
    const Json envelope = jsonLiteral(result.out).member("envelope"_L1);
    QCOMPARE(fixture.envelope.member("meta"_L1), envelope.member("meta"_L1));
    const OperationSpec spec = listing.definitions.value(fixture.definitionHash).spec;
    QCOMPARE(spec.id.toString(), u".get-weather"_s);
    QCOMPARE(spec.definition.member("name"_L1).toString(), u"get-weather"_s);
}

void tst_CliRecord::recordsAStream()
{
    const QStringList stream{u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s, u"--count"_s, u"3"_s};
    const CommandResult printed =
        run(QStringList{u"subscribe"_s} + stream + QStringList{u"--record"_s, m_folder});
    QVERIFY2(printed.exitCode == 0, printed.err.constData());
    QCOMPARE(printed.out.trimmed().count('\n'), 3);
    const FixtureListing listing = recorded();
    QCOMPARE(listing.fixtures.size(), 1);
    const Fixture &fixture = listing.fixtures.first().fixture;
    QCOMPARE(fixture.end, u"count"_s);
    QCOMPARE(fixture.events.size(), 3);
    QVERIFY(fixture.events.at(1).gapMs > 0);
    QCOMPARE(
        fixture.events.first().envelope, jsonLiteral(printed.out.split('\n').first()).member("envelope"_L1));

    const CommandResult silent = run(QStringList{u"record"_s} + stream + QStringList{u"--to"_s, m_folder});
    QVERIFY2(silent.exitCode == 0, silent.err.constData());
    QCOMPARE(silent.out.trimmed().count('\n'), 0);
    QCOMPARE(recorded().fixtures.size(), 1);
}

//! The server would have gone on after Ctrl+C, so the replay of the recording goes on, too.
void tst_CliRecord::recordsThatItWasStopped()
{
    RunningCommand stream(
        run, {u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s, u"--record"_s, m_folder});
    QVERIFY(stream.says("\n", 2));
    stream.send(SIGINT);
    QVERIFY(stream.ended());
    QCOMPARE(stream.exitCode(), 130);
    const FixtureListing listing = recorded();
    QCOMPARE(listing.fixtures.size(), 1);
    QCOMPARE(listing.fixtures.first().fixture.end, u"cancelled"_s);
    const CommandResult again = run({u"subscribe"_s, QString(u"fixtures:"_s + m_folder), u"clock.tick"_s,
        u"interval:=20"_s, u"--for"_s, u"1s"_s});
    QCOMPARE(again.exitCode, 0);
    QVERIFY2(again.out.contains(R"({"end":"time","events":)"), again.out.constData());
}

void tst_CliRecord::recordsAnError()
{
    const QStringList divide{u"demo:local"_s, u"math.divide"_s, u"dividend:=1"_s};
    const CommandResult failed =
        run(QStringList{u"call"_s} + divide + QStringList{u"divisor:=0"_s, u"--record"_s, m_folder});
    QCOMPARE(failed.exitCode, 1);
    QCOMPARE(recorded().fixtures.size(), 1);
    QCOMPARE(recorded().fixtures.first().fixture.error.member("code"_L1).toString(), u"DIVISION_BY_ZERO"_s);

    // The input is refused before a request is sent, so there is nothing to record.
    const CommandResult refused =
        run(QStringList{u"call"_s} + divide + QStringList{u"divisor=a"_s, u"--record"_s, m_folder});
    QCOMPARE(refused.exitCode, 7);
    QCOMPARE(recorded().fixtures.size(), 1);
}

void tst_CliRecord::distinguishesAWebPageFromAnAnswer()
{
    m_answer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>Sign in</title>";
    const CommandResult result = run({u"record"_s, m_document, u"--to"_s, m_folder, u"still"_s});
    const QByteArray said = result.out + result.err;
    QVERIFY2(said.contains("still: error, a web page"), said.constData());
    QVERIFY2(result.exitCode == 5 && said.contains("still: recorded, but it failed: "), said.constData());
}

void tst_CliRecord::keepsTheFilesOfAnEqualSecondRecording()
{
    const QStringList record{u"record"_s, m_document, u"--to"_s, m_folder};
    QCOMPARE(run(record).exitCode, 0);
    const QMap<QString, QByteArray> before = files();
    QCOMPARE(before.size(), 2); // still, and its definition
    QCOMPARE(run(record).exitCode, 0);
    QCOMPARE(files(), before);
    m_answer = R"({"still":false})";
    QCOMPARE(run(record).exitCode, 0);
    QCOMPARE(files().keys(), before.keys());
    QVERIFY(files() != before);
}

void tst_CliRecord::keepsTheRequestOfACallOverHttp()
{
    const CommandResult result = run({u"record"_s, m_document, u"--to"_s, m_folder, u"echo"_s, u"id=a/b c"_s,
        u"page:=2"_s, u"body:={\"n\":1.50}"_s, u"--auth"_s, u"bearer:env:CANARY"_s, u"--server"_s,
        m_server.url(u"/api/v1"_s).toString()});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const FixtureListing listing = recorded();
    QCOMPARE(listing.fixtures.size(), 1);
    const std::optional<FixtureRequest> request = listing.fixtures.first().fixture.request;
    QVERIFY(request);
    QCOMPARE(request->method, u"POST"_s);
    QCOMPARE(request->target, u"/echo/a%2Fb%20c?page=2"_s);
    QCOMPARE(request->contentType, u"application/json"_s);
    QCOMPARE(request->body, QByteArray(R"({"n":1.50})"));
}

void tst_CliRecord::writesNoSecret()
{
    const QString text = QString::fromUtf8(canary);
    const QStringList arguments{u"id=x"_s, u"api_key="_s + text, u"body:={\"password\":\"%1\"}"_s.arg(text),
        u"--auth"_s, u"bearer:env:CANARY"_s, u"--server"_s, m_server.url(u"/api/v1"_s).toString(),
        u"--header"_s, u"X-Mine: env:CANARY"_s};
    const CommandResult result =
        run(QStringList{u"record"_s, m_document, u"--to"_s, m_folder, u"echo"_s} + arguments);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.err.contains("redacted"), result.err.constData());
    QCOMPARE(recorded().fixtures.size(), 1);
    QMap<QString, QByteArray> written = files();
    written.insert(u"what was printed"_s, result.err + result.out);
    const auto encodings = encodingsOf(canary);
    for (auto file = written.cbegin(); file != written.cend(); ++file) {
        for (auto encoding = encodings.cbegin(); encoding != encodings.cend(); ++encoding) {
            QVERIFY2(!holdsEncoded(file.value(), encoding.value(), encoding.key()),
                qPrintable(file.key() + u": "_s + encoding.key()));
        }
    }
}

//! A recording keeps the exact text of a body unless redaction changed it.
void tst_CliRecord::keepsTheTextOfABody()
{
    m_answer = "{\n  \"still\": 1.50\n}\n";
    QCOMPARE(run({u"record"_s, m_document, u"--to"_s, m_folder, u"still"_s}).exitCode, 0);
    QCOMPARE(recorded().fixtures.first().fixture.body, m_answer);
    const QMap<QString, QByteArray> before = files();
    QCOMPARE(run({u"record"_s, m_document, u"--to"_s, m_folder, u"still"_s}).exitCode, 0);
    QCOMPARE(files(), before);
    m_answer = R"({"still":1.50})";
    QCOMPARE(run({u"record"_s, m_document, u"--to"_s, m_folder, u"still"_s}).exitCode, 0);
    QCOMPARE(recorded().fixtures.first().fixture.body, QByteArray());
    m_answer = "{ \"still\": \"" + canary + "\" }";
    const CommandResult hidden = run({u"record"_s, m_document, u"--to"_s, m_folder, u"still"_s, u"--header"_s,
        u"X-Mine: env:CANARY"_s, u"--server"_s, m_server.url(u"/api/v1"_s).toString()});
    QVERIFY2(hidden.exitCode == 0, hidden.err.constData());
    QCOMPARE(recorded().fixtures.first().fixture.body, QByteArray());
}

void tst_CliRecord::requiresAReviewInAGitWorkTree()
{
    QVERIFY(QDir().mkpath(m_folder + u"/.git"_s));
    m_answer = R"({"note":"ghp_abcdefghijklmnopqrstuvwxyz0123456789"})";
    const QStringList record{u"record"_s, m_document, u"--to"_s, m_folder};
    const CommandResult refused = run(record);
    QCOMPARE(refused.exitCode, 8);
    QVERIFY2(refused.err.contains("to be reviewed /envelope/data/note: looks like a GitHub token (ghp_…)"),
        refused.err.constData());
    QVERIFY(!refused.err.contains("ghp_abcdef"));
    QCOMPARE(files().size(), 0);
    const CommandResult called = run({u"call"_s, m_document, u"still"_s, u"--record"_s, m_folder});
    QCOMPARE(called.exitCode, 8);
    QVERIFY(called.out.contains("ghp_abcdef")); // the printed answer is not redacted
    QCOMPARE(files().size(), 0);
    QCOMPARE(run(record + QStringList{u"--accept-findings"_s}).exitCode, 0);
    QCOMPARE(recorded().fixtures.size(), 1);
}

void tst_CliRecord::saysThatAValueIsASecretByItsName()
{
    m_answer = R"({"sessionId":"0123456789abcdef"})";
    const CommandResult result = run({u"record"_s, m_document, u"--to"_s, m_folder, u"still"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.err.contains(
                 "redacted /envelope/data/sessionId: the value of \"sessionId\" looks like a secret"),
        result.err.constData());
}

void tst_CliRecord::replacesOnRequest()
{
    QVERIFY(QDir().mkpath(m_folder + u"/.git"_s));
    m_answer = R"({"note":"ghp_abcdefghijklmnopqrstuvwxyz0123456789"})";
    const CommandResult result = run(
        {u"record"_s, m_document, u"--to"_s, m_folder, u"--redact"_s, u"/envelope/data/note"_s, u"--json"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(recorded().fixtures.first().fixture.envelope.member("data"_L1).toBytes(),
        QByteArray(R"({"note":"${secret:github-token}"})"));
    QVERIFY2(jsonLiteral(result.out).toBytes().contains(R"("replaced":true)"), result.out.constData());
}

void tst_CliRecord::replacesWholeValuesOnRequest()
{
    m_answer = R"({"user":{"name":"Jane","tags":["one","two"]},"list":[1,2]})";
    const QStringList record{u"record"_s, m_document, u"--to"_s, m_folder, u"still"_s};
    const CommandResult result = run(record
        + QStringList{u"--redact"_s, u"/envelope/data/user"_s, u"--redact"_s, u"/envelope/data/list"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(recorded().fixtures.first().fixture.envelope.member("data"_L1).toBytes(),
        QByteArray(R"({"user":"${secret:user}","list":"${secret:list}"})"));
    const QMap<QString, QByteArray> before = files();
    for (const QByteArray &content : before)
        QVERIFY2(!content.contains("Jane") && !content.contains("two"), content.constData());
    // The command refuses to redact a member that every fixture needs.
    const CommandResult refused = run(record + QStringList{u"--redact"_s, u"/operation"_s});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("--redact /operation"), refused.err.constData());
    QCOMPARE(files(), before);
}

void tst_CliRecord::needsAFolder()
{
    QCOMPARE(run({u"record"_s, u"demo:local"_s}).exitCode, 2);
    QFile file(m_folder);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const CommandResult result = run({u"record"_s, u"demo:local"_s, u"--to"_s, m_folder, u"clock.now"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("could not be created: Not a directory"), result.err.constData());
}

void tst_CliRecord::namesEachFileThatIsNotReplayedOnce()
{
    QVERIFY(QDir().mkpath(m_folder));
    QFile file(m_folder + u"/broken.json"_s);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") > 0);
    file.close();
    const CommandResult result = run({u"list"_s, QString(u"fixtures:"_s + m_folder)});
    QVERIFY2(result.err.count("broken.json is not replayed") == 1, result.err.constData());
    QVERIFY2(result.err.contains("fixtures: broken.json is not replayed"), result.err.constData());
    QVERIFY2(!result.err.contains("later version"), result.err.constData());
}

WORKBENCH_TEST(tst_CliRecord, QCoreApplication)
#include "tst_clirecord.moc"
