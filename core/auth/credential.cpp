// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/credential.h"

#include "core/base/settle.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/redirects.h"

#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Header = std::pair<QByteArray, QByteArray>;

struct MethodName {
    QLatin1StringView name;
    ClientAuthentication method;
};
constexpr std::array methodNames{MethodName{"client_secret_basic"_L1, ClientAuthentication::Basic},
    MethodName{"client_secret_post"_L1, ClientAuthentication::Post},
    MethodName{"none"_L1, ClientAuthentication::None},
    MethodName{"private_key_jwt"_L1, ClientAuthentication::PrivateKeyJwt}};

Json toJson(const OAuthRegistration &registration)
{
    const auto &method = registration.authentication;
    return Json::object({{u"client_id"_s, Json::string(registration.clientId)},
        {u"client_secret"_s, Json::string(QString::fromUtf8(registration.clientSecret.reveal()))},
        {u"expires_at"_s, Json::string(registration.secretExpiresAt.toUTC().toString(Qt::ISODateWithMs))},
        {u"authentication"_s, Json::string(method ? clientAuthenticationName(*method) : QString())},
        {u"redirect_uri"_s, Json::string(registration.redirectUri)}});
}

OAuthRegistration registrationFrom(const Json &stored)
{
    return {.clientId = stored.member("client_id"_L1).toString(),
        .clientSecret = Secret(stored.member("client_secret"_L1).toString().toUtf8()),
        .secretExpiresAt =
            QDateTime::fromString(stored.member("expires_at"_L1).toString(), Qt::ISODateWithMs),
        .authentication = clientAuthenticationFrom(stored.member("authentication"_L1).toString()),
        .redirectUri = stored.member("redirect_uri"_L1).toString()};
}

Task<Result<Header>> headerFrom(
    QFuture<Result<Secret>> resolved, AuthArgument argument, SecretObserver observer)
{
    const Result<Secret> secret = co_await resolved;
    if (!secret)
        co_return std::unexpected(secret.error());
    const QByteArray &value = secret->reveal();
    Header header("Authorization", "Bearer " + value);
    if (argument.form == AuthArgument::Form::ApiKey) {
        header = {argument.name.toUtf8(), value};
    } else if (argument.form == AuthArgument::Form::Basic) {
        const qsizetype colon = value.indexOf(':');
        if (colon < 0)
            co_return std::unexpected(Error{ErrorKind::Usage, u"credential.basic"_s,
                u"%1 has no colon; basic needs user:password"_s.arg(argument.reference.text())});
        observer(Secret(value.sliced(colon + 1)), argument.reference.name);
        header.second = "Basic " + value.toBase64();
    }
    const auto fits = [](char c) { return uchar(c) >= 0x20 && c != 0x7F; };
    if (!std::ranges::all_of(header.second, fits))
        co_return std::unexpected(Error{ErrorKind::Usage, u"credential.value"_s,
            u"The credential \"--auth\" is empty or contains a line end or another control character."_s});
    co_return header;
}

Result<QByteArray> certificateFile(const QString &path)
{
    constexpr qint64 longest = 1 << 20;
    QFile file(path);
    const bool isFile = QFileInfo(path).isFile(); // a pipe or a device might never end
    if (!isFile || !file.open(QIODevice::ReadOnly) || file.size() > longest)
        return std::unexpected(Error{ErrorKind::Storage, u"certificate.file"_s,
            u"The certificate file %1 cannot be read: %2."_s.arg(path,
                !isFile             ? u"it is not a file"_s
                    : file.isOpen() ? u"it is larger than 1 MiB"_s
                                    : file.errorString())});
    return file.read(longest);
}

Result<ClientCertificate> certificateFiles(const CertificateCredential &paths)
{
    ClientCertificate certificate;
    const Result<QByteArray> first = certificateFile(paths.path);
    if (!first)
        return std::unexpected(first.error());
    certificate.certificate = *first;
    if (paths.keyPath.isEmpty())
        return certificate;
    const Result<QByteArray> key = certificateFile(paths.keyPath);
    if (!key)
        return std::unexpected(key.error());
    certificate.key = *key;
    return certificate;
}

Task<Result<ClientCertificate>> certificateFrom(
    QFuture<Result<Secret>> passphrase, CertificateCredential paths)
{
    const Result<Secret> secret = co_await passphrase;
    if (!secret)
        co_return std::unexpected(secret.error());
    Result<ClientCertificate> certificate = co_await QtConcurrent::run(certificateFiles, paths);
    if (certificate)
        certificate->passphrase = secret->reveal();
    co_return certificate;
}

} // namespace

QString credentialOrigin(const QUrl &url)
{
    QUrl plain = url;
    if (url.scheme() == "ws"_L1)
        plain.setScheme(u"http"_s);
    else if (url.scheme() == "wss"_L1)
        plain.setScheme(u"https"_s);
    return originOf(plain);
}

Result<void> mayGoTo(const QString &name, const QStringList &origins, const QUrl &url)
{
    const QString wanted = credentialOrigin(url);
    if (!url.host().isEmpty() && origins.contains(wanted))
        return {};
    const QString known = origins.isEmpty() ? u"no address"_s : origins.join(u" and "_s);
    return std::unexpected(Error{ErrorKind::Trust, u"credential.origin"_s,
        u"The credential \"%1\" is confirmed for %2, not for %3. Confirm it for that address too if it belongs there."_s
            .arg(name, known, wanted),
        {},
        Json::object({{u"credential"_s, Json::string(name)}, {u"confirmed"_s, textArray(origins)},
            {u"wanted"_s, Json::string(wanted)}})});
}

bool OAuthTokens::isExpiring(const QDateTime &now, std::chrono::seconds margin) const
{
    return expiresAt.isValid() && now.addSecs(margin.count()) >= expiresAt;
}

QString clientAuthenticationName(ClientAuthentication method)
{
    const auto known = std::ranges::find(methodNames, method, &MethodName::method);
    return known->name;
}

std::optional<ClientAuthentication> clientAuthenticationFrom(const QString &name)
{
    const auto known = std::ranges::find(methodNames, name, &MethodName::name);
    return known == methodNames.end() ? std::nullopt : std::optional(known->method);
}

Secret OAuthTokens::toSecret() const
{
    const Json object =
        Json::object({{u"access_token"_s, Json::string(QString::fromUtf8(accessToken.reveal()))},
            {u"refresh_token"_s, Json::string(QString::fromUtf8(refreshToken.reveal()))},
            {u"expires_at"_s, Json::string(expiresAt.toUTC().toString(Qt::ISODateWithMs))},
            {u"scopes"_s, textArray(scopes)}, {u"asked_scopes"_s, textArray(askedScopes)},
            {u"issuer"_s, Json::string(issuer)}, {u"client_id"_s, Json::string(clientId)},
            {u"registration"_s, registration ? toJson(*registration) : Json()}});
    return Secret(object.toBytes());
}

Result<OAuthTokens> OAuthTokens::fromSecret(const Secret &stored)
{
    const Result<Json> json = parseJson(stored.reveal());
    if (!json || json->member("access_token"_L1).toString().isEmpty())
        return std::unexpected(Error{ErrorKind::Storage, u"oauth.stored"_s,
            u"The keychain entry does not hold the tokens of a sign-in. Sign in again."_s});
    OAuthTokens tokens;
    tokens.accessToken = Secret(json->member("access_token"_L1).toString().toUtf8());
    tokens.refreshToken = Secret(json->member("refresh_token"_L1).toString().toUtf8());
    tokens.expiresAt = QDateTime::fromString(json->member("expires_at"_L1).toString(), Qt::ISODateWithMs);
    tokens.scopes = textsOf(json->member("scopes"_L1));
    tokens.askedScopes = textsOf(json->member("asked_scopes"_L1));
    tokens.issuer = json->member("issuer"_L1).toString();
    tokens.clientId = json->member("client_id"_L1).toString();
    if (const Json registration = json->member("registration"_L1); registration.isObject())
        tokens.registration = registrationFrom(registration);
    return tokens;
}

Result<AuthArgument> AuthArgument::parse(const QString &text)
{
    const auto wrong = [](const QString &sentence) {
        return std::unexpected(Error{ErrorKind::Usage, u"auth.argument"_s, sentence});
    };
    AuthArgument argument;
    if (text == "oauth"_L1) {
        argument.form = Form::OAuth;
        return argument;
    }
    const QString form = text.section(u':', 0, 0);
    QString reference = text.section(u':', 1);
    if (form == "basic"_L1) {
        argument.form = Form::Basic;
    } else if (form == "apikey"_L1) {
        argument.form = Form::ApiKey;
        argument.name = reference.section(u'=', 0, 0);
        if (argument.name.isEmpty() || !reference.contains(u'='))
            return wrong(u"apikey needs NAME=REF, for example apikey:X-Api-Key=env:KEY"_s);
        if (const QString refusal = headerRefusal(argument.name); !refusal.isEmpty())
            return wrong(refusal);
        reference = reference.section(u'=', 1);
    } else if (form != "bearer"_L1) {
        return wrong(
            u"it needs bearer:REF, basic:REF, apikey:NAME=REF or oauth, for example bearer:env:TOKEN"_s);
    }
    const Result<SecretReference> parsed = SecretReference::parse(reference);
    if (!parsed)
        return std::unexpected(parsed.error());
    argument.reference = *parsed;
    return argument;
}

Result<std::optional<CertificateCredential>> CertificateCredential::read(const Json &setting)
{
    if (setting.isAbsent() || setting.isNull())
        return std::nullopt;
    CertificateCredential credential;
    credential.path = setting.member("path"_L1).toString();
    credential.keyPath = setting.member("keyPath"_L1).toString();
    if (credential.path.isEmpty())
        return std::unexpected(
            Error{ErrorKind::Usage, u"auth.clientCertificate"_s, u"needs the \"path\" of a file"_s});
    if (const QString passphrase = setting.member("passphrase"_L1).toString(); !passphrase.isEmpty()) {
        const Result<SecretReference> reference = SecretReference::parse(passphrase);
        if (!reference)
            return std::unexpected(reference.error());
        credential.passphrase = *reference;
    }
    return credential;
}

QFuture<Result<ClientCertificate>> resolveCertificate(
    SecretResolver &resolver, const CertificateCredential &certificate)
{
    const auto passphrase = certificate.passphrase ? resolver.resolve(*certificate.passphrase)
                                                   : QtFuture::makeReadyValueFuture(Result<Secret>(Secret()));
    return asFuture(certificateFrom(passphrase, certificate));
}

QFuture<Result<Header>> resolveHeader(SecretResolver &resolver, const AuthArgument &argument)
{
    return asFuture(headerFrom(resolver.resolve(argument.reference), argument, resolver.observer()));
}

} // namespace Workbench
