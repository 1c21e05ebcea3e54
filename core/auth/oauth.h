// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

// Why not QtNetworkAuth: core/DECISIONS.md "OAuth".

#include "core/auth/authchallenge.h"
#include "core/auth/credential.h"
#include "core/auth/peerurl.h"
#include "core/base/limits.h"
#include "core/transport/http/acceptedcertificate.h"

#include <stop_token>

namespace Workbench {

class ExchangeLog;

enum class OAuthFlow : quint8 { AuthorizationCode, ClientCredentials, DeviceCode };

//! An authorization server: what its metadata says, or what an OpenAPI document declares of it.
struct OAuthServer {
    QString issuer; //!< empty: only its endpoints are known
    QUrl authorizationEndpoint;
    QUrl tokenEndpoint;
    QUrl deviceEndpoint;
    QUrl registrationEndpoint;
    QStringList scopesSupported;
    QStringList challengeMethods; //!< of PKCE
    QList<ClientAuthentication> clientAuthentication; //!< in its order; empty: it does not say
    bool sendsIssuer = false; //!< authorization_response_iss_parameter_supported
    bool takesMetadataClientIds = false; //!< client_id_metadata_document_supported
    //! False: there is no place where it could announce PKCE, which is used all the same then.
    bool hasMetadata = false;
    Json document; //!< the metadata as received
};

//! Endpoints without metadata, as an OpenAPI document's flow has them; empty texts: there is none.
//! ErrorKind::Protocol as checkedPeerUrl(). \source core/RULES.md R-80
Result<OAuthServer> declaredServer(
    const QString &authorizationUrl, const QString &tokenUrl, const QString &deviceUrl = {});

//! What a protected server says of who signs in for it. \source RFC 9728 section 2
struct ProtectedResource {
    QString resource; //!< its name of itself; empty: it has no metadata, and its own origin signs in
    QStringList issuers; //!< of its authorization servers; never empty with metadata
    QStringList scopesSupported;
};

//! ErrorKind::Cancelled, for whoever waited for a sign-in that the user ended.
Error cancelledSignIn();

//! What is to be authorised.
struct OAuthSetup {
    OAuthFlow flow = OAuthFlow::AuthorizationCode;
    OAuthServer server;
    QString clientId; //!< empty: the authorization code registers this program, if the server allows that
    Secret clientSecret; //!< empty: a public client
    Secret privateKey; //!< PEM, for ClientAuthentication::PrivateKeyJwt
    std::optional<OAuthRegistration> registration; //!< from before, in the place of a client id
    std::optional<ClientAuthentication> authentication; //!< nothing: as the server supports, Basic first
    QStringList scopes;
    QStringList scopesBefore; //!< asked for earlier: others are shown as new (R-82)
    QString resource; //!< RFC 8707; empty: none
    //! What the user typed or confirmed. Only these get a secret, a code or a refresh token; without one it
    //! needs, a flow ends with ErrorKind::Trust, code "credential.origin", details {"confirmed": [origin…],
    //! "wanted": [origin…]}. \source core/RULES.md R-71
    QStringList confirmedOrigins;
};

//! What the user is asked before the browser opens.
struct BrowserRequest {
    UrlFacts facts;
    QString sourceName;
    QString clientId; //!< of the settings, or that was registered
    QStringList scopes; //!< all that are asked for
    QStringList newScopes; //!< not asked for before
};

struct DeviceCodePrompt {
    QString userCode; //!< safe to show
    UrlFacts verification; //!< where to type it
    std::optional<UrlFacts> complete; //!< the same with the code in it
    QStringList scopes;
    QStringList newScopes;
    std::chrono::seconds validFor{};
};

//! The caller's part. Called on the GUI thread.
struct OAuthPrompts {
    //! Shows the facts, asks, and hands the URL to the system; settled when that is done. An error, Trust or
    //! Cancelled, ends the flow. The future is the caller's to settle, exactly once.
    std::function<QFuture<Result<void>>(const BrowserRequest &request)> openBrowser;
    std::function<void(const DeviceCodePrompt &prompt)> showDeviceCode;
    std::function<void()> deviceCodeEnded; //!< however it ended; may be empty
};

//! The requests of OAuth 2.1 over our own HTTP, which redirects nothing here. One after the other or at the
//! same time; what is under way when it goes settles with ErrorKind::Cancelled. GUI thread. Messages of
//! errors are whole sentences and hold no secret; what the server said is in the details, {"error",
//! "error_description"}. \source core/auth/README.md 2; core/RULES.md
class OAuthClient {
public:
    //! \a sourceName begins the messages of errors; \a observer is told of every token, code and verifier.
    OAuthClient(
        const QString &sourceName, const Limits &limits, OAuthPrompts prompts, SecretObserver observer = {});
    ~OAuthClient();
    Q_DISABLE_COPY_MOVE(OAuthClient)

    QString sourceName() const;
    //! From now on these serve besides those the system trusts. \source core/RULES.md R-30
    void setAcceptedCertificates(const QList<AcceptedCertificate> &certificates);
    //! Notes every request and answer, secrets replaced, in channels named "sign-in N"; null: nowhere.
    void setLog(ExchangeLog *log);

    //! What \a server says of its sign-in, at \a metadataUrl as its challenge named it, or else where RFC
    //! 9728 keeps it. ErrorKind::Protocol when it speaks for another server.
    QFuture<Result<ProtectedResource>> discoverResource(const QUrl &server, const QString &metadataUrl,
        const QStringList &confirmedOrigins, std::stop_token cancellation = {});
    //! For a \a server without such metadata, which is its own authorization server: its metadata, or where
    //! there is none /authorize, /token and /register. \source core/auth/README.md 2.2
    QFuture<Result<OAuthServer>> discoverAtServer(
        const QUrl &server, const QStringList &confirmedOrigins, std::stop_token cancellation = {});

    //! The metadata of \a issuer, from the places where RFC 8414 and OpenID Connect keep it. The issuer it
    //! names must be the same to the letter.
    QFuture<Result<OAuthServer>> discover(
        const QString &issuer, const QStringList &confirmedOrigins, std::stop_token cancellation = {});
    //! The metadata at \a metadataUrl (an OpenAPI document's openIdConnectUrl), which must be a place where
    //! the issuer it names keeps it.
    QFuture<Result<OAuthServer>> discoverAt(
        const QString &metadataUrl, const QStringList &confirmedOrigins, std::stop_token cancellation = {});

    //! Runs the setup's flow.
    QFuture<Result<OAuthTokens>> authorize(OAuthSetup setup, std::stop_token cancellation = {});
    //! Tokens for the refresh token of \a old, which stays when none is returned. ErrorKind::Remote, code
    //! "oauth.invalid_grant", when only authorize() helps; ErrorKind::Trust when \a old is another issuer's.
    QFuture<Result<OAuthTokens>> refresh(
        OAuthSetup setup, OAuthTokens old, std::stop_token cancellation = {});

    struct State;

private:
    std::shared_ptr<State> d;
};

//! The authorisations of one call. \source core/RULES.md R-82
class AuthorizationTries {
public:
    explicit AuthorizationTries(const Limits &limits)
        : m_left(limits.authTries)
    {
    }
    //! One more; ErrorKind::Remote with the server's challenge when there were enough.
    Result<void> take(const QString &sourceName, const QList<AuthChallenge> &challenges);

private:
    qint64 m_left;
};

//! The tokens of one setup: kept in a store, renewed once for all who wait, asked for anew when that does not
//! help. GUI thread.
class OAuthTokenKeeper {
public:
    //! \a client and \a store must outlive this. \a name is what the store keeps the tokens under.
    OAuthTokenKeeper(OAuthClient *client, SecretStore *store, QString name, OAuthSetup setup);
    ~OAuthTokenKeeper();
    Q_DISABLE_COPY_MOVE(OAuthTokenKeeper)

    //! Tokens that are not about to expire: those at hand, else refreshed, else authorised. \a tries are the
    //! call's, and must not be null.
    QFuture<Result<OAuthTokens>> tokens(
        std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation = {});
    //! After the server refused \a refused with \a challenges: 401, or 403 with insufficient_scope, whose
    //! scopes are asked for beside those before. Tokens that came meanwhile are given without asking.
    QFuture<Result<OAuthTokens>> renew(const OAuthTokens &refused, const QList<AuthChallenge> &challenges,
        std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation = {});
    //! Scopes that are wanted from now on beside those of the setup. Tokens that were not requested with them
    //! are not enough any more.
    void want(const QStringList &scopes);
    //! Ends a sign-in that is under way, for everybody who waits for it, with ErrorKind::Cancelled.
    void cancel();
    //! Signs out here: forgets them in memory and in the store.
    QFuture<Result<bool>> forget();
    //! Why the newest tokens are not in the store and will be gone with this; nothing: they are in it.
    const std::optional<Error> &storeProblem() const;

    struct State;

private:
    std::shared_ptr<State> d;
};

} // namespace Workbench
