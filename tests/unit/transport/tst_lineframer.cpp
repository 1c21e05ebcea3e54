// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/pipes.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;

class tst_LineFramer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesTheSameLinesForEverySplit();
    void givesTheSameLinesForPiecesOfAnySize();
    void stopsAtTheLimitNotAtTheNewline();
    void acceptsALineOfExactlyTheLimit();
    void cutsLongLinesWhenAsked();
    void staysLinearAndSmallForAHugeLine();
    void keepsTheUnfinishedLine();
};

namespace {

const QByteArray stream(
    "{\"a\":1}\n\r\n\xEF\xBB\xBF{\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\":2}\r\n\n  x\r\r\nlast");
const QByteArrayList expected{
    "{\"a\":1}", "", "\xEF\xBB\xBF{\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\":2}", "", "  x\r"};

LineFramer strict(qint64 limit = 1000)
{
    return {limit, LineFramer::TooLong::Stops};
}

} // namespace

void tst_LineFramer::givesTheSameLinesForEverySplit()
{
    for (qsizetype first = 0; first <= stream.size(); ++first) {
        for (qsizetype second = first; second <= stream.size(); ++second) {
            LineFramer framer = strict();
            QByteArrayList lines = framer.feed(QByteArrayView(stream).first(first));
            lines += framer.feed(QByteArrayView(stream).sliced(first, second - first));
            lines += framer.feed(QByteArrayView(stream).sliced(second));
            QCOMPARE(lines, expected);
            QCOMPARE(framer.partialLine(), "last");
        }
    }
}

void tst_LineFramer::givesTheSameLinesForPiecesOfAnySize()
{
    for (qsizetype step = 1; step <= stream.size(); ++step) {
        LineFramer framer = strict();
        QByteArrayList lines;
        for (qsizetype at = 0; at < stream.size(); at += step)
            lines += framer.feed(QByteArrayView(stream).sliced(at, std::min(step, stream.size() - at)));
        QCOMPARE(lines, expected);
    }
}

void tst_LineFramer::stopsAtTheLimitNotAtTheNewline()
{
    LineFramer framer = strict(10);
    QCOMPARE(framer.feed("ok\n0123456789"), QByteArrayList{"ok"});
    QVERIFY(!framer.hasOverflowed());
    QVERIFY(framer.feed("x").isEmpty());
    QVERIFY(framer.hasOverflowed());
    QVERIFY(framer.feed("\nlater\n").isEmpty());
}

void tst_LineFramer::acceptsALineOfExactlyTheLimit()
{
    LineFramer framer = strict(10);
    QCOMPARE(framer.feed("0123456789\n"), QByteArrayList{"0123456789"});
    QVERIFY(!framer.hasOverflowed());
}

void tst_LineFramer::cutsLongLinesWhenAsked()
{
    LineFramer framer(4, LineFramer::TooLong::IsCut);
    QByteArrayList lines = framer.feed("abcdefghi");
    lines += framer.feed("j\nxy\n");
    QCOMPARE(lines, (QByteArrayList{"abcd", "efgh", "ij", "xy"}));
    QVERIFY(!framer.hasOverflowed());
}

void tst_LineFramer::staysLinearAndSmallForAHugeLine()
{
    constexpr qsizetype limit = qsizetype{64} << 20;
    LineFramer framer = strict(limit);
    const QByteArray piece(4096, 'x');
    const Test::CpuTimer timer;
    for (qsizetype sent = 0; sent < limit; sent += piece.size())
        QVERIFY(framer.feed(piece).isEmpty());
    QVERIFY2(framer.partialLine().capacity() <= limit + (qsizetype{16} << 20),
        qPrintable(QString::number(framer.partialLine().capacity())));
    const QByteArrayList lines = framer.feed("\n");
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines.first().size(), limit);
    // A search from the start for each piece would read 512 GiB.
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
}

void tst_LineFramer::keepsTheUnfinishedLine()
{
    LineFramer framer = strict();
    QVERIFY(framer.feed("{\"half\":").isEmpty());
    QCOMPARE(framer.takePartialLine(), "{\"half\":");
    QVERIFY(framer.partialLine().isEmpty());
}

WORKBENCH_TEST(tst_LineFramer, QCoreApplication)
#include "tst_lineframer.moc"
