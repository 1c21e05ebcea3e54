// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/operationspec.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct TypeName {
    OperationType type;
    QLatin1StringView name;
};
constexpr std::array<TypeName, 3> typeNames{{
    {OperationType::Query, "query"_L1},
    {OperationType::Mutation, "mutation"_L1},
    {OperationType::Subscription, "subscription"_L1},
}};

Json schemaOnWire(const Json &schema)
{
    return schema.isAbsent() ? Json::emptyObject() : schema;
}

//! A reader accepts null where an optional field may be absent. \source call-protocol.md 2.1
Json presentMember(const Json &object, QLatin1StringView name)
{
    const Json value = object.member(name);
    return value.isNull() ? Json() : value;
}

Json toJson(const ErrorDefinition &definition)
{
    return Json::object({
        {u"code"_s, Json::string(definition.code)},
        {u"description"_s, Json::string(definition.description)},
        {u"schema"_s, schemaOnWire(definition.schema)},
        {u"httpStatus"_s, definition.httpStatus ? Json::integer(*definition.httpStatus) : Json()},
    });
}

std::unexpected<Error> malformed(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"operation.malformed"_s, what, {}, {}});
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
    for (const TypeName &entry : typeNames) {
        if (entry.type == type)
            return entry.name;
    }
    Q_UNREACHABLE_RETURN({});
}

std::optional<OperationType> operationTypeFromName(QStringView name)
{
    for (const TypeName &entry : typeNames) {
        if (name == entry.name)
            return entry.type;
    }
    return {};
}

OperationSpec completed(OperationSpec spec)
{
    if (const std::shared_ptr<const DeferredParts> parts = std::exchange(spec.deferred, nullptr))
        parts->fill(spec);
    return spec;
}

Json toJson(const OperationSpec &spec)
{
    if (spec.deferred)
        return toJson(completed(spec));
    QList<Json> tags;
    for (const QString &tag : spec.tags)
        tags.append(Json::string(tag));
    QList<Json> errors;
    for (const ErrorDefinition &definition : spec.errorSchemas)
        errors.append(toJson(definition));
    return Json::object({
        {u"name"_s, Json::string(spec.id.name)},
        {u"namespace"_s, Json::string(spec.id.nameSpace)},
        {u"version"_s, Json::string(spec.version)},
        {u"type"_s, Json::string(QString(operationTypeName(spec.type)))},
        {u"title"_s, spec.title.isEmpty() ? Json() : Json::string(spec.title)},
        {u"description"_s, Json::string(spec.description)},
        {u"tags"_s, tags.isEmpty() ? Json() : Json::array(tags)},
        {u"inputSchema"_s, schemaOnWire(spec.inputSchema)},
        {u"outputSchema"_s, schemaOnWire(spec.outputSchema)},
        {u"errorSchemas"_s, errors.isEmpty() ? Json() : Json::array(errors)},
        {u"accessControl"_s, toJson(spec.accessControl)},
        {u"_meta"_s, spec.meta},
        {u"id"_s, Json::string(spec.id.toString())},
        {u"kind"_s, Json::string(spec.kind)},
    });
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
        return malformed(u"Operation \"%1\": a namespace holds no dot"_s.arg(name.toString()));
    const auto type = operationTypeFromName(json.member("type"_L1).toString());
    if (!type)
        return malformed(
            u"Operation \"%1\": the type is none of query, mutation, subscription"_s.arg(name.toString()));

    OperationSpec spec;
    spec.id = {nameSpace.toString(), name.toString()};
    spec.type = *type;
    spec.version = json.member("version"_L1).toString(spec.version);
    spec.title = json.member("title"_L1).toString();
    spec.description = json.member("description"_L1).toString();
    for (const Json &tag : json.member("tags"_L1).items()) {
        if (tag.isString())
            spec.tags.append(tag.toString());
    }
    spec.inputSchema = presentMember(json, "inputSchema"_L1);
    spec.outputSchema = presentMember(json, "outputSchema"_L1);
    for (const Json &definition : json.member("errorSchemas"_L1).items()) {
        const Json code = definition.member("code"_L1);
        if (!code.isString())
            continue;
        const std::optional<qint64> status = definition.member("httpStatus"_L1).toInteger();
        spec.errorSchemas.append({code.toString(), definition.member("description"_L1).toString(),
            presentMember(definition, "schema"_L1),
            status ? std::optional<int>(int(*status)) : std::nullopt});
    }
    spec.accessControl = accessControlFromJson(json.member("accessControl"_L1));
    spec.meta = presentMember(json, "_meta"_L1);
    spec.kind = json.member("kind"_L1).toString(spec.kind);
    return spec;
}

} // namespace Workbench
