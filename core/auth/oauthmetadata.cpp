// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthstate_p.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/transport/http/redirects.h"

#include <QHostAddress>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView metadataServer{"authorisation server"}; // in errors

std::unexpected<Error> badMetadata(const QString &code, const QString &sentence)
{
    return std::unexpected(Error{ErrorKind::Protocol, code, sentence});
}

QStringList strings(const Json &list)
{
    QStringList texts;
    for (const Json &item : list.items())
        texts.append(item.toString());
    return texts;
}

//! Returns the address at \a member, or an empty URL if there is none. Checks for a numeric
//! address.
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
            u"The %1 is \"%2\", which is not a public address and which you have not confirmed. It was not used."_s
                .arg(what, visibleText(text, false, 200)));
    return url;
}

QList<ClientAuthentication> authentications(const Json &list)
{
    QList<ClientAuthentication> known;
    for (const QString &name : strings(list)) {
        if (const auto method = clientAuthenticationFrom(name))
            known.append(*method);
    }
    return known;
}

HttpRequest metadataRequest(const OAuthState &state, const QUrl &url, const QStringList &confirmed)
{
    return signInRequest(state, url, confirmed, u"The request was for the metadata of its sign-in."_s);
}

//! Returns \a error with \a issuer in its details ("issuer") if it says that an address that is not public
//! was refused: the setting "issuer" confirms that address. Empty: the issuer is not known.
Error withIssuer(Error error, const QString &issuer)
{
    if (error.code == privatePeerCode)
        error.details = withMember(error.details, u"issuer", Json::string(issuer));
    return error;
}

//! The answer of the first address that has a JSON object, else of the last address. It is not noted yet.
struct FoundMetadata {
    OAuthAnswer answer{};
    QStringList asked{}; //!< the requested addresses, each with its status
};

Task<Result<FoundMetadata>> firstMetadata(OAuthState state, QList<QUrl> places, QString label,
    QStringList confirmedOrigins, std::stop_token cancellation)
{
    FoundMetadata found;
    const QString what = label == OAuthStep::serverMetadata ? QString(metadataServer) : u"metadata address"_s;
    for (qsizetype i = 0; i < places.size() && !found.answer.isDocument(); ++i) {
        if (i > 0)
            found.answer.note();
        auto answer = co_await fetchNoted(
            state, metadataRequest(state, places.at(i), confirmedOrigins), label, what, cancellation);
        if (!answer)
            co_return std::unexpected(answer.error());
        found.answer = *std::move(answer);
        found.asked.append(
            u"%1 (%2)"_s.arg(places.at(i).toString(), QString::number(found.answer.whole.head.status)));
    }
    co_return found;
}

QString withoutSlash(QString text)
{
    if (text.endsWith(u'/'))
        text.chop(1);
    return text;
}

//! Returns the well-known addresses of a protected server's metadata. \source RFC 9728 section 3.1
QList<QUrl> resourcePlaces(const QUrl &server)
{
    QUrl root = server;
    root.setQuery(QString());
    root.setPath(u"/.well-known/oauth-protected-resource"_s);
    const QString path = withoutSlash(server.path(QUrl::FullyEncoded));
    if (path.isEmpty())
        return {root};
    QUrl own = root;
    own.setPath(root.path() + path, QUrl::StrictMode);
    return {own, root};
}

//! Returns whether \a resource is \a server, its origin, or a folder above it.
//! \source core/auth/README.md 2.2
bool isResourceOf(const QString &resource, const QUrl &server)
{
    const QUrl named(resource, QUrl::StrictMode);
    if (!named.isValid() || named.hasFragment() || credentialOrigin(named) != credentialOrigin(server))
        return false;
    const QString above = withoutSlash(named.path(QUrl::FullyEncoded));
    const QString own = server.path(QUrl::FullyEncoded);
    return own == above || own.startsWith(above + u'/') || (above.isEmpty() && own.isEmpty());
}

//! Reads the metadata at \a place, which must be a well-known address of the issuer that it names.
Result<OAuthServer> serverAt(const OAuthState &state, const QUrl &place, const OAuthAnswer &answer,
    const QStringList &confirmedOrigins)
{
    if (!answer.isDocument())
        return std::unexpected(oauthError(state, ErrorKind::Protocol, u"oauth.metadata"_s,
            u"%1 is not the metadata of an authorisation server (status %2)."_s.arg(
                place.toString(), QString::number(answer.whole.head.status))));
    const QString issuer = answer.document.member("issuer"_L1).toString();
    const Result<QUrl> issuerUrl = checkedPeerUrl(issuer, u"issuer"_s);
    if (!issuerUrl)
        return std::unexpected(issuerUrl.error());
    if (!metadataPlaces(*issuerUrl).contains(place))
        return badMetadata(u"oauth.issuer"_s,
            u"The metadata at %1 names the issuer \"%2\", which keeps its metadata elsewhere. It was not used."_s
                .arg(place.toString(), visibleText(issuer, false, 200)));
    return serverFromMetadata(answer.document, issuer, confirmedOrigins);
}

} // namespace

QList<QUrl> metadataPlaces(const QUrl &issuer)
{
    const QString path = withoutSlash(issuer.path(QUrl::FullyEncoded));
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
    if (named.isEmpty())
        return badMetadata(u"oauth.issuer"_s,
            u"The metadata of \"%1\" names no issuer. It was not used."_s.arg(
                visibleText(issuer, false, 200)));
    if (named != issuer)
        return badMetadata(u"oauth.issuer"_s,
            u"The metadata of \"%1\" names another issuer, \"%2\". It was not used."_s.arg(
                visibleText(issuer, false, 200), visibleText(named, false, 200)));
    OAuthServer server;
    server.issuer = issuer;
    server.hasMetadata = true;
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
    server.grantTypes = strings(document.member("grant_types_supported"_L1));
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
    if (!checked) {
        nextFrames(state).noteAddress(
            Direction::Sent, {}, OAuthStep::serverMetadata, noteOf(checked.error()));
        co_return std::unexpected(checked.error());
    }
    if (checked->hasQuery())
        co_return badMetadata(u"auth.url"_s, u"The issuer has a query part, which is not allowed."_s);
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    const Result<FoundMetadata> found = co_await firstMetadata(
        state, metadataPlaces(*checked), OAuthStep::serverMetadata, confirmedOrigins, linked.token());
    if (!found)
        co_return std::unexpected(withIssuer(found.error(), issuer));
    Result<OAuthServer> server;
    if (found->answer.isDocument()) {
        server = serverFromMetadata(found->answer.document, issuer, confirmedOrigins);
    } else {
        Error error = oauthError(state, ErrorKind::Protocol, u"oauth.metadata"_s,
            u"the authorisation server \"%1\" has no metadata at its well-known addresses."_s.arg(
                visibleText(issuer, false, 200)));
        error.detail = found->asked.join(u'\n');
        server = std::unexpected(error);
    }
    found->answer.noteJudged(server);
    co_return server;
}

Task<Result<OAuthServer>> discoverOrigin(
    OAuthState state, QUrl server, QStringList confirmedOrigins, std::stop_token cancellation)
{
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    const QUrl origin(credentialOrigin(server));
    const Result<FoundMetadata> found = co_await firstMetadata(
        state, metadataPlaces(origin), OAuthStep::serverMetadata, confirmedOrigins, linked.token());
    if (!found)
        co_return std::unexpected(found.error());
    if (found->answer.isDocument()) {
        // The issuer may end with a slash that an origin does not have.
        const QString named = found->answer.document.member("issuer"_L1).toString();
        const Result<OAuthServer> described = serverFromMetadata(found->answer.document,
            withoutSlash(named) == origin.toString() ? named : origin.toString(), confirmedOrigins);
        found->answer.noteJudged(described);
        co_return described;
    }
    found->answer.note();
    const auto at = [&origin](const QString &path) { return origin.toString() + path; };
    Result<OAuthServer> declared = declaredServer(at(u"/authorize"_s), at(u"/token"_s));
    if (declared)
        declared->registrationEndpoint = QUrl(at(u"/register"_s));
    co_return declared;
}

Task<Result<ProtectedResource>> discoverProtectedResource(OAuthState state, QUrl server, QString metadataUrl,
    QStringList confirmedOrigins, std::stop_token cancellation)
{
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    QList<QUrl> places = resourcePlaces(server);
    if (!metadataUrl.isEmpty()) {
        const Result<QUrl> named = checkedPeerUrl(metadataUrl, u"address of the resource's metadata"_s);
        if (!named) {
            nextFrames(state).noteAddress(
                Direction::Sent, {}, OAuthStep::resourceMetadata, noteOf(named.error()));
            co_return std::unexpected(named.error());
        }
        places = {*named};
    }
    const Result<FoundMetadata> found =
        co_await firstMetadata(state, places, OAuthStep::resourceMetadata, confirmedOrigins, linked.token());
    if (!found)
        co_return std::unexpected(found.error());
    if (!found->answer.isDocument()) {
        found->answer.note();
        co_return ProtectedResource();
    }
    const Json &document = found->answer.document;
    Result<ProtectedResource> resource =
        ProtectedResource{.resource = document.member("resource"_L1).toString(),
            .issuers = strings(document.member("authorization_servers"_L1)),
            .scopesSupported = strings(document.member("scopes_supported"_L1))};
    if (!isResourceOf(resource->resource, server))
        resource = badMetadata(u"oauth.resource"_s,
            u"The metadata of %1 describes another server, \"%2\". It was not used."_s.arg(
                server.toDisplayString(QUrl::RemoveQuery), visibleText(resource->resource, false, 200)));
    if (!resource || !resource->issuers.isEmpty()) {
        found->answer.noteJudged(resource);
        co_return resource;
    }
    found->answer.note(
        u"oauth.noServers: The metadata names no authorisation server. The server itself is asked."_s);
    co_return ProtectedResource();
}

Task<Result<OAuthServer>> discoverPlace(
    OAuthState state, QString metadataUrl, QStringList confirmedOrigins, std::stop_token cancellation)
{
    const Result<QUrl> checked = checkedPeerUrl(metadataUrl, u"address of the metadata"_s);
    if (!checked)
        co_return std::unexpected(checked.error());
    const LinkedStop linked(std::move(cancellation), state->stop.get_token());
    const auto answer = co_await fetchNoted(state, metadataRequest(state, *checked, confirmedOrigins),
        OAuthStep::serverMetadata, metadataServer, linked.token());
    if (!answer)
        co_return std::unexpected(withIssuer(answer.error(), {}));
    const Result<OAuthServer> server = serverAt(state, *checked, *answer, confirmedOrigins);
    answer->noteJudged(server);
    co_return server;
}

} // namespace Workbench
