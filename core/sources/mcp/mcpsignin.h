// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/transport/http/httpclient.h"

#include <QObject>

namespace Workbench {

//! Holds the access token of one MCP server. It is requested when the server refuses a request without a
//! token. All requests of the source share it. GUI thread. \source core/sources/mcp/README.md 4.6
class McpSignIn : public QObject {
    Q_OBJECT
public:
    //! \a access must outlive the object.
    McpSignIn(OAuthAccess *access, OAuthPlan plan, const Limits &limits);

    //! Returns the value of the header Authorization, or an empty value if there is no token yet.
    QByteArray authorization() const;
    //! Gets a new token after the server answered \a refused to a request that carried \a sent. The future
    //! settles when authorization() has changed, or with the error why there is no token. \a tries counts the
    //! attempts of one request.
    QFuture<Result<void>> renew(QByteArray sent, HttpResponseHead refused,
        std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation);

Q_SIGNALS:
    //! Emitted when a request waits for a token, for which the user may have to sign in; waited() follows
    //! once.
    void waiting(quint64 ticket);
    //! Emitted when the request \a ticket does not wait any more, with or without a token.
    void waited(quint64 ticket);

private:
    OAuthAccess *m_access;
    OAuthPlan m_plan;
    Limits m_limits;
    std::shared_ptr<OAuthGrant> m_grant; //!< null until a token is needed
    OAuthTokens m_tokens;
    quint64 m_lastTicket = 0;
};

} // namespace Workbench
