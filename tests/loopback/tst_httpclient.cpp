// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Requests, answers and redirects, and the errors of each.

#include "tests/loopback/tst_httpclient.h"

#include "tests/support/testprogram.h"

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
    request = requestFor(url, "DELETE");
    request.target = '/' + QByteArray(9'000'000, 'x'); // libcurl would send a request for another path
    QTest::newRow("a target of 9 MB") << request;
    request = requestFor(url);
    request.headers = {{"X", QByteArray(1'100'000, 'x')}};
    QTest::newRow("headers of 1.1 MB") << request;
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
    // A lost connection is a network error; bytes that break HTTP are a protocol error.
    // \source core/RULES.md R-141
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
        u"sent an invalid Content-Length."_s);
    broken("contradicting lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        u"sent Content-Length values that contradict each other: \"2, 3\"."_s);
    broken("bad chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n",
        u"sent an invalid chunk size."_s);
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
    const auto notHttp = [](const char *name, const QByteArray &answer, const QString &begin) {
        QTest::newRow(name) << answer << false << ErrorKind::Protocol
                            << u"not a valid HTTP answer; it begins with \"%1"_s.arg(begin)
                            << u"Check the scheme (http or https) and the port"_s;
    };
    notHttp("no status", "HTTP/1.1 abc\r\n\r\n", u"HTTP/1.1 abc\"."_s);
    notHttp("an empty status", "HTTP/1.1\r\n\r\n", u"HTTP/1.1\"."_s);
    notHttp("another version", "HTTP/2 200 OK\r\n\r\n{}", u"HTTP/2 200 OK\\r\\n\\r\\n{}\"."_s);
    notHttp("an empty line first", "\r\nHTTP/1.1 200 OK\r\n\r\n", u"\\r\\nHTTP/1.1 200 OK\"."_s);
    notHttp("a blank first", " HTTP/1.1 200 OK\r\n\r\n", u" HTTP/1.1 200 OK\"."_s);
    broken("no colon", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}",
        u"not a valid HTTP answer; it begins with \"HTTP/1.1 200 OK\\r\\nno colon\\r\\n"_s);
    broken("another protocol after 100", "HTTP/1.1 100 Continue\r\n\r\nSSH-2.0-x\r\n",
        u"not a valid HTTP answer; it begins with \"HTTP/1.1 100 Continue\\r\\n\\r\\nSSH-2.0-x\"."_s);
    cut("cut in the word HTTP", "HT", u"closed the connection in the middle of the answer's head."_s);
    cut("cut in the version", "HTTP/1", u"closed the connection in the middle of the answer's head."_s);
    QTest::newRow("not HTTP") << QByteArray("\x15\x03\x01 what\r\n\r\n") << false << ErrorKind::Protocol
                              << u"not a valid HTTP answer; it begins with \"\\u{15}"_s
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
    // The failure does not affect the next request.
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
    QCOMPARE(listener.heads.size(), 1); // the redirect itself is not reported
    QCOMPARE(listener.chunks.join(), "{\"id\":1}");
    QCOMPARE(listener.heads.first().url, server.url(u"/mcp/"_s));
    QCOMPARE(server.requests().size(), 2);
    QCOMPARE(server.requests().last().header("authorization"), "Bearer token");
}

void tst_HttpClient::sendsNoSecretsToAnotherOrigin_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("method");
    for (const int status : {301, 302, 303, 307, 308}) {
        QTest::addRow("GET %d", status) << status << QByteArray("GET");
        QTest::addRow("POST %d", status) << status << QByteArray("POST");
    }
}

void tst_HttpClient::sendsNoSecretsToAnotherOrigin()
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
    QCOMPARE(server.requests().size(), 6); // the first request and five redirects
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
    QVERIFY2(tls.error().message.contains(u"did not finish the TLS handshake to "_s),
        qPrintable(tls.error().message));
    HttpRequest request = requestFor(https);
    request.headersWithin = std::chrono::milliseconds(300);
    HttpClient patient(u"files"_s, {});
    const Whole late = wait(patient.fetch(request));
    QVERIFY(!late);
    QVERIFY2(late.error().message.contains(u"did not finish the TLS handshake to "_s),
        qPrintable(late.error().message));
}

WORKBENCH_TEST(tst_HttpClient, QCoreApplication)
