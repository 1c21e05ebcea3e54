// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpclient.h"

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

//! Answers every request with the same bytes, over TLS with a certificate nobody has signed.
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

Result<HttpClient::Whole> fetch(const QUrl &url)
{
    HttpClient client(u"files"_s, {});
    HttpRequest request;
    request.url = url;
    const auto future = client.fetch(request);
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000))
        return std::unexpected(Error{ErrorKind::Internal, u"test"_s, u"never settled"_s, {}, {}});
    return future.result();
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
    void refusesACertificateNobodyVouchesFor();
    void refusesACertificateForAnotherName();
    void takesALargeBodyFromATrustedServer();
};

void tst_HttpTls::refusesACertificateNobodyVouchesFor()
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

QTEST_GUILESS_MAIN(tst_HttpTls)
#include "tst_httptls.moc"
