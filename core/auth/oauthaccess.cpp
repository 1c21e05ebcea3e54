// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthaccess.h"

#include "core/auth/oauthstate_p.h"

#include <QCryptographicHash>
#include <QFutureWatcher>

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

namespace {

//! Settles with the result of \a future. Settles with ErrorKind::Cancelled as soon as \a cancellation is
//! requested, or if \a future ends without a result. Several callers may wait for the same future.
QFuture<Result<void>> unlessCancelled(QFuture<Result<void>> future, std::stop_token cancellation)
{
    const auto settling = std::make_shared<Settling<Result<void>>>();
    const auto settle = [settling](const QFuture<Result<void>> &ended) {
        settling->settle(ended.resultCount() > 0 ? ended.result() : std::unexpected(cancelledSignIn()));
    };
    if (future.isFinished()) {
        settle(future);
    } else { // then() would replace the continuation of a caller that waits already
        auto *watcher = new QFutureWatcher<Result<void>>;
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

constexpr qsizetype hashDigits = 12;
constexpr QLatin1StringView tokensPrefix{"oauth:"};

std::unexpected<Error> planProblem(const QString &source, const QString &sentence)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"oauth.settings"_s, u"Sign-in to \"%1\": %2"_s.arg(source, sentence)});
}

//! Returns the flow that the settings name, else the first flow of the document that the settings suffice
//! for.
std::optional<DeclaredOAuth::Flow> chosenFlow(
    const OAuthSettings &settings, const std::optional<DeclaredOAuth> &declared)
{
    if (!declared)
        return {};
    for (const DeclaredOAuth::Flow &flow : declared->flows) {
        const bool needsSecret = flow.flow == OAuthFlow::ClientCredentials;
        if (settings.flow ? flow.flow == *settings.flow : !needsSecret || settings.clientSecret)
            return flow;
    }
    return {};
}

OAuthPlan planFrom(const QString &source, const OAuthSettings &settings)
{
    OAuthPlan plan;
    static_cast<OAuthSettings &>(plan) = settings;
    plan.sourceName = source;
    return plan;
}

//! Returns the user interface for the client of \a state, which adds the facts of this sign-in.
SignInHost hostOf(const GrantState &state)
{
    SignInHost host;
    if (state->access->host.openBrowser) {
        host.openBrowser = [weak = std::weak_ptr(state)](const SignIn &step) {
            const auto shared = weak.lock();
            if (!shared || !shared->access->host.openBrowser)
                return QtFuture::makeReadyValueFuture(Result<void>(std::unexpected(cancelledSignIn())));
            return shared->access->host.openBrowser(shared->begin(step));
        };
    }
    if (state->access->host.showDeviceCode) {
        host.showDeviceCode = [weak = std::weak_ptr(state)](const SignIn &step) {
            if (const auto shared = weak.lock(); shared && shared->access->host.showDeviceCode)
                shared->access->host.showDeviceCode(shared->begin(step));
        };
    }
    return host;
}

} // namespace

QString OAuthPlan::storeName() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QStringList facts{QString::number(int(*flow)), issuer, metadataUrl, authorizationUrl, tokenUrl, deviceUrl,
        clientId, clientSecret ? clientSecret->text() : QString(), resource};
    facts += u"|"_s + confirmedOrigins.join(u' ');
    facts += u"|"_s + destinations.join(u' ');
    if (!protectedServer.isEmpty())
        facts += {protectedServer.toString(), clientMetadataUrl};
    if (privateKey)
        facts += privateKey->text();
    for (const QString &fact : std::as_const(facts))
        hash.addData(QByteArray(fact.toUtf8() + '\0'));
    const QString digits = QString::fromLatin1(hash.result().toHex()).first(hashDigits);
    return tokensPrefix + sourceName + u':' + digits;
}

std::optional<QString> sourceOfTokens(const QString &storeName)
{
    const qsizetype colon = storeName.size() - hashDigits - 1;
    const bool isOurs = storeName.startsWith(tokensPrefix) && colon >= tokensPrefix.size()
        && storeName.at(colon) == u':'
        && std::ranges::all_of(QStringView(storeName).sliced(colon + 1),
            [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); });
    if (!isOurs)
        return {};
    return storeName.sliced(tokensPrefix.size(), colon - tokensPrefix.size());
}

Result<OAuthPlan> oauthPlan(const QString &source, const OAuthSettings &settings,
    const std::optional<DeclaredOAuth> &declared, const QStringList &own)
{
    OAuthPlan plan = planFrom(source, settings);
    const bool isNamed = !plan.issuer.isEmpty() || !plan.tokenUrl.isEmpty();
    const std::optional<DeclaredOAuth::Flow> flow = chosenFlow(settings, declared);
    plan.flow = settings.flow.value_or(flow ? flow->flow : OAuthFlow::AuthorizationCode);
    plan.scopes.clear(); // each call names those that it needs
    plan.clientMetadataUrl.clear(); // only for servers that name their authorisation servers themselves
    if (plan.issuer.isEmpty() && flow) {
        const auto fill = [](QString &place, const QString &said) { place = place.isEmpty() ? said : place; };
        fill(plan.authorizationUrl, flow->authorizationUrl);
        fill(plan.tokenUrl, flow->tokenUrl);
        fill(plan.deviceUrl, flow->deviceUrl);
    }
    if (!isNamed && !flow && declared)
        plan.metadataUrl = declared->metadataUrl;
    if (plan.issuer.isEmpty() && plan.metadataUrl.isEmpty() && plan.tokenUrl.isEmpty()) {
        const bool isOther = declared && !declared->otherFlows.isEmpty();
        return planProblem(source,
            isOther
                ? u"the document declares only %1, which is not safe for a program like this. Set \"issuer\", or \"authorizationUrl\" and \"tokenUrl\"."_s
                      .arg(declared->otherFlows.join(u" and "_s))
                : u"no authorisation server is known. Set \"issuer\", or \"authorizationUrl\" and \"tokenUrl\"."_s);
    }
    if (plan.clientId.isEmpty())
        return planProblem(source,
            u"it needs a client id, by which the service knows this program (setting \"oauth\", member \"clientId\")."_s);
    plan.confirmedOrigins = own + settings.origins();
    plan.confirmedOrigins.removeDuplicates();
    plan.confirmedOrigins.sort();
    plan.destinations = own;
    plan.destinations.sort();
    return plan;
}

OAuthPlan oauthPlanFor(const QString &source, const OAuthSettings &settings, const QUrl &server)
{
    OAuthPlan plan = planFrom(source, settings);
    plan.flow = settings.flow.value_or(OAuthFlow::AuthorizationCode);
    plan.protectedServer = server;
    plan.confirmedOrigins = settings.origins() << credentialOrigin(server);
    plan.confirmedOrigins.removeDuplicates();
    plan.confirmedOrigins.sort();
    plan.destinations = {credentialOrigin(server)};
    return plan;
}

namespace {

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
QStringList scopesToAsk(const OAuthPlan &plan, const QStringList &offered, const OAuthServer &server)
{
    QStringList scopes = plan.scopes.isEmpty() ? offered : plan.scopes;
    const QString offline = u"offline_access"_s;
    const bool mayAdd = !plan.protectedServer.isEmpty() && plan.scopes.isEmpty()
        && plan.flow == OAuthFlow::AuthorizationCode && server.scopesSupported.contains(offline);
    if (mayAdd && !scopes.contains(offline))
        scopes.append(offline);
    return scopes;
}

Task<Result<Secret>> secretOf(GrantState state, std::optional<SecretReference> reference)
{
    if (!reference)
        co_return Secret();
    if (!state->access->secrets)
        co_return std::unexpected(cancelledSignIn());
    co_return co_await state->access->secrets->resolve(*reference);
}

//! Finds the endpoints, asks the user about origins, and makes the keeper.
Task<Result<void>> prepareGrant(GrantState state)
{
    const OAuthPlan &plan = state->plan;
    const std::stop_token stop = state->stop.get_token();
    OAuthSetup setup;
    setup.flow = *plan.flow;
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
    if (state->keeper && server->issuer == state->issuer)
        co_return Result<void>();
    state->issuer = server->issuer;
    setup.server = *std::move(server);
    if (setup.clientId.isEmpty() && setup.server.takesMetadataClientIds)
        setup.clientId = plan.clientMetadataUrl;
    setup.scopes = scopesToAsk(plan, resource->scopesSupported, setup.server);
    if (setup.server.tokenEndpoint.isEmpty())
        co_return planProblem(plan.sourceName, u"no token address is known."_s);
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
    if (state->isGone || stop.stop_requested() || !state->access->store)
        co_return std::unexpected(cancelledSignIn());
    state->keeper = std::make_unique<OAuthTokenKeeper>(
        state->client.get(), state->access->store, plan.storeName(), std::move(setup));
    co_return Result<void>();
}

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
