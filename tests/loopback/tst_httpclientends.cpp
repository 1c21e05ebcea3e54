// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Deadlines, limits, flow control, and requests that end early.

#include "core/base/advice.h"
#include "tests/loopback/tst_httpclient.h"

#include <QScopeGuard>

#include <array>

void tst_HttpClient::endsOnEachDeadline_data()
{
    QTest::addColumn<QByteArray>("start"); // the bytes that the server sends at once
    QTest::addColumn<int>("dripMs"); // interval of the single bytes that follow; 0: no more bytes
    QTest::addColumn<QString>("deadline");
    // Only one deadline is short, because on a busy machine two short deadlines could pass together.
    QTest::addColumn<int>("headersMs");
    QTest::addColumn<int>("idleMs");
    QTest::addColumn<int>("totalMs");
    const QByteArray head("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
    QTest::newRow("no headers") << QByteArray() << 0 << u"no response headers within"_s << 500 << 300
                                << 20'000;
    QTest::newRow("headers that drip") << QByteArray("HTTP/1.1 200 OK\r\nX: ") << 50
                                       << u"no response headers within"_s << 500 << 20'000 << 20'000;
    QTest::newRow("headers, then nothing")
        << head << 0 << u"in the middle of its response"_s << 20'000 << 400 << 20'000;
    QTest::newRow("a byte now and then")
        << head << 100 << u"did not finish its response"_s << 20'000 << 20'000 << 500;
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
    const int afterMs = deadline.contains("headers"_L1) ? headersMs : std::min(idleMs, totalMs);
    QVERIFY2(timer.elapsed() >= afterMs * 9 / 10 && timer.elapsed() < 15'000,
        qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(server.requests().size(), 1);
}

void tst_HttpClient::namesTheStepOfConnecting_data()
{
    QTest::addColumn<QString>("step");
    QTest::addColumn<QString>("says"); // %1: the port of the server
    QTest::addColumn<int>("headersMs");
    QTest::addColumn<int>("connectMs");
    const auto rows = [](const char *step, const QString &says) {
        const QString name = QString::fromLatin1(step);
        QTest::addRow("%s, both deadlines", step) << name << says << 400 << 400;
        QTest::addRow("%s, deadline of the answer", step) << name << says << 400 << 20'000;
        QTest::addRow("%s, deadline of the connection", step) << name << says << 20'000 << 400;
    };
    rows("TCP", u"Server \"files\" did not accept a connection to http://127.0.0.1:%1 within 400 ms. "_s);
    rows("TLS",
        u"Server \"files\" did not finish the TLS handshake to https://127.0.0.1:%1 within 400 ms. "_s);
    rows("proxy",
        u"the proxy 127.0.0.1:%1 made no connection to http://shop.example within 400 ms. Check http_proxy"_s);
}

// The system accepts connections for the server until its queue is full, but the server never answers.
void tst_HttpClient::namesTheStepOfConnecting()
{
    QFETCH(QString, step);
    QFETCH(QString, says);
    QFETCH(int, headersMs);
    QFETCH(int, connectMs);
    QTcpServer server;
    server.setListenBacklogSize(step == "TCP"_L1 ? 1 : 50);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    server.pauseAccepting();
    std::array<QTcpSocket, 2> waiting;
    for (QTcpSocket &socket : waiting) {
        socket.connectToHost(server.serverAddress(), server.serverPort());
        QVERIFY(socket.waitForConnected());
    }
    const QString port = QString::number(server.serverPort());
    HttpRequest request =
        requestFor(QUrl(u"%1://127.0.0.1:%2/"_s.arg(step == "TLS"_L1 ? u"https"_s : u"http"_s, port)));
    if (step == "proxy"_L1) {
        request.url = QUrl(u"http://shop.example/"_s);
        qputenv("http_proxy", QByteArray("http://ana:canary@127.0.0.1:" + port.toLatin1()));
    }
    const auto restore = qScopeGuard([] { qunsetenv("http_proxy"); });
    request.headersWithin = std::chrono::milliseconds(headersMs);
    Limits limits;
    limits.connectTimeoutMs = connectMs;
    HttpClient client(u"files"_s, limits);
    const Whole whole = wait(client.fetch(request));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Timeout);
    QCOMPARE(whole.error().code, u"http.connectDeadline"_s);
    QVERIFY2(whole.error().message.contains(says.arg(port)), qPrintable(whole.error().message));
    QVERIFY2(!whole.error().message.contains(u"canary"_s), qPrintable(whole.error().message));
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
#if defined(WORKBENCH_UNOPTIMISED)
    constexpr bool measures = false; // a sanitizer keeps freed memory in quarantine
#else
    const bool measures = reset.open(QIODevice::WriteOnly) && reset.write("5") == 1;
#endif
    reset.close();
    const qint64 before = memoryNow("VmRSS");
    const Test::CpuTimer timer;
    const Whole whole = wait(client.fetch(requestFor(server.url())));
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Limit);
    QVERIFY2(messageWithAdvice(whole.error()).contains(key), qPrintable(whole.error().message));
    QVERIFY2(timer.elapsed() < 1000 * Test::slowness, qPrintable(QString::number(timer.elapsed())));
    if (measures) {
        const qint64 growth = memoryNow("VmHWM") - before;
        QVERIFY2(growth < bodyLimit + (qint64{32} << 20), qPrintable(QString::number(growth >> 20)));
    }
}

void tst_HttpClient::boundsHeaders_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<qint64>("headerBytes"); // the limit
    const qint64 usual = Limits().httpHeaderBytes;
    const QByteArray start("HTTP/1.1 200 OK\r\n");
    const QByteArray line("X: " + QByteArray(10'000, 'x') + "\r\n");
    QTest::newRow("10 MB") << QByteArray(start + line.repeated(1000)) << usual;
    QTest::newRow("400 kB with a larger limit")
        << QByteArray(start + line.repeated(40) + "\r\n") << (1LL << 20);
    QTest::newRow("5000 informational answers")
        << QByteArray("HTTP/1.1 103 Early Hints\r\n\r\n").repeated(5000) << usual;
}

void tst_HttpClient::boundsHeaders()
{
    QFETCH(QByteArray, answer);
    QFETCH(qint64, headerBytes);
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) { socket->write(answer); });
    Limits limits;
    limits.httpHeaderBytes = headerBytes;
    HttpClient client(u"files"_s, limits);
    const Whole whole = wait(client.fetch(requestFor(server.url())));
    QVERIFY(!whole);
    QVERIFY2(whole.error().kind == ErrorKind::Limit, qPrintable(whole.error().message));
}

void tst_HttpClient::pushesBackWhileReadingIsPaused()
{
    constexpr qsizetype size = qsizetype{32} << 20;
    QPointer<QTcpSocket> peer;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        peer = socket;
        RawServer::answer(socket, RawServer::ok(QByteArray(size, 'x')));
    });
    HttpClient client(u"files"_s, {});
    Listener listener(client.send(requestFor(server.url())));
    // Pauses at the first chunk: on loopback the rest may come within one turn of the event loop.
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

void tst_HttpClient::countsNoIdleTimeDuringAPause_data()
{
    QTest::addColumn<bool>("continues"); // whether the server sends the rest after the pause
    QTest::newRow("the rest comes") << true;
    QTest::newRow("silence") << false;
}

void tst_HttpClient::countsNoIdleTimeDuringAPause()
{
    QFETCH(bool, continues);
    QPointer<QTcpSocket> peer;
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        peer = socket;
        socket->write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
    });
    Limits limits;
    limits.streamIdleMs = 1500;
    HttpClient client(u"files"_s, limits);
    Listener listener(client.send(requestFor(server.url())));
    connect(listener.reply.get(), &HttpReply::bodyReceived, this, [&] {
        if (listener.size <= 2)
            listener.reply->setReading(false);
    });
    QTRY_VERIFY(!listener.chunks.isEmpty());
    QTest::qWait(2000);
    QCOMPARE(listener.finished, 0);
    if (continues)
        peer->write("cd");
    listener.reply->setReading(true);
    QVERIFY(listener.waitForEnd());
    QCOMPARE(listener.isComplete, continues);
    if (!continues)
        QCOMPARE(listener.end.code, u"http.idleDeadline"_s);
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
    QCOMPARE(listener.finished, 0); // signals are never emitted inside abort()
    QVERIFY(listener.waitForEnd());
    QVERIFY2(clock.elapsed() < 100 * Test::slowness, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(listener.end.kind, ErrorKind::Cancelled);
    listener.reply->abort();
    QTest::qWait(20);
    QCOMPARE(listener.finished, 1);

    Listener early(client.send(requestFor(server.url())));
    early.reply->abort(); // aborted before the request started
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

void tst_HttpClient::settlesWhenTheClientIsDestroyed()
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
        QTest::qWait(110); // longer than the idle deadline, which does not apply to streams
        peer->write("b\r\ndata: one\n\n\r\n");
        QTRY_COMPARE(listener.size, number * 11);
    }
    QCOMPARE(listener.finished, 0);
    peer->write("0\r\n\r\n");
    QVERIFY(listener.waitForEnd());
    QVERIFY2(listener.isComplete, qPrintable(listener.end.message));
}
