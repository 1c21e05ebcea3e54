// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"

namespace Workbench {

//! What a source's settings say of signing in with OAuth 2.0, the member "oauth": {grant: "code" | "client" |
//! "device", clientId, clientSecret: REF, scopes: "a b" or [text…], issuer, authorizationUrl, tokenUrl,
//! deviceUrl, scheme, clientAuthentication: "basic" | "post" | "none" | "private_key_jwt", privateKey: REF,
//! clientMetadataUrl}. All of it may be left out: what a source's document declares, or its server tells,
//! stands in.
struct OAuthSettings {
    std::optional<OAuthFlow> flow;
    QString clientId;
    std::optional<SecretReference> clientSecret;
    std::optional<SecretReference> privateKey; //!< of which the secret is PEM
    //! An https address whose document describes this program, and which is its client id where the server
    //! takes such ids; empty: there is none. \source core/auth/README.md 2.4
    QString clientMetadataUrl;
    std::optional<ClientAuthentication> authentication;
    QStringList scopes; //!< empty: those that an operation wants
    QString issuer; //!< whose metadata names the endpoints
    QString authorizationUrl;
    QString tokenUrl;
    QString deviceUrl;
    QString scheme; //!< id of the document's security scheme that is meant; empty: the first that suits

    //! ErrorKind::Usage naming the member.
    static Result<OAuthSettings> read(const Json &settings);
    //! The origins that the user named here.
    QStringList origins() const;
};

//! \a schema of a source's settings with the member "oauth" behind "auth", which may ask for it.
Json withOAuthSettings(const Json &schema);

//! A way to sign in that an OpenAPI document declares: one flow of a security scheme, or an OpenID provider.
struct DeclaredOAuth {
    struct Flow {
        OAuthFlow flow = OAuthFlow::AuthorizationCode;
        QString authorizationUrl{};
        QString tokenUrl{};
        QString deviceUrl{};
    };
    QList<Flow> flows; //!< those that this version can do, in the order of preference
    QStringList otherFlows; //!< "implicit", "password"
    QString metadataUrl; //!< openIdConnectUrl, or 3.2's oauth2MetadataUrl; empty: none

    //! \a scheme: a Security Scheme Object of any version; \a base: what relative addresses are resolved
    //! against.
    static DeclaredOAuth read(const Json &scheme, const QUrl &base);
};

} // namespace Workbench
