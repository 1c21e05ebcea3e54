// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/operationspec.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

#include <array>
#include <utility>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array typeNames{"query"_L1, "mutation"_L1, "subscription"_L1}; // of OperationType

//! Returns \a schema, or the schema that accepts everything if a peer gave something that is not a schema.
Json schemaOnWire(const Json &schema)
{
    return schema.isObject() || schema.isBoolean() ? schema : Json::emptyObject();
}

std::unexpected<Error> malformed(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"operation.malformed"_s, what});
}

} // namespace

OperationId OperationId::fromString(QStringView text)
{
    const qsizetype dot = text.indexOf(u'.');
    if (dot < 0)
        return {{}, text.toString()};
    return {text.first(dot).toString(), text.sliced(dot + 1).toString()};
}

QString nameSpaceFor(const QString &sourceName)
{
    QString name = sourceName;
    return name.replace(u'.', u'_');
}

QLatin1StringView operationTypeName(OperationType type)
{
    return typeNames.at(size_t(type));
}

std::optional<OperationType> operationTypeFromName(QStringView name)
{
    for (size_t i = 0; i < typeNames.size(); ++i) {
        if (name == typeNames.at(i))
            return OperationType(i);
    }
    return {};
}

Json toJson(const ErrorDefinition &definition)
{
    return withExtra(
        {
            {u"code"_s, textOrAbsent(definition.code)},
            {u"description"_s, Json::string(definition.description)},
            {u"schema"_s, schemaOnWire(definition.schema)},
            {u"httpStatus"_s, definition.httpStatus ? Json::integer(*definition.httpStatus) : Json()},
        },
        definition.extra);
}

Json toJson(const SharedDefinitions &definitions)
{
    if (definitions.isEmpty())
        return {};
    JsonBuilder builder;
    builder.beginObject();
    for (const auto &[name, schema] : definitions.asKeyValueRange())
        builder.add(name, schema);
    return builder.endObject().take();
}

bool isStreamToo(const OperationSpec &spec)
{
    return spec.isStreamToo || spec.kind == "resource"_L1 || spec.kind == "resource-template"_L1;
}

OperationSpec completed(OperationSpec spec)
{
    if (const std::shared_ptr<const DeferredParts> parts = std::exchange(spec.deferred, nullptr))
        parts->fill(spec);
    return spec;
}

OperationSpec sharing(OperationSpec spec, SharedDefinitions &shared)
{
    if (const std::shared_ptr<const DeferredParts> parts = std::exchange(spec.deferred, nullptr))
        parts->fillSharing(spec, shared);
    return spec;
}

Json toJson(const OperationSpec &spec)
{
    if (spec.deferred)
        return toJson(completed(spec));
    const QList<Json::Member> members{
        {u"name"_s, Json::string(spec.id.name)},
        {u"namespace"_s, Json::string(spec.id.nameSpace)},
        {u"version"_s, Json::string(spec.version)},
        {u"type"_s, Json::string(QString(operationTypeName(spec.type)))},
        {u"title"_s, textOrAbsent(spec.title)},
        {u"description"_s, Json::string(spec.description)},
        {u"tags"_s, spec.tags.isEmpty() ? Json() : textArray(spec.tags)},
        {u"inputSchema"_s, schemaOnWire(spec.inputSchema)},
        {u"outputSchema"_s, schemaOnWire(spec.outputSchema)},
        {u"errorSchemas"_s, spec.errorSchemas.isEmpty() ? Json() : arrayOf(spec.errorSchemas)},
        {u"accessControl"_s, toJson(spec.accessControl)},
        {u"_meta"_s, spec.meta},
        {u"id"_s, Json::string(spec.id.toString())},
        {u"kind"_s, spec.extra.hasMember("kind"_L1) ? Json() : Json::string(spec.kind)},
    };
    return withExtra(members, spec.extra);
}

Result<OperationSpec> operationSpecFromJson(const Json &json)
{
    if (!json.isObject())
        return malformed(u"An operation must be an object"_s);
    const Json name = json.member("name"_L1);
    const Json nameSpace = json.member("namespace"_L1);
    if (!name.isString() || name.toString().isEmpty())
        return malformed(u"An operation has no name"_s);
    if (!nameSpace.isString() || nameSpace.toString().isEmpty())
        return malformed(u"Operation \"%1\" has no namespace"_s.arg(name.toString()));
    if (nameSpace.toString().contains(u'.'))
        return malformed(u"Operation \"%1\": a namespace must not contain a dot"_s.arg(name.toString()));
    const auto type = operationTypeFromName(json.member("type"_L1).toString());
    if (!type)
        return malformed(
            u"Operation \"%1\": the type must be query, mutation or subscription"_s.arg(name.toString()));
    const Json access = json.member("accessControl"_L1);
    if (!isAccessControl(access)) // without the invalid member, all callers could call the operation
        return malformed(u"Operation \"%1\": accessControl must be an object with arrays of scopes"_s.arg(
            name.toString()));

    OperationSpec spec;
    spec.id = {nameSpace.toString(), name.toString()};
    spec.type = *type;
    spec.version = json.member("version"_L1).toString(spec.version);
    spec.title = json.member("title"_L1).toString();
    spec.description = json.member("description"_L1).toString();
    spec.tags = textsOf(json.member("tags"_L1));
    spec.inputSchema = presentMember(json, "inputSchema"_L1);
    spec.outputSchema = presentMember(json, "outputSchema"_L1);
    spec.errorSchemas = errorDefinitionsFromJson(json.member("errorSchemas"_L1));
    spec.accessControl = accessControlFromJson(access);
    spec.meta = presentMember(json, "_meta"_L1);
    spec.kind = json.member("kind"_L1).toString(spec.kind);
    spec.extra = furtherMembers(json);
    return spec;
}

QList<ErrorDefinition> errorDefinitionsFromJson(const Json &array)
{
    QList<ErrorDefinition> definitions;
    for (const Json &definition : array.items()) {
        if (!definition.isObject())
            continue;
        const Json code = presentMember(definition, "code"_L1);
        const Json written = presentMember(definition, "httpStatus"_L1);
        const std::optional<qint64> status = written.toInteger();
        const bool isStatus = status && std::in_range<int>(*status);
        Json extra = membersBeside(definition, {"code"_L1, "description"_L1, "schema"_L1, "httpStatus"_L1});
        if (!code.isAbsent() && !code.isString())
            extra = withMember(extra, u"code", code);
        if (!written.isAbsent() && !isStatus)
            extra = withMember(extra, u"httpStatus", written);
        definitions.append({code.toString(), definition.member("description"_L1).toString(),
            presentMember(definition, "schema"_L1),
            isStatus ? std::optional<int>(int(*status)) : std::nullopt, extra});
    }
    return definitions;
}

Json furtherMembers(const Json &spec)
{
    return membersBeside(spec,
        {"name"_L1, "namespace"_L1, "version"_L1, "type"_L1, "op_type"_L1, "title"_L1, "description"_L1,
            "tags"_L1, "inputSchema"_L1, "outputSchema"_L1, "errorSchemas"_L1, "accessControl"_L1, "_meta"_L1,
            "id"_L1, "kind"_L1});
}

bool mayChangeSomething(const OperationSpec &spec)
{
    const Json annotations = spec.definition.member("annotations"_L1);
    const bool claimsToRead = annotations.member("readOnlyHint"_L1).toBoolean()
        && !annotations.member("destructiveHint"_L1).toBoolean();
    return spec.type != OperationType::Query && !claimsToRead;
}

QStringList claimsOf(const OperationSpec &spec)
{
    const Json annotations = spec.definition.member("annotations"_L1);
    QStringList claims;
    if (annotations.member("readOnlyHint"_L1).toBoolean())
        claims.append(u"read-only"_s);
    if (annotations.member("destructiveHint"_L1).toBoolean())
        claims.append(u"destructive"_s);
    if (annotations.member("idempotentHint"_L1).toBoolean())
        claims.append(u"idempotent"_s);
    if (const Json open = annotations.member("openWorldHint"_L1); open.isBoolean() && !open.toBoolean())
        claims.append(u"closed-world"_s);
    return claims;
}

} // namespace Workbench
