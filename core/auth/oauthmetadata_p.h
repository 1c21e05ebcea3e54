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

//! Reads the metadata of \a issuer from the well-known addresses of RFC 8414 and OpenID Connect. The issuer
//! in the metadata must be equal to \a issuer, character by character.
Task<Result<OAuthServer>> discoverIssuer(
    OAuthState state, QString issuer, QStringList confirmedOrigins, std::stop_token cancellation = {});
//! Returns the authorisation server of a \a server without resource metadata, which is \a server itself: from
//! its metadata, else /authorize, /token and /register. \source core/auth/README.md 2.2
Task<Result<OAuthServer>> discoverOrigin(
    OAuthState state, QUrl server, QStringList confirmedOrigins, std::stop_token cancellation = {});
//! Reads the resource metadata of \a server: at \a metadataUrl if its challenge named it, else at the
//! well-known addresses of RFC 9728. Fails with ErrorKind::Protocol if it describes another server.
Task<Result<ProtectedResource>> discoverProtectedResource(OAuthState state, QUrl server, QString metadataUrl,
    QStringList confirmedOrigins, std::stop_token cancellation = {});
//! Reads the metadata at \a metadataUrl, for example the openIdConnectUrl of an OpenAPI document. It must be
//! a well-known address of the issuer that the metadata names.
Task<Result<OAuthServer>> discoverPlace(
    OAuthState state, QString metadataUrl, QStringList confirmedOrigins, std::stop_token cancellation = {});

} // namespace Workbench
