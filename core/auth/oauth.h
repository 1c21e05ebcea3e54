// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

// Why not QtNetworkAuth: core/DECISIONS.md "OAuth".

#include "core/auth/authchallenge.h"
#include "core/auth/credential.h"
#include "core/auth/signin.h"
#include "core/base/limits.h"
#include "core/transport/http/certificates.h"

#include <stop_token>

namespace Workbench {

class ExchangeLog;

enum class OAuthFlow : quint8 { AuthorizationCode, ClientCredentials, DeviceCode };

//! An authorisation server: what its metadata says, or what an OpenAPI document declares of it.
struct OAuthServer {
    QString issuer; //!< empty: only its endpoints are known
    QUrl authorizationEndpoint;
    QUrl tokenEndpoint;
    QUrl deviceEndpoint;
    QUrl registrationEndpoint;
    QStringList scopesSupported;
    QStringList challengeMethods; //!< supported methods of PKCE
    QStringList grantTypes; //!< grant_types_supported; empty: not announced
    QList<ClientAuthentication> clientAuthentication; //!< in the server's order; empty: not announced
    bool sendsIssuer = false; //!< authorization_response_iss_parameter_supported
    bool takesMetadataClientIds = false; //!< client_id_metadata_document_supported
    //! Whether the server has metadata. Without metadata it cannot announce PKCE, and PKCE is used anyway.
    bool hasMetadata = false;
};

//! Returns a server without metadata, for example from the flow of an OpenAPI document. Empty texts are
//! missing endpoints. Fails with ErrorKind::Protocol for an endpoint that checkedPeerUrl() refuses.
//! \source core/RULES.md R-80
Result<OAuthServer> declaredServer(
    const QString &authorizationUrl, const QString &tokenUrl, const QString &deviceUrl = {});

//! Metadata of a protected server, which names its authorisation servers. \source RFC 9728 section 2
struct ProtectedResource {
    //! The address of the server. Empty: it has no metadata and is its own authorisation server.
    QString resource;
    QStringList issuers; //!< issuers of its authorisation servers; never empty with metadata
    QStringList scopesSupported;
};

//! The input of an authorisation: the flow, the server, the client and the scopes.
struct OAuthSetup {
    OAuthFlow flow = OAuthFlow::AuthorizationCode;
    OAuthServer server;
    QString clientId; //!< empty: the authorisation code flow registers this program if the server allows that
    Secret clientSecret; //!< empty: a public client
    Secret privateKey; //!< PEM, for ClientAuthentication::PrivateKeyJwt
    std::optional<OAuthRegistration> registration; //!< an earlier registration, used without a client id
    std::optional<ClientAuthentication> authentication; //!< nothing: as the server supports, Basic first
    QStringList scopes;
    QStringList scopesBefore; //!< scopes of earlier requests; other scopes are shown as new (R-82)
    QString resource; //!< RFC 8707; empty: none
    //! Origins that the user typed or confirmed. Only these get a secret, a code or a refresh token. A flow
    //! that needs another origin ends with ErrorKind::Trust, code "credential.origin", details {"confirmed":
    //! [origin…], "wanted": [origin…]}. \source core/RULES.md R-71
    QStringList confirmedOrigins;
};

//! Makes the requests of OAuth 2.1 over HttpClient, which follows no redirects here. Requests may
//! run at the same time; deleting the client settles them with ErrorKind::Cancelled. GUI thread. Messages of
//! errors are whole sentences and hold no secret; the details hold the server's answer, {"error",
//! "error_description"}. \source core/auth/README.md 2; core/RULES.md
class OAuthClient {
public:
    //! \a sourceName is part of the messages of errors. \a host asks the user; only its openBrowser and
    //! showDeviceCode are used. \a observer receives every token, code and verifier.
    OAuthClient(
        const QString &sourceName, const Limits &limits, SignInHost host, SecretObserver observer = {});
    ~OAuthClient();
    Q_DISABLE_COPY_MOVE(OAuthClient)

    QString sourceName() const;
    //! Sets the certificates that are accepted beside those that the system trusts, for later requests.
    //! \source core/RULES.md R-30
    void setAcceptedCertificates(const QList<AcceptedCertificate> &certificates);
    //! Sets the log for every request and answer, with secrets replaced, in channels named "sign-in N". Null:
    //! nothing is logged.
    void setLog(ExchangeLog *log);

    //! Runs the flow of \a setup and returns the tokens.
    QFuture<Result<OAuthTokens>> authorize(OAuthSetup setup, std::stop_token cancellation = {});
    //! Requests tokens for the refresh token of \a old. The old refresh token stays if the server returns
    //! none. Fails with code "oauth.invalid_grant" if authorize() is needed: ErrorKind::Remote if the server
    //! refused, ErrorKind::Usage if \a old has no refresh token. Fails with ErrorKind::Trust if \a old
    //! belongs to another issuer or client.
    QFuture<Result<OAuthTokens>> refresh(
        OAuthSetup setup, OAuthTokens old, std::stop_token cancellation = {});

    struct State;
    //! Returns what the flows of this client share, for the functions of oauthstate_p.h.
    const std::shared_ptr<State> &state() const { return d; }

private:
    std::shared_ptr<State> d;
};

} // namespace Workbench
