// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/auth/oauthstate_p.h"

#include <QFutureWatcher>

namespace Workbench {

//! Settles with the result of \a future. Settles with ErrorKind::Cancelled as soon as \a cancellation is
//! requested, or if \a future ends without a result. Several callers may wait for the same future.
template <typename T>
QFuture<Result<T>> unlessCancelled(QFuture<Result<T>> future, std::stop_token cancellation)
{
    const auto settling = std::make_shared<Settling<Result<T>>>();
    const auto settle = [settling](const QFuture<Result<T>> &ended) {
        settling->settle(ended.resultCount() > 0 ? ended.result() : std::unexpected(cancelledSignIn()));
    };
    if (future.isFinished()) {
        settle(future);
    } else { // then() would replace the continuation of a caller that waits already
        auto *watcher = new QFutureWatcher<Result<T>>;
        QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, [watcher, settle] {
            settle(watcher->future());
            watcher->deleteLater();
        });
        watcher->setFuture(future);
    }
    settling->onStop(std::move(cancellation),
        [settled = settling.get()] { settled->settle(std::unexpected(cancelledSignIn())); });
    return settling->future();
}

//! State that all grants share.
struct OAuthAccess::State {
    SecretStore *store = nullptr; //!< null once the OAuthAccess is deleted
    SecretResolver *secrets = nullptr;
    SecretObserver observer{};
    SignInHost host{};
    QHash<QString, std::weak_ptr<OAuthGrant>> grants{}; //!< by store name
};

//! State that the calls of one grant share. They keep it alive. When the grant is deleted, \c stop ends them.
struct OAuthGrant::State {
    std::shared_ptr<OAuthAccess::State> access;
    OAuthPlan plan;
    Limits limits;
    SignIn shown{}; //!< what the host knows of this sign-in at every step
    std::unique_ptr<OAuthClient> client{};
    std::unique_ptr<OAuthTokenKeeper> keeper{}; //!< null before the endpoints are known
    std::optional<QFuture<Result<void>>> preparing{};
    QList<AuthChallenge> challenges{}; //!< challenges of the refusal that caused the sign-in
    QString issuer{}; //!< the issuer that the protected server named when the keeper was made
    std::stop_source stop{};
    int interested = 0; //!< number of waiting calls
    bool isShown = false; //!< the host shows this sign-in
    bool isGone = false;

    //! Returns \a step of the client with the facts of this sign-in, for the host, which shows it from now
    //! on.
    SignIn begin(SignIn step);
    //! Ends a running sign-in; its callers get ErrorKind::Cancelled.
    void cancel();
    //! Tells the host that the sign-in ended, if the host shows it.
    void tellEnd(const Result<void> &result);
};

using GrantState = std::shared_ptr<OAuthGrant::State>;

//! Finds the endpoints, asks the user about origins, and makes the keeper.
Task<Result<void>> prepareGrant(GrantState state);

} // namespace Workbench
