// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpssechannel.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/secrets/redaction.h"
#include "core/transport/http/redirects.h"

namespace Workbench {

using namespace Qt::StringLiterals;

McpSseChannel::McpSseChannel(
    QString sourceName, const McpSettings &settings, const Limits &limits, ExchangeLog *log)
    : m_link(std::move(sourceName), settings, limits, log)
    , m_stream(&m_link, 0)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(std::chrono::milliseconds(limits.connectTimeoutMs));
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (const auto error = m_stream.unconnected(u"connect.timeout", m_patience.intervalAsDuration()))
            return end(*error);
        end(advisingLimit(
            {ErrorKind::Timeout, u"mcp.no-endpoint"_s,
                u"\"%1\" did not open its stream and name its endpoint within %2. Check the address."_s.arg(
                    m_link.sourceName,
                    limitText(*findLimit(u"connect.timeout"), m_link.limits.connectTimeoutMs))},
            u"connect.timeout", m_link.limits.connectTimeoutMs));
    });
    m_link.reportTo(this);
    connect(&m_link.inbox, &McpInbox::parsed, this, &McpSseChannel::received);
    if (m_link.settings.signIn) {
        connect(m_link.settings.signIn.get(), &McpSignIn::waiting, &m_patience, &QTimer::stop);
        connect(m_link.settings.signIn.get(), &McpSignIn::waited, &m_patience, [this] {
            if (isOpening())
                m_patience.start();
        });
    }
    m_stream.awaitEndpoint();
    connect(&m_stream, &McpEventStream::connected, this, [this](const HttpResponseHead &head) {
        m_link.url = head.url.isEmpty() ? m_link.url : head.url; // the endpoint is relative to the final URL
    });
    connect(&m_stream, &McpEventStream::endpointNamed, this, &McpSseChannel::endpointCame);
    connect(&m_stream, &McpEventStream::refused, this, [this](int, const Error &why) { end(why); });
    connect(&m_stream, &McpEventStream::ended, this, [this](const Error &why) {
        end(why.code != streamEndedCode
                ? why
                : Error{ErrorKind::Closed, QString(streamEndedCode),
                      u"\"%1\" ended its event stream. Try again with a new connection."_s.arg(
                          m_link.sourceName)});
    });
}

QFuture<Result<void>> McpSseChannel::open()
{
    QFuture<Result<void>> future = beginOpening();
    m_stream.connectByGet();
    m_patience.start();
    return future;
}

void McpSseChannel::endpointCame(const QByteArray &data)
{
    const bool isSecond = m_endpoint.isValid();
    // The address identifies the session, so its lines are not noted, and its secret values are hidden.
    m_stream.frames().noteEvent(redactedUrl(QUrl::fromEncoded(data.trimmed())).toEncoded(), {}, u"endpoint"_s,
        isSecond ? u"a second endpoint, ignored"_s : QString());
    if (isSecond)
        return;
    const QUrl endpoint = m_link.url.resolved(QUrl(QString::fromUtf8(data.trimmed())));
    if (!endpoint.isValid() || originOf(endpoint) != originOf(m_link.url)
        || !endpoint.userInfo().isEmpty()) { // security
        end({ErrorKind::Protocol, u"mcp.foreign-endpoint"_s,
            u"\"%1\" names an endpoint of another origin: %2. Expected one at %3. Nothing was sent to "
            "it."_s.arg(m_link.sourceName,
                visibleText(endpoint.toDisplayString(QUrl::RemoveQuery), false, 200),
                visibleText(m_link.url.toDisplayString(QUrl::RemovePath | QUrl::RemoveQuery), false, 200))});
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
                u"\"%1\" is not connected."_s.arg(m_link.sourceName)});
        return;
    }
    HttpRequest request = post(outgoing);
    if (outgoing.acceptedWithin)
        request.headersWithin = request.totalWithin = *outgoing.acceptedWithin;
    const HttpFrames frames = m_link.nextFrames("POST"_L1, outgoing.exchangeId);
    std::unique_ptr<HttpReply> reply = m_link.send(std::move(request), frames, outgoing.label);
    const quint64 ticket = outgoing.ticket;
    auto head = std::make_shared<HttpResponseHead>();
    auto body = std::make_shared<QByteArray>();
    connect(reply.get(), &HttpReply::headReceived, this, [head, frames](const HttpResponseHead &received) {
        *head = received;
        frames.noteReceived(received);
    });
    // One byte more than an error keeps shows that its body was cut.
    const qsizetype most = m_link.limits.httpErrorBodyBytes + 1;
    connect(reply.get(), &HttpReply::bodyReceived, this, [body, most](const QByteArray &chunk) {
        if (body->size() < most)
            *body += chunk.first(std::min(chunk.size(), most - body->size()));
    });
    connect(reply.get(), &HttpReply::finished, this,
        [this, ticket, head, body, frames](bool complete, const Error &error) {
            if (const auto found = m_posts.find(ticket); found != m_posts.end()) {
                m_link.noteBody(
                    frames, *body, found->second->rawBody(), complete ? QString() : error.message);
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

std::optional<Error> McpSseChannel::unconnected(
    quint64 ticket, QStringView key, std::chrono::milliseconds waited) const
{
    const auto found = m_posts.find(ticket);
    return found == m_posts.end() ? std::nullopt : found->second->unconnected(key, waited);
}

void McpSseChannel::close()
{
    QMetaObject::invokeMethod(this, [this] { end(closedHere(m_link.sourceName)); }, Qt::QueuedConnection);
}

void McpSseChannel::end(const Error &reason)
{
    if (std::exchange(m_ended, true))
        return;
    m_patience.stop();
    m_stream.drop();
    m_posts.clear();
    settleOpen(std::unexpected(reason));
    Q_EMIT closed(reason);
}

} // namespace Workbench

#include "moc_mcpssechannel.cpp"
