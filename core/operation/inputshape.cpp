// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/inputshape.h"

#include "core/json/jsonpointer.h"

#include <QUrl>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostParts = 500; // schemas of one place
constexpr int deepestParts = 32;

bool hasType(const Json &declared, QLatin1StringView type)
{
    if (declared.isString())
        return declared.toString() == type;
    return std::ranges::any_of(declared.items(), [type](const Json &one) { return one.toString() == type; });
}

bool isOfType(const Json &value, QLatin1StringView type)
{
    switch (value.kind()) {
    case JsonKind::Absent: return false;
    case JsonKind::Null: return type == "null"_L1;
    case JsonKind::Boolean: return type == "boolean"_L1;
    case JsonKind::Number: return type == "number"_L1 || (type == "integer"_L1 && value.isInteger());
    case JsonKind::String: return type == "string"_L1;
    case JsonKind::Array: return type == "array"_L1;
    case JsonKind::Object: return type == "object"_L1;
    }
    return false;
}

bool isGiven(const Json &schema)
{
    return schema.isObject() || (schema.isBoolean() && schema.toBoolean());
}

} // namespace

InputShape::InputShape(const Json &inputSchema)
    : m_root(inputSchema)
{
    add(inputSchema, 0);
}

InputShape::InputShape(Json root, const QList<Json> &schemas)
    : m_root(std::move(root))
{
    for (const Json &schema : schemas)
        add(schema, 0);
}

void InputShape::add(const Json &schema, int depth)
{
    if (!schema.isObject())
        return;
    const auto isKnown = [&schema](const Json &part) { return part.nodeAddress() == schema.nodeAddress(); };
    if (std::ranges::any_of(m_parts, isKnown)) // this also ends cycles of references
        return;
    if (depth > deepestParts || m_parts.size() >= mostParts) {
        m_leadsOutside = true;
        return;
    }
    m_parts.append(schema);
    if (const QString reference = schema.member("$ref"_L1).toString(); !reference.isEmpty()) {
        const QString pointer = QUrl::fromPercentEncoding(reference.mid(1).toUtf8());
        const bool isInside = reference.startsWith(u'#') && (pointer.isEmpty() || pointer.startsWith(u'/'));
        const Json target = isInside ? JsonPointer::resolve(m_root, pointer) : Json();
        m_leadsOutside = m_leadsOutside || target.isAbsent();
        add(target, depth + 1);
    }
    m_leadsOutside =
        m_leadsOutside || schema.hasMember("$dynamicRef"_L1) || schema.hasMember("$recursiveRef"_L1);
    for (const auto keyword : {"allOf"_L1, "anyOf"_L1, "oneOf"_L1}) {
        for (const Json &part : schema.member(keyword).items())
            add(part, depth + 1);
    }
    for (const auto keyword : {"then"_L1, "else"_L1})
        add(schema.member(keyword), depth + 1);
    for (const auto keyword : {"dependentSchemas"_L1, "dependencies"_L1}) {
        for (const auto dependent : schema.member(keyword).members())
            add(dependent.value(), depth + 1);
    }
}

QStringList InputShape::members() const
{
    QStringList names;
    for (const Json &part : m_parts) {
        for (const auto entry : part.member("properties"_L1).members()) {
            if (const QString name = entry.key(); !names.contains(name))
                names.append(name);
        }
    }
    return names;
}

bool InputShape::isDeclared(const QString &name) const
{
    return std::ranges::any_of(m_parts,
        [&name](const Json &part) { return part.member("properties"_L1).hasMember(QStringView(name)); });
}

bool InputShape::hasMember(const QString &name) const
{
    const auto isName = [&name](const Json &text) { return text.toString() == name; };
    return isDeclared(name) || std::ranges::any_of(m_parts, [&isName](const Json &part) {
        return std::ranges::any_of(part.member("required"_L1).items(), isName);
    });
}

bool InputShape::isOpen() const
{
    if (m_leadsOutside)
        return true;
    bool isDeclared = false;
    for (const Json &part : m_parts) {
        const Json additional = part.member("additionalProperties"_L1);
        if (isGiven(additional) || isGiven(part.member("unevaluatedProperties"_L1))
            || part.member("patternProperties"_L1).size() > 0)
            return true;
        isDeclared = isDeclared || part.hasMember("properties"_L1) || additional.isBoolean();
    }
    return !isDeclared;
}

InputShape InputShape::member(const QString &name) const
{
    QList<Json> schemas;
    for (const Json &part : m_parts) {
        if (const Json declared = part.member("properties"_L1).member(QStringView(name)); declared.isObject())
            schemas.append(declared);
    }
    for (const Json &part : isDeclared(name) ? QList<Json>() : m_parts) {
        schemas.append(part.member("additionalProperties"_L1));
        schemas.append(part.member("unevaluatedProperties"_L1));
        for (const auto pattern : part.member("patternProperties"_L1).members())
            schemas.append(pattern.value());
    }
    return InputShape(m_root, schemas);
}

InputShape InputShape::items() const
{
    QList<Json> schemas;
    for (const Json &part : m_parts)
        schemas.append(part.member("items"_L1));
    return InputShape(m_root, schemas);
}

QStringList InputShape::required() const
{
    QStringList names;
    for (const Json &name :
        m_parts.isEmpty() ? Json().items() : m_parts.constFirst().member("required"_L1).items())
        names.append(name.toString());
    return names;
}

bool InputShape::allows(QLatin1StringView type) const
{
    return std::ranges::any_of(m_parts, [type](const Json &part) {
        if (const Json declared = part.member("type"_L1); !declared.isAbsent())
            return hasType(declared, type);
        const auto is = [type](const Json &value) { return isOfType(value, type); };
        if (is(part.member("const"_L1)) || std::ranges::any_of(part.member("enum"_L1).items(), is))
            return true;
        return (type == "object"_L1 && part.hasMember("properties"_L1))
            || (type == "array"_L1 && part.hasMember("items"_L1));
    });
}

bool InputShape::statesType() const
{
    return std::ranges::any_of(m_parts, [](const Json &part) {
        return std::ranges::any_of(std::array{"type"_L1, "const"_L1, "enum"_L1, "properties"_L1, "items"_L1},
            [&part](QLatin1StringView keyword) { return part.hasMember(keyword); });
    });
}

bool InputShape::isFile() const
{
    return std::ranges::any_of(
        m_parts, [](const Json &part) { return part.member("x-file"_L1).toBoolean(); });
}

bool InputShape::isBase64() const
{
    return std::ranges::any_of(m_parts, [](const Json &part) {
        return part.member("format"_L1).toString() == "byte"_L1
            || part.member("contentEncoding"_L1).toString() == "base64"_L1;
    });
}

QString InputShape::place() const
{
    for (const Json &part : m_parts) {
        if (const QString place = part.member("x-in"_L1).toString(); !place.isEmpty())
            return place;
    }
    return {};
}

} // namespace Workbench
