// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/transport/http/httpresponseparser.h"
#include "core/transport/websocket/websocketframes.h"
#include "core/transport/websocket/websockethandshake.h"

using namespace Workbench;

namespace {

struct FramesSeen {
    QByteArrayList events;
    quint16 faultCode = 0;
};

FramesSeen seenByFrames(WebSocketRole role, const QByteArrayList &pieces)
{
    const WebSocketParser::Bounds bounds{.messageBytes = 1000, .frameBytes = 500, .fragments = 20};
    WebSocketParser parser(role, bounds);
    FramesSeen seen;
    std::vector<WebSocketEvent> events;
    for (const QByteArray &piece : pieces) {
        const auto taken = parser.feed(piece, events);
        if (taken)
            continue;
        FUZZ_EXPECT(!taken.error().error.message.isEmpty() && isCloseCode(taken.error().closeCode));
        seen.faultCode = taken.error().closeCode;
        break;
    }
    using Kind = WebSocketEvent::Kind;
    for (const WebSocketEvent &event : events) {
        const bool isMessage = event.kind == Kind::Text || event.kind == Kind::Binary;
        FUZZ_EXPECT(event.bytes.size() <= (isMessage ? bounds.messageBytes : 125));
        FUZZ_EXPECT(event.kind != Kind::Text || event.bytes.isValidUtf8());
        FUZZ_EXPECT(event.kind != Kind::Close || event.closeCode == 1005 || isCloseCode(event.closeCode));
        seen.events.append(QByteArray::number(int(event.kind)) + ' ' + QByteArray::number(event.closeCode)
            + ' ' + event.bytes);
    }
    return seen;
}

void runWebSocket(const QByteArray &input)
{
    for (const WebSocketRole role : {WebSocketRole::Client, WebSocketRole::Server}) {
        const FramesSeen whole = seenByFrames(role, {input});
        const FramesSeen pieces = seenByFrames(role, inPieces(input));
        FUZZ_EXPECT(whole.events == pieces.events && whole.faultCode == pieces.faultCode);
    }
}

std::optional<HttpResponseHead> headOf(const QByteArray &answer)
{
    HttpResponseParser parser({}, false, true);
    const Result<HttpParsed> parsed = parser.feed(answer);
    return parsed ? parsed->head : std::nullopt;
}

//! What asks our server, and what answers our client.
void runHandshake(const QByteArray &input)
{
    const QByteArray key = "dGhlIHNhbXBsZSBub25jZQ==";
    const QByteArrayList subprotocols{"mcp", "chat"};
    if (const auto request = upgradeRequestFrom(input)) {
        FUZZ_EXPECT(request->target.startsWith('/') && request->path().startsWith('/'));
        (void)request->bearerToken();
        const UpgradeAnswer answer = answerTo(*request, subprotocols);
        const auto head = headOf(answerBytes(answer));
        FUZZ_EXPECT(head && head->status == answer.status);
        // Nothing of the request becomes a header of its own.
        for (const auto &[name, value] : answer.headers)
            FUZZ_EXPECT(head->header(name) == value);
        if (answer.status == 101) {
            const QByteArray asked = request->header("sec-websocket-key");
            FUZZ_EXPECT(!refusedUpgrade(*head, asked, subprotocols, {}, {}));
        }
    }
    if (const auto head = headOf(input)) {
        const std::optional<Error> refusal = refusedUpgrade(*head, key, subprotocols, {}, {});
        FUZZ_EXPECT(!refusal || !refusal->message.isEmpty());
        FUZZ_EXPECT(
            refusal || (head->status == 101 && head->header("sec-websocket-accept") == webSocketAccept(key)));
    }
}

} // namespace

FuzzTarget webSocketTarget()
{
    const auto raw = [](const char *bytes, qsizetype size) { return QByteArray(bytes, size); };
    return {"websocket",
        {raw("\x81\x02hi", 4), raw("\x01\x01h", 3), raw("\x80\x01i", 3), raw("\x00\x00", 2),
            raw("\x81\x82\x01\x02\x03\x04ik", 8), raw("\x82\x7E\x01\x00", 4),
            raw("\x82\x7F\x00\x00\x00\x00\x00\x00\x01\x00", 10), raw("\x89\x00", 2), raw("\x8A\x00", 2),
            raw("\x88\x02\x03\xE8", 4), raw("\x88\x82\x00\x00\x00\x00\x03\xE8", 8), "\xC3\xA9",
            "\xF0\x9F\x98\x80", raw("\x88\x00", 2)},
        runWebSocket};
}

FuzzTarget handshakeTarget()
{
    return {"handshake",
        {"GET / HTTP/1.1\r\n", "HTTP/1.1 101 Switching Protocols\r\n", "Upgrade: websocket\r\n",
            "Connection: Upgrade\r\n", "Sec-WebSocket-Version: 13\r\n",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
            "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", "Sec-WebSocket-Protocol: mcp\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate\r\n", "Authorization: Bearer t\r\n",
            "Location: /\r\n", "Content-Type: text/html\r\n", "\r\n", "\r\n\r\n", "?token=a%20b", ", ", ":",
            "HTTP/1.1 302 Found\r\n"},
        runHandshake};
}
