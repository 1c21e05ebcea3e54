// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websockethandshake.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/secrets/redaction.h"
#include "core/transport/http/responsecheck.h"
#include "core/transport/websocket/qtsocketparts.h"

#include <QUrlQuery>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QString shownHeader(const QByteArray &value)
{
    return visibleText(QString::fromLatin1(value), false, 100);
}

bool hasToken(const QByteArray &value, QByteArrayView token)
{
    return std::ranges::any_of(
        value.split(','), [token](const QByteArray &each) { return isSameName(each.trimmed(), token); });
}

//! Returns a predicate that says what is wrong with a 101.
QString flawOf(const HttpResponseHead &answer, const QString &qtReason)
{
    const QByteArray accept = answer.header("sec-websocket-accept");
    const QByteArray connection = answer.header("connection");
    const QByteArray chosen = answer.header("sec-websocket-protocol");
    if (!isSameName(answer.header("upgrade"), "websocket") || !hasToken(connection, "upgrade"))
        return u"switched to something other than a WebSocket"_s;
    if (!isSameName(connection, "upgrade"))
        return u"answered \"Connection: %1\", but Qt accepts only \"Upgrade\""_s.arg(shownHeader(connection));
    if (accept.isEmpty())
        return u"sent no Sec-WebSocket-Accept, so it did not understand the handshake"_s;
    if (!chosen.isEmpty())
        return u"chose the subprotocol \"%1\", which was not offered"_s.arg(shownHeader(chosen));
    if (qtReason.contains(QString::fromLatin1(accept)))
        return u"sent a wrong Sec-WebSocket-Accept (%1), so it did not understand the handshake"_s.arg(
            shownHeader(accept));
    return u"gave an answer to the WebSocket handshake that Qt refuses (%1)"_s.arg(
        visibleText(qtReason, false, 200));
}

Error flawed(const QString &flaw)
{
    return {ErrorKind::Protocol, u"ws.handshake"_s,
        QString(flaw + u". The connection was closed; the server needs a correction."_s)};
}

//! Returns the target of a redirect as the address of a WebSocket, without secrets.
QString redirectText(const QUrl &asked, const QByteArray &location)
{
    QUrl target = asked.resolved(QUrl::fromEncoded(location));
    if (target.scheme() == u"http"_s || target.scheme() == u"https"_s)
        target.setScheme(target.scheme() == u"https"_s ? u"wss"_s : u"ws"_s);
    return visibleText(redactedUrl(target.adjusted(QUrl::RemoveUserInfo)).toDisplayString(), false, 200);
}

} // namespace

Result<HttpResponseHead> answerHeadFrom(const QByteArray &head, const Limits &limits)
{
    ResponseHeadReader reader(limits, false, false);
    for (qsizetype at = 0; at < head.size() || !reader.hasBegun();) {
        const qsizetype end = head.indexOf('\n', at);
        const QByteArrayView line = QByteArrayView(head).sliced(at, (end < 0 ? head.size() : end + 1) - at);
        if (reader.hasBegun() && (line == "\n" || line == "\r\n"))
            break; // the reader would judge the whole head, and refuse a 101
        if (Result<void> taken = reader.take(line); !taken)
            return std::unexpected(std::move(taken).error());
        at += line.size();
    }
    return reader.head();
}

std::optional<Error> unofferedExtension(const HttpResponseHead &answer)
{
    const QByteArray extensions = answer.header("sec-websocket-extensions");
    if (extensions.isEmpty())
        return std::nullopt;
    return flawed(u"chose the extension \"%1\", which was not offered"_s.arg(shownHeader(extensions)));
}

Error refusedUpgrade(const HttpResponseHead &answer, const QByteArray &body, const QUrl &asked,
    const QString &qtReason, const Limits &limits)
{
    if (answer.status == 101)
        return unofferedExtension(answer).value_or(flawed(flawOf(answer, qtReason)));
    if (answer.status < 200)
        return flawed(
            u"sent an informational answer (HTTP %1) before its answer to the WebSocket handshake; Qt does not support such answers"_s
                .arg(answer.status));
    const QByteArray location = answer.header("location");
    if (answer.status >= 300 && answer.status < 400 && !location.isEmpty()) {
        return Error{ErrorKind::Network, u"ws.redirect"_s,
            u"redirected to %1 (HTTP %2), which a WebSocket does not follow. If the redirect is correct, give the source that address."_s
                .arg(redirectText(asked, location), QString::number(answer.status))};
    }
    std::optional<Error> unexpected = unexpectedAnswer(answer, body, {}, limits);
    const bool isHttp = answer.status >= 200 && answer.status < 300;
    if (isHttp && (!unexpected || unexpected->code != u"http.webPage"_s)) {
        return Error{ErrorKind::Protocol, u"ws.noUpgrade"_s,
            u"answered with HTTP %1 and did not open a WebSocket. Check the path of its address."_s.arg(
                answer.status)};
    }
    // No connection was made, so every status is a network error.
    if (unexpected && unexpected->kind == ErrorKind::Remote)
        unexpected->kind = ErrorKind::Network;
    if (unexpected && adviceOf(*unexpected).setting == u"auth"_s)
        unexpected = advisingSetting(*std::move(unexpected), u"token");
    const QByteArray media = answer.mediaType();
    const bool isShort = media == "text/plain" || media == "application/json" || media.endsWith("+json");
    const bool isPlain =
        answer.header("transfer-encoding").isEmpty() && answer.header("content-encoding").isEmpty();
    if (unexpected && isShort && isPlain && !body.trimmed().isEmpty())
        unexpected->message +=
            u" It says: \"%1\"."_s.arg(visibleText(QString::fromUtf8(body).simplified(), false, 200));
    return unexpected.value_or(Error{ErrorKind::Protocol, u"ws.noUpgrade"_s,
        u"answered with HTTP %1 and did not open a WebSocket"_s.arg(answer.status)});
}

std::optional<RequestHead> upgradeRequestFrom(const QByteArray &head)
{
    std::optional<RequestHead> request = requestHeadFrom(head);
    const auto isPrintable = [](char c) { return c > 0x20 && c < 0x7f; };
    if (request
        && (request->version != "HTTP/1.1" || !request->target.startsWith('/')
            || !std::ranges::all_of(request->target, isPrintable)))
        request.reset();
    return request;
}

QByteArray tokenOf(const RequestHead &request)
{
    QByteArray token = request.bearerToken();
    const qsizetype query = request.target.indexOf('?');
    if (!token.isEmpty() || query < 0)
        return token;
    return QUrlQuery(QString::fromLatin1(request.target.sliced(query + 1)))
        .queryItemValue(u"token"_s, QUrl::FullyDecoded)
        .toUtf8();
}

UpgradeAnswer refusal(int status, const QByteArray &reason, const QByteArray &body, const QString &toUs,
    const HttpHeaders &headers)
{
    return {status, reason, headers, body + '\n', toUs};
}

std::optional<UpgradeAnswer> refusedRequest(const RequestHead &request)
{
    const HttpHeaders version{{"Sec-WebSocket-Version", "13"}};
    const QByteArray key = request.header("sec-websocket-key");
    const bool hasLongLine = std::ranges::any_of(request.headers, [](const auto &header) {
        return header.first.size() + header.second.size() > qtHeaderLineBytes - 4;
    });
    if (hasLongLine || request.headers.size() > qtHeaderLines)
        return refusal(431, "Request Header Fields Too Large",
            "A header is longer than 8 KiB, or there are more than 100. Send fewer or shorter ones.");
    if (request.method != "GET")
        return refusal(405, "Method Not Allowed", "Open a WebSocket with GET, not " + request.method + '.',
            {}, {{"Allow", "GET"}});
    if (!isSameName(request.header("upgrade"), "websocket")
        || !hasToken(request.header("connection"), "upgrade"))
        return refusal(426, "Upgrade Required",
            "Only WebSockets are served here. Connect with a WebSocket client.",
            u"asked for a web page and not for a WebSocket, as a browser does when it opens this address"_s,
            HttpHeaders{{"Upgrade", "websocket"}, {"Connection", "Upgrade"}} + version);
    if (request.header("sec-websocket-version") != "13")
        return refusal(
            426, "Upgrade Required", "Only version 13 of WebSocket is supported here.", {}, version);
    if (QByteArray::fromBase64(key).size() != 16 || key.size() != 24)
        return refusal(400, "Bad Request", "Sec-WebSocket-Key is not 16 bytes in base64.");
    return std::nullopt;
}

QByteArray answerBytes(const UpgradeAnswer &answer)
{
    QByteArray bytes = "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + answer.reason + "\r\n";
    for (const auto &[name, value] : answer.headers)
        bytes += name + ": " + value + "\r\n";
    if (!std::ranges::any_of(
            answer.headers, [](const auto &header) { return isSameName(header.first, "connection"); }))
        bytes += "Connection: close\r\n";
    return bytes + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: "
        + QByteArray::number(answer.body.size()) + "\r\n\r\n" + answer.body;
}

} // namespace Workbench
