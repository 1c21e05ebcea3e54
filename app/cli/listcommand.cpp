// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `list` and `describe`: show the operations of sources, and the schemas of one operation.

#include "app/cli/sourcerun.h"
#include "core/base/nearestnames.h"
#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontexts.h"
#include "core/operation/operationspec.h"
#include "core/schema/schemauri.h"

#include <QCoreApplication>

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

QString choiceText(const Json &values)
{
    QStringList texts;
    for (const Json &value : values.items()) {
        if (texts.size() == mostValues) {
            texts.append(u"…"_s);
            break;
        }
        texts.append(value.isString() ? value.toString() : QString::fromUtf8(value.toBytes()));
    }
    return u"one of %1"_s.arg(texts.join(u", "_s));
}

//! Describes the schemas of one operation as readable text. References are followed inside \a root.
class SchemaText {
public:
    explicit SchemaText(Json root)
        : m_root(std::move(root))
    {
    }

    //! Returns \a schema after following references and "allOf" with a single part.
    Json plain(const Json &schema) const;
    //! Returns the type of \a schema: "string", "one of a, b", "array of Pet", "object or null", "any".
    //! \a depth counts the nested arrays and branches.
    QString typeText(const Json &schema, int depth = 0) const;
    //! Returns the first line of the description, else of the title, of \a schema or of the schema that it
    //! refers to.
    QString about(const Json &schema) const;

private:
    Json m_root;
};

//! Returns the kind of an operation for a table: "GET /pets/{id}" for an OpenAPI document, "tool, read-only
//! (claimed)" for an MCP server, otherwise its type.
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

//! Returns the description of an operation, else its title. The result is empty if that text is only the
//! method and the path, which kindText() contains.
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

void addMembers(QList<QStringList> &rows, const SchemaText &text, const Json &object, bool hasPlaces,
    const QString &prefix = {}, const QString &place = {})
{
    const QStringList required = textsOf(object.member("required"_L1));
    for (const auto entry : object.member("properties"_L1).members()) {
        const QString name = entry.key();
        const Json schema = entry.value();
        const QString own = schema.member("x-in"_L1).toString(place);
        QStringList row{prefix + name};
        if (hasPlaces)
            row += own;
        row += {text.typeText(schema), required.contains(name) ? u"yes"_s : u"no"_s, text.about(schema)};
        rows += row;
        if (prefix.isEmpty() && own == "body"_L1)
            addMembers(rows, text, text.plain(schema), hasPlaces, name + u'.', own);
    }
}

//! Returns the members of an object as table rows: name, location (if \a hasPlaces), type, whether it is
//! required, description. The first row is the header. The result is empty if \a schema does not describe an
//! object with members. Members of a body follow the body as "body.NAME".
QList<QStringList> memberTable(const Json &schema, bool hasPlaces = false)
{
    QStringList head{u"Name"_s};
    if (hasPlaces)
        head += u"In"_s;
    head += {u"Type"_s, u"Required"_s, u"Description"_s};
    QList<QStringList> rows{head};
    const SchemaText text(schema);
    addMembers(rows, text, text.plain(schema), hasPlaces);
    return rows.size() > 1 ? rows : QList<QStringList>();
}

//! Returns memberTable() of an operation's input, with locations if any member has one.
QList<QStringList> inputTable(const Json &inputSchema)
{
    const Json object = SchemaText(inputSchema).plain(inputSchema);
    bool hasPlaces = false;
    for (const auto entry : object.member("properties"_L1).members())
        hasPlaces = hasPlaces || entry.value().hasMember("x-in"_L1);
    return memberTable(inputSchema, hasPlaces);
}

//! Returns the responses of an OpenAPI operation as table rows: status, media type, type, description. The
//! result is empty for any other operation.
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

//! Returns the schema of an event if an operation can answer with events as well as with a result; otherwise
//! absent.
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

//! Returns the word that follows the kind of an operation whose definition changed; empty for another.
QString changedText(bool isChanged)
{
    return isChanged ? u", changed"_s : QString();
}

//! Returns \a operation as JSON that says whether its definition changed since it was accepted.
Json withChange(const Json &operation, bool isChanged)
{
    return isChanged ? withMember(operation, u"definitionChanged", Json::boolean(true)) : operation;
}

constexpr int schemasChecked = 500; // the maximum number of listed operations whose schemas are checked

QStringList operationRow(const OperationSpec &spec, bool withSource, bool isChanged)
{
    const QString name = withSource ? spec.id.toString() : spec.id.name;
    QString kind = kindText(spec) + changedText(isChanged);
    if (spec.accessControl.isRestricted())
        kind += u", needs %1"_s.arg(visibleText(accessText(spec.accessControl), false, 60));
    return {name, kind, aboutText(spec).section(u'\n', 0, 0)};
}

//! Returns \a value with \a prefix before the names of shared definitions, so that the definitions of several
//! sources do not collide.
Json withPrefixedDefinitions(const Json &value, const QString &prefix)
{
    QByteArray text = value.toBytes();
    const QByteArray reference = R"("$ref":"#/$defs/)"; // inside a JSON string the quotes would be escaped
    return parseJson(text.replace(reference, QByteArray(reference + prefix.toUtf8()))).value_or(value);
}

bool matches(const OperationSpec &spec, const QString &type, const QString &filter)
{
    if (!type.isEmpty() && type != operationTypeName(spec.type) && type != spec.kind)
        return false;
    return filter.isEmpty() || spec.id.name.contains(filter, Qt::CaseInsensitive)
        || spec.title.contains(filter, Qt::CaseInsensitive)
        || spec.description.contains(filter, Qt::CaseInsensitive);
}

//! Fails with ErrorKind::Usage if \a type, the value of --type, is neither a type nor a kind of operations.
Result<void> checkType(const SourceRun &run, const QString &type)
{
    QStringList all{u"query"_s, u"mutation"_s, u"subscription"_s, u"operation"_s, u"tool"_s, u"resource"_s,
        u"resource-template"_s, u"prompt"_s};
    for (const QString &name : run.names) {
        for (const auto &spec : run.sessions.operationList(name)) {
            if (!all.contains(spec->kind))
                all += spec->kind;
        }
    }
    if (type.isEmpty() || all.contains(type))
        return {};
    return wrongUsage(
        u"--type must be one of %1, not \"%2\".%3"_s.arg(all.join(u", "_s), type, didYouMean(type, all)));
}

//! Returns why the lists of the sources are incomplete; empty if they are complete.
QString incompleteText(const SourceRun &run)
{
    QStringList reasons;
    for (const QString &name : run.names) {
        const QString reason = run.sessions.state(name).incompleteReason;
        if (!reason.isEmpty())
            reasons.append(run.names.size() > 1 ? QString(name + u": " + reason) : reason);
    }
    return reasons.join(u' ');
}

//! Returns the security alternatives in an operation's meta as text: "key, or token (read, write)". The text
//! is empty if the source states none.
QString securityText(const Json &security)
{
    QStringList alternatives;
    for (const Json &alternative : security.items()) {
        QStringList schemes;
        for (const auto entry : alternative.members()) {
            QStringList scopes;
            for (const Json &scope : entry.value().items())
                scopes += scope.toString();
            schemes += scopes.isEmpty() ? entry.key() : u"%1 (%2)"_s.arg(entry.key(), scopes.join(u", "_s));
        }
        alternatives += schemes.isEmpty() ? u"none"_s : schemes.join(u" and "_s);
    }
    return alternatives.join(u", or "_s);
}

//! Returns the access control of an operation, and what \a identity lacks. A hub may know the caller from the
//! connection, so what is missing here need not be missing there.
QStringList accessLines(const AccessControl &access, const std::optional<Identity> &identity)
{
    QStringList parts;
    if (access.isRestricted())
        parts += accessText(access);
    if (const Json members = unenforcedMembers(access); !members.isAbsent())
        parts += u"not enforced: %1"_s.arg(QString::fromUtf8(members.toBytes()));
    if (parts.isEmpty())
        return {};
    QStringList lines{u"access    %1"_s.arg(visibleText(parts.join(u"; "_s)))};
    const AccessControl missing = missingAccess(access, identity);
    if (missing.isRestricted()) {
        lines += identity ? u"          missing for %1: %2"_s.arg(
                                visibleText(identity->id), visibleText(accessText(missing)))
                          : u"          no identity is set"_s;
    }
    return lines;
}

//! Returns the members of an operation's meta that the description does not show elsewhere. Absent if there
//! are none.
Json otherMeta(const OperationSpec &spec)
{
    if (!spec.meta.isObject())
        return spec.meta;
    Json rest = spec.meta;
    for (const QStringView shown : {u"method", u"path", u"deprecated", u"servers", u"security", u"responses"})
        rest = withoutMember(rest, shown);
    if (spec.meta.member("summary"_L1).toString() == spec.description)
        rest = withoutMember(rest, u"summary");
    return rest.size() > 0 ? rest : Json();
}

QStringList factLines(const OperationSpec &spec, const std::optional<Identity> &identity)
{
    QStringList lines;
    if (spec.kind == "operation"_L1) // what an MCP server offers has no version
        lines += u"version   %1"_s.arg(visibleText(spec.version, false, 60));
    for (const Json &server : spec.meta.member("servers"_L1).items())
        lines += u"server    %1"_s.arg(visibleText(server.toString()));
    if (const Json security = spec.meta.member("security"_L1); security.isArray())
        lines +=
            u"security  %1"_s.arg(security.size() == 0 ? u"none"_s : visibleText(securityText(security)));
    lines += accessLines(spec.accessControl, identity);
    const auto add = [&lines](const QString &name, const Json &value) {
        lines += u"%1  %2"_s.arg(visibleText(name, false, 60).leftJustified(8),
            visibleText(QString::fromUtf8(value.toBytes()), false, 200));
    };
    for (const auto entry : spec.extra.members()) // members that the specification does not define
        add(entry.key(), entry.value());
    if (const Json meta = otherMeta(spec); !meta.isAbsent())
        add(u"_meta"_s, meta);
    return lines;
}

//! Writes the first lines of a description. They are indented, so that no line of the peer's text looks like
//! a line of the command.
void showDescription(Output &output, const QString &text)
{
    constexpr qsizetype mostLines = 60;
    const QStringList lines = visibleText(text, true).split(u'\n');
    const qsizetype shown = std::min(lines.size(), mostLines);
    for (const QString &line : lines.first(shown))
        output.line(line.trimmed().isEmpty() ? QString() : QString(u"  "_s + line));
    if (shown < lines.size())
        output.line(u"… %1 more lines; --json shows all"_s.arg(lines.size() - shown));
}

//! Writes an empty line and the first line of a part of the description.
void startPart(Output &output, const QString &text)
{
    output.line({});
    output.line(text);
}

//! Writes a table of members. Of a long table, writes only the required members and the first other members.
void showMembers(Output &output, const QList<QStringList> &rows)
{
    constexpr qsizetype mostRows = 100;
    const auto isRequired = [](const QStringList &row) { return row.at(row.size() - 2) == "yes"_L1; };
    const qsizetype hidden = rows.size() - 1 - mostRows;
    if (hidden <= 0)
        return output.table(rows);
    qsizetype others = mostRows - std::ranges::count_if(rows, isRequired);
    QList<QStringList> shown{rows.first()};
    for (const QStringList &row : rows.sliced(1)) {
        if (isRequired(row) || others-- > 0)
            shown += row;
    }
    output.table(shown);
    output.line(u"… and %1 more; --json shows all"_s.arg(rows.size() - shown.size()));
}

//! Returns \a listed with all its parts as JSON. Each definition that its schemas use appears once, in
//! "$defs".
Json withDefinitions(const OperationSpec &listed, const OperationSpec &whole)
{
    SharedDefinitions shared;
    OperationSpec spec = sharing(listed, shared);
    spec.meta = whole.meta;
    return withMember(Workbench::toJson(spec), u"$defs", Workbench::toJson(shared));
}

} // namespace

int runList(const SourceRun &run)
{
    const QString type = run.arguments.value(u"type"_s);
    const QString filter = run.arguments.value(u"filter"_s);
    if (const Result<void> known = checkType(run, type); !known)
        return run.output.fail(known.error());
    QList<QStringList> rows{{u"Operation"_s, u"Kind"_s, u"Description"_s}};
    JsonBuilder json;
    json.beginObject().key(u"operations").beginArray();
    QList<std::pair<QString, SharedDefinitions>> definitions; // only non-empty ones, by namespace
    int checked = 0;
    for (const QString &name : run.names) {
        SharedDefinitions shared;
        for (const auto &listed : run.sessions.operationList(name)) {
            if (!matches(*listed, type, filter))
                continue;
            // `envelope check` checks the schemas of a described service, because there are many large ones.
            if (listed->kind == "tool"_L1 && checked++ < schemasChecked)
                run.addSchemaRemarks(*listed);
            const bool isChanged = run.sessions.definitionChange(listed->id).has_value();
            if (!run.output.isJson()) {
                rows += operationRow(*listed, run.names.size() > 1, isChanged);
                continue;
            }
            const OperationSpec spec = sharing(*listed, shared);
            const Json written = withChange(Workbench::toJson(spec), isChanged);
            json.value(run.names.size() > 1 && !shared.isEmpty()
                    ? withPrefixedDefinitions(written, spec.id.nameSpace + u'.')
                    : written);
        }
        if (!shared.isEmpty())
            definitions.append({nameSpaceFor(name) + u'.', shared});
    }
    const QString incomplete = incompleteText(run);
    const bool isRefused = !incomplete.isEmpty() && run.arguments.has(u"strict"_s);
    const int code = isRefused ? ExitCode::Validation : ExitCode::Ok;
    if (run.output.isJson()) {
        json.endArray();
        if (!incomplete.isEmpty())
            json.add(u"incomplete", incomplete);
        if (!definitions.isEmpty())
            json.key(u"$defs").beginObject();
        for (const auto &[prefix, shared] : std::as_const(definitions)) {
            for (const auto &[name, schema] : shared.asKeyValueRange()) {
                if (run.names.size() > 1)
                    json.add(QString(prefix + name), withPrefixedDefinitions(schema, prefix));
                else
                    json.add(name, schema);
            }
        }
        if (!definitions.isEmpty())
            json.endObject();
        run.output.json(json.endObject().take());
        run.output.showRemarks();
        return code;
    }
    if (rows.size() == 1)
        run.output.note(QCoreApplication::translate("Cli", "no operations"));
    else
        run.output.table(rows);
    run.output.showRemarks();
    return code;
}

int runDescribe(const SourceRun &run)
{
    const Result<OperationSpec> listed =
        run.listedOperationNamed(run.names, run.arguments.positionals.constFirst());
    if (!listed)
        return run.output.fail(listed.error());
    const OperationSpec spec = completed(*listed);
    const bool isChanged = run.sessions.definitionChange(spec.id).has_value();
    if (run.output.isJson()) {
        run.output.json(withChange(withDefinitions(*listed, spec), isChanged));
        return ExitCode::Ok;
    }
    const QString kind = kindText(spec);
    const QStringList claims = QString(kind).remove(" (claimed)"_L1).split(u", "_s);
    QStringList tags = spec.tags;
    tags.removeIf(
        [&claims](const QString &tag) { return claims.contains(tag); }); // the kind contains them already
    const QString shown = tags.isEmpty() ? QString() : QString(u"  ["_s + tags.join(u", "_s) + u']');
    run.output.line(
        visibleText(QString(u"%1  %2"_s.arg(spec.id.toString(), kind) + changedText(isChanged) + shown)));
    if (!spec.title.isEmpty())
        run.output.line(u"  "_s + visibleText(spec.title));
    if (const QString about = aboutText(spec); !about.isEmpty() && about != spec.title)
        showDescription(run.output, about);
    const QStringList facts = factLines(spec, run.sessions.identity());
    if (!facts.isEmpty())
        run.output.line({});
    for (const QString &fact : facts)
        run.output.line(fact);
    const SchemaText input(spec.inputSchema);
    if (const QList<QStringList> rows = inputTable(spec.inputSchema); !rows.isEmpty()) {
        startPart(run.output, u"input"_s);
        showMembers(run.output, rows);
    } else {
        const bool isAny = spec.inputSchema.isAbsent() || spec.inputSchema.size() == 0;
        startPart(run.output,
            isAny
                ? u"input  any: no schema is declared"_s
                : u"input  %1 without declared members"_s.arg(visibleText(input.typeText(spec.inputSchema))));
    }
    const QList<QStringList> responses = responseTable(spec);
    if (!responses.isEmpty()) {
        startPart(run.output, u"responses"_s);
        run.output.table(responses);
    }
    if (spec.outputSchema.isAbsent()) {
        if (responses.isEmpty())
            startPart(run.output, u"result  not declared: results are not validated"_s);
    } else {
        const QString type = SchemaText(spec.outputSchema).typeText(spec.outputSchema);
        startPart(run.output, u"result  %1"_s.arg(visibleText(type)));
        if (const QList<QStringList> rows = memberTable(spec.outputSchema); !rows.isEmpty())
            showMembers(run.output, rows);
    }
    if (const Json event = eventSchema(spec); !event.isAbsent()) {
        startPart(run.output, u"event   %1"_s.arg(visibleText(SchemaText(event).typeText(event))));
        if (const QList<QStringList> rows = memberTable(event); !rows.isEmpty())
            showMembers(run.output, rows);
    }
    if (!spec.errorSchemas.isEmpty() && responses.isEmpty()) {
        QList<QStringList> rows{{u"Code"_s, u"HTTP"_s, u"Details"_s, u"Description"_s}};
        for (const ErrorDefinition &error : spec.errorSchemas) {
            const QString extra = QString::fromUtf8(error.extra.toBytes()); // empty if it is absent
            rows += {error.code, error.httpStatus ? QString::number(*error.httpStatus) : QString(),
                error.schema.isAbsent() ? QString() : SchemaText(error.schema).typeText(error.schema),
                QString(error.description.simplified() + u' ' + extra).trimmed()};
        }
        startPart(run.output, u"errors"_s);
        run.output.table(rows);
    }
    for (const QString &remark : spec.remarks)
        run.output.note(u"note: %1"_s.arg(visibleText(remark)));
    run.addSchemaRemarks(spec);
    run.output.showRemarks();
    return ExitCode::Ok;
}

} // namespace Workbench::Cli
