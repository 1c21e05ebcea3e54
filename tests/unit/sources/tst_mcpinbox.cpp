// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpinbox.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpInbox : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsTheOrderWhenALargeFrameIsParsedAside();
    void refusesFramesThatAreNotObjectsOrArrays_data();
    void refusesFramesThatAreNotObjectsOrArrays();
    void distinguishesAnExceededLimitFromABrokenMessage();
    void asksForAPauseWhenTooManyFramesWait();
    void runsStepsAfterEarlierFrames();

private:
    static McpIncoming frame(const QByteArray &bytes)
    {
        McpIncoming incoming;
        incoming.bytes = bytes;
        return incoming;
    }
};

void tst_McpInbox::keepsTheOrderWhenALargeFrameIsParsedAside()
{
    McpInbox inbox{Limits()};
    QList<qsizetype> order;
    connect(&inbox, &McpInbox::parsed, this,
        [&order](const McpIncoming &incoming) { order.append(incoming.message.size()); });
    inbox.push(frame(R"({"a":1})"));
    inbox.push(frame(R"({"a":")" + QByteArray(600'000, 'x') + R"(","b":2})"));
    inbox.push(frame(R"({"a":1,"b":2,"c":3})"));
    QTRY_COMPARE(order.size(), 3);
    QCOMPARE(order, (QList<qsizetype>{1, 2, 3}));
}

void tst_McpInbox::refusesFramesThatAreNotObjectsOrArrays_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("good");
    QTest::newRow("object") << QByteArray("{}") << true;
    QTest::newRow("array") << QByteArray("[]") << true;
    QTest::newRow("number") << QByteArray("42") << false;
    QTest::newRow("banner") << QByteArray("server started") << false;
    QTest::newRow("truncated") << QByteArray(R"({"a":)") << false;
}

void tst_McpInbox::refusesFramesThatAreNotObjectsOrArrays()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, good);
    McpInbox inbox{Limits()};
    int parsed = 0;
    int refused = 0;
    connect(&inbox, &McpInbox::parsed, this, [&parsed] { ++parsed; });
    connect(&inbox, &McpInbox::refused, this, [&refused] { ++refused; });
    inbox.push(frame(bytes));
    QCOMPARE(parsed, good ? 1 : 0);
    QCOMPARE(refused, good ? 0 : 1);
}

void tst_McpInbox::distinguishesAnExceededLimitFromABrokenMessage()
{
    Limits limits;
    limits.jsonNodes = 3;
    McpInbox inbox(limits);
    QSignalSpy exceeded(&inbox, &McpInbox::exceeded);
    QSignalSpy refused(&inbox, &McpInbox::refused);
    inbox.push(frame("[1,2,3,4,5,6,7]"));
    QCOMPARE(exceeded.size(), 1);
    QCOMPARE(exceeded.first().at(1).value<Error>().kind, ErrorKind::Limit);
    inbox.push(frame("[1"));
    QCOMPARE(exceeded.size(), 1);
    QCOMPARE(refused.size(), 1);
}

void tst_McpInbox::asksForAPauseWhenTooManyFramesWait()
{
    Limits limits;
    limits.queueInMessages = 10;
    McpInbox inbox(limits);
    QSignalSpy congested(&inbox, &McpInbox::congested);
    int parsed = 0;
    connect(&inbox, &McpInbox::parsed, this, [&parsed] {
        ++parsed;
        QTest::qSleep(3); // a slow listener
    });
    for (int i = 0; i < 40; ++i)
        inbox.push(frame("{}"));
    QVERIFY(parsed < 40); // the rest waits for later turns of the event loop
    QTRY_COMPARE(parsed, 40);
    QCOMPARE(congested.size(), 2);
    QCOMPARE(congested.first().first().toBool(), true);
    QCOMPARE(congested.last().first().toBool(), false);
}

void tst_McpInbox::runsStepsAfterEarlierFrames()
{
    McpInbox inbox{Limits()};
    QStringList order;
    connect(&inbox, &McpInbox::parsed, this, [&order] { order.append(u"frame"_s); });
    inbox.push(frame(QByteArray(R"({"a":")") + QByteArray(600'000, 'x') + "\"}"));
    inbox.afterwards([&order] { order.append(u"step"_s); });
    QVERIFY(order.isEmpty());
    QTRY_COMPARE(order, (QStringList{u"frame"_s, u"step"_s}));
}

WORKBENCH_TEST(tst_McpInbox, QCoreApplication)
#include "tst_mcpinbox.moc"
