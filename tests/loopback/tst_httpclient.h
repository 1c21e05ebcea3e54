// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

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

using Whole = Result<HttpClient::Whole>;

//! Waits for a fetch and returns its result, or an error of kind Internal if it does not settle in time.
inline Whole wait(QFuture<Whole> future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, Test::patience))
        return std::unexpected(Error{ErrorKind::Internal, u"test"_s, u"never settled"_s, {}, {}});
    return future.result();
}

inline HttpRequest requestFor(const QUrl &url, const QByteArray &method = "GET")
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

inline QByteArray compressed(const QByteArray &plain, int windowBits)
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

// Output of the program zstd: "hello " 10 000 times, "hello " 10 000 times with a window of 128 MiB, and 1
// MiB of zeros.
constexpr auto zstdHello = "28b52ffd6460e97500003068656c6c6f20010057eae8a508d2f65e85";
constexpr auto zstdWide = "28b52ffd04887500003068656c6c6f20010057eae8a508d2f65e85";
constexpr auto zstdZeros = "28b52ffda4000010004c000008000100fcff391002020010000200100002001000020010000200100"
                           "00200100003001000f13e16e1";

inline QByteArray gzip(const QByteArray &plain)
{
    return compressed(plain, 16 + MAX_WBITS);
}

//! Records all signals of a reply.
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

inline qint64 memoryNow(const char *field)
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
    void namesTheStepOfConnecting_data();
    void namesTheStepOfConnecting();
    void refusesBrokenBodies_data();
    void refusesBrokenBodies();
    void stopsABomb_data();
    void stopsABomb();
    void boundsHeaders_data();
    void boundsHeaders();
    void sendsARequestOnce_data();
    void sendsARequestOnce();
    void followsInsideTheOrigin();
    void sendsNoSecretsToAnotherOrigin_data();
    void sendsNoSecretsToAnotherOrigin();
    void stopsAtALoop();
    void explainsConnectionFailures_data();
    void explainsConnectionFailures();
    void pushesBackWhileReadingIsPaused();
    void countsNoIdleTimeDuringAPause_data();
    void countsNoIdleTimeDuringAPause();
    void takesALargeBodyWhole();
    void abortsAtOnce();
    void cancelsAFetchFromItsToken();
    void settlesWhenTheClientIsDestroyed();
    void mayBeDestroyedByAListener_data();
    void mayBeDestroyedByAListener();
    void deliversAStreamAsItComes();
};
