// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The HTTP server for mocks: its defences against hostile clients, and the answers it replays.

#include "core/fixture/serving/httpmock.h"
#include "core/fixture/serving/mcpmock.h"
#include "tests/support/madefixtures.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>

#include <sys/socket.h>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

// A sanitizer keeps freed memory.
#if defined(WORKBENCH_UNOPTIMISED)
constexpr bool measuresMemory = false;
#else
constexpr bool measuresMemory = true;
#endif

//! A client that sends arbitrary bytes.
class RawClient {
public:
    explicit RawClient(quint16 port, const QHostAddress &address = QHostAddress(QHostAddress::LocalHost))
    {
        m_socket.connectToHost(address, port);
        m_isConnected = QTest::qWaitFor(
            [this] { return m_socket.state() == QAbstractSocket::ConnectedState; }, Test::patience);
    }
    bool isConnected() const { return m_isConnected; }
    void say(const QByteArray &bytes) { m_socket.write(bytes); }
    bool saysNoMore() // closes only the direction to the server
    {
        return m_socket.waitForBytesWritten(Test::patience)
            && ::shutdown(int(m_socket.socketDescriptor()), SHUT_WR) == 0;
    }
    const QByteArray &heard() { return m_heard += m_socket.readAll(); }
    bool hears(const QByteArray &text, qsizetype times = 1, int patienceMs = 20'000)
    {
        return QTest::qWaitFor([&] { return heard().count(text) >= times; }, patienceMs);
    }
    bool isEnded(int patienceMs = 20'000)
    {
        return QTest::qWaitFor(
            [this] {
                heard();
                return m_socket.state() == QAbstractSocket::UnconnectedState;
            },
            patienceMs);
    }
    int status()
    {
        hears("\r\n\r\n");
        return m_heard.mid(9, 3).toInt();
    }

private:
    QTcpSocket m_socket;
    QByteArray m_heard;
    bool m_isConnected = false;
};

QByteArray get(const QByteArray &target, const QByteArray &headers = {}, const QByteArray &host = "127.0.0.1")
{
    return "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n";
}

QByteArray post(const QByteArray &target, const QByteArray &type, const QByteArray &body)
{
    return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type
        + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

qsizetype openDescriptors()
{
    return QDir(u"/proc/self/fd"_s).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size();
}

qint64 residentKiB()
{
    QFile file(u"/proc/self/status"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = file.readAll();
    return text.mid(text.indexOf("VmRSS:") + 6).trimmed().split(' ').constFirst().toLongLong();
}

} // namespace

class tst_MockServer : public QObject {
    Q_OBJECT

private:
    //! A server that replays fixtures().
    struct Shop {
        explicit Shop(HttpServer::Options options = {}, const MockPlayer::Options &play = {{0}, {}})
            : server(std::move(options))
            , mock(std::make_shared<MockPlayer>(listingOf(fixtures()), play), &server)
        {
            isListening = bool(server.listen());
        }
        static QList<Fixture> fixtures()
        {
            Fixture events = streamFixture(u"events"_s, {R"({"n":1})", R"({"n":2})"}, 0);
            events.request = FixtureRequest{u"GET"_s, u"/events"_s, {}, {}};
            events.events[0].sse = jsonLiteral(R"({"eventType":"tick","lastEventId":"1","retry":900})");
            events.events[1].sse = jsonLiteral(R"({"eventType":"message","lastEventId":"1"})");
            Fixture open = events;
            open.operation = u"open"_s;
            open.request->target = u"/open"_s;
            open.end = u"count"_s;
            return {httpFixture(u"GET"_s, u"/pets"_s, R"([{"id":1}])"),
                httpFixture(u"HEAD"_s, u"/pets"_s, R"([{"id":1}])"),
                httpFixture(u"POST"_s, u"/pets"_s, R"({"id":2})"), events, open};
        }
        HttpServer server;
        HttpMock mock;
        bool isListening = false;
    };
    static Limits limitsWith(qint64 Limits::*limit, qint64 value)
    {
        Limits limits;
        limits.*limit = value;
        return limits;
    }

private Q_SLOTS:
    void replays();
    void keepsConnectionsAndOrder();
    void answersAClientThatClosedItsDirection();
    void answersOnBothLoopbackAddresses();
    void refusesOtherHostsAndPages_data();
    void refusesOtherHostsAndPages();
    void refusesCrossSiteMessages();
    void requiresItsToken();
    void endsSlowHeaders();
    void endsSlowBodies();
    void refusesHugeBodies();
    void answersExpectContinue();
    void turnsTenThousandAway();
    void survivesClientsThatDoNotRead();
    void namesNeverBecomePaths();
    void breaksOnDemand();
    void streamsEvents();
    void speaksMcp();
};

void tst_MockServer::replays()
{
    Shop shop;
    QVERIFY(shop.isListening);
    RawClient client(shop.server.port());
    client.say(get("/pets"));
    QVERIFY(client.hears(R"([{"id":1}])"));
    QVERIFY(client.heard().startsWith("HTTP/1.1 200 OK\r\n"));
    QVERIFY(client.heard().contains("x-count: 2\r\n"));
    QVERIFY(client.heard().contains("Content-Length: 10\r\n"));
    QVERIFY(!client.heard().contains("content-encoding"));
    QVERIFY(!client.heard().contains("Access-Control"));
    client.say(get("/pets/9"));
    QVERIFY(client.hears("HTTP/1.1 501 Not Implemented"));
    QVERIFY(client.hears("\"fixture.unmatched\""));
    QVERIFY(client.heard().contains("application/problem+json"));
}

void tst_MockServer::keepsConnectionsAndOrder()
{
    Shop shop({}, {{0}, {*mockFaultFromText(u"delay=200ms:GET/pets@1"_s)}});
    RawClient client(shop.server.port());
    QByteArray head = get("/pets");
    head.replace("GET", "HEAD");
    client.say(get("/pets") + post("/pets", "text/plain", {}) + head + get("/pets", "Connection: close\r\n")
        + get("/pets"));
    QVERIFY(client.isEnded());
    QCOMPARE(client.heard().count("HTTP/1.1 200"), 4);
    QCOMPARE(client.heard().count(R"([{"id":1}])"), 2); // HEAD has no body
    QVERIFY(client.heard().indexOf(R"([{"id":1}])") < client.heard().indexOf(R"({"id":2})"));
}

//! `printf … | nc -N` closes its direction like this.
void tst_MockServer::answersAClientThatClosedItsDirection()
{
    Shop shop;
    RawClient client(shop.server.port());
    client.say(get("/pets"));
    QVERIFY(client.saysNoMore());
    QVERIFY(client.hears(R"([{"id":1}])"));
    QVERIFY(client.isEnded());
}

void tst_MockServer::answersOnBothLoopbackAddresses()
{
    Shop shop;
    RawClient six(shop.server.port(), QHostAddress(QHostAddress::LocalHostIPv6));
    if (!six.isConnected())
        QSKIP("This computer has no ::1");
    six.say(get("/pets", {}, "[::1]"));
    QCOMPARE(six.status(), 200);
}

void tst_MockServer::refusesOtherHostsAndPages_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::newRow("by our name") << get("/pets", {}, "localhost") << 200;
    QTest::newRow("by an address and port") << get("/pets", {}, "127.0.0.1:1234") << 200;
    QTest::newRow("a name that leads here") << get("/pets", {}, "evil.example") << 403;
    QTest::newRow("a name that looks like ours") << get("/pets", {}, "localhost.evil.example") << 403;
    QTest::newRow("an invalid name") << get("/pets", {}, "a b") << 403;
    QTest::newRow("no name") << QByteArray("GET /pets HTTP/1.1\r\n\r\n") << 400;
    QTest::newRow("a foreign page") << get("/pets", "Origin: https://evil.example\r\n") << 403;
    QTest::newRow("a page without an origin of its own") << get("/pets", "Origin: null\r\n") << 403;
    QTest::newRow("a page of another local server") << get("/pets", "Origin: http://localhost:1\r\n") << 403;
    QTest::newRow("a preflight") << QByteArray(
        "OPTIONS /pets HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n")
                                 << 403;
}

void tst_MockServer::refusesOtherHostsAndPages()
{
    QFETCH(QByteArray, request);
    Shop shop;
    QSignalSpy refused(&shop.server, &HttpServer::refused);
    RawClient client(shop.server.port());
    client.say(request);
    QTEST(client.status(), "status");
    QCOMPARE(refused.isEmpty(), client.status() == 200);
    QVERIFY(!client.heard().contains("Access-Control-Allow-Origin"));
}

void tst_MockServer::refusesCrossSiteMessages()
{
    HttpServer server({});
    McpMock mcp(std::make_shared<MockPlayer>(
        listingOf({toolFixture(u"add"_s, "{}", "1")}), MockPlayer::Options{{0}, {}}));
    const McpMockHttp mock(&mcp, &server);
    QVERIFY(server.listen());
    const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    for (const QByteArray type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"}) {
        RawClient client(server.port());
        client.say(post("/mcp", type, ping));
        QCOMPARE(client.status(), 415);
    }
    RawClient page(server.port());
    page.say(post("/mcp", "application/json\r\nOrigin: https://evil.example", ping));
    QCOMPARE(page.status(), 403);
    RawClient client(server.port());
    client.say(post("/mcp", "application/json", ping));
    QCOMPARE(client.status(), 200);
}

void tst_MockServer::requiresItsToken()
{
    Shop shop({.token = "sesame"});
    const auto statusWith = [&shop](const QByteArray &header) {
        RawClient client(shop.server.port());
        client.say(get("/pets", header));
        return client.status();
    };
    QCOMPARE(statusWith({}), 401);
    QCOMPARE(statusWith("Authorization: Bearer sesam\r\n"), 401);
    QCOMPARE(statusWith("Authorization: Basic sesame\r\n"), 401);
    QCOMPARE(statusWith("Authorization: bearer sesame\r\n"), 200);
}

void tst_MockServer::endsSlowHeaders()
{
    Shop shop({.limits = limitsWith(&Limits::mockHeaderTimeoutMs, 300)});
    RawClient silent(shop.server.port());
    RawClient slow(shop.server.port());
    slow.say("GET /pets HTTP/1.1\r\n");
    QTimer drip; // single bytes do not extend the deadline
    connect(&drip, &QTimer::timeout, this, [&slow] { slow.say("X"); });
    drip.start(50);
    QVERIFY(slow.hears("HTTP/1.1 408"));
    drip.stop();
    QVERIFY(silent.isEnded());
    QVERIFY(silent.heard().isEmpty());
    QTRY_COMPARE(shop.server.connections(), 0);
}

void tst_MockServer::endsSlowBodies()
{
    Shop shop({.limits = limitsWith(&Limits::requestTimeoutMs, 300)});
    RawClient client(shop.server.port());
    client.say("POST /pets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
    QVERIFY(client.hears("HTTP/1.1 408"));
    QTRY_COMPARE(shop.server.connections(), 0);
}

void tst_MockServer::refusesHugeBodies()
{
    Shop shop({.limits = limitsWith(&Limits::mockBodyBytes, 1000)});
    RawClient told(shop.server.port());
    told.say("POST /pets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n");
    QCOMPARE(told.status(), 413);
    QVERIFY(told.heard().contains("mock.bodyBytes"));
    RawClient chunked(shop.server.port());
    chunked.say("POST /pets HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    const qint64 before = residentKiB();
    for (int i = 0; i < 1000; ++i)
        chunked.say("400\r\n" + QByteArray(1024, 'x') + "\r\n");
    QCOMPARE(chunked.status(), 413);
    if (measuresMemory)
        QVERIFY2(residentKiB() - before < 64 << 10, qPrintable(QString::number(residentKiB() - before)));
}

void tst_MockServer::answersExpectContinue()
{
    Shop shop;
    RawClient client(shop.server.port());
    client.say("POST /pets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    QVERIFY(client.hears("HTTP/1.1 100 Continue\r\n\r\n"));
    client.say("{}");
    QVERIFY(client.hears("HTTP/1.1 "));
}

void tst_MockServer::turnsTenThousandAway()
{
    Shop shop({.limits = limitsWith(&Limits::mockConnections, 20)});
    std::vector<std::unique_ptr<RawClient>> held;
    for (int i = 0; i < 20; ++i)
        held.push_back(std::make_unique<RawClient>(shop.server.port()));
    QTRY_COMPARE(shop.server.connections(), 20);
    const qsizetype descriptors = openDescriptors();
    const qint64 memory = residentKiB();
    qsizetype refused = 0;
    for (int round = 0; round < 100; ++round) {
        std::vector<std::unique_ptr<QTcpSocket>> more;
        for (int i = 0; i < 100; ++i) {
            more.push_back(std::make_unique<QTcpSocket>());
            more.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), shop.server.port());
        }
        QTRY_VERIFY(std::ranges::all_of(
            more, [](const auto &socket) { return socket->state() == QAbstractSocket::UnconnectedState; }));
        for (const auto &socket : more)
            refused += socket->readAll().startsWith("HTTP/1.1 503") ? 1 : 0;
        QVERIFY(shop.server.connections() <= 20);
    }
    QVERIFY2(refused > 9000, qPrintable(QString::number(refused))); // a reset may swallow an answer
    QVERIFY(openDescriptors() <= descriptors + 10);
    if (measuresMemory)
        QVERIFY2(residentKiB() - memory < 32 << 10, qPrintable(QString::number(residentKiB() - memory)));
    held.front()->say(get("/pets"));
    QCOMPARE(held.front()->status(), 200);
}

void tst_MockServer::survivesClientsThatDoNotRead()
{
    Shop shop({.limits = limitsWith(&Limits::requestTimeoutMs, 300)});
    QSignalSpy refused(&shop.server, &HttpServer::refused);
    QTcpSocket deaf;
    deaf.setReadBufferSize(1);
    deaf.connectToHost(QHostAddress(QHostAddress::LocalHost), shop.server.port());
    QTRY_COMPARE(deaf.state(), QAbstractSocket::ConnectedState);
    const qint64 before = residentKiB();
    deaf.write(get("/pets").repeated(100'000)); // the answers pile up and the requests wait
    QTRY_VERIFY(!refused.isEmpty());
    if (measuresMemory)
        QVERIFY2(residentKiB() - before < 64 << 10, qPrintable(QString::number(residentKiB() - before)));
    QTRY_COMPARE(shop.server.connections(), 0);
}

void tst_MockServer::namesNeverBecomePaths()
{
    Shop shop;
    for (const QByteArray target : {"/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
             "/..\\..\\etc\\passwd", "/%00", "/pets/..%2f..%2fetc%2fpasswd"}) {
        RawClient client(shop.server.port());
        client.say(get(target));
        QCOMPARE(client.status(), 501);
        QVERIFY(client.hears("fixture.unmatched"));
        QVERIFY(!client.heard().contains("root:"));
    }
}

void tst_MockServer::breaksOnDemand()
{
    Shop shop({},
        {{0},
            {*mockFaultFromText(u"error=503:GET/pets@1"_s), *mockFaultFromText(u"drop:GET/pets@2"_s),
                *mockFaultFromText(u"truncate=4:GET/pets@3"_s),
                *mockFaultFromText(u"truncate=4:HEAD/pets"_s)}});
    RawClient failing(shop.server.port());
    failing.say(get("/pets"));
    QCOMPARE(failing.status(), 503);
    RawClient dropped(shop.server.port());
    dropped.say(get("/pets"));
    QVERIFY(dropped.isEnded());
    QVERIFY(dropped.heard().isEmpty());
    RawClient cut(shop.server.port());
    cut.say(get("/pets"));
    QVERIFY(cut.isEnded());
    QVERIFY(cut.heard().contains("Content-Length: 10\r\n"));
    QVERIFY(cut.heard().endsWith("\r\n\r\n[{\"i"));
    RawClient head(shop.server.port());
    head.say("HEAD /pets HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QVERIFY(head.isEnded());
    QVERIFY(head.heard().contains("Content-Length: 10\r\n"));
    QVERIFY2(head.heard().endsWith("\r\n\r\n"), head.heard()); // there is no body to be cut
    RawClient well(shop.server.port());
    well.say(get("/pets"));
    QCOMPARE(well.status(), 200);
}

void tst_MockServer::streamsEvents()
{
    Shop shop;
    RawClient client(shop.server.port());
    client.say(get("/events"));
    QVERIFY(client.hears("0\r\n\r\n"));
    QVERIFY(client.heard().contains("text/event-stream"));
    QVERIFY(client.heard().contains("event: tick\nid: 1\nretry: 900\ndata: {\"n\":1}\n\n"));
    QVERIFY(client.heard().contains("data: {\"n\":2}\n\n"));
    QCOMPARE(client.heard().count("id: 1\n"), 1); // the second event inherits it

    RawClient watching(shop.server.port()); // a stream that was still open when its recording ended
    watching.say(get("/open"));
    QVERIFY(watching.hears("data: {\"n\":2}\n\n"));
    QVERIFY(!watching.hears("0\r\n\r\n", 1, 100));
    QVERIFY(!watching.isEnded(0));
}

void tst_MockServer::speaksMcp()
{
    HttpServer server({});
    McpMock mcp(std::make_shared<MockPlayer>(
        listingOf({toolFixture(u"add"_s, "{}", R"({"sum":3})")}), MockPlayer::Options{{0}, {}}));
    const McpMockHttp mock(&mcp, &server);
    QVERIFY(server.listen());
    const auto answerTo = [&server](const QByteArray &request, const QByteArray &wanted) {
        RawClient client(server.port());
        client.say(request);
        return client.hears(wanted) ? QByteArray("heard") : client.heard();
    };
    const auto message = [](const QByteArray &body) { return post("/mcp", "application/json", body); };
    QCOMPARE(answerTo(message(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add"}})"),
                 R"("structuredContent":{"sum":3})"),
        "heard");
    QCOMPARE(answerTo(message(R"([{"id":1,"method":"ping"},{"id":2,"method":"ping"}])"),
                 R"([{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}])"),
        "heard");
    QCOMPARE(answerTo(message(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), "202 Accepted"),
        "heard");
    QCOMPARE(answerTo(message("{"), "-32700"), "heard");
    const QByteArray list = R"({"id":1,"method":"tools/list"})"; // 30 bytes that may ask for megabytes
    QCOMPARE(answerTo(message('[' + QByteArray(list + ',').repeated(99) + list + ']'), "200 OK"), "heard");
    QCOMPARE(
        answerTo(message('[' + QByteArray(list + ',').repeated(100) + list + ']'), "at most 100"), "heard");
    QCOMPARE(answerTo(get("/mcp"), "405 Method Not Allowed"), "heard");
    QCOMPARE(answerTo(get("/"), "404 Not Found"), "heard");
}

WORKBENCH_TEST(tst_MockServer, QCoreApplication)
#include "tst_mockserver.moc"
