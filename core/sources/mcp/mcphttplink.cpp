// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcphttplink.h"

#include "core/base/visibletext.h"
#include "core/exchange/redaction.h"
#include "core/transport/http/responsecheck.h"

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto untilThePendingCallEnds = 24h; // its own deadlines are shorter and know about progress
constexpr auto goodbyeAtLeast = 1000ms;
constexpr qsizetype maxShownBytes = 400;
constexpr qsizetype maxSessionId = 1024;

} // namespace

McpHttpLink::McpHttpLink(
    QString source, const McpSettings &settings, const Limits &sourceLimits, ExchangeLog *exchangeLog)
    : sourceName(std::move(source))
    , url(settings.url)
    , userHeaders(settings.headers)
    , acceptedCertificates(settings.certificates)
    , clientCertificate(settings.shownCertificate)
    , limits(sourceLimits)
    , log(exchangeLog)
    , client(sourceName, sourceLimits)
    , inbox(sourceLimits)
{
}

HttpRequest McpHttpLink::newRequest(const QByteArray &method) const
{
    HttpRequest request;
    request.method = method;
    request.url = url;
    request.acceptedCertificates = acceptedCertificates;
    if (clientCertificate)
        request.clientCertificate = *clientCertificate;
    return request;
}

void McpHttpLink::addOwnHeaders(HttpRequest &request, bool isInitialize) const
{
    if (!isInitialize) {
        if (!revision.isEmpty())
            request.headers.append({"MCP-Protocol-Version", revision.toLatin1()});
        if (!sessionId.isEmpty())
            request.headers.append({"Mcp-Session-Id", sessionId});
    }
    for (const auto &[name, value] : userHeaders) {
        const bool isOurs = std::ranges::any_of(request.headers,
            [&name](const auto &header) { return header.first.compare(name, Qt::CaseInsensitive) == 0; });
        if (!isOurs)
            request.headers.append({name, value});
    }
}

HttpRequest McpHttpLink::post(const QByteArray &body, bool isInitialize) const
{
    HttpRequest request = newRequest("POST");
    request.headers = {
        {"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
    addOwnHeaders(request, isInitialize);
    request.body = body;
    request.mayRedirect = false;
    request.headersWithin = untilThePendingCallEnds;
    request.totalWithin = untilThePendingCallEnds;
    return request;
}

HttpRequest McpHttpLink::getStream(const QByteArray &lastEventId) const
{
    HttpRequest request = newRequest("GET");
    request.headers = {{"Accept", "text/event-stream"}};
    const bool isClean =
        std::ranges::none_of(lastEventId, [](char c) { return uchar(c) < 0x20 || c == 0x7f; });
    if (!lastEventId.isEmpty() && isClean)
        request.headers.append({"Last-Event-ID", lastEventId});
    addOwnHeaders(request, false);
    request.longLived = true;
    request.headersWithin = std::chrono::milliseconds(limits.requestTimeoutMs);
    return request;
}

HttpRequest McpHttpLink::deleteSession() const
{
    HttpRequest request = newRequest("DELETE");
    addOwnHeaders(request, false);
    request.mayRedirect = false;
    // As patient as with a child that is told to end, but a far server must have time to be reached.
    request.headersWithin = std::max<std::chrono::milliseconds>(
        std::chrono::milliseconds(limits.childStopStdinMs), goodbyeAtLeast);
    request.totalWithin = request.headersWithin;
    return request;
}

McpChannel::Wire McpHttpLink::wireOf(const HttpRequest &request) const
{
    return {request.method, redactedUrl(request.url), redactedHeaders(request.headers, userHeaders)};
}

QString McpHttpLink::nextChannel(QLatin1StringView method)
{
    int &counter = method == "POST"_L1 ? m_posts : m_others;
    return u"%1 %2"_s.arg(method).arg(++counter);
}

void McpHttpLink::noteSent(
    const HttpRequest &request, const QString &channel, const QString &label, const QString &exchangeId)
{
    if (!log)
        return;
    Frame frame;
    frame.source = sourceName;
    frame.direction = Direction::Sent;
    frame.channel = channel;
    frame.bytes = request.body.value_or(QByteArray());
    frame.label = label;
    frame.exchangeId = exchangeId;
    frame.headers = redactedHeaders(request.headers, userHeaders);
    log->note(frame);
}

void McpHttpLink::noteHead(
    const HttpResponseHead &head, const QString &channel, const QString &exchangeId, const QByteArray &body)
{
    if (!log)
        return;
    Frame frame;
    frame.source = sourceName;
    frame.channel = channel;
    frame.bytes = body;
    frame.label =
        u"%1 %2"_s.arg(head.status).arg(visibleText(QString::fromLatin1(head.reason), false, 60)).trimmed();
    frame.exchangeId = exchangeId;
    frame.headers = redactedHeaders(head.headers, userHeaders);
    log->note(frame);
}

void McpHttpLink::noteEvent(
    const QByteArray &bytes, const QString &channel, const QString &label, const QString &note)
{
    if (!log)
        return;
    Frame frame;
    frame.source = sourceName;
    frame.channel = channel;
    frame.bytes = bytes;
    frame.label = label;
    frame.note = note;
    log->note(frame);
}

void letGo(std::unique_ptr<HttpReply> &reply, QObject *listener)
{
    if (!reply)
        return;
    reply->disconnect(listener);
    reply.release()->deleteLater();
}

bool isSameOrigin(const QUrl &a, const QUrl &b)
{
    const auto port = [](const QUrl &url) { return url.port(url.scheme() == "https"_L1 ? 443 : 80); };
    return a.scheme() == b.scheme() && a.host() == b.host() && port(a) == port(b);
}

bool isGoodSessionId(const QByteArray &id)
{
    return !id.isEmpty() && id.size() <= maxSessionId
        && std::ranges::all_of(id, [](char c) { return c > 0x20 && c < 0x7f; });
}

Error movedAway(const McpHttpLink &link, const QUrl &target)
{
    const auto origin = [](const QUrl &url) {
        return visibleText(
            url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery), false, 200);
    };
    return {ErrorKind::Protocol, u"http.otherOrigin"_s,
        u"\"%1\" redirects from %2 to %3, another place. If that is right, use its address for the source."_s
            .arg(link.sourceName, origin(link.url), origin(target)),
        {}, {}};
}

Error unexpectedAnswer(const McpHttpLink &link, const HttpResponseHead &head, const QByteArray &firstBytes)
{
    const QByteArray start = firstBytes.first(std::min(firstBytes.size(), maxShownBytes));
    std::optional<Error> found =
        unexpectedAnswer(head, firstBytes, {"application/json", "text/event-stream"}, link.limits);
    // What the table has no objection to may still answer nothing that was asked.
    Error error = found ? *std::move(found)
                        : Error{ErrorKind::Protocol, u"http.noAnswer"_s,
                              u"gave no answer to the call. Check the address."_s, {}, {}};
    error.kind = head.status < 400 ? ErrorKind::Protocol : ErrorKind::Network;
    error.detail = visibleText(QString::fromUtf8(start), true);
    if (head.status == 404 || head.status == 405)
        error.message =
            u"has no MCP endpoint at %1 (HTTP %2). Check the address."_s
                .arg(visibleText(
                    link.url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery), false, 200))
                .arg(head.status);
    error.message.prepend(u"Server \"%1\" "_s.arg(link.sourceName));
    return error;
}

} // namespace Workbench
