// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Cases in which libcurl by itself would break the promises of HttpClient, and proxies that ask for a
// password.

#include "core/transport/http/httpclient.h"
#include "tests/support/certificates.h"
#include "tests/support/fetched.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QPointer>
#include <QSemaphore>
#include <QTest>

#include <atomic>
#include <dlfcn.h>
#include <netdb.h>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

using Whole = Result<HttpClient::Whole>;

//! Look-ups of names that begin with "slow" wait until the test releases them.
struct Lookups {
    std::atomic_int begun = 0;
    std::atomic_int over = 0;
    QSemaphore mayGoOn;
};

Lookups &lookups()
{
    static Lookups all;
    return all;
}

HttpRequest to(const QUrl &url, const QByteArray &method = "GET")
{
    HttpRequest request;
    request.method = method;
    request.url = url;
    if (method == "POST")
        request.body = "{}";
    return request;
}

//! A SOCKS 5 proxy that requires the user "ana" with the password "s@fe" and answers in place of every
//! server.
class SocksProxy : public QTcpServer {
public:
    SocksProxy()
    {
        if (!listen(QHostAddress(QHostAddress::LocalHost)))
            qFatal("no port to listen on");
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *const client = nextPendingConnection())
                connect(client, &QTcpSocket::readyRead, client, [this, client] { read(client); });
        });
    }
    QByteArrayList heads; //!< the heads of the requests that passed the proxy
    QByteArray wanted; //!< the requested name and port

private:
    void read(QTcpSocket *client)
    {
        const QByteArray bytes = client->readAll();
        if (bytes.startsWith(QByteArrayView("\x05\x01\x00\x03", 4))) {
            wanted = bytes.sliced(5);
            client->write(QByteArray("\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00", 10));
        } else if (bytes.startsWith('\x05')) {
            client->write("\x05\x02");
        } else if (bytes.startsWith('\x01')) {
            const bool isRight = bytes
                == "\x01\x03"
                   "ana"
                   "\x04"
                   "s@fe";
            client->write(isRight ? QByteArray("\x01\x00", 2) : QByteArray("\x01\x01", 2));
        } else {
            heads.append(bytes);
            client->write(RawServer::ok("{}"));
        }
    }
};

} // namespace

//! Replaces the system's getaddrinfo() in this process, also in libcurl's thread.
extern "C" __attribute__((visibility("default"))) int getaddrinfo(
    const char *node, const char *service, const addrinfo *hints, addrinfo **result)
{
    if (node && QByteArrayView(node).startsWith("slow")) {
        ++lookups().begun;
        lookups().mayGoOn.acquire();
        ++lookups().over;
        return EAI_NONAME;
    }
    using Function = int (*)(const char *, const char *, const addrinfo *, addrinfo **);
    static const auto real = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    return real(node, service, hints, result);
}

class tst_HttpTraps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void canBeEndedDuringALookup_data();
    void canBeEndedDuringALookup();
    void emitsNothingInsideACall();
    void sharesNoAcceptedCertificate_data();
    void sharesNoAcceptedCertificate();
    void sharesNoPrivateAddress();
    void sendsAnEffectOnceOnADyingConnection_data();
    void sendsAnEffectOnceOnADyingConnection();
    void sendsNoEffectOnAKeptConnectionOfHttp1();
    void boundsEachConnectingOfARequest();
    void continuesWithoutHttp3IfItIsUnreachable();
    void authenticatesToAProxy_data();
    void authenticatesToAProxy();
    void saysWhyAProxyFails_data();
    void saysWhyAProxyFails();
    void asksForTheAsciiFormOfAName();
    void authenticatesToASocksProxy_data();
    void authenticatesToASocksProxy();

private:
    QTemporaryDir m_folder;
    Test::MadeCertificate m_made;
};

void tst_HttpTraps::initTestCase()
{
    m_made = Test::makeCertificate(m_folder, u"server"_s, u"localhost"_s);
}

void tst_HttpTraps::cleanup()
{
    for (const char *name : {"http_proxy", "no_proxy"})
        qunsetenv(name);
}

void tst_HttpTraps::canBeEndedDuringALookup_data()
{
    QTest::addColumn<QString>("how");
    for (const auto how : {"abort", "delete the reply", "delete the client too"})
        QTest::newRow(how) << QString::fromLatin1(how);
}

// The look-up ends only when the test releases it. If anything waited for it, the test would hang.
void tst_HttpTraps::canBeEndedDuringALookup()
{
    QFETCH(QString, how);
    const int before = lookups().begun;
    auto client = std::make_unique<HttpClient>(u"files"_s, Limits{});
    auto reply = client->send(to(QUrl(u"http://slow-%1.test/"_s.arg(before))));
    Error end;
    connect(reply.get(), &HttpReply::finished, this, [&](bool, const Error &error) { end = error; });
    QTRY_COMPARE(lookups().begun.load(), before + 1);
    if (how == u"abort"_s) {
        reply->abort();
        QTRY_COMPARE(end.kind, ErrorKind::Cancelled);
    } else if (how.contains(u"client"_s)) {
        client.reset();
    }
    reply.reset();
    client.reset();
    QCOMPARE(lookups().over.load(), before);
    lookups().mayGoOn.release();
    QTRY_COMPARE(lookups().over.load(), before + 1);
}

void tst_HttpTraps::emitsNothingInsideACall()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(QByteArray(1 << 20, 'x')));
    });
    HttpClient client(u"files"_s, {});
    bool isInside = false;
    int signalsInside = 0;
    qsizetype size = 0;
    bool isComplete = false;
    auto reply = client.send(to(server.url()));
    const auto call = [&](auto function) {
        isInside = true;
        function();
        isInside = false;
    };
    connect(reply.get(), &HttpReply::headReceived, this, [&] { signalsInside += isInside; });
    connect(reply.get(), &HttpReply::bodyReceived, this, [&](const QByteArray &chunk) {
        signalsInside += isInside;
        size += chunk.size();
        call([&] { reply->setReading(false); });
        call([&] { reply->setReading(true); }); // libcurl delivers waiting data inside curl_easy_pause()
    });
    connect(reply.get(), &HttpReply::finished, this, [&](bool complete) {
        signalsInside += isInside;
        isComplete = complete;
    });
    QTRY_VERIFY(isComplete);
    QCOMPARE(size, 1 << 20);
    QCOMPARE(signalsInside, 0);
}

void tst_HttpTraps::sharesNoAcceptedCertificate_data()
{
    QTest::addColumn<bool>("mayUseHttp2");
    QTest::newRow("HTTP/1.1 alone") << false;
    QTest::newRow("HTTP/2 if offered") << true;
}

void tst_HttpTraps::sharesNoAcceptedCertificate()
{
    QFETCH(bool, mayUseHttp2);
    RawServer server(
        [](QTcpSocket *socket, const RawServer::Request &) { socket->write(RawServer::ok("{}")); });
    server.encrypt(m_made.configuration());
    HttpClient client(u"files"_s, {});
    HttpRequest accepting = to(server.url());
    accepting.mayUseHttp2 = mayUseHttp2;
    accepting.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
    HttpRequest strict = accepting;
    strict.acceptedCertificates.clear();
    for (int time = 1; time <= 2; ++time) {
        const Whole whole = fetched(client, accepting);
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        const Whole refused = fetched(client, strict); // shares neither the connection nor the TLS session
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, u"http.tls"_s);
        QCOMPARE(server.requests().size(), time);
    }
}

void tst_HttpTraps::sharesNoPrivateAddress()
{
    RawServer server(
        [](QTcpSocket *socket, const RawServer::Request &) { socket->write(RawServer::ok("{}")); });
    HttpClient client(u"files"_s, {});
    QVERIFY(fetched(client, to(server.url())));
    HttpRequest strict = to(server.url());
    strict.publicPeerOnly = true;
    const Whole refused = fetched(client, strict);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, QString(privatePeerCode));
    QCOMPARE(server.requests().size(), 1);
    QVERIFY(fetched(client, to(server.url())));
    QCOMPARE(server.connections(), 1); // the connection was available but not used
}

void tst_HttpTraps::sendsAnEffectOnceOnADyingConnection_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("isEncrypted");
    for (const auto method : {"POST", "PUT", "DELETE"}) {
        QTest::addRow("%s", method) << QByteArray(method) << false;
        QTest::addRow("%s over TLS", method) << QByteArray(method) << true;
    }
}

// The connection is kept after a GET, and the server resets it at any other request.
void tst_HttpTraps::sendsAnEffectOnceOnADyingConnection()
{
    QFETCH(QByteArray, method);
    QFETCH(bool, isEncrypted);
    RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.method == "GET")
            socket->write(RawServer::ok("{}"));
        else
            RawServer::answerAndReset(socket, {});
    });
    if (isEncrypted)
        server.encrypt(m_made.configuration());
    HttpClient client(u"files"_s, {});
    const auto request = [&](const QByteArray &which) {
        HttpRequest made = to(server.url(), which);
        made.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
        return made;
    };
    QVERIFY(fetched(client, request("GET")));
    const Whole whole = fetched(client, request(method));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Network);
    QVERIFY(fetched(client, request("GET"))); // a repeated request would have arrived before this one
    QCOMPARE(server.requests().size(), 3);
    QCOMPARE(server.requests().at(1).method, method);
}

// After the GET the client cannot know that the server speaks only HTTP/1.1, so the POST may share a
// connection.
void tst_HttpTraps::sendsNoEffectOnAKeptConnectionOfHttp1()
{
    RawServer server(
        [](QTcpSocket *socket, const RawServer::Request &) { socket->write(RawServer::ok("{}")); });
    server.encrypt(m_made.configuration());
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(server.url());
    request.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
    request.mayUseHttp2 = false;
    QVERIFY(fetched(client, request));
    request = to(server.url(), "POST");
    request.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
    QVERIFY(fetched(client, request));
    QCOMPARE(server.requests().size(), 2);
    QCOMPARE(server.requests().last().method, "POST");
    QCOMPARE(server.connections(), 2);
}

// The kept connection dies, and the proxy does not answer the CONNECT of the second one.
void tst_HttpTraps::boundsEachConnectingOfARequest()
{
    int connects = 0;
    int gets = 0;
    RawServer proxy([&](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.method == "CONNECT") {
            if (++connects == 1)
                socket->write("HTTP/1.1 200 Connected\r\n\r\n");
        } else if (++gets == 1) {
            socket->write(RawServer::ok("{}"));
        } else {
            socket->abort();
        }
    });
    qputenv("http_proxy", proxy.url().toEncoded());
    Limits limits;
    limits.connectTimeoutMs = 1500;
    HttpClient client(u"files"_s, limits);
    QVERIFY(fetched(client, to(QUrl(u"http://shop.example/"_s))));
    const Whole whole = fetched(client, to(QUrl(u"http://shop.example/"_s)));
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.connectDeadline"_s);
    QCOMPARE(connects, 2);
    QCOMPARE(gets, 2);
}

void tst_HttpTraps::continuesWithoutHttp3IfItIsUnreachable()
{
    QByteArray offer;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        socket->write(RawServer::ok("{}", "Alt-Svc: " + offer + "\r\n"));
    });
    server.encrypt(m_made.configuration());
    offer = "h3=\":" + QByteArray::number(server.url().port()) + "\"; ma=86400"; // nothing listens for UDP
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(server.url(), "POST");
    request.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
    for (int time = 1; time <= 3; ++time) {
        const Whole whole = fetched(client, request);
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(server.requests().size(), time);
    }
}

void tst_HttpTraps::authenticatesToAProxy_data()
{
    QTest::addColumn<QByteArray>("credentials");
    QTest::addColumn<bool>("isLetThrough");
    QTest::newRow("the right credentials") << QByteArray("ana:s%40fe@") << true;
    QTest::newRow("wrong credentials") << QByteArray("ana:other@") << false;
    QTest::newRow("no credentials") << QByteArray() << false;
}

void tst_HttpTraps::authenticatesToAProxy()
{
    QFETCH(QByteArray, credentials);
    QFETCH(bool, isLetThrough);
    RawServer proxy([](QTcpSocket *socket, const RawServer::Request &request) {
        const bool isRight =
            request.header("proxy-authorization") == "Basic " + QByteArray("ana:s@fe").toBase64();
        if (request.method != "CONNECT")
            socket->write(RawServer::ok("{}"));
        else if (isRight)
            socket->write("HTTP/1.1 200 Connected\r\n\r\n");
        else
            RawServer::answer(socket,
                "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n");
    });
    qputenv("http_proxy",
        QByteArray("http://" + credentials + "127.0.0.1:" + QByteArray::number(proxy.url().port())));
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(QUrl(u"http://shop.example/"_s));
    QByteArray sent;
    request.onSent = [&](const HttpRequest &, const QByteArray &head, const QString &) { sent += head; };
    const Whole whole = fetched(client, request);
    QCOMPARE(whole.has_value(), isLetThrough);
    QCOMPARE(sent.startsWith("GET / HTTP/1.1\r\n"), isLetThrough);
    QVERIFY(!sent.contains("Proxy-Authorization")); // onSent does not report the proxy's credentials
    if (!isLetThrough) {
        QCOMPARE(whole.error().code, u"http.proxyCredentials"_s);
        return;
    }
    QCOMPARE(proxy.requests().last().method, "GET");
    QVERIFY(!proxy.requests().last().hasHeader("proxy-authorization"));
    qputenv("no_proxy", "shop.example");
    // The client connects directly, and the host does not exist.
    QVERIFY(!fetched(client, to(QUrl(u"http://shop.example/"_s))));
    QCOMPARE(proxy.requests().size(), 2);
}

void tst_HttpTraps::saysWhyAProxyFails_data()
{
    QTest::addColumn<QString>("proxy"); // without its port; a proxy that answers if it is on 127.0.0.1
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QString &proxy, const QByteArray &answer,
                         const QString &says) { QTest::newRow(name) << proxy << answer << says; };
    const QString absent = u"refused the connection, because nothing listens there"_s;
    const QString closed = u"closed the connection without a valid answer"_s;
    const QString unknown = u"was not found, because its name has no address"_s;
    row("HTTP, nothing listens", u"http://127.0.0.1"_s, {}, absent);
    row("SOCKS, nothing listens", u"socks5h://127.0.0.1"_s, {}, absent);
    row("HTTP, no such name", u"http://no-such-host.invalid"_s, {}, unknown);
    row("SOCKS, no such name", u"socks5h://no-such-host.invalid"_s, {}, unknown);
    row("HTTP, refusal", u"http://127.0.0.1"_s, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
        u"answered CONNECT with HTTP 403"_s);
    row("HTTP, another protocol", u"http://127.0.0.1"_s, "SSH-2.0-OpenSSH_9.2\r\n", closed);
    row("SOCKS, another protocol", u"socks5h://127.0.0.1"_s, "SSH-2.0-OpenSSH_9.2\r\n",
        u"failed (Received invalid version in initial SOCKS5 response)"_s);
    row("SOCKS, no access", u"socks5h://127.0.0.1"_s, "\x05\xff",
        u"failed (No authentication method was acceptable)"_s);
}

void tst_HttpTraps::saysWhyAProxyFails()
{
    QFETCH(QString, proxy);
    QFETCH(QByteArray, answer);
    QFETCH(QString, says);
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    connect(&server, &QTcpServer::newConnection, &server, [&server, answer] {
        QTcpSocket *const socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket, answer] {
            socket->readAll();
            RawServer::answer(socket, answer);
        });
    });
    QUrl address(proxy);
    address.setPort(server.serverPort());
    if (answer.isEmpty())
        server.close();
    const QString named = u"%1:%2"_s.arg(address.host()).arg(address.port());
    address.setUserInfo(u"ana:canary"_s);
    qputenv("http_proxy", address.toEncoded());
    HttpClient client(u"files"_s, {});
    const Whole whole = fetched(client, to(QUrl(u"http://shop.example/"_s)));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Network);
    QCOMPARE(whole.error().code, u"http.proxy"_s);
    QCOMPARE(whole.error().message,
        u"Server \"files\" could not be reached: the proxy %1 %2. Check http_proxy and https_proxy."_s.arg(
            named, says));
}

void tst_HttpTraps::asksForTheAsciiFormOfAName()
{
    SocksProxy proxy;
    qputenv(
        "http_proxy", QByteArray("socks5h://ana:s%40fe@127.0.0.1:" + QByteArray::number(proxy.serverPort())));
    HttpClient client(u"files"_s, {});
    const Whole whole = fetched(client, to(QUrl(u"http://10.0.0.5\u4F8B.jp/list"_s)));
    QVERIFY2(whole.has_value(), qPrintable(whole.error_or(Error{}).message));
    QVERIFY2(proxy.wanted.startsWith("10.0.0.xn--5-"), proxy.wanted.constData());
}

void tst_HttpTraps::authenticatesToASocksProxy_data()
{
    authenticatesToAProxy_data();
}

void tst_HttpTraps::authenticatesToASocksProxy()
{
    QFETCH(QByteArray, credentials);
    QFETCH(bool, isLetThrough);
    SocksProxy proxy;
    qputenv("http_proxy",
        QByteArray("socks5h://" + credentials + "127.0.0.1:" + QByteArray::number(proxy.serverPort())));
    HttpClient client(u"files"_s, {});
    const Whole whole = fetched(client, to(QUrl(u"http://shop.example/"_s)));
    QVERIFY2(whole.has_value() == isLetThrough, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(proxy.heads.size(), isLetThrough ? 1 : 0);
    if (isLetThrough)
        QVERIFY(proxy.wanted.startsWith("shop.example")); // the proxy looks the name up
    else
        QVERIFY2(whole.error().message.contains(u"proxy"_s), qPrintable(whole.error().message));
}

WORKBENCH_TEST(tst_HttpTraps, QCoreApplication)
#include "tst_httptraps.moc"
