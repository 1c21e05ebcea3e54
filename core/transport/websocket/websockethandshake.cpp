// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websockethandshake.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/responsecheck.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
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

QString refusedSubprotocol(const QByteArray &chosen, const QByteArrayList &offered)
{
    if (chosen.isEmpty() || offered.contains(chosen))
        return {};
    return u"chose the subprotocol \"%1\", which nobody offered"_s.arg(shownHeader(chosen));
}

//! A predicate that says what is wrong with a 101, or nothing.
QString flawOf(const HttpResponseHead &answer, const QByteArray &key, const QByteArrayList &subprotocols)
{
    const QByteArray accept = answer.header("sec-websocket-accept");
    const QByteArray extensions = answer.header("sec-websocket-extensions");
    if (!isSameName(answer.header("upgrade"), "websocket")
        || !hasToken(answer.header("connection"), "upgrade"))
        return u"switched to something that is no WebSocket"_s;
    if (accept.isEmpty())
        return u"sent no Sec-WebSocket-Accept, so it did not understand the handshake"_s;
    if (accept != webSocketAccept(key))
        return u"sent a wrong Sec-WebSocket-Accept (%1), so it did not understand the handshake"_s.arg(
            shownHeader(accept));
    if (!extensions.isEmpty())
        return u"chose the extension \"%1\", which nobody offered"_s.arg(shownHeader(extensions));
    return refusedSubprotocol(answer.header("sec-websocket-protocol"), subprotocols);
}

UpgradeAnswer refusal(
    int status, const QByteArray &reason, const QByteArray &body, const HttpHeaders &headers = {})
{
    return {status, reason, headers, body + '\n'};
}

} // namespace

QByteArray newWebSocketKey()
{
    std::array<quint32, 4> random{};
    QRandomGenerator::system()->fillRange(random.data(), qsizetype(random.size()));
    return QByteArray(reinterpret_cast<const char *>(random.data()), sizeof random).toBase64();
}

QByteArray webSocketAccept(const QByteArray &key)
{
    return QCryptographicHash::hash(
        QByteArray(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"), QCryptographicHash::Sha1)
        .toBase64();
}

std::optional<Error> refusedUpgrade(const HttpResponseHead &answer, const QByteArray &key,
    const QByteArrayList &subprotocols, const QByteArray &body, const Limits &limits)
{
    if (answer.status == 101) {
        const QString flaw = flawOf(answer, key, subprotocols);
        if (flaw.isEmpty())
            return std::nullopt;
        return Error{ErrorKind::Protocol, u"ws.handshake"_s,
            QString(flaw + u". The connection was closed; the server needs a correction."_s), {}, {}};
    }
    const QByteArray location = answer.header("location");
    if (answer.status >= 300 && answer.status < 400 && !location.isEmpty()) {
        return Error{ErrorKind::Network, u"ws.redirect"_s,
            u"redirected to %1 (HTTP %2), which a WebSocket does not follow. If that is right, give the source that address."_s
                .arg(visibleText(QString::fromUtf8(location), false, 200))
                .arg(answer.status),
            {}, {}};
    }
    std::optional<Error> unexpected = unexpectedAnswer(answer, body, {}, limits);
    const bool isHttp = answer.status >= 200 && answer.status < 300;
    if (isHttp && (!unexpected || unexpected->code != u"http.webPage"_s)) {
        return Error{ErrorKind::Protocol, u"ws.noUpgrade"_s,
            u"answered with HTTP %1 and did not open a WebSocket. Check the path of its address."_s.arg(
                answer.status),
            {}, {}};
    }
    // No connection came about, whatever the status says.
    if (unexpected && unexpected->kind == ErrorKind::Remote)
        unexpected->kind = ErrorKind::Network;
    return unexpected;
}

QByteArray UpgradeRequest::path() const
{
    return target.first(target.indexOf('?') < 0 ? target.size() : target.indexOf('?'));
}

QByteArray UpgradeRequest::header(QByteArrayView name) const
{
    QByteArrayList values;
    for (const auto &[each, value] : headers) {
        if (isSameName(each, name))
            values.append(value);
    }
    return values.join(", ");
}

QByteArray UpgradeRequest::bearerToken() const
{
    const QByteArray authorization = header("authorization");
    if (authorization.size() > 7 && isSameName(authorization.first(7), "bearer "))
        return authorization.sliced(7).trimmed();
    const qsizetype query = target.indexOf('?');
    if (query < 0)
        return {};
    return QUrlQuery(QString::fromLatin1(target.sliced(query + 1)))
        .queryItemValue(u"token"_s, QUrl::FullyDecoded)
        .toUtf8();
}

std::optional<UpgradeRequest> upgradeRequestFrom(const QByteArray &head)
{
    QByteArrayList lines = head.split('\n');
    for (QByteArray &line : lines)
        line.chop(line.endsWith('\r') ? 1 : 0);
    const QByteArrayList words = lines.takeFirst().split(' ');
    if (words.size() != 3 || words[2] != "HTTP/1.1" || !words[1].startsWith('/'))
        return std::nullopt;
    UpgradeRequest request{words[0], words[1], {}};
    for (const QByteArray &line : std::as_const(lines)) {
        if (line.isEmpty())
            return request;
        const qsizetype colon = line.indexOf(':');
        if (colon < 1 || !std::all_of(line.begin(), line.begin() + colon, isTokenCharacter))
            return std::nullopt;
        request.headers.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    }
    return std::nullopt;
}

UpgradeAnswer answerTo(const UpgradeRequest &request, const QByteArrayList &subprotocols)
{
    const HttpHeaders version{{"Sec-WebSocket-Version", "13"}};
    const QByteArray key = request.header("sec-websocket-key");
    if (request.method != "GET")
        return refusal(405, "Method Not Allowed", "A WebSocket is asked for with GET.", {{"Allow", "GET"}});
    if (!hasToken(request.header("upgrade"), "websocket")
        || !hasToken(request.header("connection"), "upgrade"))
        return refusal(426, "Upgrade Required", "This is a WebSocket; ask for an upgrade.",
            HttpHeaders{{"Upgrade", "websocket"}, {"Connection", "Upgrade"}} + version);
    if (request.header("sec-websocket-version") != "13")
        return refusal(426, "Upgrade Required", "Only version 13 of WebSocket is spoken here.", version);
    if (QByteArray::fromBase64(key).size() != 16 || key.size() != 24)
        return refusal(400, "Bad Request", "Sec-WebSocket-Key is not 16 bytes in base64.");
    UpgradeAnswer answer;
    answer.headers = {
        {"Upgrade", "websocket"}, {"Connection", "Upgrade"}, {"Sec-WebSocket-Accept", webSocketAccept(key)}};
    for (const QByteArray &offered : request.header("sec-websocket-protocol").split(',')) {
        if (subprotocols.contains(offered.trimmed())) {
            answer.headers.append({"Sec-WebSocket-Protocol", offered.trimmed()});
            break;
        }
    }
    return answer;
}

QByteArray answerBytes(const UpgradeAnswer &answer)
{
    QByteArray bytes = "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + answer.reason + "\r\n";
    for (const auto &[name, value] : answer.headers)
        bytes += name + ": " + value + "\r\n";
    if (answer.status == 101)
        return bytes + "\r\n";
    if (!std::ranges::any_of(
            answer.headers, [](const auto &header) { return isSameName(header.first, "connection"); }))
        bytes += "Connection: close\r\n";
    return bytes + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: "
        + QByteArray::number(answer.body.size()) + "\r\n\r\n" + answer.body;
}

} // namespace Workbench
