// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Requests of MCP servers to us, in both eras: rounds of input, and requests with an id of their own.

#include "tests/support/mcpsetup.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

class tst_McpRequests : public QObject, McpSetup {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void repeatsACallWithTheAnswers();
    void endsInvalidRounds_data();
    void endsInvalidRounds();
    void roundsHaveALimit();
    void announcesOnlyRequestsThatItAnswers();
    void answersRequestsOfTheServer_data();
    void answersRequestsOfTheServer();
    void refusesMalformedRequests_data();
    void refusesMalformedRequests();
    void deadlinesWaitForTheUser();
    void aCancelledCallWithdrawsItsQuestion();
    void requestsBeyondTheLimitAreRefused();
    void namesTheReasonOfARefusedAddress();
    void aStormOfRequestsEndsTheConnection();
    void aCallEndsThoughItsServerAsksWithoutEnd();
    void aServerRequestOfTheWrongEraGetsNoAnswer();
    void whatHasNoEffectIsANoteOnTheCall_data();
    void whatHasNoEffectIsANoteOnTheCall();
    void aRequestBesideTheReadingOfListsBelongsToTheCall();

private:
    //! Returns the answer that was sent to the server's request with the id \a id.
    Json answerToServer(qint64 id = 5) const
    {
        for (const McpOutgoing &one : channel->sent) {
            if (!one.wantsAnswer && one.message.member("id"_L1).toInteger() == id)
                return one.message;
        }
        return {};
    }
    //! Answers every question with \a answer.
    void answerAll(const PeerAnswer &answer)
    {
        connect(&requests, &PeerRequests::asked, this, [this, answer](const QString &id) {
            asked.append(*requests.current());
            requests.answer(id, answer);
        });
    }

    QList<PeerRequest> asked;
};

void tst_McpRequests::init()
{
    start();
    asked.clear();
}

void tst_McpRequests::repeatsACallWithTheAnswers()
{
    requests.offer({PeerRequest::Kind::Form});
    answerAll({PeerAnswer::Action::Accept, jsonLiteral(R"({"confirmed":true})")});
    QList<Json> calls;
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        calls.append(outgoing.message);
        if (calls.size() > 1)
            return {};
        return FakeChannel::Answers{FakeChannel::resultFor(outgoing,
            R"({"resultType":"input_required","requestState":"s \u00e4 {}","inputRequests":{"k":{"method":"elicitation/create","params":{"message":"Sure?","requestedSchema":{"type":"object","properties":{"confirmed":{"type":"boolean"}}}}}}})")};
    };
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    const auto result = QCoro::waitFor(call());
    QVERIFY2(result, qPrintable(result ? QString() : result.error().message));
    QCOMPARE(calls.size(), 2);
    QVERIFY(calls[0].member("id"_L1) != calls[1].member("id"_L1));
    const Json params = calls[1].member("params"_L1);
    QCOMPARE(params.member("arguments"_L1).toBytes(), QByteArray(R"({"a":1})"));
    QCOMPARE(params.member("requestState"_L1).toString(), u"s ä {}"_s);
    QCOMPARE(params.member("inputResponses"_L1).toBytes(),
        QByteArray(R"({"k":{"action":"accept","content":{"confirmed":true}}})"));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0].source, u"files"_s);
    QCOMPARE(asked[0].operation, u"echo"_s);
    QCOMPARE(asked[0].message, u"Sure?"_s);
    QVERIFY(QCoro::waitFor(call()));
    // The answers belong to that call only.
    QVERIFY(!calls.last().member("params"_L1).hasMember("inputResponses"_L1));
}

void tst_McpRequests::endsInvalidRounds_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("code");
    QTest::newRow("nothing asked") << QByteArray(R"({"resultType":"input_required"})")
                                   << u"mcp.input-required"_s;
    QTest::newRow("requests are a list")
        << QByteArray(R"({"resultType":"input_required","inputRequests":[]})") << u"mcp.input-required"_s;
    QTest::newRow("state is a number")
        << QByteArray(R"({"resultType":"input_required","requestState":7})") << u"mcp.input-required"_s;
    QTest::newRow("not announced") << QByteArray(
        R"({"resultType":"input_required","inputRequests":{"k":{"method":"sampling/createMessage","params":{}}}})")
                                   << u"mcp.not-offered"_s;
    QTest::newRow("broken schema") << QByteArray(
        R"({"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}}}}}}})")
                                   << u"mcp.bad-request"_s;
    QTest::newRow("no message") << QByteArray(
        R"({"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create"}}})")
                                << u"mcp.bad-request"_s;
    QTest::newRow("unknown type") << QByteArray(R"({"resultType":"later"})") << u"mcp.result-type"_s;
    QTest::newRow("type of a wrong type") << QByteArray(R"({"resultType":{}})") << u"mcp.result-type"_s;
}

void tst_McpRequests::endsInvalidRounds()
{
    QFETCH(QByteArray, result);
    QFETCH(QString, code);
    requests.offer({PeerRequest::Kind::Form});
    special = [result](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        return FakeChannel::Answers{FakeChannel::resultFor(outgoing, result)};
    };
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    const auto outcome = QCoro::waitFor(call());
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, code);
    QCOMPARE(outcome.error().kind, ErrorKind::Protocol);
    QVERIFY2(outcome.error().message.contains(u"\"files\""_s), qPrintable(outcome.error().message));
}

void tst_McpRequests::roundsHaveALimit()
{
    limits.inputRounds = 2;
    special = [](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        return FakeChannel::Answers{
            FakeChannel::resultFor(outgoing, R"({"resultType":"input_required","requestState":"s"})")};
    };
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    const auto outcome = QCoro::waitFor(call());
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::Limit);
    QCOMPARE(channel->countSent(u"tools/call"), 3);
}

void tst_McpRequests::announcesOnlyRequestsThatItAnswers()
{
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    QCOMPARE(channel->sent.first().message.member("params"_L1).member("capabilities"_L1).toBytes(),
        QByteArray("{}"));
    using enum PeerRequest::Kind;
    requests.offer({Form, Link, Sampling});
    roots = QList<McpRoot>{{u"file:///tmp"_s, u"tmp"_s}};
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    QCOMPARE(channel->sent.first().message.member("params"_L1).member("capabilities"_L1).toBytes(),
        QByteArray(
            R"({"roots":{"listChanged":false},"sampling":{"tools":{}},"elicitation":{"form":{},"url":{}}})"));
    connectWith({McpPin::Era::Legacy, u"2025-06-18"_s});
    QVERIFY(open());
    QCOMPARE(channel->sent.first().message.member("params"_L1).member("capabilities"_L1).toBytes(),
        QByteArray(R"({"roots":{"listChanged":false},"sampling":{},"elicitation":{}})"));
}

void tst_McpRequests::answersRequestsOfTheServer_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("action");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("answer");
    using enum PeerAnswer::Action;
    const QByteArray form(
        R"("elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"n":{"type":"string","default":"Eve"}}}})");
    const QByteArray link(
        R"("elicitation/create","params":{"mode":"url","message":"Go","url":"https://example.org/x","elicitationId":"e"})");
    const QByteArray application(
        R"("elicitation/create","params":{"mode":"url","message":"Go","url":"https://app.example/a(b);c='d'|$?m=a@b#/consent?id=1","elicitationId":"e"})");
    const QByteArray sampling(
        R"("sampling/createMessage","params":{"maxTokens":5,"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]})");
    QTest::newRow("roots") << QByteArray(R"("roots/list")") << int(Cancel) << QByteArray()
                           << QByteArray(R"({"roots":[{"uri":"file:///tmp","name":"tmp"}]})");
    QTest::newRow("form, the default was cleared")
        << form << int(Accept) << QByteArray() << QByteArray(R"({"action":"accept","content":{}})");
    QTest::newRow("form, declined") << form << int(Decline) << QByteArray()
                                    << QByteArray(R"({"action":"decline"})");
    QTest::newRow("form, value not in the list")
        << form << int(Accept) << QByteArray(R"({"n":1})") << QByteArray(R"({"action":"cancel"})");
    QTest::newRow("link") << link << int(Accept) << QByteArray() << QByteArray(R"({"action":"accept"})");
    QTest::newRow("link into an application")
        << application << int(Accept) << QByteArray() << QByteArray(R"({"action":"accept"})");
    QTest::newRow("sampling")
        << sampling << int(Accept)
        << QByteArray(R"({"role":"assistant","content":{"type":"text","text":"a"},"model":"m"})")
        << QByteArray(R"({"role":"assistant","content":{"type":"text","text":"a"},"model":"m"})");
    QTest::newRow("sampling, a text as content")
        << sampling << int(Accept) << QByteArray(R"({"role":"assistant","content":"a","model":"m"})")
        << QByteArray(R"({"role":"assistant","content":{"type":"text","text":"a"},"model":"m"})");
    QTest::newRow("sampling, declined") << sampling << int(Decline) << QByteArray() << QByteArray("-1");
    QTest::newRow("unknown") << QByteArray(R"("fortune/tell")") << int(Accept) << QByteArray()
                             << QByteArray("-32601");
}

void tst_McpRequests::answersRequestsOfTheServer()
{
    QFETCH(QByteArray, request);
    QFETCH(int, action);
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, answer);
    using enum PeerRequest::Kind;
    requests.offer({Form, Link, Sampling});
    roots = QList<McpRoot>{{u"file:///tmp"_s, u"tmp"_s}};
    answerAll({PeerAnswer::Action(action), content.isEmpty() ? Json() : jsonLiteral(content)});
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    channel->play(R"({"jsonrpc":"2.0","id":5,"method":)" + request + '}');
    QTRY_VERIFY(!answerToServer().isAbsent());
    const Json got = answerToServer();
    if (answer.startsWith('-'))
        QCOMPARE(got.member("error"_L1).member("code"_L1).numberText(), answer);
    else
        QCOMPARE(got.member("result"_L1), jsonLiteral(answer));
}

void tst_McpRequests::refusesMalformedRequests_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<QByteArray>("request");
    const auto row = [](const char *name, const char *request, const char *revision = "2025-11-25") {
        QTest::newRow(name) << QByteArray(revision) << QByteArray(request);
    };
    row("tools that were not announced",
        R"("sampling/createMessage","params":{"maxTokens":1,"messages":[],"tools":[]})", "2025-06-18");
    row("no message", R"("elicitation/create","params":{"requestedSchema":{}})");
    row("no schema", R"("elicitation/create","params":{"message":"m"})");
    row("nested",
        R"("elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"array"}}}})");
    row("address of a script",
        R"("elicitation/create","params":{"mode":"url","message":"m","url":"javascript:x"})");
    row("address over http",
        R"("elicitation/create","params":{"mode":"url","message":"m","url":"http://example.org/"})");
    row("address with a user name",
        R"("elicitation/create","params":{"mode":"url","message":"m","url":"https://example.org@evil.example/"})");
    row("address with a control character",
        R"("elicitation/create","params":{"mode":"url","message":"m","url":"https://example.org/\u0007"})");
    row("address without a host",
        R"("elicitation/create","params":{"mode":"url","message":"m","url":"https:///x"})");
    row("no messages", R"("sampling/createMessage","params":{"maxTokens":1})");
    row("no maximum", R"("sampling/createMessage","params":{"messages":[]})");
}

void tst_McpRequests::refusesMalformedRequests()
{
    QFETCH(QByteArray, revision);
    QFETCH(QByteArray, request);
    using enum PeerRequest::Kind;
    requests.offer({Form, Link, Sampling});
    special = [revision](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "initialize"_L1)
            return {};
        return FakeChannel::Answers{FakeChannel::resultFor(outgoing,
            R"({"protocolVersion":")" + revision + R"(","capabilities":{},"serverInfo":{"name":"s"}})")};
    };
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    channel->play(R"({"jsonrpc":"2.0","id":5,"method":)" + request + '}');
    QTRY_VERIFY(!answerToServer().isAbsent());
    QCOMPARE(answerToServer().member("error"_L1).member("code"_L1).toInteger().value(), -32602);
    QCOMPARE(requests.count(), 0);
    QCOMPARE(logged.size(), 1);
    QVERIFY(logged.first().first().value<LogLine>().text.contains(u"malformed"_s));
}

void tst_McpRequests::deadlinesWaitForTheUser()
{
    limits.requestTimeoutMs = 150;
    requests.offer({PeerRequest::Kind::Form});
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    std::optional<McpOutgoing> pending;
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        pending = outgoing;
        return FakeChannel::Answers{
            R"({"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}})"};
    };
    const std::chrono::milliseconds longerThanTheDeadline(400);
    connect(&requests, &PeerRequests::asked, this, [&](const QString &id) {
        QTimer::singleShot(longerThanTheDeadline, &requests, [this, id, &pending] {
            requests.answer(id, {PeerAnswer::Action::Accept, {}});
            QTimer::singleShot(0, &requests,
                [this, &pending] { channel->play(FakeChannel::resultFor(*pending, R"({"content":[]})")); });
        });
    });
    const auto outcome = QCoro::waitFor(call());
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
}

void tst_McpRequests::aCancelledCallWithdrawsItsQuestion()
{
    requests.offer({PeerRequest::Kind::Form});
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        return FakeChannel::Answers{
            R"({"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}})"};
    };
    std::stop_source stop;
    CallContext context;
    context.cancellation = stop.get_token();
    QSignalSpy ended(&requests, &PeerRequests::ended);
    connect(&requests, &PeerRequests::asked, this, [&stop] { stop.request_stop(); });
    const auto outcome = QCoro::waitFor(call(context));
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::Cancelled);
    QTRY_COMPARE(ended.size(), 1);
}

void tst_McpRequests::requestsBeyondTheLimitAreRefused()
{
    limits.serverPendingRequests = 2;
    requests.offer({PeerRequest::Kind::Form});
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    const auto play = [this](qint64 id, const QByteArray &method) {
        channel->play(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":")" + method
            + R"(","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}})");
    };
    for (qint64 id = 1; id <= 4; ++id)
        play(id, "elicitation/create");
    play(5, "ping");
    QVERIFY(answerToServer(2).isAbsent()); // it waits for the user
    for (qint64 id : {3, 4}) {
        const Json error = answerToServer(id).member("error"_L1);
        QCOMPARE(error.member("code"_L1).toInteger().value_or(0), -1);
        QVERIFY(error.member("message"_L1).toString().contains(u"at most 2 requests"_s));
    }
    QVERIFY(answerToServer().hasMember("result"_L1)); // a ping does not wait
    QCOMPARE(logged.size(), 1);
    while (requests.current())
        requests.answer(requests.current()->id, {});
    QTRY_VERIFY(!answerToServer(2).isAbsent());
    for (qint64 id = 6; id <= 8; ++id)
        play(id, "elicitation/create");
    QVERIFY(answerToServer(8).hasMember("error"_L1));
    QCOMPARE(logged.size(), 2); // a new flood
    adapter.reset();
    QTRY_COMPARE(requests.count(), 0);
}

void tst_McpRequests::namesTheReasonOfARefusedAddress()
{
    requests.offer({PeerRequest::Kind::Link});
    special = [](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        return FakeChannel::Answers{FakeChannel::errorFor(outgoing,
            R"({"code":-32042,"message":"Sign in.","data":{"elicitations":[{"message":"m","url":"http://example.org/","elicitationId":"e"}]}})")};
    };
    connectWith({McpPin::Era::Legacy, {}}, true);
    QVERIFY(open());
    const auto outcome = QCoro::waitFor(call());
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().message.contains(u"was refused: \"files\" sent a malformed"_s)
            && outcome.error().message.contains(u"which is not https"_s),
        qPrintable(outcome.error().message));
}

void tst_McpRequests::aStormOfRequestsEndsTheConnection()
{
    connectWith({McpPin::Era::Legacy, {}});
    QVERIFY(open());
    QSignalSpy closed(adapter.get(), &Adapter::closed);
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    for (int id = 1; id < 1100; ++id)
        channel->play(
            R"({"jsonrpc":"2.0","method":"sampling/createMessage","id":)" + QByteArray::number(id) + '}');
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed.first().first().value<Error>().code, u"mcp.request-storm"_s);
    QVERIFY2(logged.size() < 30, qPrintable(QString::number(logged.size())));
}

//! Each of these requests is answered from a setting, so only the deadline of the call ends them.
void tst_McpRequests::aCallEndsThoughItsServerAsksWithoutEnd()
{
    roots = QList<McpRoot>{{u"file:///tmp"_s, u"tmp"_s}};
    limits.requestMaxTotalMs = 200;
    limits.serverAnswerWaitMs = 200;
    int asks = 0;
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        const bool isAnswer = outgoing.message.hasMember("result"_L1);
        if (!isAnswer && FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        return FakeChannel::Answers{
            R"({"jsonrpc":"2.0","method":"roots/list","id":)" + QByteArray::number(++asks) + '}'};
    };
    connectWith({McpPin::Era::Legacy, {}}, true);
    QVERIFY(open());
    const auto outcome = QCoro::waitFor(call());
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::Timeout);
    QCOMPARE(outcome.error().details.member("limit"_L1).toString(), u"request.maxTotal"_s);
    QVERIFY(asks > 10);
    adapter.reset(); // the server would continue to ask
}

void tst_McpRequests::aServerRequestOfTheWrongEraGetsNoAnswer()
{
    requests.offer({PeerRequest::Kind::Sampling});
    connectWith({McpPin::Era::Auto, {}});
    QVERIFY(open());
    QSignalSpy logged(adapter.get(), &Adapter::logged);
    for (int i = 0; i < 3; ++i)
        channel->play(R"({"jsonrpc":"2.0","id":5,"method":"roots/list"})");
    QVERIFY(answerToServer().isAbsent());
    QCOMPARE(logged.size(), 1);
}

void tst_McpRequests::whatHasNoEffectIsANoteOnTheCall_data()
{
    QTest::addColumn<bool>("modern");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("says");
    QTest::newRow("answer to nothing") << false << QByteArray(R"({"jsonrpc":"2.0","id":7,"result":{}})")
                                       << u"It sent an answer with the id 7, which no request had."_s;
    QTest::newRow("not JSON-RPC") << false << QByteArray(R"({"jsonrpc":"2.0","method":7})")
                                  << u"It sent a message that is not JSON-RPC"_s;
    QTest::newRow("request with a broken schema")
        << false
        << QByteArray(
               R"({"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":"m","requestedSchema":7}})")
        << u"A request of the server was refused: "_s;
    QTest::newRow("a link to a file")
        << false
        << QByteArray(
               R"({"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"mode":"url","message":"m","url":"file:///etc/passwd","elicitationId":"e"}})")
        << u"A request of the server was refused: "_s;
    QTest::newRow("request of the other era")
        << true << QByteArray(R"({"jsonrpc":"2.0","id":5,"method":"roots/list"})")
        << u"It sent the request roots/list. In MCP 2026-07-28, servers do not send requests"_s;
}

void tst_McpRequests::whatHasNoEffectIsANoteOnTheCall()
{
    QFETCH(bool, modern);
    QFETCH(QByteArray, message);
    QFETCH(QString, says);
    requests.offer({PeerRequest::Kind::Form, PeerRequest::Kind::Link});
    std::optional<McpOutgoing> waiting; // the call
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        waiting = outgoing;
        return FakeChannel::Answers{message};
    };
    connectWith({modern ? McpPin::Era::Modern : McpPin::Era::Legacy, {}}, !modern);
    QVERIFY(open());
    CallContext context;
    context.exchangeId = u"x1"_s;
    QTimer::singleShot(50, channel, [&] { // after the message
        channel->play(FakeChannel::resultFor(*waiting, R"({"resultType":"complete","content":[]})"));
    });
    const auto outcome = QCoro::waitFor(call(context));
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
    const auto *described = std::get_if<DescribedEnvelope>(&*outcome);
    QVERIFY(described);
    QCOMPARE(described->notes.size(), 1);
    QVERIFY2(described->notes.first().message.startsWith(says), qPrintable(described->notes.first().message));
}

//! Requests without an exchange, such as lists, do not hide for which call the server asks.
void tst_McpRequests::aRequestBesideTheReadingOfListsBelongsToTheCall()
{
    requests.offer({PeerRequest::Kind::Form});
    answerAll({PeerAnswer::Action::Accept, Json::emptyObject()});
    special = [&](const McpOutgoing &outgoing) -> std::optional<FakeChannel::Answers> {
        if (FakeChannel::methodOf(outgoing) == "tools/list"_L1)
            return FakeChannel::Answers(); // for ever
        if (FakeChannel::methodOf(outgoing) != "tools/call"_L1)
            return {};
        return FakeChannel::Answers{
            R"({"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}})"};
    };
    connectWith({McpPin::Era::Legacy, {}}, true);
    QVERIFY(open());
    Task<Result<Discovery>> listing = adapter->discover();
    CallContext context;
    context.exchangeId = u"x1"_s;
    Task<Result<HandlerResult>> running = call(context);
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(asked.first().exchangeId, u"x1"_s);
    adapter.reset();
    QVERIFY(!QCoro::waitFor(running));
    QVERIFY(!QCoro::waitFor(listing));
}

WORKBENCH_TEST(tst_McpRequests, QCoreApplication)
#include "tst_mcprequests.moc"
