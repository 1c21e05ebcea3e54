// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/sources/openapi/openapirequest.h"
#include "core/sources/openapi/openapisharedschemas.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns true if \a key belongs to a parameter itself and is not a keyword of its schema.
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

//! Reads one operation with everything that it refers to.
class OpenApiCompleter {
public:
    OpenApiCompleter(const OpenApiDocument &document, const OpenApiEntry &entry)
        : d(document)
        , m_entry(entry)
        , m_item(document.pathItems.at(entry.pathItem))
        , m_expansion(document.files, *document.sharedSchemas, document.version,
              document.limits.docSchemaNodes, &m_operation.remarks)
    {
        m_operation.sharedSchemas = document.sharedSchemas;
    }

    OpenApiOperation take()
    {
        const Json object = m_entry.operation.value;
        m_operation.version = d.version;
        m_operation.method = m_entry.method;
        m_operation.path = m_item.path;
        m_operation.operationId = object.member("operationId"_L1).toString();
        m_operation.isEventStream = m_entry.type == OperationType::Subscription;
        m_operation.description = object.member("description"_L1).toString();
        readParameters();
        if (!d.isSwagger())
            readBody();
        readResponses();
        QList<Json::Member> statuses;
        for (const OpenApiResponse &response : std::as_const(m_operation.responses))
            statuses.append({response.status, Json::null()});
        m_operation.successes = successStatuses(Json::object(statuses), d.isUpstream());
        readServers();
        readSecurity();
        nameMembers();
        for (const QString &text : d.sharedSchemas->remarks(m_expansion.named()))
            remark(text);
        return std::move(m_operation);
    }

private:
    OpenApiPlace own(QLatin1StringView name) const
    {
        return {m_entry.operation.file, m_entry.operation.value.member(name)};
    }

    OpenApiPlace followed(const OpenApiPlace &place, QLatin1StringView what)
    {
        const OpenApiTarget target = d.files.followed(place);
        if (!target.trouble.isEmpty()) {
            remark(u"%1 cannot be read: the reference \"%2\" leads nowhere: %3."_s.arg(
                QString(what), place.value.member("$ref"_L1).toString().left(300), target.trouble));
        }
        return target.place;
    }

    void remark(const QString &text)
    {
        if (!m_operation.remarks.contains(text))
            m_operation.remarks.append(text);
    }

    //! Returns the parameters of the path item, then those of the operation. A parameter of the operation
    //! replaces one of the path item in its place. \source core/sources/openapi/README.md 3
    QList<OpenApiPlace> effectiveParameters()
    {
        QList<OpenApiPlace> lists{own("parameters"_L1)};
        if (!d.isUpstream())
            lists.prepend(m_item.member("parameters"_L1));
        QList<OpenApiPlace> parameters;
        QHash<QString, qsizetype> places;
        for (const OpenApiPlace &list : lists) {
            for (const Json &item : list.value.items()) {
                if (d.isUpstream() && item.hasMember("$ref"_L1))
                    continue;
                const OpenApiPlace parameter = followed({list.file, item}, "A parameter"_L1);
                if (!parameter.value.isObject())
                    continue;
                const QString in = parameter.value.member("in"_L1).toString();
                const QString name = parameter.value.member("name"_L1).toString();
                const QString key = in % u'\n' % (in == "header"_L1 ? name.toLower() : name);
                if (const auto known = places.constFind(key); known != places.cend()) {
                    parameters[*known] = parameter;
                    continue;
                }
                places.insert(key, parameters.size());
                parameters.append(parameter);
            }
        }
        return parameters;
    }

    void readParameters()
    {
        QList<OpenApiPlace> form;
        for (const OpenApiPlace &place : effectiveParameters()) {
            const QString where = place.value.member("in"_L1).toString();
            if (d.isSwagger() && where == "body"_L1) {
                readSwaggerBody(place);
                continue;
            }
            if (d.isSwagger() && where == "formData"_L1) {
                form.append(place);
                continue;
            }
            auto parameter = readParameter(place.value, schemaOf(place), d.version, &m_operation.remarks);
            if (!parameter)
                continue;
            const bool isElsewhere =
                parameter->place == ParameterPlace::Header || parameter->place == ParameterPlace::Cookie;
            if (d.isUpstream() && isElsewhere) {
                parameter->place = ParameterPlace::Query;
                parameter->style = ParameterStyle::Form;
                parameter->explode = false;
            }
            m_operation.parameters.append(*std::move(parameter));
        }
        if (!form.isEmpty())
            readSwaggerForm(form);
        if (!d.isUpstream())
            addUndeclaredPathParameters();
    }

    Json schemaOf(const OpenApiPlace &parameter)
    {
        if (d.isSwagger())
            return swaggerSchema(parameter);
        if (const Json schema = parameter.value.member("schema"_L1); !schema.isAbsent())
            return m_expansion.schema({parameter.file, schema});
        const Json first = parameter.value.member("content"_L1).at(0);
        const OpenApiPlace media = followed({parameter.file, first}, "A media type"_L1);
        return m_expansion.schema({media.file, media.value.member("schema"_L1)});
    }

    //! Adds the parameters that the path names and the document does not declare, so that a form can ask for
    //! them.
    void addUndeclaredPathParameters()
    {
        QSet<QString> declared;
        for (const OpenApiParameter &parameter : std::as_const(m_operation.parameters)) {
            if (parameter.place == ParameterPlace::Path)
                declared.insert(parameter.name);
        }
        QSet<QString> named;
        const QString &path = m_item.path;
        for (qsizetype open = path.indexOf(u'{'); open >= 0; open = path.indexOf(u'{', open + 1)) {
            const qsizetype close = path.indexOf(u'}', open);
            if (close < 0)
                break;
            const QString name = path.mid(open + 1, close - open - 1);
            if (name.isEmpty() || named.contains(name))
                continue;
            named.insert(name);
            if (declared.contains(name))
                continue;
            const Json made = Json::object({{u"name"_s, Json::string(name)}, {u"in"_s, Json::string(u"path")},
                {u"required"_s, Json::boolean(true)}});
            const Json schema = Json::object({{u"type"_s, Json::string(u"string")}});
            if (auto parameter = readParameter(made, schema, d.version, nullptr)) {
                parameter->definition = {};
                m_operation.parameters.append(*std::move(parameter));
                remark(
                    u"The path names \"%1\", which no parameter declares; any text is accepted."_s.arg(name));
            }
        }
        for (const QString &name : std::as_const(declared)) {
            if (!named.contains(name))
                remark(u"The path does not contain the path parameter \"%1\"."_s.arg(name));
        }
    }

    void readBody()
    {
        const OpenApiPlace place = followed(own("requestBody"_L1), "The body"_L1);
        if (!place.value.isObject())
            return;
        OpenApiBody body;
        body.isRequired = d.isUpstream() || place.value.member("required"_L1).toBoolean();
        body.description = place.value.member("description"_L1).toString();
        body.media = readContent({place.file, place.value.member("content"_L1)});
        if (d.isUpstream())
            body.media.removeIf([](const auto &media) { return media.type != "application/json"_L1; });
        if (!body.media.isEmpty())
            m_operation.body = std::move(body);
        else if (!d.isUpstream())
            remark(u"The body names no media type and is left out."_s);
    }

    QList<OpenApiMedia> readContent(const OpenApiPlace &content)
    {
        QList<OpenApiMedia> list;
        for (const auto entry : content.value.members())
            list.append(readMedia(entry.key(), followed({content.file, entry.value()}, "A media type"_L1)));
        return list;
    }

    OpenApiMedia readMedia(const QString &type, const OpenApiPlace &place)
    {
        const auto part = [&](QLatin1StringView name) {
            return OpenApiPlace{place.file, place.value.member(name)};
        };
        OpenApiMedia media;
        media.type = type;
        media.schema = m_expansion.schema(part("schema"_L1));
        media.schemaName = referencedName(part("schema"_L1).value.member("$ref"_L1).toString());
        media.itemSchema = m_expansion.schema(part("itemSchema"_L1));
        media.encoding = m_expansion.names(part("encoding"_L1));
        media.prefixEncoding = m_expansion.object(part("prefixEncoding"_L1));
        media.itemEncoding = m_expansion.object(part("itemEncoding"_L1));
        media.example = part("example"_L1).value;
        const OpenApiPlace examples = part("examples"_L1);
        for (const auto entry : examples.value.members()) {
            if (!media.example.isAbsent())
                break;
            const Json example = d.files.followed({examples.file, entry.value()}).place.value;
            media.example = example.member("dataValue"_L1);
            if (media.example.isAbsent())
                media.example = example.member("value"_L1);
        }
        return media;
    }

    void readResponses()
    {
        const OpenApiPlace responses = followed(own("responses"_L1), "The list of responses"_L1);
        for (const auto entry : responses.value.members()) {
            const QString status = entry.key();
            if (status.startsWith("x-"_L1) || status == "$ref"_L1)
                continue;
            const OpenApiPlace place = followed({responses.file, entry.value()}, "A response"_L1);
            if (!place.value.isObject())
                continue;
            OpenApiResponse response;
            response.status = status;
            response.description = place.value.member("description"_L1).toString();
            if (d.version >= OpenApiVersion::V3_1 && entry.value().member("description"_L1).isString())
                response.description = entry.value().member("description"_L1).toString();
            response.media = d.isSwagger() ? swaggerContent(place)
                                           : readContent({place.file, place.value.member("content"_L1)});
            response.headers = m_expansion.names({place.file, place.value.member("headers"_L1)});
            m_operation.responses.append(std::move(response));
        }
    }

    void readServers()
    {
        m_operation.documentUrl = d.files.text(0).url;
        if (d.isSwagger()) {
            m_operation.servers = swaggerServers(d, m_entry.operation.value);
            return;
        }
        for (const OpenApiPlace &servers : {own("servers"_L1), m_item.member("servers"_L1)}) {
            for (const Json &server : servers.value.items()) {
                if (server.member("url"_L1).isString())
                    m_operation.servers.append(readServer(server));
            }
            if (!m_operation.servers.isEmpty()) {
                m_operation.documentUrl = d.files.text(servers.file).url;
                return;
            }
        }
        m_operation.servers = d.servers;
        if (m_operation.servers.isEmpty())
            m_operation.servers.append(
                OpenApiServer{.url = u"/"_s, .name = {}, .description = {}, .variables = {}});
    }

    void readSecurity()
    {
        Json security = own("security"_L1).value;
        if (security.isAbsent())
            security = d.files.root(0).value.member("security"_L1);
        QSet<QString> named;
        for (const Json &alternative : security.items()) {
            OpenApiRequirement requirement;
            for (const auto entry : alternative.members()) {
                OpenApiRequirement::Scheme scheme{entry.key(), {}};
                for (const Json &scope : entry.value().items())
                    scheme.scopes.append(scope.toString());
                if (!named.contains(scheme.id))
                    addScheme(scheme.id);
                named.insert(scheme.id);
                requirement.schemes.append(std::move(scheme));
            }
            m_operation.security.append(std::move(requirement));
        }
    }

    void addScheme(const QString &id)
    {
        const auto known = std::ranges::find(d.securitySchemes, id, &OpenApiSecurityScheme::id);
        if (known != d.securitySchemes.cend()) {
            m_operation.schemes.append(*known);
            return;
        }
        if (d.version == OpenApiVersion::V3_2) { // a requirement of 3.2 may name its scheme by an address
            const OpenApiTarget target = d.files.resolve(0, d.files.root(0).value.nodeAddress(), id);
            if (target.place.value.isObject() && !id.isEmpty()) {
                m_operation.schemes.append(readSecurityScheme(id, target.place.value));
                return;
            }
        }
        remark(u"The security scheme \"%1\" is not declared."_s.arg(id));
    }

    //! Gives each parameter its own member of the input.
    void nameMembers()
    {
        QHash<QString, int> names;
        for (const OpenApiParameter &parameter : std::as_const(m_operation.parameters)) {
            if (!parameter.isIgnored())
                ++names[parameter.name];
        }
        if (m_operation.body) {
            ++names[QString(bodyMember)];
            ++names[QString(contentTypeMember)];
        }
        for (OpenApiParameter &parameter : m_operation.parameters) {
            if (names.value(parameter.name) > 1)
                parameter.member = parameter.qualifiedName();
        }
        // If "query.id" is the name of another parameter, that parameter is qualified as well.
        for (OpenApiParameter &parameter : m_operation.parameters) {
            const auto hasIt = [&parameter](const OpenApiParameter &other) {
                return &other != &parameter && other.member == parameter.member && !other.isIgnored();
            };
            if (std::ranges::any_of(m_operation.parameters, hasIt) && parameter.member == parameter.name)
                parameter.member = parameter.qualifiedName();
            if (parameter.isIgnored())
                remark(ignoredParameterText(parameter));
        }
    }

    // Parts that Swagger 2.0 describes differently. \source core/sources/openapi/README.md 4, 5

    Json swaggerSchema(const OpenApiPlace &parameter)
    {
        JsonBuilder schema;
        schema.beginObject();
        for (const auto entry : parameter.value.members()) {
            if (!isOfParameter(entry.keyUtf8()))
                schema.keyUtf8(entry.keyUtf8()).value(entry.value());
        }
        return schema.endObject().take();
    }

    //! Returns the media types of "consumes" or "produces", from the operation or otherwise from the
    //! document.
    QStringList swaggerTypes(QLatin1StringView keyword) const
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

    void readSwaggerBody(const OpenApiPlace &parameter)
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
            media.schemaName = referencedName(declared.member("$ref"_L1).toString());
            media.example = parameter.value.member("x-example"_L1);
            body.media.append(std::move(media));
        }
        m_operation.body = std::move(body);
    }

    void readSwaggerForm(const QList<OpenApiPlace> &parameters)
    {
        if (m_operation.body) {
            remark(u"The operation has a body and form fields; the form fields are left out."_s);
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

    QList<OpenApiMedia> swaggerContent(const OpenApiPlace &response)
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
                media.schemaName = referencedName(schema.member("$ref"_L1).toString());
            }
            media.example = examples.member(type);
            list.append(std::move(media));
        }
        return list;
    }

    const OpenApiDocument &d;
    const OpenApiEntry &m_entry;
    const OpenApiPathItem &m_item;
    OpenApiOperation m_operation;
    OpenApiExpansion m_expansion;
};

} // namespace

OpenApiOperation completeOpenApiOperation(const OpenApiDocument &document, const OpenApiEntry &entry)
{
    return OpenApiCompleter(document, entry).take();
}

QList<OpenApiServer> swaggerServers(const OpenApiDocument &document, const Json &operation)
{
    const Json root = document.files.root(0).value;
    const QString host = root.member("host"_L1).toString();
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
    if (host.isEmpty()) // the host of the document's address
        return {server(document.basePath.isEmpty() ? u"/"_s : document.basePath)};
    if (names.isEmpty()) {
        const QString own = document.files.text(0).url.scheme();
        names.append(own == "http"_L1 ? own : u"https"_s);
    }
    QList<OpenApiServer> servers;
    for (const QString &name : std::as_const(names))
        servers.append(server(name % u"://" % host % document.basePath));
    return servers;
}

} // namespace Workbench
