// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/connectionoutput.h"

#include "app/cli/input.h"
#include "core/base/visibletext.h"
#include "core/checks/connectioncheck.h"
#include "core/json/jsonbuilder.h"

#include <QCoreApplication>
#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Returns \a step with its advice worded for the command line.
ConnectionStep withOptions(ConnectionStep step, const std::optional<Error> &error, const Output &output)
{
    if (step.state == ConnectionStep::State::Failed && error) {
        const QString text = visibleText(output.sentenceOf(*error).simplified());
        step.advice = text.sliced(endOfSentence(text)).trimmed();
    } else if (step.code == "environment"_L1 && !step.advice.isEmpty()) {
        step.advice = u"Give these variables a value with --env NAME=VALUE."_s;
    }
    return step;
}

void printSteps(const ConnectionReport &report, Output &output)
{
    output.line(visibleText(report.source));
    QList<QStringList> rows{{u"Step"_s, u"State"_s, u"ms"_s, u"Observed"_s}};
    for (const ConnectionStep &step : report.steps) {
        rows.append({titleOf(step), stateWord(step.state),
            step.durationMs < 0 ? QString() : QString::number(step.durationMs), step.observed});
    }
    output.table(rows);
    for (const ConnectionStep &step : report.steps) {
        if (!step.detail.isEmpty())
            output.line(u"%1: %2"_s.arg(titleOf(step), step.detail));
        // The error contains the advice for a failed step.
        if (!step.advice.isEmpty() && step.state != ConnectionStep::State::Failed)
            output.line(u"%1: %2%3 %4"_s.arg(titleOf(step), step.observed,
                step.observed.endsWith(u'.') ? QString() : u"."_s, step.advice));
    }
}

} // namespace

int checkConnections(const SourceRun &run)
{
    for (const QString &option : {u"inputs"_s, u"junit"_s, u"accept"_s}) {
        if (run.arguments.has(option))
            return run.output.fail(usageError(u"--%1 cannot be combined with --connect"_s.arg(option)));
    }
    int code = ExitCode::Ok;
    for (const QString &name : run.names) {
        ConnectionCheck check(&run.sessions, *run.sessions.source(name));
        QEventLoop loop;
        QObject::connect(&check, &ConnectionCheck::finished, &loop, &QEventLoop::quit);
        QObject::connect(&run.interrupt, &Interrupt::interrupted, &check, &ConnectionCheck::cancel);
        run.output.progress(QCoreApplication::translate("Cli", "connecting to %1 …").arg(name));
        check.start();
        loop.exec();
        if (run.interrupt.happened())
            return run.output.interrupted();
        ConnectionReport report = check.report();
        for (ConnectionStep &step : report.steps)
            step = withOptions(std::move(step), report.error, run.output);
        const Error error = report.error ? notConnected(*report.error, name) : Error();
        if (run.output.isJson())
            run.output.json(
                report.error ? withMember(toJson(report), u"error", toJson(error)) : toJson(report));
        else
            printSteps(report, run.output);
        if (report.error && code == ExitCode::Ok)
            code = exitCodeFor(error);
        if (report.error && !run.output.isJson())
            run.output.fail(error);
    }
    return code;
}

} // namespace Workbench::Cli
