// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpclient.h"
#include "tests/support/clocks.h"
#include "tests/support/rawserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QPointer>
#include <QTest>
#include <QTimer>

#include <zlib.h>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Whole = Result<HttpClient::Whole>;

//! Waits for a fetch; an error of kind Internal when it never settles.
Whole wait(QFuture<Whole> future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, Test::patience))
        return std::unexpected(Error{ErrorKind::Internal, u"test"_s, u"never settled"_s, {}, {}});
    return future.result();
}

HttpRequest requestFor(const QUrl &url, const QByteArray &method = "GET")
{
    HttpRequest request;
    request.url = url;
    request.method = method;
    if (method == "POST") {
        request.body = "{\"id\":1}";
        request.headers = {{"Content-Type", "application/json"}};
    }
    return request;
}

QByteArray compressed(const QByteArray &plain, int windowBits)
{
    z_stream stream{};
    if (::deflateInit2(&stream, 9, Z_DEFLATED, windowBits, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    QByteArray out(qsizetype(::deflateBound(&stream, uLong(plain.size()))), Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(plain.constData()));
    stream.avail_in = uInt(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = uInt(out.size());
    ::deflate(&stream, Z_FINISH);
    out.truncate(out.size() - qsizetype(stream.avail_out));
    ::deflateEnd(&stream);
    return out;
}

// "hello " 10 000 times, by the program zstd; and the same with a window of 128 MiB; and 1 MiB of zeros.
constexpr auto zstdHello = "28b52ffd6460e97500003068656c6c6f20010057eae8a508d2f65e85";
constexpr auto zstdWide = "28b52ffd04887500003068656c6c6f20010057eae8a508d2f65e85";
constexpr auto zstdZeros = "28b52ffda4000010004c000008000100fcff391002020010000200100002001000020010000200100"
                           "00200100003001000f13e16e1";

QByteArray gzip(const QByteArray &plain)
{
    return compressed(plain, 16 + MAX_WBITS);
}

//! Everything a reply says.
class Listener {
public:
    explicit Listener(std::unique_ptr<HttpReply> httpReply)
        : reply(std::move(httpReply))
    {
        QObject::connect(reply.get(), &HttpReply::headReceived,
            [this](const HttpResponseHead &head) { heads.append(head); });
        QObject::connect(reply.get(), &HttpReply::bodyReceived, [this](const QByteArray &chunk) {
            chunks.append(chunk);
            size += chunk.size();
        });
        QObject::connect(reply.get(), &HttpReply::finished, [this](bool complete, const Error &error) {
            ++finished;
            isComplete = complete;
            end = error;
        });
    }
    bool waitForEnd()
    {
        return QTest::qWaitFor([this] { return finished > 0; }, Test::patience);
    }
    std::unique_ptr<HttpReply> reply;
    QList<HttpResponseHead> heads;
    QByteArrayList chunks;
    qsizetype size = 0;
    int finished = 0;
    bool isComplete = false;
    Error end;
};

qint64 memoryNow(const char *field)
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith(field))
            return line.mid(qsizetype(qstrlen(field)) + 1).trimmed().split(' ').first().toLongLong() * 1024;
    }
    return 0;
}

} // namespace

class tst_HttpClient : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sendsOneWellFormedRequest();
    void refusesRequestsThatCannotBeSent_data();
    void refusesRequestsThatCannotBeSent();
    void readsAnswers_data();
    void readsAnswers();
    void endsOnEachDeadline_data();
    void endsOnEachDeadline();
    void refusesBrokenBodies_data();
    void refusesBrokenBodies();
    void stopsABomb_data();
    void stopsABomb();
    void boundsHeaders_data();
    void boundsHeaders();
    void sendsARequestOnce_data();
    void sendsARequestOnce();
    void followsInsideTheOrigin();
    void showsNothingPersonalToAnotherOrigin_data();
    void showsNothingPersonalToAnotherOrigin();
    void stopsAtALoop();
    void explainsConnectionFailures_data();
    void explainsConnectionFailures();
    void pushesBackWhileNobodyReads();
    void takesALargeBodyWhole();
    void abortsAtOnce();
    void cancelsAFetchFromItsToken();
    void settlesWhenTheClientGoes();
    void mayBeDestroyedByAListener_data();
    void mayBeDestroyedByAListener();
    void deliversAStreamAsItComes();
};

void tst_HttpClient::sendsOneWellFormedRequest()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    HttpClient client(u"files"_s, {});
    HttpRequest request = requestFor(server.url(u"/a%20b/%2F?q=ä&r=a%26b"_s), "POST");
    request.headers.emplaceBack("X-Mixed-CASE", "v1");
    request.headers.emplaceBack("X-Mixed-CASE", "v2");
    request.headers.emplaceBack("Host", "evil.example");
    request.headers.emplaceBack("Content-Length", "99");
    const Whole whole = wait(client.fetch(request));
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(whole->head.status, 200);
    QCOMPARE(whole->body, "{}");
    QCOMPARE(whole->head.url, request.url);
    QCOMPARE(server.requests().size(), 1);
    const RawServer::Request &seen = server.requests().first();
    QCOMPARE(seen.target, "/a%20b/%2F?q=%C3%A4&r=a%26b");
    QCOMPARE(seen.body, "{\"id\":1}");
    QCOMPARE(seen.header("host"), "127.0.0.1:" + QByteArray::number(server.url().port()));
    QCOMPARE(seen.header("content-length"), "8");
    QCOMPARE(seen.header("accept-encoding"), "gzip, deflate, br, zstd");
    QVERIFY(seen.head.contains("X-Mixed-CASE: v1\r\nX-Mixed-CASE: v2\r\n"));
    QCOMPARE(seen.head.count("Host:"), 1);
    QCOMPARE(seen.head.count("Content-Length:"), 1);
}

void tst_HttpClient::refusesRequestsThatCannotBeSent_data()
{
    QTest::addColumn<HttpRequest>("request");
    const QUrl url(u"http://127.0.0.1:1/"_s);
    QTest::newRow("file") << requestFor(QUrl(u"file:///etc/passwd"_s));
    QTest::newRow("no host") << requestFor(QUrl(u"http:///x"_s));
    QTest::newRow("method with a line end") << requestFor(url, "GET / HTTP/1.1\r\nX:");
    HttpRequest request = requestFor(url);
    request.headers = {{"X", "a\r\nY: b"}};
    QTest::newRow("value with a line end") << request;
    request.headers = {{"X Y", "a"}};
    QTest::newRow("name with a space") << request;
    request.headers = {{"X", QByteArray("a\0b", 3)}};
    QTest::newRow("value with a NUL") << request;
}

void tst_HttpClient::refusesRequestsThatCannotBeSent()
{
    QFETCH(HttpRequest, request);
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(request));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Usage);
}

void tst_HttpClient::readsAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("body");
    const QByteArray text = QByteArray("hello ").repeated(10'000);
    const auto coded = [&](const char *coding, const QByteArray &bytes) {
        return RawServer::ok(bytes, QByteArray("Content-Encoding: ") + coding + "\r\n");
    };
    QTest::newRow("plain") << RawServer::ok(text) << text;
    QTest::newRow("gzip") << coded("gzip", gzip(text)) << text;
    QTest::newRow("x-gzip") << coded("X-GZIP", gzip(text)) << text;
    QTest::newRow("deflate") << coded("deflate", compressed(text, MAX_WBITS)) << text;
    QTest::newRow("bare deflate") << coded("deflate", compressed(text, -MAX_WBITS)) << text;
    const QByteArray zstd = QByteArray::fromHex(zstdHello);
    QTest::newRow("zstd") << coded("zstd", zstd) << text;
    QTest::newRow("two zstd frames") << coded("zstd", zstd + zstd) << QByteArray(text + text);
    QTest::newRow("two gzip members") << coded("gzip", gzip(text) + gzip("end")) << QByteArray(text + "end");
    QTest::newRow("empty gzip body") << coded("gzip", "") << QByteArray();
    QTest::newRow("identity") << coded("identity", text) << text;
    QTest::newRow("until the end") << QByteArray("HTTP/1.1 200 OK\r\n\r\n" + text) << text;
    QTest::newRow("error status with a body")
        << QByteArray("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}") << QByteArray("{}");
}

void tst_HttpClient::readsAnswers()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, body);
    RawServer server(
        [&](QTcpSocket *socket, const RawServer::Request &) { RawServer::answer(socket, answer); });
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(requestFor(server.url())));
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(whole->body, body);
}

void tst_HttpClient::endsOnEachDeadline_data()
{
    QTest::addColumn<QByteArray>("start"); // what the server sends at once
    QTest::addColumn<int>("dripMs"); // then a byte each so many
    QTest::addColumn<QString>("deadline");
    // One of them is short: on a busy machine short ones would pass side by side.
    QTest::addColumn<int>("headersMs");
    QTest::addColumn<int>("idleMs");
    QTest::addColumn<int>("totalMs");
    const QByteArray head("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
    QTest::newRow("no headers") << QByteArray() << 0 << u"headers deadline"_s << 500 << 300 << 20'000;
    QTest::newRow("headers that drip")
        << QByteArray("HTTP/1.1 200 OK\r\nX: ") << 50 << u"headers deadline"_s << 500 << 20'000 << 20'000;
    QTest::newRow("headers, then nothing") << head << 0 << u"idle deadline"_s << 20'000 << 400 << 20'000;
    QTest::newRow("a byte now and then") << head << 100 << u"total deadline"_s << 20'000 << 20'000 << 500;
}

void tst_HttpClient::endsOnEachDeadline()
{
    QFETCH(QByteArray, start);
    QFETCH(int, dripMs);
    QFETCH(QString, deadline);
    QFETCH(int, headersMs);
    QFETCH(int, idleMs);
    QFETCH(int, totalMs);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        socket->write(start);
        if (dripMs > 0) {
            auto *drip = new QTimer(socket);
            QObject::connect(drip, &QTimer::timeout, socket, [socket] { socket->write("x"); });
            drip->start(dripMs);
        }
    });
    Limits limits;
    limits.streamIdleMs = idleMs;
    HttpClient client(u"files"_s, limits);
    HttpRequest request = requestFor(server.url(), "POST");
    request.headersWithin = std::chrono::milliseconds(headersMs);
    request.totalWithin = std::chrono::milliseconds(totalMs);
    QElapsedTimer timer;
    timer.start();
    const Whole whole = wait(client.fetch(request));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Timeout);
    QVERIFY2(whole.error().message.contains(deadline), qPrintable(whole.error().message));
    QVERIFY2(whole.error().message.startsWith(u"Server \"files\""_s), qPrintable(whole.error().message));
    const int afterMs = deadline.startsWith("headers"_L1) ? headersMs : std::min(idleMs, totalMs);
    QVERIFY2(timer.elapsed() >= afterMs * 9 / 10 && timer.elapsed() < 15'000,
        qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(server.requests().size(), 1);
}

void tst_HttpClient::refusesBrokenBodies_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("reset");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("advises");
    const QByteArray coded = gzip(QByteArray("hello ").repeated(1000));
    const auto withCoding = [](const QByteArray &coding, const QByteArray &bytes) {
        return RawServer::ok(bytes, "Content-Encoding: " + coding + "\r\n");
    };
    // A lost connection is the network's; bytes that break HTTP are the peer's. \source reliability.md R-141
    const auto cut = [](const char *name, const QByteArray &answer, const QString &says, bool reset = false) {
        QTest::newRow(name) << answer << reset << ErrorKind::Network << says << u"try again."_s;
    };
    const auto broken = [](const char *name, const QByteArray &answer, const QString &says) {
        QTest::newRow(name) << answer << false << ErrorKind::Protocol << says << u"needs a correction."_s;
    };
    cut("short body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}",
        u"closed the connection before the answer was complete (8 bytes are missing)."_s);
    cut("no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
        u"closed the connection before the answer was complete."_s);
    cut("cut in the head", "HTTP/1.1 200 OK\r\nConte", u"in the middle of the answer's head."_s);
    cut("no answer", "", u"closed the connection without an answer."_s);
    cut("reset without an answer", "", u"without an answer."_s, true);
    cut("reset instead of an end", "HTTP/1.1 200 OK\r\n\r\n{}",
        u"reset the connection before the answer was complete."_s, true);
    cut("reset in a counted body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}",
        u"reset the connection before the answer was complete (8 bytes are missing)."_s, true);
    broken("long body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}garbage",
        u"sent more bytes than its answer's length says."_s);
    broken("negative length", "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}",
        u"sent a Content-Length that is no length: \"-2\"."_s);
    broken("contradicting lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        u"sent Content-Length values that contradict each other: \"2, 3\"."_s);
    broken("bad chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n",
        u"sent a chunk size that is none: \"ZZ\"."_s);
    broken("truncated gzip", withCoding("gzip", coded.first(coded.size() - 9)),
        u"sent a compressed body that stops before its end."_s);
    broken("gzip without its check sum", withCoding("gzip", coded.first(coded.size() - 8)),
        u"sent a compressed body that stops before its end."_s);
    broken("gzip with a wrong check sum", withCoding("gzip", coded.first(coded.size() - 8) + "xxxxxxxx"),
        u"sent a compressed body that is damaged."_s);
    broken("bytes after gzip", withCoding("gzip", coded + "more"), u"compressed body"_s);
    broken("no gzip at all", withCoding("gzip", "{}"), u"sent a compressed body that is damaged."_s);
    broken("bytes after deflate", withCoding("deflate", compressed("{}", MAX_WBITS) + "more"),
        u"sent bytes after the end of the compressed body."_s);
    broken("no brotli at all", withCoding("br", "{}"), u"compressed body that"_s);
    const QByteArray zstd = QByteArray::fromHex(zstdHello);
    broken("truncated zstd", withCoding("zstd", zstd.first(zstd.size() - 1)),
        u"sent a compressed body that stops before its end."_s);
    broken("zstd with a wrong check sum", withCoding("zstd", zstd.first(zstd.size() - 1) + "x"),
        u"sent a compressed body that is damaged."_s);
    broken("zstd that wants too much memory", withCoding("zstd", QByteArray::fromHex(zstdWide)),
        u"sent a compressed body that is damaged."_s);
    broken("no zstd at all", withCoding("zstd", "{}{}"), u"sent a compressed body that is damaged."_s);
    broken(
        "unknown coding", withCoding("lzma", "{}"), u"Content-Encoding that was not asked for: \"lzma\"."_s);
    broken("stacked codings", withCoding("gzip, gzip", gzip(gzip("{}"))),
        u"Content-Encoding that was not asked for: \"gzip, gzip\"."_s);
    QTest::newRow("no HTTP") << QByteArray("\x15\x03\x01 what\r\n\r\n") << false << ErrorKind::Protocol
                             << u"did not answer in HTTP/1.1; its answer begins with \"\\u{15}"_s
                             << u"Check the scheme (http or https) and the port"_s;
}

void tst_HttpClient::refusesBrokenBodies()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, reset);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, says);
    QFETCH(QString, advises);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        reset ? RawServer::answerAndReset(socket, answer) : RawServer::answer(socket, answer);
    });
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(requestFor(server.url(), "POST")));
    QVERIFY(!whole);
    const QString message = whole.error().message;
    QVERIFY2(whole.error().kind == kind, qPrintable(message));
    QVERIFY2(message.startsWith(u"Server \"files\" "_s) && message.contains(says), qPrintable(message));
    QVERIFY2(message.contains(advises), qPrintable(message));
    QCOMPARE(server.requests().size(), 1);
}

void tst_HttpClient::stopsABomb_data()
{
    QTest::addColumn<QByteArray>("coding");
    QTest::addColumn<QByteArray>("bomb");
    QTest::addColumn<qint64>("bodyLimit");
    QTest::addColumn<qint64>("ratio");
    QTest::addColumn<QString>("key");
    const QByteArray zip = gzip(QByteArray(256 << 20, '\0'));
    const QByteArray zstd = QByteArray::fromHex(zstdZeros).repeated(256);
    for (const auto &[coding, bomb] : {std::pair{"gzip", zip}, std::pair{"zstd", zstd}}) {
        QTest::addRow("%s, by ratio", coding)
            << QByteArray(coding) << bomb << (qint64{128} << 20) << qint64{100} << u"http.decodeRatio"_s;
        QTest::addRow("%s, by size", coding)
            << QByteArray(coding) << bomb << (qint64{16} << 20) << qint64{100'000} << u"http.bodyBytes"_s;
    }
}

void tst_HttpClient::stopsABomb()
{
    QFETCH(QByteArray, coding);
    QFETCH(QByteArray, bomb);
    QFETCH(qint64, bodyLimit);
    QFETCH(qint64, ratio);
    QFETCH(QString, key);
    QVERIFY(bomb.size() < 300'000);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(bomb, "Content-Encoding: " + coding + "\r\n"));
    });
    Limits limits;
    limits.httpBodyBytes = bodyLimit;
    limits.httpDecodeRatio = ratio;
    HttpClient client(u"files"_s, limits);
    QFile reset(u"/proc/self/clear_refs"_s);
#if defined(__SANITIZE_ADDRESS__)
    constexpr bool measures = false; // freed memory waits in quarantine there
#else
    const bool measures = reset.open(QIODevice::WriteOnly) && reset.write("5") == 1;
#endif
    reset.close();
    const qint64 before = memoryNow("VmRSS");
    const Test::CpuTimer timer;
    const Whole whole = wait(client.fetch(requestFor(server.url())));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Limit);
    QVERIFY2(whole.error().message.contains(key), qPrintable(whole.error().message));
    QVERIFY2(timer.elapsed() < 1000 * Test::slowness, qPrintable(QString::number(timer.elapsed())));
    if (measures) {
        const qint64 growth = memoryNow("VmHWM") - before;
        QVERIFY2(growth < bodyLimit + (qint64{32} << 20), qPrintable(QString::number(growth >> 20)));
    }
}

void tst_HttpClient::boundsHeaders_data()
{
    QTest::addColumn<QByteArray>("answer");
    const QByteArray start("HTTP/1.1 200 OK\r\n");
    QTest::newRow("10 MB") << QByteArray(
        start + QByteArray("X: " + QByteArray(10'000, 'x') + "\r\n").repeated(1000));
    QTest::newRow("5000 informational answers")
        << QByteArray("HTTP/1.1 103 Early Hints\r\n\r\n").repeated(5000);
}

void tst_HttpClient::boundsHeaders()
{
    QFETCH(QByteArray, answer);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) { socket->write(answer); });
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(requestFor(server.url())));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Limit);
}

void tst_HttpClient::sendsARequestOnce_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("reset");
    QTest::newRow("reset") << QByteArray() << true;
    QTest::newRow("closed without an answer") << QByteArray() << false;
    QTest::newRow("bad status line") << QByteArray("HTTP/9.9 banana\r\n\r\n") << false;
    QTest::newRow("garbage") << QByteArray("\x16\x03\x01") << false;
    QTest::newRow("cut in the head") << QByteArray("HTTP/1.1 200 OK\r\nConte") << false;
    QTest::newRow("408") << QByteArray("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n") << false;
    QTest::newRow("401") << QByteArray(
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")
                         << false;
    QTest::newRow("503 with Retry-After")
        << QByteArray("HTTP/1.1 503 No\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n") << false;
}

void tst_HttpClient::sendsARequestOnce()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, reset);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        reset ? RawServer::answerAndReset(socket, answer) : RawServer::answer(socket, answer);
    });
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(requestFor(server.url(), "POST")));
    QVERIFY(whole.has_value() == answer.contains("Content-Length"));
    QTest::qWait(200);
    QCOMPARE(server.requests().size(), 1);
    QCOMPARE(server.connections(), 1);
    // The next request is not disturbed by what happened to this one.
    wait(client.fetch(requestFor(server.url(), "POST")));
    QCOMPARE(server.requests().size(), 2);
}

void tst_HttpClient::followsInsideTheOrigin()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.target == "/mcp/")
            RawServer::answer(socket, RawServer::ok(request.body));
        else
            RawServer::answer(
                socket, "HTTP/1.1 307 Moved\r\nLocation: /mcp/\r\nContent-Length: 5\r\n\r\nmoved");
    });
    HttpClient client(u"files"_s, {});
    HttpRequest request = requestFor(server.url(u"/mcp"_s), "POST");
    request.mayRedirect = false;
    request.headers.emplaceBack("Authorization", "Bearer token");
    Listener listener(client.send(request));
    QVERIFY(listener.waitForEnd());
    QVERIFY2(listener.isComplete, qPrintable(listener.end.message));
    QCOMPARE(listener.heads.size(), 1); // the redirect itself is not shown
    QCOMPARE(listener.chunks.join(), "{\"id\":1}");
    QCOMPARE(listener.heads.first().url, server.url(u"/mcp/"_s));
    QCOMPARE(server.requests().size(), 2);
    QCOMPARE(server.requests().last().header("authorization"), "Bearer token");
}

void tst_HttpClient::showsNothingPersonalToAnotherOrigin_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("method");
    for (const int status : {301, 302, 303, 307, 308}) {
        QTest::addRow("GET %d", status) << status << QByteArray("GET");
        QTest::addRow("POST %d", status) << status << QByteArray("POST");
    }
}

void tst_HttpClient::showsNothingPersonalToAnotherOrigin()
{
    QFETCH(int, status);
    QFETCH(QByteArray, method);
    RawServer other([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok("{}"));
    });
    RawServer first([&](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket,
            "HTTP/1.1 " + QByteArray::number(status) + " Moved\r\nLocation: "
                + other.url(u"/there"_s).toEncoded() + "\r\nContent-Length: 0\r\n\r\n");
    });
    HttpClient client(u"files"_s, {});
    HttpRequest request = requestFor(first.url(), method);
    for (const auto name :
        {"Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Mine", "Mcp-Session-Id"})
        request.headers.emplaceBack(name, "canary");
    const Whole whole = wait(client.fetch(request));
    if (method == "POST") {
        QVERIFY(!whole);
        QVERIFY2(whole.error().message.contains(other.url().toString(QUrl::RemovePath)),
            qPrintable(whole.error().message));
        QVERIFY2(whole.error().message.contains(first.url().toString(QUrl::RemovePath)),
            qPrintable(whole.error().message));
        QCOMPARE(other.connections(), 0);
        return;
    }
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(other.requests().size(), 1);
    QVERIFY(!other.requests().first().head.contains("canary"));
}

void tst_HttpClient::stopsAtALoop()
{
    int number = 0;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket,
            "HTTP/1.1 302 Moved\r\nLocation: /" + QByteArray::number(++number)
                + "\r\nContent-Length: 0\r\n\r\n");
    });
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(requestFor(server.url())));
    QVERIFY(!whole);
    QVERIFY2(whole.error().kind == ErrorKind::Limit, qPrintable(whole.error().message));
    QCOMPARE(server.requests().size(), 6); // the first and five more
}

void tst_HttpClient::explainsConnectionFailures_data()
{
    QTest::addColumn<QUrl>("url");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("advises");
    QTcpServer closed;
    QVERIFY(closed.listen(QHostAddress::LocalHost));
    const quint16 port = closed.serverPort();
    closed.close();
    QTest::newRow("refused") << QUrl(u"http://127.0.0.1:%1/"_s.arg(port)) << u"nothing listens there"_s
                             << u"Is it running?"_s;
    QTest::newRow("no such name") << QUrl(u"http://no-such-host.invalid/"_s) << u"no-such-host.invalid"_s
                                  << u"Check the address and the network."_s;
}

void tst_HttpClient::explainsConnectionFailures()
{
    QFETCH(QUrl, url);
    QFETCH(QString, says);
    QFETCH(QString, advises);
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(requestFor(url)));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Network);
    QVERIFY2(whole.error().message.contains(says), qPrintable(whole.error().message));
    QVERIFY2(whole.error().message.endsWith(advises), qPrintable(whole.error().message));

    RawServer plain([](QTcpSocket *socket, const RawServer::Request &) { socket->close(); });
    QUrl https = plain.url();
    https.setScheme(u"https"_s);
    Limits limits;
    limits.connectTimeoutMs = 300;
    HttpClient impatient(u"files"_s, limits);
    const Whole tls = wait(impatient.fetch(requestFor(https)));
    QVERIFY(!tls);
    QCOMPARE(tls.error().kind, ErrorKind::Timeout);
    QVERIFY2(tls.error().message.contains(u"connect deadline"_s), qPrintable(tls.error().message));
}

void tst_HttpClient::pushesBackWhileNobodyReads()
{
    constexpr qsizetype size = qsizetype{32} << 20;
    QPointer<QTcpSocket> peer;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        peer = socket;
        RawServer::answer(socket, RawServer::ok(QByteArray(size, 'x')));
    });
    HttpClient client(u"files"_s, {});
    Listener listener(client.send(requestFor(server.url())));
    // At the first chunk: on loopback the rest may come within one turn of the event loop.
    const auto pause = QObject::connect(
        listener.reply.get(), &HttpReply::bodyReceived, this, [&] { listener.reply->setReading(false); });
    QTRY_VERIFY(!listener.chunks.isEmpty());
    QObject::disconnect(pause);
    const qsizetype before = listener.size;
    QTest::qWait(300);
    QCOMPARE(listener.size, before);
    QVERIFY(peer);
    QVERIFY2(peer->bytesToWrite() > size / 2,
        qPrintable(QString::number(peer->bytesToWrite()))); // the rest waits at the server
    listener.reply->setReading(true);
    QCOMPARE(listener.size, before);
    QVERIFY(listener.waitForEnd());
    QVERIFY(listener.isComplete);
    QCOMPARE(listener.size, size);
}

void tst_HttpClient::takesALargeBodyWhole()
{
    const QByteArray body(100 << 20, 'x');
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(body));
    });
    HttpClient client(u"files"_s, {});
    const Whole whole = wait(client.fetch(requestFor(server.url())));
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QVERIFY(whole->body == body);
}

void tst_HttpClient::abortsAtOnce()
{
    RawServer server([](QTcpSocket *, const RawServer::Request &) { });
    HttpClient client(u"files"_s, {});
    Listener listener(client.send(requestFor(server.url())));
    QTRY_COMPARE(server.requests().size(), 1);
    Test::FairClock clock;
    listener.reply->abort();
    QCOMPARE(listener.finished, 0); // never from inside a call
    QVERIFY(listener.waitForEnd());
    QVERIFY2(clock.elapsed() < 100 * Test::slowness, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(listener.end.kind, ErrorKind::Cancelled);
    listener.reply->abort();
    QTest::qWait(20);
    QCOMPARE(listener.finished, 1);

    Listener early(client.send(requestFor(server.url())));
    early.reply->abort(); // before it started
    QVERIFY(early.waitForEnd());
    QCOMPARE(server.connections(), 1);
}

void tst_HttpClient::cancelsAFetchFromItsToken()
{
    RawServer server([](QTcpSocket *, const RawServer::Request &) { });
    HttpClient client(u"files"_s, {});
    std::stop_source source;
    const auto running = client.fetch(requestFor(server.url()), source.get_token());
    QTRY_COMPARE(server.requests().size(), 1);
    Test::FairClock clock;
    source.request_stop();
    const Whole stopped = wait(running);
    QVERIFY2(clock.elapsed() < 100 * Test::slowness, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().kind, ErrorKind::Cancelled);
    const Whole already = wait(client.fetch(requestFor(server.url()), source.get_token()));
    QVERIFY(!already);
    QCOMPARE(already.error().kind, ErrorKind::Cancelled);
}

void tst_HttpClient::settlesWhenTheClientGoes()
{
    RawServer server([](QTcpSocket *, const RawServer::Request &) { });
    auto client = std::make_unique<HttpClient>(u"files"_s, Limits{});
    const auto running = client->fetch(requestFor(server.url()));
    Listener listener(client->send(requestFor(server.url())));
    QTRY_COMPARE(server.requests().size(), 2);
    client.reset();
    QVERIFY(running.isFinished());
    QCOMPARE(running.result().error().kind, ErrorKind::Cancelled);
    listener.reply->abort(); // a reply belongs to its caller and goes on without the client
    QVERIFY(listener.waitForEnd());
}

void tst_HttpClient::mayBeDestroyedByAListener_data()
{
    QTest::addColumn<QString>("moment");
    QTest::newRow("head") << u"head"_s;
    QTest::newRow("body") << u"body"_s;
    QTest::newRow("end") << u"end"_s;
}

void tst_HttpClient::mayBeDestroyedByAListener()
{
    QFETCH(QString, moment);
    RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(QByteArray(200'000, 'x')));
    });
    HttpClient client(u"files"_s, {});
    auto reply = client.send(requestFor(server.url()));
    int finished = 0;
    QObject::connect(reply.get(), &HttpReply::finished, this, [&] { ++finished; });
    const auto destroy = [&] { reply.reset(); };
    if (moment == u"head"_s)
        QObject::connect(reply.get(), &HttpReply::headReceived, this, destroy);
    else if (moment == u"body"_s)
        QObject::connect(reply.get(), &HttpReply::bodyReceived, this, destroy);
    else
        QObject::connect(reply.get(), &HttpReply::finished, this, destroy);
    QTRY_VERIFY(!reply);
    QTest::qWait(50);
    QCOMPARE(finished, moment == u"end"_s ? 1 : 0);
}

void tst_HttpClient::deliversAStreamAsItComes()
{
    QPointer<QTcpSocket> peer;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        peer = socket;
        socket->write(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    });
    Limits limits;
    limits.streamIdleMs = 100;
    limits.httpWireBytes = 30;
    limits.httpBodyBytes = 30;
    HttpClient client(u"files"_s, limits);
    HttpRequest request = requestFor(server.url());
    request.longLived = true;
    request.totalWithin = 200ms;
    Listener listener(client.send(request));
    QTRY_COMPARE(listener.heads.size(), 1);
    for (int number = 1; number <= 5; ++number) {
        QTest::qWait(110); // longer than the idle deadline, which streams are free of
        peer->write("b\r\ndata: one\n\n\r\n");
        QTRY_COMPARE(listener.size, number * 11);
    }
    QCOMPARE(listener.finished, 0);
    peer->write("0\r\n\r\n");
    QVERIFY(listener.waitForEnd());
    QVERIFY2(listener.isComplete, qPrintable(listener.end.message));
}

QTEST_GUILESS_MAIN(tst_HttpClient)
#include "tst_httpclient.moc"
