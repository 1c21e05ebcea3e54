// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpsignedinreply.h"

#include "core/json/jsonbuilder.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype signInRefusalKept = 64 << 10;

} // namespace

McpSignedInReply::McpSignedInReply(HttpClient *client, HttpRequest request, std::shared_ptr<McpSignIn> signIn,
    HttpFrames frames, const Limits &limits)
    : m_client(client)
    , m_request(std::move(request))
    , m_signIn(std::move(signIn))
    , m_frames(std::move(frames))
    , m_tries(std::make_shared<AuthorizationTries>(limits))
{
    start();
}

McpSignedInReply::~McpSignedInReply()
{
    m_stop.request_stop();
}

void McpSignedInReply::start()
{
    HttpRequest request = m_request;
    m_sent = m_signIn->authorization();
    if (!m_sent.isEmpty())
        request.headers.append({"Authorization", m_sent});
    m_refused.reset();
    m_refusal.clear();
    m_reply = m_client->send(std::move(request));
    m_reply->setReading(m_isReading);
    connect(m_reply.get(), &HttpReply::headReceived, this, &McpSignedInReply::headCame);
    connect(m_reply.get(), &HttpReply::bodyReceived, this, &McpSignedInReply::bodyCame);
    connect(m_reply.get(), &HttpReply::finished, this, &McpSignedInReply::replyEnded);
}

void McpSignedInReply::headCame(const HttpResponseHead &head)
{
    if (asksForToken(head))
        m_refused = head;
    else
        Q_EMIT headReceived(head);
}

void McpSignedInReply::bodyCame(const QByteArray &chunk)
{
    if (!m_refused)
        Q_EMIT bodyReceived(chunk);
    else if (m_refusal.size() < signInRefusalKept)
        m_refusal += chunk;
}

void McpSignedInReply::replyEnded(bool complete, const Error &error)
{
    if (!m_refused) {
        Q_EMIT finished(complete, error);
        return;
    }
    const bool isWhole = complete && m_refusal.size() < signInRefusalKept;
    m_frames.noteReceived(*m_refused, m_refusal, isWhole ? m_reply->rawBody() : QByteArray(),
        !complete     ? error.message
            : isWhole ? QString()
                      : QString(cutBodyNote));
    m_reply->disconnect(this);
    m_reply.release()->deleteLater();
    m_signIn->renew(m_sent, *m_refused, m_tries, m_stop.get_token())
        .then(this, [this](const Result<void> &result) { signedIn(result); });
}

void McpSignedInReply::signedIn(const Result<void> &result)
{
    if (result && m_client && !m_stop.stop_requested()) {
        start();
        return;
    }
    Error why = result.error_or(cancelledSignIn());
    why.details = withMember(why.details.isObject() ? why.details : Json::emptyObject(), u"httpStatus",
        Json::integer(m_refused->status));
    Q_EMIT finished(false, why);
}

void McpSignedInReply::abort()
{
    m_stop.request_stop(); // ends a wait for the token
    if (m_reply)
        m_reply->abort();
}

void McpSignedInReply::setReading(bool reading)
{
    m_isReading = reading;
    if (m_reply)
        m_reply->setReading(reading);
}

std::optional<Error> McpSignedInReply::unconnected(QStringView key, std::chrono::milliseconds waited) const
{
    return m_reply ? m_reply->unconnected(key, waited) : std::nullopt;
}

} // namespace Workbench

#include "moc_mcpsignedinreply.cpp"
