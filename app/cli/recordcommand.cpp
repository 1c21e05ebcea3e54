// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"
#include "app/cli/recordedcalls.h"
#include "app/cli/recordoutput.h"
#include "app/cli/sourcecommands.h"
#include "core/doctor/doctorchecks.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Error wrongRecordUse(const QString &sentence)
{
    return Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}};
}

} // namespace

//! A call whose operation is known.
struct SourceCommands::RecordedCall {
    OperationSpec spec;
    Json input;
    StreamEnd until{};
};

int SourceCommands::record(const QStringList &names)
{
    if (m_arguments.value(u"to"_s).isEmpty())
        return m_output.fail(wrongRecordUse(u"record wants --to DIR, the folder for the fixtures"_s));
    const bool areNamed = !m_arguments.positionals.isEmpty() || m_arguments.has(u"calls"_s);
    if (areNamed && m_arguments.has(u"inputs"_s))
        return m_output.fail(
            wrongRecordUse(u"--inputs goes with all operations, not with OPERATION or --calls"_s));
    RecordOutput recorded(m_arguments, u"to"_s, m_sessions.limits(), m_output);
    const Result<QList<RecordedCall>> calls = areNamed ? namedCalls(names) : readingCalls(names, recorded);
    if (!calls) {
        return calls.error().kind == ErrorKind::Cancelled ? int(ExitCode::Interrupted)
                                                          : m_output.fail(calls.error());
    }
    QHash<QByteArray, qsizetype> turns; // several of one exchange are all wanted
    for (qsizetype i = 0; i < calls->size() && !m_interrupt.happened() && !m_output.isClosed(); ++i) {
        const RecordedCall &call = calls->at(i);
        const QString name = call.spec.id.name;
        m_output.progress(calls->size() == 1
                ? u"recording %1 …"_s.arg(name)
                : u"recording %1 of %2: %3 …"_s.arg(i + 1).arg(calls->size()).arg(name));
        const qsizetype turn = turns[name.toUtf8() + '\n' + call.input.toBytes()]++;
        if (call.spec.type == OperationType::Subscription)
            recordStream(call, recorded, turn);
        else
            recordOne(call, recorded, turn);
    }
    recorded.showAll();
    return m_interrupt.happened() ? int(ExitCode::Interrupted) : recorded.exitCode();
}

//! Those of the command line, then those of --calls. All are looked at before the first one is made.
Result<QList<SourceCommands::RecordedCall>> SourceCommands::namedCalls(const QStringList &names)
{
    const auto isOperation = [&](const QString &word) { return operationNamed(names, word).has_value(); };
    QList<WantedCall> wanted = callsFromWords(m_arguments.positionals, isOperation);
    if (wanted.size() > 1 && m_arguments.has(u"input"_s))
        return std::unexpected(
            wrongRecordUse(u"--input is for one OPERATION; give several KEY=VALUE, or --calls FILE"_s));
    if (m_arguments.has(u"calls"_s)) {
        const QString file = m_arguments.value(u"calls"_s);
        const qint64 most = m_sessions.limits().docBytes;
        const Result<QByteArray> text = file == "-"_L1 ? readStdin(most, m_interrupt) : readFile(file, most);
        if (!text)
            return std::unexpected(text.error());
        const auto lines = callsFromLines(*text, file == "-"_L1 ? u"stdin"_s : file);
        if (!lines)
            return std::unexpected(lines.error());
        wanted += *lines;
    }
    const Result<StreamEnd> until = streamEnd(m_arguments);
    if (!until)
        return std::unexpected(until.error());
    QList<RecordedCall> calls;
    for (const WantedCall &one : std::as_const(wanted)) {
        const auto refused = [&one](Error error) {
            if (!one.place.isEmpty())
                error.message.prepend(one.place + u": "_s);
            return std::unexpected(error);
        };
        const Result<OperationSpec> spec = operationNamed(names, one.operation);
        if (!spec)
            return refused(spec.error());
        const Result<Json> value = one.input.isAbsent() ? input(*spec, one.pairs) : Result<Json>(one.input);
        if (!value)
            return refused(value.error());
        const RecordedCall call{*spec, *value, one.until.value_or(*until)};
        if (wanted.size() > 1 && spec->type == OperationType::Subscription && !call.until.isBounded()) {
            return refused(wrongRecordUse(
                u"%1 is a stream: say where it ends with --count N or --for DURATION"_s.arg(one.operation)));
        }
        calls.append(call);
    }
    return calls;
}

//! Everything that only reads and needs no input, and what --inputs has an input for.
Result<QList<SourceCommands::RecordedCall>> SourceCommands::readingCalls(
    const QStringList &names, RecordOutput &recorded)
{
    Json inputs = Json::emptyObject();
    if (m_arguments.has(u"inputs"_s)) {
        const Result<Json> file = readJsonFile(m_arguments.value(u"inputs"_s), m_sessions.limits().docBytes);
        if (!file)
            return std::unexpected(file.error());
        if (!file->isObject())
            return std::unexpected(wrongRecordUse(u"--inputs wants an object: {OPERATION: input}"_s));
        inputs = *file;
    }
    const Result<StreamEnd> until = streamEnd(m_arguments);
    if (!until)
        return std::unexpected(until.error());
    QStringList unknown;
    for (const Json::Members::Entry &entry : inputs.members())
        unknown.append(entry.key());
    QList<RecordedCall> calls;
    for (const QString &name : names) {
        for (const auto &light : m_sessions.operationList(name)) {
            const OperationSpec spec = completed(*light);
            unknown.removeAll(spec.id.name);
            const Json given = inputs.member(spec.id.name);
            const bool isStream = spec.type == OperationType::Subscription;
            const QString reason = reasonNotToCall(spec);
            if (given.isAbsent() ? !reason.isEmpty() : isStream && !until->isBounded())
                recorded.skip(spec.id.name, reason);
            else
                calls.append({spec, given.isAbsent() ? Json::emptyObject() : given, *until});
        }
    }
    for (const QString &name : std::as_const(unknown))
        recorded.fail(name, wrongRecordUse(u"there is no such operation"_s));
    return calls;
}

void SourceCommands::recordOne(const RecordedCall &call, RecordOutput &recorded, qsizetype turn)
{
    InvokeOptions options;
    options.sendInvalid = m_arguments.has(u"send-invalid"_s);
    const std::unique_ptr<Invocation> invocation = m_sessions.invoke(call.spec.id, call.input, options);
    QEventLoop loop;
    QObject::connect(invocation.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    QObject::connect(&m_interrupt, &Interrupt::interrupted, invocation.get(), &Invocation::cancel);
    if (m_interrupt.happened())
        invocation->cancel();
    loop.exec();
    keep(*invocation, call.input, recorded, turn);
}

void SourceCommands::keep(
    const Invocation &invocation, const Json &value, RecordOutput &recorded, qsizetype turn)
{
    const Result<Outcome> &result = invocation.result();
    const QString &id = invocation.exchangeId();
    if (!RecordOutput::isExchange(result, m_sessions.exchanges()->bytesOf(id).first))
        return recorded.fail(invocation.operation().name, result.error());
    const Recording recording = recordingOf(m_sessions, invocation.operation(), value, id);
    recorded.write(
        recordedCall(recording, result, recordingSecrets(m_sessions, recording.origin.name)), turn);
}

void SourceCommands::recordStream(const RecordedCall &call, RecordOutput &recorded, qsizetype turn)
{
    InvokeOptions options;
    options.sendInvalid = m_arguments.has(u"send-invalid"_s);
    const StreamTake take(m_sessions.subscribe(call.spec.id, call.input, options), call.until, m_interrupt);
    QEventLoop loop;
    QObject::connect(&take, &StreamTake::finished, &loop, &QEventLoop::quit);
    loop.exec();
    keep(take.subscription(), call.input, take.events(), take.end(), recorded, turn);
}

void SourceCommands::keep(const Subscription &subscription, const Json &value,
    const QList<FixtureEvent> &events, const QString &end, RecordOutput &recorded, qsizetype turn)
{
    const bool failed = end == "error"_L1;
    const std::optional<Error> error = failed ? std::optional(subscription.endError()) : std::nullopt;
    if (failed && events.isEmpty() && !RecordOutput::isExchange(std::unexpected(*error), 0))
        return recorded.fail(subscription.operation().name, *error);
    const Recording recording =
        recordingOf(m_sessions, subscription.operation(), value, subscription.exchangeId());
    recorded.write(
        recordedStream(recording, events, end, error, recordingSecrets(m_sessions, recording.origin.name)),
        turn);
}

} // namespace Workbench::Cli
