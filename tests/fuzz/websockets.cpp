// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/transport/websocket/websockethandshake.h"

using namespace Workbench;

namespace {

//! Reads the input as a request to our server, and as a response to our client.
void runHandshake(const QByteArray &input)
{
    if (const auto request = upgradeRequestFrom(input)) {
        FUZZ_EXPECT(request->target.startsWith('/') && request->path().startsWith('/'));
        (void)tokenOf(*request);
        if (const auto refusal = refusedRequest(*request)) {
            const auto head = answerHeadFrom(answerBytes(*refusal), {});
            FUZZ_EXPECT(head && head->status == refusal->status);
            // No part of the request may become a separate header.
            for (const auto &[name, value] : refusal->headers)
                FUZZ_EXPECT(head->header(name) == value);
        }
    }
    if (const auto head = answerHeadFrom(input, {})) {
        FUZZ_EXPECT(head->status >= 100 && head->status <= 999);
        FUZZ_EXPECT(
            !refusedUpgrade(*head, {}, QUrl(QStringLiteral("ws://hub.test/ws")), {}, {}).message.isEmpty());
        FUZZ_EXPECT(
            unofferedExtension(*head).has_value() == !head->header("sec-websocket-extensions").isEmpty());
    }
}

} // namespace

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
