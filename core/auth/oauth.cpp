// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauth.h"

#include "core/auth/oauthstate_p.h"
#include "core/base/delay.h"

#include <list>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Task<Result<OAuthTokens>> authorizeSetup(OAuthState state, OAuthSetup setup, std::stop_token cancellation)
{
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    state->observe(setup.clientSecret, u"client_secret"_s);
    if (const auto url = checkEndpoint(state, setup.server.tokenEndpoint, u"token endpoint"_s); !url)
        co_return std::unexpected(url.error());
    const QList<QUrl> asked{setup.server.tokenEndpoint,
        setup.flow == OAuthFlow::DeviceCode ? setup.server.deviceEndpoint : QUrl()};
    if (const auto confirmed = requireConfirmed(state, asked, setup.confirmedOrigins); !confirmed)
        co_return std::unexpected(confirmed.error());
    if (setup.flow == OAuthFlow::AuthorizationCode)
        co_return co_await runCodeFlow(state, std::move(setup), linked.token());
    if (setup.flow == OAuthFlow::DeviceCode)
        co_return co_await runDeviceFlow(state, std::move(setup), linked.token());
    if (setup.clientId.isEmpty() || (setup.clientSecret.isEmpty() && setup.privateKey.isEmpty()))
        co_return std::unexpected(oauthError(state, ErrorKind::Usage, u"oauth.client"_s,
            u"client credentials need a client id and its secret or private key."_s));
    FormFields fields{{"grant_type", "client_credentials"}};
    if (!setup.scopes.isEmpty())
        fields.emplaceBack("scope", setup.scopes.join(u' ').toUtf8());
    co_return co_await requestTokens(state, std::move(setup), std::move(fields), linked.token());
}

Task<Result<OAuthTokens>> refreshSetup(
    OAuthState state, OAuthSetup setup, OAuthTokens old, std::stop_token cancellation)
{
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    state->observe(setup.clientSecret, u"client_secret"_s);
    state->observe(old.refreshToken, u"refresh_token"_s);
    if (old.refreshToken.isEmpty())
        co_return std::unexpected(oauthError(state, ErrorKind::Usage, u"oauth.invalid_grant"_s,
            u"there is no refresh token. Sign in again."_s));
    if (setup.clientId.isEmpty() && old.registration)
        setup = asRegistered(std::move(setup), *old.registration);
    if (old.issuer != setup.server.issuer || old.clientId != setup.clientId)
        co_return std::unexpected(oauthError(state, ErrorKind::Trust, u"oauth.otherIssuer"_s,
            u"the stored tokens belong to \"%1\" and are not sent to \"%2\". Sign in again."_s.arg(
                old.issuer, setup.server.issuer)));
    if (const auto url = checkEndpoint(state, setup.server.tokenEndpoint, u"token endpoint"_s); !url)
        co_return std::unexpected(url.error());
    if (const auto confirmed = requireConfirmed(state, {setup.server.tokenEndpoint}, setup.confirmedOrigins);
        !confirmed)
        co_return std::unexpected(confirmed.error());
    setup.scopes = old.scopes;
    Result<OAuthTokens> tokens = co_await requestTokens(state, std::move(setup),
        {{"grant_type", "refresh_token"}, {"refresh_token", old.refreshToken.reveal()}}, linked.token());
    if (tokens && tokens->refreshToken.isEmpty())
        tokens->refreshToken = old.refreshToken;
    if (tokens)
        tokens->askedScopes = old.askedScopes;
    co_return tokens;
}

Limits boundedLimits(Limits limits)
{
    limits.httpBodyBytes = std::min(limits.httpBodyBytes, limits.authAnswerBytes);
    limits.httpWireBytes = std::min(limits.httpWireBytes, limits.authAnswerBytes);
    return limits;
}

} // namespace

Result<OAuthServer> declaredServer(
    const QString &authorizationUrl, const QString &tokenUrl, const QString &deviceUrl)
{
    OAuthServer server;
    const std::array endpoints{
        std::tuple{authorizationUrl, u"authorization endpoint"_s, &OAuthServer::authorizationEndpoint},
        std::tuple{tokenUrl, u"token endpoint"_s, &OAuthServer::tokenEndpoint},
        std::tuple{deviceUrl, u"device authorization endpoint"_s, &OAuthServer::deviceEndpoint}};
    for (const auto &[text, what, place] : endpoints) {
        if (text.isEmpty())
            continue;
        const Result<QUrl> url = checkedPeerUrl(text, what);
        if (!url)
            return std::unexpected(url.error());
        server.*place = *url;
    }
    return server;
}

OAuthClient::OAuthClient(
    const QString &sourceName, const Limits &limits, SignInHost host, SecretObserver observer)
    : d(new State{.sourceName = sourceName,
          .limits = limits,
          .host = std::move(host),
          .observer = std::move(observer),
          .http = HttpClient(sourceName, boundedLimits(limits))})
{
}

OAuthClient::~OAuthClient()
{
    d->stop.request_stop();
    d->host = {};
    d->observer = {};
}

QString OAuthClient::sourceName() const
{
    return d->sourceName;
}

void OAuthClient::setAcceptedCertificates(const QList<AcceptedCertificate> &certificates)
{
    d->certificates = certificates;
}

void OAuthClient::setLog(ExchangeLog *log)
{
    d->log = log;
}

QFuture<Result<OAuthTokens>> OAuthClient::authorize(OAuthSetup setup, std::stop_token cancellation)
{
    return asFuture(authorizeSetup(d, std::move(setup), std::move(cancellation)));
}

QFuture<Result<OAuthTokens>> OAuthClient::refresh(
    OAuthSetup setup, OAuthTokens old, std::stop_token cancellation)
{
    return asFuture(refreshSetup(d, std::move(setup), std::move(old), std::move(cancellation)));
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

namespace {

//! A caller that waits for tokens and may be cancelled independently of the others.
struct TokenWaiter : Settling<Result<OAuthTokens>> {
    std::shared_ptr<AuthorizationTries> tries;
};

} // namespace

struct OAuthTokenKeeper::State {
    OAuthClient *client; //!< null once the keeper is deleted
    SecretStore *store;
    QString name;
    OAuthSetup setup;
    std::optional<OAuthTokens> current{};
    std::optional<Error> storeProblem{};
    bool isRefused = false; //!< the protected server refused \c current
    bool isSteppingUp = false; //!< the server asked for more scopes than \c current has
    bool ignoresStore = false; //!< the stored tokens were forgotten, or are older than \c current
    int forgotten = 0; //!< how often forget() was called
    QList<AuthChallenge> challenges{};
    std::list<std::shared_ptr<TokenWaiter>> waiters{};
    bool isRunning = false;
    std::stop_source stop{};

    //! Returns whether \c current was requested with every scope of the setup.
    bool coversScopes() const
    {
        return std::ranges::all_of(setup.scopes, [this](const QString &scope) {
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
            setup.clientId.isEmpty() ? tokens.registration.has_value() : tokens.clientId == setup.clientId;
        return tokens.issuer == setup.server.issuer && isOurClient;
    }
    void adopt(const OAuthTokens &tokens)
    {
        current = tokens;
        setup.registration = tokens.registration;
        isRefused = false;
        isSteppingUp = false;
        ignoresStore = false;
        challenges.clear();
        setup.scopesBefore += setup.scopes;
        setup.scopesBefore.removeDuplicates();
    }
    void settleAll(const Result<OAuthTokens> &result)
    {
        const auto all = std::exchange(waiters, {});
        for (const auto &waiter : all)
            waiter->settle(result);
    }
};

namespace {

using KeeperState = std::shared_ptr<OAuthTokenKeeper::State>;

constexpr auto meanwhile = std::chrono::milliseconds(500); // for another process to store its tokens

//! Takes the tokens from the store if they belong to this setup and differ from the current ones. Another
//! process may have refreshed them, and a refresh token can often be used only once.
Task<void> loadStored(KeeperState state)
{
    if (!state->client || state->ignoresStore)
        co_return;
    const auto stored = co_await state->store->read(state->name);
    const std::optional<Secret> secret = stored.value_or(std::nullopt);
    if (!secret || state->ignoresStore)
        co_return;
    const Result<OAuthTokens> tokens = OAuthTokens::fromSecret(*secret);
    const bool isAtHand = tokens && state->current && tokens->accessToken == state->current->accessToken;
    if (!tokens || isAtHand || !state->isMine(*tokens))
        co_return;
    state->current = *tokens;
    state->setup.registration = tokens->registration;
    state->isRefused = false;
    state->isSteppingUp = state->isSteppingUp && !state->coversScopes();
    state->setup.scopesBefore += tokens->scopes;
}

Task<void> storeTokens(KeeperState state, OAuthTokens tokens)
{
    const Result<void> written = co_await state->store->write(state->name, tokens.toSecret());
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

Task<Result<OAuthTokens>> acquire(
    KeeperState state, std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    const int forgotten = state->forgotten;
    co_await loadStored(state);
    if (!state->client || state->forgotten != forgotten)
        co_return std::unexpected(cancelledSignIn());
    if (const std::optional<OAuthTokens> usable = state->usable())
        co_return *usable;
    if (const auto taken = tries->take(state->client->sourceName(), state->challenges); !taken)
        co_return std::unexpected(taken.error());
    Result<OAuthTokens> tokens = std::unexpected(Error());
    const std::optional<OAuthTokens> old = state->current;
    if (old && !old->refreshToken.isEmpty() && !state->isSteppingUp && state->coversScopes()) {
        tokens = co_await state->client->refresh(state->setup, *old, cancellation);
        if (!tokens && !isRefusal(tokens.error()))
            co_return tokens;
        if (!tokens && saysUnknownClient(tokens.error()))
            state->setup.registration.reset();
        // Another process may have used the refresh token first.
        if (!tokens && tokens.error().code == "oauth.invalid_grant"_L1) {
            if (!co_await delay(meanwhile, cancellation))
                co_return std::unexpected(cancelledSignIn());
            co_await loadStored(state);
            if (state->current && state->current->accessToken != old->accessToken && state->coversScopes())
                co_return *state->current;
        }
    }
    if (!state->client || state->forgotten != forgotten)
        co_return std::unexpected(cancelledSignIn());
    if (!tokens) {
        OAuthSetup setup = state->setup;
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
    if (state->client)
        co_await storeTokens(state, *tokens);
    if (state->forgotten == forgotten)
        co_return tokens;
    if (state->client) // the tokens may have been stored after forget() removed the old ones
        co_await state->store->remove(state->name);
    co_return std::unexpected(cancelledSignIn());
}

Task<void> serveWaiters(KeeperState state)
{
    state->isRunning = true;
    // Repeats only for callers that came after all others had been cancelled.
    while (!state->waiters.empty()) {
        state->stop = std::stop_source();
        const Result<OAuthTokens> result =
            co_await acquire(state, state->waiters.front()->tries, state->stop.get_token());
        if (!result && result.error().kind == ErrorKind::Cancelled && state->stop.stop_requested()
            && state->client)
            continue;
        state->settleAll(result);
    }
    state->isRunning = false;
}

QFuture<Result<OAuthTokens>> join(
    const KeeperState &state, std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    const auto waiter = std::make_shared<TokenWaiter>();
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
                shared->stop.request_stop();
        });
    if (!state->isRunning)
        serveWaiters(state);
    return future;
}

Task<Result<bool>> forgetStored(KeeperState state)
{
    state->ignoresStore = true;
    ++state->forgotten;
    const bool had = state->current.has_value();
    state->current.reset();
    state->setup.scopesBefore.clear();
    const Result<bool> removed = co_await state->store->remove(state->name);
    if (!removed)
        co_return removed;
    co_return *removed || had;
}

} // namespace

OAuthTokenKeeper::OAuthTokenKeeper(OAuthClient *client, SecretStore *store, QString name, OAuthSetup setup)
    : d(new State{.client = client, .store = store, .name = std::move(name), .setup = std::move(setup)})
{
}

OAuthTokenKeeper::~OAuthTokenKeeper()
{
    d->client = nullptr;
    d->stop.request_stop();
    d->settleAll(std::unexpected(cancelledSignIn()));
}

QFuture<Result<OAuthTokens>> OAuthTokenKeeper::tokens(
    std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    if (const std::optional<OAuthTokens> usable = d->usable())
        return QtFuture::makeReadyValueFuture(Result<OAuthTokens>(*usable));
    return join(d, std::move(tries), std::move(cancellation));
}

QFuture<Result<OAuthTokens>> OAuthTokenKeeper::renew(const OAuthTokens &refused,
    const QList<AuthChallenge> &challenges, std::shared_ptr<AuthorizationTries> tries,
    std::stop_token cancellation)
{
    const std::optional<OAuthTokens> current = d->current;
    if (current && current->accessToken == refused.accessToken) {
        d->isRefused = true;
        d->challenges = challenges;
        for (const AuthChallenge &challenge : challenges) {
            if (!challenge.is(u"Bearer") || challenge.parameter(u"error"_s) != "insufficient_scope"_L1)
                continue;
            d->isSteppingUp = true;
            want(challenge.scopes());
        }
    }
    return tokens(std::move(tries), std::move(cancellation));
}

void OAuthTokenKeeper::want(const QStringList &scopes)
{
    d->setup.scopes += scopes;
    d->setup.scopes.removeDuplicates();
}

void OAuthTokenKeeper::cancel()
{
    const std::shared_ptr<State> state = d; // a waiting caller may delete this
    const auto all = std::exchange(state->waiters, {});
    state->stop.request_stop();
    for (const auto &waiter : all)
        waiter->settle(std::unexpected(cancelledSignIn()));
}

QFuture<Result<bool>> OAuthTokenKeeper::forget()
{
    cancel(); // a running sign-in would store tokens again
    return asFuture(forgetStored(d));
}

const std::optional<Error> &OAuthTokenKeeper::storeProblem() const
{
    return d->storeProblem;
}

} // namespace Workbench
