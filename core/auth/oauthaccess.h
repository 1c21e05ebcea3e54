// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthsettings.h"

#include <QPointer>

namespace Workbench {

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

//! Gives the access tokens for one OAuthPlan, and signs in when needed. It lives as long as a caller
//! references it; tokens stay in the store.
class OAuthGrant {
public:
    ~OAuthGrant();
    Q_DISABLE_COPY_MOVE(OAuthGrant)

    const OAuthPlan &plan() const;
    //! Returns tokens with \a scopes: the current ones, refreshed ones, or new ones from a sign-in. Scopes
    //! that were never requested need a new sign-in. The observer receives every token first.
    QFuture<Result<OAuthTokens>> tokens(
        QStringList scopes, std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation = {});
    //! Returns new tokens after the server refused \a refused with \a challenges.
    QFuture<Result<OAuthTokens>> renew(OAuthTokens refused, QList<AuthChallenge> challenges,
        std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation = {});
    //! Ends a running sign-in; its callers get ErrorKind::Cancelled.
    void cancel();
    //! Forgets the tokens. Settles with whether there were any.
    QFuture<Result<bool>> forget();

    struct State;

private:
    friend class OAuthAccess;
    explicit OAuthGrant(std::shared_ptr<State> state);
    std::shared_ptr<State> d;
};

//! The access tokens of all sources. They are kept in the secret store and nowhere else. GUI thread.
class OAuthAccess {
public:
    //! \a store and \a secrets must outlive this object. \a observer receives every secret.
    OAuthAccess(SecretStore *store, SecretResolver *secrets, SecretObserver observer);
    ~OAuthAccess();
    Q_DISABLE_COPY_MOVE(OAuthAccess)

    void setHost(SignInHost host);
    //! Returns the grant for \a plan. Plans with the same storeName() share one grant while it is
    //! referenced.
    std::shared_ptr<OAuthGrant> grant(const OAuthPlan &plan, const Limits &limits);
    //! Forgets the tokens of a source in all environments. Settles with whether there were any.
    QFuture<Result<bool>> signOut(const QString &sourceName);

    struct State;

private:
    std::shared_ptr<State> d;
};

//! Returns the source whose tokens are stored under \a storeName, or nothing for the name of another secret.
std::optional<QString> sourceOfTokens(const QString &storeName);

} // namespace Workbench
