// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/hub/hubsettings.h"

#include "core/base/settingsreader.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

SettingsReader readerOf(const Json &settings)
{
    return {settings, u"hub.settings"_s};
}

QUrl address(SettingsReader &settings)
{
    const QUrl url(settings.text("url"_L1), QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "ws"_L1 && url.scheme() != "wss"_L1))
        settings.refuse(u"url"_s, u"expected a ws or wss address"_s);
    if (!url.userInfo().isEmpty())
        settings.refuse(u"url"_s, u"holds a user name or password; use the token"_s);
    return url;
}

HttpHeaders hubHeaders(SettingsReader &settings)
{
    return readHeaders(settings,
        {"sec-websocket-accept", "sec-websocket-extensions", "sec-websocket-key", "sec-websocket-protocol",
            "sec-websocket-version"});
}

HttpHeaders headersWithToken(SettingsReader &settings)
{
    HttpHeaders headers = hubHeaders(settings);
    const QByteArray token = settings.text("token"_L1).toUtf8();
    if (!isHeaderValue(token))
        settings.refuse(u"token"_s, u"holds control characters"_s);
    if (!token.isEmpty())
        headers.append({"Authorization", "Bearer " + token});
    return headers;
}

QList<OperationSpec> enteredOperations(SettingsReader &settings)
{
    QList<OperationSpec> entered;
    const Json operations = settings.member("operations"_L1);
    if (!operations.isAbsent() && !operations.isArray())
        settings.refuse(u"operations"_s, u"expected a list of operations"_s);
    for (const Json &item : operations.items()) {
        const QString id = item.member("id"_L1).toString();
        if (OperationId::fromString(id).nameSpace.isEmpty())
            settings.refuse(u"operations"_s, u"each operation needs an \"id\" such as notes.find"_s);
        const Json type = item.member("type"_L1);
        const auto known =
            type.isAbsent() || type.isNull() ? OperationType::Query : operationTypeFromName(type.toString());
        if (!known)
            settings.refuse(u"operations/"_s + id, u"the type must be query, mutation or subscription"_s);
        OperationSpec spec;
        spec.id.name = id;
        spec.type = known.value_or(OperationType::Query);
        spec.group = OperationId::fromString(id).nameSpace;
        spec.description = item.member("description"_L1).toString();
        spec.inputSchema = item.member("inputSchema"_L1);
        spec.outputSchema = item.member("outputSchema"_L1);
        entered.append(spec);
    }
    return entered;
}

} // namespace

Result<void> HubSettings::checkHeaders(const Json &settings)
{
    SettingsReader reader = readerOf(settings);
    hubHeaders(reader);
    return reader.outcome();
}

Result<HubSettings> HubSettings::read(const Source &source)
{
    HubSettings out;
    SettingsReader settings = readerOf(source.settings);
    out.url = address(settings);
    out.headers = headersWithToken(settings);
    const Json offered = settings.member("offer"_L1);
    out.offersAll = offered.toBoolean();
    if (!offered.isBoolean())
        out.offer = settings.textList("offer"_L1);
    if (out.offer.contains(QString()))
        settings.refuse(u"offer"_s, u"expected a list of strings"_s);
    out.trustsGateway = settings.isOn("trustsGateway"_L1);
    const QString spokeName = settings.text("spokeName"_L1);
    out.spokeName = spokeName.isEmpty() ? u"envelope-workbench"_s : spokeName;
    out.dialect = settings
                      .choice<CallDialect>("dialect"_L1,
                          {{"operations"_L1, CallDialect::Operations}, {"alknet"_L1, CallDialect::Alknet}})
                      .value_or(CallDialect::Operations);
    settings.accept(resultReading(source.settings));
    out.operations = enteredOperations(settings);
    out.certificates =
        settings.accept(u"certificates"_s, readAcceptedCertificates(settings.member("certificates"_L1)));
    return settings.outcome().transform([&out] { return std::move(out); });
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
