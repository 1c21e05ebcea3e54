// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/responseenvelope.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/schema/schema.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json metaToJson(const LocalMeta &meta)
{
    return Json::object({
        {u"source"_s, Json::string(u"local"_s)},
        {u"operationId"_s, Json::string(meta.operationId)},
        {u"timestamp"_s, Json::integer(meta.timestamp)},
    });
}

Json metaToJson(const HttpMeta &meta)
{
    QList<Json::Member> headers;
    for (const auto &[name, value] : meta.headers)
        headers.append({name, Json::string(value)});
    return Json::object({
        {u"source"_s, Json::string(u"http"_s)},
        {u"statusCode"_s, Json::integer(meta.statusCode)},
        {u"headers"_s, Json::object(headers)},
        {u"contentType"_s, Json::string(meta.contentType)},
    });
}

Json metaToJson(const McpMeta &meta)
{
    return Json::object({
        {u"source"_s, Json::string(u"mcp"_s)},
        {u"isError"_s, Json::boolean(meta.isError)},
        {u"content"_s, meta.content.isAbsent() ? Json::emptyArray() : meta.content},
        {u"structuredContent"_s, meta.structuredContent},
        {u"_meta"_s, meta.meta},
        {u"result"_s, meta.result},
    });
}

std::optional<ResponseMeta> metaFromJson(const Json &meta)
{
    const QString source = meta.member("source"_L1).toString();
    if (source == "local"_L1) {
        return LocalMeta{
            meta.member("operationId"_L1).toString(), qint64(meta.member("timestamp"_L1).toDouble())};
    }
    if (source == "http"_L1) {
        HttpMeta http{int(meta.member("statusCode"_L1).toInteger().value_or(0)), {},
            meta.member("contentType"_L1).toString()};
        for (const Json::Members::Entry &entry : meta.member("headers"_L1).members())
            http.headers.append({entry.key(), entry.value().toString()});
        return http;
    }
    if (source == "mcp"_L1) {
        const Json content = meta.member("content"_L1);
        return McpMeta{meta.member("isError"_L1).toBoolean(),
            content.isArray() ? content : Json::emptyArray(), meta.member("structuredContent"_L1),
            meta.member("_meta"_L1), meta.member("result"_L1)};
    }
    return {};
}

//! Returns whether the members of McpMeta represent everything in \a result.
bool isToldByMembers(const Json &result, bool anyJsonStructured)
{
    for (const Json::Members::Entry &entry : result.members()) {
        const QString key = entry.key();
        const Json value = entry.value();
        const bool isTold = (key == "content"_L1 && value.isArray())
            || (key == "structuredContent"_L1 && (anyJsonStructured || !value.isNull()))
            || (key == "isError"_L1 && value.isBoolean()) || (key == "_meta"_L1 && value.isObject())
            || (key == "resultType"_L1 && value.isString());
        if (!isTold)
            return false;
    }
    return result.hasMember("content"_L1);
}

//! One kind of meta with its members. Each member has its own compiled schema, so that messages can name it.
struct MetaSchema {
    struct Member {
        QString name;
        QString wanted;
        bool isRequired = false;
        Schema schema;
    };
    QString source;
    QList<Member> members;
};

MetaSchema compiledMeta(const QString &source, const Json &definition)
{
    MetaSchema meta{source, {}};
    for (const Json::Members::Entry &entry : definition.member("properties"_L1).members()) {
        const QString name = entry.key();
        if (name == "source"_L1)
            continue; // the source selected this schema
        MetaSchema::Member member{name, entry.value().member("title"_L1).toString(), false,
            Schema::compile(entry.value()).value_or(Schema())};
        for (const Json &required : definition.member("required"_L1).items())
            member.isRequired = member.isRequired || required.toString() == name;
        meta.members.append(std::move(member));
    }
    return meta;
}

const QList<MetaSchema> &metaSchemas()
{
    static const QList<MetaSchema> schemas = [] {
        QList<MetaSchema> compiled;
        for (const Json::Members::Entry &entry : responseEnvelopeSchema().member("$defs"_L1).members())
            compiled.append(compiledMeta(entry.key(), entry.value()));
        return compiled;
    }();
    return schemas;
}

} // namespace

McpMeta McpMeta::ofCallToolResult(const Json &result, bool anyJsonStructured)
{
    McpMeta made;
    made.isError = result.member("isError"_L1).toBoolean();
    made.content = result.member("content"_L1).isArray() ? result.member("content"_L1) : Json::emptyArray();
    if (const Json structured = result.member("structuredContent"_L1);
        anyJsonStructured || !structured.isNull())
        made.structuredContent = structured;
    if (const Json meta = result.member("_meta"_L1); meta.isObject())
        made.meta = meta;
    if (!isToldByMembers(result, anyJsonStructured))
        made.result = result;
    return made;
}

Json McpMeta::received() const
{
    if (!structuredContent.isAbsent())
        return structuredContent;
    const Json inResult = result.member("content"_L1);
    if (result.isAbsent() || inResult.isArray())
        return content;
    return inResult.isAbsent() || inResult.isNull() ? result : inResult;
}

ResponseEnvelope::ResponseEnvelope(Json data_, ResponseMeta meta)
    : data(std::move(data_))
    , m_meta(std::move(meta))
{
}

Json ResponseEnvelope::metaJson() const
{
    if (!m_receivedMeta.isAbsent())
        return m_receivedMeta;
    return std::visit([](const auto &meta) { return metaToJson(meta); }, m_meta);
}

void ResponseEnvelope::setMetaExtension(QLatin1StringView name, const Json &value)
{
    const Json meta = metaJson();
    const Json extension = meta.member("_meta"_L1);
    const bool isNone = extension.isAbsent() || extension.isNull();
    if (!isNone && !extension.isObject())
        return;
    const Json kept = isNone ? Json::emptyObject() : extension;
    m_receivedMeta = withMember(meta, u"_meta", withMember(kept, QString(name), value));
}

Json ResponseEnvelope::metaExtension(QLatin1StringView name) const
{
    return metaJson().member("_meta"_L1).member(name);
}

QLatin1StringView ResponseEnvelope::source() const
{
    struct Name {
        QLatin1StringView operator()(const LocalMeta &) const { return "local"_L1; }
        QLatin1StringView operator()(const HttpMeta &) const { return "http"_L1; }
        QLatin1StringView operator()(const McpMeta &) const { return "mcp"_L1; }
    };
    return std::visit(Name{}, m_meta);
}

bool ResponseEnvelope::isError() const
{
    const auto *mcp = std::get_if<McpMeta>(&m_meta);
    return mcp && mcp->isError;
}

Json ResponseEnvelope::toJson() const
{
    return Json::object({{u"data"_s, data}, {u"meta"_s, metaJson()}});
}

ResponseEnvelope localEnvelope(Json data, const QString &operationId, qint64 timestamp)
{
    return {std::move(data), LocalMeta{operationId, timestamp}};
}

ResponseEnvelope httpEnvelope(Json data, HttpMeta meta)
{
    return {std::move(data), std::move(meta)};
}

ResponseEnvelope mcpEnvelope(Json data, McpMeta meta)
{
    return {std::move(data), std::move(meta)};
}

bool isResponseEnvelope(const Json &value)
{
    const Json meta = value.member("meta"_L1);
    if (!value.isObject() || value.member("data"_L1).isAbsent() || !meta.isObject())
        return false;
    const QString source = meta.member("source"_L1).toString();
    return source == "local"_L1 || source == "http"_L1 || source == "mcp"_L1;
}

std::optional<ResponseEnvelope> envelopeFromJson(const Json &value)
{
    if (!isResponseEnvelope(value))
        return {};
    const Json received = value.member("meta"_L1);
    std::optional<ResponseMeta> meta = metaFromJson(received);
    if (!meta)
        return {};
    ResponseEnvelope envelope(value.member("data"_L1), *std::move(meta));
    envelope.m_receivedMeta = received;
    if (value.size() > 2)
        envelope.furtherMembers = membersBesideEnvelope(value);
    return envelope;
}

QStringList membersBesideEnvelope(const Json &value)
{
    QStringList names;
    for (const Json::Members::Entry &entry : value.members()) {
        if (const QString key = entry.key(); key != "data"_L1 && key != "meta"_L1)
            names.append(key);
    }
    names.sort();
    return names;
}

RestoredEnvelope envelopeFromCallToolResult(const Json &result, bool anyJsonStructured)
{
    const Json meta = result.member("_meta"_L1);
    const Json structured = result.member("structuredContent"_L1);
    const bool hasData = !meta.member(envelopeNoDataMark).toBoolean();
    const bool isWrapped = meta.member("fastmcp"_L1).member("wrap_result"_L1).toBoolean();
    Json restoredData = isWrapped ? structured.member("result"_L1) : structured;
    if (restoredData.isAbsent())
        restoredData = Json::null();
    auto restored = envelopeFromJson(
        Json::object({{u"data"_s, restoredData}, {u"meta"_s, meta.member(envelopeMetaMark)}}));
    if (restored) {
        if (!hasData)
            restored->data = {};
        return {*std::move(restored), true, isWrapped};
    }
    McpMeta foreign = McpMeta::ofCallToolResult(result, anyJsonStructured);
    const Json data = foreign.received();
    return {mcpEnvelope(data, std::move(foreign)), false, false};
}

const Json &responseEnvelopeSchema()
{
    // The titles of members complete the sentence "it should be …".
    static const Json schema = jsonLiteral(R"({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ResponseEnvelope",
        "type": "object",
        "required": ["meta"],
        "properties": {
            "data": {"description": "The result; absent if the operation returned nothing"},
            "meta": {"oneOf": [{"$ref": "#/$defs/local"}, {"$ref": "#/$defs/http"}, {"$ref": "#/$defs/mcp"}]}
        },
        "$defs": {
            "local": {
                "type": "object",
                "required": ["source", "operationId", "timestamp"],
                "properties": {
                    "source": {"const": "local"},
                    "operationId": {"title": "a string", "type": "string"},
                    "timestamp": {"title": "a number", "type": "number"}
                }
            },
            "http": {
                "type": "object",
                "required": ["source", "statusCode", "headers", "contentType"],
                "properties": {
                    "source": {"const": "http"},
                    "statusCode": {"title": "an integer", "type": "integer"},
                    "headers": {"title": "an object of strings", "type": "object", "additionalProperties": {"type": "string"}},
                    "contentType": {"title": "a string", "type": "string"}
                }
            },
            "mcp": {
                "type": "object",
                "required": ["source", "isError", "content"],
                "properties": {
                    "source": {"const": "mcp"},
                    "isError": {"title": "a boolean", "type": "boolean"},
                    "content": {"title": "an array", "type": "array"},
                    "structuredContent": {"description": "As the tool sent it"},
                    "_meta": {"title": "an object", "type": "object"},
                    "result": {"title": "an object", "type": "object", "description": "The whole result as received, if it says something that the other members do not"}
                }
            }
        }
    })");
    return schema;
}

QList<EnvelopeFlaw> flawsOfMeta(const Json &meta)
{
    const QString source = meta.member("source"_L1).toString();
    QList<EnvelopeFlaw> flaws;
    for (const MetaSchema &schema : metaSchemas()) {
        if (schema.source != source)
            continue;
        for (const MetaSchema::Member &member : schema.members) {
            const Json value = meta.member(member.name);
            const bool isRight = value.isAbsent() ? !member.isRequired
                                                  : member.schema.validate(value, {.maxErrors = 0}).verdict
                    != ValidationReport::Verdict::Invalid;
            if (!isRight) {
                flaws.append({member.name, member.wanted, value,
                    u"#/$defs/%1/properties/%2"_s.arg(source, member.name)});
            }
        }
    }
    return flaws;
}

} // namespace Workbench
