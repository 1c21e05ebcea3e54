// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/fixture/serving/httpserver.h"
#include "core/transport/http/httptext.h"

using namespace Workbench;

// The requests to a mock server must not depend on the pieces in which they arrive.

namespace {

constexpr qint64 mostBody = 1000;
constexpr qsizetype mostHead = qsizetype{64} << 10;
constexpr qsizetype mostRequests = 200;
constexpr qsizetype enough = mostHead * 3 / 2;

struct RequestsSeen {
    QByteArrayList requests; //!< the requests on one connection, in order
    QString fault;
    bool hasBegun = false; //!< the last request has begun
    bool hasHead = false;
};

void expectSound(const ServedRequest &request)
{
    qsizetype size = request.method.size() + request.target.size();
    FUZZ_EXPECT(!request.method.isEmpty() && std::ranges::all_of(request.method, isTokenCharacter));
    FUZZ_EXPECT(request.target == "*" || request.target.startsWith('/'));
    FUZZ_EXPECT(std::ranges::all_of(request.target, [](char c) { return c > ' ' && c < 0x7f; }));
    for (const auto &[name, value] : request.headers) {
        size += name.size() + value.size();
        FUZZ_EXPECT(!name.isEmpty() && std::ranges::all_of(name, isTokenCharacter));
        FUZZ_EXPECT(!value.contains('\r') && !value.contains('\n') && !value.contains('\0'));
    }
    FUZZ_EXPECT(size <= 2 * mostHead); // an absolute target also becomes the Host
    FUZZ_EXPECT(request.body.size() <= mostBody);
    const bool isChunked = !request.header("transfer-encoding").isEmpty();
    const QByteArray length = request.header("content-length");
    // Another server could read a request with both in another way.
    FUZZ_EXPECT(!isChunked || length.isEmpty());
    FUZZ_EXPECT(isChunked || !length.isEmpty() || request.body.isEmpty());
}

QByteArray textOf(const HttpRequestReader &reader, const ServedRequest &request)
{
    QByteArrayList lines{request.method + ' ' + request.target, reader.mayBeKept() ? "kept" : "closed",
        reader.expectsContinue() ? "expects" : ""};
    for (const auto &[name, value] : request.headers)
        lines.append(name + ": " + value);
    return lines.join('\n') + "\n\n" + request.body;
}

RequestsSeen seenInRequests(const QByteArrayList &pieces)
{
    RequestsSeen seen;
    HttpRequestReader reader(mostBody);
    QByteArray bytes;
    for (const QByteArray &piece : pieces) {
        bytes += piece;
        while (!bytes.isEmpty()) {
            const qsizetype before = bytes.size();
            if (const auto fault = reader.feed(bytes)) {
                FUZZ_EXPECT(fault->status >= 400 && fault->status <= 599 && !fault->sentence.isEmpty());
                seen.fault = QString::number(fault->status) + fault->sentence;
                return seen;
            }
            FUZZ_EXPECT(bytes.size() < before);
            FUZZ_EXPECT(reader.isComplete() || bytes.isEmpty());
            if (!reader.isComplete())
                break;
            expectSound(reader.request());
            seen.requests.append(textOf(reader, reader.request()));
            if (!reader.mayBeKept() || seen.requests.size() == mostRequests)
                return seen;
            reader = HttpRequestReader(mostBody);
        }
    }
    seen.hasBegun = reader.hasBegun();
    seen.hasHead = reader.hasHead();
    return seen;
}

//! Repeats the input after the dashes, because no client may make one request endless.
void runRequests(const QByteArray &input)
{
    const auto [first, again] = inTwo(input);
    QByteArray whole = first;
    for (qsizetype i = 0; !again.isEmpty() && i < 20'000 && whole.size() < enough; ++i)
        whole += again;
    const RequestsSeen atOnce = seenInRequests({whole});
    const RequestsSeen inParts = seenInRequests(inPieces(whole));
    FUZZ_EXPECT(atOnce.requests == inParts.requests && atOnce.fault == inParts.fault);
    FUZZ_EXPECT(atOnce.hasBegun == inParts.hasBegun && atOnce.hasHead == inParts.hasHead);
}

} // namespace

FuzzTarget requestTarget()
{
    return {"request",
        {"GET ", "HEAD ", "POST /pets HTTP/1.1\r\n", " HTTP/1.1\r\n", " HTTP/1.0\r\n", "Host: localhost\r\n",
            "http://localhost:1/", "Content-Length: 5\r\n", "Content-Length: 05\r\n",
            "Content-Length: -1\r\n", "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n", "\r\n\r\nhello", "5\r\nhello\r\n", "0\r\n\r\n",
            "5;a=b\r\n", "ffffffffffff\r\n", "Expect: 100-continue\r\n", "Connection: close\r\n",
            "Connection: keep-alive\r\n", "\r\n", "\n", "\r", " folded\r\n", ":", "\t", "%2e%2e/", "\n---\n",
            "\x7F", "\xFF"},
        runRequests};
}
