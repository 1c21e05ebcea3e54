// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthaccess.h"

#include "core/auth/oauthaccess_p.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! A call that waits for tokens. When the last one gives up, the sign-in ends.
class Interest {
public:
    Interest(GrantState state, std::stop_token cancellation)
        : m_state(std::move(state))
    {
        ++m_state->interested;
        m_stop.emplace(std::move(cancellation), [this] { end(true); });
    }
    ~Interest() { end(false); }
    Q_DISABLE_COPY_MOVE(Interest)

    //! Returns whether the sign-in goes on because another call waits for it.
    bool isSharedStill() const { return m_state->interested > (m_isOver ? 0 : 1); }

private:
    void end(bool gaveUp)
    {
        if (std::exchange(m_isOver, true))
            return;
        if (--m_state->interested == 0 && gaveUp)
            m_state->cancel();
    }

    GrantState m_state;
    bool m_isOver = false;
    std::optional<std::stop_callback<std::function<void()>>> m_stop;
};

struct Refusal {
    OAuthTokens tokens;
    QList<AuthChallenge> challenges;
};

//! Returns whether the authorisation server has to be looked up again, because the protected server may have
//! changed it since the token was issued.
bool mayHaveMoved(const GrantState &state, const std::optional<Refusal> &refusal)
{
    return !state->plan.protectedServer.isEmpty() && refusal && !refusal->tokens.accessToken.isEmpty()
        && std::ranges::none_of(refusal->challenges, [](const AuthChallenge &challenge) {
               return challenge.parameter(u"error"_s) == "insufficient_scope"_L1;
           });
}

QFuture<Result<void>> preparation(const GrantState &state, const std::optional<Refusal> &refusal)
{
    const bool isRunning = state->preparing && !state->preparing->isFinished();
    if (!isRunning && state->keeper && !mayHaveMoved(state, refusal))
        return QtFuture::makeReadyValueFuture(Result<void>());
    if (!isRunning) {
        state->stop = std::stop_source();
        state->challenges = refusal ? refusal->challenges : QList<AuthChallenge>();
        state->preparing = asFuture(prepareGrant(state));
    }
    return *state->preparing;
}

Task<Result<OAuthTokens>> tokensOf(GrantState state, QStringList scopes, std::optional<Refusal> refusal,
    std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    const auto interest = std::make_unique<Interest>(state, cancellation);
    const Result<void> ready = co_await unlessCancelled(preparation(state, refusal), cancellation);
    if (!ready) {
        if (!interest->isSharedStill())
            state->tellEnd(ready);
        co_return std::unexpected(ready.error());
    }
    if (!state->keeper)
        co_return std::unexpected(cancelledSignIn());
    state->keeper->want(scopes);
    const Result<OAuthTokens> tokens = refusal
        ? co_await state->keeper->renew(refusal->tokens, refusal->challenges, tries, cancellation)
        : co_await state->keeper->tokens(tries, cancellation);
    if (tokens && state->access->observer) {
        state->access->observer(tokens->accessToken, u"access_token"_s);
        if (!tokens->refreshToken.isEmpty())
            state->access->observer(tokens->refreshToken, u"refresh_token"_s);
    }
    if (tokens || !interest->isSharedStill())
        state->tellEnd(tokens.transform([](const OAuthTokens &) { }));
    co_return tokens;
}

Task<Result<bool>> forgetTokens(std::shared_ptr<OAuthAccess::State> access, QString sourceName)
{
    bool had = false;
    std::optional<Error> problem;
    const auto take = [&](const Result<bool> &removed) {
        had = had || removed.value_or(false);
        if (!removed)
            problem = removed.error();
    };
    const auto grants = access->grants; // a copy: grants may be added or deleted meanwhile
    for (const std::weak_ptr<OAuthGrant> &weak : grants) {
        const std::shared_ptr<OAuthGrant> grant = weak.lock();
        if (grant && grant->plan().sourceName == sourceName)
            take(co_await grant->forget());
    }
    if (!access->store)
        co_return had;
    const Result<QStringList> names = co_await access->store->names();
    if (!names)
        co_return std::unexpected(names.error());
    for (const QString &name : *names) {
        if (sourceOfTokens(name) == sourceName && access->store)
            take(co_await access->store->remove(name));
    }
    if (problem)
        co_return std::unexpected(*problem);
    co_return had;
}

} // namespace

SignIn OAuthGrant::State::begin(SignIn step)
{
    isShown = true;
    if (!step.clientId.isEmpty())
        shown.clientId = step.clientId;
    step.id = shown.id;
    step.clientId = shown.clientId;
    step.tokenOrigins = shown.tokenOrigins;
    step.cancel = shown.cancel;
    return step;
}

void OAuthGrant::State::cancel()
{
    stop.request_stop();
    if (keeper)
        keeper->cancel();
    tellEnd(std::unexpected(cancelledSignIn()));
}

void OAuthGrant::State::tellEnd(const Result<void> &result)
{
    if (!std::exchange(isShown, false) || !access->host.ended)
        return;
    QString notice;
    if (result && keeper && keeper->storeProblem())
        notice = keeper->storeProblem()->message;
    else if (result && access->store)
        notice = access->store->notice();
    access->host.ended(shown.id, result, notice);
}

OAuthGrant::OAuthGrant(std::shared_ptr<State> state)
    : d(std::move(state))
{
}

OAuthGrant::~OAuthGrant()
{
    d->isGone = true;
    d->cancel();
    d->keeper.reset();
    d->client.reset();
}

const OAuthPlan &OAuthGrant::plan() const
{
    return d->plan;
}

QFuture<Result<OAuthTokens>> OAuthGrant::tokens(
    QStringList scopes, std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    return asFuture(tokensOf(d, std::move(scopes), {}, std::move(tries), std::move(cancellation)));
}

QFuture<Result<OAuthTokens>> OAuthGrant::renew(OAuthTokens refused, QList<AuthChallenge> challenges,
    std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    return asFuture(tokensOf(d, {}, Refusal{std::move(refused), std::move(challenges)}, std::move(tries),
        std::move(cancellation)));
}

void OAuthGrant::cancel()
{
    d->cancel();
}

QFuture<Result<bool>> OAuthGrant::forget()
{
    if (d->keeper)
        return d->keeper->forget();
    return QtFuture::makeReadyValueFuture(Result<bool>(false));
}

OAuthAccess::OAuthAccess(SecretStore *store, SecretResolver *secrets, SecretObserver observer)
    : d(new State{.store = store, .secrets = secrets, .observer = std::move(observer)})
{
}

OAuthAccess::~OAuthAccess()
{
    d->store = nullptr;
    d->secrets = nullptr;
    d->host = {};
    d->observer = {};
}

void OAuthAccess::setHost(SignInHost host)
{
    d->host = std::move(host);
}

std::shared_ptr<OAuthGrant> OAuthAccess::grant(const OAuthPlan &plan, const Limits &limits)
{
    const QString name = plan.storeName();
    if (const std::shared_ptr<OAuthGrant> known = d->grants.value(name).lock()) {
        known->d->plan.certificates = plan.certificates;
        known->d->plan.log = plan.log;
        if (known->d->client) {
            known->d->client->setAcceptedCertificates(plan.certificates);
            known->d->client->setLog(plan.log);
        }
        return known;
    }
    const GrantState state(new OAuthGrant::State{.access = d, .plan = plan, .limits = limits});
    state->shown = {.id = name,
        .source = plan.sourceName,
        .clientId = plan.clientId,
        .cancel = [weak = std::weak_ptr(state)] {
            if (const auto shared = weak.lock())
                shared->cancel();
        }};
    const std::shared_ptr<OAuthGrant> made(new OAuthGrant(state));
    d->grants.removeIf([](const auto &entry) { return entry.value().expired(); });
    d->grants.insert(name, made);
    return made;
}

QFuture<Result<bool>> OAuthAccess::signOut(const QString &sourceName)
{
    return asFuture(forgetTokens(d, sourceName));
}

} // namespace Workbench
