// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/callevent.h"
#include "core/hub/channeltarget.h"
#include "tests/support/channelpair.h"
#include "tests/support/quotes.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

class tst_ChannelTarget : public QObject {
    Q_OBJECT

    //! A target with both ends of its channel.
    struct Ends {
        std::unique_ptr<ChannelTarget> target;
        std::unique_ptr<ChannelPair> peer;
        ChannelPair *channel = nullptr;
    };
    static Ends make(ChannelTarget::Side side, bool isOpen = true, ChannelTarget::Options options = {},
        ExchangeLog *log = nullptr)
    {
        auto [near, far] = ChannelPair::make(isOpen);
        ChannelPair *channel = near.get();
        return {
            std::make_unique<ChannelTarget>(std::move(near), side, options, log), std::move(far), channel};
    }
    static EventEnvelope eventOf(const QString &type) { return {type, {}, Json::emptyObject()}; }

private Q_SLOTS:
    void aClientSubscribesToItsTopics()
    {
        const Ends ends = make(ChannelTarget::Side::Client);
        ends.target->addTopic(u"call.responded"_s);
        ends.target->addTopic(u"call.responded:"_s);
        QCOMPARE(ends.channel->sent,
            QList<QByteArray>{R"({"type":"__subscribe","id":"","payload":{"topic":"call.responded:"}})"});
    }

    void queuesWhileOpeningAndSubscribesFirst()
    {
        const Ends ends = make(ChannelTarget::Side::Client, false);
        QVERIFY(ends.target->publish(eventOf(u"a"_s)));
        ends.target->addTopic(u"b"_s);
        QCOMPARE(ends.channel->sent.size(), 0);
        ends.target->open();
        QTRY_COMPARE(ends.channel->sent.size(), 2);
        QVERIFY(ends.channel->sent.first().contains("__subscribe"));
        QCOMPARE(ends.channel->sent.last(), QByteArray(R"({"type":"a","id":"","payload":{}})"));
        QCOMPARE(ends.target->state(), EventTarget::State::Open);
    }

    void theQueueIsBounded()
    {
        const Ends ends = make(ChannelTarget::Side::Client, false);
        for (int each = 0; each < 1000; ++each)
            QVERIFY(ends.target->publish(eventOf(u"a"_s)));
        QCOMPARE(ends.target->publish(eventOf(u"a"_s)).error().kind, ErrorKind::Limit);
    }

    void aServerStoresTheTopicsOfThePeer()
    {
        const Ends ends = make(ChannelTarget::Side::Server);
        ends.target->mayTakeTopic = [](const QString &topic) { return topic != "direct:other"_L1; };
        QSignalSpy received(ends.target.get(), &EventTarget::received);
        ends.peer->sendRaw(R"({"type":"__subscribe","id":"","payload":{"topic":"news"}})");
        ends.peer->sendRaw(R"({"type":"__subscribe","id":"","payload":{"topic":"news:"}})");
        ends.peer->sendRaw(R"({"type":"__subscribe","id":"","payload":{"topic":"direct:other"}})");
        ends.peer->sendRaw(
            R"({"type":"__subscribe","id":"","payload":{"topic":")" + QByteArray(600, 'x') + R"("}})");
        ends.peer->sendRaw(R"({"type":"__subscribe","id":"","payload":{}})");
        ends.peer->sendRaw(R"({"type":"__whatever","id":"","payload":{}})");
        QTRY_COMPARE(ends.target->peerTopics(), QSet<QString>{u"news:"_s});
        ends.peer->sendRaw(R"({"type":"__unsubscribe","id":"","payload":{"topic":"unknown"}})");
        ends.peer->sendRaw(R"({"type":"__unsubscribe","id":"","payload":{"topic":"news"}})");
        QTRY_COMPARE(ends.target->peerTopics(), QSet<QString>());
        QCOMPARE(received.size(), 0);
        QCOMPARE(ends.channel->sent.size(), 0); // subscriptions are not acknowledged
    }

    void limitsTheTopicsOfThePeer()
    {
        const Ends ends = make(ChannelTarget::Side::Server);
        for (int each = 0; each < 4100; ++each)
            ends.peer->sendRaw(R"({"type":"__subscribe","id":"","payload":{"topic":"t)"
                + QByteArray::number(each) + R"("}})");
        QTRY_COMPARE(ends.target->peerTopics().size(), 4096);
        QTest::qWait(1);
        QCOMPARE(ends.target->peerTopics().size(), 4096);
    }

    void sixteenMalformedMessagesCloseWith1007()
    {
        const Ends ends = make(ChannelTarget::Side::Server);
        QSignalSpy closed(ends.target.get(), &EventTarget::closed);
        for (int each = 0; each < 15; ++each)
            ends.peer->sendRaw("{");
        QTRY_COMPARE(ends.target->malformed(), 15u);
        QCOMPARE(ends.channel->closeCode, 0);
        ends.peer->sendRaw("nonsense");
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(ends.channel->closeCode, 1007);
        QCOMPARE(ends.target->state(), EventTarget::State::Closed);
    }

    void aFullBufferAsksProducersToWait()
    {
        ChannelTarget::Options options;
        options.maxBufferedAmount = 200;
        const Ends ends = make(ChannelTarget::Side::Server, true, options);
        QSignalSpy drained(ends.target.get(), &EventTarget::drained);
        ends.peer->setReading(false);
        QVERIFY(ends.target->wantsMore());
        while (ends.target->wantsMore())
            QVERIFY(ends.target->publish(eventOf(u"a"_s)));
        QVERIFY(ends.channel->bytesToWrite() >= 100);
        QVERIFY(!ends.target->isOverLimit());
        while (!ends.target->isOverLimit())
            QVERIFY(ends.target->publish(eventOf(u"a"_s)));
        ends.peer->setReading(true);
        QTRY_COMPARE(drained.size(), 1);
        QVERIFY(ends.target->wantsMore());
    }

    void reportsTheEndOnce()
    {
        const Ends ends = make(ChannelTarget::Side::Client);
        QSignalSpy closed(ends.target.get(), &EventTarget::closed);
        ends.peer->closeWith(1013, u"backpressure"_s);
        QTRY_COMPARE(closed.size(), 1);
        const Error error = closed.first().first().value<Error>();
        QCOMPARE(error.details.toBytes(), QByteArray(R"({"closeCode":1013,"closeReason":"backpressure"})"));
        QCOMPARE(ends.target->publish(eventOf(u"a"_s)).error().kind, ErrorKind::Closed);
        ends.target->close();
        QTest::qWait(1);
        QCOMPARE(closed.size(), 1);
    }

    // R-91
    void logsNoToken_data()
    {
        QTest::addColumn<QByteArray>("sent");
        QTest::newRow("in a request") << q("{'type':'call.requested','payload':{'auth_token':'s3cret'}}");
        QTest::newRow("with an escape in the key")
            << q("{'type':'call.requested','payload':{'auth\\u005ftoken':'s3cret'}}");
        QTest::newRow("twice") << q(
            "{'type':'call.requested','payload':{'auth_token':'s3cret','auth_token':'s3cret2'}}");
        QTest::newRow("in another event") << q("{'type':'news','payload':{'auth_token':'s3cret'}}");
    }
    void logsNoToken()
    {
        QFETCH(QByteArray, sent);
        ExchangeLog log;
        ChannelTarget::Options options;
        options.sourceName = u"hub"_s;
        const Ends ends = make(ChannelTarget::Side::Server, true, options, &log);
        ends.peer->sendRaw(sent);
        QTRY_COMPARE(log.frameCount(), 1);
        const QByteArray shown = log.frameAt(0).bytes;
        QVERIFY2(shown.contains("auth_token") && !shown.contains("s3cret"), shown.constData());
    }

    void logsFramesWithTheirCall()
    {
        ExchangeLog log;
        ChannelTarget::Options options;
        options.sourceName = u"hub"_s;
        const Ends ends = make(ChannelTarget::Side::Client, true, options, &log);
        ends.target->exchangeOf = [](const EventEnvelope &each) { return each.id; };
        QVERIFY(ends.target->publish({u"call.aborted"_s, u"x1"_s, Json::emptyObject()}));
        ends.peer->sendRaw("[]");
        QTRY_COMPARE(log.frameCount(), 2);
        QCOMPARE(log.frameAt(0).label, u"call.aborted"_s);
        QCOMPARE(log.frameAt(0).exchangeId, u"x1"_s);
        QVERIFY(log.frameAt(1).note.startsWith("not an event"_L1));
        QCOMPARE(log.frameAt(1).bytes, QByteArray("[]"));
    }
};

WORKBENCH_TEST(tst_ChannelTarget, QCoreApplication)
#include "tst_channeltarget.moc"
