// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The authorization code with PKCE, through the browser and back. \source mcp-client.md 8.6, 8.7

#include "core/auth/callbacklistener.h"
#include "core/auth/oauthstate_p.h"
#include "core/auth/pkce_p.h"
#include "core/base/visibletext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! What one sign-in is recognised by.
struct CodeAttempt {
    QByteArray verifier = randomText(32);
    QByteArray state = randomText(24);
    QUrl redirectUri;
};

QUrl authorizationUrl(const OAuthSetup &setup, const CodeAttempt &attempt)
{
    const auto encoded = [](const QString &text) {
        return QString::fromLatin1(QUrl::toPercentEncoding(text));
    };
    QStringList pairs;
    const auto add = [&](QLatin1StringView name, const QString &value) {
        pairs.append(name + u'=' + encoded(value));
    };
    QUrl url = setup.server.authorizationEndpoint;
    if (url.hasQuery())
        pairs.append(url.query(QUrl::FullyEncoded));
    add("response_type"_L1, u"code"_s);
    add("client_id"_L1, setup.clientId);
    add("redirect_uri"_L1, attempt.redirectUri.toString());
    if (!setup.scopes.isEmpty())
        add("scope"_L1, setup.scopes.join(u' '));
    add("state"_L1, QString::fromLatin1(attempt.state));
    add("code_challenge"_L1, QString::fromLatin1(pkceChallenge(attempt.verifier)));
    add("code_challenge_method"_L1, u"S256"_s);
    if (!setup.resource.isEmpty())
        add("resource"_L1, setup.resource);
    url.setQuery(pairs.join(u'&'), QUrl::StrictMode);
    return url;
}

//! The code, when the answer is to this attempt and from this issuer: both are looked at before anything
//! else of it, and of a stranger's answer nothing is shown.
Result<Secret> codeFrom(
    const OAuthState &state, const OAuthSetup &setup, const CodeAttempt &attempt, const QUrlQuery &answer)
{
    const auto wrong = [&](ErrorKind kind, const QString &code, const QString &sentence) {
        return std::unexpected(oauthError(state, kind, code, sentence));
    };
    const auto only = [&answer](const QString &name) -> std::optional<QString> {
        const QStringList values = answer.allQueryItemValues(name, QUrl::FullyDecoded);
        return values.size() == 1 ? std::optional(values.constFirst()) : std::nullopt;
    };
    const std::optional<QString> echoed = only(u"state"_s);
    if (!echoed || !isSameText(echoed->toUtf8(), attempt.state))
        return wrong(ErrorKind::Protocol, u"oauth.state"_s,
            u"the browser came back with an answer to another sign-in (state differs). Nothing of it was used."_s);
    const std::optional<QString> issuer = only(u"iss"_s);
    const bool hasIssuer = answer.hasQueryItem(u"iss"_s);
    const bool isOther = hasIssuer && !setup.server.issuer.isEmpty() && issuer != setup.server.issuer;
    if (isOther || (hasIssuer && !issuer) || (!hasIssuer && setup.server.sendsIssuer))
        return wrong(ErrorKind::Protocol, u"oauth.iss"_s,
            u"the answer comes from another authorization server than was asked (iss differs or is missing). Nothing of it was used."_s);
    if (answer.hasQueryItem(u"error"_s)) {
        const QString error = visibleText(only(u"error"_s).value_or(QString()), false, 100);
        const QString description =
            visibleText(only(u"error_description"_s).value_or(QString()).replace(u'+', u' '), false, 300);
        const bool isDenial = error == "access_denied"_L1;
        Error result = oauthError(state, ErrorKind::Remote,
            isDenial ? u"oauth.access_denied"_s : u"oauth.refused"_s,
            description.isEmpty() ? u"the authorization server answered %1."_s.arg(error)
                                  : u"the authorization server answered %1: %2"_s.arg(error, description));
        result.details = Json::object({{u"error"_s, Json::string(error)},
            {u"error_description"_s, description.isEmpty() ? Json() : Json::string(description)}});
        return std::unexpected(result);
    }
    const std::optional<QString> code = only(u"code"_s);
    if (!code || code->isEmpty())
        return wrong(
            ErrorKind::Protocol, u"oauth.code"_s, u"the authorization server answered without a code."_s);
    return Secret(code->toUtf8());
}

Result<void> checkCodeSetup(const OAuthState &state, const OAuthSetup &setup)
{
    const OAuthServer &server = setup.server;
    if (setup.clientId.isEmpty())
        return std::unexpected(
            oauthError(state, ErrorKind::Usage, u"oauth.client"_s, u"it needs a client id."_s));
    if (const auto url = checkEndpoint(state, server.authorizationEndpoint, u"authorization endpoint"_s);
        !url)
        return url;
    if (server.hasMetadata && !server.challengeMethods.contains(u"S256"_s))
        return std::unexpected(oauthError(state, ErrorKind::Protocol, u"oauth.pkce"_s,
            u"the authorization server does not announce PKCE with S256, without which a code could be stolen."_s));
    if (!state->prompts.openBrowser)
        return std::unexpected(oauthError(state, ErrorKind::Usage, u"oauth.browser"_s,
            u"there is no browser here; a device code or client credentials work without one."_s));
    return {};
}

} // namespace

Task<Result<OAuthTokens>> runCodeFlow(OAuthState state, OAuthSetup setup, std::stop_token cancellation)
{
    if (const Result<void> sound = checkCodeSetup(state, setup); !sound)
        co_return std::unexpected(sound.error());
    const auto listener = CallbackListener::listen(state->limits);
    if (!listener)
        co_return std::unexpected(listener.error());
    CodeAttempt attempt;
    attempt.redirectUri = (*listener)->redirectUri();
    state->observe(Secret(attempt.verifier), u"code_verifier"_s);
    const QUrl url = authorizationUrl(setup, attempt);
    const Result<void> opened = co_await state->prompts.openBrowser({.facts = urlFacts(url),
        .sourceName = state->sourceName,
        .scopes = setup.scopes,
        .newScopes = newScopes(setup)});
    if (!opened)
        co_return std::unexpected(opened.error());
    const Result<QUrlQuery> answer = co_await (*listener)->answer(cancellation);
    if (!answer)
        co_return std::unexpected(answer.error());
    const Result<Secret> code = codeFrom(state, setup, attempt, *answer);
    if (!code)
        co_return std::unexpected(code.error());
    state->observe(*code, u"code"_s);
    co_return co_await requestTokens(state, setup,
        {{"grant_type", "authorization_code"}, {"code", code->reveal()},
            {"redirect_uri", attempt.redirectUri.toEncoded()}, {"code_verifier", attempt.verifier}},
        std::move(cancellation));
}

} // namespace Workbench
