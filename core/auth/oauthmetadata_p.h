// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthstate_p.h"

namespace Workbench {

//! Returns the well-known addresses of the metadata of \a issuer, in the order of the requests.
//! \source RFC 8414 section 3.1; OpenID Connect Discovery 1.0 section 4; core/auth/README.md 2.3
QList<QUrl> metadataPlaces(const QUrl &issuer);

//! Reads the metadata \a document of \a issuer. Fails with ErrorKind::Protocol if it names another issuer or
//! an endpoint that R-80 forbids.
Result<OAuthServer> serverFromMetadata(
    const Json &document, const QString &issuer, const QStringList &confirmedOrigins);

//! Implements OAuthClient::discover().
Task<Result<OAuthServer>> discoverIssuer(
    OAuthState state, QString issuer, QStringList confirmedOrigins, std::stop_token cancellation);
//! Implements OAuthClient::discoverAtServer().
Task<Result<OAuthServer>> discoverOrigin(
    OAuthState state, QUrl server, QStringList confirmedOrigins, std::stop_token cancellation);
//! Implements OAuthClient::discoverResource().
Task<Result<ProtectedResource>> discoverProtectedResource(OAuthState state, QUrl server, QString metadataUrl,
    QStringList confirmedOrigins, std::stop_token cancellation);
//! Implements OAuthClient::discoverAt().
Task<Result<OAuthServer>> discoverPlace(
    OAuthState state, QString metadataUrl, QStringList confirmedOrigins, std::stop_token cancellation);

} // namespace Workbench
