// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Valid and invalid HTTP/1.x answers, as they reach the caller.

#include "core/transport/http/httpclient.h"
#include "core/transport/http/httpheads.h"
#include "tests/support/fetched.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    std::optional<HttpResponseHead> head;
    QByteArray body;
    bool complete = false;
    std::optional<Error> error;
};

//! Fetches \a answer from a server that writes it in pieces of \a step bytes, then closes the connection.
Outcome parse(const QByteArray &answer, qsizetype step, bool isReset = false, bool answersHead = false,
    const Limits &limits = {})
{
    RawServer server([&](QTcpSocket *socket, const RawServer::Request &) {
        for (qsizetype at = step; at < answer.size(); at += step) {
            socket->write(answer.sliced(at - step, step));
            socket->flush();
        }
        const QByteArray rest = answer.isEmpty() ? answer : answer.sliced((answer.size() - 1) / step * step);
        isReset ? RawServer::answerAndReset(socket, rest) : RawServer::answer(socket, rest);
    });
    HttpClient client(u"files"_s, limits);
    HttpRequest request;
    request.url = server.url();
    request.method = answersHead ? "HEAD" : "GET";
    auto reply = client.send(request);
    Outcome outcome;
    bool isOver = false;
    QObject::connect(reply.get(), &HttpReply::headReceived, reply.get(),
        [&](const HttpResponseHead &head) { outcome.head = head; });
    QObject::connect(reply.get(), &HttpReply::bodyReceived, reply.get(),
        [&](const QByteArray &chunk) { outcome.body += chunk; });
    QObject::connect(reply.get(), &HttpReply::finished, reply.get(), [&](bool complete, const Error &error) {
        isOver = true;
        outcome.complete = complete;
        if (!complete)
            outcome.error = error;
    });
    if (!QTest::qWaitFor([&] { return isOver; }, Test::patience))
        outcome.error = Error{ErrorKind::Internal, u"test"_s, u"never settled"_s, {}, {}};
    return outcome;
}

//! Returns the sizes of pieces to test: one byte, seven bytes, and the whole answer.
QList<qsizetype> stepsFor(const QByteArray &answer)
{
    return {1, 7, std::max<qsizetype>(1, answer.size())};
}

} // namespace

class tst_HttpAnswers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAnswers_data();
    void readsAnswers();
    void refusesDoubtfulAnswers_data();
    void refusesDoubtfulAnswers();
    void boundsTheHead_data();
    void boundsTheHead();
    void boundsTheBody();
    void keepsHeadersAsTheyCame();
    void endsABodyWithTheConnection();
    void reportsAnEmptyAnswer();
    void findsTheMediaType_data();
    void findsTheMediaType();
};

void tst_HttpAnswers::readsAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char *name, const char *answer, int status, const char *body) {
        QTest::newRow(name) << QByteArray(answer) << status << QByteArray(body);
    };
    row("a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello");
    row("length zero", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "");
    row("the same length twice", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        200, "hello");
    row("the same length in a list", "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello", 200, "hello");
    row("until the end", "HTTP/1.0 200 OK\r\n\r\nhello", 200, "hello");
    row("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
        200, "hello");
    row("chunk extension and trailer",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n000\r\nX: y\r\n\r\n", 200,
        "hello");
    row("hexadecimal chunk size",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n", 200,
        "0123456789");
    row("no reason", "HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n", 404, "");
    row("no content", "HTTP/1.1 204 No Content\r\n\r\n", 204, "");
    row("not modified names a length it does not send",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n", 304, "");
    row("informational answers before",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 "
        "OK\r\nContent-Length: 2\r\n\r\nok",
        200, "ok");
    row("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", 200, "ok");
    row("a stray line end afterwards", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\r\n", 200, "ok");
}

void tst_HttpAnswers::readsAnswers()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    for (const qsizetype step : stepsFor(answer)) {
        const Outcome outcome = parse(answer, step);
        QVERIFY2(!outcome.error, qPrintable(outcome.error.value_or(Error{}).message));
        QVERIFY(outcome.complete);
        QVERIFY(outcome.head);
        QCOMPARE(outcome.head->status, status);
        QCOMPARE(outcome.body, body);
    }
}

void tst_HttpAnswers::refusesDoubtfulAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<ErrorKind>("kind");
    const auto row = [](const char *name, const char *answer) {
        QTest::newRow(name) << QByteArray(answer) << ErrorKind::Protocol;
    };
    // A connection lost in the middle of an answer is a network error, not a protocol error.
    const auto cut = [](const char *name, const char *answer) {
        QTest::newRow(name) << QByteArray(answer) << ErrorKind::Network;
    };
    cut("short body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
    row("long body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello");
    row("negative length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello");
    row("signed length", "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello");
    row("hexadecimal length", "HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n\r\nhello");
    row("empty length", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhello");
    row("overflowing length", "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551621\r\n\r\nhello");
    row("contradicting lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!");
    row("contradicting lengths in a list", "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nhello!");
    row("length and chunks",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
    row("unknown transfer coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n");
    row("chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    row("chunk size is not a number",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n");
    row("chunk size is negative",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n");
    cut("chunk size with prefix", // libcurl reads the size as 0 and the chunk as a trailer
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n");
    row("chunk size overflows",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n");
    row("chunk size is empty", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\nhello\r\n0\r\n\r\n");
    row("chunk longer than its size",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n");
    cut("no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    cut("no end of the trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n");
    cut("cut in the head", "HTTP/1.1 200 OK\r\nContent-Le");
    row("not HTTP", "220 smtp.example ESMTP\r\n\r\n");
    row("not HTTP, without a line end", "SSH-2.0-OpenSSH_9.9");
    row("another protocol that begins as HTTP", "HTTPS/1.1 200 OK");
    cut("cut in the first word", "HTT");
    row("status is not a number", "HTTP/1.1 abc OK\r\n\r\n");
    row("status of two digits", "HTTP/1.1 20 OK\r\n\r\n");
    row("status zero", "HTTP/1.1 000 OK\r\n\r\n");
    row("HTTP/2 without being asked", "HTTP/2 200\r\n\r\n");
    row("header without colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n");
    row("header without name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n");
    row("space before the colon", "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello");
    row("space before the colon of a secret", "HTTP/1.1 200 OK\r\nSet-Cookie : canary\r\n\r\n");
    row("folded first line", "HTTP/1.1 200 OK\r\n folded\r\n\r\n");
    row("folded length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n 6\r\n\r\nhello");
    row("switching protocols", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n");
    row("NUL in a header name", "HTTP/1.1 200 OK\r\nContent\001Length: 5\r\n\r\nhello");
}

void tst_HttpAnswers::refusesDoubtfulAnswers()
{
    QFETCH(QByteArray, answer);
    QFETCH(ErrorKind, kind);
    for (const qsizetype step : stepsFor(answer)) {
        const Outcome outcome = parse(answer, step);
        QVERIFY(outcome.error);
        QVERIFY(!outcome.complete || outcome.error);
        QCOMPARE(outcome.error->kind, kind);
        QVERIFY(!outcome.error->message.isEmpty());
        QVERIFY(!QString(outcome.error->message + outcome.error->detail).contains("canary"_L1));
    }
}

void tst_HttpAnswers::boundsTheHead_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("key");
    const QByteArray start("HTTP/1.1 200 OK\r\n");
    QTest::newRow("10 MB of headers")
        << QByteArray(start + QByteArray("X: " + QByteArray(10'000, 'x') + "\r\n").repeated(1000))
        << u"http.headerBytes"_s;
    QTest::newRow("one endless header")
        << QByteArray(start + "X: " + QByteArray(1 << 20, 'x')) << u"http.headerBytes"_s;
    QTest::newRow("endless status line")
        << QByteArray("HTTP/1.1 200 " + QByteArray(1 << 20, 'x')) << u"http.headerBytes"_s;
    QTest::newRow("many headers") << QByteArray(start + QByteArray("X: y\r\n").repeated(1001))
                                  << u"http.headerCount"_s;
    QTest::newRow("5000 informational answers")
        << QByteArray("HTTP/1.1 103 Early Hints\r\n\r\n").repeated(5000) << u"http.headerCount"_s;
    QTest::newRow("endless trailer") << QByteArray(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + QByteArray("X: y\r\n").repeated(5000))
                                     << u"http.headerCount"_s;
}

void tst_HttpAnswers::boundsTheHead()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, key);
    for (const qsizetype step : {qsizetype{7}, qsizetype{16384}}) {
        const Outcome outcome = parse(answer, step);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->kind, ErrorKind::Limit);
        QCOMPARE(outcome.error->code, u"limit."_s + key);
    }
}

void tst_HttpAnswers::boundsTheBody()
{
    Limits limits;
    limits.httpWireBytes = 100;
    const QByteArray large(101, 'x');
    const QByteArrayList answers{
        "HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n" + large,
        "HTTP/1.1 200 OK\r\n\r\n" + large,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n" + large + "\r\n0\r\n\r\n",
    };
    for (const QByteArray &answer : answers) {
        const Outcome outcome = parse(answer, 10, false, false, limits);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->kind, ErrorKind::Limit);
        QVERIFY(outcome.body.size() <= 100);
    }
    const Outcome stream =
        parse("HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n\r\n" + large, 10, false,
            false, limits);
    QVERIFY(stream.complete); // the limit applies to each event, not to the sum
}

void tst_HttpAnswers::keepsHeadersAsTheyCame()
{
    const Outcome outcome =
        parse("HTTP/1.1 200 All  fine\r\nX-A:  b \r\nset-cookie: 1\r\nSet-Cookie: 2\r\nX-Fold: a\r\n\tb\r\n"
              "X-Control: a\x01\x1b[2J\r\nContent-Length: 0\r\n\r\n",
            1000);
    QVERIFY(outcome.head);
    QCOMPARE(outcome.head->reason, "All  fine");
    const HttpHeaders wanted{{"X-A", "b"}, {"set-cookie", "1"}, {"Set-Cookie", "2"}, {"X-Fold", "a\r\n\tb"},
        {"X-Control", "a\x01\x1b[2J"}, {"Content-Length", "0"}};
    QVERIFY(outcome.head->headers == wanted);
    QCOMPARE(outcome.head->header("SET-COOKIE"), "1, 2");
    QCOMPARE(outcome.head->header("missing"), QByteArray());
}

void tst_HttpAnswers::endsABodyWithTheConnection()
{
    const QByteArray answer("HTTP/1.1 200 OK\r\n\r\nhello");
    QVERIFY(parse(answer, 5).complete);
    const Outcome reset = parse(answer, 5, true);
    QVERIFY(reset.error);
    QCOMPARE(reset.error->kind, ErrorKind::Network);
    const Outcome head = parse("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", 5, false, true);
    QVERIFY(head.complete);
    QVERIFY(head.body.isEmpty());
}

void tst_HttpAnswers::reportsAnEmptyAnswer()
{
    const Outcome nothing = parse({}, 1);
    QVERIFY(nothing.error);
    QCOMPARE(nothing.error->kind, ErrorKind::Network);
}

void tst_HttpAnswers::findsTheMediaType_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("plain") << QByteArray("application/json") << QByteArray("application/json");
    QTest::newRow("case and parameters")
        << QByteArray("Text/Event-Stream ; Charset=UTF-8") << QByteArray("text/event-stream");
    QTest::newRow("empty") << QByteArray("") << QByteArray("");
}

void tst_HttpAnswers::findsTheMediaType()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, type);
    HttpResponseHead head;
    head.headers = {{"content-TYPE", value}};
    QCOMPARE(head.mediaType(), type);
}

WORKBENCH_TEST(tst_HttpAnswers, QCoreApplication)
#include "tst_httpanswers.moc"
