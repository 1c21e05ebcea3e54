// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/framepair.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

Frame frameOf(
    const QByteArray &bytes, const QString &exchangeId = {}, Direction direction = Direction::Received)
{
    Frame frame;
    frame.source = u"files"_s;
    frame.bytes = bytes;
    frame.exchangeId = exchangeId;
    frame.direction = direction;
    return frame;
}

ExchangeRecord recordOf(const QString &operation, ExchangeRecord::State state = ExchangeRecord::State::Ok)
{
    ExchangeRecord record;
    record.operation = operation;
    record.state = state;
    return record;
}

} // namespace

class tst_ExchangeLog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersFramesAndGivesThemATime();
    void dropsTheOldestFramesByCount();
    void dropsTheOldestFramesByBytes();
    void keepsTheNewestFrameWhateverItsSize();
    void batchesSignalsOfAFlood();
    void signalNumbersAddUpToTheFrames();
    void notesEachFrameAtOnce();
    void announcesRecordsThenTheirChanges();
    void keepsRunningRecordsWhenCleared();
    void boundsRecords();
    void countsBytesOfACall();
    void answersOutOfRangeWithAnEmptyValue();
    void takesTheRequestIdOfACallFromItsFrames();
};

void tst_ExchangeLog::numbersFramesAndGivesThemATime()
{
    ExchangeLog log;
    log.note(frameOf("one"));
    log.note(frameOf("two"));
    QCOMPARE(log.frameCount(), 2);
    QCOMPARE(log.frameAt(0).sequence, 1u);
    QCOMPARE(log.frameAt(1).sequence, 2u);
    QVERIFY(log.frameAt(1).at.isValid());
    QCOMPARE(log.frameAt(1).at.timeSpec(), Qt::UTC);
}

void tst_ExchangeLog::dropsTheOldestFramesByCount()
{
    Limits limits;
    limits.exchangeFrames = 3;
    ExchangeLog log(limits);
    for (int number = 1; number <= 5; ++number)
        log.note(frameOf(QByteArray::number(number)));
    QCOMPARE(log.frameCount(), 3);
    QCOMPARE(log.frameAt(0).bytes, "3");
    QCOMPARE(log.framesDropped(), 2u);
}

void tst_ExchangeLog::dropsTheOldestFramesByBytes()
{
    Limits limits;
    limits.exchangeBytes = 1000;
    ExchangeLog log(limits);
    for (int number = 0; number < 10; ++number)
        log.note(frameOf(QByteArray(300, 'x')));
    QCOMPARE(log.frameCount(), 3);
    QCOMPARE(log.framesDropped(), 7u);
}

void tst_ExchangeLog::keepsTheNewestFrameWhateverItsSize()
{
    Limits limits;
    limits.exchangeBytes = 10;
    ExchangeLog log(limits);
    log.note(frameOf("small"));
    log.note(frameOf(QByteArray(5000, 'x')));
    QCOMPARE(log.frameCount(), 1);
    QCOMPARE(log.frameAt(0).bytes.size(), 5000);
}

void tst_ExchangeLog::batchesSignalsOfAFlood()
{
    ExchangeLog log;
    QSignalSpy spy(&log, &ExchangeLog::framesChanged);
    QElapsedTimer timer;
    timer.start();
    qsizetype noted = 0;
    while (timer.elapsed() < 400) {
        for (int number = 0; number < 50; ++number, ++noted)
            log.note(frameOf("x"));
        QTest::qWait(1);
    }
    const auto added = [&spy] {
        qsizetype sum = 0;
        for (const auto &arguments : spy)
            sum += arguments.at(0).value<qsizetype>();
        return sum;
    };
    QTRY_COMPARE(added(), noted);
    const qint64 took = timer.elapsed();
    QVERIFY2(spy.count() >= 2 && spy.count() <= took / 50 + 3, qPrintable(QString::number(spy.count())));
}

void tst_ExchangeLog::signalNumbersAddUpToTheFrames()
{
    Limits limits;
    limits.exchangeFrames = 7;
    ExchangeLog log(limits);
    qsizetype known = 0;
    connect(&log, &ExchangeLog::framesChanged, this, [&](qsizetype added, qsizetype dropped) {
        QVERIFY2(dropped <= known, "dropped frames must have been announced before");
        known += added - dropped;
        QCOMPARE(known, log.frameCount());
    });
    for (const int batch : {3, 3, 20, 1, 7, 8}) {
        for (int number = 0; number < batch; ++number)
            log.note(frameOf("x"));
        QTest::qWait(60);
    }
    QTRY_COMPARE(known, 7);
}

void tst_ExchangeLog::notesEachFrameAtOnce()
{
    ExchangeLog log;
    QSignalSpy spy(&log, &ExchangeLog::noted);
    log.note(frameOf("x"));
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.at(0).at(0).value<Frame>().sequence, 1u);
}

void tst_ExchangeLog::announcesRecordsThenTheirChanges()
{
    ExchangeLog log;
    QSignalSpy added(&log, &ExchangeLog::recordAdded);
    QSignalSpy changed(&log, &ExchangeLog::recordChanged);
    const QString first = log.begin(recordOf(u"one"_s, ExchangeRecord::State::Running));
    const QString second = log.begin(recordOf(u"two"_s, ExchangeRecord::State::Running));
    QVERIFY(!first.isEmpty());
    QVERIFY(first != second);
    QTRY_COMPARE(added.count(), 2);
    QCOMPARE(changed.count(), 0);
    ExchangeRecord record = *log.findRecord(second);
    record.state = ExchangeRecord::State::Ok;
    for (int time = 0; time < 10; ++time)
        log.update(record);
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(changed.at(0).at(0).value<qsizetype>(), 1);
    QCOMPARE(log.recordAt(1).state, ExchangeRecord::State::Ok);
    QVERIFY(log.recordAt(0).startedAt.isValid());
}

void tst_ExchangeLog::keepsRunningRecordsWhenCleared()
{
    ExchangeLog log;
    QSignalSpy cleared(&log, &ExchangeLog::recordsCleared);
    log.begin(recordOf(u"done"_s));
    const QString running = log.begin(recordOf(u"running"_s, ExchangeRecord::State::Running));
    const QString live = log.begin(recordOf(u"live"_s, ExchangeRecord::State::Live));
    log.clearRecords();
    QCOMPARE(cleared.count(), 1);
    QCOMPARE(log.recordCount(), 2);
    QVERIFY(log.findRecord(running));
    QCOMPARE(log.findRecord(live)->operation, u"live"_s);
}

void tst_ExchangeLog::boundsRecords()
{
    Limits limits;
    limits.exchangeFrames = 100;
    ExchangeLog log(limits);
    const QString running = log.begin(recordOf(u"running"_s, ExchangeRecord::State::Running));
    for (int number = 0; number < 1000; ++number)
        log.begin(recordOf(QString::number(number)));
    QVERIFY(log.recordCount() <= 100);
    QVERIFY(log.findRecord(running));
    QCOMPARE(log.recordAt(log.recordCount() - 1).operation, u"999"_s);
}

void tst_ExchangeLog::countsBytesOfACall()
{
    ExchangeLog log;
    const QString id = log.begin(recordOf(u"call"_s));
    log.note(frameOf("12345", id, Direction::Sent));
    log.note(frameOf("123", id));
    log.note(frameOf("1234", id));
    log.note(frameOf("other"));
    QVERIFY((log.bytesOf(id) == std::pair<qint64, qint64>(5, 7)));
    QVERIFY((log.bytesOf(u"unknown"_s) == std::pair<qint64, qint64>(0, 0)));
}

void tst_ExchangeLog::answersOutOfRangeWithAnEmptyValue()
{
    const ExchangeLog log;
    QCOMPARE(log.frameAt(0).sequence, 0u);
    QCOMPARE(log.frameAt(-1).sequence, 0u);
    QVERIFY(log.recordAt(5).id.isEmpty());
    QVERIFY(!log.findRecord(u"x"_s));
}

void tst_ExchangeLog::takesTheRequestIdOfACallFromItsFrames()
{
    ExchangeLog log;
    const QString id = log.begin(recordOf(u"call"_s));
    const auto note = [&log](const QByteArray &bytes, const QString &exchangeId, const char *label,
                          Direction direction = Direction::Sent) {
        Frame frame = frameOf(bytes, exchangeId, direction);
        frame.label = QString::fromLatin1(label);
        log.note(frame);
    };
    QVERIFY(wireFacts(log, id).isAbsent());
    note(R"({"type":"call.requested","id":"","payload":{"requestId":"r1"}})", id, "call.requested");
    note(R"({"type":"call.requested","id":"","payload":{"requestId":"r2"}})", u"other"_s, "call.requested");
    note(R"({"type":"call.responded","id":"","payload":{"requestId":"r3"}})", id, "call.responded",
        Direction::Received);
    note(R"({"type":"call.aborted","id":"","payload":{"requestId":"r4"}})", id, "call.aborted");
    QCOMPARE(wireFacts(log, id).toBytes(), R"({"requestId":"r1"})"_ba);
    const QString slashed = log.begin(recordOf(u"call"_s)); // here the request id is the id of the event
    note(
        R"({"type":"call.requested","id":"r5","payload":{"operationId":"/a/b"}})", slashed, "call.requested");
    QCOMPARE(wireFacts(log, slashed).toBytes(), R"({"requestId":"r5"})"_ba);
    QVERIFY(wireFacts(log, u"unknown"_s).isAbsent());
    QVERIFY(wireFacts(log, {}).isAbsent());
    log.clearFrames();
    QVERIFY(wireFacts(log, id).isAbsent());
}

WORKBENCH_TEST(tst_ExchangeLog, QCoreApplication)
#include "tst_exchangelog.moc"
