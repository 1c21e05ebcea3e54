// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// HTTP/2 from a server that breaks the rules. tests/peers/tst_peer_http2.cpp covers a well-behaved server.

#include "core/transport/http/httpclient.h"
#include "tests/support/certificates.h"
#include "tests/support/clocks.h"
#include "tests/support/fetched.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Whole = Result<HttpClient::Whole>;

enum Type : quint8 {
    Data,
    Headers,
    Priority,
    RstStream,
    Settings,
    PushPromise,
    Ping,
    GoAway,
    WindowUpdate,
    Continuation
};
constexpr quint8 endStream = 1;
constexpr quint8 endHeaders = 4;

QByteArray number(quint32 value, int bytes)
{
    QByteArray out;
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        out.append(char(value >> shift));
    return out;
}

QByteArray frame(Type type, quint8 flags, quint32 id, const QByteArray &payload = {})
{
    return number(quint32(payload.size()), 3) + char(type) + char(flags) + number(id, 4) + payload;
}

//! Returns a header in HPACK that does not enter the table.
QByteArray field(const QByteArray &name, const QByteArray &value)
{
    return QByteArray(1, '\0') + char(name.size()) + name + char(value.size()) + value;
}

const QByteArray ok200("\x88");

QByteArray head(quint32 id, const QByteArray &block = ok200, quint8 flags = endHeaders)
{
    return frame(Headers, flags, id, block);
}

QByteArray okay(quint32 id)
{
    return head(id) + frame(Data, endStream, id, "{}");
}

//! Speaks TLS and agrees on h2; the test decides how to answer each HEADERS frame.
class FrameServer {
public:
    using Handler = std::function<void(QTcpSocket *socket, quint32 id)>;

    FrameServer(const Test::MadeCertificate &made, Handler handler)
        : m_handler(std::move(handler))
    {
        QFile key(made.keyFile);
        if (!key.open(QIODevice::ReadOnly))
            qFatal("no key");
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(made.certificate());
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        configuration.setAllowedNextProtocols({"h2"_ba});
        m_server.setSslConfiguration(configuration);
        QObject::connect(&m_server, &QSslServer::pendingConnectionAvailable, &m_server, [this] {
            while (QTcpSocket *socket = m_server.nextPendingConnection()) {
                ++connections;
                socket->write(frame(Settings, 0, 0));
                QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] { read(socket); });
            }
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
    }
    QUrl url() const { return QUrl(u"https://localhost:%1/"_s.arg(m_server.serverPort())); }

    int connections = 0;
    int requests = 0;
    QByteArrayList goAways; //!< code and text of each GOAWAY frame of the client
    int resets = 0;

private:
    void read(QTcpSocket *socket)
    {
        QByteArray &buffer = m_buffers[socket];
        buffer += socket->readAll();
        const QByteArray preface("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        if (buffer.size() >= preface.size() && buffer.startsWith(preface))
            buffer.remove(0, preface.size());
        while (buffer.size() >= 9 && !buffer.startsWith("PRI")) {
            const auto byte = [&buffer](qsizetype at) { return quint32(uchar(buffer[at])); };
            const qsizetype size = qsizetype(byte(0) << 16 | byte(1) << 8 | byte(2));
            if (buffer.size() < 9 + size)
                return;
            const auto type = Type(byte(3));
            const quint32 id = byte(5) << 24 | byte(6) << 16 | byte(7) << 8 | byte(8);
            if (type == GoAway)
                goAways.append(buffer.sliced(13, size - 4));
            if (type == Settings && byte(4) == 0)
                socket->write(frame(Settings, 1, 0)); // acknowledges the settings
            resets += type == RstStream;
            buffer.remove(0, 9 + size);
            if (type == Headers) {
                ++requests;
                m_handler(socket, id);
            }
        }
    }

    Handler m_handler;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    QSslServer m_server;
};

} // namespace

class tst_Http2 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void refusesInvalidFrames_data();
    void refusesInvalidFrames();
    void settlesForRandomBytes();
    void boundsFloods_data();
    void boundsFloods();
    void keepsToItsWindow();
    void retriesAnUnprocessedRequestOnce_data();
    void retriesAnUnprocessedRequestOnce();
    void neverRetriesARequestThatMayHaveHadAnEffect_data();
    void neverRetriesARequestThatMayHaveHadAnEffect();
    void separatesInterleavedStreams();
    void dropsAnIdleConnection();
    void mayBeDestroyedByAListener_data();
    void mayBeDestroyedByAListener();

private:
    HttpRequest request(const FrameServer &server, const QByteArray &method = "GET") const;

    QTemporaryDir m_folder;
    Test::MadeCertificate m_made;
};

void tst_Http2::initTestCase()
{
    m_made = Test::makeCertificate(m_folder, u"server"_s, u"localhost"_s);
}

HttpRequest tst_Http2::request(const FrameServer &server, const QByteArray &method) const
{
    HttpRequest made;
    made.method = method;
    made.url = server.url();
    made.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
    if (method == "POST")
        made.body = "{}";
    return made;
}

void tst_Http2::refusesInvalidFrames_data()
{
    QTest::addColumn<QByteArray>("answer"); // the frames sent on stream 1
    QTest::addColumn<QString>("says");
    const QString connection = u"broke the rules of HTTP/2"_s;
    const QString otherLength = u"a body whose length differs from its Content-Length"_s;
    const QString stream = u"that HTTP/2 does not allow"_s;
    const auto row = [](const char *name, const QByteArray &answer, const QString &says) {
        QTest::newRow(name) << answer << says;
    };
    row("pushes", frame(PushPromise, endHeaders, 1, number(2, 4) + QByteArray("\x82\x87\x84", 3)),
        connection);
    row("data on the connection", frame(Data, 0, 0, "x"), connection);
    row("data on an unopened stream", frame(Data, 0, 7, "x"), connection);
    row("a frame that is too large", frame(Data, 0, 1, QByteArray(20'000, 'x')), connection);
    row("an unknown header index", head(1, "\x80"), connection);
    row("truncated headers",
        head(1,
            QByteArray("\x88\x00\x05"
                       "ab",
                5)),
        connection);
    row("headers inside headers", head(1, ok200, 0) + frame(Ping, 0, 0, QByteArray(8, 'p')), connection);
    row("windows that overflow", frame(WindowUpdate, 0, 0, number(0x7FFFFFFF, 4)).repeated(2), connection);
    row("a ping of another size", frame(Ping, 0, 0, "x"), connection);
    row("settings of another size", frame(Settings, 0, 0, "x"), connection);
    row("HTTP/1.1", "HTTP/1.1 400 Bad Request\r\n\r\n", connection);
    row("a name in capitals", head(1, ok200 + field("X-A", "1")), stream);
    row("a header of the connection", head(1, ok200 + field("connection", "close")), stream);
    row("no status", head(1, field("x", "1")), stream);
    row("two statuses", head(1, ok200 + ok200), stream);
    row("a status behind a header", head(1, field("x", "1") + ok200), stream);
    row("101", head(1, field(":status", "101")), stream);
    row("a status that is not a number", head(1, field(":status", "2x0")), stream);
    row("data before headers", frame(Data, 0, 1, "x"), connection);
    row("two lengths", head(1, ok200 + field("content-length", "2") + field("content-length", "3")), stream);
    row("a negative length", head(1, ok200 + field("content-length", "-2")), stream);
    row("a control character", head(1, ok200 + field("x", "canary\x01")),
        u"that HTTP/2 does not allow (the header \"x\")"_s);
    row("a line end", head(1, ok200 + field("x", "a\r\nset-cookie: b")),
        u"that HTTP/2 does not allow (the header \"x\")"_s);
    row("a long body", head(1, ok200 + field("content-length", "2")) + frame(Data, endStream, 1, "{}more"),
        otherLength);
    row("a short body", head(1, ok200 + field("content-length", "9")) + frame(Data, endStream, 1, "{}"),
        otherLength);
}

void tst_Http2::refusesInvalidFrames()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, says);
    FrameServer server(m_made, [&](QTcpSocket *socket, quint32) { socket->write(answer); });
    Limits limits;
    limits.httpIdleConnectionMs = 100; // some faults are reported only when the connection ends
    HttpClient client(u"files"_s, limits);
    const Whole whole = fetched(client, request(server, "POST"));
    QVERIFY(!whole);
    QVERIFY2(whole.error().message.contains(says),
        qPrintable(QString(whole.error().message + u" | " + whole.error().detail)));
    QCOMPARE(whole.error().kind, ErrorKind::Protocol);
    QVERIFY(!whole.error().detail.contains("canary"_L1));
    QTest::qWait(20);
    QCOMPARE(server.requests, 1);
    QTRY_VERIFY(!server.goAways.isEmpty() || server.resets > 0); // the client tells the server as well
}

void tst_Http2::settlesForRandomBytes()
{
    QRandomGenerator random(20260101); // a fixed seed gives the same bytes in every run
    const QByteArray good = frame(Settings, 0, 0, QByteArray("\x00\x03\x00\x00\x00\x64", 6))
        + head(1, ok200 + field("content-type", "text/plain") + field("x", "y"), 0)
        + frame(Continuation, endHeaders, 1, field("z", "1"))
        + frame(Data, 8, 1,
            QByteArray("\x02"
                       "body\0\0",
                7))
        + frame(Ping, 0, 0, QByteArray(8, 'p')) + frame(WindowUpdate, 0, 1, number(1000, 4))
        + frame(Headers, endStream | endHeaders, 1, field("x-sum", "42"))
        + frame(GoAway, 0, 0, number(1, 4) + number(0, 4));
    QByteArray answer;
    FrameServer server(m_made, [&](QTcpSocket *socket, quint32) {
        socket->write(answer);
        socket->disconnectFromHost();
    });
    HttpClient client(u"files"_s, {});
    int whole = 0;
    for (int time = 0; time < 150; ++time) {
        answer = good;
        const int changes = time == 0 ? 0 : random.bounded(1, 5);
        for (int change = 0; change < changes; ++change) {
            const qsizetype at = random.bounded(answer.size());
            switch (random.bounded(4)) {
            case 0: answer[at] = char(random.bounded(256)); break;
            case 1: answer[at] = char(answer[at] ^ (1 << random.bounded(8))); break;
            case 2: answer.truncate(std::max<qsizetype>(at, 1)); break;
            default: answer.insert(at, answer.sliced(random.bounded(answer.size()))); break;
            }
        }
        HttpRequest post = request(server, "POST");
        post.totalWithin = time == 0 ? 20'000ms : 200ms * Test::slowness;
        const Whole result = fetched(client, post);
        QVERIFY(result || !result.error().message.isEmpty());
        QVERIFY2(result || result.error().code != u"test"_s, answer.toHex().constData());
        whole += result.has_value();
        if (time == 0)
            QVERIFY2(result, qPrintable(result.error_or(Error{}).message));
    }
    QVERIFY2(whole > 1 && whole < 100, qPrintable(QString::number(whole)));
    QCOMPARE(server.requests, server.connections); // no request went out twice on one connection
}

void tst_Http2::boundsFloods_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<ErrorKind>("kind");
    const auto row = [](const char *name, const QByteArray &answer, ErrorKind kind) {
        QTest::newRow(name) << answer << kind;
    };
    row("pings", frame(Ping, 0, 0, QByteArray(8, 'p')).repeated(100'000), ErrorKind::Protocol);
    row("settings", frame(Settings, 0, 0).repeated(100'000), ErrorKind::Protocol);
    // Frames that are cheap to skip are not counted. The deadlines end such a flood.
    row("priorities", frame(Priority, 0, 1, QByteArray(5, '\0')).repeated(100'000), ErrorKind::Timeout);
    row("windows", frame(WindowUpdate, 0, 1, number(1, 4)).repeated(100'000), ErrorKind::Timeout);
    row("unknown frames", frame(Type(0xFA), 0, 1).repeated(200'000), ErrorKind::Timeout);
    row("empty data", QByteArray(head(1) + frame(Data, 0, 1).repeated(100'000)), ErrorKind::Timeout);
    row("padding only",
        QByteArray(head(1) + frame(Data, 8, 1, QByteArray("\x0F") + QByteArray(15, '\0')).repeated(100'000)),
        ErrorKind::Timeout);
    row("empty continuations", QByteArray(head(1, ok200, 0) + frame(Continuation, 0, 1).repeated(100'000)),
        ErrorKind::Protocol);
    row("full continuations",
        QByteArray(head(1, ok200, 0)
            + frame(Continuation, 0, 1, field("x", QByteArray(100, 'x')).repeated(150)).repeated(1000)),
        ErrorKind::Limit);
    row("informational answers", head(1, field(":status", "103")).repeated(5000), ErrorKind::Limit);
    // One large header enters the table, and a single byte repeats it.
    const QByteArray large =
        QByteArray("\x40\x01x", 3) + QByteArray("\x7F\xA1\x1E", 3) + QByteArray(4000, 'v');
    row("one header many times", head(1, ok200 + large + QByteArray(10'000, '\xBE')), ErrorKind::Limit);
    row("many small headers", head(1, ok200 + QByteArray(5000, '\x90')), ErrorKind::Limit);
    row("a body", QByteArray(head(1) + frame(Data, 0, 1, QByteArray(16'000, 'x')).repeated(40)),
        ErrorKind::Limit);
    row("an announced body", head(1, ok200 + field("content-length", "99999999999")), ErrorKind::Limit);
}

void tst_Http2::boundsFloods()
{
    QFETCH(QByteArray, answer);
    QFETCH(ErrorKind, kind);
    FrameServer server(m_made, [&](QTcpSocket *socket, quint32) { socket->write(answer); });
    Limits limits;
    limits.httpWireBytes = 500'000;
    HttpRequest flooded = request(server);
    if (kind == ErrorKind::Timeout) {
        flooded.headersWithin = 1s;
        limits.streamIdleMs = 500;
    }
    HttpClient client(u"files"_s, limits);
    const Test::CpuTimer timer;
    const Whole whole = fetched(client, flooded);
    QVERIFY(!whole);
    QVERIFY2(whole.error().kind == kind, qPrintable(whole.error().message));
    QVERIFY2(timer.elapsed() < 5000 * Test::slowness, qPrintable(QString::number(timer.elapsed())));
}

void tst_Http2::keepsToItsWindow()
{
    FrameServer server(m_made, [](QTcpSocket *socket, quint32 id) {
        if (id == 1)
            socket->write(head(1)
                + frame(Data, 0, 1, QByteArray(16'000, 'x')).repeated(3000)); // 48 MB; the window has 10
        else
            socket->write(okay(id));
    });
    HttpClient client(u"files"_s, {});
    auto reply = client.send(request(server));
    reply->setReading(false);
    qsizetype size = 0;
    Error end;
    connect(
        reply.get(), &HttpReply::bodyReceived, this, [&](const QByteArray &chunk) { size += chunk.size(); });
    connect(reply.get(), &HttpReply::finished, this, [&](bool, const Error &error) { end = error; });
    // If the only request is paused, the whole connection stops, so a second request is needed.
    const auto second = client.fetch(request(server));
    // The server sent more than the window allowed.
    QTRY_VERIFY(server.resets > 0 || !server.goAways.isEmpty());
    QCOMPARE(size, 0);
    reply->setReading(true);
    QTRY_VERIFY(!end.message.isEmpty());
    QCOMPARE(end.kind, ErrorKind::Protocol);
}

void tst_Http2::retriesAnUnprocessedRequestOnce_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("requests");
    QTest::newRow("GET") << QByteArray("GET") << 2;
    QTest::newRow("POST") << QByteArray("POST") << 1; // libcurl cannot tell whether the server processed it
}

void tst_Http2::retriesAnUnprocessedRequestOnce()
{
    QFETCH(QByteArray, method);
    QFETCH(int, requests);
    FrameServer server(m_made, [](QTcpSocket *socket, quint32) {
        socket->write(frame(GoAway, 0, 0, number(0, 4) + number(11, 4) + "too\nmany"));
    });
    HttpClient client(u"files"_s, {});
    const Whole whole = fetched(client, request(server, method));
    QVERIFY(!whole);
    QVERIFY2(whole.error().message.contains(u"without an answer (HTTP/2 RST_STREAM: REFUSED_STREAM)"_s),
        qPrintable(whole.error().message));
    QCOMPARE(whole.error().kind, ErrorKind::Network);
    QTest::qWait(50);
    QCOMPARE(server.requests, requests);
    QCOMPARE(server.connections, requests);
}

void tst_Http2::neverRetriesARequestThatMayHaveHadAnEffect_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("answer"); // answer to the second request; then the connection closes
    QTest::addColumn<int>("requests");
    const QByteArray goAway = frame(GoAway, 0, 0, number(3, 4) + number(0, 4));
    QTest::newRow("POST, closed") << QByteArray("POST") << QByteArray() << 2;
    QTest::newRow("DELETE, closed") << QByteArray("DELETE") << QByteArray() << 2;
    QTest::newRow("POST, may have been processed") << QByteArray("POST") << goAway << 2;
    QTest::newRow("POST, stream refused") << QByteArray("POST") << frame(RstStream, 0, 3, number(7, 4)) << 2;
    QTest::newRow("GET, an answer began") << QByteArray("GET") << head(3) << 2;
    QTest::newRow("GET, closed") << QByteArray("GET") << QByteArray() << 3; // a GET has no effect
}

void tst_Http2::neverRetriesARequestThatMayHaveHadAnEffect()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, answer);
    QFETCH(int, requests);
    FrameServer server(m_made, [&](QTcpSocket *socket, quint32 id) {
        if (id == 1) {
            socket->write(okay(1));
            return;
        }
        socket->write(answer);
        socket->disconnectFromHost();
    });
    HttpClient client(u"files"_s, {});
    QVERIFY(fetched(client, request(server)));
    const Whole whole = fetched(client, request(server, method));
    QVERIFY2(whole.has_value() == (requests == 3), qPrintable(whole.error_or(Error{}).message));
    QTest::qWait(50);
    QCOMPARE(server.requests, requests);
    QCOMPARE(server.connections, requests - 1);
}

void tst_Http2::separatesInterleavedStreams()
{
    int seen = 0;
    FrameServer server(m_made, [&](QTcpSocket *socket, quint32) {
        if (++seen < 3)
            return; // the answers come interleaved and in another order
        socket->write(head(5) + head(1) + frame(Data, 0, 1, "on") + head(3) + frame(Data, 0, 5, "thr")
            + frame(Data, endStream, 3, "two") + frame(Data, endStream, 1, "e")
            + frame(Data, endStream, 5, "ee"));
    });
    HttpClient client(u"files"_s, {});
    QList<QFuture<Whole>> all;
    for (int each = 0; each < 3; ++each)
        all.append(client.fetch(request(server, "POST")));
    QByteArrayList bodies;
    for (const auto &each : all) {
        QTRY_VERIFY(each.isFinished());
        QVERIFY2(each.result(), qPrintable(each.result().error_or(Error{}).message));
        bodies.append(each.result()->body);
    }
    std::ranges::sort(bodies);
    QCOMPARE(bodies, (QByteArrayList{"one", "three", "two"}));
    QCOMPARE(server.connections, 1);
}

void tst_Http2::dropsAnIdleConnection()
{
    FrameServer server(m_made, [](QTcpSocket *socket, quint32 id) { socket->write(okay(id)); });
    Limits limits;
    limits.httpIdleConnectionMs = 50;
    HttpClient client(u"files"_s, limits);
    QVERIFY(fetched(client, request(server)));
    QTRY_COMPARE(server.goAways.size(), 1); // the client closes with GOAWAY
    QVERIFY(fetched(client, request(server)));
    QCOMPARE(server.connections, 2);
}

void tst_Http2::mayBeDestroyedByAListener_data()
{
    QTest::addColumn<QString>("moment");
    QTest::addColumn<bool>("withClient");
    for (const auto moment : {"head", "body", "end"}) {
        QTest::addRow("%s, the reply", moment) << QString::fromLatin1(moment) << false;
        QTest::addRow("%s, the client too", moment) << QString::fromLatin1(moment) << true;
    }
}

void tst_Http2::mayBeDestroyedByAListener()
{
    QFETCH(QString, moment);
    QFETCH(bool, withClient);
    FrameServer server(m_made, [](QTcpSocket *socket, quint32 id) {
        socket->write(head(id) + frame(Data, 0, id, QByteArray(16'000, 'x')).repeated(10)
            + frame(Data, endStream, id, "end"));
    });
    auto client = std::make_unique<HttpClient>(u"files"_s, Limits{});
    auto reply = client->send(request(server));
    const auto destroy = [&] {
        if (withClient)
            client.reset();
        reply.reset();
    };
    if (moment == u"head"_s)
        connect(reply.get(), &HttpReply::headReceived, this, destroy);
    else if (moment == u"body"_s)
        connect(reply.get(), &HttpReply::bodyReceived, this, destroy);
    else
        connect(reply.get(), &HttpReply::finished, this, destroy);
    QTRY_VERIFY(!reply);
    QTest::qWait(50);
    if (!withClient)
        QVERIFY(fetched(*client, request(server)));
}

WORKBENCH_TEST(tst_Http2, QCoreApplication)
#include "tst_http2.moc"
