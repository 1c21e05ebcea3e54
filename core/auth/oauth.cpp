// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauth.h"

#include "core/auth/oauthstate_p.h"

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

} // namespace Workbench
