// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"

namespace Workbench {

//! The member "oauth" of a source's settings: {grant: "code" | "client" | "device", clientId, clientSecret:
//! REF, scopes: "a b" or [text…], issuer, authorizationUrl, tokenUrl, deviceUrl, scheme,
//! clientAuthentication: "basic" | "post" | "none" | "private_key_jwt", privateKey: REF, clientMetadataUrl}.
//! Every member is optional; the source's document or its server supplies what is missing.
struct OAuthSettings {
    std::optional<OAuthFlow> flow;
    QString clientId;
    std::optional<SecretReference> clientSecret;
    std::optional<SecretReference> privateKey; //!< reference of a PEM key
    //! An https address of a document that describes this program. It is the client id if the server accepts
    //! such ids. Empty: none. \source core/auth/README.md 2.4
    QString clientMetadataUrl;
    std::optional<ClientAuthentication> authentication;
    QStringList scopes; //!< empty: the scopes that an operation requires
    QString issuer; //!< the issuer whose metadata names the endpoints
    QString authorizationUrl;
    QString tokenUrl;
    QString deviceUrl;
    QString scheme; //!< id of a security scheme of the document; empty: the first suitable one

    //! Reads the member "oauth". Fails with ErrorKind::Usage, naming the wrong member.
    static Result<OAuthSettings> read(const Json &settings);
    //! Returns the origins of the issuer and the endpoints that the user named here, not of
    //! clientMetadataUrl.
    QStringList origins() const;
};

//! Adds the member "oauth" to \a schema, the schema of a source's settings, directly after "auth".
Json withOAuthSettings(const Json &schema);

//! A way to sign in that an OpenAPI document declares: one flow of a security scheme, or an OpenID provider.
struct DeclaredOAuth {
    struct Flow {
        OAuthFlow flow = OAuthFlow::AuthorizationCode;
        QString authorizationUrl{};
        QString tokenUrl{};
        QString deviceUrl{};
    };
    QList<Flow> flows; //!< supported flows, in the order of preference
    QStringList otherFlows; //!< unsupported flows: "implicit", "password"
    QString metadataUrl; //!< openIdConnectUrl, or oauth2MetadataUrl of OpenAPI 3.2; empty: none

    //! Reads \a scheme, a Security Scheme Object of any version. Relative addresses are resolved against
    //! \a base.
    static DeclaredOAuth read(const Json &scheme, const QUrl &base);
};

} // namespace Workbench
