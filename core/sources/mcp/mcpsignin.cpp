// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpsignin.h"

namespace Workbench {

McpSignIn::McpSignIn(OAuthAccess *access, OAuthPlan plan, const Limits &limits)
    : m_access(access)
    , m_plan(std::move(plan))
    , m_limits(limits)
{
}

QByteArray McpSignIn::authorization() const
{
    return m_tokens.accessToken.isEmpty() ? QByteArray() : "Bearer " + m_tokens.accessToken.reveal();
}

QFuture<Result<void>> McpSignIn::renew(QByteArray sent, HttpResponseHead refused,
    std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    if (!authorization().isEmpty() && authorization() != sent) // another request was first
        return QtFuture::makeReadyValueFuture(Result<void>());
    if (!m_grant)
        m_grant = m_access->grant(m_plan, m_limits);
    const quint64 ticket = ++m_lastTicket;
    Q_EMIT waiting(ticket);
    return m_grant->renew(m_tokens, challengesOf(refused), std::move(tries), std::move(cancellation))
        .then(this, [this, ticket](const Result<OAuthTokens> &tokens) {
            if (tokens)
                m_tokens = *tokens;
            Q_EMIT waited(ticket);
            return tokens.transform([](const OAuthTokens &) { });
        });
}

} // namespace Workbench

#include "moc_mcpsignin.cpp"
