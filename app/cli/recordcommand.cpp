// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"
#include "app/cli/recordedcalls.h"
#include "core/checks/checkrules.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Returns whether \a spec is recorded as a stream. An operation that can answer either way is recorded as a
//! stream only if \a until has a bound.
bool isRecordedAsStream(const OperationSpec &spec, const StreamEnd &until)
{
    return spec.type == OperationType::Subscription || (spec.isStreamToo && until.isBounded());
}

//! Returns the calls of all read-only operations without required input, and of the operations in --inputs.
Result<QList<RecordedCall>> readingCalls(const SourceRun &run, RecordOutput &recorded)
{
    const Result<Json> inputs = inputsFile(run.arguments, run.sessions.limits().docBytes);
    if (!inputs)
        return std::unexpected(inputs.error());
    const Result<StreamEnd> until = streamEnd(run.arguments);
    if (!until)
        return std::unexpected(until.error());
    QStringList unknown;
    for (const Json::Members::Entry &entry : inputs->members())
        unknown.append(entry.key());
    QList<RecordedCall> calls;
    for (const QString &name : run.names) {
        SharedDefinitions definitions;
        for (const auto &light : run.sessions.operationList(name)) {
            const OperationSpec spec = sharing(*light, definitions);
            unknown.removeAll(spec.id.name);
            const Json given = inputs->member(spec.id.name);
            const bool isStream = isRecordedAsStream(spec, *until);
            const QString reason = reasonNotToCall(spec);
            if (given.isAbsent() ? !reason.isEmpty() : isStream && !until->isBounded()) {
                recorded.skip(spec.id.name, reason);
                continue;
            }
            const Result<Json> value = given.isAbsent() ? Result<Json>(Json::emptyObject())
                                                        : run.checkedInput(completed(*light), given);
            if (!value)
                return std::unexpected(value.error());
            calls.append({*light, *value, *until});
        }
    }
    for (const QString &name : std::as_const(unknown))
        recorded.fail(name, usageError(u"the source has no such operation"_s));
    return calls;
}

void recordOne(const SourceRun &run, const RecordedCall &call, RecordOutput &recorded, qsizetype turn)
{
    InvokeOptions options;
    options.sendInvalid = run.sendsInvalid();
    const std::unique_ptr<Invocation> invocation = run.sessions.invoke(call.spec.id, call.input, options);
    QEventLoop loop;
    QObject::connect(invocation.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    QObject::connect(&run.interrupt, &Interrupt::interrupted, invocation.get(), &Invocation::cancel);
    if (run.interrupt.happened())
        invocation->cancel();
    loop.exec();
    keep(run, *invocation, call.input, recorded, turn);
}

void recordStream(const SourceRun &run, const RecordedCall &call, RecordOutput &recorded, qsizetype turn)
{
    InvokeOptions options;
    options.sendInvalid = run.sendsInvalid();
    const StreamTake take(
        run.sessions.subscribe(call.spec.id, call.input, options), call.until, run.interrupt);
    QEventLoop loop;
    QObject::connect(&take, &StreamTake::finished, &loop, &QEventLoop::quit);
    loop.exec();
    keep(run, take.subscription(), call.input, take.events(), take.end(), recorded, turn);
}

} // namespace

int runRecord(const SourceRun &run)
{
    if (run.arguments.value(u"to"_s).isEmpty())
        return run.output.fail(usageError(u"record needs --to DIR, the folder for the fixtures"_s));
    const bool areNamed = !run.arguments.positionals.isEmpty() || run.arguments.has(u"calls"_s);
    if (areNamed && run.arguments.has(u"inputs"_s))
        return run.output.fail(usageError(u"--inputs cannot be combined with OPERATION or --calls"_s));
    if (const Result<QStringList> accepted = acceptedDefinitions(run.arguments); !accepted)
        return run.output.fail(accepted.error());
    RecordOutput recorded(run.arguments, u"to"_s, run.sessions.limits(), run.output);
    const Result<QList<RecordedCall>> calls = areNamed ? namedCalls(run) : readingCalls(run, recorded);
    if (!calls) {
        return calls.error().kind == ErrorKind::Cancelled ? run.output.interrupted()
                                                          : run.output.fail(calls.error());
    }
    QHash<QByteArray, qsizetype> turns; // repeated calls with one input each get a fixture
    for (qsizetype i = 0; i < calls->size() && !run.interrupt.happened() && !run.output.isClosed(); ++i) {
        const RecordedCall &call = calls->at(i);
        const QString name = call.spec.id.name;
        run.output.progress(calls->size() == 1
                ? u"recording %1 …"_s.arg(name)
                : u"recording %1 of %2: %3 …"_s.arg(i + 1).arg(calls->size()).arg(name));
        if (const Result<void> accepted = run.acceptDefinition(call.spec); !accepted) {
            recorded.fail(name, accepted.error());
            continue;
        }
        const qsizetype turn = turns[name.toUtf8() + '\n' + call.input.toBytes()]++;
        if (isRecordedAsStream(call.spec, call.until))
            recordStream(run, call, recorded, turn);
        else
            recordOne(run, call, recorded, turn);
    }
    recorded.showAll();
    run.noteIdentity();
    if (run.interrupt.happened())
        return ExitCode::Interrupted;
    if (!recorded.hasRecorded() && recorded.exitCode() == ExitCode::Ok && !run.output.isClosed()) {
        return run.output.fail(Error{ErrorKind::Validation, u"record.nothing"_s,
            u"Nothing was recorded from \"%1\": without names, record calls only operations that read and need no input. Name an OPERATION, or give inputs with --inputs FILE."_s
                .arg(run.names.join("\", \""_L1))});
    }
    return recorded.exitCode();
}

} // namespace Workbench::Cli
