// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonpointer.h"

namespace Workbench::Test {

using namespace Qt::StringLiterals;

//! Creates a value that a schema accepts, from its examples, defaults and enum members, otherwise the
//! simplest value of its type. References are resolved in the root. The value is absent where only a guess is
//! possible (a pattern).
class ExampleInput {
public:
    enum class Extent : quint8 { Required, All };
    explicit ExampleInput(Json root, Extent extent)
        : m_root(std::move(root))
        , m_extent(extent)
    {
    }

    Json valueOf(const Json &schema, int depth = 0) const
    {
        if (depth > 12 || schema.isBoolean())
            return schema.toBoolean(false) ? Json::string(u"any") : Json();
        for (const auto name : {"const"_L1, "example"_L1, "default"_L1}) {
            if (const Json said = schema.member(name); !said.isAbsent())
                return said;
        }
        for (const auto name : {"examples"_L1, "enum"_L1}) {
            if (const Json first = schema.member(name).at(0);
                schema.member(name).isArray() && !first.isAbsent())
                return first;
        }
        if (const QString reference = schema.member("$ref"_L1).toString(); reference.startsWith(u'#'))
            return valueOf(JsonPointer::resolve(m_root, QStringView(reference).mid(1)), depth + 1);
        if (const Json parts = schema.member("allOf"_L1); parts.size() > 0)
            return merged(schema, parts, depth);
        for (const auto name : {"oneOf"_L1, "anyOf"_L1}) {
            if (const Json choices = schema.member(name); choices.size() > 0)
                return valueOf(choices.at(0), depth + 1);
        }
        return simplest(schema, depth);
    }

private:
    Json merged(const Json &schema, const Json &parts, int depth) const
    {
        QList<Json::Member> members;
        Json other;
        const auto take = [&](const Json &value) {
            for (const auto entry : value.members())
                members.append({entry.key(), entry.value()});
            if (!value.isObject())
                other = value;
        };
        for (const Json &part : parts.items())
            take(valueOf(part, depth + 1));
        if (schema.hasMember("properties"_L1))
            take(simplest(schema, depth));
        return members.isEmpty() && !other.isAbsent() ? other : Json::object(members);
    }

    Json simplest(const Json &schema, int depth) const
    {
        Json type = schema.member("type"_L1);
        if (type.isArray())
            type = type.at(0);
        const QString name = type.toString();
        if (schema.member("x-file"_L1).toBoolean())
            return Json::object({{u"$file"_s, Json::string(u"f.txt")}, {u"data"_s, Json::string(u"text")}});
        if (name == "object"_L1 || schema.hasMember("properties"_L1))
            return objectOf(schema, depth);
        if (name == "array"_L1) {
            const Json item = valueOf(schema.member("items"_L1), depth + 1);
            return item.isAbsent() ? Json::emptyArray() : Json::array({item});
        }
        if (name == "integer"_L1 || name == "number"_L1)
            return schema.hasMember("minimum"_L1) ? schema.member("minimum"_L1) : Json::integer(1);
        if (name == "boolean"_L1)
            return Json::boolean(true);
        if (name == "null"_L1)
            return Json::null();
        return schema.hasMember("pattern"_L1) ? Json() : textOf(schema);
    }

    static Json textOf(const Json &schema)
    {
        static const QHash<QString, QString> formats{{u"date-time"_s, u"2024-05-06T07:08:09Z"_s},
            {u"date"_s, u"2024-05-06"_s}, {u"time"_s, u"07:08:09Z"_s}, {u"email"_s, u"a@b.example"_s},
            {u"uuid"_s, u"123e4567-e89b-12d3-a456-426614174000"_s}, {u"uri"_s, u"https://h.example/"_s},
            {u"url"_s, u"https://h.example/"_s}, {u"ipv4"_s, u"192.0.2.1"_s},
            {u"hostname"_s, u"h.example"_s}};
        QString text = formats.value(schema.member("format"_L1).toString(), u"text"_s);
        const qint64 least = schema.member("minLength"_L1).toInteger().value_or(0);
        return Json::string(text.leftJustified(least, u'x'));
    }

    Json objectOf(const Json &schema, int depth) const
    {
        QStringList required;
        for (const Json &name : schema.member("required"_L1).items())
            required.append(name.toString());
        QList<Json::Member> members;
        for (const auto entry : schema.member("properties"_L1).members()) {
            const bool isWanted = required.contains(entry.key())
                || (depth <= 1 && m_extent == Extent::All && entry.key() != u"contentType"_s
                    && entry.key() != u"body"_s);
            if (!isWanted || entry.value().member("readOnly"_L1).toBoolean())
                continue;
            if (const Json value = valueOf(entry.value(), depth + 1); !value.isAbsent())
                members.append({entry.key(), value});
        }
        return Json::object(members);
    }

    Json m_root;
    Extent m_extent;
};

} // namespace Workbench::Test
