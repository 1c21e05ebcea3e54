// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/operationtext.h"
#include "app/cli/sourcerun.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

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

int runDescribe(const SourceRun &run)
{
    const Result<OperationSpec> listed =
        run.listedOperationNamed(run.names, run.arguments.positionals.constFirst());
    if (!listed)
        return run.output.fail(listed.error());
    const OperationSpec spec = completed(*listed);
    if (run.output.isJson()) {
        run.output.json(withDefinitions(*listed, spec));
        return ExitCode::Ok;
    }
    const QString kind = kindText(spec);
    const QStringList claims = QString(kind).remove(" (claimed)"_L1).split(u", "_s);
    QStringList tags = spec.tags;
    tags.removeIf(
        [&claims](const QString &tag) { return claims.contains(tag); }); // the kind contains them already
    const QString shown = tags.isEmpty() ? QString() : QString(u"  ["_s + tags.join(u", "_s) + u']');
    run.output.line(visibleText(QString(u"%1  %2"_s.arg(spec.id.toString(), kind) + shown)));
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
