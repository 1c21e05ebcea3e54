// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthmetadata_p.h"
#include "core/base/visibletext.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/redirects.h"

#include <QHostAddress>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> badMetadata(const QString &code, const QString &sentence)
{
    return std::unexpected(Error{ErrorKind::Protocol, code, sentence, {}, {}});
}

QStringList strings(const Json &list)
{
    QStringList texts;
    for (const Json &item : list.items())
        texts.append(item.toString());
    return texts;
}

//! The address at \a member; empty when there is none. for an address written as a number.
Result<QUrl> endpoint(
    const Json &document, QLatin1StringView member, const QString &what, const QStringList &confirmed)
{
    const QString text = document.member(member).toString();
    if (text.isEmpty())
        return QUrl();
    const Result<QUrl> url = checkedPeerUrl(text, what);
    if (!url || mayBePrivate(*url, confirmed))
        return url;
    const QHostAddress literal(url->host());
    if (urlFacts(*url).isLoopback || (!literal.isNull() && !isPublicAddress(literal)))
        return badMetadata(u"auth.url"_s,
            u"The %1 is \"%2\", which lies in a private network, and the metadata's server does not. It was not used."_s
                .arg(what, visibleText(text, false, 200)));
    return url;
}

QList<ClientAuthentication> authentications(const Json &list)
{
    QList<ClientAuthentication> known;
    for (const QString &name : strings(list)) {
        if (name == "client_secret_basic"_L1)
            known.append(ClientAuthentication::Basic);
        else if (name == "client_secret_post"_L1)
            known.append(ClientAuthentication::Post);
        else if (name == "none"_L1)
            known.append(ClientAuthentication::None);
    }
    return known;
}

HttpRequest metadataRequest(const OAuthState &state, const QUrl &url, const QStringList &confirmed)
{
    HttpRequest request;
    request.url = url;
    request.headers.emplaceBack("Accept", "application/json");
    request.mayRedirect = false;
    request.acceptedCertificates = state->certificates;
    request.publicPeerOnly = !mayBePrivate(url, confirmed);
    request.headersWithin = std::chrono::milliseconds(state->limits.requestTimeoutMs);
    request.totalWithin = request.headersWithin;
    return request;
}

} // namespace

QList<QUrl> metadataPlaces(const QUrl &issuer)
{
    QString path = issuer.path(QUrl::FullyEncoded);
    if (path.endsWith(u'/'))
        path.chop(1);
    const auto at = [&issuer](const QString &place) {
        QUrl url = issuer;
        url.setPath(place, QUrl::StrictMode);
        return url;
    };
    QList<QUrl> places{at(u"/.well-known/oauth-authorization-server"_s + path),
        at(u"/.well-known/openid-configuration"_s + path)};
    if (!path.isEmpty())
        places.append(at(path + u"/.well-known/openid-configuration"_s));
    return places;
}

Result<OAuthServer> serverFromMetadata(
    const Json &document, const QString &issuer, const QStringList &confirmedOrigins)
{
    const QString named = document.member("issuer"_L1).toString();
    if (named != issuer)
        return badMetadata(u"oauth.issuer"_s,
            u"The metadata of \"%1\" names another issuer, \"%2\". It was not used."_s.arg(
                visibleText(issuer, false, 200), visibleText(named, false, 200)));
    OAuthServer server;
    server.issuer = issuer;
    server.hasMetadata = true;
    server.document = document;
    struct Endpoint {
        QLatin1StringView member;
        QString what;
        QUrl OAuthServer::*url;
    };
    const std::array endpoints{Endpoint{"authorization_endpoint"_L1, u"authorization endpoint"_s,
                                   &OAuthServer::authorizationEndpoint},
        Endpoint{"token_endpoint"_L1, u"token endpoint"_s, &OAuthServer::tokenEndpoint},
        Endpoint{"device_authorization_endpoint"_L1, u"device authorization endpoint"_s,
            &OAuthServer::deviceEndpoint},
        Endpoint{"registration_endpoint"_L1, u"registration endpoint"_s, &OAuthServer::registrationEndpoint}};
    for (const auto &[member, what, url] : endpoints) {
        const Result<QUrl> found = endpoint(document, member, what, confirmedOrigins);
        if (!found)
            return std::unexpected(found.error());
        server.*url = *found;
    }
    if (server.tokenEndpoint.isEmpty())
        return badMetadata(u"oauth.metadata"_s,
            u"The metadata of \"%1\" names no token endpoint."_s.arg(visibleText(issuer, false, 200)));
    server.scopesSupported = strings(document.member("scopes_supported"_L1));
    server.challengeMethods = strings(document.member("code_challenge_methods_supported"_L1));
    server.clientAuthentication =
        authentications(document.member("token_endpoint_auth_methods_supported"_L1));
    server.sendsIssuer = document.member("authorization_response_iss_parameter_supported"_L1).toBoolean();
    server.takesMetadataClientIds = document.member("client_id_metadata_document_supported"_L1).toBoolean();
    return server;
}

Task<Result<OAuthServer>> discoverIssuer(
    OAuthState state, QString issuer, QStringList confirmedOrigins, std::stop_token cancellation)
{
    const Result<QUrl> checked = checkedPeerUrl(issuer, u"issuer"_s);
    if (!checked)
        co_return std::unexpected(checked.error());
    if (checked->hasQuery())
        co_return badMetadata(u"auth.url"_s, u"An issuer has no query part."_s);
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    QStringList asked;
    for (const QUrl &place : metadataPlaces(*checked)) {
        const auto answer =
            co_await state->http.fetch(metadataRequest(state, place, confirmedOrigins), linked.token());
        if (!answer)
            co_return std::unexpected(answer.error());
        asked.append(u"%1 (%2)"_s.arg(place.toString()).arg(answer->head.status));
        const Result<Json> document = answer->head.status == 200 ? parseJson(answer->body) : Json();
        if (document && document->isObject())
            co_return serverFromMetadata(*document, issuer, confirmedOrigins);
    }
    Error error = oauthError(state, ErrorKind::Protocol, u"oauth.metadata"_s,
        u"the authorization server \"%1\" has no metadata where it should be."_s.arg(
            visibleText(issuer, false, 200)));
    error.detail = asked.join(u'\n');
    co_return std::unexpected(error);
}

Task<Result<OAuthServer>> discoverPlace(
    OAuthState state, QString metadataUrl, QStringList confirmedOrigins, std::stop_token cancellation)
{
    const Result<QUrl> checked = checkedPeerUrl(metadataUrl, u"address of the metadata"_s);
    if (!checked)
        co_return std::unexpected(checked.error());
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    const auto answer =
        co_await state->http.fetch(metadataRequest(state, *checked, confirmedOrigins), linked.token());
    if (!answer)
        co_return std::unexpected(answer.error());
    const Result<Json> document = parseJson(answer->body);
    if (answer->head.status != 200 || !document || !document->isObject())
        co_return std::unexpected(oauthError(state, ErrorKind::Protocol, u"oauth.metadata"_s,
            u"%1 is no metadata of an authorization server (status %2)."_s.arg(
                checked->toString(), QString::number(answer->head.status))));
    const QString issuer = document->member("issuer"_L1).toString();
    const Result<QUrl> issuerUrl = checkedPeerUrl(issuer, u"issuer"_s);
    if (!issuerUrl)
        co_return std::unexpected(issuerUrl.error());
    if (!metadataPlaces(*issuerUrl).contains(*checked))
        co_return badMetadata(u"oauth.issuer"_s,
            u"The metadata at %1 names the issuer \"%2\", which keeps its metadata elsewhere. It was not used."_s
                .arg(checked->toString(), visibleText(issuer, false, 200)));
    co_return serverFromMetadata(*document, issuer, confirmedOrigins);
}

} // namespace Workbench
