// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthstate_p.h"

namespace Workbench {

//! Where \a issuer keeps its metadata, in the order of asking. \source RFC 8414 section 3.1; OpenID Connect
//! Discovery 1.0 section 4; core/auth/README.md 2.3
QList<QUrl> metadataPlaces(const QUrl &issuer);

//! The metadata document of \a issuer read. ErrorKind::Protocol for another issuer and for an endpoint that
//! R-80 forbids.
Result<OAuthServer> serverFromMetadata(
    const Json &document, const QString &issuer, const QStringList &confirmedOrigins);

Task<Result<OAuthServer>> discoverIssuer(
    OAuthState state, QString issuer, QStringList confirmedOrigins, std::stop_token cancellation);
//! As OAuthClient::discoverAtServer() and discoverResource().
Task<Result<OAuthServer>> discoverOrigin(
    OAuthState state, QUrl server, QStringList confirmedOrigins, std::stop_token cancellation);
Task<Result<ProtectedResource>> discoverProtectedResource(OAuthState state, QUrl server, QString metadataUrl,
    QStringList confirmedOrigins, std::stop_token cancellation);
Task<Result<OAuthServer>> discoverPlace(
    OAuthState state, QString metadataUrl, QStringList confirmedOrigins, std::stop_token cancellation);

} // namespace Workbench
