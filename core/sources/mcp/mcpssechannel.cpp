// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpssechannel.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/secrets/redaction.h"
#include "core/transport/http/httpadvice.h"

namespace Workbench {

using namespace Qt::StringLiterals;

McpSseChannel::McpSseChannel(
    QString sourceName, const McpSettings &settings, const Limits &limits, ExchangeLog *log)
    : m_link(std::move(sourceName), settings, limits, log)
    , m_parser(limits)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(std::chrono::milliseconds(limits.connectTimeoutMs));
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_stream) {
            if (const auto error = m_stream->unconnected(u"connect.timeout", m_patience.intervalAsDuration()))
                return end(*error);
        }
        end(advisingLimit(
            {ErrorKind::Timeout, u"mcp.no-endpoint"_s,
                u"\"%1\" did not open its stream and name its endpoint within %2. Check the address."_s.arg(
                    m_link.sourceName,
                    limitText(*findLimit(u"connect.timeout"), m_link.limits.connectTimeoutMs)),
                {}, {}},
            u"connect.timeout", m_link.limits.connectTimeoutMs));
    });
    connect(&m_link.inbox, &McpInbox::parsed, this, &McpSseChannel::received);
    connect(
        &m_link.inbox, &McpInbox::exceeded, this, [this](const McpIncoming &incoming, const Error &error) {
            m_link.noteNoise(incoming, error.message);
            Q_EMIT unreadable(incoming.origin, error);
        });
    connect(&m_link.inbox, &McpInbox::refused, this, [this](const McpIncoming &incoming, const QString &why) {
        m_link.noteNoise(incoming, u"not a message: "_s + why);
        Q_EMIT noise(incoming.bytes, why, incoming.origin);
    });
    if (m_link.signIn) {
        connect(m_link.signIn.get(), &McpSignIn::waiting, &m_patience, &QTimer::stop);
        connect(m_link.signIn.get(), &McpSignIn::waited, &m_patience, [this] {
            if (m_opening)
                m_patience.start();
        });
        connect(m_link.signIn.get(), &McpSignIn::waiting, this, &McpChannel::signInWaiting);
        connect(m_link.signIn.get(), &McpSignIn::waited, this, &McpChannel::signInWaited);
    }
    connect(&m_link.inbox, &McpInbox::congested, this, [this](bool full) {
        if (m_stream)
            m_stream->setReading(!full);
    });
}

McpSseChannel::~McpSseChannel()
{
    settleOpen(std::unexpected(Error{ErrorKind::Cancelled, ErrorCode::aborted, u"Cancelled."_s, {}, {}}));
}

QFuture<Result<void>> McpSseChannel::open()
{
    m_opening.emplace();
    m_opening->start();
    QFuture<Result<void>> future = m_opening->future();
    m_channel = m_link.nextChannel("GET"_L1);
    m_stream = m_link.send(m_link.getStream({}), m_channel, u"open stream"_s, {});
    connect(m_stream.get(), &HttpReply::headReceived, this, &McpSseChannel::headCame);
    connect(m_stream.get(), &HttpReply::bodyReceived, this, &McpSseChannel::read);
    connect(m_stream.get(), &HttpReply::finished, this, [this](bool complete, const Error &error) {
        const QByteArray raw = m_stream->rawBody();
        letGo(m_stream, this);
        Error why = error;
        if (m_refusal)
            m_link.noteBody(m_channel, {}, m_firstBytes, raw, complete ? QString() : error.message);
        else if (m_endpoint.isValid()) // otherwise the rest may name the session
            m_link.noteEndOf(m_parser, m_channel, {});
        if (m_refusal)
            why = unexpectedAnswer(m_link, *m_refusal, m_firstBytes);
        else if (complete)
            why = {ErrorKind::Closed, QString(streamEndedCode),
                u"\"%1\" ended its event stream. Try again with a new connection."_s.arg(m_link.sourceName),
                {}, {}};
        m_link.inbox.afterwards([self = QPointer(this), why] {
            if (self)
                self->end(why);
        });
    });
    m_patience.start();
    return future;
}

void McpSseChannel::headCame(const HttpResponseHead &head)
{
    m_link.noteHead(head, m_channel, {});
    if (head.status == 200 && head.mediaType() == "text/event-stream")
        m_link.url = head.url.isEmpty() ? m_link.url : head.url; // the endpoint is relative to the final URL
    else
        m_refusal = head;
}

void McpSseChannel::read(const QByteArray &chunk)
{
    // One byte more than an error keeps shows that its body was cut.
    const qsizetype most = m_refusal ? m_link.limits.httpErrorBodyBytes + 1 : keptFirstBytes;
    if (m_firstBytes.size() < most)
        m_firstBytes += chunk.first(std::min(chunk.size(), most - m_firstBytes.size()));
    if (m_refusal)
        return;
    const Result<QList<SseEvent>> events = m_parser.feed(chunk);
    if (!events) {
        end(fromServer(events.error(), m_link.sourceName));
        return;
    }
    const QPointer<McpSseChannel> alive(this);
    for (const SseEvent &event : *events) {
        if (!event.hasData || event.data.isEmpty()) {
            m_link.noteUnusedEvent(event, m_channel, {});
            continue;
        }
        if (event.type == "endpoint"_L1) {
            endpointCame(event.data);
        } else if (event.type.isEmpty() || event.type == "message"_L1) {
            McpIncoming incoming;
            incoming.bytes = event.data;
            incoming.raw = event.raw;
            incoming.channel = m_channel;
            if (event.hasReplacedBytes)
                incoming.remarks.append(replacedBytesRemark());
            m_link.inbox.push(std::move(incoming));
        } else {
            m_link.noteEvent(event.data, event.raw, m_channel, {}, visibleText(event.type, false, 60),
                u"an event of another kind, ignored"_s);
        }
        if (!alive || m_ended)
            return;
    }
}

void McpSseChannel::endpointCame(const QByteArray &data)
{
    const bool isSecond = m_endpoint.isValid();
    // The address identifies the session, so its lines are not noted, and its secret values are hidden.
    m_link.noteEvent(redactedUrl(QUrl::fromEncoded(data.trimmed())).toEncoded(), {}, m_channel, {},
        u"endpoint"_s, isSecond ? u"a second endpoint, ignored"_s : QString());
    if (isSecond)
        return;
    const QUrl endpoint = m_link.url.resolved(QUrl(QString::fromUtf8(data.trimmed())));
    if (!endpoint.isValid() || !isSameOrigin(endpoint, m_link.url)
        || !endpoint.userInfo().isEmpty()) { // security
        end({ErrorKind::Protocol, u"mcp.foreign-endpoint"_s,
            u"\"%1\" names an endpoint of another origin: %2. Expected one at %3. Nothing was sent to "
            "it."_s.arg(m_link.sourceName,
                visibleText(endpoint.toDisplayString(QUrl::RemoveQuery), false, 200),
                visibleText(m_link.url.toDisplayString(QUrl::RemovePath | QUrl::RemoveQuery), false, 200)),
            {}, {}});
        return;
    }
    m_endpoint = endpoint;
    m_patience.stop();
    settleOpen({});
}

HttpRequest McpSseChannel::post(const McpOutgoing &outgoing) const
{
    HttpRequest request = m_link.post(outgoing); // the link has neither session nor revision

    request.url = m_endpoint;
    request.headersWithin = std::chrono::milliseconds(m_link.limits.requestTimeoutMs);
    request.totalWithin = request.headersWithin;
    return request;
}

void McpSseChannel::send(const McpOutgoing &outgoing)
{
    if (m_ended || !m_endpoint.isValid()) {
        Q_EMIT sendFailed(outgoing.ticket,
            Error{ErrorKind::Closed, u"connection.closed"_s,
                u"\"%1\" is not connected."_s.arg(m_link.sourceName), {}, {}});
        return;
    }
    HttpRequest request = post(outgoing);
    if (outgoing.acceptedWithin)
        request.headersWithin = request.totalWithin = *outgoing.acceptedWithin;
    const QString channel = m_link.nextChannel("POST"_L1);
    std::unique_ptr<HttpReply> reply =
        m_link.send(std::move(request), channel, outgoing.label, outgoing.exchangeId);
    const quint64 ticket = outgoing.ticket;
    auto head = std::make_shared<HttpResponseHead>();
    auto body = std::make_shared<QByteArray>();
    connect(reply.get(), &HttpReply::headReceived, this,
        [this, head, channel, id = outgoing.exchangeId](const HttpResponseHead &received) {
            *head = received;
            m_link.noteHead(received, channel, id);
        });
    // One byte more than an error keeps shows that its body was cut.
    const qsizetype most = m_link.limits.httpErrorBodyBytes + 1;
    connect(reply.get(), &HttpReply::bodyReceived, this, [body, most](const QByteArray &chunk) {
        if (body->size() < most)
            *body += chunk.first(std::min(chunk.size(), most - body->size()));
    });
    connect(reply.get(), &HttpReply::finished, this,
        [this, ticket, head, body, channel, id = outgoing.exchangeId](bool complete, const Error &error) {
            if (const auto found = m_posts.find(ticket); found != m_posts.end()) {
                m_link.noteBody(
                    channel, id, *body, found->second->rawBody(), complete ? QString() : error.message);
                letGo(found->second, this);
                m_posts.erase(found);
            }
            if (!complete)
                Q_EMIT sendFailed(ticket, error);
            else if (head->status < 200 || head->status >= 300)
                Q_EMIT sendFailed(ticket, unexpectedAnswer(m_link, *head, *body));
            else
                Q_EMIT delivered(ticket);
        });
    m_posts[ticket] = std::move(reply);
}

void McpSseChannel::forget(quint64 ticket)
{
    m_posts.erase(ticket);
}

std::optional<Error> McpSseChannel::unconnected(
    quint64 ticket, QStringView key, std::chrono::milliseconds waited) const
{
    const auto found = m_posts.find(ticket);
    return found == m_posts.end() ? std::nullopt : found->second->unconnected(key, waited);
}

McpChannel::Wire McpSseChannel::wireFor(const McpOutgoing &outgoing) const
{
    return m_link.wireOf(post(outgoing));
}

void McpSseChannel::close()
{
    QMetaObject::invokeMethod(
        this,
        [this] {
            end({ErrorKind::Cancelled, ErrorCode::aborted,
                u"The connection to \"%1\" was closed here."_s.arg(m_link.sourceName), {}, {}});
        },
        Qt::QueuedConnection);
}

void McpSseChannel::settleOpen(Result<void> outcome)
{
    if (!m_opening)
        return;
    m_opening->addResult(std::move(outcome));
    m_opening->finish();
    m_opening.reset();
}

void McpSseChannel::end(const Error &reason)
{
    if (std::exchange(m_ended, true))
        return;
    m_patience.stop();
    letGo(m_stream, this); // it may be emitting
    m_posts.clear();
    settleOpen(std::unexpected(reason));
    Q_EMIT closed(reason);
}

} // namespace Workbench

#include "moc_mcpssechannel.cpp"
