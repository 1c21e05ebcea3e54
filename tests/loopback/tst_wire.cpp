// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The frames that are recorded of HTTP: the exact bytes of the connection, without secrets.

#include "core/exchange/framepair.h"
#include "core/transport/http/contentdecoder.h"
#include "core/transport/http/httpframes.h"
#include "tests/loopback/tst_httpclient.h"
#include "tests/support/fetched.h"
#include "tests/support/openapipeer.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTcpSocket>

using namespace Workbench::Test;

namespace {

constexpr auto wireDocument = R"json({
    "openapi": "3.1.0", "info": {"title": "Desk", "version": "1"},
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "k"},
                                       "head": {"type": "apiKey", "in": "header", "name": "X-Desk"},
                                       "cookie": {"type": "apiKey", "in": "cookie", "name": "desk"}}},
    "paths": {"/list": {"get": {"operationId": "list", "security": [{"key": [], "head": [], "cookie": []}],
        "responses": {"200": {"description": "ok"}}}}}})json";

//! Returns all recorded bytes, with the compressed bodies also in decoded form.
QByteArray keptBytes(const ExchangeLog &log)
{
    QByteArray all;
    for (qsizetype i = 0; i < log.frameCount(); ++i) {
        const Frame &frame = log.frameAt(i);
        all += frame.label.toUtf8() + '\n' + frame.note.toUtf8() + '\n' + frame.head + frame.bytes + '\n'
            + frame.raw + '\n';
        Result<ContentDecoder> decoder = ContentDecoder::create("gzip", {}, false);
        if (const auto decoded = decoder->feed(frame.raw))
            all += decoded->join();
    }
    return all;
}

} // namespace

class tst_Wire : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qputenv("WORKBENCH_TEST_KEY", "s3cret canary/key"); }
    void init() { m_log = std::make_unique<ExchangeLog>(); }
    void showsTheHeadsToTheByte();
    void keepsTheReceivedBody_data();
    void keepsTheReceivedBody();
    void keepsNoMoreThanTheLogMayHold();
    void notesWhatCameOfABrokenAnswer_data();
    void notesWhatCameOfABrokenAnswer();
    void showsRedirects();
    void saysThatNothingWasSent();
    void notesDeletedRequests_data();
    void notesDeletedRequests();
    void recordsTheHeadOfARequestThatEndsEarly_data();
    void recordsTheHeadOfARequestThatEndsEarly();
    void saysThatARequestWasSentAgain();
    void hidesEverySecret_data();
    void hidesEverySecret();
    void hidesSecretsInRedirects();

private:
    HttpRequest noted(const QUrl &url, const QByteArray &method = "GET", const QByteArray &shownTarget = {});
    Whole fetchAndNote(HttpRequest request);

    std::unique_ptr<ExchangeLog> m_log;
    HttpHeaders m_secretHeaders;
    Limits m_limits;
    HttpClient m_client{u"desk"_s, {}};
};

HttpRequest tst_Wire::noted(const QUrl &url, const QByteArray &method, const QByteArray &shownTarget)
{
    HttpRequest request = requestFor(url, method);
    HttpFrames{m_log.get(), u"desk"_s, u"GET 1"_s, {}, m_secretHeaders}.noteSent(
        request, u"first"_s, shownTarget);
    return request;
}

//! Sends \a request and notes the answer, as the sources do.
Whole tst_Wire::fetchAndNote(HttpRequest request)
{
    Whole whole = fetched(m_client, std::move(request));
    if (whole)
        HttpFrames{m_log.get(), u"desk"_s, u"GET 1"_s, {}, m_secretHeaders}.noteReceived(
            whole->head, whole->body, whole->raw);
    return whole;
}

void tst_Wire::showsTheHeadsToTheByte()
{
    const QByteArray early = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
    const QByteArray head = "HTTP/1.1 200  Fine \r\nX-Odd:   two  blanks \r\nx-FOLD: "
                            "a\r\n\tb\r\nTransfer-Encoding: chunked\r\n\r\n";
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, early + head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    });
    HttpRequest request = noted(server.url(u"/a%20b/../c?x=[1]"_s), "POST");
    request.target = "/a/../b?y={z}|";
    request.headers.append(std::pair(QByteArray("x-CASE"), QByteArray("kept")));
    const Whole whole = fetchAndNote(request);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(m_log->frameCount(), 2);
    const Frame sent = m_log->frameAt(0);
    QCOMPARE(sent.direction, Direction::Sent);
    QCOMPARE(sent.head, server.requests().last().head + "\r\n");
    QVERIFY(sent.head.startsWith("POST /a/../b?y={z}| HTTP/1.1\r\nHost: 127.0.0.1:"));
    QVERIFY(sent.head.contains("\r\nx-CASE: kept\r\n"));
    QVERIFY(sent.head.contains("\r\nContent-Length: 8\r\n"));
    QCOMPARE(sent.bytes, "{\"id\":1}");
    QCOMPARE(sent.bytes.constData(), request.body->constData()); // shares the bytes of the request
    const Frame received = m_log->frameAt(1);
    QCOMPARE(received.head, early + head);
    QCOMPARE(received.bytes, "abcde");
    QCOMPARE(received.raw, "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    QVERIFY(codingOf(received).isChunked);
    QVERIFY(codingOf(received).version.isEmpty());
    const std::optional<FramePair> pair = pairOf(*m_log, 1);
    QVERIFY(pair);
    QCOMPARE(pair->request, sent.sequence);
}

void tst_Wire::keepsTheReceivedBody_data()
{
    QTest::addColumn<QByteArray>("headers");
    QTest::addColumn<QByteArray>("sent"); // the bytes after the head
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("content");
    const QByteArray body("{\"n\":1}");
    const auto row = [](const char *name, const QByteArray &headers, const QByteArray &sent,
                         const QByteArray &decoded, const QString &content) {
        QTest::newRow(name) << headers << sent << decoded << content;
    };
    const QByteArray zipped = gzip(body);
    const QByteArray size = QByteArray::number(zipped.size(), 16);
    const QByteArray chunked("Transfer-Encoding: chunked\r\n");
    const QByteArray packed("Content-Encoding: gzip\r\n");
    row("gzip", packed, zipped, body, u"gzip"_s);
    row("zstd", "Content-Encoding: zstd\r\n", QByteArray::fromHex(zstdHello),
        QByteArray("hello ").repeated(10'000), u"zstd"_s);
    row("chunks", chunked, "3\r\n{\"n\r\n004;x=1\r\n\":1}\r\n0\r\n\r\n", body, {});
    row("chunks with a trailer", chunked, "7\r\n{\"n\":1}\r\n0\r\nX-Sum:  42\r\n\r\n", body, {});
    row("gzip in chunks", packed + chunked, size + "\r\n" + zipped + "\r\n0\r\n\r\n", body, u"gzip"_s);
    row("identity", "Content-Encoding: identity\r\n", body, body, {});
    row("no coding", {}, body, body, {});
}

void tst_Wire::keepsTheReceivedBody()
{
    QFETCH(QByteArray, headers);
    QFETCH(QByteArray, sent);
    QFETCH(QByteArray, body);
    QFETCH(QString, content);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        QByteArray answer = RawServer::ok(sent, headers);
        if (headers.contains("chunked"))
            answer.replace(QByteArray("Content-Length: " + QByteArray::number(sent.size()) + "\r\n"), "");
        RawServer::answer(socket, answer);
    });
    const Whole whole = fetchAndNote(noted(server.url()));
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    const Frame frame = m_log->frameAt(1);
    QCOMPARE(frame.bytes, body);
    QCOMPARE(frame.raw, sent == body ? QByteArray() : sent);
    QCOMPARE(codingOf(frame).content, content);
    QCOMPARE(codingOf(frame).isChunked, headers.contains("chunked"));
    QVERIFY(decodedFrame(frame).endsWith(QByteArray("\n\n" + body)));
    if (content.isEmpty())
        QVERIFY(rawFrame(frame).endsWith(QByteArray("\n\n" + sent)));
    else
        QVERIFY(rawFrame(frame).contains(QByteArray("\n0000  " + sent.first(8).toHex(' '))));
    const Whole unwatched = fetched(m_client, requestFor(server.url()));
    QVERIFY(unwatched && unwatched->raw.isEmpty()); // without a listener nothing is kept
}

void tst_Wire::keepsNoMoreThanTheLogMayHold()
{
    const QByteArray coded = gzip("{\"n\":1}");
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(coded, "Content-Encoding: gzip\r\n"));
    });
    for (const qsizetype most : {coded.size(), coded.size() - 1}) {
        m_limits.exchangeBytes = most;
        HttpClient client(u"desk"_s, m_limits);
        const Whole whole = fetched(client, noted(server.url()));
        QVERIFY(whole);
        QCOMPARE(whole->body, "{\"n\":1}");
        QCOMPARE(whole->raw.size(), most == coded.size() ? most : 0);
    }
    m_limits.exchangeBytes = 1000;
    ExchangeLog log(m_limits);
    for (int number = 0; number < 10; ++number) {
        Frame frame;
        frame.head = QByteArray(100, 'h');
        frame.bytes = QByteArray(100, 'b');
        frame.raw = QByteArray(100, 'c');
        log.note(frame);
    }
    QCOMPARE(log.frameCount(), 3);
}

void tst_Wire::notesWhatCameOfABrokenAnswer_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("label");
    QTest::addColumn<qsizetype>("headBytes"); // of the answer
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isRawKept"); // the bytes after the head
    const auto row = [](const char *name, const QByteArray &head, const QByteArray &rest,
                         const QString &label, const QByteArray &body, bool isRawKept) {
        QTest::newRow(name) << QByteArray(head + rest) << label << head.size() << body << isRawKept;
    };
    const QByteArray ok("HTTP/1.1 200 OK\r\n");
    const QByteArray zipped = gzip("{\"n\":1}");
    row("cut body", ok + "Content-Length: 9\r\n\r\n", "{}", u"200 OK"_s, "{}", false);
    row("wrong chunk size", ok + "Transfer-Encoding: chunked\r\n\r\n", "2\r\n{}\r\nzz\r\n", u"200 OK"_s, "{}",
        true);
    row("cut gzip", ok + "Content-Encoding: gzip\r\n\r\n", zipped.chopped(4), u"200 OK"_s, "{\"n\":1}",
        false);
    row("contradicting lengths", ok + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n", "{}",
        u"unusable answer"_s, {}, false);
    row("a coding that cannot be decoded", ok + "Content-Encoding: compress\r\nContent-Length: 2\r\n\r\n",
        "{}", u"unusable answer"_s, {}, false);
    row("cut head", ok + "X-A: 1\r\n", {}, u"unusable answer"_s, {}, false);
    row("not HTTP", {}, "SSH-2.0-OpenSSH_9.2\r\n", u"unusable answer"_s, "SSH-2.0-OpenSSH_9.2\r\n", false);
}

void tst_Wire::notesWhatCameOfABrokenAnswer()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, label);
    QFETCH(qsizetype, headBytes);
    QFETCH(QByteArray, body);
    QFETCH(bool, isRawKept);
    RawServer server(
        [&](QTcpSocket *socket, const RawServer::Request &) { RawServer::answer(socket, answer); });
    const Whole whole = fetchAndNote(noted(server.url()));
    QVERIFY(!whole);
    QCOMPARE(m_log->frameCount(), 2);
    const Frame frame = m_log->frameAt(1);
    QCOMPARE(frame.direction, Direction::Received);
    QCOMPARE(frame.label, label);
    QCOMPARE(frame.head, answer.first(headBytes));
    QCOMPARE(frame.bytes, body);
    QCOMPARE(frame.raw, isRawKept ? answer.sliced(headBytes) : QByteArray());
    QCOMPARE(frame.note, whole.error().message);
}

void tst_Wire::showsRedirects()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
        const bool isLast = request.target == "/b";
        RawServer::answer(socket,
            isLast ? RawServer::ok("{}")
                   : QByteArray("HTTP/1.1 303 Over There\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"));
    });
    QVERIFY(fetchAndNote(noted(server.url(u"/a"_s), "POST")));
    QCOMPARE(m_log->frameCount(), 4);
    QCOMPARE(m_log->frameAt(0).label, u"first"_s);
    QVERIFY(m_log->frameAt(0).head.startsWith("POST /a HTTP/1.1\r\n"));
    QCOMPARE(m_log->frameAt(0).bytes, "{\"id\":1}");
    QCOMPARE(m_log->frameAt(1).label, u"303 Over There"_s);
    QVERIFY(m_log->frameAt(1).head.contains("\r\nLocation: /b\r\n"));
    QCOMPARE(m_log->frameAt(2).label, u"GET /b"_s);
    QVERIFY(m_log->frameAt(2).head.startsWith("GET /b HTTP/1.1\r\n"));
    QVERIFY(m_log->frameAt(2).bytes.isEmpty());
    QCOMPARE(m_log->frameAt(3).label, u"200 OK"_s);
    QCOMPARE(pairOf(*m_log, 1)->request, m_log->frameAt(0).sequence);
    QCOMPARE(pairOf(*m_log, 3)->request, m_log->frameAt(2).sequence);
}

void tst_Wire::saysThatNothingWasSent()
{
    QUrl nowhere;
    {
        const RawServer gone([](QTcpSocket *, const RawServer::Request &) { });
        nowhere = gone.url();
    }
    QVERIFY(!fetchAndNote(noted(nowhere, "POST")));
    QCOMPARE(m_log->frameCount(), 1);
    QCOMPARE(m_log->frameAt(0).label, u"first"_s);
    QCOMPARE(m_log->frameAt(0).note, u"not sent"_s);
    QVERIFY(m_log->frameAt(0).head.isEmpty());
}

void tst_Wire::notesDeletedRequests_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<bool>("hasBegun");
    QTest::addColumn<bool>("wasSent");
    QTest::newRow("before it begins") << u"http"_s << false << false;
    QTest::newRow("while it connects") << u"https"_s << true << false; // the server never answers in TLS
    QTest::newRow("while it waits for its answer") << u"http"_s << true << true;
}

void tst_Wire::notesDeletedRequests()
{
    QFETCH(QString, scheme);
    QFETCH(bool, hasBegun);
    QFETCH(bool, wasSent);
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QUrl url(u"http://127.0.0.1/a"_s);
    url.setScheme(scheme);
    url.setPort(server.serverPort());
    std::unique_ptr<HttpReply> reply = m_client.send(noted(url, "POST"));
    if (hasBegun) {
        QTRY_VERIFY(server.hasPendingConnections());
        QTcpSocket *socket = server.nextPendingConnection();
        QTRY_VERIFY(socket->bytesAvailable() > 0);
    }
    if (wasSent)
        QTRY_COMPARE(m_log->frameCount(), 1);
    reply.reset();
    QCOMPARE(m_log->frameCount(), 1);
    const Frame frame = m_log->frameAt(0);
    QCOMPARE(frame.label, u"first"_s);
    QCOMPARE(frame.note, wasSent ? QString() : u"not sent: the request was cancelled"_s);
    QCOMPARE(frame.head.startsWith("POST /a HTTP/1.1\r\n"), wasSent);
    QCOMPARE(frame.bytes, wasSent ? QByteArray("{\"id\":1}") : QByteArray());
}

void tst_Wire::recordsTheHeadOfARequestThatEndsEarly_data()
{
    QTest::addColumn<bool>("isDeleted");
    QTest::newRow("cancelled") << false;
    QTest::newRow("deleted") << true;
}

// On a kept connection the head is sent at once, but the log learns of it in a later turn of the event loop.
void tst_Wire::recordsTheHeadOfARequestThatEndsEarly()
{
    QFETCH(bool, isDeleted);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.target == "/kept")
            socket->write(RawServer::ok("{}"));
    });
    QVERIFY(fetched(m_client, requestFor(server.url(u"/kept"_s))));
    Listener listener(m_client.send(noted(server.url(u"/a"_s))));
    QMetaObject::invokeMethod( // runs right after the request began
        this,
        [&] {
            if (isDeleted)
                listener.reply.reset();
            else
                listener.reply->abort();
        },
        Qt::QueuedConnection);
    QTRY_COMPARE(server.requests().size(), 2);
    if (!isDeleted)
        QVERIFY(listener.waitForEnd());
    QCOMPARE(m_log->frameCount(), 1);
    QCOMPARE(m_log->frameAt(0).note, QString());
    QCOMPARE(m_log->frameAt(0).head, server.requests().last().head + "\r\n");
}

void tst_Wire::saysThatARequestWasSentAgain()
{
    int answered = 0;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        if (++answered == 2)
            socket->abort(); // the kept connection breaks
        else
            socket->write(RawServer::ok("{}"));
    });
    QVERIFY(fetched(m_client, requestFor(server.url())));
    QVERIFY(fetchAndNote(noted(server.url())));
    QCOMPARE(m_log->frameCount(), 3);
    QVERIFY(m_log->frameAt(0).note.isEmpty());
    QCOMPARE(m_log->frameAt(1).note, u"sent again on another connection"_s);
    QCOMPARE(m_log->frameAt(1).head, m_log->frameAt(0).head);
}

void tst_Wire::hidesEverySecret_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("plain") << RawServer::ok("{\"echo\":\"s3cret canary/key\"}");
    QTest::newRow("escaped") << RawServer::ok("{\"echo\":\"s3cret canary\\/key\"}");
    QTest::newRow("compressed") << RawServer::ok(
        gzip("{\"echo\":\"s3cret canary/key\"}"), "Content-Encoding: gzip\r\n");
    QTest::newRow("compressed, escaped")
        << RawServer::ok(gzip("{\"echo\":\"s3cret%20canary%2Fkey\"}"), "Content-Encoding: gzip\r\n");
    QTest::newRow("refused, compressed")
        << QByteArray(RawServer::ok(gzip("{\"echo\":\"s3cret canary/key\"}"), "Content-Encoding: gzip\r\n"))
               .replace("200 OK", "403 s3cret canary/key");
    // The secret is the file name in the gzip header, which is not part of the decoded body.
    QTest::newRow("beside the body") << RawServer::ok(
        QByteArray(gzip("{}")).replace(3, 7, QByteArray("\x08\0\0\0\0\0\3s3cret canary/key\0", 25)),
        "Content-Encoding: gzip\r\n");
    QTest::newRow("across two chunks")
        << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "d\r\n{\"e\":\"s3cret \r\nc\r\ncanary/key\"}\r\n0\r\n\r\n");
    QTest::newRow("in a trailer") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                                "2\r\n{}\r\n0\r\nX-Echo: s3cret canary/key\r\n\r\n");
    QTest::newRow("headers") << RawServer::ok("{}",
        "X-Echo: s3cret canary/key\r\nX-Percent: s3cret%20canary%2Fkey\r\nSet-Cookie: s=canary\r\n"
        "X-Fold: s3cret canary/key\r\n more\r\nAuthorization: x\r\n\tcanary\r\n"
        "Location: https://ana:canary@h/?token=canary&a=1#access_token=canary\r\n"
        "Content-Location: //ana@h/?a=1;session=canary\r\n");
    QTest::newRow("early hints")
        << QByteArray("HTTP/1.1 103 Early\r\nX-Echo: s3cret canary/key\r\nSet-Cookie: canary\r\n\r\n")
            + RawServer::ok("{}");
}

// The secret is sent in the query, a header and a cookie, and the server echoes it in every form.
void tst_Wire::hidesEverySecret()
{
    QFETCH(QByteArray, answer);
    OpenApiPeer peer{wireDocument};
    QVERIFY(peer.open(R"({"security":{"key":"env:WORKBENCH_TEST_KEY","head":"env:WORKBENCH_TEST_KEY",
        "cookie":"env:WORKBENCH_TEST_KEY"},"headers":{"X-Mine":"canary of mine"}})"));
    peer.special = [&](QTcpSocket *socket, const RawServer::Request &) { RawServer::answer(socket, answer); };
    peer.invoke(u"list"_s).error_or(Error{});
    const RawServer::Request seen = peer.server.requests().last();
    QVERIFY2(seen.target.contains("canary%2Fkey"), seen.target.constData());
    QCOMPARE(seen.header("x-desk"), "s3cret canary/key");
    QVERIFY(seen.header("cookie").contains("canary"));
    QCOMPARE(seen.header("x-mine"), "canary of mine");
    const QByteArray kept = keptBytes(peer.log);
    QVERIFY(kept.contains("\r\nHost: 127.0.0.1:"));
    QVERIFY(kept.contains("GET /list?k=***"));
    QVERIFY2(!kept.contains("canary"), kept.constData());
}

// Values of the settings and typed values, which no store of secrets knows.
void tst_Wire::hidesSecretsInRedirects()
{
    m_secretHeaders = {{"X-Mine", "canary-of-mine"}, {QByteArray(), "canary%2Fkey"}};
    RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
        const bool isLast = request.target.startsWith("/b");
        RawServer::answer(socket,
            isLast
                ? RawServer::ok("{}", "X-Echo: you are canary-of-mine\r\n")
                : QByteArray("HTTP/1.1 302 canary-of-mine\r\nLocation: /b?k=canary%2Fkey&api_key=canary\r\n"
                             "Content-Length: 0\r\n\r\n"));
    });
    HttpRequest request = noted(server.url(u"/a?k=canary%2Fkey"_s), "GET", "/a?k=***");
    request.headers.append(std::pair(QByteArray("X-Mine"), QByteArray("canary-of-mine")));
    QVERIFY(fetchAndNote(request));
    QCOMPARE(m_log->frameCount(), 4);
    QCOMPARE(server.requests().at(1).target, "/b?k=canary%2Fkey&api_key=canary");
    QVERIFY(m_log->frameAt(0).head.startsWith("GET /a?k=*** HTTP/1.1\r\n"));
    QVERIFY2(m_log->frameAt(2).head.startsWith("GET /b?k=•••&api_key=*** HTTP/1.1\r\n"),
        m_log->frameAt(2).head.constData());
    const QByteArray kept = keptBytes(*m_log);
    QVERIFY2(!kept.contains("canary"), kept.constData());
    m_secretHeaders.clear();
}

WORKBENCH_TEST(tst_Wire, QCoreApplication)
#include "tst_wire.moc"
