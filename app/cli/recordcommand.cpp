// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"
#include "app/cli/recordoutput.h"
#include "app/cli/sourcecommands.h"
#include "core/doctor/doctorchecks.h"

#include <QEventLoop>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Error wrongRecordUse(const QString &sentence)
{
    return Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}};
}

//! Where to stop a stream.
struct StreamEnd {
    qsizetype count = 0; //!< 0: nowhere
    std::chrono::milliseconds time{0};
};

Result<StreamEnd> streamEnd(const Arguments &arguments)
{
    StreamEnd end;
    bool isNumber = true;
    if (arguments.has(u"count"_s))
        end.count = arguments.value(u"count"_s).toLongLong(&isNumber);
    if (!isNumber || end.count < 0 || (arguments.has(u"count"_s) && end.count == 0))
        return std::unexpected(wrongRecordUse(u"--count wants a number above 0"_s));
    const auto time = durationFromText(arguments.value(u"for"_s, u"0"_s));
    if (!time)
        return std::unexpected(time.error());
    end.time = *time;
    return end;
}

} // namespace

int SourceCommands::record(const QStringList &names)
{
    if (m_arguments.value(u"to"_s).isEmpty())
        return m_output.fail(wrongRecordUse(u"record wants --to DIR, the folder for the fixtures"_s));
    RecordOutput recorded(m_arguments, u"to"_s, m_sessions.limits(), m_output);
    if (!m_arguments.positionals.isEmpty()) {
        const std::optional<OperationSpec> spec = findOperation(names);
        if (!spec)
            return ExitCode::Usage;
        const Result<Json> value = input(*spec);
        if (!value)
            return m_output.fail(value.error());
        recordOne(*spec, *value, recorded);
    } else if (const int failed = recordMany(names, recorded); failed != ExitCode::Ok) {
        return failed;
    }
    recorded.showAll();
    return m_interrupt.happened() ? int(ExitCode::Interrupted) : recorded.exitCode();
}

//! Everything that only reads and needs no input, and what --inputs has an input for.
int SourceCommands::recordMany(const QStringList &names, RecordOutput &recorded)
{
    Json inputs = Json::emptyObject();
    if (m_arguments.has(u"inputs"_s)) {
        const Result<Json> file = readJsonFile(m_arguments.value(u"inputs"_s), m_sessions.limits().docBytes);
        if (!file)
            return m_output.fail(file.error());
        if (!file->isObject())
            return m_output.fail(wrongRecordUse(u"--inputs wants an object: {OPERATION: input}"_s));
        inputs = *file;
    }
    QStringList unknown;
    for (const Json::Members::Entry &entry : inputs.members())
        unknown.append(entry.key());
    for (const QString &name : names) {
        for (const auto &light : m_sessions.operationList(name)) {
            if (m_interrupt.happened() || m_output.isClosed())
                return ExitCode::Ok;
            const OperationSpec spec = completed(*light);
            unknown.removeAll(spec.id.name);
            const Json given = inputs.member(spec.id.name);
            const bool isStream = spec.type == OperationType::Subscription;
            const bool isBounded = m_arguments.has(u"count"_s) || m_arguments.has(u"for"_s);
            const QString reason = reasonNotToCall(spec);
            if (given.isAbsent() ? !reason.isEmpty() : isStream && !isBounded)
                recorded.skip(spec.id.name, reason);
            else
                recordOne(spec, given.isAbsent() ? Json::emptyObject() : given, recorded);
        }
    }
    for (const QString &name : std::as_const(unknown))
        recorded.fail(name, wrongRecordUse(u"there is no such operation"_s));
    return ExitCode::Ok;
}

void SourceCommands::recordOne(const OperationSpec &spec, const Json &value, RecordOutput &recorded)
{
    if (spec.type == OperationType::Subscription)
        return recordStream(spec, value, recorded);
    m_output.progress(u"recording %1 …"_s.arg(spec.id.name));
    InvokeOptions options;
    options.sendInvalid = m_arguments.has(u"send-invalid"_s);
    const std::unique_ptr<Invocation> invocation = m_sessions.invoke(spec.id, value, options);
    QEventLoop loop;
    QObject::connect(invocation.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    QObject::connect(&m_interrupt, &Interrupt::interrupted, invocation.get(), &Invocation::cancel);
    if (m_interrupt.happened())
        invocation->cancel();
    loop.exec();
    keep(*invocation, value, recorded);
}

void SourceCommands::keep(const Invocation &invocation, const Json &value, RecordOutput &recorded)
{
    const Result<Outcome> &result = invocation.result();
    const QString &id = invocation.exchangeId();
    if (!RecordOutput::isExchange(result, m_sessions.exchanges()->bytesOf(id).first))
        return recorded.fail(invocation.operation().name, result.error());
    const Recording recording = recordingOf(m_sessions, invocation.operation(), value, id);
    recorded.write(recordedCall(recording, result, recordingSecrets(m_sessions, recording.origin.name)));
}

void SourceCommands::recordStream(const OperationSpec &spec, const Json &value, RecordOutput &recorded)
{
    const Result<StreamEnd> until = streamEnd(m_arguments);
    if (!until)
        return recorded.fail(spec.id.name, until.error());
    const std::unique_ptr<Subscription> subscription = m_sessions.subscribe(spec.id, value);
    QList<FixtureEvent> events;
    QString end;
    QEventLoop loop;
    const auto take = [&](qsizetype added, qsizetype) {
        for (qsizetype i = std::max<qsizetype>(0, subscription->count() - added);
            i < subscription->count() && end.isEmpty(); ++i) {
            events.append(fixtureEventOf(subscription->at(i)));
            if (events.size() == until->count)
                end = u"count"_s;
        }
        if (!end.isEmpty())
            subscription->cancel();
    };
    QObject::connect(subscription.get(), &Subscription::itemsChanged, &loop, take);
    QObject::connect(subscription.get(), &Subscription::ended, &loop, &QEventLoop::quit);
    QObject::connect(&m_interrupt, &Interrupt::interrupted, subscription.get(), &Subscription::cancel);
    if (until->time.count() > 0) {
        QTimer::singleShot(until->time, &loop, [&] {
            if (end.isEmpty())
                end = u"time"_s;
            subscription->cancel();
        });
    }
    loop.exec();
    keep(*subscription, value, events, end, recorded);
}

void SourceCommands::keep(const Subscription &subscription, const Json &value,
    const QList<FixtureEvent> &events, const QString &end, RecordOutput &recorded)
{
    const bool failed = end.isEmpty() && subscription.endReason() == EndReason::Error;
    const std::optional<Error> error = failed ? std::optional(subscription.endError()) : std::nullopt;
    if (failed && events.isEmpty() && !RecordOutput::isExchange(std::unexpected(*error), 0))
        return recorded.fail(subscription.operation().name, *error);
    const Recording recording =
        recordingOf(m_sessions, subscription.operation(), value, subscription.exchangeId());
    recorded.write(recordedStream(recording, events, end.isEmpty() ? endName(subscription.endReason()) : end,
        error, recordingSecrets(m_sessions, recording.origin.name)));
}

} // namespace Workbench::Cli
