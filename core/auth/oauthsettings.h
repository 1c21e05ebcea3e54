// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauth.h"

#include <QPointer>

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

//! Describes how a source gets its access tokens: its settings, completed by its document. The flow is always
//! set. Empty scopes are those that the challenge or the server names. Two plans with the same storeName()
//! share their tokens.
struct OAuthPlan : OAuthSettings {
    QString sourceName;
    QString metadataUrl; //!< metadata that names the endpoints, used without an issuer; may be empty
    //! A server that names its authorisation servers itself, used if neither the settings nor metadataUrl
    //! name one. Empty: the source has no such server.
    QUrl protectedServer;
    QPointer<ExchangeLog> log; //!< log for the steps of a sign-in; null: they are not logged
    //! Whether the settings name no grant. Client credentials may then be used instead of \c flow, if the
    //! authorisation server announces them without the authorisation code.
    bool mayChooseFlow = false;
    QString resource; //!< RFC 8707; empty: none
    QStringList confirmedOrigins; //!< origins that the user named, sorted
    QStringList destinations; //!< origins that get the access token, sorted
    //! Certificates that the user accepted for the source. They are not part of storeName(); those of the
    //! newest plan are used.
    QList<AcceptedCertificate> certificates;

    //! Returns the name of the tokens in the store: "oauth:SOURCE:" and twelve digits of a hash over
    //! everything that decides to whom the tokens belong and where they go. \source core/RULES.md R-71
    QString storeName() const;
};

//! Returns how \a source signs in, from its settings and from \a declared, which its document declares
//! (nothing: from the settings alone). \a own are the origins that the settings confirm. Fails with
//! ErrorKind::Usage, which says what is missing.
Result<OAuthPlan> oauthPlan(const QString &source, const OAuthSettings &settings,
    const std::optional<DeclaredOAuth> &declared, const QStringList &own);

//! Returns how \a source signs in to the MCP server at \a server. The server supplies what the settings leave
//! out.
OAuthPlan oauthPlanFor(const QString &source, const OAuthSettings &settings, const QUrl &server);

//! Returns the source whose tokens are stored under \a storeName, or nothing for the name of another secret.
std::optional<QString> sourceOfTokens(const QString &storeName);

} // namespace Workbench
