// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapisecurity.h"

#include "core/base/visibletext.h"
#include "core/sources/openapi/openapistyle.h"
#include "core/transport/http/httprequestbytes.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

const OpenApiSecurityScheme *schemeOf(const OpenApiOperation &operation, const QString &id)
{
    const auto found = std::ranges::find(operation.schemes, id, &OpenApiSecurityScheme::id);
    return found == operation.schemes.cend() ? nullptr : &*found;
}

const OpenApiRequirement *chosen(
    const OpenApiOperation &operation, const QHash<QString, QString> &credentials)
{
    const OpenApiRequirement *anonymous = nullptr;
    for (const OpenApiRequirement &requirement : operation.security) {
        if (requirement.schemes.isEmpty()) {
            anonymous = anonymous ? anonymous : &requirement;
            continue;
        }
        const auto isThere = [&](const OpenApiRequirement::Scheme &scheme) {
            return schemeOf(operation, scheme.id) && credentials.contains(scheme.id);
        };
        if (std::ranges::all_of(requirement.schemes, isThere))
            return &requirement;
    }
    return anonymous;
}

bool isSame(const QString &scheme, QLatin1StringView name)
{
    return scheme.compare(name, Qt::CaseInsensitive) == 0;
}

void addKey(const OpenApiSecurityScheme &scheme, const QByteArray &secret, OpenApiSecurity &out)
{
    const QByteArray name = scheme.name.toUtf8();
    if (scheme.place == ParameterPlace::Query) {
        out.queryPairs.append(
            encoded(name, UrlEncoding::Unreserved) + '=' + encoded(secret, UrlEncoding::Unreserved));
        out.secretParameters.append(scheme.name);
    } else if (scheme.place == ParameterPlace::Cookie) {
        out.cookiePairs.append(name + '=' + secret);
    } else {
        out.headers.append({name, secret});
    }
}

void addScheme(const OpenApiSecurityScheme &scheme, const QByteArray &secret, OpenApiSecurity &out)
{
    switch (scheme.type) {
    case OpenApiSecurityScheme::Type::ApiKey: addKey(scheme, secret, out); break;
    case OpenApiSecurityScheme::Type::Http:
        if (isSame(scheme.scheme, "basic"_L1))
            out.headers.append({"Authorization", "Basic " + secret.toBase64()});
        else if (isSame(scheme.scheme, "bearer"_L1))
            out.headers.append({"Authorization", "Bearer " + secret});
        else
            out.headers.append({"Authorization", scheme.scheme.toUtf8() + ' ' + secret});
        break;
    case OpenApiSecurityScheme::Type::OAuth2:
    case OpenApiSecurityScheme::Type::OpenIdConnect:
        out.headers.append({"Authorization", "Bearer " + secret});
        break;
    case OpenApiSecurityScheme::Type::MutualTls: // part of the connection, not of the request
    case OpenApiSecurityScheme::Type::Unknown: break;
    }
}

std::unexpected<Error> unusableCredential(const QString &scheme, const QString &why)
{
    return std::unexpected(Error{ErrorKind::Usage, u"openapi.credential"_s,
        u"Credential \"%1\": %2."_s.arg(visibleText(scheme, false, 60), why)});
}

} // namespace

QString schemeRefusal(const OpenApiSecurityScheme &scheme)
{
    const bool isHeader =
        scheme.type == OpenApiSecurityScheme::Type::ApiKey && scheme.place == ParameterPlace::Header;
    return isHeader ? headerRefusal(scheme.name) : QString();
}

Json wantedCredentials(const OpenApiOperation &operation)
{
    QList<Json> wanted;
    for (const OpenApiSecurityScheme &scheme : operation.schemes) {
        QString form;
        switch (scheme.type) {
        case OpenApiSecurityScheme::Type::ApiKey: form = u"apikey"_s; break;
        case OpenApiSecurityScheme::Type::Http:
            form = isSame(scheme.scheme, "basic"_L1) ? u"basic"_s : u"bearer"_s;
            break;
        case OpenApiSecurityScheme::Type::OAuth2:
        case OpenApiSecurityScheme::Type::OpenIdConnect: form = u"oauth"_s; break;
        case OpenApiSecurityScheme::Type::MutualTls:
        case OpenApiSecurityScheme::Type::Unknown: continue;
        }
        wanted.append(Json::object({{u"id"_s, Json::string(scheme.id)}, {u"form"_s, Json::string(form)},
            {u"name"_s, scheme.name.isEmpty() ? Json() : Json::string(scheme.name)}}));
    }
    return Json::array(wanted);
}

Result<OpenApiSecurity> securityOf(const OpenApiOperation &operation,
    const QHash<QString, QString> &credentials,
    const std::function<bool(const OpenApiSecurityScheme &scheme)> &isLeftOut)
{
    OpenApiSecurity out;
    if (operation.security.isEmpty())
        return out;
    out.requirement = chosen(operation, credentials);
    if (!out.requirement) {
        QStringList alternatives;
        for (const OpenApiRequirement &requirement : operation.security) {
            QStringList ids;
            for (const OpenApiRequirement::Scheme &scheme : requirement.schemes)
                ids.append(scheme.id);
            alternatives.append(ids.join(u" and "));
        }
        out.remarks.append(
            u"The operation asks for a credential that is not set: %1."_s.arg(alternatives.join(u", or ")));
        return out;
    }
    for (const OpenApiRequirement::Scheme &wanted : out.requirement->schemes) {
        const OpenApiSecurityScheme &scheme = *schemeOf(operation, wanted.id);
        const QByteArray secret = credentials.value(wanted.id).toUtf8();
        const bool isBinary =
            scheme.type == OpenApiSecurityScheme::Type::Http && isSame(scheme.scheme, "basic"_L1);
        const auto isLineEnd = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
        if (!isBinary && std::ranges::any_of(secret, isLineEnd))
            return unusableCredential(wanted.id, u"its value holds a line end"_s);
        if (const QString refusal = schemeRefusal(scheme); !refusal.isEmpty())
            return unusableCredential(wanted.id, refusal);
        if (!isLeftOut(scheme))
            addScheme(scheme, secret, out);
    }
    return out;
}

} // namespace Workbench
