// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapicall.h"

#include "core/auth/peerurl.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"
#include "core/transport/http/responsecheck.h"

#include <QUrlQuery>
#include <QtConcurrentRun>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr auto maskedParameter = "***";

Error noSuchOperation(const OpenApiBasis &link, const QString &name)
{
    return {ErrorKind::Usage, QString(ErrorCode::operationNotFound),
        u"\"%1\" has no operation %2."_s.arg(link.sourceName, name)};
}

//! Returns the Accept header: the media types of the successes with their parameters, JSON first.
QByteArray acceptFor(const OpenApiOperation &operation, OpenApiForm form)
{
    if (form == OpenApiForm::Events)
        return operation.isEventStream ? "text/event-stream" : "text/event-stream, */*;q=0.5";
    QList<MediaType> known;
    QByteArrayList json;
    QByteArrayList others;
    for (const OpenApiResponse &response : operation.responses) {
        if (!operation.successes.contains(response.status))
            continue;
        for (const OpenApiMedia &media : response.media) {
            MediaType type = MediaType::read(media.type);
            // in Accept, q would be a weight
            type.parameters.removeIf([](const auto &one) { return one.first == "q"_L1; });
            if (!type.isValid() || isMediaRange(type.essence) || isEventStreamMedia(type.essence)
                || known.contains(type))
                continue;
            known.append(type);
            (isJsonMedia(type.essence) ? json : others).append(type.toString().toUtf8());
        }
    }
    if (json.isEmpty() && others.isEmpty())
        return {};
    return (json + others).join(", ") + ", */*;q=0.5";
}

//! Returns true if a credential that names no scheme (--auth) fits \a scheme.
bool isFor(const AuthArgument &auth, const OpenApiSecurityScheme &scheme)
{
    switch (auth.form) {
    case AuthArgument::Form::Basic: return scheme.isHttp("basic"_L1);
    case AuthArgument::Form::Bearer: return scheme.isHttp("bearer"_L1) || scheme.isSignIn();
    case AuthArgument::Form::ApiKey:
        return scheme.type == OpenApiSecurityScheme::Type::ApiKey
            && scheme.name.compare(auth.name, Qt::CaseInsensitive) == 0;
    case AuthArgument::Form::OAuth: break;
    }
    return false;
}

std::pair<QByteArray, QByteArray> authHeader(const AuthArgument &auth, const QByteArray &secret)
{
    if (auth.form == AuthArgument::Form::ApiKey)
        return {auth.name.toUtf8(), secret};
    const bool isBasic = auth.form == AuthArgument::Form::Basic;
    return {"Authorization", authorizationValue(isBasic ? u"basic"_s : u"bearer"_s, secret)};
}

//! Returns the secrets that an operation may need, by the ids of its schemes.
QMap<QString, SecretReference> wantedSecrets(
    const OpenApiSettings &settings, const OpenApiOperation &operation)
{
    QMap<QString, SecretReference> wanted;
    for (const OpenApiSecurityScheme &scheme : operation.schemes) {
        if (const auto own = settings.security.constFind(scheme.id); own != settings.security.cend())
            wanted.insert(scheme.id, *own);
        else if (settings.auth && isFor(*settings.auth, scheme))
            wanted.insert(scheme.id, settings.auth->reference);
        else if (scheme.type == OpenApiSecurityScheme::Type::MutualTls && settings.clientCertificate)
            wanted.insert(scheme.id, SecretReference{});
    }
    return wanted;
}

//! Returns \a address with the values of \a secretParameters in its query masked. Values whose name is
//! typical for a secret are masked too unless \a showsTyped.
QByteArray withoutSecrets(
    const QByteArray &address, const QStringList &secretParameters, bool showsTyped = false)
{
    const qsizetype query = address.indexOf('?');
    if (query < 0)
        return address;
    QByteArrayList pairs = address.mid(query + 1).split('&');
    for (QByteArray &pair : pairs) {
        const qsizetype equals = pair.indexOf('=');
        const QString name = QUrl::fromPercentEncoding(pair.first(std::max<qsizetype>(equals, 0)));
        if (equals > 0 && (secretParameters.contains(name) || (!showsTyped && isSecretKey(name))))
            pair = pair.first(equals + 1) + maskedParameter;
    }
    return address.first(query + 1) + pairs.join('&');
}

//! The parts of a call that are collected on the GUI thread before the request is made.
struct CallParts {
    std::shared_ptr<const OpenApiOperation> operation;
    QHash<QString, QString> credentials;
    std::optional<QByteArray> authSecret; //!< for settings.auth, or an access token that no scheme asks for
    std::shared_ptr<OAuthGrant> grant{};
    std::optional<OAuthTokens> tokens{};
    HttpHeaders secretHeaders; //!< resolved secret headers of the settings
};

//! Appends the headers of the source and of its credential to those of the operation.
void addSourceHeaders(const OpenApiBasis &link, const CallParts &parts, const OpenApiRequest &made,
    OpenApiForm form, OpenApiCall &call)
{
    HttpHeaders &headers = call.request.headers;
    const QStringList secretNames = made.secretHeaders + made.typedCredentials;
    for (const auto &header : made.headers) {
        if (secretNames.contains(QString::fromUtf8(header.first), Qt::CaseInsensitive))
            call.secretHeaders.append(header);
    }
    const bool isMet = made.requirement && !made.requirement->schemes.isEmpty();
    if (parts.authSecret && !isMet) {
        const auto header = authHeader(link.settings.auth.value_or(AuthArgument{}), *parts.authSecret);
        if (!hasHeader(headers, header.first)) {
            headers.append(header);
            call.secretHeaders.append(header);
        }
    }
    for (const auto &header : parts.secretHeaders) {
        if (hasHeader(headers, header.first))
            continue;
        headers.append(header);
        call.secretHeaders.append(header);
    }
    for (const auto &header : link.settings.headers) {
        if (!hasHeader(headers, header.first))
            headers.append(header);
    }
    const QByteArray accept = acceptFor(*parts.operation, form);
    if (!accept.isEmpty() && !hasHeader(headers, "Accept"))
        headers.append({"Accept", accept});
}

OpenApiRequestOptions optionsOf(const OpenApiBasis &link, const CallParts &parts)
{
    OpenApiRequestOptions options;
    options.server = link.settings.server;
    options.serverVariables = link.settings.serverVariables;
    options.credentials = parts.credentials;
    return options;
}

OpenApiCall assembled(const OpenApiBasis &link, const QString &name, const CallParts &parts,
    const OpenApiRequest &made, OpenApiForm form)
{
    OpenApiCall call;
    call.request.method = made.method;
    call.request.url = QUrl::fromEncoded(made.target);
    const qsizetype path = made.target.indexOf('/', made.target.indexOf("://") + 3);
    const qsizetype query = made.target.indexOf('?');
    if (path >= 0 && (query < 0 || path < query))
        call.request.target = made.target.mid(path);
    else if (query >= 0)
        call.request.target = '/' + made.target.mid(query);
    call.request.headers = made.headers;
    call.request.body = made.body;
    addSourceHeaders(link, parts, made, form, call);
    const QStringList secretParameters = made.secretParameters + made.typedCredentials;
    call.shownAddress = withoutSecrets(made.target, secretParameters);
    // A server may repeat the secret parameters in the address of a redirect.
    for (const auto &[key, value] : QUrlQuery(call.request.url).queryItems(QUrl::FullyEncoded)) {
        if (secretParameters.contains(QUrl::fromPercentEncoding(key.toLatin1())))
            call.secretHeaders.append({QByteArray(), value.toLatin1()});
    }
    call.remarks = made.remarks;
    call.reading = {
        link.sourceName, name, parts.operation, link.schemas, link.document->dialect, link.limits};
    return call;
}

//! Returns true if \a header holds a credential. Other headers, such as Accept, need no confirmed origin.
bool isCredential(const std::pair<QByteArray, QByteArray> &header)
{
    return redactedHeaders({header}, {header}).first().second != header.second;
}

//! Refuses a request whose credentials would go to an origin that is not confirmed. \source core/RULES.md
//!
Result<void> checkOrigins(
    const OpenApiLink &link, const CallParts &parts, const OpenApiCall &call, const OpenApiRequest &made)
{
    QStringList names;
    if (made.requirement) {
        for (const OpenApiRequirement::Scheme &scheme : made.requirement->schemes)
            names.append(scheme.id);
    }
    if (parts.authSecret)
        names.append(link.settings.oauth ? u"oauth"_s : u"auth"_s);
    for (const auto &header : link.settings.headers + parts.secretHeaders) {
        if (isCredential(header))
            names.append(QString::fromUtf8(header.first));
    }
    for (const QString &name : std::as_const(names)) {
        if (const Result<void> allowed = mayGoTo(name, link.settings.origins, call.request.url); !allowed)
            return allowed;
    }
    return {};
}

//! Adds the remarks on the request to its result, because they may explain the response.
Result<HandlerResult> withRemarks(Result<HandlerResult> result, const QStringList &remarks)
{
    if (!result) {
        Error error = result.error();
        error.detail = (remarks + QStringList{error.detail}).join(u'\n').trimmed();
        return std::unexpected(std::move(error));
    }
    if (auto *described = std::get_if<DescribedEnvelope>(&*result)) {
        for (const QString &remark : remarks)
            described->warnings.append({{}, remark, u"request"_s, {}});
    }
    return result;
}

//! Where an access token goes in a request.
struct OpenApiTokenPlace {
    QString scheme; //!< security scheme that asks for it; empty: none does, it is sent as a header
    QStringList scopes; //!< scopes that the operation asks for
    std::optional<DeclaredOAuth> declared; //!< how the scheme describes signing in; nothing: it does not
};

//! Returns true if a token by \a settings is for \a scheme. Many documents declare only "bearer"; then the
//! settings say where to sign in.
bool takesToken(const OAuthSettings &settings, const OpenApiSecurityScheme &scheme)
{
    if (!settings.scheme.isEmpty())
        return scheme.id == settings.scheme;
    return scheme.isSignIn()
        || (scheme.isHttp("bearer"_L1) && (!settings.issuer.isEmpty() || !settings.tokenUrl.isEmpty()));
}

//! Returns where the access token of the source's settings goes in a request of \a operation, or nothing if
//! the operation gets none. It gets one in two cases: one of its security schemes asks for a token and no
//! other credential suffices, or the document declares no scheme that takes a token. \a credentials are the
//! credentials that are present, by the ids of their schemes.
std::optional<OpenApiTokenPlace> tokenPlaceOf(const OpenApiSettings &settings,
    const OpenApiDocument &document, const OpenApiOperation &operation,
    const QHash<QString, QString> &credentials)
{
    if (!settings.oauth)
        return {};
    const OAuthSettings &oauth = *settings.oauth;
    for (const OpenApiRequirement &requirement : operation.security) {
        std::optional<OpenApiTokenPlace> place;
        bool isMet = !requirement.schemes.isEmpty();
        for (const OpenApiRequirement::Scheme &wanted : requirement.schemes) {
            const OpenApiSecurityScheme *scheme = operation.scheme(wanted.id);
            if (credentials.contains(wanted.id))
                continue;
            const bool isOurs = scheme && !place && takesToken(oauth, *scheme);
            isMet = isMet && isOurs;
            if (!isOurs)
                continue;
            place = OpenApiTokenPlace{wanted.id, wanted.scopes, {}};
            if (scheme->isSignIn())
                place->declared = DeclaredOAuth::read(scheme->definition, operation.documentUrl);
        }
        if (isMet)
            return place; // nothing if other credentials suffice
    }
    const bool isDeclared = std::ranges::any_of(document.securitySchemes,
        [&oauth](const OpenApiSecurityScheme &scheme) { return takesToken(oauth, scheme); });
    if (isDeclared)
        return {}; // other operations ask for a token, this one does not
    return OpenApiTokenPlace{};
}

//! Returns the grant that provides tokens for \a place, or ErrorKind::Usage that says what the settings lack.
Result<std::shared_ptr<OAuthGrant>> grantFor(OpenApiLink &link, const OpenApiTokenPlace &place)
{
    if (!link.oauth) {
        return std::unexpected(Error{ErrorKind::Usage, u"openapi.oauth"_s,
            u"\"%1\" requires a sign-in, which is not possible here."_s.arg(link.sourceName)});
    }
    Result<OAuthPlan> plan =
        oauthPlan(link.sourceName, *link.settings.oauth, place.declared, link.settings.origins);
    if (!plan)
        return std::unexpected(plan.error());
    plan->certificates = link.settings.certificates;
    std::shared_ptr<OAuthGrant> grant = link.oauth->grant(*plan, link.limits);
    link.grants.insert(plan->storeName(), grant);
    return grant;
}

//! Signs in if the operation and the settings ask for it.
Task<Result<CallParts>> withToken(std::shared_ptr<OpenApiLink> link, CallParts parts,
    std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    const auto place = tokenPlaceOf(link->settings, *link->document, *parts.operation, parts.credentials);
    if (!place)
        co_return parts;
    const auto grant = grantFor(*link, *place);
    if (!grant)
        co_return std::unexpected(grant.error());
    const QStringList &own = link->settings.oauth->scopes;
    const Result<OAuthTokens> tokens =
        co_await (*grant)->tokens(own.isEmpty() ? place->scopes : own, tries, cancellation);
    if (!tokens)
        co_return std::unexpected(withConfirmedOrigins(tokens.error(), *link));
    parts.grant = *grant;
    parts.tokens = *tokens;
    const QByteArray token = tokens->accessToken.reveal();
    if (link->log)
        link->log->hideSecret(token, u"access_token"_s);
    if (place->scheme.isEmpty())
        parts.authSecret = token;
    else
        parts.credentials.insert(place->scheme, QString::fromUtf8(token));
    co_return parts;
}

Task<Result<CallParts>> gatherParts(std::shared_ptr<OpenApiLink> link, QString name,
    std::shared_ptr<AuthorizationTries> tries, std::stop_token cancellation)
{
    CallParts parts;
    if (const std::shared_ptr<const OpenApiDocument> document = link->document) {
        parts.operation = co_await QtConcurrent::run(
            [document, name] { return document->operation(document->indexOf(name)); });
    }
    if (!parts.operation)
        co_return std::unexpected(noSuchOperation(*link, name));
    const auto wanted = wantedSecrets(link->settings, *parts.operation);
    for (auto it = wanted.cbegin(); it != wanted.cend(); ++it) {
        if (it.value().name.isEmpty()) {
            parts.credentials.insert(it.key(), QString());
            continue;
        }
        const Result<QByteArray> secret = co_await secretFor(link, it.value());
        if (!secret)
            co_return std::unexpected(secret.error());
        parts.credentials.insert(it.key(), QString::fromUtf8(*secret));
    }
    if (link->settings.auth) {
        const Result<QByteArray> secret = co_await secretFor(link, link->settings.auth->reference);
        if (!secret)
            co_return std::unexpected(secret.error());
        parts.authSecret = *secret;
    }
    for (const auto &[header, reference] : link->settings.secretHeaders) {
        const Result<QByteArray> secret = co_await secretFor(link, reference);
        if (!secret)
            co_return std::unexpected(secret.error());
        parts.secretHeaders.append({header, *secret});
    }
    co_return co_await withToken(link, std::move(parts), std::move(tries), std::move(cancellation));
}

Task<Result<HttpClient::Whole>> sendCall(
    std::shared_ptr<OpenApiLink> link, OpenApiCall call, CallContext context)
{
    const QString channel = link->nextChannel(call.request.method);
    link->noteSent(call.request, call.shownAddress, call.secretHeaders, channel, context.exchangeId);
    Result<HttpClient::Whole> whole =
        co_await link->client.fetch(std::move(call.request), context.cancellation);
    if (!whole)
        co_return std::unexpected(withConfirmedOrigins(whole.error(), *link));
    link->frames(call.secretHeaders, channel, context.exchangeId)
        .noteReceived(whole->head, whole->body, whole->raw);
    link->noteTiming(context.exchangeId, whole->timing);
    co_return whole;
}

} // namespace

Task<Result<OpenApiCall>> prepareCall(std::shared_ptr<OpenApiLink> link, QString operationName, Json input,
    CallContext context, std::shared_ptr<AuthorizationTries> tries, OpenApiForm form)
{
    const Result<CallParts> parts =
        co_await gatherParts(link, operationName, std::move(tries), context.cancellation);
    if (!parts)
        co_return std::unexpected(parts.error());
    const OpenApiRequestOptions options = optionsOf(*link, *parts);
    Result<OpenApiRequest> made = co_await QtConcurrent::run([operation = parts->operation, input, options] {
        return makeOpenApiRequest(*operation, input, options);
    });
    if (!made)
        co_return std::unexpected(made.error());
    OpenApiCall call = assembled(*link, operationName, *parts, *made, form);
    if (const Result<void> allowed = checkOrigins(*link, *parts, call, *made); !allowed)
        co_return std::unexpected(allowed.error());
    call.grant = parts->grant;
    call.tokens = parts->tokens;
    call.request.clientCertificate = link->settings.origins.contains(credentialOrigin(call.request.url))
        ? link->clientCertificate
        : std::nullopt;
    call.request.acceptedCertificates = link->settings.certificates;
    call.request.publicPeerOnly = !link->mayBePrivate(call.request.url);
    call.request.confirmedOrigins = link->settings.origins;
    call.request.headersWithin =
        context.timeout.value_or(std::chrono::milliseconds(link->limits.requestTimeoutMs));
    call.request.totalWithin = std::chrono::milliseconds(link->limits.requestMaxTotalMs);
    co_return call;
}

Task<Result<HandlerResult>> callOpenApi(
    std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context)
{
    const auto tries = std::make_shared<AuthorizationTries>(link->limits);
    Result<OpenApiCall> call = co_await prepareCall(link, operationName, input, context, tries);
    if (!call)
        co_return std::unexpected(call.error());
    Result<HttpClient::Whole> whole = co_await sendCall(link, *call, context);
    if (!whole)
        co_return std::unexpected(whole.error());
    // The token may have expired early: try again with a new one.
    if (call->tokens && asksForToken(whole->head)) {
        const Result<OAuthTokens> renewed = co_await call->grant->renew(
            *call->tokens, challengesOf(whole->head), tries, context.cancellation);
        if (context.cancellation.stop_requested())
            co_return std::unexpected(
                Error{ErrorKind::Cancelled, u"oauth.cancelled"_s, u"The call was cancelled."_s});
        if (renewed && isSafeMethod(call->request.method)) {
            call = co_await prepareCall(link, operationName, input, context, tries);
            if (!call)
                co_return std::unexpected(call.error());
            whole = co_await sendCall(link, *call, context);
            if (!whole)
                co_return std::unexpected(whole.error());
        } else {
            call->remarks.prepend(refusedTokenRemark(renewed));
        }
    }
    // A small response is read on a worker, too, because the schema of its status may be large.
    co_return withRemarks(
        co_await QtConcurrent::run(readOpenApiAnswer, call->reading, whole->head, whole->body),
        call->remarks);
}

Error withConfirmedOrigins(Error error, const OpenApiLink &link)
{
    if (error.code != privatePeerCode)
        return error;
    error.details = withMember(error.details, u"confirmed", textArray(link.settings.origins));
    return error;
}

Result<WirePreview> previewCall(const OpenApiBasis &link, const QString &operationName, const Json &input)
{
    CallParts parts;
    if (link.document)
        parts.operation = link.document->operation(link.document->indexOf(operationName));
    if (!parts.operation)
        return std::unexpected(noSuchOperation(link, operationName));
    const auto wanted = wantedSecrets(link.settings, *parts.operation);
    for (auto it = wanted.cbegin(); it != wanted.cend(); ++it)
        parts.credentials.insert(it.key(), QString::fromLatin1(maskedParameter));
    if (link.settings.auth)
        parts.authSecret = maskedParameter;
    if (const auto place = tokenPlaceOf(link.settings, *link.document, *parts.operation, parts.credentials)) {
        if (place->scheme.isEmpty())
            parts.authSecret = maskedParameter;
        else
            parts.credentials.insert(place->scheme, QString::fromLatin1(maskedParameter));
    }
    for (const auto &[header, reference] : link.settings.secretHeaders)
        parts.secretHeaders.append({header, hiddenHeaderValue});
    const Result<OpenApiRequest> made = makeOpenApiRequest(*parts.operation, input, optionsOf(link, parts));
    if (!made)
        return std::unexpected(made.error());
    const OpenApiCall call = assembled(link, operationName, parts, *made,
        parts.operation->isEventStream ? OpenApiForm::Events : OpenApiForm::Whole);
    WirePreview preview;
    preview.method = call.request.method;
    preview.body = call.request.body.value_or(QByteArray());
    preview.remarks = call.remarks;
    // Credentials are masked already. The values that the user wrote for this call or in the settings are
    // shown, so that a copied request works.
    const QByteArray address = withoutSecrets(made->target, made->secretParameters, true);
    preview.address = link.serverSecrets.hidden(address);
    preview.url = QUrl::fromEncoded(preview.address);
    preview.hidden = made->secretParameters;
    if (preview.address != address)
        preview.hidden.append(u"a part of the address"_s);
    preview.headers = call.request.headers;
    const HttpHeaders redacted = redactedHeaders(call.request.headers, call.secretHeaders);
    for (qsizetype i = 0; i < preview.headers.size(); ++i) {
        const auto &before = call.request.headers.at(i);
        const QString name = QString::fromUtf8(before.first);
        const bool isCookie = name == "Cookie"_L1; // only the credentials in it are masked
        const bool isTyped = i < made->headers.size()
            && (isCookie || !made->secretHeaders.contains(name, Qt::CaseInsensitive));
        QByteArray &shown = preview.headers[i].second;
        if (!isTyped && link.hiddenHeaders.contains(before))
            shown = hiddenHeaderValue;
        else if (!isTyped && !link.settings.headers.contains(before))
            shown = redacted.at(i).second;
        const bool holdsCredential = (isCookie || !isTyped) && call.secretHeaders.contains(before);
        if (shown != before.second || holdsCredential)
            preview.hidden.append(name);
    }
    // The request would be refused, and a line end in a header would be another header in a copied request.
    if (const Result<void> valid = checkHeaders(preview.headers); !valid)
        return std::unexpected(asSentence(valid.error(), link.sourceName));
    return preview;
}

QString refusedTokenRemark(const Result<OAuthTokens> &renewed)
{
    if (renewed)
        return u"The access token was refused and renewed. The request was not sent again because it may "
               u"have an effect; invoke it again."_s;
    return u"The access token was refused and could not be renewed: %1"_s.arg(renewed.error().message);
}

OpenApiLink::OpenApiLink(QString source, OpenApiSettings sourceSettings, const Limits &sourceLimits,
    ExchangeLog *exchangeLog, SecretResolver *resolver, OAuthAccess *access)
    : OpenApiBasis{.sourceName = std::move(source),
          .settings = std::move(sourceSettings),
          .limits = sourceLimits,
          .schemas = std::make_shared<OpenApiSchemas>(sourceLimits)}
    , log(exchangeLog)
    , client(sourceName, sourceLimits)
    , secrets(resolver)
    , oauth(access)
{
    // The secrets that the settings hold are known already.
    hiddenHeaders = hiddenInPreviews(settings.headers, log ? &log->secrets() : nullptr);
    const QStringList server = settings.serverVariables.values() + QStringList{settings.server};
    if (log && log->secrets().occurIn(server.join(u'\n').toUtf8()))
        serverSecrets = log->secrets();
}

bool OpenApiLink::mayBePrivate(const QUrl &url) const
{
    QStringList confirmed = settings.origins;
    // Users often try a service with a local document that names a server on this computer.
    if (settings.document.isLocalFile())
        confirmed.append(u"http://localhost"_s);
    return Workbench::mayBePrivate(url, confirmed);
}

QString OpenApiLink::nextChannel(const QByteArray &method)
{
    return u"%1 %2"_s.arg(QLatin1StringView(method)).arg(++m_requests);
}

HttpFrames OpenApiLink::frames(
    const HttpHeaders &secretHeaders, const QString &channel, const QString &exchangeId) const
{
    return {.log = log,
        .source = sourceName,
        .channel = channel,
        .exchangeId = exchangeId,
        .secretHeaders = secretHeaders + settings.headers};
}

void OpenApiLink::noteSent(HttpRequest &request, const QByteArray &address, const HttpHeaders &secretHeaders,
    const QString &channel, const QString &exchangeId) const
{
    const QString label = visibleText(
        QString(QString::fromLatin1(request.method) + u' ' + QString::fromUtf8(address)), false, 2000);
    const qsizetype authority = std::min(address.size(), address.indexOf("://") + 3);
    const auto target = std::find_if(
        address.cbegin() + authority, address.cend(), [](char c) { return c == '/' || c == '?'; });
    QByteArray shown(target, address.cend() - target);
    if (!shown.startsWith('/'))
        shown.prepend('/');
    frames(secretHeaders, channel, exchangeId).noteSent(request, label, shown);
}

void OpenApiLink::noteTiming(const QString &exchangeId, const RequestTiming &timing)
{
    const ExchangeRecord *noted = log ? log->findRecord(exchangeId) : nullptr;
    if (!noted)
        return;
    ExchangeRecord record = *noted;
    record.timing = timing;
    log->update(record);
}

Task<Result<QByteArray>> secretFor(std::shared_ptr<OpenApiLink> link, SecretReference reference)
{
    const QString text = reference.text();
    if (const auto known = link->knownSecrets.constFind(text); known != link->knownSecrets.cend())
        co_return *known;
    if (!link->secrets) {
        co_return std::unexpected(Error{ErrorKind::Usage, u"openapi.secret"_s,
            u"%1 cannot be resolved: no secret store is connected."_s.arg(text)});
    }
    const Result<Secret> secret = co_await link->secrets->resolve(reference);
    if (!secret)
        co_return std::unexpected(secret.error());
    if (link->log)
        link->log->hideSecret(secret->reveal(), reference.name);
    link->knownSecrets.insert(text, secret->reveal());
    co_return secret->reveal();
}

} // namespace Workbench
