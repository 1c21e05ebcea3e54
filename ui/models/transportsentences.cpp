// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/coresentences.h"

#include <QtTranslation>

namespace Workbench::Ui {

std::span<const char *const> transportSentences()
{
    static constexpr const char *sentences[] = {
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed its standard input while it was still running."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" was killed but has not ended yet."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" is not running."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" is not reading its input; %2 already wait to be written."),
        QT_TRANSLATE_NOOP("CoreText",
            "%1 could not be started: its arguments and environment are too long for the system."),
        QT_TRANSLATE_NOOP("CoreText", "%1 could not be started."),
        QT_TRANSLATE_NOOP("CoreText", "%1: %2. Close other programs or connections and try again."),
        QT_TRANSLATE_NOOP("CoreText", "A pipe to a child process could not be created"),
        QT_TRANSLATE_NOOP("CoreText", "A child process could not be created"),
        QT_TRANSLATE_NOOP("CoreText", "it holds a NUL"),
        QT_TRANSLATE_NOOP("CoreText", "The last lines on its stdout, which are not messages:"),
        QT_TRANSLATE_NOOP("CoreText", "Unfinished line on its stdout: %1"),
        QT_TRANSLATE_NOOP("CoreText", "PATH searched: %1"),
        QT_TRANSLATE_NOOP(
            "CoreText", "Certificate of %1, issued by %2, valid from %3 to %4, SHA-256 fingerprint %5"),
        QT_TRANSLATE_NOOP("CoreText", "%1, issued by %2, valid to %3"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not prove that it is %2: %3. This certificate cannot be accepted: the "
            "server needs another one."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not prove that it is %2: %3."),
        QT_TRANSLATE_NOOP("CoreText", "The server sent no certificate."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the client certificate's file holds no certificate."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the client certificate comes without a private key."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the client certificate's key is encrypted and needs its "
            "passphrase."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the passphrase does not open the client certificate's key."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" cannot be contacted: the client certificate's key cannot be read."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the client certificate is neither in PEM nor in PKCS #12 "
            "form."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the client certificate's file needs a passphrase, or is "
            "damaged."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the passphrase does not open the client certificate's file, "
            "or it is damaged."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the client certificate cannot be used. Check that its key "
            "belongs to it."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: this system has no CA certificates. Install the package "
            "ca-certificates."),
        QT_TRANSLATE_NOOP("CoreText", "expected a list of {host, sha256}"),
        QT_TRANSLATE_NOOP(
            "CoreText", "each needs a host and the 64 hexadecimal digits of its SHA-256 fingerprint"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: %2 is not the address of a proxy, such as "
            "\"http://user:password@proxy.example:3128\"; percent-encode special characters of the "
            "password."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: %2 names a proxy that begins with \"%3://\"; use \"http://\" "
            "or \"socks5h://\"."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" cannot be contacted: \"%2\" is not an http or https address."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" cannot be contacted: \"%2\" is not a ws or wss address."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" cannot be contacted: \"%2\" is not an HTTP method."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" cannot be contacted: \"%2\" is not a path with an optional query."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: path, query and headers of the request have %2 bytes, more "
            "than the %3 that can be sent; large values belong in the body."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" cannot be contacted: \"%2\" is not a valid header name."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: the header \"%2\" holds a line end or another control "
            "character."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" cannot be contacted: Qt cannot write the name \"%2\" into a request. Give the "
            "source another name of the server, or its IP address."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" cannot be contacted: %2."),
        QT_TRANSLATE_NOOP("CoreText", "The request was cancelled."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" did not finish its answer before the request was cancelled."),
        QT_TRANSLATE_NOOP("CoreText", "The answer begins with: %1"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" refused the encrypted connection to %2 with the TLS alert \"%3\": it serves no "
            "host of the name \"%4\"."),
        QT_TRANSLATE_NOOP("CoreText", "closed the connection without a valid answer"),
        QT_TRANSLATE_NOOP("CoreText", "did not answer in time"),
        QT_TRANSLATE_NOOP("CoreText", "failed (%1)"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not be reached at %2: this system does not allow the connection. Check its "
            "firewall."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" could not be reached: the proxy %2 refuses the connection. Check http_proxy and "
            "https_proxy, or add the host to no_proxy."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not be contacted at %2."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" sent an answer that %2 does not allow (the header \"%3\")."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent an answer that %2 does not allow."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" broke the rules of %2: %3."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" sent a body whose length differs from its Content-Length (%2)."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" requires HTTP/1.1 for this request (%2 RST_STREAM: HTTP_1_1_REQUIRED)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" broke off its answer (%2 RST_STREAM: %3)."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" broke off the request without an answer (%2 RST_STREAM: %3)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" broke off its answer (HTTP/3)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" broke off the request without an answer (HTTP/3)."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" broke off the request without an answer."),
        QT_TRANSLATE_NOOP("CoreText", "No part of an answer was used; try again."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent an invalid chunk size."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent an invalid Content-Length: %2."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent an invalid Content-Length."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" used a Transfer-Encoding that cannot be read: %2."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" used a Transfer-Encoding that cannot be read."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" sent headers larger than can be read: one over 100 KiB, or all together over 300 "
            "KiB."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent something that is not a valid HTTP answer."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent headers larger than the limit."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent more headers than the limit."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a head that begins with a folded line."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent an invalid header line: %2."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" switched to another protocol without a request for it (101)."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" sent Content-Length values that contradict each other: %2."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent both Transfer-Encoding and Content-Length."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" announced a body of %2 bytes."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent more bytes than its answer's length says."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" used a Content-Encoding that was not asked for: \"%2\"."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" sent a body that grows more than %2 times when decompressed."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent bytes after the end of the compressed body."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a compressed body that is damaged."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a compressed body that stops before its end."),
        QT_TRANSLATE_NOOP("CoreText", "An event stream held a line longer than the limit"),
        QT_TRANSLATE_NOOP("CoreText", "An event is larger than the limit"),
        QT_TRANSLATE_NOOP("CoreText", "An event's id is longer than the limit"),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" redirected to \"%2\", which is not an http or https address."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" redirected to an address that carries a user name."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" redirected more than %2 times."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" redirected a %2 from %3 to %4, another origin; requests of this kind must stay at "
            "their origin."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" redirected a %2 from %3 to %4, another origin; only a GET may follow."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" answered a %2 with a redirect (%3) from %4 to %5, which would lose its body."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" answered \"not modified\" (%2) to a request without a condition."),
        QT_TRANSLATE_NOOP("CoreText", "Check for a cache in between."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" answered with a status that HTTP does not know (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "The server needs a correction."),
        QT_TRANSLATE_NOOP("CoreText", "It asks to wait until \"%1\"."),
        QT_TRANSLATE_NOOP("CoreText", "did not agree on TLS"),
        QT_TRANSLATE_NOOP("CoreText", "did not finish its answer to the WebSocket handshake"),
        QT_TRANSLATE_NOOP("CoreText", "sent pings and did not read our answers"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" ended the connection in the middle of its answer to the WebSocket handshake."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" answered with HTTP %2 and did not open a WebSocket."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" redirected to %2 (HTTP %3), which a WebSocket does not follow. If the redirect is "
            "correct, give the source that address."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" sent an informational answer (HTTP %2) before its answer to the WebSocket "
            "handshake; Qt does not support such answers."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" switched to something other than a WebSocket."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" answered \"Connection: %2\", but Qt accepts only \"Upgrade\"."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" sent no Sec-WebSocket-Accept, so it did not understand the handshake."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" sent a wrong Sec-WebSocket-Accept (%2), so it did not understand the handshake."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" chose the subprotocol \"%2\", which was not offered."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" chose the extension \"%2\", which was not offered."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" gave an answer to the WebSocket handshake that Qt refuses (%2)."),
        QT_TRANSLATE_NOOP("CoreText", "The connection was closed; the server needs a correction."),
        QT_TRANSLATE_NOOP("CoreText", "The connection was closed; the peer needs a correction."),
        QT_TRANSLATE_NOOP(
            "CoreText", "The connection was closed; let the peer send each message in one frame, as UTF-8."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" set reserved bits in a frame, though no extension was agreed on."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" used a reserved opcode."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a control frame of more than 125 bytes."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a control frame in pieces."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" wrote a length in more bytes than it needs."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a frame length whose highest bit is set."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a close frame with half a code."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" continued a message that had not begun."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" began a message inside another."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" sent text that is not UTF-8, or split a character between two frames, which Qt "
            "reads from 6.11 on."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent data that Qt refuses: %2."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a message in more than %2 frames."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" sent a message of more than %2."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" announced a frame of more than %2."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" %2, in the middle of a message."),
        QT_TRANSLATE_NOOP("CoreText", "ended the connection without a close frame"),
        QT_TRANSLATE_NOOP("CoreText", "reset the connection"),
        QT_TRANSLATE_NOOP("CoreText", "broke the TLS encryption"),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" broke the TLS encryption."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" is not connected. Try again with a new connection."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" is not reading: %2 already wait to be sent."),
        QT_TRANSLATE_NOOP("CoreText", "A message that is not UTF-8 cannot be sent"),
        QT_TRANSLATE_NOOP("CoreText", "a binary message that is not UTF-8"),
        QT_TRANSLATE_NOOP("CoreText", "The connection was closed by us"),
        QT_TRANSLATE_NOOP("CoreText", "The peer did not end the connection within %1"),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" closed the connection with code 1012, %2 or an invalid one (Qt does not say "
            "which): it may restart or be overloaded, try again later."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, going away: %3."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" closed the connection %2, it found a protocol error: %3."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, it found a protocol error."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" closed the connection %2, it does not accept this kind of message: %3."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" closed the connection %2, it does not accept this kind of message."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" closed the connection %2, it could not read a message: %3."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, it could not read a message."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, policy violation: %3."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, policy violation."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" closed the connection %2, a message was too large for it: %3."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Server \"%1\" closed the connection %2, a message was too large for it."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" closed the connection %2, it requires an extension that was not offered: %3."),
        QT_TRANSLATE_NOOP("CoreText",
            "Server \"%1\" closed the connection %2, it requires an extension that was not offered."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, it failed: %3."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, it failed."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, done: %3."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2, done."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2: %3."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" closed the connection %2."),
        QT_TRANSLATE_NOOP("CoreText", "Check what was sent."),
        QT_TRANSLATE_NOOP("CoreText", "Check the credential and what was sent."),
        QT_TRANSLATE_NOOP("CoreText", "Send less at once, or raise its limit."),
        QT_TRANSLATE_NOOP("CoreText", "Server \"%1\" could not be reached: %2."),
        QT_TRANSLATE_NOOP("CoreText", "http%1: the server %2 titled \"%3\"."),
        QT_TRANSLATE_NOOP("CoreText", "http%1: the server %2 (%3)."),
        QT_TRANSLATE_NOOP("CoreText", "http%1: the server %2."),
        QT_TRANSLATE_NOOP("CoreText", "answered with a web page"),
        QT_TRANSLATE_NOOP("CoreText", "answered with an empty body (%1) where content was expected"),
        QT_TRANSLATE_NOOP("CoreText", "answered without a Content-Type; %1 was expected"),
        QT_TRANSLATE_NOOP("CoreText", "answered with %1 where %2 was expected"),
        QT_TRANSLATE_NOOP("CoreText", "labelled JSON as an event stream"),
        QT_TRANSLATE_NOOP("CoreText", "labelled an event stream as JSON"),
        QT_TRANSLATE_NOOP("CoreText", "accepted the request (%1) and gave no answer to it"),
        QT_TRANSLATE_NOOP("CoreText", "finds the request malformed"),
        QT_TRANSLATE_NOOP("CoreText", "requires authentication"),
        QT_TRANSLATE_NOOP("CoreText", "requires a payment"),
        QT_TRANSLATE_NOOP("CoreText", "refuses access"),
        QT_TRANSLATE_NOOP("CoreText", "has nothing at this address"),
        QT_TRANSLATE_NOOP("CoreText", "has nothing at this address any more"),
        QT_TRANSLATE_NOOP("CoreText", "does not accept this method at this address"),
        QT_TRANSLATE_NOOP("CoreText", "has no answer in a form that the header Accept asks for"),
        QT_TRANSLATE_NOOP("CoreText", "is behind a proxy that requires a user name and a password"),
        QT_TRANSLATE_NOOP("CoreText", "gave up waiting for the request"),
        QT_TRANSLATE_NOOP("CoreText", "finds the request too large"),
        QT_TRANSLATE_NOOP("CoreText", "does not accept the Content-Type that was sent"),
        QT_TRANSLATE_NOOP("CoreText", "is not the server for this address"),
        QT_TRANSLATE_NOOP("CoreText", "received too many requests"),
        QT_TRANSLATE_NOOP("CoreText", "cannot do what was asked"),
        QT_TRANSLATE_NOOP("CoreText", "was not reached by the gateway in front of it"),
        QT_TRANSLATE_NOOP("CoreText", "is unavailable at the moment"),
        QT_TRANSLATE_NOOP("CoreText", "did not answer the gateway in front of it in time"),
        QT_TRANSLATE_NOOP("CoreText", "redirected without saying where to"),
        QT_TRANSLATE_NOOP("CoreText", "refused the request"),
        QT_TRANSLATE_NOOP("CoreText", "Check the account that the credentials belong to."),
        QT_TRANSLATE_NOOP("CoreText", "Send less at once."),
        QT_TRANSLATE_NOOP("CoreText", "Check the address and what was sent."),
        QT_TRANSLATE_NOOP(
            "CoreText", "The security scheme \"%1\" cannot be used: \"%2\" is not a valid header name."),
        QT_TRANSLATE_NOOP("CoreText",
            "The security scheme \"%1\" cannot be used: the header \"%2\" belongs to the connection and must "
            "not be set."),
        QT_TRANSLATE_NOOP("CoreText",
            "Credential \"%1\": the header \"%2\" belongs to the connection and must not be set."),
        QT_TRANSLATE_NOOP("CoreText", "Credential \"%1\": \"%2\" is not a valid header name."),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" answered with %2 where %3 was expected."),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" accepted the request (%2) and gave no answer to it."),
        QT_TRANSLATE_NOOP("CoreText", "%1 answered with a web page %2 \"%3\"."),
        QT_TRANSLATE_NOOP("CoreText", "%1 answered with a web page."),
        QT_TRANSLATE_NOOP("CoreText", "%1 answered with an empty body (%2) where content was expected."),
        QT_TRANSLATE_NOOP("CoreText", "%1 answered without a Content-Type; %2 was expected."),
    };
    return sentences;
}

} // namespace Workbench::Ui
