// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/linediff.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <random>

using namespace Workbench;

namespace {

//! Applies the changes of \a diff to \a before; the result should equal \a after.
QByteArray applied(const QByteArray &before, const QByteArray &after, const LineDiff &diff)
{
    const QByteArrayList a = before.split('\n');
    const QByteArrayList b = after.split('\n');
    QByteArrayList made;
    qsizetype at = 0;
    for (const LineChange &change : diff.changes) {
        made += a.mid(at, change.before - at);
        if (made.size() != change.after)
            return "the changes do not fit together";
        made += b.mid(change.after, change.linesAfter);
        at = change.before + change.linesBefore;
    }
    made += a.mid(at);
    return made.join('\n');
}

} // namespace

class tst_LineDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheSmallestChange_data();
    void findsTheSmallestChange();
    void itsChangesTurnBeforeIntoAfter();
    void staysWithinItsBudget();
    void stopsWhenAsked();
};

void tst_LineDiff::findsTheSmallestChange_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("unified");
    const auto row = [](const char *name, const char *before, const char *after, const char *unified) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QByteArray(unified);
    };
    row("same", "a\nb", "a\nb", "");
    row("both empty", "", "", "");
    row("one changed", "a\nb\nc", "a\nx\nc", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    row("one inserted", "a\nc", "a\nb\nc", "@@ -1,2 +1,3 @@\n a\n+b\n c\n");
    row("one removed", "a\nb\nc", "a\nc", "@@ -1,3 +1,2 @@\n a\n-b\n c\n");
    row("line feed at the end", "a", "a\n", "@@ -1 +1,2 @@\n a\n+\n");
    row("carriage return", "a\r\nb", "a\nb", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n");
    row("two hunks", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10", "x\n2\n3\n4\n5\n6\n7\n8\n9\ny",
        "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+y\n");
    row("hunks that touch", "1\n2\n3\n4\n5\n6\n7\n8", "x\n2\n3\n4\n5\n6\n7\ny",
        "@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n");
}

void tst_LineDiff::findsTheSmallestChange()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const Result<LineDiff> diff = diffLines(before, after);
    QVERIFY(diff.has_value());
    QTEST(unifiedText(before, after, *diff), "unified");
    QCOMPARE(applied(before, after, *diff), after);
    QVERIFY(!diff->isCoarse);
}

void tst_LineDiff::itsChangesTurnBeforeIntoAfter()
{
    std::mt19937 random(20261122);
    for (int round = 0; round < 500; ++round) {
        const auto text = [&random] {
            QByteArrayList lines;
            for (auto count = random() % 30; count > 0; --count)
                lines.append(QByteArray::number(random() % 6));
            return lines.join('\n');
        };
        const QByteArray before = text();
        const QByteArray after = text();
        const Result<LineDiff> diff = diffLines(before, after);
        QVERIFY(diff.has_value());
        QCOMPARE(applied(before, after, *diff), after);
    }
}

void tst_LineDiff::staysWithinItsBudget()
{
    QByteArray before;
    QByteArray after;
    for (int i = 0; i < 20'000; ++i) {
        before += QByteArray::number(i * 7919 % 97) + '\n';
        after += QByteArray::number(i * 104'729 % 89) + '\n';
    }
    Limits limits;
    limits.diffSteps = 100'000;
    const Result<LineDiff> diff = diffLines(before, after, limits);
    QVERIFY(diff.has_value());
    QVERIFY(diff->isCoarse);
    QCOMPARE(applied(before, after, *diff), after);
}

void tst_LineDiff::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    const Result<LineDiff> diff = diffLines("a\nb", "b\na", {}, stop.get_token());
    QVERIFY(!diff);
    QCOMPARE(diff.error().kind, ErrorKind::Cancelled);
}

WORKBENCH_TEST(tst_LineDiff, QCoreApplication)
#include "tst_linediff.moc"
