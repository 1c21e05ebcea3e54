// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapioauth.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool isSignInScheme(const OpenApiSecurityScheme &scheme)
{
    return scheme.type == OpenApiSecurityScheme::Type::OAuth2
        || scheme.type == OpenApiSecurityScheme::Type::OpenIdConnect;
}

//! Whether \a settings mean that a token is for \a scheme. Many documents say no more than "bearer"; where to
//! sign in is then the settings' matter.
bool takesToken(const OAuthSettings &settings, const OpenApiSecurityScheme &scheme)
{
    if (!settings.scheme.isEmpty())
        return scheme.id == settings.scheme;
    const bool isBearer = scheme.type == OpenApiSecurityScheme::Type::Http
        && scheme.scheme.compare("bearer"_L1, Qt::CaseInsensitive) == 0;
    return isSignInScheme(scheme)
        || (isBearer && (!settings.issuer.isEmpty() || !settings.tokenUrl.isEmpty()));
}

} // namespace

std::optional<OpenApiTokenPlace> tokenPlaceOf(const OpenApiSettings &settings,
    const OpenApiDocument &document, const OpenApiOperation &operation,
    const QHash<QString, QString> &credentials)
{
    if (!settings.oauth)
        return {};
    const OAuthSettings &oauth = *settings.oauth;
    const auto knownScheme = [&](const QString &id) {
        const auto found = std::ranges::find(operation.schemes, id, &OpenApiSecurityScheme::id);
        return found == operation.schemes.cend() ? nullptr : &*found;
    };
    for (const OpenApiRequirement &requirement : operation.security) {
        std::optional<OpenApiTokenPlace> place;
        bool isMet = !requirement.schemes.isEmpty();
        for (const OpenApiRequirement::Scheme &wanted : requirement.schemes) {
            const OpenApiSecurityScheme *scheme = knownScheme(wanted.id);
            if (credentials.contains(wanted.id))
                continue;
            const bool isOurs = scheme && !place && takesToken(oauth, *scheme);
            isMet = isMet && isOurs;
            if (!isOurs)
                continue;
            place = OpenApiTokenPlace{wanted.id, wanted.scopes, {}};
            if (isSignInScheme(*scheme))
                place->declared = DeclaredOAuth::read(scheme->definition, operation.documentUrl);
        }
        if (isMet)
            return place; // nothing: other credentials do already
    }
    const bool isDeclared = std::ranges::any_of(document.securitySchemes(),
        [&oauth](const OpenApiSecurityScheme &scheme) { return takesToken(oauth, scheme); });
    if (isDeclared)
        return {}; // others ask for it, this one does not
    return OpenApiTokenPlace{};
}

Result<std::shared_ptr<OAuthGrant>> grantFor(OpenApiLink &link, const OpenApiTokenPlace &place)
{
    if (!link.oauth) {
        return std::unexpected(Error{ErrorKind::Usage, u"openapi.oauth"_s,
            u"\"%1\" would have to sign in, which cannot be done here."_s.arg(link.sourceName), {}, {}});
    }
    Result<OAuthWish> wish =
        oauthWish(link.sourceName, *link.settings.oauth, place.declared, link.settings.origins);
    if (!wish)
        return std::unexpected(wish.error());
    wish->certificates = link.settings.certificates;
    std::shared_ptr<OAuthGrant> grant = link.oauth->grant(*wish, link.limits);
    link.grants.insert(wish->storeName(), grant);
    return grant;
}

bool refusesToken(const HttpResponseHead &head)
{
    if (head.status == 401)
        return true;
    return head.status == 403 && std::ranges::any_of(challengesOf(head), [](const AuthChallenge &challenge) {
        return challenge.is(u"Bearer") && challenge.parameter(u"error"_s) == "insufficient_scope"_L1;
    });
}

QFuture<Result<OAuthTokens>> renewedTokens(const std::shared_ptr<OAuthGrant> &grant,
    const OAuthTokens &refused, const HttpResponseHead &head, std::shared_ptr<AuthorizationTries> tries,
    std::stop_token cancellation)
{
    return grant->renew(refused, challengesOf(head), std::move(tries), std::move(cancellation));
}

QString refusedTokenRemark(const Result<OAuthTokens> &renewed)
{
    if (renewed)
        return u"The access token was refused. There is a new one now, but this request was not sent again, because it may have an effect: invoke it again."_s;
    return u"The access token was refused, and there is no new one: %1"_s.arg(renewed.error().message);
}

bool mayAskAgain(const QByteArray &method)
{
    return method == "GET" || method == "HEAD" || method == "QUERY";
}

} // namespace Workbench
