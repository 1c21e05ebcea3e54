// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Both sides of a WebSocket on real sockets: handshakes, deadlines, ends, back-pressure.
// \source call-protocol.md 3.4, 3.5; reliability.md

#include "core/transport/reconnection.h"
#include "core/transport/websocket/websocketclient.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/rawwebsocket.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QPointer>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Script = RawWebSocketServer::Script;

namespace {

//! Everything a channel says.
struct Heard {
    explicit Heard(MessageChannel *channel)
    {
        QObject::connect(channel, &Transport::opened, channel, [this] { ++opened; });
        QObject::connect(channel, &Transport::received, channel, [this](const QByteArray &message) {
            ++count;
            last = message;
            inOrder = inOrder && (!wantsOrder || message.toLongLong() == count - 1);
        });
        QObject::connect(channel, &Transport::closed, channel, [this](const Error &reason) {
            ++closed;
            end = reason;
        });
    }
    int opened = 0;
    int closed = 0;
    qint64 count = 0;
    bool wantsOrder = false;
    bool inOrder = true;
    QByteArray last;
    Error end;
};

//! A server of ours and the first channel it accepts.
struct Hub {
    explicit Hub(WebSocketServer::Options options = {})
        : server(std::move(options))
    {
        if (!server.listen())
            qFatal("no port to listen on");
        QObject::connect(&server, &WebSocketServer::channelReady, &server, [this] {
            channel = server.nextChannel();
            heard = std::make_unique<Heard>(channel.get());
        });
    }
    WebSocketServer server;
    std::unique_ptr<Heard> heard;
    std::unique_ptr<WebSocketPeer> channel;
};

QByteArray handshakeHead(const QByteArray &line, const QByteArray &headers)
{
    return line + "\r\n" + headers + "\r\n";
}

} // namespace

class tst_WebSocket : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusesHandshakes_data();
    void refusesHandshakes();
    void asksProperly();
    void handshakeHasADeadline();
    void connectionRefusedHasItsText();
    void refusesOtherAddresses();
    void endsAreTold_data();
    void endsAreTold();
    void dropsAPeerThatDoesNotPong();
    void closesThoughThePeerIgnoresIt();
    void closesInOrder();
    void deletedChannelSaysGoodbye();
    void mayBeDeletedByEverySignal();
    void serverRefuses_data();
    void serverRefuses();
    void serverRefusesSlowAndMany();
    void serverTellsToken();
    void serverRefusesUnmaskedFrames();
    void takesFramesSentWithTheHandshake();
    void losesNothingThoughReadingPauses();
    void senderLearnsThatItShouldWait();
    void refusesToQueueWithoutBound();
    void pongsDoNotPileUp();
    void bigMessagesTravel();
    void tlsNamesTheCertificateAndMayAcceptIt();
    void reconnectsLaterEachTime();
};

void tst_WebSocket::refusesHandshakes_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("headers");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    const QByteArray good = "101 Switching Protocols";
    const QByteArray upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
    QTest::newRow("wrong accept key") << good << QByteArray(upgrade + "Sec-WebSocket-Accept: AAAA\r\n")
                                      << u"ws.handshake"_s << u"wrong Sec-WebSocket-Accept (AAAA"_s;
    QTest::newRow("no upgrade") << good << QByteArray() << u"ws.handshake"_s << u"no WebSocket"_s;
    QTest::newRow("extension (QWebSocket takes it)")
        << good << QByteArray(upgrade + "Sec-WebSocket-Extensions: permessage-deflate\r\n")
        << u"ws.handshake"_s << u"the extension \"permessage-deflate\", which nobody offered"_s;
    QTest::newRow("subprotocol (QWebSocket hangs)")
        << good << QByteArray(upgrade + "Sec-WebSocket-Protocol: chat\r\n") << u"ws.handshake"_s
        << u"the subprotocol \"chat\", which nobody offered"_s;
    QTest::newRow("redirect") << QByteArray("302 Found")
                              << QByteArray("Location: wss://other.example/ws\r\nContent-Length: 0\r\n")
                              << u"ws.redirect"_s << u"redirected to wss://other.example/ws (HTTP 302)"_s;
    QTest::newRow("401") << QByteArray("401 Unauthorized")
                         << QByteArray("WWW-Authenticate: Bearer\r\nContent-Length: 0\r\n") << u"http.401"_s
                         << u"Add an Authorization header"_s;
    QTest::newRow("404") << QByteArray("404 Not Found") << QByteArray("Content-Length: 0\r\n")
                         << u"http.404"_s << u"nothing at this address"_s;
    QTest::newRow("200") << QByteArray("200 OK") << QByteArray("Content-Length: 0\r\n") << u"ws.noUpgrade"_s
                         << u"did not open a WebSocket"_s;
    QTest::newRow("no HTTP") << QByteArray("x\r\n\r\n") << QByteArray() << u"ws.noAnswer"_s << u"handshake"_s;
}

void tst_WebSocket::refusesHandshakes()
{
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, headers);
    QFETCH(QString, code);
    QFETCH(QString, words);
    Script script{.status = status, .upgrade = headers};
    if (headers.contains("Sec-WebSocket-Accept") || !status.startsWith("101"))
        script.accept = QByteArray();
    if (code == u"ws.noAnswer"_s)
        script.then = Script::Then::Close;
    RawWebSocketServer server(script);
    WebSocketClient client({u"hub"_s, server.url()}, {});
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.closed, 1);
    QCOMPARE(heard.opened, 0);
    if (code != u"ws.noAnswer"_s)
        QCOMPARE(heard.end.code, code);
    QVERIFY2(heard.end.message.startsWith(u"Server \"hub\" "_s), qPrintable(heard.end.message));
    if (code != u"ws.noAnswer"_s)
        QVERIFY2(heard.end.message.contains(words), qPrintable(heard.end.message));
    QCOMPARE(int(client.end().code), 1006);
    QTRY_VERIFY(server.isClosed);
}

void tst_WebSocket::asksProperly()
{
    RawWebSocketServer server({.headers = "Sec-WebSocket-Protocol: b\r\nX-Hub: yes\r\n"});
    WebSocketRequest request{u"hub"_s, server.url()};
    request.headers = {{"Authorization", "Bearer abc"}, {"Sec-WebSocket-Key", "mine"}, {"Host", "evil"}};
    request.subprotocols = {"a", "b"};
    WebSocketClient client(request, {});
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.opened, 1);
    QVERIFY(server.request.startsWith("GET /ws?x=1 HTTP/1.1\r\nHost: 127.0.0.1:"));
    for (const char *line : {"Authorization: Bearer abc", "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: a, b"})
        QVERIFY2(server.request.contains(QByteArray("\r\n" + QByteArray(line) + "\r\n")), line);
    QVERIFY(!server.request.contains("mine") && !server.request.contains("evil"));
    QVERIFY(!server.request.contains("Extensions"));
    QCOMPARE(client.subprotocol(), "b");
    QVERIFY(client.peerHeaders().contains(std::pair<QByteArray, QByteArray>("X-Hub", "yes")));
}

void tst_WebSocket::handshakeHasADeadline()
{
    RawWebSocketServer server({.isSilent = true});
    Limits limits;
    limits.wsHandshakeMs = 200;
    WebSocketClient client({u"hub"_s, server.url()}, limits);
    Heard heard(&client);
    QElapsedTimer timer;
    timer.start();
    client.open();
    QTRY_COMPARE(heard.closed, 1);
    QVERIFY(timer.elapsed() < 10'000); // 15 s without the limit
    QCOMPARE(heard.end.kind, ErrorKind::Timeout);
    QVERIFY2(heard.end.message.contains(u"did not answer the WebSocket handshake"_s)
            && heard.end.message.contains(u"limits.ws.handshake"_s),
        qPrintable(heard.end.message));
}

void tst_WebSocket::connectionRefusedHasItsText()
{
    QTcpServer unused;
    QVERIFY(unused.listen(QHostAddress::LocalHost));
    const QUrl url(u"ws://127.0.0.1:%1/"_s.arg(unused.serverPort()));
    unused.close();
    WebSocketClient client({u"hub"_s, url}, {});
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.closed, 1);
    QCOMPARE(heard.end.kind, ErrorKind::Network);
    QVERIFY2(heard.end.message.contains(u"nothing listens there"_s), qPrintable(heard.end.message));
}

void tst_WebSocket::refusesOtherAddresses()
{
    for (const QUrl &url :
        {QUrl(u"http://127.0.0.1/"_s), QUrl(u"ws:///x"_s), QUrl(u"file:///etc/passwd"_s)}) {
        WebSocketClient client({u"hub"_s, url}, {});
        Heard heard(&client);
        client.open();
        QCOMPARE(heard.closed, 0); // never from inside a call
        QTRY_COMPARE(heard.closed, 1);
        QCOMPARE(heard.end.kind, ErrorKind::Usage);
    }
}

void tst_WebSocket::endsAreTold_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<int>("then");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    using Then = Script::Then;
    const QByteArray whole = RawFrame{.payload = "x"}.bytes();
    const QByteArray half = RawFrame{.payload = "abc", .length = 100}.bytes();
    QTest::newRow("reset (QWebSocket: 1000)")
        << whole << int(Then::Reset) << 1006 << u"reset the connection"_s;
    QTest::newRow("reset in a frame (QWebSocket: 1000)")
        << QByteArray(whole + half) << int(Then::Reset) << 1006 << u"in the middle of a message"_s;
    QTest::newRow("end without close frame")
        << whole << int(Then::Close) << 1006 << u"without a close frame"_s;
    QTest::newRow("end in a frame") << QByteArray(whole + half) << int(Then::Shut) << 1006
                                    << u"in the middle of a message"_s;
    QTest::newRow("close without code")
        << QByteArray(whole + RawFrame{.opcode = 8}.bytes()) << int(Then::Stay) << 1005
        << u"closed the connection without a code"_s;
    QTest::newRow("going away") << QByteArray(
        whole + RawFrame{.opcode = 8, .payload = "\x03\xE9tea time"}.bytes())
                                << int(Then::Stay) << 1001 << u"with code 1001, going away: tea time"_s;
    QTest::newRow("data after close")
        << QByteArray(whole + RawFrame{.opcode = 8, .payload = "\x03\xE8"}.bytes() + whole) << int(Then::Stay)
        << 1000 << u"with code 1000"_s;
}

void tst_WebSocket::endsAreTold()
{
    QFETCH(QByteArray, piece);
    QFETCH(int, then);
    QFETCH(int, code);
    QFETCH(QString, words);
    RawWebSocketServer server({.pieces = {piece}, .then = Script::Then(then)});
    WebSocketClient client({u"hub"_s, server.url()}, {});
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.closed, 1);
    QCOMPARE(heard.count, 1);
    QCOMPARE(heard.end.kind, ErrorKind::Closed);
    QCOMPARE(int(client.end().code), code);
    QVERIFY2(heard.end.message.contains(words), qPrintable(heard.end.message));
    const Json said = heard.end.details.member("closeCode"_L1);
    QCOMPARE(said.isAbsent(), code == 1006);
    QVERIFY(client.end().by == (code == 1006 ? EndedBy::Network : EndedBy::Peer));
    const Result<void> sent = client.send("late");
    QVERIFY(!sent);
    QCOMPARE(sent.error().kind, ErrorKind::Closed);
}

void tst_WebSocket::dropsAPeerThatDoesNotPong()
{
    RawWebSocketServer server({.pieces = {RawFrame{.payload = "x"}.bytes()}});
    Limits limits;
    limits.wsPingEveryMs = 50;
    limits.wsPongWaitMs = 100;
    WebSocketClient client({u"hub"_s, server.url()}, limits);
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.closed, 1);
    QCOMPARE(heard.end.kind, ErrorKind::Timeout);
    QVERIFY2(heard.end.message.contains(u"did not answer a ping"_s), qPrintable(heard.end.message));
    QTRY_COMPARE(server.reader.frames.value(0).opcode, 9);
    QTRY_VERIFY(server.isClosed);
    // One that does stays, longer than it is waited for.
    limits.wsPongWaitMs = 1000;
    Hub hub;
    WebSocketClient other({u"hub"_s, hub.server.url()}, limits);
    Heard otherHeard(&other);
    other.open();
    QTRY_COMPARE(otherHeard.opened, 1);
    QTest::qWait(1500);
    QCOMPARE(otherHeard.closed, 0);
}

void tst_WebSocket::closesThoughThePeerIgnoresIt()
{
    RawWebSocketServer server({.isDeaf = true});
    Limits limits;
    limits.wsCloseWaitMs = 150;
    WebSocketClient client({u"hub"_s, server.url()}, limits);
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.opened, 1);
    QElapsedTimer timer;
    timer.start();
    client.closeWith(1001, u"bye"_s);
    QVERIFY(!client.send("late"));
    QTRY_COMPARE(heard.closed, 1);
    QVERIFY(timer.elapsed() >= 140 && timer.elapsed() < 4500); // 5 s without the limit
    QCOMPARE(heard.end.kind, ErrorKind::Cancelled);
    QVERIFY2(heard.end.detail.contains(u"did not answer the close"_s), qPrintable(heard.end.detail));
    QTRY_VERIFY(server.isClosed);
}

void tst_WebSocket::closesInOrder()
{
    Hub hub;
    WebSocketClient client({u"hub"_s, hub.server.url()}, {});
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.opened, 1);
    QTRY_VERIFY(hub.channel);
    for (int i = 0; i < 1000; ++i)
        QVERIFY(client.send(QByteArray::number(i)));
    client.close();
    QTRY_COMPARE(heard.closed, 1);
    QTRY_COMPARE(hub.heard->closed, 1);
    QCOMPARE(hub.heard->count, 1000); // what was sent before went out first
    QCOMPARE(heard.end.kind, ErrorKind::Cancelled);
    QCOMPARE(hub.heard->end.kind, ErrorKind::Closed);
    QCOMPARE(hub.heard->end.details.member("closeCode"_L1).toInteger().value_or(0), 1000);
    QVERIFY(hub.heard->end.message.startsWith(u"Client 127.0.0.1:"_s));
    QVERIFY(hub.channel->end().by == EndedBy::Peer);
    QVERIFY(client.end().by == EndedBy::Us);
}

void tst_WebSocket::deletedChannelSaysGoodbye()
{
    Hub hub;
    auto client = std::make_unique<WebSocketClient>(WebSocketRequest{u"hub"_s, hub.server.url()}, Limits{});
    client->open();
    QTRY_VERIFY(hub.channel);
    QVERIFY(QTest::qWaitFor([&] { return client->isOpen(); }, Test::patience));
    QVERIFY(client->send("last words"));
    client.reset();
    QTRY_COMPARE(hub.heard->closed, 1);
    QCOMPARE(hub.heard->last, "last words");
    QCOMPARE(int(hub.channel->end().code), 1001);
}

void tst_WebSocket::mayBeDeletedByEverySignal()
{
    for (const int which : {0, 1, 2}) {
        RawWebSocketServer server(
            {.pieces = {RawFrame{.payload = "x"}.bytes() + RawFrame{.opcode = 8}.bytes()}});
        QPointer<WebSocketClient> client = new WebSocketClient({u"hub"_s, server.url()}, {});
        const auto go = [&client] { delete client.data(); };
        if (which == 0)
            connect(client, &Transport::opened, this, go);
        else if (which == 1)
            connect(client, &Transport::received, this, go);
        else
            connect(client, &Transport::closed, this, go);
        client->open();
        QTRY_VERIFY(!client);
        QTRY_VERIFY(server.isClosed);
    }
    WebSocketClient unopened({u"hub"_s, QUrl(u"ws://127.0.0.1:1/"_s)}, {});
    unopened.open();
}

void tst_WebSocket::serverRefuses_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<int>("status");
    const QByteArray rest = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const QByteArray host = "Host: localhost\r\n";
    const QByteArray line = "GET /ws HTTP/1.1";
    QTest::newRow("right") << handshakeHead(line, host + rest) << 101;
    QTest::newRow("with a query") << handshakeHead("GET /ws?a=b HTTP/1.1", host + rest) << 101;
    QTest::newRow("page of this computer on our port")
        << handshakeHead(line, host + rest + "Origin: http://localhost:PORT\r\n") << 101;
    QTest::newRow("other path") << handshakeHead("GET /other HTTP/1.1", host + rest) << 404;
    QTest::newRow("rebound name") << handshakeHead(line, "Host: evil.example\r\n" + rest) << 403;
    QTest::newRow("no host") << handshakeHead(line, rest) << 403;
    QTest::newRow("foreign page") << handshakeHead(line, host + rest + "Origin: https://evil.example\r\n")
                                  << 403;
    QTest::newRow("sandboxed page") << handshakeHead(line, host + rest + "Origin: null\r\n") << 403;
    QTest::newRow("page of another port")
        << handshakeHead(line, host + rest + "Origin: http://localhost:1\r\n") << 403;
    QTest::newRow("plain GET") << handshakeHead(line, host) << 426;
    QTest::newRow("POST") << handshakeHead("POST /ws HTTP/1.1", host + rest) << 405;
    QTest::newRow("old version") << handshakeHead(line, host + QByteArray(rest).replace(": 13", ": 8"))
                                 << 426;
    QTest::newRow("short key") << handshakeHead(line, host + QByteArray(rest).replace("dGhl", "")) << 400;
    QTest::newRow("no HTTP") << handshakeHead("hello", {}) << 400;
    QTest::newRow("HTTP/1.0") << handshakeHead("GET /ws HTTP/1.0", host + rest) << 400;
    QTest::newRow("header without colon") << handshakeHead(line, host + rest + "nonsense\r\n") << 400;
    QTest::newRow("endless head") << QByteArray(line + "\r\nX: " + QByteArray(100'000, 'x')) << 431;
}

void tst_WebSocket::serverRefuses()
{
    QFETCH(QByteArray, head);
    QFETCH(int, status);
    Hub hub;
    head.replace("PORT", QByteArray::number(hub.server.port()));
    RawWebSocketClient client(hub.server.url(), {}, head);
    QTRY_COMPARE(client.status(), status);
    QTRY_COMPARE(client.isClosed, status != 101);
    QCOMPARE(bool(hub.channel), status == 101);
}

void tst_WebSocket::serverRefusesSlowAndMany()
{
    WebSocketServer::Options options;
    options.limits.mockHeaderTimeoutMs = 100;
    options.limits.mockConnections = 2;
    Hub hub(options);
    RawWebSocketClient slow(hub.server.url(), {}, "GET /ws HTTP/1.1\r\n");
    QTRY_COMPARE(slow.status(), 408);
    QTRY_VERIFY(slow.isClosed);
    std::vector<std::unique_ptr<WebSocketPeer>> kept;
    RawWebSocketClient one(hub.server.url());
    QTRY_COMPARE(one.status(), 101);
    kept.push_back(std::move(hub.channel));
    RawWebSocketClient two(hub.server.url());
    QTRY_COMPARE(two.status(), 101);
    kept.push_back(std::move(hub.channel));
    RawWebSocketClient three(hub.server.url());
    QTRY_COMPARE(three.status(), 503);
    kept.clear();
    RawWebSocketClient four(hub.server.url());
    QTRY_COMPARE(four.status(), 101);
}

void tst_WebSocket::serverTellsToken()
{
    WebSocketServer::Options options;
    options.admit = [](const UpgradeRequest &request) -> std::optional<UpgradeAnswer> {
        if (request.bearerToken() == "s3 cret")
            return std::nullopt;
        return WebSocketServer::unauthorized();
    };
    Hub hub(options);
    QSignalSpy refused(&hub.server, &WebSocketServer::refused);
    RawWebSocketClient without(hub.server.url());
    QTRY_COMPARE(without.status(), 401);
    QVERIFY(without.answer.contains("WWW-Authenticate: Bearer\r\n"));
    QCOMPARE(refused.size(), 1);
    RawWebSocketClient header(hub.server.url(), "Authorization: bearer s3 cret\r\n");
    QTRY_COMPARE(header.status(), 101);
    QUrl url = hub.server.url();
    url.setQuery(u"a=b&token=s3%20cret"_s);
    RawWebSocketClient query(url);
    QTRY_COMPARE(query.status(), 101);
    QTRY_COMPARE(hub.channel->url().path(), u"/ws"_s);

    WebSocketClient client({u"hub"_s, hub.server.url()}, {});
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.closed, 1);
    QCOMPARE(heard.end.code, u"http.401"_s);
}

void tst_WebSocket::serverRefusesUnmaskedFrames()
{
    Hub hub;
    RawWebSocketClient client(hub.server.url());
    QTRY_COMPARE(client.status(), 101);
    client.send(RawFrame{.payload = "{}"}.bytes());
    QTRY_COMPARE(client.reader.closeCode(), 1002);
    QTRY_COMPARE(hub.heard->closed, 1);
    QVERIFY2(hub.heard->end.message.contains(u"without a mask"_s), qPrintable(hub.heard->end.message));
    QTRY_VERIFY(client.isClosed);

    RawWebSocketClient large(hub.server.url());
    QTRY_COMPARE(large.status(), 101);
    large.send(RawFrame{.isMasked = true, .length = (16 << 20) + 1}.bytes());
    QTRY_COMPARE(large.reader.closeCode(), 1009);
    QTRY_COMPARE(hub.heard->closed, 1);
    QCOMPARE(hub.heard->end.code, u"limit.hub.messageBytes"_s);
}

void tst_WebSocket::takesFramesSentWithTheHandshake()
{
    Hub hub;
    RawWebSocketClient early(
        hub.server.url(), {}, {}, RawFrame{.payload = "early", .isMasked = true}.bytes());
    QTRY_VERIFY(hub.heard && hub.heard->count == 1);
    QCOMPARE(hub.heard->last, "early");

    RawWebSocketServer server({.body = RawFrame{.payload = "glued"}.bytes()});
    WebSocketClient client({u"hub"_s, server.url()}, {});
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.count, 1);
    QCOMPARE(heard.last, "glued");
}

void tst_WebSocket::losesNothingThoughReadingPauses()
{
    constexpr qint64 total = 100'000;
    Hub hub;
    WebSocketClient client({u"hub"_s, hub.server.url()}, {});
    Heard heard(&client);
    heard.wantsOrder = true;
    client.open();
    QTRY_VERIFY(hub.channel);
    qint64 sent = 0;
    qint64 mostWaiting = 0;
    const auto produce = [&] {
        while (sent < total && hub.channel->bytesToWrite() < (512 << 10)) {
            QVERIFY(hub.channel->send(QByteArray::number(sent++).rightJustified(100, '0')));
            mostWaiting = std::max(mostWaiting, hub.channel->bytesToWrite());
        }
        if (sent == total && hub.channel->isOpen())
            hub.channel->closeWith(1000, u"done"_s);
    };
    connect(hub.channel.get(), &MessageChannel::bytesWritten, this, produce);
    // The reader stops after each thousand for a while.
    connect(&client, &Transport::received, &client, [&client, &heard] {
        if (heard.count % 1000 != 0)
            return;
        client.setReading(false);
        QTimer::singleShot(1, &client, [&client] { client.setReading(true); });
    });
    produce();
    QTRY_COMPARE(heard.closed, 1);
    QCOMPARE(heard.count, total);
    QVERIFY(heard.inOrder);
    QVERIFY(mostWaiting < (600 << 10));

    // Nothing comes while paused, and the end waits for what came before it.
    WebSocketClient paused({u"hub"_s, hub.server.url()}, {});
    Heard pausedHeard(&paused);
    paused.setReading(false);
    paused.open();
    QTRY_COMPARE(pausedHeard.opened, 1);
    QTRY_VERIFY(hub.channel->isOpen());
    QVERIFY(hub.channel->send("kept"));
    hub.channel->closeWith(1001, {});
    QTest::qWait(100);
    QCOMPARE(pausedHeard.count, 0);
    QCOMPARE(pausedHeard.closed, 0);
    paused.setReading(true);
    QTRY_COMPARE(pausedHeard.closed, 1);
    QCOMPARE(pausedHeard.last, "kept");
}

void tst_WebSocket::senderLearnsThatItShouldWait()
{
    Hub hub;
    RawWebSocketClient client(hub.server.url());
    QTRY_VERIFY(hub.channel);
    client.socket.setReadBufferSize(1024); // and nobody reads
    disconnect(&client.socket, &QTcpSocket::readyRead, nullptr, nullptr);
    const QByteArray chunk(64 << 10, 'x');
    while (hub.channel->bytesToWrite() < (1 << 20)) {
        QVERIFY(hub.channel->send(chunk));
        QCoreApplication::processEvents();
    }
    const auto isStuck = [&hub] { // once the kernel's buffers have grown as far as they do
        const qint64 waiting = hub.channel->bytesToWrite();
        QTest::qWait(50);
        return waiting > 0 && hub.channel->bytesToWrite() == waiting;
    };
    QTRY_VERIFY(isStuck());
    QSignalSpy written(hub.channel.get(), &MessageChannel::bytesWritten);
    client.socket.setReadBufferSize(0);
    connect(&client.socket, &QTcpSocket::readyRead, &client, [&client] { client.socket.readAll(); });
    client.socket.readAll();
    QTRY_COMPARE(hub.channel->bytesToWrite(), 0);
    QVERIFY(!written.isEmpty());
}

void tst_WebSocket::refusesToQueueWithoutBound()
{
    RawWebSocketServer server({.isDeaf = true});
    Limits limits;
    limits.queueOutBytes = 1 << 20;
    limits.wsCloseWaitMs = 100;
    WebSocketClient client({u"hub"_s, server.url()}, limits);
    Heard heard(&client);
    client.open();
    QTRY_COMPARE(heard.opened, 1);
    QVERIFY(client.send(QByteArray(8 << 20, 'x'))); // one larger message may go when nothing waits
    Result<void> sent;
    for (int i = 0; i < 100 && sent; ++i) {
        sent = client.send(QByteArray(1 << 20, 'x'));
        QCoreApplication::processEvents();
    }
    QVERIFY(!sent);
    QCOMPARE(sent.error().kind, ErrorKind::Limit);
    QVERIFY2(sent.error().message.contains(u"is not reading"_s), qPrintable(sent.error().message));
    QCOMPARE(heard.closed, 0);
    QVERIFY(!client.send("\xFF"));
    client.closeWith(1013, u"backpressure"_s);
    QTRY_COMPARE(heard.closed, 1);
}

// For a peer that pings and does not read.
void tst_WebSocket::pongsDoNotPileUp()
{
    Limits limits;
    limits.queueOutBytes = 64 << 10;
    Hub hub(WebSocketServer::Options{.limits = limits});
    RawWebSocketClient client(hub.server.url());
    QTRY_VERIFY(hub.channel);
    client.socket.setReadBufferSize(1024);
    disconnect(&client.socket, &QTcpSocket::readyRead, nullptr, nullptr);
    const QByteArray many =
        RawFrame{.opcode = 9, .payload = QByteArray(125, 'x'), .isMasked = true}.bytes().repeated(1000);
    qint64 most = 0;
    for (int i = 0; i < 200; ++i) { // 25 MB, more than the kernel keeps
        client.send(many);
        QTRY_COMPARE(client.socket.bytesToWrite(), 0);
        most = std::max(most, hub.channel->bytesToWrite());
    }
    client.send(RawFrame{.opcode = 9, .payload = "last", .isMasked = true}.bytes());
    QTRY_COMPARE(client.socket.bytesToWrite(), 0);
    QVERIFY(most > limits.queueOutBytes / 2); // it did pile up
    QVERIFY2(most < 2 * limits.queueOutBytes, qPrintable(QString::number(most)));
    QVERIFY(hub.channel->isOpen());
    QByteArray end;
    client.socket.setReadBufferSize(0);
    connect(&client.socket, &QTcpSocket::readyRead, &client,
        [&] { end = QByteArray(end + client.socket.readAll()).right(6); });
    end = client.socket.readAll().right(6);
    QTRY_VERIFY(end.endsWith("last"));
}

void tst_WebSocket::bigMessagesTravel()
{
    Hub hub;
    WebSocketClient client({u"hub"_s, hub.server.url()}, {});
    Heard heard(&client);
    client.open();
    QTRY_VERIFY(hub.channel);
    const QByteArray large = QByteArray("0123456789abcde\xC3\xA9").repeated((15 << 20) / 17);
    QVERIFY(client.isOpen() || QTest::qWaitFor([&] { return client.isOpen(); }, Test::patience));
    QVERIFY(client.send(large));
    QTRY_COMPARE(hub.heard->count, 1);
    QVERIFY(hub.heard->last == large);
    QVERIFY(hub.channel->send(large));
    QTRY_COMPARE(heard.count, 1);
    QVERIFY(heard.last == large);
}

void tst_WebSocket::tlsNamesTheCertificateAndMayAcceptIt()
{
    const QSslCertificate certificate =
        QSslCertificate::fromPath(QStringLiteral(TESTS_DIR "/fixtures/tls/localhost.pem")).value(0);
    QFile key(QStringLiteral(TESTS_DIR "/fixtures/tls/localhost.key"));
    QVERIFY(key.open(QIODevice::ReadOnly));
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(certificate);
    configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
    QSslServer server;
    server.setSslConfiguration(configuration);
    int requests = 0;
    connect(&server, &QSslServer::pendingConnectionAvailable, &server, [&] {
        QTcpSocket *socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket, &requests] {
            const QByteArray head = socket->readAll();
            const std::optional<UpgradeRequest> request = upgradeRequestFrom(head);
            if (!request)
                return;
            ++requests;
            socket->write(answerBytes(answerTo(*request, {})) + RawFrame{.payload = "secret"}.bytes());
        });
    });
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const QUrl url(u"wss://localhost:%1/"_s.arg(server.serverPort()));
    const QByteArray fingerprint = certificate.digest(QCryptographicHash::Sha256);

    WebSocketClient stranger({u"hub"_s, url}, {});
    Heard refused(&stranger);
    stranger.open();
    QTRY_COMPARE(refused.closed, 1);
    QCOMPARE(refused.end.code, u"http.tls"_s);
    QVERIFY(refused.end.message.contains(u"localhost"_s));
    QVERIFY(refused.end.detail.contains(QString::fromLatin1(fingerprint.toHex(':'))));
    QCOMPARE(requests, 0);

    WebSocketRequest request{u"hub"_s, url};
    request.acceptedCertificates = {{u"localhost"_s, QByteArray(32, 'x')}, {u"other.example"_s, fingerprint}};
    WebSocketClient changed(request, {});
    Heard still(&changed);
    changed.open();
    QTRY_COMPARE(still.closed, 1);
    QCOMPARE(requests, 0);

    request.acceptedCertificates = {{u"LOCALHOST"_s, fingerprint}};
    WebSocketClient accepted(request, {});
    Heard heard(&accepted);
    accepted.open();
    QTRY_COMPARE(heard.count, 1);
    QCOMPARE(heard.last, "secret");
}

void tst_WebSocket::reconnectsLaterEachTime()
{
    Reconnection plain({}, Reconnection::Patience::Limited);
    plain.random = [] { return 0.5; };
    QList<qint64> waits;
    while (const auto wait = plain.lost())
        waits.append(wait->count());
    QCOMPARE(waits, (QList<qint64>{1000, 1500, 2250, 3375, 5063}));
    QVERIFY(!plain.isWaiting());

    Reconnection endless({}, Reconnection::Patience::Endless);
    endless.random = [] { return 1.0; };
    for (int i = 0; i < 200; ++i)
        QVERIFY(*endless.lost() <= 36'000ms);
    QCOMPARE(*endless.lost(), 36'000ms);
    QCOMPARE(*endless.lost(7s), 7000ms);
    QCOMPARE(*endless.lost(1h), 300'000ms);
    endless.random = [] { return 0.0; };
    endless.connected();
    QCOMPARE(*endless.lost(), 24'000ms); // not healthy yet
    QSignalSpy due(&endless, &Reconnection::due);
    endless.retryNow();
    QTRY_COMPARE(due.size(), 1);
    QCOMPARE(*endless.lost(), 800ms);
}

QTEST_GUILESS_MAIN(tst_WebSocket)
#include "tst_websocket.moc"
