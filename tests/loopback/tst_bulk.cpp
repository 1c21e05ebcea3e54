// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Lists and floods of full size from a real program, shown in a real pane.

#include "tests/support/bulksession.h"
#include "tests/support/ourstyle.h"
#include "tests/support/testprogram.h"
#include "ui/models/sourcesmodel.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;
using Phase = SourceState::Phase;

namespace {

#if defined(WORKBENCH_UNOPTIMISED)
constexpr bool isSlow = true; // the times would be those of the sanitizer
#else
constexpr bool isSlow = false;
#endif
// The sanitizers only look for faults, so a tenth of the entries is enough.
constexpr qint64 manyTools = isSlow ? 10'000 : 100'000;
constexpr qint64 paintedWithinMs = 4000; // on a busy machine; bench_bulk measures it

// The required 100 ms apply to the program alone on a machine. Beside other tests the same work has taken two
// and a half times as much CPU time. The limit therefore follows from reference work of this thread at
// the same moment: building a table of as many names.
qint64 longestWorkMs()
{
    const qint64 before = Heartbeat::worked();
    {
        QHash<QString, qint64> names;
        for (qint64 i = 0; i < manyTools; ++i)
            names.insert(u"tool-%1"_s.arg(i), i);
    }
    return std::max<qint64>(400, 15 * (Heartbeat::worked() - before) / 1'000'000);
}

} // namespace

class tst_Bulk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsAHundredThousandTools_data();
    void showsAHundredThousandTools();
    void readsAListOfAHundredPages();
    void readsALongListAgainWithoutHolding();
    void removesALongListWithoutHolding();
    void stopsAtCursorsWithoutEnd_data();
    void stopsAtCursorsWithoutEnd();
    void survivesAFloodOfNotifications();
};

void tst_Bulk::showsAHundredThousandTools_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("last");
    QTest::newRow("100 000 of one page") << u"tools"_s << manyTools << u"tool-%1"_s.arg(manyTools - 1);
    QTest::newRow("200 000 of one name") << u"equal"_s << 2 * manyTools << u"same (%1)"_s.arg(2 * manyTools);
}

void tst_Bulk::showsAHundredThousandTools()
{
    QFETCH(QString, mode);
    QFETCH(qint64, count);
    QFETCH(QString, last);
    BulkSession bulk(mode, count);
    bulk.pane->setExpandedKeys({u"bulk"_s, u"bulk/tools"_s});
    Heartbeat heartbeat;
    bulk.connectAndPaint();
    QCOMPARE(bulk.state().phase, Phase::Ready);
    QCOMPARE(bulk.state().operations, count);
    bulk.pane->view()->verticalScrollBar()->setValue(bulk.pane->view()->verticalScrollBar()->maximum());
    bulk.waitForPaint();
    const qint64 gap = heartbeat.longestWork();

    const QList<OperationSpec> operations = bulk.sessions->operations(u"bulk"_s);
    QCOMPARE(operations.size(), count);
    QCOMPARE(operations.last().id.name, last);
    QSet<QString> names;
    for (const OperationSpec &spec : operations)
        names.insert(spec.id.name);
    QCOMPARE(names.size(), count);
    QVERIFY(bulk.log->rowCount() < 300); // a long list causes a few remarks, not one for each entry
    const QModelIndex shown = bulk.pane->model()->indexOf({u"bulk"_s, last});
    QCOMPARE(shown.row(), int(count) - 1);
    if (isSlow)
        return;
    QVERIFY2(gap < longestWorkMs(), qPrintable(u"%1 ms of work without a turn"_s.arg(gap)));
    QVERIFY2(
        bulk.paintedAfter >= 0 && bulk.paintedAfter < 2 * paintedWithinMs * count / 200'000 + paintedWithinMs,
        qPrintable(u"painted %1 ms after it was sent"_s.arg(bulk.paintedAfter)));
}

void tst_Bulk::readsAListOfAHundredPages()
{
    BulkSession bulk(u"pages"_s, 100);
    bulk.connectAndPaint();
    QCOMPARE(bulk.state().phase, Phase::Ready);
    QCOMPARE(bulk.state().operations, 5000);
    const QList<OperationSpec> operations = bulk.sessions->operations(u"bulk"_s);
    QCOMPARE(operations.size(), 5000);
    for (qsizetype i = 0; i < operations.size(); ++i)
        QCOMPARE(operations.at(i).id.name, u"tool-%1"_s.arg(i));
}

void tst_Bulk::readsALongListAgainWithoutHolding()
{
    BulkSession bulk(u"tools"_s, manyTools);
    bulk.connectAndPaint();
    QCOMPARE(bulk.state().operations, manyTools);
    QSignalSpy changed(bulk.sessions.get(), &Sessions::sourceChanged);
    QSignalSpy differs(bulk.sessions.get(), &Sessions::operationsChanged);
    Heartbeat heartbeat;
    bulk.sessions->refreshSource(u"bulk"_s);
    QVERIFY(changed.wait(20'000));
    const qint64 gap = heartbeat.longestWork(); // before this test copies the list
    QCOMPARE(differs.size(), 0);
    QCOMPARE(bulk.sessions->operations(u"bulk"_s).size(), manyTools);
    if (!isSlow)
        QVERIFY2(gap < longestWorkMs(), qPrintable(QString::number(gap)));
}

void tst_Bulk::removesALongListWithoutHolding()
{
    BulkSession bulk(u"tools"_s, manyTools);
    bulk.pane->setExpandedKeys({u"bulk"_s, u"bulk/tools"_s});
    bulk.connectAndPaint();
    QCOMPARE(bulk.registry.count(), manyTools);
    Heartbeat heartbeat;
    bulk.sessions->removeSource(u"bulk"_s);
    QTest::qWait(50); // the list is freed meanwhile
    QCOMPARE(bulk.registry.count(), 0);
    QCOMPARE(bulk.pane->model()->rowCount(), 0);
    if (!isSlow)
        QVERIFY2(
            heartbeat.longestWork() < longestWorkMs(), qPrintable(QString::number(heartbeat.longestWork())));
}

void tst_Bulk::stopsAtCursorsWithoutEnd_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<qint64>("kept");
    QTest::addColumn<QString>("reason");
    QTest::newRow("the same cursor") << u"same-cursor"_s << qint64(2) << u"the cursor does not advance"_s;
    QTest::newRow("always new cursors") << u"new-cursors"_s << qint64(256) << u"limit list.pages"_s;
    QTest::newRow("a number as cursor") << u"number-cursor"_s << qint64(1) << u"expected a string"_s;
}

void tst_Bulk::stopsAtCursorsWithoutEnd()
{
    QFETCH(QString, mode);
    QFETCH(qint64, kept);
    QFETCH(QString, reason);
    BulkSession bulk(mode, 1);
    bulk.connectAndPaint();
    QCOMPARE(bulk.state().phase, Phase::Degraded);
    QCOMPARE(bulk.sessions->operations(u"bulk"_s).size(), kept);
    QVERIFY2(bulk.state().incompleteReason.contains(reason), qPrintable(bulk.state().incompleteReason));
}

void tst_Bulk::survivesAFloodOfNotifications()
{
    constexpr qint64 count = 200'000;
    BulkSession bulk(u"flood"_s, count);
    bulk.connectAndPaint();
    QCOMPARE(bulk.state().phase, Phase::Ready);
    qint64 notifications = 0;
    int lists = 0;
    connect(&bulk.exchanges, &ExchangeLog::noted, this, [&](const Frame &frame) {
        if (frame.direction == Direction::Received && frame.label.startsWith("notifications/"_L1))
            ++notifications;
        if (frame.direction == Direction::Sent && frame.label == "tools/list"_L1)
            ++lists;
    });
    const qint64 before = residentMemory();
    resetPeakMemory();
    Heartbeat heartbeat;
    QElapsedTimer clock;
    clock.start();
    const auto call =
        bulk.sessions->invoke({u"bulk"_s, u"flood"_s}, Json::object({{u"city"_s, Json::string(u"x")}}));
    QSignalSpy finished(call.get(), &Invocation::finished);
    QVERIFY(finished.wait(50'000));
    const qint64 gap = heartbeat.longestWork();
    const qint64 grown = peakMemory() - before;
    const qint64 elapsed = clock.elapsed();
    QVERIFY(call->result());
    QCOMPARE(notifications, count); // each was counted, none was lost
    QTRY_VERIFY(lists >= 1);
    QTest::qWait(600); // the last refetch
    QVERIFY2(lists <= elapsed / 500 + 2, qPrintable(QString::number(lists)));
    QCOMPARE(bulk.exchanges.frameCount(), bulk.limits.exchangeFrames);
    if (isSlow)
        return;
    QVERIFY2(gap < longestWorkMs(), qPrintable(u"%1 ms of work without a turn"_s.arg(gap)));
    QVERIFY2(grown < (64LL << 20), qPrintable(u"grown by %1 KiB"_s.arg(grown >> 10)));
}

WORKBENCH_TEST(tst_Bulk, QApplication, Workbench::Test::useOurStyle)
#include "tst_bulk.moc"
