// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthsettings.h"

namespace Workbench {

//! Counts the authorisations of one call. \source core/RULES.md R-82
class AuthorizationTries {
public:
    explicit AuthorizationTries(const Limits &limits)
        : m_left(limits.authTries)
    {
    }
    //! Counts one more authorisation. Fails with ErrorKind::Remote, with the server's challenge, once
    //! limits.auth.tries are used up.
    Result<void> take(const QString &sourceName, const QList<AuthChallenge> &challenges);

private:
    qint64 m_left;
};

//! Gives the access tokens for one OAuthPlan: keeps them in the store, refreshes them once for all waiting
//! callers, and signs in if refreshing does not help. It lives as long as a caller references it.
class OAuthGrant {
public:
    ~OAuthGrant();
    Q_DISABLE_COPY_MOVE(OAuthGrant)

    const OAuthPlan &plan() const;
    //! Returns tokens for a call that needs \a scopes: the current ones if they were requested with these
    //! scopes, are not about to expire and were not refused; else refreshed ones, else new ones from a
    //! sign-in. A refresh or sign-in that runs already may bring fewer scopes. The observer receives every
    //! token first. \a tries belongs to the call and must not be null. A caller that waits continues from the
    //! event loop.
    QFuture<Result<OAuthTokens>> tokens(const QStringList &scopes, std::shared_ptr<AuthorizationTries> tries,
        std::stop_token cancellation = {});
    //! Returns new tokens after the server refused \a refused with \a challenges: 401, or 403 with
    //! insufficient_scope, whose scopes are requested in addition. Tokens that arrived meanwhile are returned
    //! without a request.
    QFuture<Result<OAuthTokens>> renew(const OAuthTokens &refused, const QList<AuthChallenge> &challenges,
        std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation = {});
    //! Ends a running sign-in; its callers get ErrorKind::Cancelled.
    void cancel();
    //! Ends a running sign-in and forgets the tokens. Settles with whether there were any.
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

} // namespace Workbench
