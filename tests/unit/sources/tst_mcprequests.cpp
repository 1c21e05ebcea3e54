// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Requests of MCP servers to us, in both eras: rounds of input, and requests with an id of their own.

#include "tests/support/mcpsetup.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

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
    void aStormOfRequestsEndsTheConnection();
    void aCallEndsThoughItsServerAsksWithoutEnd();
    void aServerRequestOfTheWrongEraGetsNoAnswer();

private:
    //! Returns the answer that was sent to the server's request with the id 5.
    Json answerToServer() const
    {
        for (const McpOutgoing &one : channel->sent) {
            if (!one.wantsAnswer && one.message.member("id"_L1).toInteger() == 5)
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
    const QByteArray sampling(
        R"("sampling/createMessage","params":{"maxTokens":5,"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]})");
    QTest::newRow("roots") << QByteArray(R"("roots/list")") << int(Cancel) << QByteArray()
                           << QByteArray(R"({"roots":[{"uri":"file:///tmp","name":"tmp"}]})");
    QTest::newRow("form, defaults") << form << int(Accept) << QByteArray()
                                    << QByteArray(R"({"action":"accept","content":{"n":"Eve"}})");
    QTest::newRow("form, declined") << form << int(Decline) << QByteArray()
                                    << QByteArray(R"({"action":"decline"})");
    QTest::newRow("form, value not in the list")
        << form << int(Accept) << QByteArray(R"({"n":1})") << QByteArray(R"({"action":"cancel"})");
    QTest::newRow("link") << link << int(Accept) << QByteArray() << QByteArray(R"({"action":"accept"})");
    QTest::newRow("sampling")
        << sampling << int(Accept)
        << QByteArray(R"({"role":"assistant","content":{"type":"text","text":"a"},"model":"m"})")
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

WORKBENCH_TEST(tst_McpRequests, QCoreApplication)
#include "tst_mcprequests.moc"
