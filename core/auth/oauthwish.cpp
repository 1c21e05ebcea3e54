// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Makes an OAuthWish from settings and documents, and prepares the grant for it.

#include "core/auth/oauthaccess_p.h"
#include "core/json/jsonbuilder.h"

#include <QCryptographicHash>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype hashDigits = 12;
constexpr QLatin1StringView tokensPrefix{"oauth:"};

std::unexpected<Error> wishProblem(const QString &source, const QString &sentence)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"oauth.settings"_s, u"Sign-in of \"%1\": %2"_s.arg(source, sentence)});
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

//! Returns a wish with the settings that every kind of sign-in uses.
OAuthWish wishFrom(const QString &source, const OAuthSettings &settings)
{
    OAuthWish wish;
    wish.sourceName = source;
    wish.issuer = settings.issuer;
    wish.authorizationUrl = settings.authorizationUrl;
    wish.tokenUrl = settings.tokenUrl;
    wish.deviceUrl = settings.deviceUrl;
    wish.clientId = settings.clientId;
    wish.clientSecret = settings.clientSecret;
    wish.privateKey = settings.privateKey;
    wish.authentication = settings.authentication;
    return wish;
}

Result<OAuthServer> declaredEndpoints(const OAuthWish &wish)
{
    return declaredServer(wish.authorizationUrl, wish.tokenUrl, wish.deviceUrl);
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

OAuthPrompts promptsOf(const GrantState &state)
{
    OAuthPrompts prompts;
    const SignInHost &host = state->access->host;
    if (host.openBrowser) {
        prompts.openBrowser = [weak = std::weak_ptr(state)](const BrowserRequest &request) {
            const auto shared = weak.lock();
            if (!shared || !shared->access->host.openBrowser)
                return QtFuture::makeReadyValueFuture(Result<void>(std::unexpected(cancelledSignIn())));
            shared->isShown = true;
            shared->party.clientId = request.clientId;
            return shared->access->host.openBrowser(shared->party, request);
        };
    }
    if (host.showDeviceCode) {
        prompts.showDeviceCode = [weak = std::weak_ptr(state)](const DeviceCodePrompt &prompt) {
            const auto shared = weak.lock();
            if (!shared || !shared->access->host.showDeviceCode)
                return;
            shared->isShown = true;
            shared->access->host.showDeviceCode(shared->party, prompt);
        };
    }
    return prompts;
}

} // namespace

QString OAuthWish::storeName() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QStringList facts{QString::number(int(flow)), issuer, metadataUrl, authorizationUrl, tokenUrl, deviceUrl,
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

Result<OAuthWish> oauthWish(const QString &source, const OAuthSettings &settings,
    const std::optional<DeclaredOAuth> &declared, const QStringList &own)
{
    OAuthWish wish = wishFrom(source, settings);
    const bool isNamed = !wish.issuer.isEmpty() || !wish.tokenUrl.isEmpty();
    const std::optional<DeclaredOAuth::Flow> flow = chosenFlow(settings, declared);
    wish.flow = settings.flow ? *settings.flow : flow ? flow->flow : OAuthFlow::AuthorizationCode;
    if (wish.issuer.isEmpty() && flow) {
        const auto fill = [](QString &place, const QString &said) { place = place.isEmpty() ? said : place; };
        fill(wish.authorizationUrl, flow->authorizationUrl);
        fill(wish.tokenUrl, flow->tokenUrl);
        fill(wish.deviceUrl, flow->deviceUrl);
    }
    if (!isNamed && !flow && declared)
        wish.metadataUrl = declared->metadataUrl;
    if (wish.issuer.isEmpty() && wish.metadataUrl.isEmpty() && wish.tokenUrl.isEmpty()) {
        const bool isOther = declared && !declared->otherFlows.isEmpty();
        return wishProblem(source,
            isOther
                ? u"the document declares only %1, which is not safe for a program like this. Name the \"issuer\", or \"authorizationUrl\" and \"tokenUrl\"."_s
                      .arg(declared->otherFlows.join(u" and "_s))
                : u"it is not known where to sign in. Name the \"issuer\", or \"authorizationUrl\" and \"tokenUrl\"."_s);
    }
    if (wish.clientId.isEmpty())
        return wishProblem(source,
            u"it needs a client id, by which the service knows this program (setting \"oauth\", member \"clientId\")."_s);
    wish.confirmedOrigins = own + settings.origins();
    wish.confirmedOrigins.removeDuplicates();
    wish.confirmedOrigins.sort();
    wish.destinations = own;
    wish.destinations.sort();
    return wish;
}

OAuthWish oauthWishFor(const QString &source, const OAuthSettings &settings, const QUrl &server)
{
    OAuthWish wish = wishFrom(source, settings);
    wish.flow = settings.flow.value_or(OAuthFlow::AuthorizationCode);
    wish.clientMetadataUrl = settings.clientMetadataUrl;
    wish.scopes = settings.scopes;
    wish.protectedServer = server;
    wish.confirmedOrigins = settings.origins() << credentialOrigin(server);
    wish.confirmedOrigins.removeDuplicates();
    wish.confirmedOrigins.sort();
    wish.destinations = {credentialOrigin(server)};
    return wish;
}

namespace {

//! Reads the metadata of the wish's protected server; returns an empty resource if the wish has none.
Task<Result<ProtectedResource>> findResource(GrantState state)
{
    const OAuthWish &wish = state->wish;
    if (wish.protectedServer.isEmpty())
        co_return ProtectedResource();
    QString place;
    QStringList asked;
    for (const AuthChallenge &challenge : std::as_const(state->challenges)) {
        if (place.isEmpty() && challenge.is(u"Bearer"))
            place = challenge.parameter(u"resource_metadata"_s);
        asked += challenge.scopes();
    }
    Result<ProtectedResource> told = co_await state->client->discoverResource(
        wish.protectedServer, place, wish.confirmedOrigins, state->stop.get_token());
    if (told && !asked.isEmpty())
        told->scopesSupported = asked; // the challenge names the scopes that this call needs
    co_return told;
}

Task<Result<OAuthServer>> findServer(GrantState state, ProtectedResource resource)
{
    const OAuthWish &wish = state->wish;
    const std::stop_token stop = state->stop.get_token();
    if (state->isGone || stop.stop_requested())
        co_return std::unexpected(cancelledSignIn());
    OAuthClient &client = *state->client;
    if (!wish.issuer.isEmpty())
        co_return co_await client.discover(wish.issuer, wish.confirmedOrigins, stop);
    if (!wish.metadataUrl.isEmpty())
        co_return co_await client.discoverAt(wish.metadataUrl, wish.confirmedOrigins, stop);
    if (!wish.tokenUrl.isEmpty() || wish.protectedServer.isEmpty())
        co_return declaredEndpoints(wish);
    if (!resource.issuers.isEmpty())
        co_return co_await client.discover(resource.issuers.constFirst(), wish.confirmedOrigins, stop);
    co_return co_await client.discoverAtServer(wish.protectedServer, wish.confirmedOrigins, stop);
}

//! Returns the scopes to request. Adds offline_access if the server lists it: some servers give no refresh
//! token without it.
QStringList scopesToAsk(const OAuthWish &wish, const QStringList &offered, const OAuthServer &server)
{
    QStringList scopes = wish.scopes.isEmpty() ? offered : wish.scopes;
    const QString offline = u"offline_access"_s;
    const bool mayAdd = !wish.protectedServer.isEmpty() && wish.scopes.isEmpty()
        && wish.flow == OAuthFlow::AuthorizationCode && server.scopesSupported.contains(offline);
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
    const OAuthWish &wish = state->wish;
    const std::stop_token stop = state->stop.get_token();
    OAuthSetup setup;
    setup.flow = wish.flow;
    setup.clientId = wish.clientId;
    setup.authentication = wish.authentication;
    setup.confirmedOrigins = wish.confirmedOrigins;
    if (!state->access->store)
        co_return std::unexpected(cancelledSignIn());
    Result<Secret> secret = co_await secretOf(state, wish.clientSecret);
    if (!secret)
        co_return std::unexpected(secret.error());
    setup.clientSecret = *std::move(secret);
    Result<Secret> key = co_await secretOf(state, wish.privateKey);
    if (!key)
        co_return std::unexpected(key.error());
    setup.privateKey = *std::move(key);
    if (state->isGone || stop.stop_requested())
        co_return std::unexpected(cancelledSignIn());
    if (!state->client)
        state->client = std::make_unique<OAuthClient>(
            wish.sourceName, state->limits, promptsOf(state), state->access->observer);
    state->client->setAcceptedCertificates(wish.certificates);
    state->client->setLog(wish.log);
    const Result<ProtectedResource> resource = co_await findResource(state);
    if (!resource)
        co_return std::unexpected(resource.error());
    setup.resource = resource->resource.isEmpty() ? wish.resource : resource->resource;
    Result<OAuthServer> server = co_await findServer(state, *resource);
    if (!server)
        co_return std::unexpected(server.error());
    if (state->keeper && server->issuer == state->issuer)
        co_return Result<void>();
    state->issuer = server->issuer;
    setup.server = *std::move(server);
    if (setup.clientId.isEmpty() && setup.server.takesMetadataClientIds)
        setup.clientId = wish.clientMetadataUrl;
    setup.scopes = scopesToAsk(wish, resource->scopesSupported, setup.server);
    if (setup.server.tokenEndpoint.isEmpty())
        co_return wishProblem(wish.sourceName, u"no token address is known."_s);
    state->party.tokenOrigins = {credentialOrigin(setup.server.tokenEndpoint)};
    const QStringList wanted = unconfirmedOrigins(setup);
    if (!wanted.isEmpty() && state->access->host.confirmOrigins && !stop.stop_requested()) {
        state->isShown = true;
        const Result<void> allowed = co_await state->access->host.confirmOrigins(state->party,
            {.confirmed = wish.confirmedOrigins,
                .wanted = wanted,
                .isNamedByServer = !wish.protectedServer.isEmpty()});
        if (!allowed)
            co_return std::unexpected(allowed.error());
        setup.confirmedOrigins += wanted;
    }
    if (state->isGone || stop.stop_requested() || !state->access->store)
        co_return std::unexpected(cancelledSignIn());
    state->keeper = std::make_unique<OAuthTokenKeeper>(
        state->client.get(), state->access->store, wish.storeName(), std::move(setup));
    co_return Result<void>();
}

} // namespace Workbench
