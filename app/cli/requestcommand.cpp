// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"
#include "app/cli/secrets.h"
#include "app/cli/sourcerun.h"
#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"
#include "core/session/preview.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Returns the request as text in \a form: "json" (resources/cli.schema.json describes `request --as json`),
//! "http", "curl", or the frame or the HTTP message if the form is empty. Fails with ErrorKind::Usage for
//! another form, or one that does not suit the source.
Result<QByteArray> requestText(const WirePreview &preview, const QString &form)
{
    if (form == "json"_L1)
        return escapedInvisible(toJson(preview).toBytes()) + '\n';
    if (form.isEmpty() && preview.method.isEmpty())
        return QByteArray(preview.body.endsWith('\n') ? preview.body : preview.body + '\n');
    if (!QStringList{QString(), u"http"_s, u"curl"_s}.contains(form))
        return wrongUsage(u"--as must be curl, http or json, not \"%1\""_s.arg(form));
    if (preview.method.isEmpty())
        return wrongUsage(u"this source does not speak HTTP: use --as json"_s);
    if (form == "curl"_L1)
        return asCurlCommands(preview);
    return asHttpMessage(partsOf(preview));
}

//! Returns the names of what is hidden in the request. curl opens a session of its own, so the id of the
//! session is not missing.
QString hiddenNames(const WirePreview &preview)
{
    QStringList names;
    for (const QString &name : preview.hidden) {
        if (name.compare(QLatin1StringView(preview.sessionHeader), Qt::CaseInsensitive) != 0)
            names.append(visibleText(name, false, 100));
    }
    names.removeDuplicates();
    return names.join(u", "_s);
}

} // namespace

int runRequest(const SourceRun &run)
{
    const Result<OperationSpec> spec = run.operation();
    if (!spec)
        return run.output.fail(spec.error());
    const Result<Json> value =
        run.input(*spec).and_then([&](const Json &input) { return run.validInput(*spec, input); });
    if (!value)
        return run.output.fail(value.error());
    const Result<WirePreview> preview = run.sessions.preview(spec->id, *value);
    if (!preview)
        return run.output.fail(preview.error());
    const QString form = run.arguments.value(u"as"_s, run.output.isJson() ? u"json"_s : QString());
    const Result<QByteArray> text = requestText(*preview, form);
    if (!text)
        return run.output.fail(text.error());
    run.output.raw(*text);
    for (const QString &remark : preview->remarks)
        run.output.note(u"warning: "_s + visibleText(remark));
    if (const QString names = hiddenNames(*preview); !names.isEmpty() && form != "json"_L1)
        run.output.note(u"hidden: %1; put in the secrets before you send this request"_s.arg(names));
    if (!preview->opening.isEmpty() && form != "curl"_L1) {
        run.output.note(
            u"the session in %1 ends with this command; --as curl prints commands that open one"_s.arg(
                QString::fromLatin1(preview->sessionHeader)));
    }
    return ExitCode::Ok;
}

int runComplete(const SourceRun &run)
{
    const Result<OperationSpec> spec = run.operation();
    if (!spec)
        return run.output.fail(spec.error());
    if (const Result<void> accepted = run.acceptDefinition(*spec); !accepted)
        return run.output.fail(accepted.error());
    const QString member = run.arguments.positionals.at(1);
    if (const Result<void> known = checkName(member, *spec); !known)
        return run.output.fail(known.error());
    const Result<Json> value = run.input(*spec, run.arguments.positionals.mid(2));
    if (!value)
        return run.output.fail(value.error());
    std::stop_source stop;
    const QObject context;
    QObject::connect(&run.interrupt, &Interrupt::interrupted, &context, [&stop] { stop.request_stop(); });
    const Result<InputCompletion> found =
        waitFor(run.sessions.complete(spec->id, member, *value, stop.get_token()));
    if (run.interrupt.happened())
        return run.output.interrupted();
    if (!found)
        return run.output.fail(found.error());
    if (run.output.isJson()) {
        run.output.jsonLine(Json::object({{u"values"_s, textArray(found->values)},
            {u"total"_s, found->total < 0 ? Json() : Json::integer(found->total)},
            {u"hasMore"_s, Json::boolean(found->hasMore)}}));
        run.output.showRemarks();
        return ExitCode::Ok;
    }
    for (const QString &proposed : found->values)
        run.output.line(visibleText(proposed));
    if (found->hasMore)
        run.output.note(found->total >= 0 ? u"%1 of %2 values"_s.arg(found->values.size()).arg(found->total)
                                          : u"there are more values"_s);
    run.output.showRemarks();
    return ExitCode::Ok;
}

} // namespace Workbench::Cli
