// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"
#include "tests/unit/sources/mcpconnectionfixture.h"

#include <QLoggingCategory>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class tst_McpConnection : public QObject, McpConnectionFixture {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void routesAnswersById();
    void dropsForgedAnswers_data();
    void dropsForgedAnswers();
    void theFirstOfTwoAnswersCounts();
    void anAnswerBeforeItsRequestIsDropped();
    void aPeerThatGuessesIdsIsCutOff();
    void aBrokenAnswerIsAProtocolError_data();
    void aBrokenAnswerIsAProtocolError();
    void inputRequiredIsAProtocolError();
    void remarksAboutTheTextReachTheCaller();
    void remarksOnAnErrorAreItsDetail();
    void remarksOnTheTextOfOtherMessagesAreKept_data();
    void remarksOnTheTextOfOtherMessagesAreKept();
    void aMessageOverALimitFailsTheOnlyRequest();
    void jsonThatIsNotAMessageAnswersNothing_data();
    void jsonThatIsNotAMessageAnswersNothing();
    void anAnswerThatIsNotJsonFailsItsRequest();
    void anAnswerThatIsNotJsonSaysWhy();
    void textAboutARequestDoesNotFailIt();
    void anAnswerMayLackItsVersionOrHaveAMethod_data();
    void anAnswerMayLackItsVersionOrHaveAMethod();
    void aPeerThatRepeatsRequestsIsNoServer();
    void aRequestWithAResultIsNotAnEcho();
    void whatCameForAnotherRequestIsNotBlamed();
    void aTimeoutReportsWhatCameInstead_data();
    void aTimeoutReportsWhatCameInstead();
    void anErrorWithoutIdGoesToTheOnlyRequest();
    void anErrorWithoutIdGoesToNoneOfSeveral();
    void splitsBatches();
    void aBatchOfAnotherRevisionIsAProtocolError_data();
    void aBatchOfAnotherRevisionIsAProtocolError();
    void anErrorWithoutIdInABatchFailsTheOnlyRequest();
    void remarksAnEmptyBatch();
    void answersPingAndRefusesTheRest();
    void aHundredPingsAreAnsweredOneByOne();
    void aHundredPingsDoNotPileUpAnswers();
    void survivesMalformedMessages();
    void coalescesListChanges();
    void cancelNotifiesThePeerAndNotesTheLateAnswer();
    void closeSettlesWhatWaits();
    void aFailingSendFailsItsRequest();
    void notesEveryFrameWithItsCall();
    void tracesWhenRequested();
};

void tst_McpConnection::init()
{
    make();
}

void tst_McpConnection::cleanup()
{
    drop();
}

void tst_McpConnection::routesAnswersById()
{
    const auto first = ask();
    const auto second = ask();
    QVERIFY(idOf(0) != idOf(1));
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(1) + R"(,"result":"two"})");
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":"one"})");
    QCOMPARE(first.result().value().toString(), u"one"_s);
    QCOMPARE(second.result().value().toString(), u"two"_s);
}

void tst_McpConnection::dropsForgedAnswers_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("another number") << QByteArray("99");
    QTest::newRow("the number as a string") << QByteArray("\"ID\"");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("an object") << QByteArray("{}");
    QTest::newRow("a fraction") << QByteArray("ID.5");
    QTest::newRow("the first of a count") << QByteArray("1");
}

void tst_McpConnection::dropsForgedAnswers()
{
    QFETCH(QByteArray, id);
    const auto answer = ask();
    id.replace("ID", idOf(0));
    channel->play(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":"forged"})");
    QVERIFY(!answer.isFinished());
    QVERIFY(!notes().last().isEmpty());
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":"true"})");
    QCOMPARE(answer.result().value().toString(), u"true"_s);
}

void tst_McpConnection::theFirstOfTwoAnswersCounts()
{
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    const auto answer = ask();
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":"one"})");
    for (int i = 0; i < 50; ++i)
        channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":"two"})");
    QCOMPARE(answer.resultCount(), 1);
    QCOMPARE(answer.result().value().toString(), u"one"_s);
    QVERIFY(notes().last().contains(u"late"_s));
    QCOMPARE(logged.size(), 20);
    QCOMPARE(logged.first().first().value<LogLine>().text,
        u"Answered tools/call a second time; the repetition was dropped."_s);
}

void tst_McpConnection::anAnswerBeforeItsRequestIsDropped()
{
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    for (int id = 1; id <= 50; ++id)
        channel->play(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":"early"})");
    const auto answer = ask();
    QTest::qWait(0);
    QVERIFY(!answer.isFinished());
    QCOMPARE(notes().last(), u"answers no request of ours, dropped"_s);
    QCOMPARE(logged.size(), 20); // in the log pane; all frames are noted
    QCOMPARE(notes().size(), 50);
}

void tst_McpConnection::aPeerThatGuessesIdsIsCutOff()
{
    const auto answer = ask();
    for (int id = 1; id <= 1001; ++id)
        channel->play(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":"guessed"})");
    QVERIFY(answer.isFinished());
    QCOMPARE(answer.result().error().kind, ErrorKind::Protocol);
    QVERIFY2(answer.result().error().message.contains(u"\"files\" sent more than 1000 answers"_s),
        qPrintable(answer.result().error().message));
    QCOMPARE(channel->closeCalls, 1);
}

void tst_McpConnection::aBrokenAnswerIsAProtocolError_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *members, const QString &says) {
        QTest::newRow(name) << QByteArray(members) << says;
    };
    row("result and error", R"(,"result":"x","error":{"code":-32000,"message":"no"})",
        u"both a result and an error"_s);
    row("neither", "", u"neither a result nor an error"_s);
    row("an error that is text", R"(,"error":"no")", u"the error is a string"_s);
    row("an error without a code", R"(,"error":{"message":"no"})", u"the error's code is missing"_s);
    row("an error with a code that is text", R"(,"error":{"code":"x","message":"no"})",
        u"the error's code is a string"_s);
    row("an error without a message", R"(,"error":{"code":-32000})", u"the error's message is missing"_s);
    row("an empty error", R"(,"error":{})", u"the error's code is missing"_s);
    row("a null error beside the result", R"(,"error":null,"result":{})", u"the error is null"_s);
    row("a null result beside the error", R"(,"error":{"code":1,"message":"no"},"result":null)",
        u"both a result and an error"_s);
    row("a task in a revision without it", R"(,"result":{"resultType":"task","taskId":"t"})",
        u"resultType \"task\". This belongs to MCP 2026-07-28"_s);
}

void tst_McpConnection::aBrokenAnswerIsAProtocolError()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, says);
    const auto answer = ask();
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + members + '}');
    QVERIFY(answer.isFinished() && !answer.result());
    const Error error = answer.result().error();
    QCOMPARE(error.kind, ErrorKind::Protocol);
    QVERIFY2(error.message.contains(says) && error.message.contains(u"\"files\" answered tools/call"_s),
        qPrintable(error.message));
}

void tst_McpConnection::inputRequiredIsAProtocolError()
{
    const auto answer = ask();
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0)
        + R"(,"result":{"resultType":"input_required","inputRequests":{},"content":[]}})");
    QVERIFY(answer.isFinished() && !answer.result());
    const Error error = answer.result().error();
    QCOMPARE(error.kind, ErrorKind::Protocol);
    QVERIFY2(error.message.contains(u"input_required"_s) && error.message.contains(u"2026-07-28"_s),
        qPrintable(error.message));
}

void tst_McpConnection::remarksAboutTheTextReachTheCaller()
{
    McpConnection::Request request;
    request.method = u"tools/call"_s;
    request.remarks = std::make_shared<QList<JsonRemark>>();
    const auto remarks = request.remarks;
    const auto answer = connection->request(std::move(request));
    channel->play(
        R"({"jsonrpc":"2.0","_x":{"a":1,"a":2},"id":)" + idOf(0) + R"(,"result":{"a":1,"a":"\ud800"}})");
    QVERIFY(answer.isFinished() && answer.result());
    QCOMPARE(remarks->size(), 2);
    QCOMPARE(remarks->at(0).pointer, u"/a"_s);
    QVERIFY(remarks->at(0).message.contains(u"more than once"_s));
    QVERIFY(remarks->at(1).message.contains(u"U+FFFD"_s));
    QVERIFY2(notes().last().contains(u"2 more notes"_s), qPrintable(notes().last()));

    request.method = u"tools/call"_s;
    request.remarks = remarks;
    remarks->clear();
    const auto twice = connection->request(request);
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(1) + R"(,"result":"one","result":"two"})");
    QCOMPARE(twice.result().value().toString(), u"two"_s);
    QCOMPARE(remarks->size(), 1);
    QCOMPARE(remarks->first().pointer, QString());
    QCOMPARE(
        remarks->first().message, u"\"result\": The key occurs more than once; the last value counts."_s);
}

void tst_McpConnection::remarksOnAnErrorAreItsDetail()
{
    McpConnection::Request request;
    request.method = u"tools/call"_s;
    request.remarks = std::make_shared<QList<JsonRemark>>();
    const auto answer = connection->request(request);
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0)
        + R"(,"error":{"code":-1,"message":"\ud800","data":{"a":1,"a":2}}})");
    QVERIFY(answer.isFinished() && !answer.result());
    const QStringList lines = answer.result().error().detail.split(u'\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines.first().startsWith(u"error: At /message: A "_s), qPrintable(lines.first()));
    QCOMPARE(lines.last(), u"error: At /data/a: The key occurs more than once; the last value counts."_s);
    QVERIFY(request.remarks->isEmpty());
}

void tst_McpConnection::remarksOnTheTextOfOtherMessagesAreKept_data()
{
    QTest::addColumn<QByteArray>("message"); // ODD: members of which one occurs twice
    QTest::addColumn<bool>("isPassedOn");
    const auto notification = [](const char *method, bool isPassedOn) {
        QTest::newRow(method) << R"({"jsonrpc":"2.0","params":{ODD},"method":")" + QByteArray(method) + "\"}"
                              << isPassedOn;
    };
    notification("notifications/message", false);
    notification("notifications/progress", false);
    notification("notifications/tools/list_changed", false);
    notification("notifications/resources/updated", true);
    QTest::newRow("a request") << QByteArray(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{ODD}})")
                               << false;
    QTest::newRow("an error without an id")
        << QByteArray(R"({"jsonrpc":"2.0","error":{"code":-1,"message":"no",ODD}})") << false;
    QTest::newRow("an answer to no request")
        << QByteArray(R"({"jsonrpc":"2.0","id":7,"result":{ODD}})") << false;
}

void tst_McpConnection::remarksOnTheTextOfOtherMessagesAreKept()
{
    QFETCH(QByteArray, message);
    QFETCH(bool, isPassedOn);
    QList<JsonRemark> heard;
    connect(connection.get(), &McpConnection::notified, this,
        [&heard](const QString &, const Json &, const QList<JsonRemark> &remarks) { heard = remarks; });
    channel->play(message.replace("ODD", R"("a":1,"a":2)"));
    QVERIFY2(notes().last().contains(u"/a: The key occurs more than once"_s), qPrintable(notes().last()));
    QCOMPARE(heard.size(), isPassedOn ? 1 : 0);
    if (isPassedOn)
        QCOMPARE(heard.first().pointer, u"/a"_s);
}

void tst_McpConnection::aMessageOverALimitFailsTheOnlyRequest()
{
    const Error limit{ErrorKind::Limit, u"limit.json.nodes"_s, u"Too many values."_s, {}, {}};
    const auto first = ask();
    const auto second = ask();
    Q_EMIT channel->unreadable(0, limit);
    QVERIFY(!first.isFinished() && !second.isFinished()); // the request that was answered is unknown
    Q_EMIT channel->unreadable(idOf(1).toULongLong(), limit);
    QVERIFY(!first.isFinished() && second.isFinished());
    Q_EMIT channel->unreadable(0, limit);
    QVERIFY(first.isFinished());
    QCOMPARE(first.result().error().kind, ErrorKind::Limit);
    QCOMPARE(first.result().error().message, u"Server \"files\": Too many values."_s);
}

// Programs may log as JSON, with members named id, method or result.
void tst_McpConnection::jsonThatIsNotAMessageAnswersNothing_data()
{
    QTest::addColumn<QByteArray>("line"); // ID: the id of the request
    QTest::newRow("a log with an id") << QByteArray(R"({"level":30,"id":ID,"msg":"request completed"})");
    QTest::newRow("a log with a result") << QByteArray(R"({"level":30,"id":ID,"result":"ok"})");
    QTest::newRow("a log with an error") << QByteArray(R"({"id":ID,"error":{"code":1,"message":"no"}})");
    QTest::newRow("a log with a method") << QByteArray(R"({"id":ID,"method":"GET"})");
}

void tst_McpConnection::jsonThatIsNotAMessageAnswersNothing()
{
    QFETCH(QByteArray, line);
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    const auto answer = ask();
    channel->play(line.replace("ID", idOf(0)));
    QVERIFY(!answer.isFinished());
    QCOMPARE(channel->sent.size(), 1); // and no error is sent for it
    QCOMPARE(logged.size(), 1);
    QVERIFY(
        logged.at(0).at(0).value<LogLine>().text.startsWith(u"Sent something that is not a message: {"_s));
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":"real"})");
    QCOMPARE(answer.result().value().toString(), u"real"_s);
}

void tst_McpConnection::anAnswerThatIsNotJsonFailsItsRequest()
{
    const auto other = ask();
    const auto answer = ask();
    Q_EMIT channel->noise(R"({"jsonrpc": "2.0", "id": )" + idOf(1) + R"(, "result": {"mean": NaN}})");
    QVERIFY(!other.isFinished());
    QVERIFY(answer.isFinished() && !answer.result());
    const Error error = answer.result().error();
    QCOMPARE(error.kind, ErrorKind::Protocol);
    QVERIFY2(error.message.startsWith(
                 u"\"files\" answered tools/call with text that is not JSON. NaN is not JSON. It begins "
                 "with: {"_s),
        qPrintable(error.message));
}

void tst_McpConnection::anAnswerThatIsNotJsonSaysWhy()
{
    const auto answer = ask();
    Q_EMIT channel->noise(
        R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":"caf)" + "\xe9\"}", u"invalid UTF-8"_s);
    QVERIFY(answer.isFinished() && !answer.result());
    QVERIFY2(
        answer.result().error().message.startsWith(
            u"\"files\" answered tools/call with text that is not JSON (invalid UTF-8). It begins with: {"_s),
        qPrintable(answer.result().error().message));
}

void tst_McpConnection::anAnswerMayLackItsVersionOrHaveAMethod_data()
{
    QTest::addColumn<QByteArray>("line"); // ID: the id of the request
    QTest::newRow("no version") << QByteArray(R"({"id":ID,"result":{}})");
    QTest::newRow("a method") << QByteArray(R"({"jsonrpc":"2.0","id":ID,"method":"x","result":{}})");
}

void tst_McpConnection::anAnswerMayLackItsVersionOrHaveAMethod()
{
    QFETCH(QByteArray, line);
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    const auto answer = ask();
    channel->play(line.replace("ID", idOf(0)));
    QVERIFY(answer.isFinished() && answer.result());
    QCOMPARE(logged.size(), 1);
    QVERIFY(logged.first().first().value<LogLine>().text.startsWith(u"About its answer to tools/call: "_s));
}

void tst_McpConnection::aPeerThatRepeatsRequestsIsNoServer()
{
    const auto answer = ask();
    channel->play(channel->sent.first().message.toBytes());
    QVERIFY(answer.isFinished() && !answer.result());
    QCOMPARE(answer.result().error().kind, ErrorKind::Protocol);
    QVERIFY2(answer.result().error().message.startsWith(
                 u"\"files\" sent the request tools/call back instead of an answer."_s),
        qPrintable(answer.result().error().message));
    QCOMPARE(channel->sent.size(), 1);
}

//! What we send has no member "result".
void tst_McpConnection::aRequestWithAResultIsNotAnEcho()
{
    const auto answer = ask();
    const QByteArray method = channel->sent.first().message.member("method"_L1).toBytes();
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"method":)" + method + R"(,"result":null})");
    QVERIFY(!answer.isFinished());
}

void tst_McpConnection::whatCameForAnotherRequestIsNotBlamed()
{
    const auto first = ask();
    const auto second = ask();
    Q_EMIT channel->noise("from the standing stream", {}, 0);
    Q_EMIT channel->noise("garbage", {}, idOf(1).toULongLong());
    const Error ended{ErrorKind::Closed, QString(streamEndedCode), u"The stream ended."_s, {}, {}};
    Q_EMIT channel->sendFailed(idOf(0).toULongLong(), ended);
    Q_EMIT channel->sendFailed(idOf(1).toULongLong(), ended);
    QCOMPARE(first.result().error().message, u"The stream ended."_s);
    QCOMPARE(second.result().error().message,
        u"The stream ended. It sent a line that is not a message: garbage."_s);
}

void tst_McpConnection::textAboutARequestDoesNotFailIt()
{
    const auto answer = ask();
    Q_EMIT channel->noise(R"(debug: {"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":{}})");
    Q_EMIT channel->noise("{\"msg\": id " + idOf(0));
    QVERIFY(!answer.isFinished());
}

void tst_McpConnection::aTimeoutReportsWhatCameInstead_data()
{
    QTest::addColumn<QByteArray>("message"); // ID: the id of the request
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *message, const QString &says) {
        QTest::newRow(name) << QByteArray(message) << says;
    };
    row("an error with another id",
        R"({"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"Quota used up"}})",
        u"It sent an error with the id 0, which no request had: -32000: Quota used up."_s);
    row("the id as text", R"({"jsonrpc":"2.0","id":"ID","result":{}})",
        u"which no request had: the id of the request is a number, not a string."_s);
    row("a null id", R"({"jsonrpc":"2.0","id":null,"result":{}})",
        u"It sent a message that is not JSON-RPC: its id is null, expected a string or a number."_s);
    for (const char *batch : {"[]", R"([1,null,"x"])", "[[]]"})
        row(batch, batch, u"It sent a batch: MCP 2025-06-18 has no batches."_s);
}

void tst_McpConnection::aTimeoutReportsWhatCameInstead()
{
    QFETCH(QByteArray, message);
    QFETCH(QString, says);
    connection->agreement = McpAgreement{u"2025-06-18"_s, Json::emptyObject()};
    McpConnection::Request request;
    request.method = u"tools/call"_s;
    request.idle = 50ms;
    const auto answer = connection->request(request);
    channel->play(message.replace("ID", idOf(0)));
    QTRY_VERIFY(answer.isFinished());
    QVERIFY2(answer.result().error().message.endsWith(says), qPrintable(answer.result().error().message));
}

void tst_McpConnection::anErrorWithoutIdGoesToTheOnlyRequest()
{
    const auto answer = ask();
    channel->play(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no parse"}})");
    QVERIFY(answer.isFinished());
    QVERIFY(answer.result().error().message.contains(u"no parse"_s));
}

void tst_McpConnection::anErrorWithoutIdGoesToNoneOfSeveral()
{
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    const auto first = ask();
    const auto second = ask();
    channel->play(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"no parse"}})");
    QVERIFY(!first.isFinished() && !second.isFinished());
    QCOMPARE(logged.size(), 1);
}

void tst_McpConnection::splitsBatches()
{
    connection->agreement = McpAgreement{u"2025-03-26"_s, Json::emptyObject()};
    const auto first = ask();
    const auto second = ask();
    channel->play(R"([{"jsonrpc":"2.0","id":)" + idOf(1)
        + R"(,"result":"two"},{"jsonrpc":"2.0","id":9,"method":"ping"},{"jsonrpc":"2.0","id":)" + idOf(0)
        + R"(,"result":"one"}])");
    QCOMPARE(first.result().value().toString(), u"one"_s);
    QCOMPARE(second.result().value().toString(), u"two"_s);
    QCOMPARE(channel->sent.last().message.member("id"_L1).toInteger().value(), 9); // ping answered
}

void tst_McpConnection::aBatchOfAnotherRevisionIsAProtocolError_data()
{
    QTest::addColumn<QString>("revision");
    QTest::newRow("before the handshake") << QString();
    for (const char *revision : {"2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"})
        QTest::newRow(revision) << QString::fromLatin1(revision);
}

void tst_McpConnection::aBatchOfAnotherRevisionIsAProtocolError()
{
    QFETCH(QString, revision);
    if (!revision.isEmpty())
        connection->agreement = McpAgreement{revision, Json::emptyObject()};
    const auto answered = ask();
    const auto other = ask();
    channel->play(R"([{"jsonrpc":"2.0","id":)" + idOf(0)
        + R"(,"result":"one"},{"jsonrpc":"2.0","id":9,"method":"ping"}])");
    QVERIFY(answered.isFinished() && !answered.result());
    QCOMPARE(answered.result().error().kind, ErrorKind::Protocol);
    QVERIFY2(answered.result().error().message.contains(u"inside a batch"_s),
        qPrintable(answered.result().error().message));
    QVERIFY(!other.isFinished());
    QCOMPARE(channel->sent.size(), 2); // the ping is not answered
    QVERIFY2(notes().last().contains(u"rejected"_s), qPrintable(notes().last()));
}

void tst_McpConnection::anErrorWithoutIdInABatchFailsTheOnlyRequest()
{
    connection->agreement = McpAgreement{u"2025-06-18"_s, Json::emptyObject()};
    const auto answer = ask();
    channel->play(R"([{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no parse"}}])");
    QVERIFY(answer.isFinished() && !answer.result());
    QCOMPARE(answer.result().error().code, u"mcp.batch"_s);
}

void tst_McpConnection::remarksAnEmptyBatch()
{
    connection->agreement = McpAgreement{u"2025-03-26"_s, Json::emptyObject()};
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    channel->play("[]");
    QCOMPARE(notes().last(), u"an empty batch"_s);
    QCOMPARE(logged.size(), 1);
    for (int i = 0; i < 50; ++i)
        channel->play("[]");
    QCOMPARE(logged.size(), 20);
}

void tst_McpConnection::answersPingAndRefusesTheRest()
{
    channel->play(R"({"jsonrpc":"2.0","id":"p","method":"ping"})");
    QCOMPARE(channel->sent.last().message.toBytes(), QByteArray(R"({"jsonrpc":"2.0","id":"p","result":{}})"));
    channel->play(R"({"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{}})");
    const Json refused = channel->sent.last().message;
    QCOMPARE(refused.member("id"_L1).toInteger().value(), 5);
    QCOMPARE(refused.member("error"_L1).member("code"_L1).toInteger().value(), -32601);
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/unheard/of"})");
    QCOMPARE(channel->sent.size(), 2); // a notification is never answered
}

void tst_McpConnection::aHundredPingsAreAnsweredOneByOne()
{
    for (int id = 1; id <= 100; ++id)
        channel->play(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"ping"})");
    QCOMPARE(channel->sent.size(), 100);
    QCOMPARE(channel->sent.last().message.member("id"_L1).toInteger().value(), 100);
}

void tst_McpConnection::aHundredPingsDoNotPileUpAnswers()
{
    channel->holdsDelivery = true;
    QSignalSpy said(connection.get(), &McpConnection::logged);
    for (int id = 1; id <= 100; ++id)
        channel->play(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"ping"})");
    QCOMPARE(channel->sent.size(), Limits().serverPendingRequests);
    QCOMPARE(said.size(), 1); // logged once
    const auto line = said.first().first().value<LogLine>();
    QVERIFY2(line.text.contains(u"limit server.pendingRequests"_s), qPrintable(line.text));
    // A delivered answer allows another one.
    Q_EMIT channel->delivered(channel->sent.first().ticket);
    channel->play(R"({"jsonrpc":"2.0","id":101,"method":"ping"})");
    QCOMPARE(channel->sent.size(), Limits().serverPendingRequests + 1);
}

void tst_McpConnection::survivesMalformedMessages()
{
    const auto answer = ask();
    for (const char *odd :
        {"{}", "[]", "[[]]", "[1,null]", R"({"jsonrpc":"2.0","method":7})", R"({"id":{}, "result":1})"})
        channel->play(odd);
    QVERIFY(!answer.isFinished());
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":1})");
    QVERIFY(answer.result().has_value());
}

void tst_McpConnection::coalescesListChanges()
{
    QSignalSpy changed(connection.get(), &McpConnection::listChanged);
    connection->agreement = McpAgreement{u"2025-11-25"_s, Json::emptyObject()};
    for (int i = 0; i < 1000; ++i)
        channel->play(i % 2 ? R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"
                            : R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed"})");
    QCOMPARE(changed.size(), 0);
    QTRY_COMPARE(changed.size(), 1);
    QTest::qWait(600);
    QCOMPARE(changed.size(), 1);
}

void tst_McpConnection::cancelNotifiesThePeerAndNotesTheLateAnswer()
{
    std::stop_source stop;
    const auto answer = ask(u"tools/call"_s, stop.get_token());
    Test::FairClock clock;
    stop.request_stop();
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(answer.result().error().kind, ErrorKind::Cancelled);
    const Json told = channel->sent.last().message;
    QCOMPARE(told.member("method"_L1).toString(), u"notifications/cancelled"_s);
    QCOMPARE(told.member("params"_L1).member("requestId"_L1).toBytes(), idOf(0));
    QCOMPARE(channel->forgotten, QList<quint64>{idOf(0).toULongLong()});
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":{}})");
    QVERIFY(notes().last().contains(u"late"_s));
}

void tst_McpConnection::closeSettlesWhatWaits()
{
    QSignalSpy closed(connection.get(), &McpConnection::closed);
    const auto answer = ask();
    const auto told = connection->notify(u"notifications/initialized"_s, {});
    QVERIFY(told.result().has_value());
    connection->close();
    QCOMPARE(answer.result().error().kind, ErrorKind::Cancelled);
    QTRY_COMPARE(closed.size(), 1);
    QVERIFY(!ask().result());
    QVERIFY(!connection->notify(u"x"_s, {}).result());
}

void tst_McpConnection::aFailingSendFailsItsRequest()
{
    channel->failSend = [](const McpOutgoing &) {
        return Error{ErrorKind::Limit, u"queue.outBytes"_s, u"not reading"_s, {}, {}};
    };
    const auto answer = ask();
    QCOMPARE(answer.result().error().kind, ErrorKind::Limit);
    QCOMPARE(connection->notify(u"x"_s, {}).result().error().kind, ErrorKind::Limit);
}

void tst_McpConnection::notesEveryFrameWithItsCall()
{
    const auto answer = ask();
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + idOf(0)
        + R"(,"progress":1}})");
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":  {}})");
    QCOMPARE(log->frameCount(), 2); // the channel notes sent frames
    QCOMPARE(log->frameAt(0).exchangeId, u"x1"_s);
    QCOMPARE(log->frameAt(1).exchangeId, u"x1"_s);
    QCOMPARE(log->frameAt(1).label, u"result of tools/call"_s);
    QCOMPARE(log->frameAt(1).bytes, QByteArray(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":  {}})"));
    QCOMPARE(log->frameAt(1).source, u"files"_s);
    QVERIFY(answer.isFinished());
}

void tst_McpConnection::tracesWhenRequested()
{
    QLoggingCategory::setFilterRules(u"workbench.mcp=true"_s);
    const auto off = qScopeGuard([] { QLoggingCategory::setFilterRules({}); });
    QTest::ignoreMessage(QtDebugMsg, QRegularExpression(u"\"files\" request \\d+ \"tools/call\""_s));
    QTest::ignoreMessage(
        QtDebugMsg, QRegularExpression(u"\"files\" received \\d+ bytes: \"result of tools/call\""_s));
    const auto answer = ask();
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":{"token":"a secret"}})");
    QVERIFY(answer.isFinished());
}

WORKBENCH_TEST(tst_McpConnection, QCoreApplication)
#include "tst_mcpconnection.moc"
