// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/operationtext.h"
#include "app/cli/sourcerun.h"
#include "core/base/nearestnames.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr int schemasChecked = 500; // the maximum number of listed operations whose schemas are checked

QStringList operationRow(const OperationSpec &spec, bool withSource)
{
    const QString name = withSource ? spec.id.toString() : spec.id.name;
    QString kind = kindText(spec);
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
            if (!run.output.isJson()) {
                rows += operationRow(*listed, run.names.size() > 1);
                continue;
            }
            const OperationSpec spec = sharing(*listed, shared);
            const Json written = Workbench::toJson(spec);
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

} // namespace Workbench::Cli
