// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The ends of a WebSocket on both sides. \source core/RULES.md

#include "core/transport/websocket/websocketclient.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/rawwebsocket.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;
using Script = RawWebSocketServer::Script;

namespace {

//! Records the signals of one end of a connection.
struct Told {
    explicit Told(MessageChannel *from)
        : channel(from)
    {
        QObject::connect(channel, &Transport::opened, channel, [this] { order.append(u"opened"_s); });
        QObject::connect(channel, &Transport::received, channel, [this](const QByteArray &message) {
            order.append(u"received"_s);
            messages.append(message);
            if (pausesAtOnce)
                channel->setReading(false);
        });
        QObject::connect(
            channel, &MessageChannel::bytesWritten, channel, [this] { order.append(u"written"_s); });
        QObject::connect(channel, &Transport::closed, channel, [this](const Error &reason) {
            order.append(u"closed"_s);
            end = reason;
        });
    }
    MessageChannel *channel;
    bool pausesAtOnce = false;
    QStringList order;
    QByteArrayList messages;
    std::optional<Error> end;
};

//! Our server, and its channel to the first client.
struct OurServer {
    explicit OurServer(const Limits &limits = {}, qint64 connections = 0)
        : server({.limits = limits, .connections = connections})
    {
        if (!server.listen())
            qFatal("no port to listen on");
        QObject::connect(&server, &WebSocketServer::channelReady, &server, [this] {
            peer = server.nextChannel();
            told = std::make_unique<Told>(peer.get());
        });
    }
    bool hasEnded() const { return told && told->end; }
    WebSocketServer server;
    std::unique_ptr<WebSocketPeer> peer;
    std::unique_ptr<Told> told;
};

qint64 closeCodeOf(const std::optional<Error> &end)
{
    return end ? end->details.member("closeCode"_L1).toInteger().value_or(0) : 0;
}

QByteArray masked(RawFrame frame)
{
    frame.isMasked = true;
    return frame.bytes();
}

} // namespace

class tst_WebSocketEnds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesUpConnecting_data()
    {
        QTest::addColumn<bool>("aborts");
        QTest::newRow("close") << false;
        QTest::newRow("abort") << true;
    }
    void givesUpConnecting()
    {
        QFETCH(bool, aborts);
        RawWebSocketServer server({.isSilent = true});
        Limits limits;
        limits.wsPingEveryMs = 20;
        WebSocketClient client({u"hub"_s, server.url()}, limits);
        Told told(&client);
        client.open();
        QTRY_VERIFY(server.request.endsWith("\r\n\r\n"));
        aborts ? client.abort() : client.close();
        QTRY_VERIFY(told.end);
        QCOMPARE(told.end->kind, ErrorKind::Cancelled);
        QTRY_VERIFY(server.isClosed); // a 101 would come too late now
        QTest::qWait(60); // time for three pings, if there were any
        QCOMPARE(told.order, QStringList{u"closed"_s});
    }

    // Our server also uses Qt, so both sides describe a refused message in equal words.
    void reportsWhichSideRefused()
    {
        Limits small;
        small.hubMessageBytes = 1000;
        OurServer hub(small);
        WebSocketClient client({u"hub"_s, hub.server.url()}, {});
        Told told(&client);
        client.open();
        QTRY_COMPARE(told.order, QStringList{u"opened"_s});
        QVERIFY(client.send(QByteArray(2000, 'x')));
        QTRY_VERIFY(told.end && hub.hasEnded());
        QCOMPARE(told.end->kind, ErrorKind::Closed);
        QCOMPARE(closeCodeOf(told.end), 1009);
        QVERIFY(client.end().by == EndedBy::Peer);
        QVERIFY2(told.end->message.contains(u"with code 1009, a message was too large for it: "_s)
                && told.end->message.endsWith(u". Send less at once, or raise its limit."_s),
            qPrintable(told.end->message));
        QCOMPARE(hub.told->end->code, u"limit.hub.messageBytes"_s);
        QVERIFY(hub.peer->end().by == EndedBy::Us);
    }

    void aFailedWriteIsNotACloseFrame()
    {
        RawWebSocketServer server({.pieces = {RawFrame{.payload = "x"}.bytes()}});
        WebSocketClient client({u"hub"_s, server.url()}, {});
        Told told(&client);
        client.open();
        QTRY_COMPARE(told.messages.size(), 1);
        client.setReading(false); // so that a write detects the reset
        server.reset();
        while (!told.end && client.send("late"))
            QTest::qWait(1);
        client.setReading(true);
        QTRY_VERIFY(told.end);
        QCOMPARE(told.end->kind, ErrorKind::Closed);
        QCOMPARE(closeCodeOf(told.end), 0);
        QCOMPARE(int(client.end().code), 1006);
    }

    void closesThoughAnEndIsKnown_data()
    {
        QTest::addColumn<QByteArray>("last");
        QTest::addColumn<int>("then");
        QTest::addColumn<bool>("aborts");
        const QByteArray close = RawFrame{.opcode = 8, .payload = "\x03\xE8"}.bytes();
        for (const bool aborts : {false, true}) {
            const char *const how = aborts ? "abort" : "close";
            QTest::addRow("close frame, %s", how) << close << int(Script::Then::Stay) << aborts;
            QTest::addRow("no close frame, not seen yet, %s", how)
                << QByteArray() << int(Script::Then::Close) << aborts;
        }
    }
    void closesThoughAnEndIsKnown()
    {
        QFETCH(QByteArray, last);
        QFETCH(int, then);
        QFETCH(bool, aborts);
        const QByteArray two = RawFrame{.payload = "1"}.bytes() + RawFrame{.payload = "2"}.bytes();
        RawWebSocketServer server({.pieces = {two + last}, .then = Script::Then(then)});
        Limits limits;
        limits.wsCloseWaitMs = 3'600'000;
        WebSocketClient client({u"hub"_s, server.url()}, limits);
        Told told(&client);
        told.pausesAtOnce = true;
        client.open();
        QTRY_COMPARE(told.messages.size(), 1);
        QTRY_VERIFY(last.isEmpty() || server.reader.closeCode() == 1000);
        aborts ? client.abort() : client.close();
        QTRY_VERIFY(told.end);
        QCOMPARE(told.messages, QByteArrayList{"1"});
    }

    void nothingFollowsTheEnd()
    {
        RawWebSocketServer server({.pieces = {RawFrame{.opcode = 8, .payload = "\x03\xE8"}.bytes()}});
        WebSocketClient client({u"hub"_s, server.url()}, {});
        Told told(&client);
        client.open();
        QTRY_VERIFY(told.end);
        QTRY_VERIFY(server.isClosed);
        QCoreApplication::processEvents();
        QCOMPARE(told.order.last(), u"closed"_s);
        QCOMPARE(told.order.count(u"closed"_s), 1);
    }

    // Sending does not show that the peer is alive.
    void sendingDoesNotCountAsAPong()
    {
        RawWebSocketServer server({}); // reads, but does not answer pings
        Limits limits;
        limits.wsPingEveryMs = 50;
        limits.wsPongWaitMs = 200;
        WebSocketClient client({u"hub"_s, server.url()}, limits);
        Told told(&client);
        client.open();
        QTimer talk;
        connect(&talk, &QTimer::timeout, &client, [&client] { std::ignore = client.send("still here"); });
        talk.start(20);
        QTRY_VERIFY(told.end);
        QCOMPARE(told.end->code, u"ws.pong"_s);
    }

    // R-41 for our server; tst_websocketframes has the rows for the client.
    void ourServerBoundsMessages_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("key"); // empty: the message is accepted
        const auto frame = [](qsizetype size, bool isFirst, bool isLast, char letter = 'x') {
            return masked(
                {.opcode = isFirst ? 1 : 0, .payload = QByteArray(size, letter), .isFinal = isLast});
        };
        QTest::newRow("a message at the limit") << frame(1000, true, true) << QString();
        QTest::newRow("above it") << frame(1001, true, true) << u"hub.messageBytes"_s;
        QTest::newRow("at the limit, in frames")
            << QByteArray(frame(500, true, false) + frame(500, false, true)) << QString();
        QTest::newRow("above it, in frames")
            << QByteArray(frame(500, true, false) + frame(501, false, true)) << u"hub.messageBytes"_s;
        QTest::newRow("above it in bytes, not in characters")
            << QByteArray(masked({.payload = QByteArray("\xE2\x82\xAC").repeated(200), .isFinal = false})
                   + masked({.opcode = 0, .payload = QByteArray("\xE2\x82\xAC").repeated(200)}))
            << u"hub.messageBytes"_s;
        QTest::newRow("10 frames") << QByteArray(
            frame(1, true, false) + frame(1, false, false).repeated(8) + frame(1, false, true))
                                   << QString();
        QTest::newRow("11 frames") << QByteArray(
            frame(1, true, false) + frame(1, false, false).repeated(9) + frame(1, false, true))
                                   << u"ws.fragments"_s;
    }
    void ourServerBoundsMessages()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, key);
        Limits limits;
        limits.hubMessageBytes = 1000;
        limits.wsFragments = 10;
        OurServer hub(limits);
        RawWebSocketClient client(hub.server.url());
        QTRY_VERIFY(hub.peer);
        client.send(bytes);
        QTRY_VERIFY(hub.hasEnded() || !hub.told->messages.isEmpty());
        QCOMPARE(hub.hasEnded(), !key.isEmpty());
        if (key.isEmpty())
            return;
        QCOMPARE(hub.told->end->code, u"limit."_s + key);
        QVERIFY2(
            hub.told->end->message.startsWith(u"Client 127.0.0.1:"_s), qPrintable(hub.told->end->message));
        QTRY_COMPARE(client.reader.closeCode(), 1009);
        QTRY_VERIFY(client.isClosed);
    }

    void ourServerBoundsFrames()
    {
        Limits limits;
        limits.wsFrameBytes = 1000;
        OurServer hub(limits);
        RawWebSocketClient client(hub.server.url());
        QTRY_VERIFY(hub.peer);
        client.send(RawFrame{.isMasked = true, .length = 1001}.bytes());
        QTRY_VERIFY(hub.hasEnded());
        QCOMPARE(hub.told->end->code, u"limit.ws.frameBytes"_s);
        QTRY_COMPARE(client.reader.closeCode(), 1009);
    }

    void ourServerReportsHowConnectionsEnd_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("resets");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("close frame") << masked({.opcode = 8, .payload = "\x03\xE9tea"}) << false << 1001
                                     << u"with code 1001, going away: tea"_s;
        QTest::newRow("no close frame") << QByteArray() << false << 1006 << u"without a close frame"_s;
        QTest::newRow("no close frame, in a message")
            << masked({.payload = "a", .isFinal = false}) << false << 1006 << u"in the middle of a message"_s;
        QTest::newRow("reset") << QByteArray() << true << 1006 << u"reset the connection"_s;
    }
    void ourServerReportsHowConnectionsEnd()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, resets);
        QFETCH(int, code);
        QFETCH(QString, words);
        OurServer hub;
        RawWebSocketClient client(hub.server.url());
        QTRY_VERIFY(hub.peer);
        QTRY_COMPARE(client.status(), 101);
        client.send(bytes);
        QTRY_COMPARE(client.socket.bytesToWrite(), 0);
        if (resets)
            client.reset();
        else if (code == 1006)
            client.socket.disconnectFromHost();
        QTRY_VERIFY(hub.hasEnded());
        QCOMPARE(int(hub.peer->end().code), code);
        QCOMPARE(closeCodeOf(hub.told->end), code == 1006 ? 0 : code);
        QVERIFY2(hub.told->end->message.contains(words), qPrintable(hub.told->end->message));
    }

    void ourServerHasDeadlines_data()
    {
        QTest::addColumn<QString>("which");
        for (const char *const which : {"pong", "close", "unread pongs"})
            QTest::newRow(which) << QString::fromLatin1(which);
    }
    void ourServerHasDeadlines()
    {
        QFETCH(QString, which);
        Limits limits;
        limits.wsPingEveryMs = which == "pong"_L1 ? 50 : 3'600'000;
        limits.wsPongWaitMs = 200;
        limits.wsCloseWaitMs = 200;
        limits.queueOutBytes = 64 << 10;
        OurServer hub(limits);
        RawWebSocketClient client(hub.server.url());
        QTRY_VERIFY(hub.peer);
        QTRY_COMPARE(client.status(), 101);
        disconnect(&client.socket, &QTcpSocket::readyRead, nullptr, nullptr);
        client.socket.setReadBufferSize(1024);
        if (which == "close"_L1) {
            hub.peer->closeWith(1001, u"bye"_s);
        } else if (which != "pong"_L1) {
            const QByteArray many = masked({.opcode = 9, .payload = QByteArray(125, 'x')}).repeated(1000);
            for (int i = 0; i < 200; ++i) // 25 MB, more than the buffers of the kernel
                client.send(many);
        }
        QTRY_VERIFY(hub.hasEnded());
        if (which == "close"_L1) {
            QCOMPARE(hub.told->end->kind, ErrorKind::Cancelled);
        } else {
            QCOMPARE(hub.told->end->code, u"ws.pong"_s);
            QVERIFY2(hub.told->end->message.startsWith(u"Client 127.0.0.1:"_s),
                qPrintable(hub.told->end->message));
        }
    }

    // a server that ran out of file descriptors accepts connections again later.
    void ourServerOutlivesALackOfDescriptors()
    {
        OurServer hub;
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit few = before;
        few.rlim_cur = 200;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        RawWebSocketClient early(hub.server.url()); // already has its descriptor
        QList<int> all;
        for (int next = 0; (next = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)) >= 0;)
            all.append(next);
        QSignalSpy failed(hub.server.findChild<QTcpServer *>(), &QTcpServer::acceptError);
        const bool wasDeaf = failed.wait(5000) && !hub.peer;
        for (const int each : std::as_const(all))
            ::close(each);
        ::setrlimit(RLIMIT_NOFILE, &before);
        QVERIFY(wasDeaf);
        QTRY_VERIFY(hub.peer);
        RawWebSocketClient later(hub.server.url());
        QTRY_COMPARE(later.status(), 101);
    }
};

WORKBENCH_TEST(tst_WebSocketEnds, QCoreApplication)
#include "tst_websocketends.moc"
