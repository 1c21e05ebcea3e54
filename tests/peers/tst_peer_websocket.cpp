// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Our WebSockets against ws, the library that most hubs and spokes in JavaScript use.

#include "core/transport/websocket/websocketclient.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/testprogram.h"

#include <QLibraryInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerWebSocket : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void ourClientTalksToWs();
    void wsSplitsACharacter();
    void wsTalksToOurServer();
    void toleratesThatWsDies();

private:
    void start(const QString &mode, const QString &url = {});
    //! Waits until the peer has printed \a text. Returns false on timeout.
    bool says(const QByteArray &text);
    QUrl serve();
    QProcess m_peer;
    QByteArray m_said;
};

void tst_PeerWebSocket::start(const QString &mode, const QString &url)
{
    m_said.clear();
    m_peer.setProcessChannelMode(QProcess::MergedChannels);
    m_peer.start(QStringLiteral(NODE_PROGRAM),
        {QStringLiteral(TESTS_DIR "/peers/wspeer.mjs"), mode, QStringLiteral(PEERS_FOLDER), url});
}

bool tst_PeerWebSocket::says(const QByteArray &text)
{
    const bool found = QTest::qWaitFor(
        [&] {
            m_said += m_peer.readAll();
            return m_said.contains(text);
        },
        Test::patience);
    if (!found)
        qWarning("the peer said: %s", m_said.constData());
    return found;
}

QUrl tst_PeerWebSocket::serve()
{
    start(u"serve"_s);
    if (!says("port "))
        return {};
    const QByteArray port = m_said.sliced(m_said.indexOf("port ") + 5);
    return QUrl(u"ws://127.0.0.1:%1/"_s.arg(port.first(port.indexOf('\n')).toInt()));
}

void tst_PeerWebSocket::cleanup()
{
    m_peer.kill();
    m_peer.waitForFinished();
}

void tst_PeerWebSocket::ourClientTalksToWs()
{
    Limits limits;
    limits.wsPingEveryMs = 100;
    WebSocketClient client({u"ws"_s, serve()}, limits);
    QByteArrayList got;
    std::optional<Error> end;
    connect(&client, &Transport::received, this, [&](const QByteArray &message) { got.append(message); });
    connect(&client, &Transport::closed, this, [&](const Error &reason) { end = reason; });
    client.open();
    QTRY_VERIFY(client.isOpen());
    QByteArrayList sent;
    for (int i = 0; i < 5000; ++i)
        sent.append(QByteArray::number(i) + QByteArray(i % 700, 'x'));
    sent.append(QByteArray(4 << 20, 'y'));
    for (const QByteArray &message : std::as_const(sent))
        QVERIFY(client.send(message));
    QTRY_COMPARE(got.size(), sent.size());
    QVERIFY(got == sent);
    QVERIFY(says("ping"));
    QVERIFY(client.send("fragments"));
    QTRY_COMPARE(got.size(), sent.size() + 1);
    QCOMPARE(got.last(), "\xE2\x82\xACuro");
    QTest::qWait(300); // pongs continue meanwhile
    QVERIFY(!end);
    QVERIFY(client.send("close"));
    QTRY_VERIFY(end);
    QVERIFY2(end->message.contains(u"with code 4001: enough"_s), qPrintable(end->message));
    QVERIFY(says("closed 4001"));
}

// core/transport/websocket/README.md lists this case.
void tst_PeerWebSocket::wsSplitsACharacter()
{
    WebSocketClient client({u"ws"_s, serve()}, {});
    QByteArrayList got;
    bool isOver = false;
    connect(&client, &Transport::received, this, [&](const QByteArray &message) { got.append(message); });
    connect(&client, &Transport::closed, this, [&] { isOver = true; });
    client.open();
    QTRY_VERIFY(client.isOpen());
    QVERIFY(client.send("half a character"));
    QTRY_VERIFY(isOver || !got.isEmpty());
    if (QLibraryInfo::version() < QVersionNumber(6, 11))
        QEXPECT_FAIL("", "Qt reads each frame of a text alone", Continue);
    QCOMPARE(got, QByteArrayList{"\xE2\x82\xAC"});
}

void tst_PeerWebSocket::wsTalksToOurServer()
{
    WebSocketServer server({});
    QVERIFY(server.listen());
    std::unique_ptr<WebSocketPeer> channel;
    std::optional<Error> end;
    connect(&server, &WebSocketServer::channelReady, this, [&] {
        channel = server.nextChannel();
        connect(channel.get(), &Transport::received, channel.get(),
            [&](const QByteArray &message) { QVERIFY(channel->send(message)); });
        connect(channel.get(), &Transport::closed, channel.get(), [&](const Error &reason) { end = reason; });
    });
    start(u"connect"_s, server.url().toString());
    QVERIFY(says("answers 1002 pongs 1"));
    QVERIFY(says("closed 3000"));
    QVERIFY2(!m_said.contains("wrong") && !m_said.contains("error"), m_said.constData());
    QVERIFY(m_said.contains("extensions \"\"")); // our server declines the offered extension
    QTRY_VERIFY(end);
    QCOMPARE(int(channel->end().code), 3000);
    QCOMPARE(channel->end().text, u"thanks"_s);
    QVERIFY(
        channel->peerHeaders().contains(std::pair<QByteArray, QByteArray>("Authorization", "Bearer abc")));
}

void tst_PeerWebSocket::toleratesThatWsDies()
{
    WebSocketClient client({u"ws"_s, serve()}, {});
    std::optional<Error> end;
    connect(&client, &Transport::closed, this, [&](const Error &reason) { end = reason; });
    client.open();
    QTRY_VERIFY(client.isOpen());
    m_peer.kill();
    QTRY_VERIFY_WITH_TIMEOUT(end, 15'000); // a ping would detect this only after 20 s or more
    QCOMPARE(end->kind, ErrorKind::Closed);
    QCOMPARE(int(client.end().code), 1006);
}

WORKBENCH_TEST(tst_PeerWebSocket, QCoreApplication)
#include "tst_peer_websocket.moc"
