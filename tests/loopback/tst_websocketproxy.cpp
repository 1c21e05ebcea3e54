// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// WebSockets through the proxy that the environment names. \source core/RULES.md R-31

#include "core/transport/websocket/websocketclient.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

//! A proxy that records its requests and connects every CONNECT to one port of this computer.
struct Proxy : public QTcpServer {
    explicit Proxy(quint16 leadsTo)
    {
        if (!listen(QHostAddress(QHostAddress::LocalHost)))
            qFatal("no port to listen on");
        connect(this, &QTcpServer::newConnection, this, [this, leadsTo] {
            while (QTcpSocket *const client = nextPendingConnection())
                connect(client, &QTcpSocket::readyRead, client,
                    [this, client, leadsTo] { read(client, leadsTo); });
        });
    }
    //! Stops reading.
    void stop()
    {
        isStopped = true;
        for (QTcpSocket *const each : findChildren<QTcpSocket *>())
            each->setReadBufferSize(1024);
    }
    void read(QTcpSocket *client, quint16 leadsTo)
    {
        if (isStopped)
            return;
        auto *const onward = client->findChild<QTcpSocket *>();
        if (onward) {
            onward->write(client->readAll());
            return;
        }
        const QByteArray head = client->readAll();
        heads.append(head);
        if (!wants.isEmpty() && !head.contains(QByteArray("Proxy-Authorization: " + wants))) {
            client->write(
                "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"
                "Content-Length: 0\r\n\r\n");
            return;
        }
        if (!refusal.isEmpty()) {
            client->write("HTTP/1.1 " + refusal + "\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        auto *const socket = new QTcpSocket(client);
        connect(
            socket, &QTcpSocket::readyRead, client, [client, socket] { client->write(socket->readAll()); });
        connect(socket, &QTcpSocket::disconnected, client, [client] { client->disconnectFromHost(); });
        socket->connectToHost(QHostAddress(QHostAddress::LocalHost), leadsTo);
        client->write("HTTP/1.1 200 Connection established\r\n\r\n");
    }
    QByteArray address(const QByteArray &credentials = {}) const
    {
        return "http://" + credentials + "127.0.0.1:" + QByteArray::number(serverPort());
    }

    QByteArray wants; //!< the required Proxy-Authorization, for example "Basic …"
    QByteArray refusal; //!< status that refuses each CONNECT, for example "403 Forbidden"
    bool isStopped = false;
    QByteArrayList heads;
};

struct Hub {
    Hub()
        : server(WebSocketServer::Options())
    {
        // A server on loopback only would refuse the Host "hub.example".
        if (!server.listen(QHostAddress(QHostAddress::AnyIPv4)))
            qFatal("no port to listen on");
        QObject::connect(&server, &WebSocketServer::channelReady, &server, [this] {
            channel = server.nextChannel();
            QObject::connect(channel.get(), &Transport::received, channel.get(),
                [this](const QByteArray &message) { received.append(message); });
        });
    }
    WebSocketServer server;
    std::unique_ptr<WebSocketPeer> channel;
    QByteArrayList received;
};

struct Outcome {
    explicit Outcome(const QUrl &url)
        : client(request(url), limits())
    {
        QObject::connect(&client, &Transport::opened, &client, [this] { isOpen = true; });
        QObject::connect(&client, &Transport::closed, &client, [this](const Error &reason) { end = reason; });
        client.open();
    }
    static MessageEndpoint request(const QUrl &url)
    {
        MessageEndpoint request{u"team"_s, url};
        request.headers = {{"Authorization", "Bearer canary"}};
        return request;
    }
    static Limits limits()
    {
        Limits limits;
        limits.wsHandshakeMs = 3000;
        return limits;
    }
    WebSocketClient client;
    bool isOpen = false;
    std::optional<Error> end;
};

} // namespace

class tst_WebSocketProxy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup()
    {
        for (const char *name : {"http_proxy", "https_proxy", "no_proxy", "NO_PROXY", "HTTPS_PROXY"})
            qunsetenv(name);
    }

    void usesTheProxyAndSendsTheTokenOnlyToTheHub()
    {
        Hub hub;
        Proxy proxy(hub.server.port());
        qputenv("http_proxy", proxy.address());
        Outcome outcome(QUrl(u"ws://hub.example:7411/ws"_s));
        QTRY_VERIFY(outcome.isOpen || outcome.end);
        QVERIFY2(outcome.isOpen, qPrintable(outcome.end.value_or(Error()).message));
        QCOMPARE(proxy.heads.size(), 1);
        QVERIFY2(
            proxy.heads.first().startsWith("CONNECT hub.example:7411 HTTP/1.1\r\n"), proxy.heads.first());
        QVERIFY2(!proxy.heads.first().contains("canary"), proxy.heads.first());
        QTRY_VERIFY(hub.channel);
        QVERIFY(hub.channel->peerHeaders().contains({"authorization", "Bearer canary"}));
        QVERIFY(outcome.client.send("hello"));
        QTRY_COMPARE(hub.received, QByteArrayList{"hello"});
    }

    // bytesToWrite() includes the bytes that the proxy has not read yet.
    void aProxyThatDoesNotReadMakesUsWait()
    {
        Hub hub;
        Proxy proxy(hub.server.port());
        qputenv("http_proxy", proxy.address());
        Outcome outcome(QUrl(u"ws://hub.example:7411/ws"_s));
        QTRY_VERIFY(outcome.isOpen && hub.channel);
        proxy.stop();
        const QByteArray chunk(256 << 10, 'x');
        qint64 sent = 0;
        while (
            outcome.client.bytesToWrite() < (4 << 20) && sent < (200 << 20) && outcome.client.send(chunk)) {
            sent += chunk.size();
            QCoreApplication::processEvents();
        }
        QVERIFY2(outcome.client.bytesToWrite() >= (4 << 20), qPrintable(QString::number(sent)));
    }

    void authenticatesToAProxyThatAsks_data()
    {
        QTest::addColumn<QByteArray>("credentials");
        QTest::addColumn<bool>("opens");
        QTest::newRow("with the right credentials") << QByteArray("ana:s%40fe@") << true;
        QTest::newRow("without credentials") << QByteArray() << false;
    }
    void authenticatesToAProxyThatAsks()
    {
        QFETCH(QByteArray, credentials);
        QFETCH(bool, opens);
        Hub hub;
        Proxy proxy(hub.server.port());
        proxy.wants = "Basic " + QByteArray("ana:s@fe").toBase64();
        qputenv("http_proxy", proxy.address(credentials));
        Outcome outcome(QUrl(u"ws://hub.example:7411/ws"_s));
        QTRY_VERIFY(outcome.isOpen || outcome.end);
        QCOMPARE(outcome.isOpen, opens);
        for (const QByteArray &head : std::as_const(proxy.heads))
            QVERIFY2(!head.contains("canary"), head);
        if (opens)
            return;
        QCOMPARE(outcome.end->code, u"http.proxyCredentials"_s);
        QVERIFY2(outcome.end->message.contains(u"407"_s), qPrintable(outcome.end->message));
        QVERIFY(!hub.channel);
    }

    void someHostsNeverUseTheProxy_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QByteArray>("exceptions");
        QTest::addColumn<QByteArray>("variable");
        const QByteArray http = "http_proxy";
        QTest::newRow("127.0.0.1") << u"127.0.0.1"_s << QByteArray() << http;
        QTest::newRow("localhost") << u"localhost"_s << QByteArray() << http;
        QTest::newRow("an exception") << u"hub.example"_s << QByteArray("other.example, .example") << http;
        QTest::newRow("ws ignores https_proxy")
            << u"hub.example"_s << QByteArray() << QByteArray("https_proxy");
    }
    void someHostsNeverUseTheProxy()
    {
        QFETCH(QString, host);
        QFETCH(QByteArray, exceptions);
        QFETCH(QByteArray, variable);
        Hub hub;
        Proxy proxy(hub.server.port());
        qputenv(variable.constData(), proxy.address());
        if (!exceptions.isEmpty())
            qputenv("no_proxy", exceptions);
        const bool isHere = host != "hub.example"_L1;
        Outcome outcome(QUrl(u"ws://%1:%2/ws"_s.arg(host).arg(hub.server.port())));
        QTRY_VERIFY(outcome.isOpen || outcome.end);
        QCOMPARE(outcome.isOpen, isHere);
        QCOMPARE(proxy.heads, QByteArrayList());
    }

    void wssAsksTheProxyOfHttps()
    {
        Proxy proxy(1);
        qputenv("https_proxy", proxy.address());
        Outcome outcome(QUrl(u"wss://hub.example/ws"_s));
        QTRY_COMPARE(proxy.heads.size(), 1);
        QVERIFY2(proxy.heads.first().startsWith("CONNECT hub.example:443 HTTP/1.1\r\n"), proxy.heads.first());
        QVERIFY2(!proxy.heads.first().contains("canary"), proxy.heads.first());
    }

    void aProxyThatDeniesIsNamed()
    {
        Hub hub;
        Proxy proxy(hub.server.port());
        proxy.refusal = "403 Forbidden";
        qputenv("http_proxy", proxy.address());
        Outcome outcome(QUrl(u"ws://hub.example:7411/ws"_s));
        QTRY_VERIFY(outcome.end);
        QCOMPARE(outcome.end->code, u"http.proxy"_s);
        const QString named = u"the proxy 127.0.0.1:%1 refuses the connection"_s.arg(proxy.serverPort());
        QVERIFY2(outcome.end->message.contains(named) && outcome.end->message.contains(u"no_proxy"_s),
            qPrintable(outcome.end->message));
    }

    void aProxyThatIsNotThereIsNamed()
    {
        qputenv("http_proxy", "http://127.0.0.1:1");
        Outcome outcome(QUrl(u"ws://hub.example:7411/ws"_s));
        QTRY_VERIFY(outcome.end);
        QCOMPARE(outcome.end->code, u"http.proxy"_s);
        QVERIFY2(
            outcome.end->message.contains(
                u"the proxy 127.0.0.1:1 refused the connection, because nothing listens there. Check http_proxy"_s),
            qPrintable(outcome.end->message));
    }
};

WORKBENCH_TEST(tst_WebSocketProxy, QCoreApplication)
#include "tst_websocketproxy.moc"
