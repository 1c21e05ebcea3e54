// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The connections, proxies and addresses that HTTP/1.1 requests use, and their measured times.

#include "core/transport/http/httpclient.h"
#include "core/transport/http/redirects.h"
#include "tests/support/fetched.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QPointer>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Whole = Result<HttpClient::Whole>;

HttpRequest to(const QUrl &url, const QByteArray &method = "GET")
{
    HttpRequest request;
    request.method = method;
    request.url = url;
    if (method == "POST")
        request.body = "{}";
    return request;
}

//! A proxy for http that answers in place of every server.
class Proxy : public RawServer {
public:
    explicit Proxy(Handler handler)
        : RawServer(std::move(handler))
    {
        qputenv("http_proxy", url(QString()).toEncoded());
    }
    ~Proxy() override { qunsetenv("http_proxy"); }
};

const QString publicAddress = u"http://93.184.215.14/"_s; // nothing is sent there, because the proxy answers

} // namespace

class tst_HttpConnections : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sendsTheTargetToTheByte();
    void refusesInvalidTargets_data();
    void refusesInvalidTargets();
    void measuresEachStep();
    void readsOnTheSameConnection();
    void keepsNoConnectionThatCannotBeReused_data();
    void keepsNoConnectionThatCannotBeReused();
    void replacesADeadKeptConnection_data();
    void replacesADeadKeptConnection();
    void givesEachEffectAConnectionOfItsOwn();
    void dropsAnIdleConnection();
    void keepsOnlyAFew();
    void saysThatTheProxyRequiresAPassword();
    void sendsTheProxyNoSecrets();
    void followsNoRedirectFromAPublicToAPrivateAddress_data();
    void followsNoRedirectFromAPublicToAPrivateAddress();
    void followsNoRedirectToAnotherPrivateHost_data();
    void followsNoRedirectToAnotherPrivateHost();
    void sendsNothingToAPrivateAddressThatAPeerNamed_data();
    void sendsNothingToAPrivateAddressThatAPeerNamed();
    void explainsAClientCertificateThatCannotBeUsed_data();
    void explainsAClientCertificateThatCannotBeUsed();
};

void tst_HttpConnections::sendsTheTargetToTheByte()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.target == "/elsewhere")
            RawServer::answer(socket, RawServer::ok("{}"));
        else
            RawServer::answer(
                socket, "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n");
    });
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(server.url(u"/ignored?x=1"_s));
    request.target = "/a%2fb/./../c;d='e'?q=a+b%20c&r=[1]|{}&s=%E4%zz&t=\xC3\xA4";
    QVERIFY(fetched(client, request));
    QCOMPARE(server.requests().size(), 2);
    QCOMPARE(server.requests().first().target, request.target);
    QCOMPARE(server.requests().last().target, "/elsewhere"); // a redirect has its own target
}

void tst_HttpConnections::refusesInvalidTargets_data()
{
    QTest::addColumn<QByteArray>("target");
    for (const auto target : {"a", "?x", "/a b", "/a\r\nX: y", "/a\x7f", "/a#b", "http://other/"})
        QTest::newRow(target) << QByteArray(target);
    QTest::newRow("NUL") << QByteArray("/a\0b", 4);
}

void tst_HttpConnections::refusesInvalidTargets()
{
    QFETCH(QByteArray, target);
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(QUrl(u"http://127.0.0.1:1/"_s));
    request.target = target;
    const Whole whole = fetched(client, request);
    QVERIFY(!whole);
    QVERIFY2(whole.error().kind == ErrorKind::Usage, qPrintable(whole.error().message));
}

void tst_HttpConnections::measuresEachStep()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
        QTimer::singleShot(60, socket, [socket] {
            socket->write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
            QTimer::singleShot(250, socket, [socket] { socket->write("cd"); });
        });
    });
    HttpClient client(u"files"_s, {});
    for (const bool isReused : {false, true}) {
        const Whole whole = fetched(client, to(server.url()));
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        const RequestTiming &timing = whole->timing;
        QCOMPARE(timing.lookupUs, -1); // an address has no name to look up
        QVERIFY(isReused ? timing.connectUs == -1 : timing.connectUs > 0);
        QCOMPARE(timing.tlsUs, -1);
        QVERIFY2(timing.firstByteUs >= 55'000, qPrintable(QString::number(timing.firstByteUs)));
        QVERIFY2(timing.totalUs >= timing.firstByteUs + 150'000, qPrintable(QString::number(timing.totalUs)));
        QCOMPARE(timing.protocol, u"HTTP/1.1"_s);
        QCOMPARE(timing.peer, server.url().authority());
        QCOMPARE(whole->head.timing.firstByteUs, timing.firstByteUs);
    }
    QUrl named = server.url();
    named.setHost(u"localhost"_s);
    const Whole whole = fetched(client, to(named));
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QVERIFY(whole->timing.lookupUs >= 0);
}

void tst_HttpConnections::readsOnTheSameConnection()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.target == "/chunked")
            socket->write(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: trailer\r\n\r\n");
        else if (request.target == "/empty")
            socket->write("HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n");
        else
            socket->write(RawServer::ok(QByteArray(300'000, 'x')));
    });
    HttpClient client(u"files"_s, {});
    for (const QString &path : {u"/large"_s, u"/chunked"_s, u"/empty"_s, u"/large"_s})
        QVERIFY(fetched(client, to(server.url(path))));
    QCOMPARE(server.connections(), 1);
    QVERIFY(!server.requests().first().hasHeader("connection"));
    HttpClient other(u"files"_s, {}); // each client has its own connections
    QVERIFY(fetched(other, to(server.url(u"/large"_s))));
    QCOMPARE(server.connections(), 2);
}

void tst_HttpConnections::keepsNoConnectionThatCannotBeReused_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("Connection: close") << RawServer::ok("{}", "Connection: Close\r\n");
    QTest::newRow("HTTP/1.0") << QByteArray("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    QTest::newRow("a stray line end") << QByteArray(RawServer::ok("{}") + "\r\n");
}

void tst_HttpConnections::keepsNoConnectionThatCannotBeReused()
{
    QFETCH(QByteArray, answer);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) { socket->write(answer); });
    HttpClient client(u"files"_s, {});
    for (int time = 1; time <= 2; ++time) {
        fetched(client, to(server.url()));
        QTest::qWait(20);
        QCOMPARE(server.connections(), time);
    }
}

void tst_HttpConnections::replacesADeadKeptConnection_data()
{
    QTest::addColumn<int>("how");
    QTest::addColumn<int>("requests");
    QTest::newRow("closed between requests") << 0 << 2;
    QTest::newRow("closed at the request") << 1 << 3;
    QTest::newRow("reset at the request") << 2 << 3;
    QTest::newRow("unsolicited bytes") << 3 << 2;
}

void tst_HttpConnections::replacesADeadKeptConnection()
{
    QFETCH(int, how);
    QFETCH(int, requests);
    QPointer<QTcpSocket> first;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        if (socket == first && how == 1)
            socket->disconnectFromHost();
        else if (socket == first)
            RawServer::answerAndReset(socket, {});
        else
            socket->write(RawServer::ok("{}"));
        if (!first)
            first = socket;
    });
    HttpClient client(u"files"_s, {});
    QVERIFY(fetched(client, to(server.url())));
    if (how == 0)
        first->disconnectFromHost();
    if (how == 3)
        first->write(RawServer::ok("{\"forged\":1}"));
    if (how == 0 || how == 3)
        QTest::qWait(50); // libcurl checks an idle connection only before it uses it
    const Whole whole = fetched(client, to(server.url()));
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(whole->body, "{}");
    QCOMPARE(server.connections(), 2);
    QCOMPARE(server.requests().size(), requests);
}

void tst_HttpConnections::givesEachEffectAConnectionOfItsOwn()
{
    RawServer server(
        [](QTcpSocket *socket, const RawServer::Request &) { socket->write(RawServer::ok("{}")); });
    HttpClient client(u"files"_s, {});
    QVERIFY(fetched(client, to(server.url())));
    for (const auto method : {"POST", "PUT", "PATCH", "DELETE"}) {
        QVERIFY(fetched(client, to(server.url(), method)));
        QCOMPARE(server.requests().last().header("connection"), "close");
    }
    QCOMPARE(server.connections(), 5);
    QVERIFY(fetched(client, to(server.url())));
    QCOMPARE(server.connections(), 5);
}

void tst_HttpConnections::dropsAnIdleConnection()
{
    int closed = 0;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        connect(socket, &QTcpSocket::disconnected, this, [&] { ++closed; });
        socket->write(RawServer::ok("{}"));
    });
    Limits limits;
    for (const int idleMs : {60, 0}) { // 0: no connection is kept
        closed = 0;
        limits.httpIdleConnectionMs = idleMs;
        HttpClient client(u"files"_s, limits);
        QVERIFY(fetched(client, to(server.url())));
        QTRY_COMPARE_WITH_TIMEOUT(closed, 1, 10'000); // the default is half a minute
    }
}

void tst_HttpConnections::keepsOnlyAFew()
{
    int closed = 0;
    QList<QPointer<QTcpSocket>> waiting;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        connect(socket, &QTcpSocket::disconnected, this, [&] { ++closed; });
        waiting.append(socket);
        if (waiting.size() < 4)
            return;
        for (const auto &each : waiting)
            each->write(RawServer::ok("{}"));
    });
    Limits limits;
    limits.httpConnectionsPerHost = 2;
    HttpClient client(u"files"_s, limits);
    QList<QFuture<Whole>> all;
    for (int number = 0; number < 4; ++number)
        all.append(client.fetch(to(server.url())));
    for (const auto &each : all)
        QTRY_VERIFY(each.isFinished() && each.result());
    QTRY_COMPARE(closed, 2);
    QTest::qWait(20);
    QCOMPARE(closed, 2);
}

void tst_HttpConnections::saysThatTheProxyRequiresAPassword()
{
    Proxy proxy([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket,
            "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"\r\n"
            "Content-Length: 0\r\n\r\n");
    });
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(QUrl(publicAddress), "POST");
    request.headers = {{"Authorization", "Bearer canary"}};
    const Whole whole = fetched(client, request);
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.proxyCredentials"_s);
    QVERIFY2(whole.error().message.contains(u"407"_s) && whole.error().message.contains(u"http_proxy"_s),
        qPrintable(whole.error().message));
    for (const RawServer::Request &seen : proxy.requests())
        QVERIFY(seen.method == "CONNECT" && !seen.head.contains("canary"));
}

void tst_HttpConnections::sendsTheProxyNoSecrets()
{
    Proxy proxy([](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.method == "CONNECT")
            socket->write("HTTP/1.1 200 Connected\r\n\r\n");
        else
            RawServer::answer(socket, RawServer::ok("{}"));
    });
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(QUrl(publicAddress), "POST");
    request.headers = {{"Authorization", "Bearer canary"}, {"Cookie", "canary"}};
    const Whole whole = fetched(client, request);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(proxy.requests().size(), 2);
    QCOMPARE(proxy.requests().first().method, "CONNECT");
    QCOMPARE(proxy.requests().first().target, "93.184.215.14:80");
    QVERIFY(!proxy.requests().first().head.contains("canary"));
    QCOMPARE(proxy.requests().last().header("authorization"), "Bearer canary"); // inside the tunnel
}

void tst_HttpConnections::followsNoRedirectFromAPublicToAPrivateAddress_data()
{
    QTest::addColumn<QString>("host");
    for (const auto host : {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"})
        QTest::newRow(host) << QString::fromLatin1(host);
}

void tst_HttpConnections::followsNoRedirectFromAPublicToAPrivateAddress()
{
    QFETCH(QString, host);
    RawServer canary([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    Proxy proxy([&](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.method == "CONNECT")
            socket->write("HTTP/1.1 200 Connected\r\n\r\n");
        else
            RawServer::answer(socket,
                "HTTP/1.1 302 Found\r\nLocation: http://" + host.toLatin1() + ':'
                    + QByteArray::number(canary.url().port()) + "/\r\nContent-Length: 0\r\n\r\n");
    });
    HttpClient client(u"files"_s, {});
    const Whole whole = fetched(client, to(QUrl(publicAddress)));
    QVERIFY(!whole);
    QVERIFY2(whole.error().message.contains(u"is not a public address"_s), qPrintable(whole.error().message));
    QCOMPARE(whole.error().code, QString(privatePeerCode));
    QCOMPARE(canary.connections(), 0);
    QCOMPARE(proxy.connections(), 1);
}

void tst_HttpConnections::followsNoRedirectToAnotherPrivateHost_data()
{
    QTest::addColumn<QString>("from"); // empty: a server on loopback; the proxy answers for all other hosts
    QTest::addColumn<QString>("to"); // OURS is the port of the server on loopback
    QTest::addColumn<QStringList>("confirmed");
    QTest::addColumn<bool>("isFollowed");
    const auto row = [](const char *name, const QString &from, const QString &to, bool isFollowed,
                         const QStringList &confirmed = {}) {
        QTest::newRow(name) << from << to << confirmed << isFollowed;
    };
    const QString ours = u"http://10.0.0.5/"_s;
    row("loopback to link-local", {}, u"http://169.254.169.254/latest/meta-data"_s, false);
    row("loopback to link-local inside IPv6", {}, u"http://[::ffff:169.254.169.254]/"_s, false);
    row("loopback to link-local behind NAT64", {}, u"http://[64:ff9b::a9fe:a9fe]/"_s, false);
    row("loopback to link-local of IPv6", {}, u"http://[fe80::1]/"_s, false);
    row("loopback to 10.0.0.0", {}, u"http://10.0.0.8/"_s, false);
    row("loopback to 192.168.0.0", {}, u"http://192.168.1.1:8080/"_s, false);
    row("loopback to 172.16.0.0", {}, u"http://172.16.3.4/"_s, false);
    row("loopback to a carrier's network", {}, u"http://100.64.0.1/"_s, false);
    row("loopback to a private network of IPv6", {}, u"http://[fd00::1]/"_s, false);
    row("loopback to no address", {}, u"http://0.0.0.0/"_s, false);
    row("private to link-local", ours, u"http://169.254.169.254/"_s, false);
    row("private to another private host", ours, u"http://10.0.0.6/"_s, false);
    row("private to loopback", ours, u"http://127.0.0.1:9/"_s, false);
    row("private to another port of its host", ours, u"http://10.0.0.5:8080/"_s, true);
    row("private to public", ours, publicAddress, true);
    row("public to private", publicAddress, ours, false);
    row("public to loopback", publicAddress, u"http://127.0.0.1:9/"_s, false, {u"http://127.0.0.1:1"_s});
    row("public to localhost", publicAddress, u"http://localhost:9/"_s, false, {u"http://localhost"_s});
    row("loopback to a confirmed origin", {}, u"http://10.0.0.8/"_s, true, {u"http://10.0.0.8"_s});
    row("private to a confirmed origin", ours, u"http://10.0.0.6/"_s, true, {u"http://10.0.0.6"_s});
    row("public to a confirmed origin", publicAddress, ours, true, {u"http://10.0.0.5"_s});
    row("loopback to another name of loopback", {}, u"http://localhost:OURS/"_s, true);
    row("loopback to a name with the dot of the root", {}, u"http://localhost.:OURS/"_s, true);
    row("public back to the confirmed loopback origin", publicAddress, u"http://127.0.0.1:OURS/"_s, true,
        {u"http://127.0.0.1:OURS"_s});
    row("public to another name of the confirmed origin", publicAddress, u"http://localhost:OURS/"_s, false,
        {u"http://127.0.0.1:OURS"_s});
    row("loopback to a documentation network", {}, u"http://192.0.2.1/"_s, false);
    row("to another port of a confirmed host", {}, u"http://10.0.0.8:81/"_s, false, {u"http://10.0.0.8"_s});
    row("to another host than the confirmed one", {}, u"http://10.0.0.9/"_s, false, {u"http://10.0.0.8"_s});
}

void tst_HttpConnections::followsNoRedirectToAnotherPrivateHost()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QStringList, confirmed);
    QFETCH(bool, isFollowed);
    int redirects = 0;
    const auto serve = [&](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.method == "CONNECT")
            socket->write("HTTP/1.1 200 Connected\r\n\r\n");
        else if (request.target == "/start" && ++redirects)
            RawServer::answer(
                socket, "HTTP/1.1 302 Found\r\nLocation: " + to.toLatin1() + "\r\nContent-Length: 0\r\n\r\n");
        else
            RawServer::answer(socket, RawServer::ok("{}"));
    };
    RawServer loopback(serve);
    Proxy proxy(serve);
    const QString port = QString::number(loopback.url().port());
    to.replace(u"OURS"_s, port);
    confirmed.replaceInStrings(u"OURS"_s, port);
    const QUrl start = from.isEmpty() ? loopback.url(u"/start"_s) : QUrl(from).resolved(QUrl(u"/start"_s));
    HttpRequest request;
    request.url = start;
    request.confirmedOrigins = confirmed;
    HttpClient client(u"files"_s, {});
    const Whole whole = fetched(client, request);
    QCOMPARE(redirects, 1);
    if (isFollowed) {
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(whole->body, "{}");
        return;
    }
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Trust);
    QCOMPARE(whole.error().code, QString(privatePeerCode));
    QVERIFY2(whole.error().message.startsWith(u"Server \"files\" redirected from "_s),
        qPrintable(whole.error().message));
    QCOMPARE(whole.error().details.member("wanted"_L1).toString(), originOf(QUrl(to)));
    QCOMPARE(whole.error().details.member("redirectedFrom"_L1).toString(), originOf(start));
    QCOMPARE(proxy.connections(), from.isEmpty() ? 0 : 1); // nothing was sent to the target of the redirect
}

void tst_HttpConnections::sendsNothingToAPrivateAddressThatAPeerNamed_data()
{
    followsNoRedirectFromAPublicToAPrivateAddress_data();
}

void tst_HttpConnections::sendsNothingToAPrivateAddressThatAPeerNamed()
{
    QFETCH(QString, host);
    RawServer canary([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(QUrl(u"http://%1:%2/"_s.arg(host).arg(canary.url().port())));
    QVERIFY(request.url.isValid());
    request.publicPeerOnly = true;
    const Whole whole = fetched(client, request);
    QVERIFY(!whole);
    QVERIFY2(whole.error().code == u"http.privatePeer"_s, qPrintable(whole.error().message));
    QCOMPARE(canary.connections(), 0);
}

void tst_HttpConnections::explainsAClientCertificateThatCannotBeUsed_data()
{
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("says");
    const auto read = [](const QString &name) {
        QFile file(QStringLiteral(TESTS_DIR "/fixtures/tls/") + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray certificate = read(u"localhost.pem"_s);
    QTest::newRow("an empty file") << QByteArray() << QByteArray() << u"neither in PEM nor in PKCS #12"_s;
    QTest::newRow("text") << QByteArray("hello") << QByteArray() << u"neither in PEM nor in PKCS #12"_s;
    QTest::newRow("no key") << certificate << QByteArray() << u"without a private key"_s;
    QTest::newRow("no certificate") << read(u"localhost.key"_s) << QByteArray() << u"holds no certificate"_s;
    QTest::newRow("a damaged key") << certificate
                                   << QByteArray(
                                          "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
                                   << u"key cannot be read"_s;
    QTest::newRow("an encrypted key")
        << certificate
        << QByteArray("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n")
        << u"needs its passphrase"_s;
    QTest::newRow("a damaged PKCS #12 file")
        << QByteArray("\x30\x03\x02\x01\x03") << QByteArray() << u"needs a passphrase, or is damaged"_s;
}

void tst_HttpConnections::explainsAClientCertificateThatCannotBeUsed()
{
    QFETCH(QByteArray, certificate);
    QFETCH(QByteArray, key);
    QFETCH(QString, says);
    HttpClient client(u"files"_s, {});
    HttpRequest request = to(QUrl(u"https://127.0.0.1:1/"_s));
    request.clientCertificate = {certificate, key};
    const Whole whole = fetched(client, request);
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Usage);
    QVERIFY2(whole.error().message.contains(says), qPrintable(whole.error().message));
}

WORKBENCH_TEST(tst_HttpConnections, QCoreApplication)
#include "tst_httpconnections.moc"
