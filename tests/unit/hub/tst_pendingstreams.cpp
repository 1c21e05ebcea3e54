// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/hubcalls.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class tst_PendingStreams : public QObject {
    Q_OBJECT

    std::optional<RecordingTarget> target;
    std::optional<PendingRequestMap> map;

private Q_SLOTS:
    void init()
    {
        target.emplace();
        map.emplace(&*target, PendingRequestMap::Options{.slowConsumer = 40ms});
    }
    void cleanup()
    {
        map.reset();
        target.reset();
    }

    void deletingAStreamNotifiesThePeer()
    {
        std::optional<StreamLog> stream(map->subscribe(callRequest()));
        stream->stream->start();
        stream.reset();
        QCOMPARE(target->types(), (QStringList{u"requested"_s, u"aborted"_s}));
        QCOMPARE(map->count(), 0);
    }

    void aStreamMayBeDeletedFromItsItemSignal()
    {
        std::unique_ptr<ItemStream> stream = map->subscribe(callRequest());
        connect(stream.get(), &ItemStream::item, this, [&stream] { stream.reset(); });
        stream->start();
        target->play(CallResponded{callId, outputEnvelope(), {}});
        QVERIFY(!stream);
        QCOMPARE(map->count(), 0);
    }

    void heartbeatsKeepAStreamAliveAndAreNotShown()
    {
        CallRequest wanted = callRequest();
        wanted.idleTimeout = 900ms;
        StreamLog stream(map->subscribe(wanted));
        stream.stream->start();
        for (int beat = 0; beat < 4; ++beat) {
            QTest::qWait(300);
            target->play(CallResponded{callId,
                jsonLiteral(
                    R"({"data":null,"meta":{"source":"mcp","content":[],"_meta":{"heartbeat":true}}})"),
                {}});
        }
        QCOMPARE(stream.values, QByteArrayList());
        QCOMPARE(stream.ends, QStringList());
        QTRY_COMPARE(stream.ends.size(), 1);
        QVERIFY2(stream.ends.constFirst().contains("TIMEOUT"_L1), qPrintable(stream.ends.constFirst()));
    }

    // A hub passes the idle time of its caller on; only the program that subscribed enforces it.
    void theIdleTimeOfACallerIsOnlyPassedOn()
    {
        CallRequest forwarded = callRequest();
        forwarded.context.idleTimeout = 20;
        StreamLog passedOn(map->subscribe(forwarded));
        passedOn.stream->start();
        QCOMPARE(target->sent.constFirst().payload.member("idleTimeout"_L1), Json::integer(20));
        CallRequest own = callRequest(u"own"_s);
        own.idleTimeout = 100ms;
        StreamLog ended(map->subscribe(own));
        ended.stream->start();
        QTRY_COMPARE(ended.ends.size(), 1);
        QCOMPARE(passedOn.ends, QStringList());
    }

    void anEndlessIdleTimeDelaysNoOther()
    {
        CallRequest endless = callRequest();
        endless.idleTimeout = std::chrono::milliseconds::max();
        StreamLog open(map->subscribe(endless));
        open.stream->start();
        CallRequest brief = callRequest(u"brief"_s);
        brief.idleTimeout = 30ms;
        StreamLog ended(map->subscribe(brief));
        ended.stream->start();
        QTRY_COMPARE(ended.ends.size(), 1);
        QCOMPARE(open.ends, QStringList());
    }

    void aSubscribedQueryEndsAfterItsValue()
    {
        CallRequest wanted = callRequest();
        wanted.isSingle = true;
        QSignalSpy violated(&*map, &PendingRequestMap::violated);
        StreamLog stream(map->subscribe(wanted));
        stream.stream->start();
        target->play(CallResponded{callId, outputEnvelope(), {}});
        QTRY_COMPARE(stream.ends, QStringList{u"completed"_s});
        QCOMPARE(stream.values, QByteArrayList{"1"});
        QCOMPARE(violated.size(), 0);
    }

    void anItemCarriesTheRemarksOnItsText_data()
    {
        QTest::addColumn<bool>("isNoted");
        QTest::newRow("for a source") << true;
        QTest::newRow("for a hub, which passes it on unchanged") << false;
    }

    void anItemCarriesTheRemarksOnItsText()
    {
        QFETCH(bool, isNoted);
        QList<HandlerResult> items;
        CallRequest wanted = callRequest();
        wanted.notesRemarks = isNoted;
        const std::unique_ptr<ItemStream> stream = map->subscribe(wanted);
        connect(stream.get(), &ItemStream::item, this,
            [&items](const StreamValue &value) { items.append(value.value); });
        stream->start();
        EventEnvelope event = CallEventMap::toEnvelope(CallResponded{callId, outputEnvelope(), {}});
        event.remarks = {u"At /payload/output/data: odd"_s};
        Q_EMIT target->received(event);
        QCOMPARE(items.size(), 1);
        const auto *described = std::get_if<DescribedEnvelope>(&items.first());
        QCOMPARE(described != nullptr, isNoted);
        if (!described)
            return;
        QCOMPARE(described->envelope.data.toBytes(), QByteArray("1"));
        QCOMPARE(described->notes.size(), 1);
        QCOMPARE(described->notes.first().code, "received.json"_L1);
        QCOMPARE(described->notes.first().message, event.remarks.first());
    }

    void queuedItemsAreDeliveredBeforeTheEnd()
    {
        StreamLog stream(map->subscribe(callRequest()));
        stream.stream->start();
        stream.stream->setReading(false);
        target->play(CallResponded{callId, outputEnvelope("1"), {}});
        target->play(CallResponded{callId, outputEnvelope("2"), {}});
        target->play(CallCompleted{callId, {}});
        QTest::qWait(1);
        QCOMPARE(stream.values, QByteArrayList());
        QCOMPARE(stream.ends, QStringList());
        stream.stream->setReading(true);
        QTRY_COMPARE(stream.ends, QStringList{u"completed"_s});
        QCOMPARE(stream.values, (QByteArrayList{"1", "2"}));
    }

    void aFullQueuePausesTheProducerAndLosesNothing()
    {
        Limits limits;
        limits.queueInMessages = 4;
        PendingRequestMap small(&*target, {.limits = limits, .slowConsumer = 10s});
        StreamLog stream(small.subscribe(callRequest()));
        stream.stream->start();
        stream.stream->setReading(false);
        for (int each = 0; each < 4; ++each)
            target->play(CallResponded{callId, outputEnvelope(QByteArray::number(each)), {}});
        QCOMPARE(target->readings, QList<bool>{false});
        stream.stream->setReading(true);
        QTRY_COMPARE(stream.values, (QByteArrayList{"0", "1", "2", "3"}));
        QCOMPARE(target->readings, (QList<bool>{false, true}));
        QCOMPARE(stream.ends, QStringList());
    }

    // While a full queue keeps the connection from being read, the silence is not that of the peer.
    void aFullQueueStopsTheIdleTimesOfOtherStreams()
    {
        Limits limits;
        limits.queueInMessages = 1;
        PendingRequestMap small(&*target, {.limits = limits, .slowConsumer = 2s});
        StreamLog slow(small.subscribe(callRequest()));
        slow.stream->start();
        slow.stream->setReading(false);
        CallRequest wanted = callRequest(u"other"_s);
        wanted.idleTimeout = 1s;
        StreamLog other(small.subscribe(wanted));
        other.stream->start();
        target->play(CallResponded{callId, outputEnvelope(), {}});
        QCOMPARE(target->readings, QList<bool>{false});
        QTRY_COMPARE(target->readings, (QList<bool>{false, true})); // the slow stream was ended
        QCOMPARE(other.ends, QStringList());
        QTRY_COMPARE(other.ends.size(), 1); // now it is the peer that is silent
        QVERIFY2(other.ends.constFirst().contains("TIMEOUT"_L1), qPrintable(other.ends.constFirst()));
    }

    void aStreamThatStartsAfterTheConnectionMayBeRetried()
    {
        StreamLog stream(map->subscribe(callRequest()));
        map.reset();
        stream.stream->start();
        QTRY_COMPARE(
            stream.ends, QStringList{u"closed EXECUTION_ERROR connection closed {\"retryable\":true}"_s});
    }

    // P1: Even a few messages may be large.
    void queuedBytesPauseTheProducer()
    {
        Limits limits;
        limits.queueInBytes = 3000;
        PendingRequestMap small(&*target, {.limits = limits, .slowConsumer = 10s});
        StreamLog stream(small.subscribe(callRequest()));
        stream.stream->start();
        stream.stream->setReading(false);
        const QByteArray large = '"' + QByteArray(1200, 'x') + '"';
        target->play(CallResponded{callId, outputEnvelope(large), {}});
        target->play(CallResponded{callId, outputEnvelope(large), {}});
        QCOMPARE(target->readings, QList<bool>());
        target->play(CallResponded{callId, outputEnvelope(large), {}});
        QCOMPARE(target->readings, QList<bool>{false});
        stream.stream->setReading(true);
        QTRY_COMPARE(stream.values.size(), 3);
        QCOMPARE(target->readings, (QList<bool>{false, true}));
        QCOMPARE(stream.ends, QStringList());
    }

    void endsAStreamWithoutProgress()
    {
        Limits limits;
        limits.queueInMessages = 2;
        PendingRequestMap small(&*target, {.limits = limits, .slowConsumer = 40ms});
        StreamLog stream(small.subscribe(callRequest()));
        stream.stream->start();
        stream.stream->setReading(false);
        target->play(CallResponded{callId, outputEnvelope("1"), {}});
        target->play(CallResponded{callId, outputEnvelope("2"), {}});
        QCOMPARE(small.count(), 1);
        QTRY_COMPARE(small.count(), 0);
        QCOMPARE(target->types(), (QStringList{u"requested"_s, u"aborted"_s}));
        QCOMPARE(target->readings, (QList<bool>{false, true}));
        stream.stream->setReading(true);
        QTRY_COMPARE(stream.ends, QStringList{u"error EXECUTION_ERROR subscriber too slow"_s});
        QCOMPARE(stream.values, (QByteArrayList{"1", "2"}));
    }
};

WORKBENCH_TEST(tst_PendingStreams, QCoreApplication)
#include "tst_pendingstreams.moc"
