// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthaccess.h"

#include "core/auth/oauthstate_p.h"
#include "core/base/delay.h"

#include <list>

namespace Workbench {

using namespace Qt::StringLiterals;

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
    //! A caller that waits for tokens and may be cancelled independently of the others.
    struct Waiter : Settling<Result<OAuthTokens>> {
        QStringList scopes;
        std::shared_ptr<AuthorizationTries> tries;
    };

    std::shared_ptr<OAuthAccess::State> access;
    OAuthPlan plan;
    Limits limits;
    SignIn shown{}; //!< what the host knows of this sign-in at every step
    std::unique_ptr<OAuthClient> client{};
    std::optional<OAuthSetup> setup{}; //!< nothing before the endpoints are known
    std::optional<OAuthTokens> current{};
    std::optional<Error> storeProblem{}; //!< why the newest tokens are not in the store
    bool isRefused = false; //!< the protected server refused \c current
    bool isSteppingUp = false; //!< the server asked for more scopes than \c current has
    bool mayHaveMoved = false; //!< the protected server may have changed its authorisation server
    bool ignoresStore = false; //!< the stored tokens were forgotten, or are older than \c current
    int forgotten = 0; //!< how often forget() was called
    QList<AuthChallenge> challenges{}; //!< challenges of the refusal that caused the sign-in
    std::list<std::shared_ptr<Waiter>> waiters{};
    bool isRunning = false;
    std::stop_source stop{};
    bool isShown = false; //!< the host shows this sign-in
    bool isGone = false;

    //! Returns whether no more tokens can be fetched or stored.
    bool isOver() const { return isGone || !access->store; }
    //! Returns whether \c current was requested with every scope of the setup.
    bool coversScopes() const
    {
        return std::ranges::all_of(setup->scopes, [this](const QString &scope) {
            return current->askedScopes.contains(scope) || current->scopes.contains(scope);
        });
    }
    std::optional<OAuthTokens> usable() const
    {
        const bool isUsable =
            current && !isRefused && coversScopes() && !current->isExpiring(QDateTime::currentDateTimeUtc());
        return isUsable ? current : std::nullopt;
    }
    bool isMine(const OAuthTokens &tokens) const
    {
        const bool isOurClient =
            setup->clientId.isEmpty() ? tokens.registration.has_value() : tokens.clientId == setup->clientId;
        return tokens.issuer == setup->server.issuer && isOurClient;
    }
    void want(const QStringList &scopes);
    void prepared(OAuthSetup known);
    void adopt(const OAuthTokens &tokens);

    //! Returns \a step of the client with the facts of this sign-in, for the host, which shows it from now
    //! on.
    SignIn begin(SignIn step);
    //! Ends a running sign-in; its callers get ErrorKind::Cancelled.
    void cancel();
    //! Settles all waiting callers, and tells the host that the sign-in ended if the host shows it.
    void end(const Result<OAuthTokens> &result);
};

using GrantState = std::shared_ptr<OAuthGrant::State>;

namespace {

//! Returns the user interface for the client of \a state, which adds the facts of this sign-in.
SignInHost hostOf(const GrantState &state)
{
    SignInHost host;
    if (state->access->host.openBrowser) {
        host.openBrowser = [weak = std::weak_ptr(state)](const SignIn &step) {
            const auto shared = weak.lock();
            if (!shared || shared->stop.stop_requested() || !shared->access->host.openBrowser)
                return QtFuture::makeReadyValueFuture(Result<void>(std::unexpected(cancelledSignIn())));
            return shared->access->host.openBrowser(shared->begin(step));
        };
    }
    if (state->access->host.showDeviceCode) {
        host.showDeviceCode = [weak = std::weak_ptr(state)](const SignIn &step) {
            const auto shared = weak.lock();
            if (shared && !shared->stop.stop_requested() && shared->access->host.showDeviceCode)
                shared->access->host.showDeviceCode(shared->begin(step));
        };
    }
    return host;
}

//! Reads the metadata of the plan's protected server; returns an empty resource if the plan has none.
Task<Result<ProtectedResource>> findResource(GrantState state)
{
    const OAuthPlan &plan = state->plan;
    if (plan.protectedServer.isEmpty())
        co_return ProtectedResource();
    QString place;
    QStringList asked;
    for (const AuthChallenge &challenge : std::as_const(state->challenges)) {
        if (place.isEmpty() && challenge.is(u"Bearer"))
            place = challenge.parameter(u"resource_metadata"_s);
        asked += challenge.scopes();
    }
    Result<ProtectedResource> told = co_await discoverProtectedResource(
        state->client->state(), plan.protectedServer, place, plan.confirmedOrigins, state->stop.get_token());
    if (told && !asked.isEmpty())
        told->scopesSupported = asked; // the challenge names the scopes that this call needs
    co_return told;
}

Task<Result<OAuthServer>> findServer(GrantState state, ProtectedResource resource)
{
    const OAuthPlan &plan = state->plan;
    const std::stop_token stop = state->stop.get_token();
    if (state->isGone || stop.stop_requested())
        co_return std::unexpected(cancelledSignIn());
    const OAuthState client = state->client->state();
    if (!plan.issuer.isEmpty())
        co_return co_await discoverIssuer(client, plan.issuer, plan.confirmedOrigins, stop);
    if (!plan.metadataUrl.isEmpty())
        co_return co_await discoverPlace(client, plan.metadataUrl, plan.confirmedOrigins, stop);
    if (!plan.tokenUrl.isEmpty() || plan.protectedServer.isEmpty())
        co_return declaredServer(plan.authorizationUrl, plan.tokenUrl, plan.deviceUrl);
    if (!resource.issuers.isEmpty())
        co_return co_await discoverIssuer(client, resource.issuers.constFirst(), plan.confirmedOrigins, stop);
    co_return co_await discoverOrigin(client, plan.protectedServer, plan.confirmedOrigins, stop);
}

//! Returns the scopes to request. Adds offline_access if the server lists it: some servers give no refresh
//! token without it.
QStringList scopesToAsk(
    const OAuthPlan &plan, const QStringList &offered, const OAuthServer &server, OAuthFlow flow)
{
    QStringList scopes = plan.scopes.isEmpty() ? offered : plan.scopes;
    const QString offline = u"offline_access"_s;
    const bool mayAdd = !plan.protectedServer.isEmpty() && plan.scopes.isEmpty()
        && flow == OAuthFlow::AuthorizationCode && server.scopesSupported.contains(offline);
    if (mayAdd && !scopes.contains(offline))
        scopes.append(offline);
    return scopes;
}

//! Returns the flow for \a server. If the settings name none, and the server announces that it takes client
//! credentials but sends no user to a browser, a configured secret or key is used.
OAuthFlow flowFor(const OAuthPlan &plan, const OAuthServer &server)
{
    const bool hasCredential = !plan.clientId.isEmpty() && (plan.clientSecret || plan.privateKey);
    const bool takesOnlyCredentials = server.grantTypes.contains("client_credentials"_L1)
        && !server.grantTypes.contains("authorization_code"_L1);
    return plan.mayChooseFlow && hasCredential && takesOnlyCredentials ? OAuthFlow::ClientCredentials
                                                                       : *plan.flow;
}

Task<Result<Secret>> secretOf(GrantState state, std::optional<SecretReference> reference)
{
    if (!reference)
        co_return Secret();
    if (!state->access->secrets)
        co_return std::unexpected(cancelledSignIn());
    co_return co_await state->access->secrets->resolve(*reference);
}

//! Finds the endpoints, asks the user about origins, and sets the setup.
Task<Result<void>> prepareGrant(GrantState state)
{
    const OAuthPlan &plan = state->plan;
    const std::stop_token stop = state->stop.get_token();
    OAuthSetup setup;
    setup.clientId = plan.clientId;
    setup.authentication = plan.authentication;
    setup.confirmedOrigins = plan.confirmedOrigins;
    if (!state->access->store)
        co_return std::unexpected(cancelledSignIn());
    Result<Secret> secret = co_await secretOf(state, plan.clientSecret);
    if (!secret)
        co_return std::unexpected(secret.error());
    setup.clientSecret = *std::move(secret);
    Result<Secret> key = co_await secretOf(state, plan.privateKey);
    if (!key)
        co_return std::unexpected(key.error());
    setup.privateKey = *std::move(key);
    if (state->isGone || stop.stop_requested())
        co_return std::unexpected(cancelledSignIn());
    if (!state->client)
        state->client = std::make_unique<OAuthClient>(
            plan.sourceName, state->limits, hostOf(state), state->access->observer);
    state->client->setAcceptedCertificates(plan.certificates);
    state->client->setLog(plan.log);
    const Result<ProtectedResource> resource = co_await findResource(state);
    if (!resource)
        co_return std::unexpected(resource.error());
    setup.resource = resource->resource.isEmpty() ? plan.resource : resource->resource;
    Result<OAuthServer> server = co_await findServer(state, *resource);
    if (!server)
        co_return std::unexpected(server.error());
    if (state->setup && server->issuer == state->setup->server.issuer) {
        state->mayHaveMoved = false;
        co_return Result<void>();
    }
    setup.server = *std::move(server);
    setup.flow = flowFor(plan, setup.server);
    if (setup.clientId.isEmpty() && setup.server.takesMetadataClientIds)
        setup.clientId = plan.clientMetadataUrl;
    setup.scopes = scopesToAsk(plan, resource->scopesSupported, setup.server, setup.flow);
    if (setup.server.tokenEndpoint.isEmpty())
        co_return std::unexpected(Error{ErrorKind::Usage, u"oauth.settings"_s,
            u"Sign-in to \"%1\": no token address is known."_s.arg(plan.sourceName)});
    state->shown.tokenOrigins = {credentialOrigin(setup.server.tokenEndpoint)};
    const bool registers = setup.clientId.isEmpty() && setup.flow == OAuthFlow::AuthorizationCode;
    const QList<QUrl> asked{setup.server.tokenEndpoint,
        setup.flow == OAuthFlow::DeviceCode ? setup.server.deviceEndpoint : QUrl(),
        registers ? setup.server.registrationEndpoint : QUrl()};
    const QStringList wanted = unconfirmedOrigins(asked, setup.confirmedOrigins);
    if (!wanted.isEmpty() && state->access->host.confirmOrigins && !stop.stop_requested()) {
        const Result<void> allowed =
            co_await state->access->host.confirmOrigins(state->begin({.source = plan.sourceName,
                .confirmedOrigins = plan.confirmedOrigins,
                .wantedOrigins = wanted,
                .isNamedByServer = !plan.protectedServer.isEmpty()}));
        if (!allowed)
            co_return std::unexpected(allowed.error());
        setup.confirmedOrigins += wanted;
    }
    if (state->isOver() || stop.stop_requested())
        co_return std::unexpected(cancelledSignIn());
    state->prepared(std::move(setup));
    co_return Result<void>();
}

constexpr auto meanwhile = std::chrono::milliseconds(500); // for another process to store its tokens

//! Takes the tokens from the store if they belong to this setup and differ from the current ones. Another
//! process may have refreshed them, and a refresh token can often be used only once.
Task<void> loadStored(GrantState state)
{
    if (state->isOver() || state->ignoresStore)
        co_return;
    const auto stored = co_await state->access->store->read(state->plan.storeName());
    const std::optional<Secret> secret = stored.value_or(std::nullopt);
    if (!secret || state->ignoresStore)
        co_return;
    const Result<OAuthTokens> tokens = OAuthTokens::fromSecret(*secret);
    const bool isAtHand = tokens && state->current && tokens->accessToken == state->current->accessToken;
    if (!tokens || isAtHand || !state->isMine(*tokens))
        co_return;
    state->current = *tokens;
    state->setup->registration = tokens->registration;
    state->isRefused = false;
    state->mayHaveMoved = false;
    state->isSteppingUp = state->isSteppingUp && !state->coversScopes();
    state->setup->scopesBefore += tokens->scopes;
}

Task<void> storeTokens(GrantState state, OAuthTokens tokens)
{
    const Result<void> written =
        co_await state->access->store->write(state->plan.storeName(), tokens.toSecret());
    state->storeProblem = written ? std::nullopt : std::optional(written.error());
    state->ignoresStore = state->ignoresStore || !written;
}

//! Returns whether a new sign-in can help after the refresh failed with \a error.
bool isRefusal(const Error &error)
{
    const qint64 status = error.details.member("status"_L1).toInteger().value_or(0);
    const bool isForNow = status == 408 || status == 429;
    const bool isAnswer = error.kind == ErrorKind::Remote || error.code == "oauth.refused"_L1;
    return isAnswer && status >= 200 && status < 500 && !isForNow;
}

//! Returns whether the server does not know the registered client any more.
bool saysUnknownClient(const Error &error)
{
    return error.code == "oauth.invalid_client"_L1 || error.code == "oauth.unauthorized_client"_L1;
}

//! Returns usable tokens: from the store, from a refresh, or from a sign-in.
Task<Result<OAuthTokens>> acquire(GrantState state)
{
    const std::stop_token cancellation = state->stop.get_token();
    const int forgotten = state->forgotten;
    const auto isLate = [state, forgotten] { return state->isOver() || state->forgotten != forgotten; };
    if (!state->setup || state->mayHaveMoved) {
        if (const Result<void> ready = co_await prepareGrant(state); !ready)
            co_return std::unexpected(ready.error());
    }
    co_await loadStored(state);
    if (isLate() || cancellation.stop_requested())
        co_return std::unexpected(cancelledSignIn());
    if (const std::optional<OAuthTokens> usable = state->usable())
        co_return *usable;
    const auto tries = state->waiters.front()->tries; // there is one, else the sign-in would be cancelled
    if (const auto taken = tries->take(state->plan.sourceName, state->challenges); !taken)
        co_return std::unexpected(taken.error());
    Result<OAuthTokens> tokens = std::unexpected(Error());
    const std::optional<OAuthTokens> old = state->current;
    if (old && !old->refreshToken.isEmpty() && !state->isSteppingUp && state->coversScopes()) {
        tokens = co_await state->client->refresh(*state->setup, *old, cancellation);
        if (!tokens && !isRefusal(tokens.error()))
            co_return tokens;
        if (!tokens && saysUnknownClient(tokens.error()))
            state->setup->registration.reset();
        // Another process may have used the refresh token first.
        if (!tokens && tokens.error().code == "oauth.invalid_grant"_L1) {
            if (!co_await delay(meanwhile, cancellation))
                co_return std::unexpected(cancelledSignIn());
            co_await loadStored(state);
            if (state->current && state->current->accessToken != old->accessToken && state->coversScopes())
                co_return *state->current;
        }
    }
    if (isLate() || (!tokens && cancellation.stop_requested()))
        co_return std::unexpected(cancelledSignIn());
    if (!tokens) {
        OAuthSetup setup = *state->setup;
        const bool wantsMore = old && (state->isSteppingUp || !state->coversScopes());
        // Earlier scopes are requested again, so that calls that need them keep working.
        setup.scopes += wantsMore ? old->askedScopes : QStringList();
        setup.scopes.removeDuplicates();
        tokens = co_await state->client->authorize(std::move(setup), cancellation);
    }
    if (!tokens)
        co_return tokens;
    if (state->forgotten != forgotten)
        co_return std::unexpected(cancelledSignIn());
    state->adopt(*tokens);
    if (!state->isOver())
        co_await storeTokens(state, *tokens);
    if (state->forgotten == forgotten)
        co_return tokens;
    if (!state->isOver()) // the tokens may have been stored after forget() removed the old ones
        co_await state->access->store->remove(state->plan.storeName());
    co_return std::unexpected(cancelledSignIn());
}

Task<void> serveWaiters(GrantState state)
{
    state->isRunning = true;
    // Repeats only for callers that came after all others had been cancelled.
    while (!state->waiters.empty()) {
        state->stop = std::stop_source();
        const Result<OAuthTokens> result = co_await acquire(state);
        if (!result && result.error().kind == ErrorKind::Cancelled && state->stop.stop_requested()
            && !state->isGone)
            continue;
        if (result && state->access->observer) {
            state->access->observer(result->accessToken, u"access_token"_s);
            if (!result->refreshToken.isEmpty())
                state->access->observer(result->refreshToken, u"refresh_token"_s);
        }
        state->end(result);
    }
    state->isRunning = false;
}

QFuture<Result<OAuthTokens>> join(const GrantState &state, const QStringList &scopes,
    std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    state->want(scopes);
    if (const std::optional<OAuthTokens> usable = state->usable())
        return QtFuture::makeReadyValueFuture(Result<OAuthTokens>(*usable));
    const auto waiter = std::make_shared<OAuthGrant::State::Waiter>();
    waiter->scopes = scopes;
    waiter->tries = std::move(tries);
    state->waiters.push_back(waiter);
    const QFuture<Result<OAuthTokens>> future = waiter->future();
    waiter->onStop(
        std::move(cancellation), [weakState = std::weak_ptr(state), weakWaiter = std::weak_ptr(waiter)] {
            const auto leaving = weakWaiter.lock();
            const auto shared = weakState.lock();
            if (!leaving || !shared)
                return;
            leaving->settle(std::unexpected(cancelledSignIn()));
            shared->waiters.remove(leaving);
            if (shared->waiters.empty())
                shared->cancel();
        });
    if (!state->isRunning)
        serveWaiters(state);
    return future;
}

//! Returns the result of \a joined from the event loop: a caller may be in its destructor when it is
//! cancelled, and may delete the grant when it has its tokens.
Task<Result<OAuthTokens>> tokensOf(QFuture<Result<OAuthTokens>> joined)
{
    co_return co_await joined;
}

Task<Result<bool>> forgetStored(GrantState state)
{
    state->ignoresStore = true;
    ++state->forgotten;
    const bool had = state->current.has_value();
    state->current.reset();
    if (state->setup)
        state->setup->scopesBefore.clear();
    if (!state->access->store)
        co_return had;
    const Result<bool> removed = co_await state->access->store->remove(state->plan.storeName());
    if (!removed)
        co_return removed;
    co_return *removed || had;
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

//! Adds \a scopes to those of the setup, if there is one. Tokens that were requested without them are not
//! used any more.
void OAuthGrant::State::want(const QStringList &scopes)
{
    if (!setup)
        return;
    setup->scopes += scopes;
    setup->scopes.removeDuplicates();
}

//! Takes \a known for all later requests. Tokens of another authorisation server are not used any more.
void OAuthGrant::State::prepared(OAuthSetup known)
{
    setup = std::move(known);
    for (const std::shared_ptr<Waiter> &waiter : waiters)
        want(waiter->scopes);
    current.reset();
    storeProblem.reset();
    isRefused = false;
    isSteppingUp = false;
    mayHaveMoved = false;
}

void OAuthGrant::State::adopt(const OAuthTokens &tokens)
{
    current = tokens;
    setup->registration = tokens.registration;
    isRefused = false;
    isSteppingUp = false;
    mayHaveMoved = false;
    ignoresStore = false;
    challenges.clear();
    setup->scopesBefore += tokens.askedScopes;
    setup->scopesBefore.removeDuplicates();
}

void OAuthGrant::State::cancel()
{
    stop.request_stop();
    end(std::unexpected(cancelledSignIn()));
}

void OAuthGrant::State::end(const Result<OAuthTokens> &result)
{
    const auto all = std::exchange(waiters, {});
    if (std::exchange(isShown, false) && access->host.ended) {
        QString notice;
        if (result && storeProblem)
            notice = storeProblem->message;
        else if (result && access->store)
            notice = access->store->notice();
        access->host.ended(shown.id, result.transform([](const OAuthTokens &) { }), notice);
    }
    for (const std::shared_ptr<Waiter> &waiter : all)
        waiter->settle(result);
}

Result<void> AuthorizationTries::take(const QString &sourceName, const QList<AuthChallenge> &challenges)
{
    if (--m_left >= 0)
        return {};
    const QString said = challenges.isEmpty() ? u"nothing"_s : challengeText(challenges);
    return std::unexpected(Error{ErrorKind::Remote, u"auth.tries"_s,
        u"\"%1\" still refuses the call after the maximum number of authorisations (limit auth.tries). It requires: %2"_s
            .arg(sourceName, said),
        {}, Json::object({{u"challenge"_s, Json::string(said)}})});
}

OAuthGrant::OAuthGrant(std::shared_ptr<State> state)
    : d(std::move(state))
{
}

OAuthGrant::~OAuthGrant()
{
    d->isGone = true;
    d->cancel();
    d->client.reset();
}

const OAuthPlan &OAuthGrant::plan() const
{
    return d->plan;
}

QFuture<Result<OAuthTokens>> OAuthGrant::tokens(
    const QStringList &scopes, std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    return asFuture(tokensOf(join(d, scopes, std::move(tries), std::move(cancellation))));
}

QFuture<Result<OAuthTokens>> OAuthGrant::renew(const OAuthTokens &refused,
    const QList<AuthChallenge> &challenges, std::shared_ptr<AuthorizationTries> tries,
    std::stop_token cancellation)
{
    const bool isCurrent = d->current && d->current->accessToken == refused.accessToken;
    d->isRefused = d->isRefused || isCurrent;
    const bool startsSignIn = !d->isRunning && !d->usable();
    if (isCurrent || startsSignIn)
        d->challenges = challenges;
    bool needsScopes = false;
    for (const AuthChallenge &challenge : challenges) {
        if (challenge.parameter(u"error"_s) != "insufficient_scope"_L1)
            continue;
        needsScopes = true;
        if (isCurrent && challenge.is(u"Bearer")) {
            d->isSteppingUp = true;
            d->want(challenge.scopes());
        }
    }
    if (startsSignIn && !needsScopes && !refused.accessToken.isEmpty() && !d->plan.protectedServer.isEmpty())
        d->mayHaveMoved = true;
    return asFuture(tokensOf(join(d, {}, std::move(tries), std::move(cancellation))));
}

void OAuthGrant::cancel()
{
    d->cancel();
}

QFuture<Result<bool>> OAuthGrant::forget()
{
    const std::shared_ptr<State> state = d; // the host may delete this when the sign-in ends
    state->cancel(); // a running sign-in would store tokens again
    return asFuture(forgetStored(state));
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
