// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Our HTTP client against Node's HTTP/2 server, which uses another copy of nghttp2 than libcurl and its own
// HTTP/1.1.

#include "core/json/jsonparser.h"
#include "core/transport/http/httpclient.h"
#include "tests/support/certificates.h"
#include "tests/support/fetched.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Whole = Result<HttpClient::Whole>;

class tst_PeerHttp2 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { m_client = std::make_unique<HttpClient>(u"node"_s, m_limits); }
    void cleanup();
    void cleanupTestCase();
    void speaksTheVersionThatIsAgreedOn();
    void reportsHeadsInTheFormOfHttp1();
    void sendsTheTargetToTheByte();
    void sendsBodiesOfAnySize();
    void readsLargeAnswers();
    void readsTrailersAndEarlyHints();
    void undoesEveryCoding_data();
    void undoesEveryCoding();
    void stopsBombs_data();
    void stopsBombs();
    void boundsHeaders_data();
    void boundsHeaders();
    void sharesOneConnection();
    void measuresEachStep();
    void reusesConnectionsWhereItMay_data();
    void reusesConnectionsWhereItMay();
    void followsRedirects();
    void saysHowAnAnswerEnded_data();
    void saysHowAnAnswerEnded();
    void usesHttp1AfterTheServerRequiredIt();
    void usesHttp1ForALargeHead_data();
    void usesHttp1ForALargeHead();
    void retriesAnUnprocessedRequest();
    void finishesRequestsAfterAGoAway();
    void endsOnEachDeadline_data();
    void endsOnEachDeadline();
    void holdsBackWhileReadingIsPaused();
    void endsTheStreamOfADeletedReply();
    void settlesWhenTheClientIsDestroyed();
    void showsItsCertificate_data();
    void showsItsCertificate();
    void takesAnAcceptedCertificateOnly();

private:
    HttpRequest request(const QString &target, const QByteArray &method = "GET") const;
    Whole fetch(HttpRequest what) { return fetched(*m_client, std::move(what)); }
    Json ask(const QString &target);
    QUrl serve(QProcess &peer, const QStringList &more);

    QTemporaryDir m_folder;
    Test::MadeCertificate m_made;
    QProcess m_peer;
    QUrl m_url;
    Limits m_limits;
    std::unique_ptr<HttpClient> m_client;
};

QUrl tst_PeerHttp2::serve(QProcess &peer, const QStringList &more)
{
    peer.setProcessChannelMode(QProcess::MergedChannels);
    peer.start(QStringLiteral(NODE_PROGRAM),
        QStringList{u"--max-http-header-size=200000"_s, QStringLiteral(TESTS_DIR "/peers/http2peer.mjs"),
            m_made.keyFile, m_made.certificateFile}
            + more);
    QByteArray said;
    const bool isUp = QTest::qWaitFor(
        [&] {
            said += peer.readAll();
            return said.contains("port ") && said.endsWith('\n');
        },
        20'000);
    if (!isUp)
        qWarning("the peer said: %s", said.constData());
    return QUrl(u"https://localhost:%1"_s.arg(said.sliced(5).trimmed().toInt()));
}

void tst_PeerHttp2::initTestCase()
{
    m_made = Test::makeCertificate(m_folder, u"server"_s, u"localhost"_s);
    m_url = serve(m_peer, {});
}

void tst_PeerHttp2::cleanup()
{
    m_client.reset();
    m_limits = {};
}

void tst_PeerHttp2::cleanupTestCase()
{
    m_peer.kill();
    m_peer.waitForFinished();
}

HttpRequest tst_PeerHttp2::request(const QString &target, const QByteArray &method) const
{
    HttpRequest made;
    made.method = method;
    made.url = QUrl(m_url.toString() + target);
    made.acceptedCertificates = {{u"localhost"_s, m_made.sha256()}};
    return made;
}

Json tst_PeerHttp2::ask(const QString &target)
{
    const Whole whole = fetch(request(target));
    if (!whole)
        qWarning("%s", qPrintable(whole.error().message));
    return whole ? parseJson(whole->body).value_or(Json()) : Json();
}

void tst_PeerHttp2::speaksTheVersionThatIsAgreedOn()
{
    QCOMPARE(ask(u"/echo"_s).member(u"version").toString(), u"2.0"_s);
    HttpRequest pinned = request(u"/echo"_s);
    pinned.mayUseHttp2 = false;
    const Whole whole = fetch(pinned);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QVERIFY(whole->body.contains("\"version\":\"1.1\""));
    QCOMPARE(whole->timing.protocol, u"HTTP/1.1"_s);
    ask(u"/push"_s);
    QCOMPARE(ask(u"/counts"_s).member(u"pushAllowed").toBoolean(true), false);
}

void tst_PeerHttp2::reportsHeadsInTheFormOfHttp1()
{
    HttpRequest asked = request(u"/echo?x=1"_s);
    asked.headers = {{"X-Case", "kept"}};
    QByteArrayList sent;
    asked.onSent = [&](const HttpRequest &, const QByteArray &head, const QString &) { sent.append(head); };
    const Whole whole = fetch(asked);
    QVERIFY(whole);
    QCOMPARE(sent.size(), 1);
    QVERIFY2(sent.first().startsWith("GET /echo?x=1 HTTP/2\r\nHost: localhost:"), sent.first().constData());
    QVERIFY(sent.first().endsWith("\r\n\r\n"));
    QVERIFY2(whole->head.raw.startsWith("HTTP/2 "), whole->head.raw.constData());
    QVERIFY(whole->head.raw.endsWith("\r\n\r\n"));
}

void tst_PeerHttp2::sendsTheTargetToTheByte()
{
    HttpRequest exact = request(u"/ignored?x=1"_s);
    exact.target = "/a%2fb/./../c;d='e'?q=a+b%20c&r=[1]|{}&s=%E4%zz";
    exact.headers = {{"X-Mixed-CASE", "v1"}, {"X-Mixed-CASE", " v2 "}, {"Connection", "close"},
        {"TE", "chunked"}, {"Host", "evil.example"}};
    for (const bool mayUseHttp2 : {true, false}) {
        exact.mayUseHttp2 = mayUseHttp2;
        const Whole whole = fetch(exact);
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        const Json seen = parseJson(whole->body).value_or(Json());
        QCOMPARE(seen.member(u"target").toString(), QString::fromLatin1(exact.target));
        const Json headers = seen.member(u"headers");
        QCOMPARE(headers.member(u"x-mixed-case").toString(), u"v1, v2"_s);
        QCOMPARE(headers.member(mayUseHttp2 ? u":authority" : u"host").toString(), m_url.authority());
        QCOMPARE(headers.member(u"accept-encoding").toString(), u"gzip, deflate, br, zstd"_s);
        QVERIFY(!headers.hasMember("te"_L1));
    }
}

void tst_PeerHttp2::sendsBodiesOfAnySize()
{
    for (const qsizetype size : {qsizetype{0}, qsizetype{1}, qsizetype{70'000}, qsizetype{20} << 20}) {
        HttpRequest post = request(u"/echo"_s, "POST");
        post.body = QByteArray(size, 'b');
        const Whole whole = fetch(post);
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        const Json seen = parseJson(whole->body).value_or(Json());
        QCOMPARE(seen.member(u"length").toInteger().value_or(0), size);
        QCOMPARE(seen.member(u"headers").member(u"content-length").toString(), QString::number(size));
    }
}

void tst_PeerHttp2::readsLargeAnswers()
{
    constexpr qsizetype size = qsizetype{64} << 20;
    for (const bool mayUseHttp2 : {true, false}) {
        HttpRequest big = request(u"/big?n=%1"_s.arg(size));
        big.mayUseHttp2 = mayUseHttp2;
        QElapsedTimer timer;
        timer.start();
        const Whole whole = fetch(big);
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(whole->body.size(), size);
        qInfo("%s: 64 MiB in %lld ms", qPrintable(whole->timing.protocol), timer.elapsed());
    }
}

void tst_PeerHttp2::readsTrailersAndEarlyHints()
{
    for (const auto &[target, body] : {std::pair{u"/trailers"_s, "body"}, std::pair{u"/early"_s, "late"}}) {
        const Whole whole = fetch(request(target));
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(whole->head.status, 200);
        QCOMPARE(whole->body, body);
        QVERIFY(whole->head.header("link").isEmpty());
    }
    const Whole head = fetch(request(u"/head"_s, "HEAD"));
    QVERIFY2(head, qPrintable(head.error_or(Error{}).message));
    QCOMPARE(head->head.header("content-length"), "1000");
    QVERIFY(head->body.isEmpty());
}

void tst_PeerHttp2::undoesEveryCoding_data()
{
    QTest::addColumn<QString>("coding");
    QTest::addColumn<bool>("mayUseHttp2");
    for (const auto coding : {"gzip", "deflate", "br"}) {
        QTest::addRow("%s, HTTP/2", coding) << QString::fromLatin1(coding) << true;
        QTest::addRow("%s, HTTP/1.1", coding) << QString::fromLatin1(coding) << false;
    }
}

void tst_PeerHttp2::undoesEveryCoding()
{
    QFETCH(QString, coding);
    QFETCH(bool, mayUseHttp2);
    const auto askFor = [&](const QString &target) {
        HttpRequest made = request(target);
        made.mayUseHttp2 = mayUseHttp2;
        return fetch(made);
    };
    const Whole whole = askFor(u"/coded?c="_s + coding);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QVERIFY(whole->body == QByteArray("hello ").repeated(10'000));
    const Whole cut = askFor(u"/coded?cut=1&c="_s + coding);
    QVERIFY(!cut);
    QVERIFY2(cut.error().message.contains(u"stops before its end"_s), qPrintable(cut.error().message));
    const Whole more = askFor(u"/more?c="_s + coding);
    QVERIFY(!more);
    QVERIFY2(more.error().message.contains(u"compressed body"_s), qPrintable(more.error().message));
}

void tst_PeerHttp2::stopsBombs_data()
{
    QTest::addColumn<QString>("coding");
    QTest::newRow("gzip") << u"bombgzip"_s;
    QTest::newRow("br") << u"bombbr"_s;
}

void tst_PeerHttp2::stopsBombs()
{
    QFETCH(QString, coding);
    const Whole whole = fetch(request(u"/coded?c="_s + coding));
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"limit.http.decodeRatio"_s);
}

void tst_PeerHttp2::boundsHeaders_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("code"); // empty: the answer is accepted
    QTest::newRow("many") << u"/headers?n=900&size=1"_s << QString();
    QTest::newRow("too many") << u"/headers?n=1100&size=1"_s << u"limit.http.headerCount"_s;
    QTest::newRow("too large") << u"/headers?n=50&size=1000"_s << u"limit.http.headerBytes"_s;
    QTest::newRow("too many informational responses") << u"/earlyflood"_s << u"limit.http.headerCount"_s;
}

void tst_PeerHttp2::boundsHeaders()
{
    QFETCH(QString, target);
    QFETCH(QString, code);
    m_limits.httpHeaderBytes = 40'000;
    init();
    const Whole whole = fetch(request(target));
    QVERIFY2(whole.has_value() == code.isEmpty(), qPrintable(whole.error_or(Error{}).message));
    if (!whole)
        QVERIFY2(whole.error().code == code, qPrintable(whole.error().message));
    // The connection, or a new one, still works.
    QCOMPARE(ask(u"/echo"_s).member(u"version").toString(), u"2.0"_s);
}

void tst_PeerHttp2::sharesOneConnection()
{
    const qint64 before = ask(u"/counts"_s).member(u"sessions").toInteger().value_or(0);
    m_client = std::make_unique<HttpClient>(u"node"_s, m_limits);
    QList<QFuture<Whole>> all;
    for (int number = 0; number < 40; ++number)
        all.append(m_client->fetch(request(number % 2 ? u"/echo"_s : u"/big?n=300000"_s)));
    for (const auto &each : all) {
        QTRY_VERIFY(each.isFinished());
        QVERIFY2(each.result(), qPrintable(each.result().error_or(Error{}).message));
    }
    QCOMPARE(ask(u"/counts"_s).member(u"sessions").toInteger().value_or(0), before + 1);
    HttpRequest other = request(u"/echo"_s);
    other.acceptedCertificates.append({u"other.example"_s, QByteArray(32, 'x')});
    QVERIFY(fetch(other)); // other trust settings need a separate connection
    QCOMPARE(ask(u"/counts"_s).member(u"sessions").toInteger().value_or(0), before + 2);
}

void tst_PeerHttp2::measuresEachStep()
{
    for (const bool isReused : {false, true}) {
        const Whole whole = fetch(request(u"/echo"_s));
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        const RequestTiming &timing = whole->timing;
        QCOMPARE(timing.lookupUs >= 0, !isReused);
        QCOMPARE(timing.connectUs > 0, !isReused);
        QCOMPARE(timing.tlsUs > 0, !isReused);
        QVERIFY(timing.firstByteUs > 0);
        QVERIFY(timing.totalUs >= timing.firstByteUs);
        QCOMPARE(timing.protocol, u"HTTP/2"_s);
        QCOMPARE(timing.peer, u"127.0.0.1:%1"_s.arg(m_url.port()));
        qInfo("%s: lookup %lld, connect %lld, TLS %lld, first byte %lld, total %lld us",
            isReused ? "used again" : "new", timing.lookupUs, timing.connectUs, timing.tlsUs,
            timing.firstByteUs, timing.totalUs);
    }
}

void tst_PeerHttp2::reusesConnectionsWhereItMay_data()
{
    QTest::addColumn<bool>("mayUseHttp2");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("connections"); // for 50 requests
    QTest::newRow("HTTP/2, POST") << true << QByteArray("POST") << 1;
    QTest::newRow("HTTP/1.1, GET") << false << QByteArray("GET") << 1;
    QTest::newRow("HTTP/1.1, POST") << false << QByteArray("POST") << 50;
}

void tst_PeerHttp2::reusesConnectionsWhereItMay()
{
    QFETCH(bool, mayUseHttp2);
    QFETCH(QByteArray, method);
    QFETCH(int, connections);
    HttpRequest made = request(u"/echo"_s, method);
    made.mayUseHttp2 = mayUseHttp2;
    const auto count = [this] { return ask(u"/counts"_s).member(u"connections").toInteger().value_or(0); };
    const qint64 before = count();
    init(); // a new client, without the connection of count()
    QElapsedTimer timer;
    timer.start();
    for (int number = 0; number < 50; ++number)
        QVERIFY(fetch(made));
    qInfo("50 requests one after another: %lld ms", timer.elapsed());
    init();
    QCOMPARE(count() - before, connections + 1); // plus the connection of count()
}

void tst_PeerHttp2::followsRedirects()
{
    HttpRequest post = request(u"/redirect"_s, "POST");
    post.body = "{}";
    const Whole whole = fetch(post);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QVERIFY(whole->body.contains("\"method\":\"POST\"") && whole->body.contains("\"length\":2"));
}

void tst_PeerHttp2::saysHowAnAnswerEnded_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QString &target, const QString &says,
                         ErrorKind kind = ErrorKind::Network) {
        QTest::newRow(name) << target << kind << says;
    };
    row("reset without an answer", u"/reset?code=2"_s,
        u"broke off the request without an answer (HTTP/2 RST_STREAM: INTERNAL_ERROR)"_s);
    row("refused", u"/reset?code=7"_s, u"broke off the request without an answer"_s);
    row("requires HTTP/1.1", u"/reset?code=13"_s, u"requires HTTP/1.1"_s);
    row("reset in the body", u"/resetbody"_s, u"broke off its answer (HTTP/2 RST_STREAM: INTERNAL_ERROR)"_s);
    row("short body", u"/short"_s, u"a body whose length differs from its Content-Length (10)"_s,
        ErrorKind::Protocol);
    row("connection closed", u"/destroy"_s, u"closed the connection"_s);
    row("connection closed in the body", u"/destroybody"_s, u"before the answer was complete"_s);
}

void tst_PeerHttp2::saysHowAnAnswerEnded()
{
    QFETCH(QString, target);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, says);
    HttpRequest post = request(target, "POST");
    post.body = "{}";
    const QString path = target.section(u'?', 0, 0);
    const qint64 before = ask(u"/counts"_s).member(path).toInteger().value_or(0);
    const Whole whole = fetch(post);
    QVERIFY(!whole);
    QVERIFY2(whole.error().message.contains(says), qPrintable(whole.error().message));
    QVERIFY2(whole.error().message.startsWith(u"Server \"node\" "_s), qPrintable(whole.error().message));
    QVERIFY2(whole.error().kind == kind, qPrintable(whole.error().message));
    const qint64 sent = ask(u"/counts"_s).member(path).toInteger().value_or(0) - before;
    QCOMPARE(sent, 1);
}

// The first request is not repeated, because it may have had an effect.
void tst_PeerHttp2::usesHttp1AfterTheServerRequiredIt()
{
    const Whole refused = fetch(request(u"/onlyhttp1"_s, "POST"));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains(u"requires HTTP/1.1"_s), qPrintable(refused.error().message));
    for (int time = 1; time <= 2; ++time) {
        const Whole whole = fetch(request(u"/onlyhttp1"_s, "POST"));
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(whole->body, "over HTTP/1.1");
    }
    m_client = std::make_unique<HttpClient>(u"node"_s, m_limits);
    for (const auto method : {"GET", "POST"}) { // a GET has no effect, so it is repeated at once
        const Whole whole = fetch(request(u"/onlyhttp1"_s, method));
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QCOMPARE(whole->body, "over HTTP/1.1");
    }
}

void tst_PeerHttp2::usesHttp1ForALargeHead_data()
{
    QTest::addColumn<int>("targetBytes");
    QTest::addColumn<int>("headerBytes");
    QTest::addColumn<QString>("version");
    QTest::newRow("a target of 59 kB") << 59'000 << 0 << u"2.0"_s;
    QTest::newRow("a target of 70 kB") << 70'000 << 0 << u"1.1"_s;
    QTest::newRow("headers of 70 kB") << 0 << 35'000 << u"1.1"_s;
}

void tst_PeerHttp2::usesHttp1ForALargeHead()
{
    QFETCH(int, targetBytes);
    QFETCH(int, headerBytes);
    QFETCH(QString, version);
    HttpRequest large = request(u"/echo?"_s + QString(targetBytes, u'q'), "POST");
    if (headerBytes > 0) {
        for (const QByteArray name : {"X-One", "X-Two"})
            large.headers.append(std::pair(name, QByteArray(headerBytes, 'h')));
    }
    const Whole whole = fetch(large);
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    const Json echo = parseJson(whole->body).value_or(Json());
    QCOMPARE(echo.member(u"version").toString(), version);
    QCOMPARE(echo.member(u"target").toString().size(), targetBytes + qsizetype(sizeof("/echo?") - 1));
}

void tst_PeerHttp2::retriesAnUnprocessedRequest()
{
    QVERIFY(fetch(request(u"/echo"_s)));
    const Whole whole = fetch(request(u"/refuse"_s)); // a POST is not retried, see tst_http2
    QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
    QCOMPARE(whole->body, "second");
}

void tst_PeerHttp2::finishesRequestsAfterAGoAway()
{
    const auto first = m_client->fetch(request(u"/goaway"_s));
    QTest::qWait(50);
    const Whole second = fetch(request(u"/echo"_s)); // on another connection
    QVERIFY2(second, qPrintable(second.error_or(Error{}).message));
    QTRY_VERIFY(first.isFinished());
    QVERIFY2(first.result(), qPrintable(first.result().error_or(Error{}).message));
    QCOMPARE(first.result()->body, "last");
}

void tst_PeerHttp2::endsOnEachDeadline_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("deadline");
    // Only one deadline is short, because on a busy machine two short deadlines could pass together.
    QTest::addColumn<int>("headersMs");
    QTest::addColumn<int>("idleMs");
    QTest::addColumn<int>("totalMs");
    QTest::newRow("no headers") << u"/nothing"_s << u"no response headers within"_s << 400 << 300 << 20'000;
    QTest::newRow("headers, then nothing")
        << u"/stall"_s << u"in the middle of its response"_s << 20'000 << 300 << 20'000;
    QTest::newRow("a byte now and then")
        << u"/drip"_s << u"did not finish its response"_s << 20'000 << 20'000 << 700;
}

void tst_PeerHttp2::endsOnEachDeadline()
{
    QFETCH(QString, target);
    QFETCH(QString, deadline);
    QFETCH(int, headersMs);
    QFETCH(int, idleMs);
    QFETCH(int, totalMs);
    m_limits.streamIdleMs = idleMs;
    init();
    HttpRequest slow = request(target, "POST");
    slow.headersWithin = std::chrono::milliseconds(headersMs);
    slow.totalWithin = std::chrono::milliseconds(totalMs);
    const Whole whole = fetch(slow);
    QVERIFY(!whole);
    QCOMPARE(whole.error().kind, ErrorKind::Timeout);
    QVERIFY2(whole.error().message.contains(deadline), qPrintable(whole.error().message));
}

void tst_PeerHttp2::holdsBackWhileReadingIsPaused()
{
    auto reply = m_client->send(request(u"/big?n=33554432"_s));
    qsizetype size = 0;
    bool isComplete = false;
    connect(
        reply.get(), &HttpReply::bodyReceived, this, [&](const QByteArray &chunk) { size += chunk.size(); });
    connect(reply.get(), &HttpReply::finished, this, [&](bool complete) { isComplete = complete; });
    const auto pause =
        connect(reply.get(), &HttpReply::bodyReceived, this, [&] { reply->setReading(false); });
    QTRY_VERIFY(size > 0);
    disconnect(pause);
    const qsizetype before = size;
    QVERIFY(fetch(request(u"/big?n=5000000"_s))); // other requests on the connection are not blocked
    QCOMPARE(size, before);
    reply->setReading(true);
    QTRY_VERIFY(isComplete);
    QCOMPARE(size, 33554432);
}

void tst_PeerHttp2::endsTheStreamOfADeletedReply()
{
    const qint64 before = ask(u"/counts"_s).member(u"dripEnded").toInteger().value_or(0);
    auto reply = m_client->send(request(u"/drip"_s));
    bool hasBody = false;
    connect(reply.get(), &HttpReply::bodyReceived, this, [&] { // deletes the reply inside its own signal
        hasBody = true;
        reply.reset();
    });
    QTRY_VERIFY(hasBody);
    // The server learns that the request ended.
    QTRY_COMPARE(ask(u"/counts"_s).member(u"dripEnded").toInteger().value_or(0), before + 1);
}

void tst_PeerHttp2::settlesWhenTheClientIsDestroyed()
{
    QVERIFY(fetch(request(u"/echo"_s)));
    const auto running = m_client->fetch(request(u"/nothing"_s));
    auto reply = m_client->send(request(u"/drip"_s));
    qsizetype size = 0;
    connect(
        reply.get(), &HttpReply::bodyReceived, this, [&](const QByteArray &chunk) { size += chunk.size(); });
    QTRY_VERIFY(size > 0);
    m_client.reset();
    QVERIFY(running.isFinished());
    const qsizetype before = size;
    QTRY_VERIFY(size > before); // a reply belongs to its caller and goes on without the client
}

void tst_PeerHttp2::showsItsCertificate_data()
{
    QTest::addColumn<QString>("form");
    for (const auto form : {"two files", "one file", "encrypted key", "PKCS #12"})
        QTest::newRow(form) << QString::fromLatin1(form);
}

void tst_PeerHttp2::showsItsCertificate()
{
    QFETCH(QString, form);
    const auto read = [](const QString &name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const bool isEncrypted = form == u"encrypted key"_s;
    const Test::MadeCertificate own = Test::makeCertificate(m_folder, u"own"_s, u"Ada"_s,
        isEncrypted ? QStringList{u"-passout"_s, u"pass:secret"_s} : QStringList{});
    ClientCertificate shown{read(own.certificateFile), read(own.keyFile), isEncrypted ? "secret" : ""};
    if (form == u"one file"_s)
        shown = {shown.key + shown.certificate};
    if (form == u"PKCS #12"_s) {
        QProcess openssl;
        openssl.start(u"openssl"_s,
            {u"pkcs12"_s, u"-export"_s, u"-inkey"_s, own.keyFile, u"-in"_s, own.certificateFile,
                u"-passout"_s, u"pass:secret"_s, u"-out"_s, m_folder.filePath(u"own.p12"_s)});
        QVERIFY(openssl.waitForFinished() && openssl.exitCode() == 0);
        shown = {read(m_folder.filePath(u"own.p12"_s)), {}, "secret"};
    }
    QProcess strict;
    const QUrl url = serve(strict, {own.certificateFile});
    HttpRequest made = request(u"/echo"_s);
    made.url = QUrl(url.toString() + u"/echo"_s);
    for (const bool mayUseHttp2 : {true, false}) {
        made.mayUseHttp2 = mayUseHttp2;
        made.clientCertificate = shown;
        const Whole whole = fetch(made);
        QVERIFY2(whole, qPrintable(whole.error_or(Error{}).message));
        QVERIFY2(whole->body.contains("\"client\":\"Ada\""), whole->body.constData());
        made.clientCertificate.reset(); // must not use a connection that showed a certificate
        const Whole without = fetch(made);
        QVERIFY(!without);
        QCOMPARE(without.error().kind, ErrorKind::Network);
    }
    strict.kill();
    strict.waitForFinished();
}

void tst_PeerHttp2::takesAnAcceptedCertificateOnly()
{
    HttpRequest made = request(u"/echo"_s);
    made.acceptedCertificates = {{u"localhost"_s, QByteArray(32, 'x')}, {u"other"_s, m_made.sha256()}};
    const Whole whole = fetch(made);
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, u"http.tls"_s);
}

WORKBENCH_TEST(tst_PeerHttp2, QCoreApplication)
#include "tst_peer_http2.moc"
