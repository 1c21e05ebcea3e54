// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"
#include "core/transport/http/httpheads.h"
#include "core/transport/process/pipes.h"
#include "core/transport/sse/sseparser.h"

using namespace Workbench;

// The result of a stream must not depend on the pieces in which it arrives.

namespace {

struct SseSeen {
    QByteArrayList events;
    QByteArray lines;
    bool failed = false;
};

SseSeen seenBySse(const QByteArrayList &pieces)
{
    Limits limits;
    limits.sseLineBytes = 1000;
    limits.sseEventBytes = 2000;
    SseParser parser(limits);
    SseSeen seen;
    for (const QByteArray &piece : pieces) {
        const Result<QList<SseEvent>> events = parser.feed(piece);
        if (!events) {
            seen.failed = true;
            break;
        }
        for (const SseEvent &event : *events) {
            seen.events.append(event.type.toUtf8() + '\n' + event.lastEventId.toUtf8() + '\n' + event.data
                + QByteArray::number(event.retryMs.value_or(-1)));
            seen.lines += event.raw;
        }
        FUZZ_EXPECT(parser.pendingBytes() >= 0 && parser.pendingBytes() <= 10'000);
    }
    seen.lines += parser.pendingRaw();
    // Events before a limit are returned first, and the error by the next call.
    seen.failed = seen.failed || !parser.feed({});
    return seen;
}

void runSse(const QByteArray &input)
{
    const SseSeen whole = seenBySse({input});
    const SseSeen pieces = seenBySse(inPieces(input));
    FUZZ_EXPECT(whole.failed == pieces.failed && whole.events == pieces.events);
    FUZZ_EXPECT(whole.failed || (whole.lines == input && pieces.lines == input));
}

void runLines(const QByteArray &input)
{
    for (const auto tooLong : {LineFramer::TooLong::Stops, LineFramer::TooLong::IsCut}) {
        constexpr qint64 longest = 100;
        LineFramer atOnce(longest, tooLong);
        const QByteArrayList lines = atOnce.feed(input);
        LineFramer inParts(longest, tooLong);
        QByteArrayList again;
        for (const QByteArray &piece : inPieces(input))
            again += inParts.feed(piece);
        FUZZ_EXPECT(lines == again && atOnce.hasOverflowed() == inParts.hasOverflowed());
        FUZZ_EXPECT(atOnce.hasOverflowed() || atOnce.partialLine() == inParts.partialLine());
        for (const QByteArray &line : lines)
            FUZZ_EXPECT(line.size() <= longest);
    }
}

//! Feeds a head line by line, as libcurl does.
void runHttp(const QByteArray &input)
{
    Limits limits;
    limits.httpHeaderBytes = 10'000;
    limits.httpHeaderCount = 100;
    ResponseHeadReader reader(limits, false, true);
    qsizetype at = 0;
    while (at < input.size()) {
        const qsizetype end = input.indexOf('\n', at);
        const qsizetype next = end < 0 ? input.size() : end + 1;
        if (!reader.take(QByteArrayView(input).sliced(at, next - at)))
            return;
        at = next;
    }
    FUZZ_EXPECT(input.size() <= limits.httpHeaderBytes);
    FUZZ_EXPECT(!reader.isComplete() || reader.head().status >= 200);
    FUZZ_EXPECT(!reader.length() || (reader.isComplete() && *reader.length() >= 0));
}

void runJsonRpc(const QByteArray &input)
{
    const Json value = jsonLiteral(input);
    const JsonRpc::Message message = JsonRpc::classify(value);
    FUZZ_EXPECT(message.kind != JsonRpc::Kind::Request || !message.id.isAbsent());
    FUZZ_EXPECT(message.kind != JsonRpc::Kind::Notification || message.id.isAbsent());
    FUZZ_EXPECT(message.kind != JsonRpc::Kind::Malformed || !message.remark.isEmpty());
    (void)JsonRpc::idKey(message.id);
    const QString name = QStringLiteral("files");
    if (const Result<Json> outcome = JsonRpc::outcomeOf(message, name, name); !outcome)
        FUZZ_EXPECT(!outcome.error().message.isEmpty());
}

} // namespace

std::pair<QByteArray, QByteArray> inTwo(const QByteArray &input)
{
    constexpr QByteArrayView line("\n---\n");
    const qsizetype at = input.indexOf(line);
    if (at < 0)
        return {input, {}};
    return {input.first(at), input.sliced(at + line.size())};
}

QByteArrayList inPieces(const QByteArray &input)
{
    QByteArrayList pieces;
    quint32 state = quint32(input.size()) * 2654435761U + 1;
    for (qsizetype at = 0; at < input.size();) {
        state = state * 1664525U + 1013904223U;
        const qsizetype size = std::min<qsizetype>(1 + (state >> 24) % 7, input.size() - at);
        pieces.append(input.sliced(at, size));
        at += size;
    }
    return pieces;
}

FuzzTarget sseTarget()
{
    return {"sse",
        {"data:", "data: ", "event: ", "id: ", "retry: 3000", ":", "\n", "\r", "\r\n", "\n\n", "\xEF\xBB\xBF",
            "\xC3\xA9", "\xFF"},
        runSse};
}

FuzzTarget linesTarget()
{
    return {
        "lines", {"\n", "\r\n", "\r", "{}", "\n\n", "0123456789012345678901234567890123456789"}, runLines};
}

FuzzTarget httpTarget()
{
    return {"http",
        {"HTTP/1.1 ", "200 OK", "100 Continue", "204", "304", "\r\n", "\r\n\r\n", "Content-Length: 5",
            "Transfer-Encoding: chunked", "Content-Type: text/event-stream", "Content-Encoding: gzip",
            "Trailer: a", "\n", " "},
        runHttp};
}

FuzzTarget jsonRpcTarget()
{
    return {"jsonrpc",
        jsonWords()
            + QByteArrayList{"\"jsonrpc\":\"2.0\"", "\"id\":1", "\"id\":null", "\"method\":\"a\"",
                "\"params\":{}", "\"result\":{}", "\"error\":{\"code\":-32600,\"message\":\"m\"}",
                "\"code\":1"},
        runJsonRpc};
}
