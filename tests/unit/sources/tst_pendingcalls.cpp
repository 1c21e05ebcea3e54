// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/mcp/pendingcalls.h"
#include "tests/support/clocks.h"

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
    void progressRestartsTheIdleDeadline();
    void theTotalDeadlineIsAbsolute();
    void cancelSettlesAndTellsThePeer();
    void cancelBeforeOpeningSettlesToo();
    void initializeIsNotAbandoned();
    void closingSettlesEverythingAndRefusesMore();
    void destructionSettles();
    void namesLateAndUnknownAnswers();
    void stringIdIsNotTheNumber();
    void reportsProgressThatDoesNotRise();

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
    const qint64 id = calls.nextId();
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
    const qint64 id = calls.nextId();
    const auto future = calls.open(id, callOf(20ms));
    QTRY_VERIFY(future.isFinished());
    const Error error = future.result().error();
    QCOMPARE(error.kind, ErrorKind::Timeout);
    QCOMPARE(error.code, u"TIMEOUT"_s);
    QVERIFY2(error.message.contains(u"request.timeout"_s) && error.message.contains(u"files"_s),
        qPrintable(error.message));
    QCOMPARE(abandoned.size(), 1);
    QCOMPARE(calls.settle(Json::integer(id), Json::emptyObject()), PendingCalls::Match::Late);
}

void tst_PendingCalls::progressRestartsTheIdleDeadline()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.nextId();
    PendingCalls::Call call = callOf(1000ms);
    int seen = 0;
    call.onProgress = [&seen](const Progress &) { ++seen; };
    const auto future = calls.open(id, std::move(call));
    for (int i = 1; i <= 6; ++i) {
        QTest::qWait(200);
        QCOMPARE(calls.progress(Json::integer(id), {.value = double(i), .total = {}, .message = {}}),
            PendingCalls::Match::Settled);
    }
    QVERIFY(!future.isFinished()); // 1200 ms, more than one idle deadline
    QCOMPARE(seen, 6);
    QTRY_VERIFY(future.isFinished());
    QVERIFY(future.result().error().message.contains(u"progress"_s));
}

void tst_PendingCalls::theTotalDeadlineIsAbsolute()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.nextId();
    const auto future = calls.open(id, callOf(10s, 300ms));
    QTimer beat;
    double value = 0;
    connect(&beat, &QTimer::timeout, &calls,
        [&] { calls.progress(Json::integer(id), {.value = ++value, .total = {}, .message = {}}); });
    beat.start(20ms);
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Timeout);
    QVERIFY(future.result().error().message.contains(u"request.maxTotal"_s));
}

void tst_PendingCalls::cancelSettlesAndTellsThePeer()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy abandoned(&calls, &PendingCalls::abandoned);
    std::stop_source stop;
    PendingCalls::Call call = callOf();
    call.cancellation = stop.get_token();
    const qint64 id = calls.nextId();
    const auto future = calls.open(id, std::move(call));
    Test::FairClock clock;
    stop.request_stop();
    QTRY_VERIFY(future.isFinished());
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(future.result().error().kind, ErrorKind::Cancelled);
    QCOMPARE(abandoned.size(), 1);
    QCOMPARE(abandoned.first().at(0).toLongLong(), id);
    QCOMPARE(abandoned.first().at(1).toString(), u"x1"_s);
}

void tst_PendingCalls::cancelBeforeOpeningSettlesToo()
{
    PendingCalls calls(u"files"_s);
    std::stop_source stop;
    stop.request_stop();
    PendingCalls::Call call = callOf();
    call.cancellation = stop.get_token();
    const auto future = calls.open(calls.nextId(), std::move(call));
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Cancelled);
}

void tst_PendingCalls::initializeIsNotAbandoned()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy abandoned(&calls, &PendingCalls::abandoned);
    PendingCalls::Call call = callOf(10ms);
    call.mayAbandon = false;
    const auto future = calls.open(calls.nextId(), std::move(call));
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(abandoned.size(), 0);
}

void tst_PendingCalls::closingSettlesEverythingAndRefusesMore()
{
    PendingCalls calls(u"files"_s);
    const auto first = calls.open(calls.nextId(), callOf());
    const auto second = calls.open(calls.nextId(), callOf());
    calls.closeAll(Error{ErrorKind::Closed, u"child.exited"_s, u"gone"_s, {}, {}});
    QVERIFY(first.isFinished() && second.isFinished());
    QCOMPARE(first.result().error().code, u"child.exited"_s);
    const auto third = calls.open(calls.nextId(), callOf());
    QVERIFY(third.isFinished());
    QCOMPARE(third.result().error().kind, ErrorKind::Closed);
}

void tst_PendingCalls::destructionSettles()
{
    QFuture<Result<Json>> future;
    {
        PendingCalls calls(u"files"_s);
        future = calls.open(calls.nextId(), callOf());
    }
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().error().kind, ErrorKind::Closed);
}

void tst_PendingCalls::namesLateAndUnknownAnswers()
{
    PendingCalls calls(u"files"_s);
    const qint64 id = calls.nextId();
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
    const qint64 id = calls.nextId();
    const auto future = calls.open(id, callOf());
    QCOMPARE(
        calls.settle(Json::string(QString::number(id)), Json::emptyObject()), PendingCalls::Match::Unknown);
    QVERIFY(!future.isFinished());
}

void tst_PendingCalls::reportsProgressThatDoesNotRise()
{
    PendingCalls calls(u"files"_s);
    QSignalSpy fell(&calls, &PendingCalls::progressFell);
    const qint64 id = calls.nextId();
    const auto future = calls.open(id, callOf());
    calls.progress(Json::integer(id), {.value = 2, .total = {}, .message = {}});
    calls.progress(Json::integer(id), {.value = 1, .total = {}, .message = {}});
    QCOMPARE(fell.size(), 1);
    QVERIFY(!future.isFinished());
}

QTEST_GUILESS_MAIN(tst_PendingCalls)
#include "tst_pendingcalls.moc"
