// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/mcp/pendingcalls.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class tst_PendingCalls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void settlesOnceWithTheReply();
    void endsAtTheIdleDeadline();
    void aTimeoutQuotesOutputThatIsNotAnAnswer_data();
    void aTimeoutQuotesOutputThatIsNotAnAnswer();
    void aTimeoutQuotesTheLastLinesOfAProgram();
    void progressRestartsTheIdleDeadline();
    void theTotalDeadlineIsAbsolute();
    void cancelSettlesAndNotifiesThePeer();
    void cancelBeforeOpeningSettlesToo();
    void initializeIsNotAbandoned();
    void closingSettlesEverythingAndRefusesMore();
    void destructionSettles();
    void namesLateAndUnknownAnswers();
    void stringIdIsNotTheNumber();
    void reportsProgressThatDoesNotRise();
    void showsNoProgressThatGoesBack();
    void idsCannotBeGuessed();
    void standsStillWhileTheUserIsAsked();
    void standsStillForItsTimeOnly();
    void noHoldPutsOffADeadlineThatPassed();
    void aReleaseEndsItsOwnHoldOnly();
    void onlyIgnoresStandingCalls();

private:
    static PendingCalls::Call callOf(
        std::chrono::milliseconds idle = 60s, std::chrono::milliseconds total = 60s)
    {
        PendingCalls::Call call;
        call.method = u"tools/call"_s;
        call.exchangeId = u"x1"_s;
        call.idle = idle;
        call.total = total;
        return call;
    }
};

void tst_PendingCalls::settlesOnceWithTheReply()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.takeId();
    const auto future = calls.open(id, callOf());
    QVERIFY(!future.isFinished());
    QCOMPARE(calls.settle(Json::integer(id), jsonLiteral("{\"a\":1}")), PendingCalls::Match::Settled);
    QCOMPARE(calls.settle(Json::integer(id), jsonLiteral("{\"a\":2}")), PendingCalls::Match::Late);
    QVERIFY(future.isFinished());
    QCOMPARE(future.resultCount(), 1);
    QCOMPARE(future.result().value().toBytes(), QByteArray("{\"a\":1}"));
    QCOMPARE(calls.count(), 0);
}

void tst_PendingCalls::endsAtTheIdleDeadline()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy abandoned(&calls, &PendingCalls::abandoned);
    const qint64 id = calls.takeId();
    const qint64 begin = QDateTime::currentMSecsSinceEpoch();
    const auto future = calls.open(id, callOf(20ms));
    QTRY_VERIFY(future.isFinished());
    const Error error = future.result().error();
    QCOMPARE(error.kind, ErrorKind::Timeout);
    QCOMPARE(error.code, u"TIMEOUT"_s);
    QCOMPARE(error.details.member("limit"_L1).toString(), u"request.timeout"_s);
    // core/hub/README.md 1.6: a point in time
    const qint64 passed = error.details.member("deadline"_L1).toInteger().value_or(0);
    QVERIFY(passed >= begin && passed <= QDateTime::currentMSecsSinceEpoch());
    QVERIFY2(error.message.contains(u"files"_s), qPrintable(error.message));
    QCOMPARE(abandoned.size(), 1);
    QCOMPARE(calls.settle(Json::integer(id), Json::emptyObject()), PendingCalls::Match::Late);
}

void tst_PendingCalls::aTimeoutQuotesOutputThatIsNotAnAnswer_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("unfinished");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArrayList &lines, const QByteArray &unfinished,
                         const QString &says) { QTest::newRow(name) << lines << unfinished << says; };
    row("nothing", {}, {}, {});
    row("a log", {"ready"}, {}, u"It sent a line that is not a message: ready."_s);
    row("several lines", {"ready", "set", "go"}, {},
        u"It sent 3 lines that are not messages, the first: ready."_s);
    row("as language servers do", {"Content-Length: 86", "{\"jsonrpc\":\"2.0\"}Content-Length: 9"}, "{\"json",
        u"It sent 2 lines that are not messages, the first: Content-Length: 86. Content-Length is the "
        "framing of language servers; MCP over stdio sends one message per line."_s);
    row("as language servers go on", {"{\"jsonrpc\":\"2.0\"}Content-Length: 9"}, "{\"json",
        u"It sent a line that is not a message: {\"jsonrpc\":\"2.0\"}Content-Length: 9. Content-Length is "
        "the framing of language servers; MCP over stdio sends one message per line."_s);
    row("over several lines", {"{", "  \"jsonrpc\": \"2.0\""}, {},
        u"It sent 2 lines that are not messages, the first: {. It looks like a message over several lines; "
        "a message must be on one line."_s);
    row("behind a prompt", {"> {\"jsonrpc\":\"2.0\"}"}, {},
        u"It sent a line that is not a message: > {\"jsonrpc\":\"2.0\"}. There is other text on the line "
        "before a message."_s);
    row("NaN", {"{\"a\": NaN}"}, {},
        u"It sent a line that is not a message: {\"a\": NaN}. NaN is not JSON."_s);
    row("no version", {R"({"id":1,"error":"x"})"}, {},
        u"It sent a line that is not a message: {\"id\":1,\"error\":\"x\"}. A message needs the member "
        "\"jsonrpc\"."_s);
    row("no newline", {}, "{\"jsonrpc\":\"2.0\"}",
        u"It sent a message without a newline at its end: {\"jsonrpc\":\"2.0\"}."_s);
}

void tst_PendingCalls::aTimeoutQuotesOutputThatIsNotAnAnswer()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(QByteArray, unfinished);
    QFETCH(QString, says);
    PendingCalls calls(u"files"_s);
    calls.unfinished = [unfinished] { return unfinished; };
    calls.heardNoise("before it was asked");
    const auto future = calls.open(calls.takeId(), callOf(20ms));
    for (const QByteArray &line : std::as_const(lines))
        calls.heardNoise(line);
    QTRY_VERIFY(future.isFinished());
    const Error error = future.result().error();
    const QString asked = u"\"files\" was asked tools/call and did not answer within 20 ms."_s;
    QCOMPARE(error.message, says.isEmpty() ? asked : QString(asked + u' ' + says));
    QCOMPARE(error.details.member("instead"_L1).toString(), says);
    QCOMPARE(error.detail, QString());
}

void tst_PendingCalls::aTimeoutQuotesTheLastLinesOfAProgram()
{
    PendingCalls calls(u"files"_s);
    calls.lastWords = [] { return u"waiting for the disk"_s; };
    const auto future = calls.open(calls.takeId(), callOf(20ms));
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().detail, u"The last lines on its stderr:\nwaiting for the disk"_s);
}

void tst_PendingCalls::progressRestartsTheIdleDeadline()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.takeId();
    PendingCalls::Call call = callOf(1000ms);
    int seen = 0;
    call.onProgress = [&seen](const Progress &) { ++seen; };
    const auto future = calls.open(id, std::move(call));
    for (int i = 1; i <= 6; ++i) {
        QTest::qWait(200);
        QCOMPARE(calls.progress(Json::integer(id), {.value = double(i), .total = {}, .message = {}}),
            PendingCalls::Match::Settled);
    }
    QVERIFY(!future.isFinished()); // 1200 ms have passed, more than one idle deadline
    QCOMPARE(seen, 6);
    QTRY_VERIFY(future.isFinished());
    QVERIFY(future.result().error().message.contains(u"progress"_s));
}

void tst_PendingCalls::theTotalDeadlineIsAbsolute()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.takeId();
    const auto future = calls.open(id, callOf(10s, 300ms));
    QTimer beat;
    double value = 0;
    connect(&beat, &QTimer::timeout, &calls,
        [&] { calls.progress(Json::integer(id), {.value = ++value, .total = {}, .message = {}}); });
    beat.start(20ms);
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Timeout);
    QCOMPARE(future.result().error().details.member("limit"_L1).toString(), u"request.maxTotal"_s);
}

void tst_PendingCalls::cancelSettlesAndNotifiesThePeer()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy abandoned(&calls, &PendingCalls::abandoned);
    std::stop_source stop;
    PendingCalls::Call call = callOf();
    call.cancellation = stop.get_token();
    const qint64 id = calls.takeId();
    const auto future = calls.open(id, std::move(call));
    Test::FairClock clock;
    stop.request_stop();
    QTRY_VERIFY(future.isFinished());
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(future.result().error().kind, ErrorKind::Cancelled);
    QCOMPARE(abandoned.size(), 1);
    QCOMPARE(abandoned.first().at(0).toLongLong(), id);
    QCOMPARE(abandoned.first().at(1).toString(), u"x1"_s);
    QCOMPARE(abandoned.first().at(2).toString(), u"the caller no longer waits"_s);
}

void tst_PendingCalls::cancelBeforeOpeningSettlesToo()
{
    PendingCalls calls(u"files"_s);
    std::stop_source stop;
    stop.request_stop();
    PendingCalls::Call call = callOf();
    call.cancellation = stop.get_token();
    const auto future = calls.open(calls.takeId(), std::move(call));
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Cancelled);
}

void tst_PendingCalls::initializeIsNotAbandoned()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy abandoned(&calls, &PendingCalls::abandoned);
    PendingCalls::Call call = callOf(10ms);
    call.mayAbandon = false;
    const auto future = calls.open(calls.takeId(), std::move(call));
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(abandoned.size(), 1); // the stream of the request ends
    QCOMPARE(abandoned.first().at(2).toString(), QString()); // and the peer is not notified
}

void tst_PendingCalls::closingSettlesEverythingAndRefusesMore()
{
    PendingCalls calls(u"files"_s);
    const auto first = calls.open(calls.takeId(), callOf());
    const auto second = calls.open(calls.takeId(), callOf());
    calls.closeAll(Error{ErrorKind::Closed, u"child.exited"_s, u"gone"_s, {}, {}});
    QVERIFY(first.isFinished() && second.isFinished());
    QCOMPARE(first.result().error().code, u"child.exited"_s);
    const auto third = calls.open(calls.takeId(), callOf());
    QVERIFY(third.isFinished());
    QCOMPARE(third.result().error().kind, ErrorKind::Closed);
}

void tst_PendingCalls::destructionSettles()
{
    QFuture<Result<Json>> future;
    {
        PendingCalls calls(u"files"_s);
        future = calls.open(calls.takeId(), callOf());
    }
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Closed);
}

void tst_PendingCalls::namesLateAndUnknownAnswers()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.takeId();
    const auto future = calls.open(id, callOf());
    QCOMPARE(calls.settle(Json::integer(id + 1), Json::emptyObject()), PendingCalls::Match::Unknown);
    QCOMPARE(calls.settle(Json::null(), Json::emptyObject()), PendingCalls::Match::Unknown);
    QVERIFY(!future.isFinished());
    calls.settle(id, Json::emptyObject());
    const PendingCalls::Past *past = calls.findPast(Json::integer(id));
    QVERIFY(past);
    QCOMPARE(past->method, u"tools/call"_s);
    QCOMPARE(past->exchangeId, u"x1"_s);
    QCOMPARE(calls.progress(Json::integer(id), {}), PendingCalls::Match::Late);
}

void tst_PendingCalls::stringIdIsNotTheNumber()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.takeId();
    const auto future = calls.open(id, callOf());
    QCOMPARE(
        calls.settle(Json::string(QString::number(id)), Json::emptyObject()), PendingCalls::Match::Unknown);
    QVERIFY(!future.isFinished());
}

void tst_PendingCalls::reportsProgressThatDoesNotRise()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy fell(&calls, &PendingCalls::progressFell);
    const qint64 id = calls.takeId();
    const auto future = calls.open(id, callOf());
    calls.progress(Json::integer(id), {.value = 2, .total = {}, .message = {}});
    calls.progress(Json::integer(id), {.value = 1, .total = {}, .message = {}});
    QCOMPARE(fell.size(), 1);
    QVERIFY(!future.isFinished());
}

void tst_PendingCalls::showsNoProgressThatGoesBack()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy fell(&calls, &PendingCalls::progressFell);
    const qint64 id = calls.takeId();
    PendingCalls::Call call = callOf();
    QList<double> shown;
    call.onProgress = [&shown](const Progress &progress) { shown.append(progress.value); };
    const auto future = calls.open(id, std::move(call));
    for (const double value : {-1.0, 0.0, 2.0, 1.0, -3.0, 1.5, 2.0, 3.0})
        calls.progress(Json::integer(id), {.value = value, .total = {}, .message = {}});
    QCOMPARE(shown, (QList<double>{0, 2, 2, 3})); // the second 2 may bring another message
    QCOMPARE(fell.size(), 1); // one line in the log for a call is enough
    QCOMPARE(fell.first().first().toString(), u"tools/call"_s);
}

void tst_PendingCalls::standsStillWhileTheUserIsAsked()
{
    PendingCalls calls(u"files"_s);
    const qint64 asked = calls.takeId();
    const auto future = calls.open(asked, callOf(5ms));
    const QList<qint64> held = calls.hold(asked);
    const auto later = calls.open(calls.takeId(), callOf(10ms));
    QTRY_VERIFY(later.isFinished());
    QVERIFY(!future.isFinished());
    calls.release(held);
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Timeout);
}

void tst_PendingCalls::standsStillForItsTimeOnly()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.takeId();
    PendingCalls::Call call = callOf(5ms);
    call.maxHeld = 5ms;
    const auto future = calls.open(id, call);
    const QList<qint64> held = calls.hold(id);
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Timeout);
    calls.release(held);
}

//! Otherwise a server that asks again and again would keep the call open for ever.
void tst_PendingCalls::noHoldPutsOffADeadlineThatPassed()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.takeId();
    PendingCalls::Call call = callOf();
    call.total = 0ms;
    const auto future = calls.open(id, call);
    QVERIFY(calls.hold(id).isEmpty());
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Timeout);
}

//! A question without a call holds the calls that are pending at that time, and none that is opened later.
void tst_PendingCalls::aReleaseEndsItsOwnHoldOnly()
{
    PendingCalls calls(u"files"_s);
    const qint64 first = calls.takeId();
    const auto before = calls.open(first, callOf());
    const QList<qint64> held = calls.hold(0);
    QCOMPARE(held, QList<qint64>{first});
    const qint64 later = calls.takeId();
    const auto asked = calls.open(later, callOf(1ms));
    const QList<qint64> heldLater = calls.hold(later);
    calls.release(held);
    QTest::qWait(50);
    QVERIFY(!asked.isFinished());
    calls.release(heldLater);
    QTRY_VERIFY(asked.isFinished());
    QVERIFY(!before.isFinished());
}

void tst_PendingCalls::onlyIgnoresStandingCalls()
{
    PendingCalls calls(u"files"_s);
    PendingCalls::Call listening = callOf();
    listening.isStanding = true;
    const qint64 stream = calls.takeId();
    const auto never = calls.open(stream, listening);
    QVERIFY(!calls.only());
    const qint64 id = calls.takeId();
    const auto future = calls.open(id, callOf());
    QCOMPARE(calls.only(), std::optional(id));
    QVERIFY(!never.isFinished() && !future.isFinished());
}

void tst_PendingCalls::idsCannotBeGuessed()
{
    PendingCalls calls(u"files"_s);
    QSet<qint64> ids;
    qint64 differences = 0;
    qint64 last = 0;
    for (int i = 0; i < 1000; ++i) {
        QCOMPARE(calls.nextId(), calls.nextId()); // reading the next id does not take it
        const qint64 next = calls.nextId();
        const qint64 id = calls.takeId();
        QCOMPARE(id, next);
        QVERIFY(id > 0 && id <= std::numeric_limits<qint32>::max());
        ids.insert(id);
        differences += qAbs(id - last) > 1'000'000 ? 1 : 0;
        last = id;
    }
    QVERIFY(ids.size() > 990); // an id that was never used by a call may be given out again
    QVERIFY(differences > 900);
}

WORKBENCH_TEST(tst_PendingCalls, QCoreApplication)
#include "tst_pendingcalls.moc"
