// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// WebSockets over TLS between our client and our server. \source core/RULES.md

#include "core/transport/websocket/websocketclient.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/certificates.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTest>

#include <unistd.h>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

//! Our server and the first channel that it accepts.
struct Hub {
    explicit Hub(const MadeCertificate &shown, WebSocketServer::Options options = {})
    {
        Result<ServerCertificate> read = readServerCertificate(shown.certificateFile, shown.keyFile);
        if (!read)
            qFatal("%s", qPrintable(read.error().message));
        options.certificate = *std::move(read);
        server = std::make_unique<WebSocketServer>(std::move(options));
        if (!server->listen())
            qFatal("no port to listen on");
        QObject::connect(server.get(), &WebSocketServer::channelReady, server.get(), [this] {
            channel = server->nextChannel();
            QObject::connect(channel.get(), &Transport::received, channel.get(),
                [this](const QByteArray &message) { received.append(message); });
        });
        QObject::connect(server.get(), &WebSocketServer::refused, server.get(),
            [this](const QString &peer, int status, const QString &why) {
                refused.append(u"%1 %2 %3"_s.arg(peer.section(u':', 0, 0)).arg(status).arg(why));
            });
    }
    QUrl url() const { return u"wss://localhost:%1/ws"_s.arg(server->port()); }

    std::unique_ptr<WebSocketServer> server;
    std::unique_ptr<WebSocketPeer> channel;
    QByteArrayList received;
    QStringList refused;
};

//! Records the outcome of a client.
struct Outcome {
    explicit Outcome(const MessageEndpoint &request, const Limits &limits = {})
        : client(request, limits)
    {
        QObject::connect(&client, &Transport::opened, &client, [this] { isOpen = true; });
        QObject::connect(&client, &Transport::received, &client,
            [this](const QByteArray &message) { received.append(message); });
        QObject::connect(&client, &Transport::closed, &client, [this](const Error &reason) { end = reason; });
        client.open();
    }
    WebSocketClient client;
    bool isOpen = false;
    QByteArrayList received;
    std::optional<Error> end;
};

void trust(const QList<QSslCertificate> &authorities)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(authorities);
    QSslConfiguration::setDefaultConfiguration(configuration);
}

} // namespace

class tst_WebSocketTls : public QObject {
    Q_OBJECT

    QTemporaryDir folder;
    MadeCertificate good;
    MadeCertificate changed;
    MadeCertificate other;
    MadeCertificate expired;

private Q_SLOTS:
    void initTestCase()
    {
        good = makeCertificate(folder, u"good"_s, u"localhost"_s);
        changed = makeCertificate(folder, u"changed"_s, u"localhost"_s);
        other = makeCertificate(folder, u"other"_s, u"hub.example"_s);
        expired = makeCertificate(folder, u"expired"_s, u"localhost"_s,
            {u"-noenc"_s, u"-not_before"_s, u"20200101000000Z"_s, u"-not_after"_s, u"20200201000000Z"_s});
    }
    void cleanup() { trust({}); }

    void verifiesTheCertificate_data()
    {
        QTest::addColumn<MadeCertificate>("shown");
        QTest::addColumn<QList<QSslCertificate>>("trusted");
        QTest::addColumn<QList<AcceptedCertificate>>("accepted");
        QTest::addColumn<QString>("says"); // empty: the connection opens
        using Trusted = QList<QSslCertificate>;
        using Accepted = QList<AcceptedCertificate>;
        const QString self = u"self-signed"_s;
        QTest::newRow("trusted by the system")
            << good << Trusted{good.certificate()} << Accepted() << QString();
        QTest::newRow("self-signed") << good << Trusted() << Accepted() << self;
        QTest::newRow("self-signed and accepted")
            << good << Trusted() << Accepted{{u"localhost"_s, good.sha256()}} << QString();
        QTest::newRow("accepted for another host")
            << good << Trusted() << Accepted{{u"hub.example"_s, good.sha256()}} << self;
        QTest::newRow("changed since it was accepted")
            << changed << Trusted() << Accepted{{u"localhost"_s, good.sha256()}} << self;
        QTest::newRow("for another name")
            << other << Trusted{other.certificate()} << Accepted() << u"host name did not match"_s;
        QTest::newRow("for another name, and accepted")
            << other << Trusted() << Accepted{{u"localhost"_s, other.sha256()}} << QString();
        QTest::newRow("expired") << expired << Trusted{expired.certificate()} << Accepted() << u"expired"_s;
    }

    void verifiesTheCertificate()
    {
        QFETCH(MadeCertificate, shown);
        QFETCH(QList<QSslCertificate>, trusted);
        QFETCH(QList<AcceptedCertificate>, accepted);
        QFETCH(QString, says);
        trust(trusted);
        Hub hub(shown);
        QCOMPARE(hub.server->url().scheme(), u"wss"_s);
        MessageEndpoint request{u"team"_s, hub.url()};
        request.headers = {{"Authorization", "Bearer canary"}};
        request.acceptedCertificates = accepted;
        Outcome outcome(request);
        QTRY_VERIFY(outcome.isOpen || outcome.end);
        if (says.isEmpty()) {
            QVERIFY2(outcome.isOpen, qPrintable(outcome.end.value_or(Error()).message));
            QTRY_VERIFY(hub.channel);
            QVERIFY(outcome.client.send("ping"));
            QTRY_COMPARE(hub.received, QByteArrayList{"ping"});
            QVERIFY(hub.channel->send("pong"));
            QTRY_COMPARE(outcome.received, QByteArrayList{"pong"});
            return;
        }
        QVERIFY(!outcome.isOpen);
        QCOMPARE(outcome.end->kind, ErrorKind::Network);
        QCOMPARE(outcome.end->code, u"http.tls"_s);
        const QString told = outcome.end->message;
        QVERIFY2(
            told.startsWith(u"Server \"team\" could not prove that it is localhost: "_s), qPrintable(told));
        QVERIFY2(told.contains(says), qPrintable(told));
        const QString fingerprint = QString::fromLatin1(shown.sha256().toHex(':'));
        for (const QString &part : {fingerprint, u"issued by"_s, u"valid from"_s})
            QVERIFY2(outcome.end->detail.contains(part), qPrintable(outcome.end->detail));
        QCOMPARE(outcome.end->details.member("host"_L1).toString(), u"localhost"_s);
        // The user may accept the certificate by this fingerprint.
        QCOMPARE(outcome.end->details.member("sha256"_L1).toString(), fingerprint);
        QVERIFY(outcome.end->details.member("acceptable"_L1).toBoolean());
        QTRY_COMPARE(hub.refused.size(), 1);
        QVERIFY2(hub.refused.first().startsWith(u"127.0.0.1 0 did not agree on TLS ("_s),
            qPrintable(hub.refused.first()));
        QVERIFY(!hub.channel); // so the client sent no token
    }

    void carriesLargeMessagesBothWays()
    {
        Hub hub(good);
        MessageEndpoint request{u"team"_s, hub.url()};
        request.acceptedCertificates = {{u"localhost"_s, good.sha256()}};
        Outcome outcome(request);
        QTRY_VERIFY(hub.channel && outcome.isOpen);
        const QByteArray large = QByteArray("0123456789abcdef").repeated(512 << 10); // 8 MiB
        outcome.client.setReading(false);
        QVERIFY(hub.channel->send(large));
        for (int each = 0; each < 1000; ++each)
            QVERIFY(hub.channel->send(QByteArray::number(each)));
        QVERIFY(outcome.client.send(large));
        QTRY_COMPARE(hub.received.size(), 1);
        QVERIFY(hub.received.first() == large);
        QCOMPARE(outcome.received.size(), 0);
        QVERIFY(hub.channel->bytesToWrite() > 0); // unread data waits here
        outcome.client.setReading(true);
        QTRY_COMPARE(outcome.received.size(), 1001);
        QVERIFY(outcome.received.first() == large);
        QCOMPARE(outcome.received.last(), "999");
        QTRY_COMPARE(hub.channel->bytesToWrite(), 0);
        hub.channel->closeWith(1013, u"backpressure"_s);
        QTRY_VERIFY(outcome.end);
        QCOMPARE(outcome.client.end().code, quint16(1013));
    }

    // a client that does not speak TLS is dropped as soon as one that does not speak HTTP.
    void handshakesHaveADeadline()
    {
        WebSocketServer::Options options;
        options.limits.mockHeaderTimeoutMs = 100;
        Hub hub(good, options);
        QTcpSocket silent;
        QSignalSpy gone(&silent, &QTcpSocket::disconnected);
        silent.connectToHost(QHostAddress(QHostAddress::LocalHost), hub.server->port());
        QTRY_COMPARE(gone.size(), 1);
        QTRY_COMPARE(hub.refused.size(), 1);
        QVERIFY2(hub.refused.first().startsWith(u"127.0.0.1 0 did not agree on TLS within 100 ms"_s),
            qPrintable(hub.refused.first()));
        QSslSocket mute; // agrees on TLS and then sends nothing
        mute.setPeerVerifyMode(QSslSocket::VerifyNone);
        QByteArray answer;
        connect(&mute, &QSslSocket::readyRead, &mute, [&] { answer += mute.readAll(); });
        mute.connectToHostEncrypted(u"127.0.0.1"_s, hub.server->port());
        QTRY_VERIFY(answer.startsWith("HTTP/1.1 408 "));
    }

    void refusesAPlainHttpClient()
    {
        Hub hub(good);
        QTcpSocket plain;
        QSignalSpy gone(&plain, &QTcpSocket::disconnected);
        plain.connectToHost(QHostAddress(QHostAddress::LocalHost), hub.server->port());
        plain.write("GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QTRY_COMPARE(gone.size(), 1);
        QTRY_COMPARE(hub.refused.size(), 1);
        QVERIFY2(
            hub.refused.first().contains(u"has to connect with wss://"_s), qPrintable(hub.refused.first()));
        QVERIFY(!hub.channel);
    }

    void handshakesCountAsConnections()
    {
        WebSocketServer::Options options;
        options.connections = 2;
        Hub hub(good, options);
        std::vector<std::unique_ptr<QTcpSocket>> silent;
        for (int each = 0; each < 3; ++each) {
            silent.push_back(std::make_unique<QTcpSocket>());
            silent.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), hub.server->port());
        }
        QTRY_COMPARE(
            hub.refused, QStringList{u"127.0.0.1 503 exceeds the connection limit hub.connections (2)"_s});
        QTRY_COMPARE(silent.back()->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(silent.front()->state(), QAbstractSocket::ConnectedState);
    }

    // requests are judged before the 101 with TLS, too. tst_websocket has the rows without TLS.
    void judgesTheRequest_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<int>("status");
        const QByteArray host = "Host: localhost\r\n";
        const QByteArray token = "Authorization: Bearer right\r\n";
        QTest::newRow("right") << QByteArray("/ws") << QByteArray(host + token) << 101;
        QTest::newRow("token in the query") << QByteArray("/ws?token=right") << host << 101;
        QTest::newRow("other path") << QByteArray("/other") << QByteArray(host + token) << 404;
        QTest::newRow("rebound name")
            << QByteArray("/ws") << QByteArray("Host: evil.example\r\n" + token) << 403;
        QTest::newRow("foreign page")
            << QByteArray("/ws") << QByteArray(host + token + "Origin: https://evil.example\r\n") << 403;
        QTest::newRow("no token") << QByteArray("/ws") << host << 401;
    }
    void judgesTheRequest()
    {
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, headers);
        QFETCH(int, status);
        WebSocketServer::Options options;
        options.admit = [](const RequestHead &request) -> std::optional<UpgradeAnswer> {
            if (tokenOf(request) == "right")
                return std::nullopt;
            return WebSocketServer::unauthorized(false);
        };
        Hub hub(good, options);
        QSslSocket client;
        client.setPeerVerifyMode(QSslSocket::VerifyNone);
        client.connectToHostEncrypted(u"127.0.0.1"_s, hub.server->port());
        client.write("GET " + target + " HTTP/1.1\r\n" + headers
            + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        QTRY_VERIFY(client.bytesAvailable() > 12);
        QCOMPARE(client.read(12), "HTTP/1.1 " + QByteArray::number(status));
        QCOMPARE(bool(hub.channel), status == 101);
        QCOMPARE(hub.refused.size(), status == 101 ? 0 : 1);
    }

    void reportsAnEndWithoutACloseFrame_data()
    {
        QTest::addColumn<bool>("isClientHearing");
        QTest::newRow("to the client") << true;
        QTest::newRow("to the server") << false;
    }
    void reportsAnEndWithoutACloseFrame()
    {
        QFETCH(bool, isClientHearing);
        Hub hub(good);
        MessageEndpoint request{u"team"_s, hub.url()};
        request.acceptedCertificates = {{u"localhost"_s, good.sha256()}};
        Outcome outcome(request);
        QTRY_VERIFY(hub.channel && outcome.isOpen);
        QSignalSpy gone(hub.channel.get(), &Transport::closed);
        if (isClientHearing) {
            hub.channel->abort();
            QTRY_VERIFY(outcome.end);
            QCOMPARE(int(outcome.client.end().code), 1006);
            QVERIFY(outcome.client.end().by == EndedBy::Network);
        } else {
            outcome.client.abort();
            QTRY_COMPARE(gone.size(), 1);
            QCOMPARE(int(hub.channel->end().code), 1006);
            QVERIFY(hub.channel->end().by == EndedBy::Network);
        }
    }

    void aBrokenEncryptionEndsAtOnce()
    {
        Hub hub(good);
        QSslSocket client;
        client.setPeerVerifyMode(QSslSocket::VerifyNone);
        client.connectToHostEncrypted(u"127.0.0.1"_s, hub.server->port());
        client.write("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        QTRY_VERIFY(hub.channel);
        std::optional<Error> end;
        connect(hub.channel.get(), &Transport::closed, this, [&end](const Error &reason) { end = reason; });
        QCOMPARE(::write(int(client.socketDescriptor()), "no record of TLS at all", 23), 23);
        QTRY_VERIFY(end);
        QCOMPARE(int(hub.channel->end().code), 1006);
        QVERIFY2(end->message.contains(u"broke the TLS encryption"_s), qPrintable(end->message));
    }

    void theDeadlineNamesTheStep()
    {
        QTcpServer mute; // accepts connections and then sends nothing
        QVERIFY(mute.listen(QHostAddress::LocalHost));
        Limits limits;
        limits.wsHandshakeMs = 1000;
        Outcome outcome({u"team"_s, u"wss://127.0.0.1:%1/ws"_s.arg(mute.serverPort())}, limits);
        QTRY_VERIFY(outcome.end);
        QCOMPARE(outcome.end->kind, ErrorKind::Timeout);
        QVERIFY2(outcome.end->message.contains(u"did not agree on TLS"_s), qPrintable(outcome.end->message));
    }

    // OpenSSL reads while it writes. The channel must not deliver the next message while a listener still
    // handles one.
    void deliversNothingInsideASend()
    {
        Hub hub(good);
        MessageEndpoint request{u"team"_s, hub.url()};
        request.acceptedCertificates = {{u"localhost"_s, good.sha256()}};
        Outcome outcome(request);
        QTRY_VERIFY(hub.channel && outcome.isOpen);
        int depth = 0;
        int deepest = 0;
        connect(hub.channel.get(), &Transport::received, this, [&] {
            deepest = std::max(deepest, ++depth);
            QVERIFY(hub.channel->send("one"));
            QTest::qSleep(1); // longer than a frame waits to be joined with others
            QVERIFY(hub.channel->send("two"));
            --depth;
        });
        outcome.client.setReading(false);
        for (int i = 0; i < 50; ++i) { // each message has its own TLS record
            QVERIFY(outcome.client.send(QByteArray(2000, 'x')));
            QTest::qSleep(1);
            QVERIFY(outcome.client.send("x"));
        }
        QTRY_COMPARE(hub.received.size(), 100);
        QCOMPARE(deepest, 1);
    }

    void saysWhatIsWrongWithTheFiles_data()
    {
        QTest::addColumn<QString>("certificateFile");
        QTest::addColumn<QString>("keyFile");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("says");
        const MadeCertificate locked =
            makeCertificate(folder, u"locked"_s, u"localhost"_s, {u"-passout"_s, u"pass:secret"_s});
        const auto row = [](const char *name, const QString &certificate, const QString &key, ErrorKind kind,
                             const QString &says) {
            QTest::newRow(name) << certificate << key << int(kind) << says;
        };
        const QString none = folder.filePath(u"none.pem"_s);
        row("no certificate file", none, good.keyFile, ErrorKind::Storage, u"cannot read"_s);
        row("no key file", good.certificateFile, none, ErrorKind::Storage, u"cannot read"_s);
        row("no certificate in it", good.keyFile, good.keyFile, ErrorKind::Usage, u"holds no certificate"_s);
        row("no key in it", good.certificateFile, good.certificateFile, ErrorKind::Usage,
            u"holds no private key"_s);
        row("a passphrase", locked.certificateFile, locked.keyFile, ErrorKind::Usage, u"passphrase"_s);
        row("another's key", good.certificateFile, other.keyFile, ErrorKind::Usage,
            u"is not the key of the certificate"_s);
    }
    void saysWhatIsWrongWithTheFiles()
    {
        QFETCH(QString, certificateFile);
        QFETCH(QString, keyFile);
        QFETCH(int, kind);
        QFETCH(QString, says);
        const Result<ServerCertificate> read = readServerCertificate(certificateFile, keyFile);
        QVERIFY(!read);
        QCOMPARE(int(read.error().kind), kind);
        QVERIFY2(read.error().message.contains(says), qPrintable(read.error().message));
    }
};

WORKBENCH_TEST(tst_WebSocketTls, QCoreApplication)
#include "tst_websockettls.moc"
