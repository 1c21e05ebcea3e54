// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/envelopeschema.h"

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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
