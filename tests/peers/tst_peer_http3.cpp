// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Our HTTP client against nginx, which offers HTTP/3 by Alt-Svc.

#include "core/exchange/framepair.h"
#include "core/transport/http/curlmulti.h"
#include "core/transport/http/httpframes.h"
#include "tests/support/certificates.h"
#include "tests/support/clocks.h"
#include "tests/support/fetched.h"
#include "tests/support/testprogram.h"
#include "tests/support/writefile.h"

#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUdpSocket>

using namespace Workbench;
using namespace Qt::StringLiterals;

using Whole = Result<HttpClient::Whole>;

namespace {

//! %1: the folder, %2: the port, %3: certificate, %4: key, %5: the line that listens for HTTP/3
constexpr auto configuration = R"(
daemon off; master_process off; pid %1/pid; error_log stderr;
events {}
http {
    access_log off; client_body_temp_path %1/a; proxy_temp_path %1/b; fastcgi_temp_path %1/c;
    uwsgi_temp_path %1/d; scgi_temp_path %1/e;
    server {
        listen 127.0.0.1:%2 ssl; %5 http2 on;
        ssl_certificate %3; ssl_certificate_key %4;
        add_header Alt-Svc 'h3=":%2"; ma=86400';
        location / { return 200 "$server_protocol $request_method $content_length"; }
        location /clear { add_header Alt-Svc clear; return 200 "$server_protocol"; }
    }
})";

//! Returns a port that is free for TCP and for UDP.
quint16 freePort()
{
    for (;;) {
        QTcpServer tcp;
        QUdpSocket udp;
        if (tcp.listen(QHostAddress::LocalHost) && udp.bind(QHostAddress::LocalHost, tcp.serverPort()))
            return tcp.serverPort();
    }
}

} // namespace

class tst_PeerHttp3 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { stop(); }
    void staysWithHttp2WithoutNgtcp2();
    void usesHttp3WhereItWasOffered();
    void showsHeadsInTheFormOfHttp1();
    void stopsAfterTheOfferWasWithdrawn();
    void continuesWithoutHttp3WhenItEnds_data();
    void continuesWithoutHttp3WhenItEnds();
    void saysThatAStoppedServerRefusesTheConnection();

private:
    void serve(bool withHttp3 = true);
    void stop();
    HttpRequest request(const QString &path, const QByteArray &method = "GET") const;
    //! Returns the body of the answer, which begins with the version that the server saw.
    QByteArray ask(const QString &path = u"/"_s, const QByteArray &method = "GET");

    QTemporaryDir m_folder;
    Test::MadeCertificate m_made;
    quint16 m_port = 0;
    std::unique_ptr<QProcess> m_nginx;
    std::unique_ptr<HttpClient> m_client;
};

void tst_PeerHttp3::initTestCase()
{
    if (QByteArray(NGINX_PROGRAM).endsWith("NOTFOUND"))
        QSKIP("nginx is not installed");
    m_made = Test::makeCertificate(m_folder, u"server"_s, u"localhost"_s);
}

void tst_PeerHttp3::init()
{
    m_port = freePort();
    m_client = std::make_unique<HttpClient>(u"nginx"_s, Limits{});
    serve();
}

void tst_PeerHttp3::serve(bool withHttp3)
{
    const QString file = m_folder.filePath(u"nginx.conf"_s);
    const QString listen = withHttp3 ? u"listen 127.0.0.1:%1 quic;"_s.arg(m_port) : QString();
    Test::writeFile(file,
        QString::fromLatin1(configuration)
            .arg(m_folder.path(), QString::number(m_port), m_made.certificateFile, m_made.keyFile, listen)
            .toUtf8());
    m_nginx = std::make_unique<QProcess>();
    m_nginx->setProcessChannelMode(QProcess::MergedChannels);
    m_nginx->start(
        QStringLiteral(NGINX_PROGRAM), {u"-p"_s, m_folder.path(), u"-c"_s, file, u"-e"_s, u"stderr"_s});
    const bool isUp = QTest::qWaitFor(
        [this] {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
            return socket.waitForConnected(1000);
        },
        Test::patience);
    QVERIFY2(isUp, m_nginx->readAll().constData());
}

void tst_PeerHttp3::stop()
{
    if (!m_nginx)
        return;
    m_nginx->kill();
    m_nginx->waitForFinished();
    m_nginx.reset();
}

HttpRequest tst_PeerHttp3::request(const QString &path, const QByteArray &method) const
{
    HttpRequest made;
    made.method = method;
    made.url = QUrl(u"https://localhost:%1%2"_s.arg(QString::number(m_port), path));
    made.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
    if (method == "POST")
        made.body = "{}";
    return made;
}

QByteArray tst_PeerHttp3::ask(const QString &path, const QByteArray &method)
{
    const Whole whole = fetched(*m_client, request(path, method));
    return whole ? whole->body : whole.error().message.toUtf8();
}

// Also keeps the connection, which an offer of HTTP/3 would end.
void tst_PeerHttp3::staysWithHttp2WithoutNgtcp2()
{
    if (CurlMulti::hasHttp3())
        QSKIP("libcurl has ngtcp2");
    for (int time = 1; time <= 5; ++time) {
        const Whole whole = fetched(*m_client, request(u"/"_s, "POST"));
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(whole->body, "HTTP/2.0 POST 2");
        QCOMPARE(whole->timing.connectUs < 0, time > 1);
    }
}

void tst_PeerHttp3::usesHttp3WhereItWasOffered()
{
    if (!CurlMulti::hasHttp3())
        QSKIP("libcurl has no ngtcp2, so HTTP/3 is not used");
    QCOMPARE(ask(), "HTTP/2.0 GET "); // the offer comes with this answer
    QCOMPARE(ask(), "HTTP/3.0 GET ");
    QCOMPARE(ask(u"/"_s, "POST"), "HTTP/3.0 POST 2");
    const Whole whole = fetched(*m_client, request(u"/"_s));
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(whole->timing.protocol, u"HTTP/3"_s);
    HttpRequest strict = request(u"/"_s);
    strict.acceptedCertificates.clear();
    QCOMPARE(fetched(*m_client, strict).error_or(Error{}).code, u"http.tls"_s);
}

void tst_PeerHttp3::showsHeadsInTheFormOfHttp1()
{
    if (!CurlMulti::hasHttp3())
        QSKIP("libcurl has no ngtcp2, so HTTP/3 is not used");
    ask();
    ExchangeLog log;
    const HttpFrames frames{&log, u"nginx"_s, u"POST 1"_s, {}, {}};
    HttpRequest post = request(u"/a?b=1"_s, "POST");
    frames.noteSent(post, u"post"_s);
    const Whole whole = fetched(*m_client, post);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    frames.noteReceived(whole->head, whole->body, whole->raw);
    QCOMPARE(log.frameCount(), 2);
    const Frame &sent = log.frameAt(0);
    QVERIFY2(sent.head.startsWith("POST /a?b=1 HTTP/3\r\nHost: localhost:"), sent.head.constData());
    QVERIFY(sent.head.endsWith("\r\n\r\n"));
    QCOMPARE(sent.bytes, "{}");
    const Frame &received = log.frameAt(1);
    QVERIFY2(received.head.startsWith("HTTP/3 200"), received.head.constData());
    for (const Frame &frame : {sent, received})
        QCOMPARE(codingOf(frame).version, u"HTTP/3"_s);
}

void tst_PeerHttp3::stopsAfterTheOfferWasWithdrawn()
{
    if (!CurlMulti::hasHttp3())
        QSKIP("libcurl has no ngtcp2, so HTTP/3 is not used");
    ask();
    QCOMPARE(ask(), "HTTP/3.0 GET ");
    QCOMPARE(ask(u"/clear"_s), "HTTP/3.0");
    QCOMPARE(ask(), "HTTP/2.0 GET ");
}

void tst_PeerHttp3::continuesWithoutHttp3WhenItEnds_data()
{
    QTest::addColumn<QByteArray>("method");
    for (const auto method : {"GET", "POST"})
        QTest::newRow(method) << QByteArray(method);
}

// The server stops, and starts again without HTTP/3 while the client has a connection of it.
void tst_PeerHttp3::continuesWithoutHttp3WhenItEnds()
{
    if (!CurlMulti::hasHttp3())
        QSKIP("libcurl has no ngtcp2, so HTTP/3 is not used");
    QFETCH(QByteArray, method);
    ask();
    QCOMPARE(ask(), "HTTP/3.0 GET ");
    stop();
    serve(false);
    if (method == "POST") // it may have had an effect
        QCOMPARE(fetched(*m_client, request(u"/"_s, method)).error_or(Error{}).kind, ErrorKind::Network);
    for (int time = 1; time <= 3; ++time) {
        const QByteArray answer = ask(u"/"_s, method);
        QVERIFY2(answer.startsWith(QByteArray("HTTP/2.0 " + method)), answer.constData());
    }
}

// The address that the client tries depends on whether it has HTTP/3; the answer does not.
void tst_PeerHttp3::saysThatAStoppedServerRefusesTheConnection()
{
    ask();
    ask();
    m_client = std::make_unique<HttpClient>(u"nginx"_s, Limits{}); // without open connections
    ask();
    stop();
    QTRY_COMPARE(fetched(*m_client, request(u"/"_s)).error_or(Error{}).code, u"http.refused"_s);
}

WORKBENCH_TEST(tst_PeerHttp3, QCoreApplication)
#include "tst_peer_http3.moc"
