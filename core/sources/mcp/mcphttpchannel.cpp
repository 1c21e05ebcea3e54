// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcphttpchannel.h"

#include "core/mcp/jsonrpc.h"

namespace Workbench {

using namespace Qt::StringLiterals;

McpHttpChannel::McpHttpChannel(
    QString sourceName, const McpSettings &settings, const Limits &limits, ExchangeLog *log)
    : m_link(std::move(sourceName), settings, limits, log)
{
    m_link.reportTo(this);
    connect(&m_link.inbox, &McpInbox::parsed, this, &McpHttpChannel::parsed);
}

QFuture<Result<void>> McpHttpChannel::open()
{
    return QtFuture::makeReadyValueFuture(Result<void>()); // nothing opens before the first POST
}

void McpHttpChannel::send(const McpOutgoing &outgoing)
{
    if (m_closing) {
        Q_EMIT sendFailed(outgoing.ticket, closedHere(m_link.sourceName));
        return;
    }
    if (isInitialize(outgoing)) { // begins a new session
        m_link.sessionId.clear();
        m_link.revision.clear();
        m_stream.reset();
    }
    const quint64 ticket = outgoing.ticket;
    auto post = std::make_unique<McpHttpPost>(&m_link, outgoing);
    connect(post.get(), &McpHttpPost::sessionGiven, this,
        [this](const QByteArray &id) { m_link.sessionId = id; });
    connect(post.get(), &McpHttpPost::delivered, this, [this, ticket] { Q_EMIT delivered(ticket); });
    connect(post.get(), &McpHttpPost::failed, this,
        [this, ticket](const Error &error) { Q_EMIT sendFailed(ticket, error); });
    // Queued, because the post is emitting.
    connect(
        post.get(), &McpHttpPost::over, this,
        [this, ticket] {
            m_posts.erase(ticket);
            if (m_closing && m_posts.empty())
                sayGoodbye();
        },
        Qt::QueuedConnection);
    McpHttpPost &kept = *(m_posts[ticket] = std::move(post));
    kept.start();
}

std::optional<Error> McpHttpChannel::unconnected(
    quint64 ticket, QStringView key, std::chrono::milliseconds waited) const
{
    const auto found = m_posts.find(ticket);
    return found == m_posts.end() ? std::nullopt : found->second->unconnected(key, waited);
}

void McpHttpChannel::established()
{
    m_stream = std::make_unique<McpEventStream>(&m_link, 0);
    m_hasStreamed = false;
    connect(m_stream.get(), &McpEventStream::connected, this, [this] {
        m_hasStreamed = true;
        Q_EMIT degraded({});
    });
    connect(m_stream.get(), &McpEventStream::refused, this, [this](int status, const Error &why) {
        m_stream.release()->deleteLater();
        const bool isNotOffered = status == 404 || status == 405 || status == 406;
        if (isNotOffered && !m_hasStreamed) // which is not a fault
            return;
        const QString said = status < 300
            ? u"The server offers no event stream; it answered the GET with HTTP %1."_s.arg(status)
            : why.message;
        Q_EMIT degraded(u"Notifications cannot be received: %1"_s.arg(said));
    });
    connect(m_stream.get(), &McpEventStream::ended, this, [this](const Error &why) {
        m_stream.release()->deleteLater();
        Q_EMIT degraded(
            u"The stream of notifications is lost: %1 Connect again to receive them."_s.arg(why.message));
    });
    m_stream->connectByGet();
}

void McpHttpChannel::parsed(const McpIncoming &incoming)
{
    // Marked first: the receiver may send more requests, and the end of the POST must not look like a
    // failure.
    if (incoming.message.isArray()) {
        for (const Json &message : incoming.message.items())
            markAnswered(message);
    } else {
        markAnswered(incoming.message);
    }
    // An error without an id belongs to the POST in whose answer it came.
    if (incoming.origin != 0 && incoming.message.hasMember("error"_L1)
        && !incoming.message.hasMember("method"_L1)) {
        const Json id = incoming.message.member("id"_L1);
        if (id.isAbsent() || id.isNull()) {
            if (const auto found = m_posts.find(incoming.origin); found != m_posts.end())
                found->second->answered();
        }
    }
    Q_EMIT received(incoming);
}

void McpHttpChannel::markAnswered(const Json &message)
{
    if (JsonRpc::classify(message).kind != JsonRpc::Kind::Response)
        return;
    const Json id = message.member("id"_L1);
    const std::optional<qint64> number = id.isNumber() ? id.toInteger() : std::nullopt;
    if (const auto found = number ? m_posts.find(quint64(*number)) : m_posts.end(); found != m_posts.end())
        found->second->answered();
}

McpChannel::Wire McpHttpChannel::wireFor(const McpOutgoing &outgoing) const
{
    return m_link.wireOf(m_link.post(outgoing));
}

void McpHttpChannel::close()
{
    if (std::exchange(m_closing, true))
        return;
    m_stream.reset();
    // What was cancelled right before reaches the server.
    std::erase_if(m_posts, [](const auto &post) { return !post.second->isFarewell(); });
    if (m_posts.empty())
        return sayGoodbye();
    QTimer::singleShot(m_link.goodbyeWithin(), this, &McpHttpChannel::sayGoodbye);
}

//! Ends the session, if there is one.
void McpHttpChannel::sayGoodbye()
{
    if (std::exchange(m_isParting, true))
        return;
    m_posts.clear();
    if (m_link.sessionId.isEmpty()) {
        QMetaObject::invokeMethod(this, &McpHttpChannel::emitClosed, Qt::QueuedConnection);
        return;
    }
    const HttpFrames frames = m_link.nextFrames("DELETE"_L1, {});
    m_goodbye = m_link.send(m_link.deleteSession(), frames, u"end session"_s);
    connect(m_goodbye.get(), &HttpReply::headReceived, this,
        [frames](const HttpResponseHead &head) { frames.noteReceived(head); });
    // Any answer will do: servers without sessions answer 405.
    connect(m_goodbye.get(), &HttpReply::finished, this, &McpHttpChannel::emitClosed);
}

void McpHttpChannel::emitClosed()
{
    if (std::exchange(m_closed, true))
        return;
    letGo(m_goodbye, this);
    Q_EMIT closed(closedHere(m_link.sourceName));
}

} // namespace Workbench

#include "moc_mcphttpchannel.cpp"
