// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/operationtext.h"

#include "core/envelope/bodymedia.h"
#include "core/json/jsonpointer.h"
#include "core/operation/effects.h"
#include "core/schema/schemauri.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr int longestChain = 32; // references and single parts of "allOf"
constexpr int deepestType = 3; // nested arrays
constexpr qsizetype mostValues = 8; // values of an enumeration

QString nameIn(const Json &reference)
{
    return JsonPointer::unescaped(SchemaUri::decoded(reference.toString()).section(u'/', -1));
}

QString valueText(const Json &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(value.toBytes());
}

QString choiceText(const Json &values)
{
    QStringList texts;
    for (const Json &value : values.items()) {
        if (texts.size() == mostValues) {
            texts.append(u"…"_s);
            break;
        }
        texts.append(valueText(value));
    }
    return u"one of %1"_s.arg(texts.join(u", "_s));
}

bool isRequired(const Json &object, const QString &name)
{
    const Json required = object.member("required"_L1);
    return std::ranges::any_of(
        required.items(), [&name](const Json &item) { return item.toString() == name; });
}

class MemberRows {
public:
    MemberRows(const Json &root, bool hasPlaces)
        : m_text(root)
        , m_hasPlaces(hasPlaces)
    {
        QStringList head{u"Name"_s};
        if (hasPlaces)
            head += u"In"_s;
        m_rows += QStringList(head + QStringList{u"Type"_s, u"Required"_s, u"Description"_s});
    }

    void add(const Json &object, const QString &prefix, const QString &place)
    {
        const Json properties = object.member("properties"_L1);
        for (const auto entry : properties.members()) {
            const QString name = entry.key();
            const Json schema = entry.value();
            const QString own = schema.member("x-in"_L1).toString(place);
            QStringList row{prefix + name};
            if (m_hasPlaces)
                row += own;
            row += {
                m_text.typeText(schema), isRequired(object, name) ? u"yes"_s : u"no"_s, m_text.about(schema)};
            m_rows += row;
            if (prefix.isEmpty() && own == "body"_L1)
                add(m_text.plain(schema), name + u'.', own);
        }
    }

    QList<QStringList> rows() const { return m_rows.size() > 1 ? m_rows : QList<QStringList>(); }

private:
    SchemaText m_text;
    bool m_hasPlaces;
    QList<QStringList> m_rows;
};

} // namespace

QString kindText(const OperationSpec &spec)
{
    const QString method = spec.meta.member("method"_L1).toString();
    const QString path = spec.meta.member("path"_L1).toString();
    if (spec.kind == "operation"_L1 && !method.isEmpty() && !path.isEmpty()) {
        QString text = method + u' ' + path;
        if (spec.type == OperationType::Subscription)
            text += u", stream"_s;
        else if (spec.isStreamToo)
            text += u", also a stream"_s;
        return spec.meta.member("deprecated"_L1).toBoolean() ? QString(text + u", deprecated") : text;
    }
    QStringList words{spec.kind == "operation"_L1 ? QString(operationTypeName(spec.type)) : spec.kind};
    for (const QString &claim : claimsOf(spec))
        words +=
            claim == "read-only"_L1 || claim == "destructive"_L1 ? QString(claim + u" (claimed)") : claim;
    return words.join(u", "_s);
}

QString aboutText(const OperationSpec &spec)
{
    const QString about = spec.description.isEmpty() ? spec.title : spec.description;
    const QString route =
        spec.meta.member("method"_L1).toString() + u' ' + spec.meta.member("path"_L1).toString();
    return about == route ? QString() : about;
}

Json SchemaText::plain(const Json &schema) const
{
    Json at = schema;
    for (int i = 0; i < longestChain; ++i) {
        const QString reference = at.member("$ref"_L1).toString();
        const Json parts = at.member("allOf"_L1);
        if (reference.startsWith(u'#'))
            at = JsonPointer::resolve(m_root, SchemaUri::decoded(reference.sliced(1)));
        else if (parts.size() == 1 && !at.hasMember("properties"_L1))
            at = parts.at(0);
        else
            break;
    }
    return at;
}

QString SchemaText::typeText(const Json &schema) const
{
    return typeText(schema, 0);
}

QString SchemaText::typeText(const Json &schema, int depth) const
{
    const Json reference = schema.member("$ref"_L1);
    if (depth >= deepestType)
        return reference.isString() ? nameIn(reference) : u"any"_s;
    const Json at = plain(schema);
    if (const Json values = at.member("enum"_L1); values.size() > 0)
        return values.size() == 1 ? QString::fromUtf8(values.at(0).toBytes()) : choiceText(values);
    if (const Json value = at.member("const"_L1); !value.isAbsent())
        return QString::fromUtf8(value.toBytes());
    for (const auto keyword : {"oneOf"_L1, "anyOf"_L1}) {
        QStringList texts;
        const Json branches = at.member(keyword);
        if (branches.size() > mostValues)
            return u"one of %1 forms"_s.arg(branches.size());
        for (const Json &branch : branches.items()) {
            const Json named = branch.member("$ref"_L1);
            const QString text = named.isString() ? nameIn(named) : typeText(branch, depth + 1);
            if (!texts.contains(text))
                texts += text;
        }
        if (!texts.isEmpty())
            return texts.join(u" or "_s);
    }
    QStringList types;
    if (const Json type = at.member("type"_L1); type.isString())
        types += type.toString();
    else
        for (const Json &one : type.items())
            types += one.toString();
    if (types.isEmpty() && at.hasMember("properties"_L1))
        types += u"object"_s;
    if (at.member("nullable"_L1).toBoolean())
        types += u"null"_s;
    if (const Json items = at.member("items"_L1); types.contains("array"_L1) && items.isObject()) {
        const Json named = items.member("$ref"_L1);
        types[types.indexOf("array"_L1)] =
            u"array of %1"_s.arg(named.isString() ? nameIn(named) : typeText(items, depth + 1));
    }
    QString text = types.isEmpty() ? u"any"_s : types.join(u" or "_s);
    if (const QString format = at.member("format"_L1).toString(); !format.isEmpty())
        text += u" (%1)"_s.arg(format);
    return text;
}

QString SchemaText::about(const Json &schema) const
{
    for (const Json &at : {schema, plain(schema)}) {
        for (const auto keyword : {"description"_L1, "title"_L1}) {
            const QString text = at.member(keyword).toString().trimmed();
            if (!text.isEmpty())
                return text.section(u'\n', 0, 0);
        }
    }
    return {};
}

QList<QStringList> inputTable(const Json &inputSchema)
{
    const Json object = SchemaText(inputSchema).plain(inputSchema);
    bool hasPlaces = false;
    for (const auto entry : object.member("properties"_L1).members())
        hasPlaces = hasPlaces || entry.value().hasMember("x-in"_L1);
    MemberRows rows(inputSchema, hasPlaces);
    rows.add(object, {}, {});
    return rows.rows();
}

QList<QStringList> responseTable(const OperationSpec &spec)
{
    const Json responses = spec.meta.member("responses"_L1);
    if (responses.size() == 0)
        return {};
    QList<QStringList> rows{{u"Status"_s, u"Content"_s, u"Type"_s, u"Description"_s}};
    Json result = spec.outputSchema; // belongs to the first success that has content
    for (const Json &response : responses.items()) {
        const QString status = response.member("status"_L1).toString();
        const QString about = response.member("description"_L1).toString().trimmed().section(u'\n', 0, 0);
        const Json content = response.member("content"_L1);
        if (content.size() == 0) {
            rows += {status, u"none"_s, QString(), about};
            continue;
        }
        const auto error = std::ranges::find(
            spec.errorSchemas, QString(u"HTTP_"_s + status.toUpper()), &ErrorDefinition::code);
        const Json schema = error != spec.errorSchemas.cend() ? error->schema : std::exchange(result, Json());
        for (const Json &media : content.items()) {
            QString type = media.member("schema"_L1).toString();
            const QString contentType = media.member("type"_L1).toString();
            const Json event = media.member("event"_L1);
            const bool isOfResult = isJsonMedia(contentType) || content.size() == 1;
            const Json own = isOfResult ? schema : event;
            if (type.isEmpty() && !own.isAbsent())
                type = SchemaText(own).typeText(own);
            rows += {status, contentType, type, about};
        }
    }
    return rows;
}

Json eventSchema(const OperationSpec &spec)
{
    for (const Json &response : spec.meta.member("responses"_L1).items()) {
        for (const Json &media : response.member("content"_L1).items()) {
            if (media.hasMember("event"_L1))
                return media.member("event"_L1);
        }
    }
    return {};
}

QList<QStringList> memberTable(const Json &schema)
{
    MemberRows rows(schema, false);
    rows.add(SchemaText(schema).plain(schema), {}, {});
    return rows.rows();
}

} // namespace Workbench::Cli
