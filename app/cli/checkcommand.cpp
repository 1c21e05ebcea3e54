// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/diagnosisoutput.h"
#include "app/cli/input.h"
#include "app/cli/sourcerun.h"
#include "core/base/atomicfile.h"
#include "core/base/visibletext.h"
#include "core/checks/connectioncheck.h"
#include "core/checks/sourcecheck.h"
#include "core/envelope/explanation/recognition.h"
#include "core/json/jsonbuilder.h"

#include <QCoreApplication>

#include <algorithm>

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

constexpr qsizetype namesShown = 5;
constexpr qsizetype detailsShown = 5;

//! Returns the first names, or \a all names, as text: "a, b, c, d, e, …".
QString shownNames(const QStringList &names, bool all)
{
    const bool isCut = !all && names.size() > namesShown;
    return names.first(isCut ? namesShown : names.size()).join(u", "_s) + (isCut ? u", …"_s : QString());
}

//! Returns a summary such as "0 of 8 operations called; --inputs FILE calls more".
QString calledText(const CheckReport &report)
{
    const qsizetype called = report.calledOperations();
    const bool hasMore = called < report.runs.size();
    return u"%1 of %2 operations called%3"_s.arg(QString::number(called), QString::number(report.runs.size()),
        hasMore ? u"; --inputs FILE calls more"_s : QString());
}

void print(const CheckReport &report, bool isVerbose, Output &output)
{
    output.line(
        visibleText(report.peer.isEmpty() ? report.source : u"%1: %2"_s.arg(report.source, report.peer)));
    QList<QStringList> rows{{u"Operation"_s, u"Outcome"_s, u"ms"_s, u"Envelope"_s, u"Findings"_s}};
    for (const CheckRun &run : report.runs) {
        const qsizetype findings =
            std::ranges::count(report.findings, run.operation, &CheckFinding::operation);
        const bool wasCalled = run.outcome != CheckRun::Outcome::NotCalled;
        const QString outcome = wasCalled
            ? (run.outcome == CheckRun::Outcome::Answered ? u"answered"_s : u"failed"_s)
            : u"not called: %1"_s.arg(run.reason);
        rows.append({run.operation, outcome, wasCalled ? QString::number(run.durationMs) : QString(),
            layerNames(run.layers), findings == 0 ? QString() : QString::number(findings)});
    }
    output.table(rows);
    for (const FindingGroup &group : grouped(report)) {
        const bool isOne = group.operations.size() == 1;
        output.line(u"%1: %2%3 [%4]"_s.arg(severityWord(group.severity),
            isOne ? visibleText(group.operations.constFirst()) + u": "_s : QString(),
            visibleText(group.message), group.code));
        for (const QString &line : group.words)
            output.line(u"  "_s + visibleText(line));
        if (group.details.isEmpty() && group.operations.size() > 1)
            output.line(u"  "_s + visibleText(shownNames(group.operations, isVerbose)));
        const qsizetype shown = isVerbose ? group.details.size() : detailsShown;
        for (const QString &detail : group.details.first(std::min(shown, group.details.size())))
            output.line(u"  "_s + visibleText(detail));
        if (shown < group.details.size())
            output.line(u"  … and %1 more; --verbose lists them"_s.arg(group.details.size() - shown));
    }
    output.line(calledText(report));
    const auto counted = [&report](Diagnosis::Severity severity, const QString &word) {
        const qsizetype count = report.count(severity);
        return u"%1 %2%3"_s.arg(QString::number(count), word, count == 1 ? QString() : u"s"_s);
    };
    output.line(u"%1, %2, %3"_s.arg(counted(Diagnosis::Severity::Error, u"error"_s),
        counted(Diagnosis::Severity::Warning, u"warning"_s), counted(Diagnosis::Severity::Info, u"note"_s)));
}

//! Returns the \a inputs for the operations of \a source by their names. Fails with ErrorKind::Usage for an
//! operation that none of the sources has, and with ErrorKind::Validation for a member that its operation
//! does not have.
Result<QHash<QString, Json>> inputsFor(const SourceRun &run, const QString &source, const Json &inputs)
{
    QHash<QString, Json> chosen;
    for (const auto entry : inputs.members()) {
        const QString operation = entry.key();
        const Result<OperationSpec> here = run.operationNamed({source}, operation);
        if (!here) {
            const auto hasIt = [&](const QString &name) {
                return run.listedOperationNamed({name}, operation).has_value();
            };
            if (std::ranges::any_of(run.names, hasIt))
                continue;
            return std::unexpected(run.operationNamed(operation).error());
        }
        const Result<Json> checked = run.checkedInput(*here, inputs.member(operation));
        if (!checked)
            return std::unexpected(checked.error());
        chosen.insert(here->id.name, *checked);
    }
    return chosen;
}

//! Returns the exit code of all reports: errors count more than what needs the confirmation of the user
//! (definitions that changed since they were accepted, calls), and this more than warnings.
int codeOf(const QList<CheckReport> &reports, bool isStrict)
{
    const auto have = [&reports](Diagnosis::Severity severity) {
        return std::ranges::any_of(
            reports, [severity](const CheckReport &report) { return report.count(severity) > 0; });
    };
    if (have(Diagnosis::Severity::Error))
        return ExitCode::Validation;
    const auto needsConfirmation = [](const CheckReport &report) {
        return report.hasChangedDefinitions() || !report.unconfirmed.isEmpty();
    };
    if (std::ranges::any_of(reports, needsConfirmation))
        return ExitCode::Trust;
    return isStrict && have(Diagnosis::Severity::Warning) ? ExitCode::Validation : ExitCode::Ok;
}

//! Runs `check --connect`: connects to each source step by step and prints the steps. Returns the exit code
//! of the first failure, else 0. Waits in a nested event loop.
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

} // namespace

int runCheck(const SourceRun &run)
{
    if (run.arguments.has(u"connect"_s))
        return checkConnections(run);
    CheckOptions options;
    const Result<Json> inputs = inputsFile(run.arguments, run.sessions.limits().docBytes);
    if (!inputs)
        return run.output.fail(inputs.error());
    options.acceptDefinitions = run.arguments.has(u"accept"_s);
    if (run.arguments.has(u"junit"_s) && run.names.size() > 1)
        return run.output.fail(usageError(u"--junit needs one source, not %1"_s.arg(run.names.size())));
    QList<CheckReport> reports;
    for (const QString &name : run.names) {
        const auto chosen = inputsFor(run, name, *inputs);
        if (!chosen)
            return run.output.fail(chosen.error());
        options.inputs = *chosen;
        SourceCheck check(&run.sessions, name, options);
        QEventLoop loop;
        QObject::connect(&check, &SourceCheck::finished, &loop, &QEventLoop::quit);
        QObject::connect(&run.interrupt, &Interrupt::interrupted, &check, &SourceCheck::cancel);
        QObject::connect(&check, &SourceCheck::progressed, &loop,
            [&run](qsizetype done, qsizetype total, const QString &operation) {
                run.output.progress(
                    u"%1 of %2: %3"_s.arg(QString::number(done), QString::number(total), operation));
            });
        check.start();
        loop.exec();
        const CheckReport &report = check.report();
        if (run.arguments.has(u"junit"_s)) {
            const Result<void> written =
                writeFileAtomically(run.arguments.value(u"junit"_s), toJUnit(report));
            if (!written)
                return run.output.fail(written.error());
        }
        if (run.output.isJson())
            run.output.json(toJson(report));
        else
            print(report, run.arguments.has(u"verbose"_s), run.output);
        if (report.hasChangedDefinitions())
            run.output.note(u"Definitions changed. If that is expected, add --accept"_s);
        for (const Error &error : report.unconfirmed)
            run.output.note(run.output.sentenceOf(error));
        reports.append(report);
    }
    const int code = codeOf(reports, run.arguments.has(u"strict"_s));
    return run.interrupt.happened() ? int(ExitCode::Interrupted) : code;
}

} // namespace Workbench::Cli
