// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcptools.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"
#include "core/operation/operationdefinition.h"
#include "core/sources/mcp/mcpheaders.h"

#include <QUrl>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxListedName = 80;
constexpr qsizetype maxRemarks = 100; // a list may repeat one name a hundred thousand times

QString shown(const QString &text)
{
    return visibleText(text, false, maxListedName);
}

bool isPlainToolName(const QString &name)
{
    const auto allowed = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_'
            || c == u'-' || c == u'.';
    };
    return !name.isEmpty() && name.size() <= 128 && std::ranges::all_of(name, allowed);
}

//! Adds a remark if \a schema, the member \a name of the definition, does not describe an object.
void lintSchema(OperationSpec &spec, const QString &name, const Json &schema)
{
    if (!schema.isObject())
        spec.remarks.append(u"%1 is %2, expected an object."_s.arg(name, JsonRpc::kindText(schema)));
    else if (schema.member("type"_L1).toString() != "object"_L1)
        spec.remarks.append(u"%1.type is not \"object\"."_s.arg(name));
}

void lintIcons(OperationSpec &spec)
{
    for (const Json &icon : spec.definition.member("icons"_L1).items()) {
        const QString source = icon.member("src"_L1).toString();
        if (!source.startsWith("https:"_L1) && !source.startsWith("data:"_L1))
            spec.remarks.append(u"An icon is neither https nor data: %1"_s.arg(shown(source)));
    }
}

// Annotations are the server's claims and are shown as such. They do not change how an operation is treated.
void readAnnotations(OperationSpec &spec)
{
    const Json annotations = spec.definition.member("annotations"_L1);
    if (annotations.member("readOnlyHint"_L1).toBoolean())
        spec.tags.append(u"read-only"_s);
    if (annotations.member("destructiveHint"_L1).toBoolean())
        spec.tags.append(u"destructive"_s);
    if (annotations.member("idempotentHint"_L1).toBoolean())
        spec.tags.append(u"idempotent"_s);
    if (spec.title.isEmpty())
        spec.title = annotations.member("title"_L1).toString();
}

//! Returns the last part of the path of \a uri that is not empty. Decodes its percent-encoded characters
//! unless the result has invalid or invisible characters, or a slash or backslash, which would make another
//! path.
QString fileNameIn(const QString &uri)
{
    const QString path = uri.section(u'?', 0, 0).section(u'#', 0, 0);
    const QString last = path.section(u'/', -1, -1, QString::SectionSkipEmpty);
    const QString decoded = QUrl::fromPercentEncoding(last.toUtf8());
    const bool isUnfit = decoded.contains(u'/') || decoded.contains(u'\\')
        || decoded.contains(QChar::ReplacementCharacter)
        || std::ranges::any_of(decoded.toUcs4(), [](uint c) { return isInvisible(char32_t(c)); });
    return isUnfit ? last : decoded;
}

//! Returns the title of a resource, or else its name. A name that only repeats the address, or the file name
//! in it as it is encoded there, gives the decoded file name.
QString titleOfResource(const Json &definition)
{
    if (const QString title = definition.member("title"_L1).toString(); !title.isEmpty())
        return title;
    const QString name = definition.member("name"_L1).toString();
    const QString uri = definition.member("uri"_L1).toString();
    const QString file = fileNameIn(uri);
    const bool isRepeated = name.isEmpty() || name == uri || uri.endsWith(QString(u'/' + name));
    return isRepeated && !file.isEmpty() ? file : name;
}

Json objectSchema(const Json &properties, const QList<Json> &required)
{
    return Json::object({{u"type"_s, Json::string(u"object")}, {u"properties"_s, properties},
        {u"required"_s, required.isEmpty() ? Json() : Json::array(required)},
        {u"additionalProperties"_s, Json::boolean(false)}});
}

Json stringProperty(const QString &title, const QString &description)
{
    return Json::object({{u"type"_s, Json::string(u"string")}, {u"title"_s, textOrAbsent(title)},
        {u"description"_s, textOrAbsent(description)}});
}

} // namespace

void McpDefinitions::remark(const QString &text)
{
    if (remarks.size() < maxRemarks)
        remarks.append(text);
    else
        ++remarksLeftOut;
}

std::optional<OperationSpec> McpDefinitions::begin(
    const Json &definition, QLatin1StringView nameMember, const QString &what, qsizetype index)
{
    const Json name = definition.member(nameMember);
    if (!name.isString() || name.utf8().isEmpty()) {
        remark(definition.isObject() ? u"%1 %2 was left out: its %3 is %4."_s.arg(what).arg(index + 1).arg(
                                           nameMember, name.isString() ? u"empty"_s : JsonRpc::kindText(name))
                                     : u"%1 %2 was left out: it is %3."_s.arg(what).arg(index + 1).arg(
                                           JsonRpc::kindText(definition)));
        return {};
    }
    OperationSpec spec;
    spec.id.name = name.toString();
    spec.title = definition.member("title"_L1).toString();
    spec.description = definition.member("description"_L1).toString();
    spec.definition = definition;
    if (const Json meta = definition.member("_meta"_L1); meta.isObject())
        spec.meta = meta;
    return spec;
}

void McpDefinitions::add(OperationSpec spec)
{
    lintIcons(spec);
    if (m_names.contains(spec.id.name)) {
        const QString original = spec.id.name;
        int &number = m_repeats[original]; // a list may repeat one name a hundred thousand times
        number = std::max(number, 1);
        while (m_names.contains(spec.id.name))
            spec.id.name = u"%1 (%2)"_s.arg(original, QString::number(++number));
        spec.remarks.append(u"The server lists \"%1\" more than once."_s.arg(shown(original)));
        remark(u"\"%1\" is listed more than once."_s.arg(shown(original)));
    }
    m_names.insert(spec.id.name);
    operations.append(std::move(spec));
}

void McpDefinitions::addTools(const QList<Json> &definitions)
{
    for (qsizetype i = 0; i < definitions.size(); ++i) {
        std::optional<OperationSpec> spec = begin(definitions.at(i), "name"_L1, u"Tool"_s, i);
        if (!spec)
            continue;
        spec->type = OperationType::Mutation;
        spec->kind = u"tool"_s;
        spec->group = u"tools"_s;
        spec->inputSchema = spec->definition.member("inputSchema"_L1);
        spec->outputSchema = spec->definition.member("outputSchema"_L1);
        if (const QString fault = dropsBadHeaders ? headerFault(spec->inputSchema) : QString();
            !fault.isEmpty()) {
            remark(u"The tool \"%1\" was left out: its %2."_s.arg(shown(spec->id.name), fault));
            continue;
        }
        if (!isPlainToolName(spec->id.name))
            spec->remarks.append(u"Its name is not 1 to 128 characters from A-Z a-z 0-9 _ - and dot."_s);
        if (spec->inputSchema.isAbsent())
            spec->remarks.append(u"inputSchema is missing; any input is accepted here."_s);
        else
            lintSchema(*spec, u"inputSchema"_s, spec->inputSchema);
        if (!spec->outputSchema.isAbsent() && !(hasAnyOutput && spec->outputSchema.isObject()))
            lintSchema(*spec, u"outputSchema"_s, spec->outputSchema);
        readAnnotations(*spec);
        add(std::move(*spec));
    }
}

Json withoutPresentContent(const Json &definition)
{
    const Json annotations = definition.member("annotations"_L1);
    const Json lasting = withoutMember(definition, u"size");
    if (!annotations.hasMember("lastModified"_L1))
        return lasting;
    const Json others = withoutMember(annotations, u"lastModified");
    return others.size() == 0 ? withoutMember(lasting, u"annotations")
                              : withMember(lasting, u"annotations", others);
}

void McpDefinitions::addResources(const QList<Json> &definitions)
{
    for (qsizetype i = 0; i < definitions.size(); ++i) {
        std::optional<OperationSpec> spec = begin(definitions.at(i), "uri"_L1, u"Resource"_s, i);
        if (!spec)
            continue;
        spec->id.name = u"resource:"_s + spec->id.name;
        spec->title = titleOfResource(spec->definition);
        spec->kind = u"resource"_s;
        spec->group = u"resources"_s;
        spec->parts = keptDefinition({withoutPresentContent(spec->definition)});
        spec->inputSchema = objectSchema(Json::emptyObject(), {});
        add(std::move(*spec));
    }
}

void McpDefinitions::addTemplates(const QList<Json> &definitions)
{
    // A variable like {x*} is a list, or an object of names with values.
    static const Json exploded = jsonLiteral(R"({"anyOf": [{"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": {"type": "string"}}]})");
    for (qsizetype i = 0; i < definitions.size(); ++i) {
        std::optional<OperationSpec> spec =
            begin(definitions.at(i), "uriTemplate"_L1, u"Resource template"_s, i);
        if (!spec)
            continue;
        QList<Json::Member> properties;
        QList<Json> required;
        for (const TemplateVariable &variable : templateVariables(spec->id.name)) {
            properties.append({variable.name, variable.isExploded ? exploded : stringProperty({}, {})});
            if (variable.isRequired)
                required.append(Json::string(variable.name));
        }
        if (const QString fault = templateFault(spec->id.name); !fault.isEmpty())
            spec->remarks.append(u"Its uriTemplate cannot be expanded correctly: %1."_s.arg(fault));
        spec->id.name = u"template:"_s + spec->id.name;
        if (spec->title.isEmpty())
            spec->title = spec->definition.member("name"_L1).toString();
        spec->kind = u"resource-template"_s;
        spec->group = u"templates"_s;
        spec->inputSchema = objectSchema(Json::object(properties), required);
        add(std::move(*spec));
    }
}

void McpDefinitions::addPrompts(const QList<Json> &definitions)
{
    for (qsizetype i = 0; i < definitions.size(); ++i) {
        std::optional<OperationSpec> spec = begin(definitions.at(i), "name"_L1, u"Prompt"_s, i);
        if (!spec)
            continue;
        QList<Json::Member> properties;
        QList<Json> required;
        for (const Json &argument : spec->definition.member("arguments"_L1).items()) {
            const QString name = argument.member("name"_L1).toString();
            if (name.isEmpty()) {
                spec->remarks.append(u"An argument has no name."_s);
                continue;
            }
            properties.append({name,
                stringProperty(
                    argument.member("title"_L1).toString(), argument.member("description"_L1).toString())});
            if (argument.member("required"_L1).toBoolean())
                required.append(Json::string(name));
        }
        spec->id.name = u"prompt:"_s + spec->id.name;
        spec->kind = u"prompt"_s;
        spec->group = u"prompts"_s;
        spec->inputSchema = objectSchema(Json::object(properties), required);
        add(std::move(*spec));
    }
}

void McpDefinitions::addTasks(const Json &capabilities)
{
    const Json legacy = capabilities.member("tasks"_L1);
    const Json modern = capabilities.member("extensions"_L1).member("io.modelcontextprotocol/tasks"_L1);
    struct Offer {
        QString method;
        QString title;
        bool isOffered;
        bool takesTask = true;
        OperationType type = OperationType::Query;
    };
    const Offer offers[] = {{u"tasks/list"_s, u"List tasks"_s, legacy.member("list"_L1).isObject(), false},
        {u"tasks/get"_s, u"Status of a task"_s, legacy.isObject() || modern.isObject()},
        {u"tasks/result"_s, u"Result of a task"_s, legacy.isObject()},
        {u"tasks/cancel"_s, u"Cancel a task"_s, legacy.member("cancel"_L1).isObject() || modern.isObject(),
            true, OperationType::Mutation}};
    for (const Offer &offer : offers) {
        if (!offer.isOffered)
            continue;
        OperationSpec spec;
        spec.id.name = offer.method;
        spec.title = offer.title;
        spec.type = offer.type;
        spec.kind = u"task"_s;
        spec.group = u"tasks"_s;
        const QString input = offer.takesTask ? u"taskId"_s : u"cursor"_s;
        const QString what =
            offer.takesTask ? u"The id that the server gave"_s : u"The cursor of the next page"_s;
        spec.inputSchema = objectSchema(Json::object({{input, stringProperty({}, what)}}),
            offer.takesTask ? QList<Json>{Json::string(input)} : QList<Json>{});
        add(std::move(spec));
    }
}

} // namespace Workbench
