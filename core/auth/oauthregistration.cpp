// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthregistration_p.h"
#include "core/json/jsonbuilder.h"

#include <QTimeZone>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns the method to register. A native program cannot keep a secret from its user, so it registers
//! without one if the server allows that.
ClientAuthentication wantedAuthentication(const OAuthServer &server)
{
    const auto &supported = server.clientAuthentication;
    for (const auto method :
        {ClientAuthentication::None, ClientAuthentication::Basic, ClientAuthentication::Post}) {
        if (supported.contains(method))
            return method;
    }
    return ClientAuthentication::None;
}

Result<OAuthRegistration> registeredClient(
    const OAuthState &state, const Json &answer, const QString &redirectUri)
{
    OAuthRegistration registration{.clientId = answer.member("client_id"_L1).toString(),
        .clientSecret = Secret(answer.member("client_secret"_L1).toString().toUtf8()),
        .authentication = clientAuthenticationFrom(answer.member("token_endpoint_auth_method"_L1).toString()),
        .redirectUri = redirectUri};
    if (registration.clientId.isEmpty())
        return std::unexpected(oauthError(state, ErrorKind::Protocol, u"oauth.registration"_s,
            u"the registration endpoint gave no client_id."_s));
    if (const qint64 until = answer.member("client_secret_expires_at"_L1).toInteger().value_or(0); until > 0)
        registration.secretExpiresAt = QDateTime::fromSecsSinceEpoch(until, QTimeZone::UTC);
    return registration;
}

} // namespace

Task<Result<OAuthRegistration>> registerClient(
    OAuthState state, OAuthSetup setup, QString redirectUri, std::stop_token cancellation)
{
    const QUrl endpoint = setup.server.registrationEndpoint;
    if (endpoint.isEmpty()) {
        const Error error = oauthError(state, ErrorKind::Usage, u"oauth.client"_s,
            u"the authorisation server does not accept client registrations. Enter the client id that it gave you for this program (setting \"oauth\", member \"clientId\")."_s);
        nextFrames(state).noteAddress(Direction::Sent, {}, OAuthStep::registration, noteOf(error));
        co_return std::unexpected(error);
    }
    if (const auto url = checkEndpoint(state, endpoint, u"registration endpoint"_s); !url)
        co_return std::unexpected(url.error());
    const ClientAuthentication wanted = wantedAuthentication(setup.server);
    JsonBuilder body;
    body.beginObject()
        .add(u"client_name", u"Envelope Workbench"_s)
        .add(u"redirect_uris", Json::array({Json::string(redirectUri)}))
        .add(u"grant_types",
            Json::array({Json::string(u"authorization_code"_s), Json::string(u"refresh_token"_s)}))
        .add(u"response_types", Json::array({Json::string(u"code"_s)}))
        .add(u"token_endpoint_auth_method", clientAuthenticationName(wanted))
        .add(u"application_type", u"native"_s)
        .endObject();
    HttpRequest request = postRequest(state, setup, endpoint, registrationPost);
    request.headers.emplaceBack("Content-Type", "application/json");
    request.body = body.take().toBytes();
    const Result<OAuthAnswer> answer =
        co_await postNoted(state, std::move(request), registrationPost, std::move(cancellation));
    if (!answer)
        co_return std::unexpected(answer.error());
    const Result<OAuthRegistration> registration = registeredClient(state, answer->document, redirectUri);
    answer->noteJudged(registration);
    co_return registration;
}

bool isUsable(const OAuthRegistration &registration)
{
    return !registration.secretExpiresAt.isValid()
        || registration.secretExpiresAt > QDateTime::currentDateTimeUtc();
}

OAuthSetup asRegistered(OAuthSetup setup, const OAuthRegistration &registration)
{
    setup.clientId = registration.clientId;
    setup.clientSecret = registration.clientSecret;
    if (!setup.authentication)
        setup.authentication = registration.authentication;
    setup.registration = registration;
    return setup;
}

} // namespace Workbench
