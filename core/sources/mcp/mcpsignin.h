// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/transport/http/httpclient.h"

#include <QObject>

namespace Workbench {

//! The access token of one MCP server, asked for when the server refuses a request without one. All requests
//! of the source share it. GUI thread. \source core/sources/mcp/README.md 4.6
class McpSignIn : public QObject {
    Q_OBJECT
public:
    //! \a access must outlive this.
    McpSignIn(OAuthAccess *access, OAuthWish wish, const Limits &limits);

    //! The value of the header Authorization; empty: no token was asked for yet.
    QByteArray authorization() const;
    //! After \a refused answered a request that carried \a sent: settles when authorization() is another one,
    //! or with why there is none. \a tries are those of one request.
    QFuture<Result<void>> renew(QByteArray sent, HttpResponseHead refused,
        std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation);

Q_SIGNALS:
    //! A request waits for a token, for which a person may be asked; waited() follows once.
    void waiting(quint64 ticket);
    void waited(quint64 ticket);

private:
    OAuthAccess *m_access;
    OAuthWish m_wish;
    Limits m_limits;
    std::shared_ptr<OAuthGrant> m_grant; //!< null before it is needed
    OAuthTokens m_tokens;
    quint64 m_lastTicket = 0;
};

} // namespace Workbench
