// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthsettings.h"

#include "core/base/settingsreader.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype hashDigits = 12;
constexpr QLatin1StringView tokensPrefix{"oauth:"};

QStringList scopesIn(SettingsReader &settings)
{
    const Json value = settings.member("scopes"_L1);
    if (value.isString())
        return value.toString().simplified().split(u' ', Qt::SkipEmptyParts);
    const auto isText = [](const Json &item) { return item.isString(); };
    if (!value.isAbsent() && (!value.isArray() || !std::ranges::all_of(value.items(), isText)))
        settings.refuse(u"scopes"_s, u"expected a text or a list of texts"_s);
    return textsOf(value);
}

//! Returns an address of the document, which may be relative to \a base.
QString declaredAddress(const Json &value, const QUrl &base)
{
    QString text = value.toString().trimmed();
    const QUrl url(text);
    const bool isOnWeb = base.scheme() == "http"_L1 || base.scheme() == "https"_L1;
    if (text.isEmpty() || !url.isRelative() || !isOnWeb)
        return text;
    return QString::fromLatin1(base.resolved(url).toEncoded());
}

std::unexpected<Error> planProblem(const QString &source, const QString &sentence)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"oauth.settings"_s, u"Sign-in to \"%1\": %2"_s.arg(source, sentence)});
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

OAuthPlan planFrom(const QString &source, const OAuthSettings &settings)
{
    OAuthPlan plan;
    static_cast<OAuthSettings &>(plan) = settings;
    plan.sourceName = source;
    return plan;
}

} // namespace

Result<OAuthSettings> OAuthSettings::read(const Json &settings)
{
    OAuthSettings out;
    if (settings.isAbsent() || settings.isNull())
        return out;
    if (!settings.isObject())
        return std::unexpected(Error{ErrorKind::Usage, u"oauth.settings"_s,
            u"Setting \"oauth\": expected an object, such as {\"clientId\": \"…\"}."_s});
    SettingsReader reader(settings, u"oauth.settings"_s, u"oauth/"_s);
    for (const auto entry : settings.members()) {
        const bool isText = entry.value().isString() && !entry.value().toString().contains(u'\0');
        if (entry.key() != "scopes"_L1 && !entry.value().isNull() && !isText)
            reader.refuse(entry.key(), u"expected a text"_s);
    }
    out.flow = reader.choice<OAuthFlow>("grant"_L1,
        {{"code"_L1, OAuthFlow::AuthorizationCode}, {"client"_L1, OAuthFlow::ClientCredentials},
            {"device"_L1, OAuthFlow::DeviceCode}});
    out.authentication = reader.choice<ClientAuthentication>("clientAuthentication"_L1,
        {{"basic"_L1, ClientAuthentication::Basic}, {"post"_L1, ClientAuthentication::Post},
            {"none"_L1, ClientAuthentication::None},
            {"private_key_jwt"_L1, ClientAuthentication::PrivateKeyJwt}});
    for (const auto &[name, place] :
        {std::pair("clientSecret"_L1, &out.clientSecret), std::pair("privateKey"_L1, &out.privateKey)}) {
        if (const QString secret = reader.text(name); !secret.isEmpty())
            *place = reader.accept(name, SecretReference::parse(secret));
    }
    out.scopes = scopesIn(reader);
    out.clientId = reader.text("clientId"_L1);
    out.scheme = reader.text("scheme"_L1);
    const auto asSetting = [](const Error &error) {
        return Error{ErrorKind::Usage, u"oauth.settings"_s, error.message};
    };
    for (const auto &[name, place] :
        {std::pair("issuer"_L1, &out.issuer), std::pair("authorizationUrl"_L1, &out.authorizationUrl),
            std::pair("tokenUrl"_L1, &out.tokenUrl), std::pair("deviceUrl"_L1, &out.deviceUrl),
            std::pair("clientMetadataUrl"_L1, &out.clientMetadataUrl)}) {
        *place = reader.text(name).trimmed();
        if (!place->isEmpty())
            reader.accept(
                checkedPeerUrl(*place, u"setting \"oauth/%1\""_s.arg(name)).transform_error(asSetting));
    }
    return reader.outcome().transform([&out] { return std::move(out); });
}

QStringList OAuthSettings::origins() const
{
    QStringList found;
    for (const QString &address : {issuer, authorizationUrl, tokenUrl, deviceUrl}) {
        if (!address.isEmpty())
            found.append(credentialOrigin(QUrl(address)));
    }
    found.removeDuplicates();
    return found;
}

Json withOAuthSettings(const Json &schema)
{
    static const Json oauth = jsonLiteral(R"({
        "type": "object", "title": "Sign-in with OAuth",
        "description": "Used if the credential above is oauth; missing members come from the document or the server",
        "properties": {
            "clientId": {"type": "string", "title": "Client id", "description": "The id of this program at the service"},
            "clientSecret": {"type": "string", "title": "Client secret", "description": "keychain:NAME or env:NAME, if the client has a secret"},
            "clientAuthentication": {"type": "string", "title": "Client authentication", "enum": ["basic", "post", "none", "private_key_jwt"], "description": "basic: the secret in a header; post: in the body; none: there is no secret; private_key_jwt: a signature"},
            "privateKey": {"type": "string", "title": "Private key", "description": "keychain:NAME or env:NAME of a PEM key, for private_key_jwt"},
            "clientMetadataUrl": {"type": "string", "title": "Client metadata address", "format": "uri", "description": "An https address that describes this program and is its client id"},
            "grant": {"type": "string", "title": "Grant", "enum": ["code", "client", "device"], "description": "code: in the browser; device: a code to type; client: without a user"},
            "scopes": {"type": "string", "title": "Scopes", "description": "Separated by spaces; empty: the scopes that an operation requires"},
            "issuer": {"type": "string", "title": "Issuer", "format": "uri", "description": "Its metadata names the addresses"},
            "authorizationUrl": {"type": "string", "title": "Authorization address", "format": "uri"},
            "tokenUrl": {"type": "string", "title": "Token address", "format": "uri"},
            "deviceUrl": {"type": "string", "title": "Device address", "format": "uri"}
        }})");
    QList<Json::Member> properties;
    const Json before = schema.member("properties"_L1);
    for (const auto entry : before.members()) {
        properties.append({entry.key(), entry.value()});
        if (entry.key() == u"auth"_s)
            properties.append({u"oauth"_s, oauth});
    }
    return withMember(schema, u"properties", Json::object(properties));
}

DeclaredOAuth DeclaredOAuth::read(const Json &scheme, const QUrl &base)
{
    DeclaredOAuth out;
    const auto add = [&](OAuthFlow flow, const Json &at) {
        out.flows.append({flow, declaredAddress(at.member("authorizationUrl"_L1), base),
            declaredAddress(at.member("tokenUrl"_L1), base),
            declaredAddress(at.member("deviceAuthorizationUrl"_L1), base)});
    };
    out.metadataUrl = declaredAddress(scheme.member("openIdConnectUrl"_L1), base);
    if (out.metadataUrl.isEmpty())
        out.metadataUrl = declaredAddress(scheme.member("oauth2MetadataUrl"_L1), base);
    struct Name {
        QLatin1StringView v2;
        QLatin1StringView v3;
        OAuthFlow flow;
    };
    static constexpr std::array names{
        Name{"accessCode"_L1, "authorizationCode"_L1, OAuthFlow::AuthorizationCode},
        Name{"-"_L1, "deviceAuthorization"_L1, OAuthFlow::DeviceCode},
        Name{"application"_L1, "clientCredentials"_L1, OAuthFlow::ClientCredentials}};
    const Json flows = scheme.member("flows"_L1);
    const QString swagger = scheme.member("flow"_L1).toString();
    for (const Name &name : names) {
        if (const Json at = flows.member(name.v3); at.isObject())
            add(name.flow, at);
        else if (swagger == name.v2)
            add(name.flow, scheme);
    }
    for (const auto other : {"implicit"_L1, "password"_L1}) {
        if (flows.hasMember(other) || swagger == other)
            out.otherFlows.append(QString(other));
    }
    return out;
}

QString OAuthPlan::storeName() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QStringList facts{QString::number(int(*flow)), issuer, metadataUrl, authorizationUrl, tokenUrl, deviceUrl,
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

Result<OAuthPlan> oauthPlan(const QString &source, const OAuthSettings &settings,
    const std::optional<DeclaredOAuth> &declared, const QStringList &own)
{
    OAuthPlan plan = planFrom(source, settings);
    const bool isNamed = !plan.issuer.isEmpty() || !plan.tokenUrl.isEmpty();
    const std::optional<DeclaredOAuth::Flow> flow = chosenFlow(settings, declared);
    plan.flow = settings.flow.value_or(flow ? flow->flow : OAuthFlow::AuthorizationCode);
    plan.scopes.clear(); // each call names those that it needs
    plan.clientMetadataUrl.clear(); // only for servers that name their authorisation servers themselves
    if (plan.issuer.isEmpty() && flow) {
        const auto fill = [](QString &place, const QString &said) { place = place.isEmpty() ? said : place; };
        fill(plan.authorizationUrl, flow->authorizationUrl);
        fill(plan.tokenUrl, flow->tokenUrl);
        fill(plan.deviceUrl, flow->deviceUrl);
    }
    if (!isNamed && !flow && declared)
        plan.metadataUrl = declared->metadataUrl;
    if (plan.issuer.isEmpty() && plan.metadataUrl.isEmpty() && plan.tokenUrl.isEmpty()) {
        const bool isOther = declared && !declared->otherFlows.isEmpty();
        return planProblem(source,
            isOther
                ? u"the document declares only %1, which is not safe for a program like this. Set \"issuer\", or \"authorizationUrl\" and \"tokenUrl\"."_s
                      .arg(declared->otherFlows.join(u" and "_s))
                : u"no authorisation server is known. Set \"issuer\", or \"authorizationUrl\" and \"tokenUrl\"."_s);
    }
    if (plan.clientId.isEmpty())
        return planProblem(source,
            u"it needs a client id, by which the service knows this program (setting \"oauth\", member \"clientId\")."_s);
    plan.confirmedOrigins = own + settings.origins();
    plan.confirmedOrigins.removeDuplicates();
    plan.confirmedOrigins.sort();
    plan.destinations = own;
    plan.destinations.sort();
    return plan;
}

OAuthPlan oauthPlanFor(const QString &source, const OAuthSettings &settings, const QUrl &server)
{
    OAuthPlan plan = planFrom(source, settings);
    plan.flow = settings.flow.value_or(OAuthFlow::AuthorizationCode);
    plan.mayChooseFlow = !settings.flow;
    plan.protectedServer = server;
    plan.confirmedOrigins = settings.origins() << credentialOrigin(server);
    plan.confirmedOrigins.removeDuplicates();
    plan.confirmedOrigins.sort();
    plan.destinations = {credentialOrigin(server)};
    return plan;
}

} // namespace Workbench
