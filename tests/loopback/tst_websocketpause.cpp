// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// An end that does not read makes the other end wait, and no message is lost. \source core/hub/README.md 2.3;
// core/RULES.md R-55

#include "core/transport/websocket/websocketclient.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/certificates.h"
#include "tests/support/rawwebsocket.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 total = 300'000;
constexpr qint64 enough = qint64{512} << 10; // bytes that wait at the sender

//! Sends numbers for as long as the other side accepts them.
struct Producer {
    explicit Producer(MessageChannel *from)
        : channel(from)
    {
        QObject::connect(channel, &MessageChannel::bytesWritten, channel, [this] { go(); });
        go();
    }
    void go()
    {
        while (sent < total && channel->bytesToWrite() < enough
            && channel->send(QByteArray::number(sent).rightJustified(100, '0')))
            ++sent;
    }
    MessageChannel *channel;
    qint64 sent = 0;
};

//! Counts the received numbers and checks their order.
struct Reader {
    explicit Reader(MessageChannel *from)
        : channel(from)
    {
        QObject::connect(channel, &Transport::received, channel, [this](const QByteArray &message) {
            isInOrder = isInOrder && message.toLongLong() == count;
            ++count;
        });
        QObject::connect(channel, &Transport::closed, channel, [this](const Error &reason) { end = reason; });
    }
    MessageChannel *channel;
    qint64 count = 0;
    bool isInOrder = true;
    std::optional<Error> end;
};

} // namespace

class tst_WebSocketPause : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void makesTheProducerWait_data()
    {
        QTest::addColumn<bool>("isEncrypted");
        QTest::addColumn<bool>("isClientReading");
        QTest::newRow("ws, client reads") << false << true;
        QTest::newRow("ws, server reads") << false << false;
        QTest::newRow("wss, client reads") << true << true;
        QTest::newRow("wss, server reads") << true << false;
    }
    void makesTheProducerWait()
    {
        QFETCH(bool, isEncrypted);
        QFETCH(bool, isClientReading);
        QTemporaryDir folder;
        WebSocketServer::Options options;
        MessageEndpoint request{u"hub"_s, {}};
        if (isEncrypted) {
            const MadeCertificate made = makeCertificate(folder, u"pause"_s, u"localhost"_s);
            options.certificate = readServerCertificate(made.certificateFile, made.keyFile).value();
            request.acceptedCertificates = {{u"localhost"_s, made.sha256()}};
        }
        WebSocketServer server(options);
        QVERIFY(server.listen());
        std::unique_ptr<WebSocketPeer> peer;
        connect(&server, &WebSocketServer::channelReady, this, [&] { peer = server.nextChannel(); });
        request.url = QUrl(u"%1://localhost:%2/ws"_s.arg(server.url().scheme()).arg(server.port()));
        WebSocketClient client(request, {});
        client.open();
        QTRY_VERIFY(peer && client.isOpen());
        MessageChannel *const reading = isClientReading ? static_cast<MessageChannel *>(&client) : peer.get();
        MessageChannel *const sending = isClientReading ? static_cast<MessageChannel *>(peer.get()) : &client;
        Reader reader(reading);
        reading->setReading(false);
        Producer producer(sending);
        const auto isStuck = [&producer] { // after the kernel's buffers have reached their full size
            const qint64 sent = producer.sent;
            QTest::qWait(100);
            return producer.sent == sent && producer.channel->bytesToWrite() > 0;
        };
        QTRY_VERIFY(isStuck());
        QVERIFY2(producer.sent < total / 2, qPrintable(QString::number(producer.sent)));
        QCOMPARE(reader.count, 0);
        reading->setReading(true);
        QTRY_COMPARE(reader.count, total);
        QVERIFY(reader.isInOrder);
        QVERIFY(!reader.end);
    }

    // Qt by itself closes a connection whose first frame stalls for five seconds.
    void aFirstFrameMayStall()
    {
        const QByteArray frame = RawFrame{.payload = "slow"}.bytes();
        RawWebSocketServer server({.pieces = {frame.first(4)}});
        WebSocketClient client({u"hub"_s, server.url()}, {});
        Reader reader(&client);
        client.open();
        QTRY_VERIFY(client.isOpen());
        QTest::qWait(5500); // no signal tells that nothing happens
        QVERIFY(!reader.end);
        server.socket->write(frame.sliced(4));
        QTRY_COMPARE(reader.count, 1);
    }
};

WORKBENCH_TEST(tst_WebSocketPause, QCoreApplication)
#include "tst_websocketpause.moc"
