// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/sourcerun.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

#include <QEventLoop>
#include <QFutureWatcher>

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
    if (const int refused = run.acceptDefinition(*spec); refused != ExitCode::Ok)
        return refused;
    const QString member = run.arguments.positionals.at(1);
    if (const Result<void> known = checkName(member, *spec); !known)
        return run.output.fail(known.error());
    const Result<Json> value = run.input(*spec, run.arguments.positionals.mid(2));
    if (!value)
        return run.output.fail(value.error());
    std::stop_source stop;
    QFutureWatcher<Result<InputCompletion>> asked;
    QEventLoop loop;
    QObject::connect(&asked, &QFutureWatcherBase::finished, &loop, &QEventLoop::quit);
    QObject::connect(&run.interrupt, &Interrupt::interrupted, &loop, [&stop] { stop.request_stop(); });
    asked.setFuture(run.sessions.complete(spec->id, member, *value, stop.get_token()));
    if (!asked.isFinished())
        loop.exec();
    if (run.interrupt.happened())
        return run.output.interrupted();
    const Result<InputCompletion> found = asked.result();
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
