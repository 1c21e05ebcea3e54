// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpheaders.h"

#include "core/base/visibletext.h"

#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView mark{"x-mcp-header"};
constexpr int maxDepth = 64;
constexpr qsizetype maxShownHeader = 60;

//! A property that is sent as a header.
struct Marked {
    QStringList path; // keys from the arguments to the property
    QString header;
};

//! All properties that a schema marks, and the first fault of a mark.
struct Marks {
    QList<Marked> all;
    QString fault;
    QSet<QString> names; // lower case
};

bool isHeaderName(const QString &name)
{
    return !name.isEmpty() && std::ranges::all_of(name, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9')
            || (c.unicode() < 0x80 && QLatin1StringView("!#$%&'*+-.^_`|~").contains(c));
    });
}

bool isHeaderType(const Json &type)
{
    const auto isPlain = [](const Json &one) {
        return one.toString() == "string"_L1 || one.toString() == "integer"_L1
            || one.toString() == "boolean"_L1;
    };
    if (!type.isArray())
        return isPlain(type);
    qsizetype plain = 0; // types other than "null", for which no header is sent
    for (const Json &one : type.items()) {
        if (isPlain(one))
            ++plain;
        else if (one.toString() != "null"_L1)
            return false;
    }
    return plain == 1;
}

void take(Marks &marks, const Json &schema, const QStringList &path, bool isReachable)
{
    const Json name = schema.member(mark);
    const QString shown = visibleText(name.toString(), false, maxShownHeader);
    if (!name.isString() || !isHeaderName(name.toString()))
        marks.fault = u"x-mcp-header \"%1\" is not a valid header name"_s.arg(shown);
    else if (!isReachable || path.isEmpty())
        marks.fault = u"x-mcp-header \"%1\" is not at a property of the arguments"_s.arg(shown);
    else if (!isHeaderType(schema.member("type"_L1)))
        marks.fault =
            u"x-mcp-header \"%1\" is at a property that is not a string, integer or boolean"_s.arg(shown);
    else if (marks.names.contains(name.toString().toLower()))
        marks.fault = u"x-mcp-header \"%1\" is at two properties"_s.arg(shown);
    marks.names.insert(name.toString().toLower());
    marks.all.append({path, name.toString()});
}

//! Collects the marks in \a schema. \a isReachable is true if only "properties" lead to it from the
//! arguments.
void collect(Marks &marks, const Json &schema, const QStringList &path, bool isReachable, int depth)
{
    if (!marks.fault.isEmpty() || depth > maxDepth)
        return;
    if (schema.isArray()) {
        for (const Json &one : schema.items())
            collect(marks, one, path, false, depth + 1);
        return;
    }
    if (schema.hasMember(mark))
        take(marks, schema, path, isReachable);
    // These keywords hold data, not schemas.
    static const QSet<QByteArray> data{"default", "const", "enum", "examples"};
    static const QSet<QByteArray> maps{"patternProperties", "$defs", "definitions", "dependentSchemas"};
    for (const auto &member : schema.members()) {
        const QByteArray keyword = member.keyUtf8().toByteArray();
        const Json value = member.value();
        if (keyword == "properties" || maps.contains(keyword)) {
            for (const auto &property : value.members())
                collect(marks, property.value(), path + QStringList{property.key()},
                    isReachable && keyword == "properties", depth + 1);
        } else if (!data.contains(keyword) && (value.isObject() || value.isArray())) {
            collect(marks, value, path, false, depth + 1);
        }
    }
}

Marks marksOf(const Json &inputSchema)
{
    Marks marks;
    collect(marks, inputSchema, {}, true, 0);
    return marks;
}

} // namespace

QByteArray headerValue(const QString &text)
{
    const bool isPlain =
        std::ranges::all_of(text, [](QChar c) { return (c >= u' ' && c <= u'~') || c == u'\t'; });
    const bool looksEncoded = text.startsWith("=?base64?"_L1) && text.endsWith("?="_L1);
    if (isPlain && !looksEncoded && text == text.trimmed())
        return text.toLatin1();
    return "=?base64?" + text.toUtf8().toBase64() + "?=";
}

McpHeaders standardHeaders(const QString &method, const Json &params)
{
    McpHeaders headers{{"Mcp-Method", method.toLatin1()}};
    Json name;
    if (method == "tools/call"_L1 || method == "prompts/get"_L1)
        name = params.member("name"_L1);
    else if (method == "resources/read"_L1)
        name = params.member("uri"_L1);
    else if (method.startsWith("tasks/"_L1))
        name = params.member("taskId"_L1);
    if (name.isString())
        headers.append({"Mcp-Name", headerValue(name.toString())});
    return headers;
}

McpHeaders parameterHeaders(const Json &inputSchema, const Json &arguments)
{
    McpHeaders headers;
    const Marks marks = marksOf(inputSchema);
    if (!marks.fault.isEmpty())
        return headers;
    for (const Marked &marked : marks.all) {
        Json value = arguments;
        for (const QString &key : marked.path)
            value = value.member(QStringView(key));
        const QByteArray name = "Mcp-Param-" + marked.header.toLatin1();
        if (value.isString())
            headers.append({name, headerValue(value.toString())});
        else if (value.isBoolean())
            headers.append({name, value.toBoolean() ? "true" : "false"});
        else if (const std::optional<qint64> integer = value.toInteger())
            headers.append({name, QByteArray::number(*integer)});
        else if (value.isNumber())
            headers.append({name, value.numberText()});
    }
    return headers;
}

QString headerFault(const Json &inputSchema)
{
    return marksOf(inputSchema).fault;
}

} // namespace Workbench
