// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapilink.h"

namespace Workbench {

//! Where an access token goes in a request.
struct OpenApiTokenPlace {
    QString scheme; //!< the security scheme that asks for it; empty: none does, and it goes as a header
    QStringList scopes; //!< that the operation asks for
    std::optional<DeclaredOAuth> declared; //!< what the scheme says of signing in; nothing: it says nothing
};

//! Whether \a operation gets an access token by the source's settings: where a scheme asks for one and
//! nothing else that is set will do, and for sources whose document knows no such scheme. \a credentials:
//! those that are there, by the ids of their schemes.
std::optional<OpenApiTokenPlace> tokenPlaceOf(const OpenApiSettings &settings,
    const OpenApiDocument &document, const OpenApiOperation &operation,
    const QHash<QString, QString> &credentials);

//! Who gives tokens for \a place. ErrorKind::Usage says what the settings lack.
Result<std::shared_ptr<OAuthGrant>> grantFor(OpenApiLink &link, const OpenApiTokenPlace &place);

//! An answer that means: this token will not do. \source mcp-client.md 8.1
bool refusesToken(const HttpResponseHead &head);

//! New tokens after \a head refused \a refused.
QFuture<Result<OAuthTokens>> renewedTokens(const std::shared_ptr<OAuthGrant> &grant,
    const OAuthTokens &refused, const HttpResponseHead &head, std::shared_ptr<AuthorizationTries> tries,
    std::stop_token cancellation);

//! What stands beside an answer that refused the token, when \a renewed came of it and the request was not
//! sent again.
QString refusedTokenRemark(const Result<OAuthTokens> &renewed);

//! Asking again has no effect of its own. \source reliability.md R-33
bool mayAskAgain(const QByteArray &method);

} // namespace Workbench
