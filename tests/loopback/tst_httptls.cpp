// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/connectionerrors.h"
#include "core/transport/http/httpclient.h"
#include "tests/support/certificates.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

QSslCertificate certificate()
{
    return QSslCertificate::fromPath(QStringLiteral(TESTS_DIR "/fixtures/tls/localhost.pem")).value(0);
}

//! Answers every request with fixed bytes over TLS, with a self-signed certificate.
class TlsServer {
public:
    explicit TlsServer(const QByteArray &answer)
    {
        QFile key(QStringLiteral(TESTS_DIR "/fixtures/tls/localhost.key"));
        if (!key.open(QIODevice::ReadOnly))
            qFatal("the key of the test server is missing");
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(certificate());
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        m_server.setSslConfiguration(configuration);
        QObject::connect(&m_server, &QSslServer::pendingConnectionAvailable, &m_server, [this, answer] {
            while (QTcpSocket *socket = m_server.nextPendingConnection()) {
                QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, answer] {
                    if (!socket->readAll().endsWith("\r\n\r\n"))
                        return;
                    ++requests;
                    socket->write(answer);
                    socket->disconnectFromHost();
                });
            }
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
    }
    QUrl url(const QString &host = u"localhost"_s) const
    {
        return QUrl(u"https://%1:%2/"_s.arg(host).arg(m_server.serverPort()));
    }
    int requests = 0;

private:
    QSslServer m_server;
};

Result<HttpClient::Whole> fetch(HttpRequest request)
{
    HttpClient client(u"files"_s, {});
    const auto future = client.fetch(request);
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000))
        return std::unexpected(Error{ErrorKind::Internal, u"test"_s, u"never settled"_s, {}, {}});
    return future.result();
}

Result<HttpClient::Whole> fetch(const QUrl &url)
{
    HttpRequest request;
    request.url = url;
    return fetch(request);
}

QByteArray contentsOf(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void trust(const QList<QSslCertificate> &authorities)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(authorities);
    QSslConfiguration::setDefaultConfiguration(configuration);
}

} // namespace

class tst_HttpTls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusesAnUntrustedCertificate();
    void refusesACertificateForAnotherName();
    void takesALargeBodyFromATrustedServer();
    void takesAnAcceptedCertificateForItsHostOnly();
    void refusesABrokenCertificateThatWasAccepted();
    void saysThatTheServerDoesNotSpeakTls();
    void saysWhyTheServerRefusesTls_data();
    void saysWhyTheServerRefusesTls();
    void saysThatTheServerRequiresACertificate_data();
    void saysThatTheServerRequiresACertificate();
    void saysThatAKeyDoesNotMatchItsCertificate();
    void refusesAWeakKey_data();
    void refusesAWeakKey();
    void saysThatTheSystemKnowsNoAuthority();
};

void tst_HttpTls::refusesAnUntrustedCertificate()
{
    trust({});
    TlsServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    const auto whole = fetch(server.url());
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.tls"_s);
    QVERIFY2(whole.error().message.contains(u"localhost"_s), qPrintable(whole.error().message));
    const QString fingerprint =
        QString::fromLatin1(certificate().digest(QCryptographicHash::Sha256).toHex(':'));
    QVERIFY2(whole.error().detail.contains(fingerprint), qPrintable(whole.error().detail));
    QVERIFY2(whole.error().detail.contains(u"issued by localhost"_s), qPrintable(whole.error().detail));
    QCOMPARE(server.requests, 0);
}

void tst_HttpTls::refusesACertificateForAnotherName()
{
    trust({certificate()});
    TlsServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    const auto whole = fetch(server.url(u"127.0.0.1"_s)); // the certificate is for localhost
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.tls"_s);
    QVERIFY2(whole.error().message.contains(u"127.0.0.1"_s), qPrintable(whole.error().message));
    QCOMPARE(server.requests, 0);
}

void tst_HttpTls::takesALargeBodyFromATrustedServer()
{
    trust({certificate()});
    const QByteArray body(10 << 20, 'x');
    for (const QByteArray &head : {QByteArray("HTTP/1.1 200 OK\r\n\r\n"),
             QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n")}) {
        TlsServer server(head + body);
        const auto whole = fetch(server.url());
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(whole->body.size(), body.size());
        QCOMPARE(server.requests, 1);
    }
}

void tst_HttpTls::takesAnAcceptedCertificateForItsHostOnly()
{
    trust({});
    TlsServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    const QByteArray sha256 = certificate().digest(QCryptographicHash::Sha256);
    HttpRequest request;
    request.url = server.url();
    request.acceptedCertificates = {{u"LOCALHOST"_s, sha256}};
    const auto whole = fetch(request);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QVERIFY(whole->timing.tlsUs > 0);
    request.acceptedCertificates = {{u"other"_s, sha256}, {u"localhost"_s, QByteArray(32, 'x')}};
    QVERIFY(!fetch(request));
    request.url = server.url(u"127.0.0.1"_s); // the accepted certificate, but another host
    request.acceptedCertificates = {{u"127.0.0.1"_s, sha256}};
    QVERIFY(fetch(request));
    QCOMPARE(server.requests, 2);
}

// A certificate with a broken signature proves nothing, so accepting it has no effect.
void tst_HttpTls::refusesABrokenCertificateThatWasAccepted()
{
    const QTemporaryDir folder;
    const Test::MadeCertificate authority = Test::makeCertificate(folder, u"authority"_s, u"Authority"_s);
    const Test::MadeCertificate sound = Test::makeCertificate(folder, u"sound"_s, u"localhost"_s,
        {u"-noenc"_s, u"-CA"_s, authority.certificateFile, u"-CAkey"_s, authority.keyFile});
    trust({authority.certificate()});
    QByteArray bytes = sound.certificate().toDer();
    bytes.back() = char(bytes.back() ^ 1); // the end of the signature
    const QSslCertificate broken(bytes, QSsl::Der);
    QVERIFY(!broken.isNull());
    int requests = 0;
    RawServer server([&requests](QTcpSocket *socket, const RawServer::Request &) {
        ++requests;
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    QSslConfiguration configuration = sound.configuration();
    server.encrypt(configuration);
    HttpRequest request;
    request.url = server.url();
    QVERIFY2(fetch(request), "the certificate of a trusted authority was refused");
    configuration.setLocalCertificate(broken);
    server.encrypt(configuration);
    request.acceptedCertificates = {{u"localhost"_s, broken.digest(QCryptographicHash::Sha256)}};
    const auto whole = fetch(request);
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.tls"_s);
    QVERIFY2(whole.error().message.contains(u"cannot be accepted"_s), qPrintable(whole.error().message));
    QVERIFY(!whole.error().details.member("acceptable"_L1).toBoolean(true));
    QCOMPARE(requests, 1);
}

void tst_HttpTls::saysThatTheServerDoesNotSpeakTls()
{
    QTcpServer plain;
    connect(&plain, &QTcpServer::newConnection, &plain, [&plain] {
        QTcpSocket *const socket = plain.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket,
            [socket] { socket->write("HTTP/1.1 400 Bad Request\r\n\r\n"); });
    });
    QVERIFY(plain.listen(QHostAddress::LocalHost));
    const auto whole = fetch(QUrl(u"https://localhost:%1/"_s.arg(plain.serverPort())));
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.tlsHandshake"_s);
    QVERIFY2(whole.error().message.contains(u"http or https"_s), qPrintable(whole.error().message));
    QVERIFY(whole.error().details.isAbsent());
}

void tst_HttpTls::saysWhyTheServerRefusesTls_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("isAboutCertificates");
    const auto alert = [](const char *name, char code, const QString &says, bool isAboutCertificates) {
        QTest::newRow(name) << QByteArray(QByteArray("\x15\x03\x03\x00\x02\x02", 6) + code)
                            << QString(u"with the TLS alert \"%1\""_s.arg(QString::fromLatin1(name)) + says)
                            << isAboutCertificates;
    };
    alert(
        "protocol version", 70, u": the server and this program have no version of TLS in common."_s, false);
    alert("unrecognized name", 112, u": it serves no host of the name \"localhost\"."_s, false);
    alert("internal error", 80, u"."_s, false);
    alert("handshake failure", 40, u": the server and this program have no cipher in common, or"_s, true);
    alert("unknown ca", 48, u". It may require a client certificate, or a different one."_s, true);
    alert("bad certificate", 42, u". It may require a client certificate, or a different one."_s, true);
    alert("certificate required", 116, u". It may require a client certificate"_s, true);
    QTest::newRow("TLS 1.0 only")
        << QByteArray(QByteArray::fromHex("160301002a020000260301") + QByteArray(32, 'r')
               + QByteArray::fromHex("00c01300"))
        << u"could not agree on an encrypted connection to https://localhost:%1: the server and this program "
           "have no version of TLS in common."_s
        << false;
}

// The server answers the first message of the handshake with an alert, or with a hello of TLS 1.0.
void tst_HttpTls::saysWhyTheServerRefusesTls()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, says);
    QFETCH(bool, isAboutCertificates);
    QTcpServer server;
    connect(&server, &QTcpServer::newConnection, &server, [&server, answer] {
        QTcpSocket *const socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket, answer] {
            if (!socket->readAll().isEmpty() && socket->property("answered").isNull())
                socket->write(answer);
            socket->setProperty("answered", true);
        });
    });
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const auto whole = fetch(QUrl(u"https://localhost:%1/"_s.arg(server.serverPort())));
    QVERIFY(!whole);
    const QString message = whole.error().message;
    QCOMPARE(whole.error().kind, ErrorKind::Network);
    const QString wanted = says.contains(u"%1"_s) ? says.arg(server.serverPort()) : says;
    QVERIFY2(message.contains(wanted), qPrintable(message));
    QVERIFY2(message.contains(u"client certificate"_s) == isAboutCertificates, qPrintable(message));
    QVERIFY2(!message.contains(u"http or https"_s), qPrintable(message));
}

void tst_HttpTls::saysThatTheServerRequiresACertificate_data()
{
    QTest::addColumn<QString>("version");
    QTest::newRow("TLS 1.2") << u"-tls1_2"_s;
    QTest::newRow("TLS 1.3") << u"-tls1_3"_s;
}

void tst_HttpTls::saysThatTheServerRequiresACertificate()
{
    QFETCH(QString, version);
    trust({certificate()});
    QProcess openssl;
    openssl.setProcessChannelMode(QProcess::MergedChannels);
    openssl.start(u"openssl"_s,
        {u"s_server"_s, u"-accept"_s, u"127.0.0.1:0"_s, u"-cert"_s,
            QStringLiteral(TESTS_DIR "/fixtures/tls/localhost.pem"), u"-key"_s,
            QStringLiteral(TESTS_DIR "/fixtures/tls/localhost.key"), u"-Verify"_s, u"1"_s, u"-www"_s,
            version});
    QByteArray said;
    QTRY_VERIFY((said += openssl.readAll()).contains("ACCEPT 127.0.0.1:"));
    const QByteArray port = said.sliced(said.indexOf("ACCEPT 127.0.0.1:") + 17);
    const QUrl url(u"https://localhost:%1/"_s.arg(port.first(port.indexOf('\n')).trimmed().toInt()));
    const auto whole = fetch(url);
    openssl.kill();
    openssl.waitForFinished();
    QVERIFY(!whole);
    QVERIFY2(whole.error().code == u"http.tlsRefused"_s,
        qPrintable(whole.error().code + u": "_s + whole.error().message + whole.error().detail));
    QVERIFY2(whole.error().message.contains(u"client certificate"_s), qPrintable(whole.error().message));
}

void tst_HttpTls::saysThatAKeyDoesNotMatchItsCertificate()
{
    trust({certificate()});
    TlsServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    const QTemporaryDir folder;
    const Test::MadeCertificate other = Test::makeCertificate(folder, u"other"_s, u"Ada"_s);
    HttpRequest request;
    request.url = server.url();
    request.clientCertificate = {contentsOf(other.certificateFile),
        contentsOf(QStringLiteral(TESTS_DIR "/fixtures/tls/localhost.key"))};
    const auto whole = fetch(request);
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.clientCertificate"_s);
    QVERIFY2(whole.error().message.contains(u"Check that its key belongs to it."_s),
        qPrintable(whole.error().message));
}

void tst_HttpTls::refusesAWeakKey_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("isWeak");
    QTest::newRow("1024 bits") << u"rsa:1024"_s << true;
    QTest::newRow("2048 bits") << u"rsa:2048"_s << false;
}

// The authority of the certificate is trusted, but Qt does not check the strength of a key.
void tst_HttpTls::refusesAWeakKey()
{
    QFETCH(QString, key);
    QFETCH(bool, isWeak);
    const QTemporaryDir folder;
    const QString keyFile = folder.filePath(u"server.key"_s);
    const QString file = folder.filePath(u"server.pem"_s);
    QProcess openssl;
    openssl.start(u"openssl"_s,
        {u"req"_s, u"-x509"_s, u"-newkey"_s, key, u"-noenc"_s, u"-keyout"_s, keyFile, u"-out"_s, file,
            u"-subj"_s, u"/CN=localhost"_s, u"-addext"_s, u"subjectAltName=DNS:localhost"_s});
    QVERIFY(openssl.waitForFinished() && openssl.exitCode() == 0);
    trust({QSslCertificate::fromPath(file).value(0)});
    openssl.setProcessChannelMode(QProcess::MergedChannels);
    openssl.start(u"openssl"_s,
        {u"s_server"_s, u"-accept"_s, u"127.0.0.1:0"_s, u"-cert"_s, file, u"-key"_s, keyFile, u"-www"_s,
            u"-cipher"_s, u"DEFAULT@SECLEVEL=0"_s});
    QByteArray said;
    QTRY_VERIFY((said += openssl.readAll()).contains("ACCEPT 127.0.0.1:"));
    const QByteArray port = said.sliced(said.indexOf("ACCEPT 127.0.0.1:") + 17);
    const auto whole =
        fetch(QUrl(u"https://localhost:%1/"_s.arg(port.first(port.indexOf('\n')).trimmed().toInt())));
    openssl.kill();
    openssl.waitForFinished();
    if (!isWeak) {
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        return;
    }
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.tls"_s);
    QCOMPARE(whole.error().details.member("acceptable"_L1).toBoolean(true), false);
    QVERIFY2(whole.error().detail.contains(u"key too weak"_s), qPrintable(whole.error().detail));
}

void tst_HttpTls::saysThatTheSystemKnowsNoAuthority()
{
    FailedTransfer failed;
    failed.code = CURLE_SSL_CACERT_BADFILE;
    const Error error = curlError(failed);
    QCOMPARE(error.code, u"http.certificateStore"_s);
    QVERIFY(error.message.contains(u"Install the package ca-certificates"_s));
}

WORKBENCH_TEST(tst_HttpTls, QCoreApplication)
#include "tst_httptls.moc"
