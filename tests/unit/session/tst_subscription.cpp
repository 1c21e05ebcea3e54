// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/session/listchanges.h"
#include "tests/support/clocks.h"
#include "tests/support/normalisationcases.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using State = ExchangeRecord::State;

class tst_Subscription : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { start({}); }
    void cleanup();

    void deliversItemsInOrder();
    void keepsOrderWhenSomeAreLarge();
    void announcesAtMostOnceIn50Milliseconds();
    void dropsTheOldestBeyondTheCount();
    void dropsTheOldestBeyondTheBytes();
    void followsALowerBoundAtOnce();
    void holdsDeliveryWhilePaused();
    void endsAfterTheLastItem();
    void holdsTheEndWhilePaused();
    void endsWithTheErrorOfThePeer();
    void historySaysWhyAStreamEnded_data();
    void historySaysWhyAStreamEnded();
    void cancelsAtOnceAlsoWhilePaused();
    void endsOnce();
    void makesTheStreamWait();
    void makesAStreamOfLargeItemsWait();
    void clearsAndGoesOn();
    void validatesAndDoesNotNormalise();
    void normalisesOnlyWhenAsked();
    void reportsEachChangeOfAnItem_data() { Test::addNormalisationCases(); }
    void reportsEachChangeOfAnItem();
    void endsWithAFailureThatIsThrown();
    void keepsSseFields();
    void countsTheBytesOfTheData();
    void endsWhenTheSourceIsRemoved();
    void theIdleTimeIsThatOfTheCallerOrALimit_data();
    void theIdleTimeIsThatOfTheCallerOrALimit();
    void connectsFirst();
    void endsWithTheReasonWhenItCannotStart();
    void stopsThePeerWhenDeleted();
    void survivesDeletionInASlot();
    void aPeerThatAlwaysAnnouncesChangesRefusesNoStreamForEver();

private:
    void start(const Limits &limits);
    void subscribe();
    void push(qint64 from, qint64 to)
    {
        for (qint64 i = from; i <= to; ++i)
            f->peer->stream->push(Json::integer(i));
    }
    QList<qint64> values() const
    {
        QList<qint64> list;
        for (qsizetype i = 0; i < s->count(); ++i)
            list.append(s->at(i).outcome.envelope.data.toInteger().value_or(-1));
        return list;
    }
    std::unique_ptr<SessionsFixture> f;
    std::unique_ptr<Subscription> s;
};

void tst_Subscription::start(const Limits &limits)
{
    s.reset();
    f = std::make_unique<SessionsFixture>(limits);
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
}

void tst_Subscription::subscribe()
{
    s = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject());
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    QCOMPARE(f->lastRecord().state, State::Live);
}

void tst_Subscription::cleanup()
{
    s.reset();
    f.reset();
}

void tst_Subscription::deliversItemsInOrder()
{
    subscribe();
    QVERIFY(s->isLive());
    push(1, 500);
    QTRY_COMPARE(s->count(), 500);
    QCOMPARE(s->received(), quint64(500));
    QCOMPARE(s->dropped(), quint64(0));
    for (qsizetype i = 0; i < 500; ++i) {
        QCOMPARE(s->at(i).sequence, quint64(i + 1));
        QCOMPARE(s->at(i).outcome.envelope.data.toInteger(), qint64(i + 1));
        QCOMPARE(s->at(i).outcome.exchangeId, s->exchangeId());
    }
    QCOMPARE(s->at(0).bytes, qint64(1));
    QCOMPARE(s->at(0).gapMs, qint64(0));
    QVERIFY(s->at(0).at.isValid());
}

void tst_Subscription::keepsOrderWhenSomeAreLarge()
{
    subscribe();
    const QString large(200'000, u'x');
    for (int i = 0; i < 20; ++i)
        f->peer->stream->push(i % 3 == 0 ? Json::string(large) : Json::integer(i));
    f->peer->stream->finish(EndReason::Completed);
    QSignalSpy ended(s.get(), &Subscription::ended);
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(s->count(), 20);
    for (qsizetype i = 0; i < 20; ++i) {
        QCOMPARE(s->at(i).sequence, quint64(i + 1));
        QCOMPARE(s->at(i).outcome.envelope.data.isString(), i % 3 == 0);
    }
    QCOMPARE(s->at(0).bytes, qint64(200'002));
}

void tst_Subscription::announcesAtMostOnceIn50Milliseconds()
{
    subscribe();
    qsizetype announced = 0;
    QElapsedTimer clock;
    qsizetype times = 0;
    connect(s.get(), &Subscription::itemsChanged, this, [&](qsizetype added, qsizetype dropped) {
        announced += added - dropped;
        QCOMPARE(announced, s->count());
        ++times;
    });
    clock.start();
    qint64 sent = 0;
    while (clock.elapsed() < 220) {
        push(sent + 1, sent + 1);
        ++sent;
        QTest::qWait(1);
    }
    QTRY_COMPARE(s->count(), sent);
    QVERIFY2(times <= clock.elapsed() / 47 + 2, qPrintable(QString::number(times)));
}

void tst_Subscription::dropsTheOldestBeyondTheCount()
{
    subscribe();
    s->setKeepLast(10);
    push(1, 7);
    QTRY_COMPARE(s->count(), 7);
    QSignalSpy changed(s.get(), &Subscription::itemsChanged);
    push(8, 25);
    QTRY_COMPARE(s->received(), quint64(25));
    QTRY_COMPARE(s->dropped(), quint64(15));
    QCOMPARE(values(), QList<qint64>({16, 17, 18, 19, 20, 21, 22, 23, 24, 25}));
    qsizetype shown = 7;
    for (const QList<QVariant> &arguments : std::as_const(changed))
        shown += arguments.at(0).value<qsizetype>() - arguments.at(1).value<qsizetype>();
    QCOMPARE(shown, qsizetype(10));
}

void tst_Subscription::dropsTheOldestBeyondTheBytes()
{
    Limits limits;
    limits.exchangeBytes = 4000;
    start(limits);
    subscribe();
    const QString text(298, u'x'); // 300 bytes with its quotes; the bound is 1000
    for (int i = 0; i < 10; ++i)
        f->peer->stream->push(Json::string(text));
    QTRY_COMPARE(s->dropped(), quint64(7));
    QTRY_VERIFY(s->count() == 3 && s->at(2).sequence == 10); // the values may arrive in several batches
    f->peer->stream->push(Json::string(QString(5000, u'x')));
    QTRY_COMPARE(s->count(), 1);
    QCOMPARE(s->dropped(), quint64(10));
    QCOMPARE(s->at(0).bytes, qint64(5002));
}

void tst_Subscription::followsALowerBoundAtOnce()
{
    subscribe();
    push(1, 9);
    QTRY_COMPARE(s->count(), 9);
    QSignalSpy changed(s.get(), &Subscription::itemsChanged);
    s->setKeepLast(0);
    QCOMPARE(s->count(), 1);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().at(1).value<qsizetype>(), qsizetype(8));
    QCOMPARE(s->dropped(), quint64(8));
}

void tst_Subscription::holdsDeliveryWhilePaused()
{
    subscribe();
    push(1, 3);
    QTRY_COMPARE(s->count(), 3);
    s->setPaused(true);
    QVERIFY(s->isPaused());
    QSignalSpy changed(s.get(), &Subscription::itemsChanged);
    push(4, 6);
    QTRY_COMPARE(s->received(), quint64(6));
    QTest::qWait(70);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(s->count(), 3);
    s->setPaused(false);
    QTRY_COMPARE(s->count(), 6);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(values(), QList<qint64>({1, 2, 3, 4, 5, 6}));
}

void tst_Subscription::endsAfterTheLastItem()
{
    subscribe();
    qsizetype countAtEnd = -1;
    connect(s.get(), &Subscription::ended, this, [&] { countAtEnd = s->count(); });
    push(1, 300);
    f->peer->stream->finish(EndReason::Completed);
    push(301, 301);
    QVERIFY(s->isLive());
    QTRY_COMPARE(countAtEnd, 300);
    QVERIFY(!s->isLive());
    QCOMPARE(s->endReason(), EndReason::Completed);
    QCOMPARE(f->lastRecord().state, State::Ok);
    QCOMPARE(f->lastRecord().outcome, u"completed"_s);
    QCOMPARE(f->lastRecord().note, u"300 events"_s);
    QVERIFY(f->lastRecord().durationMs >= 0);
}

void tst_Subscription::holdsTheEndWhilePaused()
{
    subscribe();
    QSignalSpy ended(s.get(), &Subscription::ended);
    s->setPaused(true);
    push(1, 2);
    f->peer->stream->finish(EndReason::Aborted);
    QTest::qWait(70);
    QCOMPARE(ended.count(), 0);
    QCOMPARE(s->count(), 0);
    s->setPaused(false);
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(s->count(), 2);
    QCOMPARE(s->endReason(), EndReason::Aborted);
}

void tst_Subscription::endsWithTheErrorOfThePeer()
{
    subscribe();
    QSignalSpy ended(s.get(), &Subscription::ended);
    f->peer->stream->finish(
        EndReason::Error, {.kind = ErrorKind::Remote, .code = u"BROKEN"_s, .message = u"it broke"_s});
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(s->endReason(), EndReason::Error);
    QCOMPARE(s->endError().code, u"BROKEN"_s);
    QCOMPARE(f->lastRecord().state, State::Failed);
    QCOMPARE(f->lastRecord().outcome, u"BROKEN"_s);
    QCOMPARE(f->lastRecord().note, u"it broke"_s);
}

void tst_Subscription::historySaysWhyAStreamEnded_data()
{
    QTest::addColumn<EndReason>("reason");
    QTest::addColumn<Error>("error");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("note");
    QTest::newRow("aborted") << EndReason::Aborted << Error{} << u"aborted"_s
                             << u"\"s\" aborted the subscription"_s;
    QTest::newRow("aborted with a message")
        << EndReason::Aborted
        << Error{.kind = ErrorKind::Remote, .code = u"ABORTED"_s, .message = u"closing time"_s}
        << u"aborted"_s << u"closing time"_s;
    QTest::newRow("connection lost") << EndReason::Closed
                                     << Error{.kind = ErrorKind::Closed,
                                            .code = u"ws.cut"_s,
                                            .message = u"it went away"_s}
                                     << u"connection lost"_s << u"it went away"_s;
}

void tst_Subscription::historySaysWhyAStreamEnded()
{
    QFETCH(EndReason, reason);
    QFETCH(Error, error);
    QFETCH(QString, note);
    subscribe();
    QSignalSpy ended(s.get(), &Subscription::ended);
    push(1, 2);
    f->peer->stream->finish(reason, error);
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(s->endReason(), reason);
    QCOMPARE(s->endError().message, note);
    QCOMPARE(f->lastRecord().state, State::Failed);
    QTEST(f->lastRecord().outcome, "outcome");
    QCOMPARE(f->lastRecord().note, note);
}

void tst_Subscription::cancelsAtOnceAlsoWhilePaused()
{
    subscribe();
    QSignalSpy ended(s.get(), &Subscription::ended);
    s->setPaused(true);
    push(1, 5);
    QTRY_COMPARE(s->received(), quint64(5));
    Test::FairClock clock;
    s->cancel();
    QVERIFY(f->peer->stream->isCancelled);
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(s->count(), 5);
    QCOMPARE(s->endReason(), EndReason::Cancelled);
    QCOMPARE(f->lastRecord().state, State::Cancelled);
}

void tst_Subscription::endsOnce()
{
    subscribe();
    QSignalSpy ended(s.get(), &Subscription::ended);
    f->peer->stream->finish(EndReason::Completed);
    f->peer->stream->finish(EndReason::Closed);
    QTRY_COMPARE(ended.count(), 1);
    s->cancel();
    s->cancel();
    QTest::qWait(60);
    QCOMPARE(ended.count(), 1);
    QCOMPARE(s->endReason(), EndReason::Completed);
}

void tst_Subscription::makesTheStreamWait()
{
    Limits limits;
    limits.queueInMessages = 100;
    start(limits);
    subscribe();
    push(1, 100);
    QVERIFY(f->peer->stream->readings.isEmpty());
    push(101, 120);
    QCOMPARE(f->peer->stream->readings, QList<bool>{false});
    QTRY_COMPARE(s->count(), 120);
    QCOMPARE(f->peer->stream->readings, QList<bool>({false, true}));
}

void tst_Subscription::makesAStreamOfLargeItemsWait()
{
    Limits limits;
    limits.queueInBytes = 10 * 1002; // ten texts of 1000 letters, with quotes
    start(limits);
    subscribe();
    const auto pushLarge = [this](int count) {
        for (int i = 0; i < count; ++i)
            f->peer->stream->push(Json::string(QString(1000, u'x')));
    };
    pushLarge(10);
    QVERIFY(f->peer->stream->readings.isEmpty());
    pushLarge(1);
    QCOMPARE(f->peer->stream->readings, QList<bool>{false});
    QTRY_COMPARE(s->count(), 11);
    QCOMPARE(f->peer->stream->readings, QList<bool>({false, true}));
    // One item is always accepted, whatever its size.
    f->peer->stream->push(Json::string(QString(20'000, u'x')));
    QTRY_COMPARE(s->count(), 12);
    QCOMPARE(f->peer->stream->readings, QList<bool>({false, true, false, true}));
}

void tst_Subscription::clearsAndGoesOn()
{
    subscribe();
    push(1, 3);
    QTRY_COMPARE(s->count(), 3);
    QSignalSpy cleared(s.get(), &Subscription::cleared);
    s->clear();
    QCOMPARE(cleared.count(), 1);
    QCOMPARE(s->count(), 0);
    push(4, 4);
    QTRY_COMPARE(values(), QList<qint64>{4});
    QCOMPARE(s->at(0).sequence, quint64(4));
}

void tst_Subscription::validatesAndDoesNotNormalise()
{
    f->peer->discovery->operations = {
        fakeOperation(u"ticks"_s, OperationType::Subscription, jsonLiteral(R"({"type":"string"})"))};
    subscribe();
    push(7, 7);
    QTRY_COMPARE(s->count(), 1);
    QCOMPARE(s->at(0).outcome.envelope.data.toBytes(), "7");
    QCOMPARE(s->at(0).outcome.changes.size(), 0);
    QVERIFY(!s->at(0).outcome.warnings.isEmpty());
    push(8, 8);
    f->peer->stream->finish(EndReason::Completed);
    QTRY_VERIFY(!s->isLive());
    QCOMPARE(f->lastRecord().warnings,
        s->at(0).outcome.warnings.size() + s->at(1).outcome.warnings.size()); // History counts them
}

void tst_Subscription::normalisesOnlyWhenAsked()
{
    f->peer->discovery->operations = {
        fakeOperation(u"ticks"_s, OperationType::Subscription, jsonLiteral(R"({"type":"string"})"))};
    InvokeOptions options;
    options.normaliseYields = true;
    s = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject(), options);
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    push(7, 7);
    QTRY_COMPARE(s->count(), 1);
    QCOMPARE(s->at(0).outcome.envelope.data.toBytes(), "\"\"");
    QCOMPARE(s->at(0).outcome.receivedData.toBytes(), "7");
    QCOMPARE(s->at(0).outcome.changes.size(), 1);
}

void tst_Subscription::reportsEachChangeOfAnItem()
{
    QFETCH(Test::NormalisationCase, example);
    f->peer->discovery->operations = {
        fakeOperation(u"ticks"_s, OperationType::Subscription, jsonLiteral(example.schema))};
    for (const bool normalises : {false, true}) {
        s.reset();
        QTRY_VERIFY(!f->peer->stream);
        InvokeOptions options;
        options.normaliseYields = normalises;
        s = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject(), options);
        QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
        Q_EMIT f->peer->stream->item({.value = jsonLiteral(example.received), .sse = {}});
        QTRY_COMPARE(s->count(), 1);
        const Outcome outcome = s->at(0).outcome;
        QCOMPARE(outcome.receivedData.toBytes(), example.received);
        QCOMPARE(outcome.envelope.data.toBytes(), normalises ? example.normalised : example.received);
        QStringList changes;
        for (const Change &change : outcome.changes)
            changes.append(Test::changeLine(change));
        QCOMPARE(changes, normalises ? example.changes : QStringList());
        // Without normalisation the violations themselves remain.
        QCOMPARE(outcome.warnings.isEmpty(), normalises || example.changes.isEmpty());
    }
}

void tst_Subscription::endsWithAFailureThatIsThrown()
{
    const Json blocks = jsonLiteral(R"([{"type":"text","text":"the clock stopped"}])");
    InvokeOptions options;
    options.reading.isError = ResultReading::IsError::Throw;
    s = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject(), options);
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    push(1, 1);
    Q_EMIT f->peer->stream->item({.value = mcpEnvelope(blocks, {true, blocks, {}, {}}), .sse = {}});
    push(3, 3);
    QTRY_VERIFY(!s->isLive());
    QCOMPARE(s->count(), 1);
    QCOMPARE(s->endReason(), EndReason::Error);
    QVERIFY(s->endError().message.endsWith(u"returned error: the clock stopped"));
}

void tst_Subscription::keepsSseFields()
{
    subscribe();
    Q_EMIT f->peer->stream->item({.value = Json::integer(1), .sse = SseFields{u"tick"_s, u"id-9"_s, 250}});
    QTRY_COMPARE(s->count(), 1);
    QVERIFY(s->at(0).sse);
    QCOMPARE(s->at(0).sse->lastEventId, u"id-9"_s);
    QCOMPARE(s->at(0).sse->retryMs, 250);
}

// The bytes of an envelope that a hub passed on count too.
void tst_Subscription::countsTheBytesOfTheData()
{
    subscribe();
    push(1, 1);
    QTRY_COMPARE(s->count(), 1);
    QCOMPARE(s->at(0).bytes, qint64(1));
    Q_EMIT f->peer->stream->item(
        {.value = jsonLiteral(R"({"data":[1,2],"meta":{"source":"local","operationId":"a","timestamp":1}})"),
            .sse = {}});
    QTRY_COMPARE(s->count(), 2);
    QCOMPARE(s->at(1).bytes, qint64(5));
    QCOMPARE(s->at(1).outcome.envelope.data.size(), 2);
    // The meta of a peer's envelope is kept, so its bytes count too.
    const QByteArray stuffed = R"({"data":1,"meta":{"source":"local","operationId":"a","timestamp":1,"x":")"
        + QByteArray(100'000, 'x') + R"("}})";
    Q_EMIT f->peer->stream->item({.value = jsonLiteral(stuffed), .sse = {}});
    QTRY_COMPARE(s->count(), 3);
    QVERIFY(s->at(2).bytes > 100'000);
}

void tst_Subscription::endsWhenTheSourceIsRemoved()
{
    subscribe();
    f->peer->isStubborn = true;
    QSignalSpy ended(s.get(), &Subscription::ended);
    Test::FairClock clock;
    f->sessions->removeSource(u"s"_s);
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(clock.elapsed() < 100 * Test::slowness);
    QCOMPARE(s->endReason(), EndReason::Closed);
    QVERIFY(s->endError().message.contains(u"removed"_s));
    QCOMPARE(f->lastRecord().state, State::Cancelled);
    QCOMPARE(f->lastRecord().outcome, u"disconnected"_s);
    QCOMPARE(f->lastRecord().note, s->endError().message);
}

void tst_Subscription::theIdleTimeIsThatOfTheCallerOrALimit_data()
{
    QTest::addColumn<qint64>("limitMs");
    QTest::addColumn<QByteArray>("ofSource");
    QTest::addColumn<qint64>("ofCallerMs"); // 0: none
    QTest::addColumn<qint64>("idleMs"); // 0: none
    const QByteArray own = R"({"subscription.idle":"3s"})";
    QTest::newRow("none by default") << qint64(0) << QByteArray("{}") << qint64(0) << qint64(0);
    QTest::newRow("the limit") << qint64(2000) << QByteArray("{}") << qint64(0) << qint64(2000);
    QTest::newRow("the limit of the source") << qint64(2000) << own << qint64(0) << qint64(3000);
    QTest::newRow("the choice of the caller") << qint64(2000) << own << qint64(500) << qint64(500);
}

void tst_Subscription::theIdleTimeIsThatOfTheCallerOrALimit()
{
    QFETCH(qint64, limitMs);
    QFETCH(QByteArray, ofSource);
    QFETCH(qint64, ofCallerMs);
    QFETCH(qint64, idleMs);
    Limits limits;
    limits.subscriptionIdleMs = limitMs;
    f = std::make_unique<SessionsFixture>(limits);
    Source source = SessionsFixture::source(u"s"_s);
    source.settings = jsonLiteral(QByteArray(R"({"limits":)" + ofSource + '}'));
    QVERIFY(f->sessions->addSource(source));
    InvokeOptions options;
    if (ofCallerMs > 0)
        options.timeout = std::chrono::milliseconds(ofCallerMs);
    s = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject(), options);
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted);
    QCOMPARE(qint64(f->peer->subscribed.timeout.value_or(std::chrono::milliseconds(0)).count()), idleMs);
}

void tst_Subscription::connectsFirst()
{
    QCOMPARE(f->phase(), SourceState::Phase::Disconnected);
    subscribe();
    QCOMPARE(f->phase(), SourceState::Phase::Ready);
}

void tst_Subscription::endsWithTheReasonWhenItCannotStart()
{
    s = f->sessions->subscribe({u"s"_s, u"one"_s}, Json::emptyObject());
    QSignalSpy ended(s.get(), &Subscription::ended);
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(s->endReason(), EndReason::Error);
    QCOMPARE(f->lastRecord().state, State::Failed);

    f->sessions->disconnectSource(u"s"_s);
    f->peer->handshake = std::unexpected(Error{.kind = ErrorKind::Network, .message = u"refused"_s});
    s = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject());
    QSignalSpy refused(s.get(), &Subscription::ended);
    QTRY_COMPARE(refused.count(), 1);
    QCOMPARE(s->endError().kind, ErrorKind::Network);
    QCOMPARE(f->lastRecord().outcome, u"TRANSPORT_ERROR"_s);
}

void tst_Subscription::stopsThePeerWhenDeleted()
{
    subscribe();
    push(1, 3);
    s.reset();
    QVERIFY(!f->peer->stream);
    QCOMPARE(f->lastRecord().state, State::Cancelled);
    QTest::qWait(60);

    s = f->sessions->subscribe({u"s"_s, u"ticks"_s}, Json::emptyObject());
    s.reset();
    QTest::qWait(5);
    QVERIFY(!f->peer->stream);
    QCOMPARE(f->lastRecord().state, State::Cancelled);
}

void tst_Subscription::survivesDeletionInASlot()
{
    subscribe();
    connect(s.get(), &Subscription::itemsChanged, this, [this] { s.reset(); });
    push(1, 3);
    f->peer->stream->finish(EndReason::Completed);
    QTRY_VERIFY(!s);

    subscribe();
    connect(s.get(), &Subscription::ended, this, [this] { s.reset(); });
    f->peer->stream->finish(EndReason::Completed);
    QTRY_VERIFY(!s);
}

void tst_Subscription::aPeerThatAlwaysAnnouncesChangesRefusesNoStreamForEver()
{
    ListChanges changes;
    changes.announced();
    QVERIFY(changes.refusesStream());
    QVERIFY(changes.refusesStream()); // nothing was read meanwhile
    changes.listingBegins();
    changes.announced();
    changes.listingEnded();
    QVERIFY(changes.isStale());
    QVERIFY(!changes.refusesStream());
    QVERIFY(changes.refusesStream());
}

WORKBENCH_TEST(tst_Subscription, QCoreApplication)
#include "tst_subscription.moc"
