// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthsettings.h"

#include <QPointer>

namespace Workbench {

//! A source that wants to send access tokens, with everything that is known of how to get them. Two wishes
//! that are equal in all of it share their tokens.
struct OAuthWish {
    QString sourceName;
    OAuthFlow flow = OAuthFlow::AuthorizationCode;
    QString issuer; //!< its metadata names the endpoints; empty: the next one
    QString metadataUrl; //!< likewise; empty: the endpoints are those below
    QString authorizationUrl;
    QString tokenUrl;
    QString deviceUrl;
    QString clientId;
    std::optional<SecretReference> clientSecret;
    std::optional<ClientAuthentication> authentication;
    std::optional<SecretReference> privateKey;
    //! A server that tells by itself who signs in for it, where nothing above does; empty: it does not.
    QUrl protectedServer;
    QString clientMetadataUrl; //!< as in OAuthSettings
    QStringList scopes; //!< of the settings; empty: those that the challenge or the server names
    QPointer<ExchangeLog> log; //!< where the steps of a sign-in are noted; null: nowhere
    QString resource; //!< RFC 8707; empty: none
    QStringList confirmedOrigins; //!< that the user named: sorted
    QStringList destinations; //!< where the access token goes: sorted
    //! That the user accepted for the source. They decide nothing of the tokens: the newest wish's are used.
    QList<AcceptedCertificate> certificates;

    //! What the store keeps its tokens under: "oauth:SOURCE:" and twelve digits of a hash over all that
    //! decides whose tokens they are and where they go. \source core/RULES.md R-71
    QString storeName() const;
};

//! How \a source signs in by its settings and by what its document declares; nothing declared: by the
//! settings alone. \a own: origins that the settings confirm. ErrorKind::Usage says what is missing.
Result<OAuthWish> oauthWish(const QString &source, const OAuthSettings &settings,
    const std::optional<DeclaredOAuth> &declared, const QStringList &own);

//! How \a source signs in to the MCP server at \a server: what the settings leave out, the server tells.
OAuthWish oauthWishFor(const QString &source, const OAuthSettings &settings, const QUrl &server);

//! One sign-in, as a user interface shows it.
struct SignInParty {
    QString id; //!< OAuthWish::storeName()
    QString sourceName;
    QString clientId;
    QStringList tokenOrigins; //!< who gets the code and the client's secret
    std::function<void()> cancel; //!< ends the sign-in for everybody who waits for it
};

//! What the user has to allow before it goes on. \source core/RULES.md R-71
struct OriginQuestion {
    QStringList confirmed; //!< that belong to the source
    QStringList wanted; //!< that would get credentials as well
    bool isNamedByServer = false; //!< by the protected server or its metadata
};

//! Whoever talks to the person. GUI thread; what is empty cannot be done here.
struct SignInHost {
    //! Settled with an error unless the user agrees.
    std::function<QFuture<Result<void>>(const SignInParty &, const OriginQuestion &)> confirmOrigins;
    std::function<QFuture<Result<void>>(const SignInParty &, const BrowserRequest &)> openBrowser;
    std::function<void(const SignInParty &, const DeviceCodePrompt &)> showDeviceCode;
    //! After any of these: how it ended, and what the user has to know about where tokens are kept (a
    //! sentence; empty: nothing).
    std::function<void(const SignInParty &, const Result<void> &, const QString &notice)> ended;
};

//! Access tokens for one wish. Alive while it is referenced; tokens stay in the store.
class OAuthGrant {
public:
    ~OAuthGrant();
    Q_DISABLE_COPY_MOVE(OAuthGrant)

    const OAuthWish &wish() const;
    //! Tokens with \a scopes, as OAuthTokenKeeper gives them: those at hand, refreshed, or signed in for.
    //! Scopes that were never asked for sign in again. Every token is told to the observer first.
    QFuture<Result<OAuthTokens>> tokens(
        QStringList scopes, std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation = {});
    //! After the server refused \a refused.
    QFuture<Result<OAuthTokens>> renew(OAuthTokens refused, QList<AuthChallenge> challenges,
        std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation = {});
    //! Ends a sign-in that is under way; its callers get ErrorKind::Cancelled.
    void cancel();
    //! Forgets what is at hand. Whether there was something.
    QFuture<Result<bool>> forget();

    struct State;

private:
    friend class OAuthAccess;
    explicit OAuthGrant(std::shared_ptr<State> state);
    std::shared_ptr<State> d;
};

//! Everybody's access tokens: in the store, and nowhere else. GUI thread.
class OAuthAccess {
public:
    //! \a store and \a secrets must outlive this. \a observer is told of every secret.
    OAuthAccess(SecretStore *store, SecretResolver *secrets, SecretObserver observer);
    ~OAuthAccess();
    Q_DISABLE_COPY_MOVE(OAuthAccess)

    void setHost(SignInHost host);
    //! The same one for equal wishes, as long as one is held.
    std::shared_ptr<OAuthGrant> grant(const OAuthWish &wish, const Limits &limits);
    //! Forgets the tokens of a source, in all of its environments. Whether there were any.
    QFuture<Result<bool>> signOut(const QString &sourceName);

    struct State;

private:
    std::shared_ptr<State> d;
};

//! The source whose tokens the store keeps under \a storeName; nothing for names of other secrets.
std::optional<QString> sourceOfTokens(const QString &storeName);

} // namespace Workbench
