// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcphttplink.h"

#include "core/auth/authchallenge.h"
#include "core/base/visibletext.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/json/jsonbuilder.h"
#include "core/secrets/redaction.h"
#include "core/sources/mcp/mcpsignedinreply.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/responsecheck.h"

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto untilThePendingCallEnds = 24h; // the deadlines of the call are shorter
constexpr auto goodbyeAtLeast = 1000ms;
constexpr qsizetype maxShownBytes = 400;
constexpr qsizetype maxWords = 2000;

//! Returns a \a body that the server wrote for people or programs: JSON, or short plain text. Returns an
//! absent value for any other body, for example HTML.
Json wordsOf(const HttpResponseHead &head, const QByteArray &body, const Limits &limits)
{
    const QByteArray text = body.trimmed();
    if (text.isEmpty() || text.size() > limits.httpErrorBodyBytes)
        return {};
    if (text.startsWith('{') || text.startsWith('[')) {
        if (Result<Json> json = parseJson(text))
            return *std::move(json);
    }
    const bool isPlain = head.mediaType() == "text/plain" || head.mediaType().endsWith("json");
    return isPlain && !text.startsWith('<') && text.size() <= maxWords ? Json::string(QString::fromUtf8(text))
                                                                       : Json();
}

//! Returns true if the value of the header is also in the body, which a preview shows.
bool mirrorsInput(const QByteArray &name)
{
    return name == "Mcp-Name" || name.startsWith("Mcp-Param-");
}

} // namespace

McpHttpLink::McpHttpLink(
    QString source, McpSettings sourceSettings, const Limits &sourceLimits, ExchangeLog *exchangeLog)
    : sourceName(std::move(source))
    , settings(std::move(sourceSettings))
    , url(settings.url)
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
    request.acceptedCertificates = settings.certificates;
    if (settings.shownCertificate)
        request.clientCertificate = *settings.shownCertificate;
    return request;
}

void McpHttpLink::addSession(HttpRequest &request) const
{
    if (!revision.isEmpty())
        request.headers.append({"MCP-Protocol-Version", revision.toLatin1()});
    if (!sessionId.isEmpty())
        request.headers.append({"Mcp-Session-Id", sessionId});
}

void McpHttpLink::addUserHeaders(HttpRequest &request) const
{
    for (const auto &[name, value] : settings.headers) {
        if (!hasHeader(request.headers, name))
            request.headers.append({name, value});
    }
}

HttpRequest McpHttpLink::post(const McpOutgoing &outgoing) const
{
    HttpRequest request = newRequest("POST");
    request.headers = {
        {"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
    if (!outgoing.revision.isEmpty()) {
        request.headers.append({"MCP-Protocol-Version", outgoing.revision.toLatin1()});
        request.headers += outgoing.headers;
    } else if (!isInitialize(outgoing)) {
        addSession(request);
    }
    addUserHeaders(request);
    request.body = outgoing.message.toBytes();
    request.mayRedirect = false;
    // The deadlines of the pending call are shorter. They take progress and questions to the user into
    // account.
    request.longLived = outgoing.isLongLived || outgoing.wantsAnswer;
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
    addSession(request);
    addUserHeaders(request);
    request.mayRedirect = false;
    request.longLived = true;
    request.headersWithin = std::chrono::milliseconds(limits.requestTimeoutMs);
    return request;
}

HttpRequest McpHttpLink::deleteSession() const
{
    HttpRequest request = newRequest("DELETE");
    addSession(request);
    addUserHeaders(request);
    request.mayRedirect = false;
    request.headersWithin = goodbyeWithin();
    request.totalWithin = request.headersWithin;
    return request;
}

std::chrono::milliseconds McpHttpLink::goodbyeWithin() const
{
    // The same patience as for a child process that is asked to end, but enough to reach a distant server.
    return std::max<std::chrono::milliseconds>(
        std::chrono::milliseconds(limits.childStopStdinMs), goodbyeAtLeast);
}

McpChannel::Wire McpHttpLink::wireOf(const HttpRequest &request) const
{
    HttpHeaders headers = request.headers;
    if (settings.signIn && !settings.signIn->authorization().isEmpty())
        headers.append({"Authorization", settings.signIn->authorization()});
    const KnownSecrets *known = log ? &log->secrets() : nullptr;
    const HttpHeaders hidden = hiddenInPreviews(settings.headers, known);
    const HttpHeaders redacted = redactedHeaders(headers);
    McpChannel::Wire wire{request.method, request.url, headers, {}};
    for (qsizetype i = 0; i < headers.size(); ++i) {
        const auto &[name, value] = headers.at(i);
        QByteArray shown = redacted.at(i).second;
        if (hidden.contains(headers.at(i)))
            shown = hiddenHeaderValue;
        else if (settings.headers.contains(headers.at(i)) || mirrorsInput(name))
            shown = value;
        if (shown != value)
            wire.hidden.append(QString::fromLatin1(name));
        wire.headers[i].second = shown;
    }
    // The user wrote the address of the settings. Any other address comes from the server.
    const bool isTyped = request.url == url && known && !known->occurIn(url.toEncoded());
    if (!isTyped) {
        wire.url = redactedUrl(request.url);
        const QByteArray address = wire.url.toEncoded();
        if (known && known->hidden(address) != address) {
            wire.address = known->hidden(address); // a QUrl encodes or refuses the braces of the placeholder
            wire.url = QUrl::fromEncoded(wire.address);
        }
        if (wire.url != request.url || !wire.address.isEmpty())
            wire.hidden.append(u"a part of the address"_s);
    }
    return wire;
}

HttpFrames McpHttpLink::framesOf(const QString &channel, const QString &exchangeId) const
{
    return {.log = log,
        .source = sourceName,
        .channel = channel,
        .exchangeId = exchangeId,
        .secretHeaders = settings.headers};
}

HttpFrames McpHttpLink::nextFrames(QLatin1StringView method, const QString &exchangeId)
{
    int &counter = method == "POST"_L1 ? m_posts : m_others;
    return framesOf(u"%1 %2"_s.arg(method).arg(++counter), exchangeId);
}

std::unique_ptr<HttpReply> McpHttpLink::send(
    HttpRequest request, const HttpFrames &frames, const QString &label)
{
    frames.noteSent(request, label);
    if (!settings.signIn)
        return client.send(std::move(request));
    return std::make_unique<McpSignedInReply>(&client, std::move(request), settings.signIn, frames, limits);
}

void McpHttpLink::noteBody(
    const HttpFrames &frames, const QByteArray &body, const QByteArray &raw, const QString &note) const
{
    if (body.isEmpty())
        return;
    const bool isCut = body.size() > limits.httpErrorBodyBytes;
    frames.noteEvent(
        body, isCut ? QByteArray() : raw, u"body"_s, note.isEmpty() && isCut ? QString(cutBodyNote) : note);
}

void McpHttpLink::say(LogLine::Level level, const QString &text) const
{
    if (m_channel)
        Q_EMIT m_channel->logged({QDateTime::currentDateTimeUtc(), level, sourceName, {}, text});
}

void McpHttpLink::reportTo(McpChannel *channel)
{
    m_channel = channel;
    QObject::connect(&inbox, &McpInbox::exceeded, channel,
        [this, channel](const McpIncoming &incoming, const Error &error) {
            noteNoise(incoming, error.message);
            Q_EMIT channel->unreadable(incoming.origin, error);
        });
    QObject::connect(&inbox, &McpInbox::refused, channel,
        [this, channel](const McpIncoming &incoming, const QString &why) {
            noteNoise(incoming, u"not a message: "_s + why);
            Q_EMIT channel->noise(incoming.bytes, why, incoming.origin);
        });
    if (!settings.signIn)
        return;
    QObject::connect(settings.signIn.get(), &McpSignIn::waiting, channel, &McpChannel::signInWaiting);
    QObject::connect(settings.signIn.get(), &McpSignIn::waited, channel, &McpChannel::signInWaited);
}

void McpHttpLink::noteNoise(const McpIncoming &incoming, const QString &why) const
{
    Frame frame;
    frame.bytes = incoming.bytes;
    frame.label = u"noise"_s;
    frame.note = why;
    frame.head = incoming.head;
    frame.raw = incoming.raw;
    framesOf(incoming.channel, {}).note(std::move(frame));
}

void letGo(std::unique_ptr<HttpReply> &reply, QObject *listener)
{
    if (!reply)
        return;
    reply->disconnect(listener);
    reply.release()->deleteLater();
}

bool isInitialize(const McpOutgoing &outgoing)
{
    return outgoing.wantsAnswer && outgoing.label == "initialize"_L1;
}

Error unexpectedAnswer(const McpHttpLink &link, const HttpResponseHead &head, const QByteArray &firstBytes)
{
    std::optional<Error> found =
        unexpectedAnswer(head, firstBytes, {"application/json", "text/event-stream"}, link.limits);
    // A response that the table accepts may still not answer the request.
    Error error = found ? *std::move(found)
                        : Error{ErrorKind::Protocol, QString(noAnswerCode),
                              u"gave no answer to the call. Check the address."_s};
    error.kind = head.status < 400 ? ErrorKind::Protocol : ErrorKind::Network;
    const Json words = wordsOf(head, firstBytes, link.limits);
    if (words.isAbsent() && head.status >= 400) {
        error = withErrorBody(std::move(error), head.status, QString::fromLatin1(head.header("content-type")),
            firstBytes, link.limits);
    } else if (words.isAbsent()) {
        error.detail = QString::fromUtf8(firstBytes.first(std::min(firstBytes.size(), maxShownBytes)));
    } else {
        // The form of an OpenAPI error response, so that the code which shows its body shows this body too.
        error.detail.clear();
        error.details = withMember(error.details, u"statusCode", Json::integer(head.status));
        error.details = withMember(error.details, u"headers",
            Json::object({{u"content-type"_s, Json::string(QString::fromLatin1(head.mediaType()))}}));
        error.details = withMember(error.details, u"body", words);
    }
    if (const QString challenge = challengeText(challengesOf(head));
        !challenge.isEmpty() && (head.status == 401 || head.status == 403)) {
        const Json headers = error.details.member("headers"_L1);
        error.detail = u"www-authenticate: "_s + challenge;
        error.details = withMember(error.details, u"statusCode", Json::integer(head.status));
        error.details = withMember(error.details, u"headers",
            withMember(headers.isObject() ? headers : Json::emptyObject(), u"www-authenticate",
                Json::string(challenge)));
    }
    // After the handshake, the address is right.
    if (head.status == 404 && !link.revision.isEmpty())
        error.message =
            u"completed the handshake, but now answers HTTP 404. It may have forgotten the session; try again."_s;
    else if (head.status == 404 || head.status == 405)
        error.message =
            u"has no MCP endpoint at %1 (HTTP %2). Check the address; most servers answer at /mcp or /sse."_s
                .arg(visibleText(
                         link.url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery), false, 200),
                    QString::number(head.status));
    error.message.prepend(u"Server \"%1\" "_s.arg(link.sourceName));
    return error;
}

} // namespace Workbench
