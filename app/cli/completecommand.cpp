// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/secrets.h"
#include "app/cli/sourcerun.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Json completionJson(const InputCompletion &completion)
{
    return Json::object({{u"values"_s, textArray(completion.values)},
        {u"total"_s, completion.total < 0 ? Json() : Json::integer(completion.total)},
        {u"hasMore"_s, Json::boolean(completion.hasMore)}});
}

} // namespace

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
        run.output.jsonLine(completionJson(*found));
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
