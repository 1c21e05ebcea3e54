// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/schema/formschema_p.h"
#include "core/schema/schemauri.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int longestChain = 64; // of references or of allOf inside allOf
constexpr qsizetype mostBranchesSearched = 1000; // of anyOf and oneOf
constexpr qsizetype mostJoinedNodes = 50'000; // of allOf: joining copies

//! Returns the members of \a inner and \a outer. Those of \a outer take precedence; "properties" and
//! "required" are joined.
Json overlaid(const Json &inner, const Json &outer, const QStringList &without)
{
    QList<Json::Member> members;
    QHash<QString, qsizetype> places;
    const auto put = [&](const QString &key, const Json &value) {
        const auto place = places.constFind(key);
        if (place == places.cend()) {
            places.insert(key, members.size());
            members.append({key, value});
            return;
        }
        Json &known = members[*place].value;
        if (key == "properties"_L1 && known.isObject() && value.isObject()) {
            known = overlaid(known, value, {});
        } else if (key == "required"_L1 && known.isArray() && value.isArray()) {
            QList<Json> names;
            for (const Json &name : known.items())
                names.append(name);
            for (const Json &name : value.items())
                names.append(name);
            known = Json::array(names);
        } else {
            known = value;
        }
    };
    for (const auto &entry : inner.members())
        put(entry.key(), entry.value());
    for (const auto &entry : outer.members()) {
        if (!without.contains(entry.key()))
            put(entry.key(), entry.value());
    }
    return Json::object(members);
}

Json without(const Json &schema, const QString &keyword)
{
    return overlaid(Json::emptyObject(), schema, {keyword});
}

bool isNullType(const Json &schema)
{
    return schema.member("type"_L1).toString() == "null"_L1;
}

} // namespace

FormSchemas::FormSchemas(const Json &root)
    : m_root(root)
    , m_reading{root.nodeAddress()}
{
}

Json FormSchemas::target(const QString &reference) const
{
    const SchemaUri::Split parts = SchemaUri::split(reference);
    const QString id = m_root.member("$id"_L1).toString();
    if (!parts.uri.isEmpty() && parts.uri != SchemaUri::split(id).uri)
        return {};
    const QString fragment = SchemaUri::decoded(parts.fragment);
    if (fragment.isEmpty() || fragment.startsWith(u'/'))
        return JsonPointer::resolve(m_root, fragment);
    for (const QLatin1StringView keyword : {"$defs"_L1, "definitions"_L1}) {
        for (const auto &entry : m_root.member(keyword).members()) {
            if (entry.value().member("$anchor"_L1).toString() == fragment)
                return entry.value();
        }
    }
    return {};
}

Json FormSchemas::followed(const Json &schema, Resolved &resolved)
{
    Json at = schema;
    for (int i = 0; i < longestChain; ++i) {
        const Json reference = at.member("$ref"_L1);
        if (!reference.isString())
            return at;
        const Json found = target(reference.toString());
        if (!found.isObject())
            break;
        if (m_reading.contains(found.nodeAddress())) {
            resolved.recursive = true;
            return at.size() > 1 ? overlaid(found, at, {u"$ref"_s}) : found;
        }
        m_reading.append(found.nodeAddress());
        ++resolved.entered;
        at = at.size() > 1 ? overlaid(found, at, {u"$ref"_s}) : found;
    }
    resolved.recursive = true; // the reference has no readable target, so the value is edited as JSON
    return at;
}

//! Returns \a schema with its allOf merged into its other keywords.
Json FormSchemas::withParts(const Json &schema, Resolved &resolved)
{
    Json at = schema;
    for (int i = 0; i < longestChain && at.member("allOf"_L1).isArray() && !resolved.recursive; ++i) {
        const Json parts = at.member("allOf"_L1);
        if (parts.nodeCount() > mostJoinedNodes) {
            resolved.recursive = true; // edited as JSON
            break;
        }
        Json joined = Json::emptyObject();
        for (const Json &part : parts.items())
            joined = overlaid(joined, followed(part, resolved), {});
        at = overlaid(joined, at, {u"allOf"_s});
        if (at.member("$ref"_L1).isString())
            at = followed(at, resolved);
    }
    return at;
}

FormSchemas::Resolved FormSchemas::resolve(const Json &schema)
{
    Resolved resolved;
    Json at = schema;
    for (int i = 0; i < longestChain; ++i) {
        at = withParts(followed(at, resolved), resolved);
        if (resolved.recursive || !at.isObject())
            break;
        bool changed = false;
        for (const QLatin1StringView keyword : {"anyOf"_L1, "oneOf"_L1}) {
            const Json branches = at.member(keyword);
            if (branches.size() > mostBranchesSearched)
                continue;
            QList<Json> rest;
            for (const Json &branch : branches.items()) {
                if (!isNullType(branch))
                    rest.append(branch);
            }
            if (!branches.isArray() || rest.isEmpty() || (rest.size() == branches.size() && rest.size() > 1))
                continue;
            resolved.nullable = resolved.nullable || rest.size() < branches.size();
            at = rest.size() == 1 ? overlaid(rest.first(), at, {keyword})
                                  : overlaid(at, Json::object({{keyword, Json::array(rest)}}), {});
            changed = true;
        }
        if (!changed)
            break;
    }
    const Json type = at.member("type"_L1);
    for (const Json &name : type.items())
        resolved.nullable = resolved.nullable || name.toString() == "null"_L1;
    resolved.nullable = resolved.nullable || isNullType(at) || at.member("nullable"_L1).toBoolean();
    resolved.schema = at;
    return resolved;
}

void FormSchemas::leave(const Resolved &resolved)
{
    m_reading.resize(m_reading.size() - resolved.entered);
}

QList<Json> FormSchemas::alternatives(const Json &schema, QLatin1StringView keyword)
{
    const Json beside = without(schema, keyword);
    QList<Json> result;
    bool onlyRestrict = beside.member("properties"_L1).isObject();
    for (const Json &branch : schema.member(keyword).items()) {
        for (const QLatin1StringView telling :
            {"properties"_L1, "type"_L1, "$ref"_L1, "allOf"_L1, "anyOf"_L1, "oneOf"_L1})
            onlyRestrict = onlyRestrict && !branch.hasMember(telling);
        // A branch takes precedence over its siblings, and annotations of the whole schema do not apply to
        // it.
        const QStringList spoken{
            u"title"_s, u"description"_s, u"default"_s, u"examples"_s, u"$defs"_s, u"definitions"_s};
        Json common = beside;
        for (const QString &word : spoken)
            common = common.hasMember(word) ? without(common, word) : common;
        result.append(common.size() == 0 ? branch : overlaid(common, branch, {}));
    }
    return onlyRestrict ? QList<Json>() : result;
}

QStringList FormSchemas::typesOf(const Json &schema)
{
    const Json type = schema.member("type"_L1);
    if (type.isString())
        return {type.toString()};
    QStringList types;
    for (const Json &name : type.items()) {
        if (name.isString() && name.toString() != "null"_L1)
            types.append(name.toString());
    }
    if (types.size() == 2 && types.contains("integer"_L1) && types.contains("number"_L1))
        return {u"number"_s};
    if (!type.isAbsent() || !schema.isObject())
        return types;
    const auto any = [&schema](std::initializer_list<QLatin1StringView> keywords) {
        for (const QLatin1StringView keyword : keywords) {
            if (schema.hasMember(keyword))
                return true;
        }
        return false;
    };
    if (any({"properties"_L1, "required"_L1, "additionalProperties"_L1, "patternProperties"_L1,
            "minProperties"_L1}))
        return {u"object"_s};
    if (any({"items"_L1, "prefixItems"_L1, "minItems"_L1, "maxItems"_L1, "uniqueItems"_L1}))
        return {u"array"_s};
    if (any({"minLength"_L1, "maxLength"_L1, "pattern"_L1}))
        return {u"string"_s};
    if (any({"minimum"_L1, "maximum"_L1, "exclusiveMinimum"_L1, "exclusiveMaximum"_L1, "multipleOf"_L1}))
        return {u"number"_s};
    return {};
}

Json FormSchemas::withType(const Json &schema, const QString &type)
{
    return overlaid(schema, Json::object({{u"type"_s, Json::string(type)}}), {});
}

QString FormSchemas::nameOf(const Json &branch) const
{
    if (const QString reference = branch.member("$ref"_L1).toString(); !reference.isEmpty())
        return JsonPointer::unescaped(SchemaUri::decoded(reference).section(u'/', -1));
    for (const auto &entry : branch.member("properties"_L1).members()) {
        if (const Json constant = entry.value().member("const"_L1); constant.isString())
            return constant.toString();
    }
    return typesOf(branch).value(0);
}

} // namespace Workbench
