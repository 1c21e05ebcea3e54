// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Makes an OAuthPlan from settings and documents, and prepares the grant for it.

#include "core/auth/oauthaccess_p.h"
#include "core/auth/oauthmetadata_p.h"
#include "core/json/jsonbuilder.h"

#include <QCryptographicHash>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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

Result<OAuthServer> declaredEndpoints(const OAuthPlan &plan)
{
    return declaredServer(plan.authorizationUrl, plan.tokenUrl, plan.deviceUrl);
}

QStringList unconfirmedOrigins(const OAuthSetup &setup)
{
    QStringList wanted;
    const bool registers = setup.clientId.isEmpty() && setup.flow == OAuthFlow::AuthorizationCode;
    for (const QUrl &url : {setup.server.tokenEndpoint,
             setup.flow == OAuthFlow::DeviceCode ? setup.server.deviceEndpoint : QUrl(),
             registers ? setup.server.registrationEndpoint : QUrl()}) {
        const QString origin = url.isEmpty() ? QString() : credentialOrigin(url);
        if (!origin.isEmpty() && !setup.confirmedOrigins.contains(origin) && !wanted.contains(origin))
            wanted.append(origin);
    }
    return wanted;
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
        co_return declaredEndpoints(plan);
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

} // namespace

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
    const QStringList wanted = unconfirmedOrigins(setup);
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

} // namespace Workbench
