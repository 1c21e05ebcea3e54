// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The requests to token, device and registration endpoints, and their answers.

#include "core/auth/oauthstate_p.h"
#include "core/base/visibletext.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"

#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! \source RFC 6749 appendix B
QByteArray formEncoded(const QByteArray &text)
{
    return text.toPercentEncoding();
}

QByteArray formBody(const FormFields &fields)
{
    QByteArrayList pairs;
    for (const auto &[name, value] : fields)
        pairs.append(formEncoded(name) + '=' + formEncoded(value));
    return pairs.join('&');
}

//! Returns the method of the setup or the registration. Otherwise returns the method for the key or the
//! secret that is there, preferring Basic for a secret unless the server does not support it.
ClientAuthentication authenticationOf(const OAuthSetup &setup)
{
    if (setup.authentication)
        return *setup.authentication;
    if (!setup.privateKey.isEmpty())
        return ClientAuthentication::PrivateKeyJwt;
    if (setup.clientSecret.isEmpty())
        return ClientAuthentication::None;
    const auto &supported = setup.server.clientAuthentication;
    const bool takesBasic = supported.isEmpty() || supported.contains(ClientAuthentication::Basic);
    return takesBasic ? ClientAuthentication::Basic : ClientAuthentication::Post;
}

Result<void> authenticate(
    const OAuthState &state, const OAuthSetup &setup, HttpRequest &request, FormFields &fields)
{
    const QByteArray id = setup.clientId.toUtf8();
    const ClientAuthentication how = authenticationOf(setup);
    if (how == ClientAuthentication::Basic) {
        const QByteArray pair = formEncoded(id) + ':' + formEncoded(setup.clientSecret.reveal());
        state->observe(Secret(pair.toBase64()), u"client_secret"_s);
        request.headers.emplaceBack("Authorization", "Basic " + pair.toBase64());
        return {};
    }
    fields.emplaceBack("client_id", id);
    if (how == ClientAuthentication::Post) {
        fields.emplaceBack("client_secret", setup.clientSecret.reveal());
    } else if (how == ClientAuthentication::PrivateKeyJwt) {
        const QString audience =
            setup.server.issuer.isEmpty() ? setup.server.tokenEndpoint.toString() : setup.server.issuer;
        const Result<QByteArray> assertion = clientAssertion(setup.privateKey, setup.clientId, audience);
        if (!assertion)
            return std::unexpected(
                oauthError(state, ErrorKind::Usage, u"oauth.privateKey"_s, assertion.error().message));
        state->observe(Secret(*assertion), u"client_assertion"_s);
        fields.emplaceBack("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        fields.emplaceBack("client_assertion", *assertion);
    }
    return {};
}

constexpr std::array secretMembers{"access_token"_L1, "refresh_token"_L1, "id_token"_L1, "client_secret"_L1,
    "registration_access_token"_L1, "device_code"_L1};

//! Passes the secrets of an answer to the observer, so that the log does not show them.
void observeAnswer(const OAuthState &state, const Json &answer)
{
    for (const QLatin1StringView name : secretMembers)
        state->observe(Secret(answer.member(name).toString().toUtf8()), name);
}

//! Returns whether \a answer may hold secrets that observeAnswer() did not find, because it is not valid
//! JSON.
bool mayHideSecrets(const OAuthAnswer &answer)
{
    return !answer.document.isObject()
        && std::ranges::any_of(secretMembers, [&answer](QLatin1StringView name) {
               return answer.whole.body.contains(QByteArrayView(name.data(), name.size()));
           });
}

QString placeText(const QUrl &url)
{
    return visibleText(url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery), false, 200);
}

//! Returns what the body of an answer says in place of an OAuth error, without known secrets; empty if it is
//! neither a JSON object nor plain text.
QString saidIn(const OAuthState &state, const OAuthAnswer &answer)
{
    const Json &document = answer.document;
    QString said = document.member("error"_L1).member("message"_L1).toString();
    for (const QLatin1StringView name : {"message"_L1, "detail"_L1, "title"_L1}) { // RFC 9457
        if (said.isEmpty())
            said = document.member(name).toString();
    }
    const bool isText = document.isObject() || answer.whole.head.mediaType() == "text/plain";
    if (said.isEmpty() && isText && document.size() > 0)
        said = QString::fromUtf8(document.toBytes());
    else if (said.isEmpty() && isText && !document.isObject())
        said = QString::fromUtf8(answer.whole.body);
    return visibleText(state->known.hidden(said).simplified(), false, 200);
}

//! Returns the error for an HTTP status that does not come with an OAuth error.
Error refusedError(const OAuthState &state, const OAuthAnswer &answer, QLatin1StringView what)
{
    const HttpResponseHead &head = answer.whole.head;
    QString sentence =
        u"the %1 %2 answered HTTP %3"_s.arg(what, placeText(head.url), QString::number(head.status));
    if (const QString said = saidIn(state, answer); !said.isEmpty())
        sentence += u": "_s + said;
    if (!sentence.endsWith(u'.'))
        sentence += u'.';
    Error result = oauthError(
        state, head.status < 300 ? ErrorKind::Remote : ErrorKind::Network, u"oauth.refused"_s, sentence);
    result.details = Json::object({{u"status"_s, Json::integer(head.status)}});
    return result;
}

//! Returns the server's error, without its whole body. \source RFC 6749 section 5.2
Error remoteError(const OAuthState &state, const OAuthAnswer &answer, QLatin1StringView what)
{
    const int status = answer.whole.head.status;
    const QString error = answer.document.member("error"_L1).toString();
    if (error.isEmpty())
        return refusedError(state, answer, what);
    const QString description =
        visibleText(answer.document.member("error_description"_L1).toString(), false, 300);
    static const QRegularExpression codes(u"^[a-z][a-z0-9_]{0,63}$"_s);
    const bool isCode = codes.match(error).hasMatch();
    QString sentence = u"the %1 answered %2"_s.arg(what, visibleText(error, false, 100));
    sentence += description.isEmpty() ? u"."_s : QString(u": "_s + description);
    Error result = oauthError(
        state, ErrorKind::Remote, isCode ? QString(u"oauth."_s + error) : u"oauth.refused"_s, sentence);
    result.details = Json::object({{u"status"_s, Json::integer(status)}, {u"error"_s, Json::string(error)},
        {u"error_description"_s, description.isEmpty() ? Json() : Json::string(description)}});
    return result;
}

//! Replaces the source as the subject of \a error, which says why \a url gave no answer, by \a what and the
//! address: often another server than the source.
Error ofPlace(const OAuthState &state, Error error, const QString &what, const QUrl &url)
{
    const QString source = u"Server \"%1\" "_s.arg(visibleText(state->sourceName));
    const bool isOfPeer = error.kind == ErrorKind::Network || error.kind == ErrorKind::Timeout
        || error.kind == ErrorKind::Protocol || error.kind == ErrorKind::Limit;
    if (!isOfPeer || error.code == "http.redirect"_L1 || !error.message.startsWith(source))
        return error;
    error.message = u"Sign-in to \"%1\": the %2 %3 %4"_s.arg(
        state->sourceName, what, placeText(url), error.message.sliced(source.size()));
    return error;
}

//! Replaces the error of an HTTP limit by an error that names the limit for answers of a sign-in.
Error asAuthLimit(const OAuthState &state, const Error &error, QLatin1StringView what)
{
    if (error.code != "limit.http.bodyBytes"_L1 && error.code != "limit.http.wireBytes"_L1)
        return error;
    const LimitInfo &info = *findLimit(u"auth.answerBytes");
    return limitError(info, u"The answer of the %1 of \"%2\" is too long."_s.arg(what, state->sourceName),
        state->limits.authAnswerBytes);
}

//! Returns what to do if \a server redirects a request to the endpoint of \a post. The endpoint is not the
//! address of the source. A setting is named only if the endpoint came from the settings or from a document:
//! an address from metadata is used in its place.
QString adviceAboutRedirect(const OAuthServer &server, const OAuthPost &post)
{
    const QString what = u"The request was for the %1 of its sign-in"_s.arg(post.endpoint);
    if (server.hasMetadata)
        return u"%1, which the metadata of \"%2\" names."_s.arg(what, visibleText(server.issuer, false, 200));
    // Settings hold no registration endpoint, so a server without metadata that has one was only assumed.
    if (post.setting.isEmpty() || !server.registrationEndpoint.isEmpty())
        return what + u'.';
    return u"%1; if the redirect is correct, give \"%2\" its target address."_s.arg(what, post.setting);
}

Result<OAuthTokens> tokensFrom(const OAuthState &state, const OAuthSetup &setup, const Json &answer)
{
    const auto wrong = [&](const QString &sentence) {
        return std::unexpected(oauthError(state, ErrorKind::Protocol, u"oauth.token"_s, sentence));
    };
    OAuthTokens tokens;
    tokens.accessToken = Secret(answer.member("access_token"_L1).toString().toUtf8());
    tokens.refreshToken = Secret(answer.member("refresh_token"_L1).toString().toUtf8());
    if (tokens.accessToken.isEmpty())
        return wrong(u"the token endpoint's answer has no access_token."_s);
    const QString type = answer.member("token_type"_L1).toString();
    if (type.compare("bearer"_L1, Qt::CaseInsensitive) != 0)
        return wrong(u"the token endpoint gave a token of type \"%1\"; expected \"Bearer\"."_s.arg(
            visibleText(type, false, 50)));
    const Json expires = answer.member("expires_in"_L1); // a number, but some servers send text
    const qint64 seconds =
        expires.isString() ? expires.toString().toLongLong() : expires.toInteger().value_or(0);
    constexpr qint64 longest = 10LL * 366 * 24 * 3600;
    if (!expires.isAbsent())
        tokens.expiresAt = QDateTime::currentDateTimeUtc().addSecs(std::clamp<qint64>(seconds, 0, longest));
    const QString granted = answer.member("scope"_L1).toString();
    tokens.scopes = granted.isEmpty() ? setup.scopes : granted.split(u' ', Qt::SkipEmptyParts);
    tokens.askedScopes = setup.scopes;
    tokens.issuer = setup.server.issuer;
    tokens.clientId = setup.clientId;
    tokens.registration = setup.registration;
    return tokens;
}

} // namespace

Error oauthError(const OAuthState &state, ErrorKind kind, const QString &code, const QString &sentence)
{
    return {kind, code, u"Sign-in to \"%1\": %2"_s.arg(state->sourceName, sentence)};
}

Error cancelledSignIn()
{
    return {ErrorKind::Cancelled, u"oauth.cancelled"_s, u"The sign-in was cancelled."_s};
}

QStringList unconfirmedOrigins(const QList<QUrl> &urls, const QStringList &confirmedOrigins)
{
    QStringList wanted;
    for (const QUrl &url : urls) {
        const QString origin = url.isEmpty() ? QString() : credentialOrigin(url);
        if (!origin.isEmpty() && !confirmedOrigins.contains(origin) && !wanted.contains(origin))
            wanted.append(origin);
    }
    return wanted;
}

Result<void> requireConfirmed(
    const OAuthState &state, const QList<QUrl> &urls, const QStringList &confirmedOrigins)
{
    const QStringList wanted = unconfirmedOrigins(urls, confirmedOrigins);
    if (wanted.isEmpty())
        return {};
    const QString known = confirmedOrigins.isEmpty() ? u"no address"_s : confirmedOrigins.join(u" and "_s);
    Error error = oauthError(state, ErrorKind::Trust, u"credential.origin"_s,
        u"it would send credentials to %1, but you confirmed %2. Confirm that address too if it belongs to the service."_s
            .arg(wanted.join(u" and "_s), known));
    error.details =
        Json::object({{u"confirmed"_s, textArray(confirmedOrigins)}, {u"wanted"_s, textArray(wanted)}});
    return std::unexpected(error);
}

Result<void> checkEndpoint(const OAuthState &state, const QUrl &url, const QString &what)
{
    if (url.isEmpty())
        return std::unexpected(oauthError(state, ErrorKind::Usage, u"oauth.endpoint"_s,
            u"the authorisation server has no %1, which this OAuth flow needs."_s.arg(what)));
    const Result<QUrl> checked = checkedPeerUrl(QString::fromLatin1(url.toEncoded()), what);
    if (!checked)
        return std::unexpected(checked.error());
    return {};
}

QStringList newScopes(const OAuthSetup &setup)
{
    QStringList fresh = setup.scopes;
    fresh.removeIf([&setup](const QString &scope) { return setup.scopesBefore.contains(scope); });
    return fresh;
}

HttpFrames nextFrames(const OAuthState &state)
{
    return {.log = state->log,
        .source = state->sourceName,
        .channel = u"%1 %2"_s.arg(OAuthStep::channel).arg(++state->requests),
        .exchangeId = {},
        .secretHeaders = {}};
}

QString noteOf(const Error &error)
{
    return u"%1: %2"_s.arg(error.code, error.message);
}

void OAuthAnswer::note(const QString &wrong) const
{
    const bool isKept = !mayHideSecrets(*this);
    frames.noteReceived(
        whole.head, isKept ? whole.body : QByteArray(), isKept ? whole.raw : QByteArray(), wrong);
}

Task<Result<OAuthAnswer>> fetchNoted(
    OAuthState state, HttpRequest request, QString label, QString what, std::stop_token cancellation)
{
    const HttpFrames frames = nextFrames(state);
    frames.noteSent(request, label);
    const QUrl url = request.url;
    // Of an answer that ended early only the head is noted, because tokens in its body are not known yet.
    const auto broken = std::make_shared<HttpResponseHead>();
    request.onBroken = [broken](const HttpResponseHead &head, const QByteArray &, const QByteArray &,
                           const Error &) { *broken = head; };
    Result<HttpClient::Whole> whole = co_await state->http.fetch(std::move(request), std::move(cancellation));
    if (!whole) {
        const Error error = ofPlace(state, whole.error(), what, url);
        if (broken->raw.isEmpty())
            frames.noteAddress(Direction::Received, {}, OAuthStep::noAnswer, noteOf(error));
        else
            frames.noteReceived(*broken, {}, {}, noteOf(error));
        co_return std::unexpected(error);
    }
    OAuthAnswer answer{.whole = *std::move(whole), .document = {}, .frames = frames};
    answer.document = parseJson(answer.whole.body).value_or(Json());
    observeAnswer(state, answer.document);
    co_return answer;
}

HttpRequest signInRequest(const OAuthState &state, const QUrl &url, const QStringList &confirmedOrigins,
    const QString &redirectAdvice)
{
    HttpRequest request;
    request.url = url;
    request.headers.emplaceBack("Accept", "application/json");
    request.mayRedirect = false;
    request.redirectAdvice = redirectAdvice;
    request.acceptedCertificates = state->certificates;
    request.publicPeerOnly = !mayBePrivate(url, confirmedOrigins);
    request.headersWithin = std::chrono::milliseconds(state->limits.requestTimeoutMs);
    request.totalWithin = request.headersWithin;
    return request;
}

namespace {

constexpr OAuthPost registrationPost{OAuthStep::registration, "registration endpoint"_L1, {}};
constexpr OAuthPost tokenPost{OAuthStep::token, "token endpoint"_L1, "tokenUrl"_L1};
constexpr OAuthPost refreshPost{OAuthStep::refresh, "token endpoint"_L1, "tokenUrl"_L1};

HttpRequest postRequest(const OAuthState &state, const OAuthSetup &setup, const QUrl &endpoint,
    const OAuthPost &post, const QByteArray &contentType)
{
    HttpRequest request =
        signInRequest(state, endpoint, setup.confirmedOrigins, adviceAboutRedirect(setup.server, post));
    request.method = "POST";
    request.headers.emplaceBack("Content-Type", contentType);
    return request;
}

//! Sends \a request; the answer is that of postForm().
Task<Result<OAuthAnswer>> postNoted(
    OAuthState state, HttpRequest request, OAuthPost post, std::stop_token cancellation)
{
    const auto answer =
        co_await fetchNoted(state, std::move(request), post.label, post.endpoint, cancellation);
    if (!answer)
        co_return std::unexpected(asAuthLimit(state, answer.error(), post.endpoint));
    const int status = answer->whole.head.status;
    std::optional<Error> wrong;
    // Some servers answer errors with status 200.
    if (status < 200 || status > 299 || answer->document.hasMember("error"_L1))
        wrong = remoteError(state, *answer, post.endpoint);
    else if (!answer->document.isObject())
        wrong = oauthError(state, ErrorKind::Protocol, u"oauth.answer"_s,
            u"the answer of the %1 is not a JSON object."_s.arg(post.endpoint));
    if (!wrong)
        co_return *answer;
    answer->note(noteOf(*wrong));
    co_return std::unexpected(*wrong);
}

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

Task<Result<OAuthAnswer>> postForm(OAuthState state, OAuthSetup setup, QUrl endpoint, FormFields fields,
    OAuthPost post, std::stop_token cancellation)
{
    HttpRequest request = postRequest(state, setup, endpoint, post, "application/x-www-form-urlencoded");
    if (const Result<void> known = authenticate(state, setup, request, fields); !known)
        co_return std::unexpected(known.error());
    request.body = formBody(fields);
    co_return co_await postNoted(state, std::move(request), post, std::move(cancellation));
}

Task<Result<OAuthTokens>> requestTokens(
    OAuthState state, OAuthSetup setup, FormFields fields, std::stop_token cancellation)
{
    const OAuthPost post =
        fields.contains({QByteArray("grant_type"), QByteArray("refresh_token")}) ? refreshPost : tokenPost;
    if (!setup.resource.isEmpty())
        fields.emplaceBack("resource", setup.resource.toUtf8());
    const Result<OAuthAnswer> answer = co_await postForm(
        state, setup, setup.server.tokenEndpoint, std::move(fields), post, std::move(cancellation));
    if (!answer)
        co_return std::unexpected(answer.error());
    Result<OAuthTokens> tokens = tokensFrom(state, setup, answer->document);
    answer->noteJudged(tokens);
    co_return tokens;
}

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
    const Json body = Json::object({{u"client_name"_s, Json::string(u"Envelope Workbench")},
        {u"redirect_uris"_s, textArray({redirectUri})},
        {u"grant_types"_s, textArray({u"authorization_code"_s, u"refresh_token"_s})},
        {u"response_types"_s, textArray({u"code"_s})},
        {u"token_endpoint_auth_method"_s, Json::string(clientAuthenticationName(wanted))},
        {u"application_type"_s, Json::string(u"native")}});
    HttpRequest request = postRequest(state, setup, endpoint, registrationPost, "application/json");
    request.body = body.toBytes();
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
