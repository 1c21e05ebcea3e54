// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/hub/hubsettings.h"

#include "core/envelope/pipeline/resultreading.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> usage(const QString &field, const QString &what)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"hub.settings"_s, u"Setting \"%1\": %2."_s.arg(field, what)});
}

bool isMissing(const Json &value)
{
    return value.isAbsent() || value.isNull();
}

Result<QString> text(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    if (isMissing(value))
        return QString();
    if (!value.isString())
        return usage(QString(name), u"expected a string"_s);
    return value.toString();
}

Result<QUrl> address(const Json &settings)
{
    const Result<QString> written = text(settings, "url"_L1);
    if (!written)
        return std::unexpected(written.error());
    const QUrl url(*written, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "ws"_L1 && url.scheme() != "wss"_L1))
        return usage(u"url"_s, u"expected a ws or wss address"_s);
    if (!url.userInfo().isEmpty())
        return usage(u"url"_s, u"holds a user name or password; use the token"_s);
    return url;
}

Result<HttpHeaders> ownHeaders(const Json &settings)
{
    const Json written = settings.member("headers"_L1);
    if (!isMissing(written) && !written.isObject())
        return usage(u"headers"_s, u"expected an object of strings"_s);
    HttpHeaders headers;
    for (const auto &entry : written.members()) {
        const QByteArray value = entry.value().toString().toUtf8();
        if (!entry.value().isString())
            return usage(u"headers"_s, u"expected an object of strings"_s);
        const QString refusal = headerRefusal(entry.key(), value,
            {"sec-websocket-accept", "sec-websocket-extensions", "sec-websocket-key",
                "sec-websocket-protocol", "sec-websocket-version"});
        if (!refusal.isEmpty())
            return usage(u"headers"_s, refusal);
        headers.append({entry.key().toUtf8(), value});
    }
    return headers;
}

Result<void> readHeaders(HubSettings &out, const Json &settings)
{
    const Result<HttpHeaders> headers = ownHeaders(settings);
    if (!headers)
        return std::unexpected(headers.error());
    out.headers = *headers;
    const Result<QString> token = text(settings, "token"_L1);
    if (!token)
        return std::unexpected(token.error());
    const QByteArray bytes = token->toUtf8();
    if (!isHeaderValue(bytes))
        return usage(u"token"_s, u"holds control characters"_s);
    if (!bytes.isEmpty())
        out.headers.append({"Authorization", "Bearer " + bytes});
    return {};
}

Result<QStringList> texts(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    if (isMissing(value))
        return QStringList();
    QStringList found;
    if (!value.isArray())
        return usage(QString(name), u"expected a list of strings"_s);
    for (const Json &item : value.items()) {
        if (!item.isString() || item.toString().isEmpty())
            return usage(QString(name), u"expected a list of strings"_s);
        found.append(item.toString());
    }
    return found;
}

Result<void> readCertificates(HubSettings &out, const Json &settings)
{
    Result<QList<AcceptedCertificate>> accepted =
        readAcceptedCertificates(settings.member("certificates"_L1));
    if (!accepted)
        return usage(u"certificates"_s, accepted.error().message);
    out.certificates = *std::move(accepted);
    return {};
}

Result<void> readOperations(HubSettings &out, const Json &settings)
{
    const Json operations = settings.member("operations"_L1);
    if (!isMissing(operations) && !operations.isArray())
        return usage(u"operations"_s, u"expected a list of operations"_s);
    for (const Json &item : operations.items()) {
        const QString id = item.member("id"_L1).toString();
        if (OperationId::fromString(id).nameSpace.isEmpty())
            return usage(u"operations"_s, u"each operation needs an \"id\" such as notes.find"_s);
        const Json type = item.member("type"_L1);
        const auto known = isMissing(type) ? OperationType::Query : operationTypeFromName(type.toString());
        if (!known)
            return usage(u"operations/"_s + id, u"the type must be query, mutation or subscription"_s);
        OperationSpec spec;
        spec.id.name = id;
        spec.type = *known;
        spec.group = OperationId::fromString(id).nameSpace;
        spec.description = item.member("description"_L1).toString();
        spec.inputSchema = item.member("inputSchema"_L1);
        spec.outputSchema = item.member("outputSchema"_L1);
        out.operations.append(spec);
    }
    return {};
}

} // namespace

bool HubSettings::offers(const OperationId &id) const
{
    return offersAll || offer.contains(id.nameSpace) || offer.contains(id.toString());
}

Result<void> HubSettings::checkHeaders(const Json &settings)
{
    return ownHeaders(settings).transform([](const HttpHeaders &) { });
}

Result<HubSettings> HubSettings::read(const Source &source)
{
    HubSettings out;
    const Json &settings = source.settings;
    const Result<QUrl> url = address(settings);
    if (!url)
        return std::unexpected(url.error());
    out.url = *url;
    if (const Result<void> headers = readHeaders(out, settings); !headers)
        return std::unexpected(headers.error());
    const Json offered = settings.member("offer"_L1);
    out.offersAll = offered.isBoolean() && offered.toBoolean();
    const Result<QStringList> offer = offered.isBoolean() ? QStringList() : texts(settings, "offer"_L1);
    if (!offer)
        return std::unexpected(offer.error());
    out.offer = *offer;
    const Json trust = settings.member("trustsGateway"_L1);
    if (!isMissing(trust) && !trust.isBoolean())
        return usage(u"trustsGateway"_s, u"expected true or false"_s);
    out.trustsGateway = trust.toBoolean();
    const Result<QString> spokeName = text(settings, "spokeName"_L1);
    if (!spokeName)
        return std::unexpected(spokeName.error());
    out.spokeName = spokeName->isEmpty() ? u"envelope-workbench"_s : *spokeName;
    const Result<QString> dialect = text(settings, "dialect"_L1);
    if (!dialect)
        return std::unexpected(dialect.error());
    if (*dialect == "alknet"_L1)
        out.dialect = CallDialect::Alknet;
    else if (!dialect->isEmpty() && *dialect != "operations"_L1)
        return usage(u"dialect"_s, u"expected operations or alknet"_s);
    if (const Result<ResultReading> reading = resultReading(settings); !reading)
        return std::unexpected(reading.error());
    if (const Result<void> operations = readOperations(out, settings); !operations)
        return std::unexpected(operations.error());
    if (const Result<void> certificates = readCertificates(out, settings); !certificates)
        return std::unexpected(certificates.error());
    return out;
}

Json hubSettingsSchema()
{
    static const Json schema = withReadingSettings(jsonLiteral(R"({
        "type": "object",
        "required": ["url"],
        "properties": {
            "url": {"type": "string", "format": "uri", "title": "Address", "minLength": 1, "description": "ws:// or wss://, often ending in /ws"},
            "token": {"type": "string", "title": "Bearer token", "format": "password", "description": "Sent when connecting"},
            "offer": {"type": ["boolean", "array"], "title": "Offer our operations", "default": false, "items": {"type": "string"},
                      "description": "The hub's other clients may then call every operation of the connected sources, except those of hubs"},
            "trustsGateway": {"type": "boolean", "title": "Trust the hub's identities", "default": false,
                              "description": "Calls run as the identity that the hub names; switch this on only for a hub that checks who its clients are"},
            "spokeName": {"type": "string", "title": "Name at the hub", "default": "envelope-workbench"},
            "operations": {"type": "array", "title": "Operations entered by hand", "description": "For hubs that do not list their operations",
                           "items": {"type": "object", "required": ["id"], "properties": {
                               "id": {"type": "string", "title": "Id"},
                               "type": {"type": "string", "title": "Type", "default": "query", "enum": ["query", "mutation", "subscription"]},
                               "description": {"type": "string", "title": "Description"},
                               "inputSchema": {"type": "object", "title": "Input schema"},
                               "outputSchema": {"type": "object", "title": "Output schema"}}}},
            "headers": {"type": "object", "title": "Headers", "additionalProperties": {"type": "string"}, "description": "Sent when connecting"},
            "certificates": {"type": "array", "format": "certificates", "title": "Accepted certificates", "description": "Certificates that the system does not trust; the error of a refused certificate names its fingerprint",
                             "items": {"type": "object", "required": ["host", "sha256"], "properties": {
                                 "host": {"type": "string", "title": "Host", "minLength": 1},
                                 "sha256": {"type": "string", "title": "SHA-256 fingerprint", "minLength": 64}}}},
            "dialect": {"type": "string", "title": "Dialect", "default": "operations", "enum": ["operations", "alknet"]}
        }
    })"));
    return schema;
}

} // namespace Workbench
