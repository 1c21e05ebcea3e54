// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What Swagger 2.0 says in its own way. \source openapi-requests.md 4, 5

#include "core/json/jsonbuilder.h"
#include "core/sources/openapi/openapicompletion_p.h"
#include "core/sources/openapi/openapimedia.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Members of a parameter that are no keywords of its schema.
bool isOfParameter(QByteArrayView key)
{
    constexpr std::array<QByteArrayView, 6> own{
        "name", "in", "required", "description", "allowEmptyValue", "collectionFormat"};
    return std::ranges::contains(own, key) || key.startsWith("x-");
}

bool isSwaggerFile(const Json &schema)
{
    return schema.member("type"_L1).toString() == "file"_L1;
}

} // namespace

QList<OpenApiServer> swaggerServers(const OpenApiDocument::Private &document, const Json &operation)
{
    const Json root = document.files.root(0).value;
    const QString host = root.member("host"_L1).toString();
    const QString base = document.basePath.isEmpty() ? QString() : document.basePath;
    Json schemes = operation.member("schemes"_L1);
    if (!schemes.isArray())
        schemes = root.member("schemes"_L1);
    QStringList names;
    for (const Json &scheme : schemes.items()) {
        const QString name = scheme.toString().toLower();
        if (name == "https"_L1)
            names.prepend(name);
        else if (!name.isEmpty())
            names.append(name);
    }
    const auto server = [](const QString &url) {
        return OpenApiServer{.url = url, .name = {}, .description = {}, .variables = {}};
    };
    if (host.isEmpty()) // the document's own
        return {server(base.isEmpty() ? u"/"_s : base)};
    if (names.isEmpty()) {
        const QString own = document.files.text(0).url.scheme();
        names.append(own == "http"_L1 ? own : u"https"_s);
    }
    QList<OpenApiServer> servers;
    for (const QString &name : std::as_const(names))
        servers.append(server(name % u"://" % host % base));
    return servers;
}

Json OpenApiCompleter::swaggerSchema(const OpenApiPlace &parameter)
{
    JsonBuilder schema;
    schema.beginObject();
    for (const auto entry : parameter.value.members()) {
        if (!isOfParameter(entry.keyUtf8()))
            schema.keyUtf8(entry.keyUtf8()).value(entry.value());
    }
    return schema.endObject().take();
}

//! "consumes" or "produces", the operation's or the document's.
QStringList OpenApiCompleter::swaggerTypes(QLatin1StringView keyword) const
{
    Json declared = own(keyword).value;
    if (!declared.isArray())
        declared = d.files.root(0).value.member(keyword);
    QStringList types;
    for (const Json &type : declared.items()) {
        if (type.isString() && !types.contains(type.toString()))
            types.append(type.toString());
    }
    return types;
}

void OpenApiCompleter::readSwaggerBody(const OpenApiPlace &parameter)
{
    OpenApiBody body;
    body.isRequired = d.isUpstream() || parameter.value.member("required"_L1).toBoolean();
    body.description = parameter.value.member("description"_L1).toString();
    QStringList types = swaggerTypes("consumes"_L1);
    if (types.isEmpty() || d.isUpstream())
        types = QStringList{u"application/json"_s};
    const Json declared = parameter.value.member("schema"_L1);
    for (const QString &type : std::as_const(types)) {
        OpenApiMedia media;
        media.type = type;
        media.schema = m_expansion.schema({parameter.file, declared});
        media.schemaName = componentName(declared);
        media.example = parameter.value.member("x-example"_L1);
        body.media.append(std::move(media));
    }
    m_operation.body = std::move(body);
}

void OpenApiCompleter::readSwaggerForm(const QList<OpenApiPlace> &parameters)
{
    if (m_operation.body) {
        remark(u"It has a body and form fields; the form fields are left out."_s);
        return;
    }
    OpenApiBody body;
    QList<Json::Member> properties;
    QList<Json::Member> encoding;
    QList<Json> required;
    bool hasFile = false;
    for (const OpenApiPlace &parameter : parameters) {
        const QString name = parameter.value.member("name"_L1).toString();
        const Json description = parameter.value.member("description"_L1);
        hasFile = hasFile || isSwaggerFile(parameter.value);
        properties.append({name,
            description.isString() ? withMember(swaggerSchema(parameter), u"description", description)
                                   : swaggerSchema(parameter)});
        if (const Json how = formDataEncoding(parameter.value); !how.isAbsent())
            encoding.append({name, how});
        if (parameter.value.member("required"_L1).toBoolean())
            required.append(Json::string(name));
    }
    body.isRequired = !required.isEmpty();
    const Json schema = Json::object({
        {u"type"_s, Json::string(u"object")},
        {u"properties"_s, Json::object(properties)},
        {u"required"_s, required.isEmpty() ? Json() : Json::array(required)},
    });
    QStringList types;
    for (const QString &type : swaggerTypes("consumes"_L1)) {
        if (isMultipartMedia(type) || (isFormMedia(type) && !hasFile))
            types.append(type);
    }
    if (types.isEmpty())
        types.append(hasFile ? u"multipart/form-data"_s : u"application/x-www-form-urlencoded"_s);
    for (const QString &type : std::as_const(types)) {
        OpenApiMedia media;
        media.type = type;
        media.schema = schema;
        media.encoding = encoding.isEmpty() ? Json() : Json::object(encoding);
        body.media.append(std::move(media));
    }
    m_operation.body = std::move(body);
}

QList<OpenApiMedia> OpenApiCompleter::swaggerContent(const OpenApiPlace &response)
{
    const Json schema = response.value.member("schema"_L1);
    const Json examples = response.value.member("examples"_L1);
    if (schema.isAbsent() && examples.size() == 0)
        return {};
    QStringList types = swaggerTypes("produces"_L1);
    if (types.isEmpty())
        types.append(u"application/json"_s);
    QList<OpenApiMedia> list;
    for (const QString &type : std::as_const(types)) {
        OpenApiMedia media;
        media.type = type;
        if (!isSwaggerFile(schema)) {
            media.schema = m_expansion.schema({response.file, schema});
            media.schemaName = componentName(schema);
        }
        media.example = examples.member(type);
        list.append(std::move(media));
    }
    return list;
}

} // namespace Workbench
