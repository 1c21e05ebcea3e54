// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/recordedcalls.h"

#include "app/cli/input.h"
#include "core/base/advice.h"
#include "core/json/jsonparser.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! A call from the command line or from a line of --calls, before its operation is looked up.
struct WantedCall {
    QString operation;
    QStringList pairs{}; //!< KEY=VALUE and KEY:=JSON
    Json input{}; //!< absent if the input is made of the pairs
    std::optional<StreamEnd> until{}; //!< nothing: --count and --for apply
    QString place{}; //!< for example "calls.jsonl, line 3"; empty for the command line
};

std::unexpected<Error> wrongLine(const QString &place, const QString &sentence)
{
    return wrongUsage(u"%1: %2; nothing was called"_s.arg(place, sentence));
}

Result<std::optional<StreamEnd>> untilOf(const Json &call, const QString &place)
{
    StreamEnd end;
    if (const Json count = call.member("count"_L1); !count.isAbsent()) {
        end.count = qsizetype(count.toInteger().value_or(0));
        if (end.count <= 0)
            return wrongLine(place, u"\"count\" needs a number above 0"_s);
    }
    if (const Json time = call.member("for"_L1); !time.isAbsent()) {
        const auto duration = durationFromText(time.toString());
        if (!duration || duration->count() == 0)
            return wrongLine(place, u"\"for\" needs a duration, for example \"10s\""_s);
        end.time = *duration;
    }
    return end.isBounded() ? std::optional(end) : std::nullopt;
}

//! Reads calls from words: OPERATION [KEY=VALUE…] OPERATION [KEY=VALUE…] …. A word without "=" begins a new
//! call, and so does the name of an operation.
QList<WantedCall> callsFromWords(const SourceRun &run)
{
    QList<WantedCall> calls;
    for (const QString &word : run.arguments.positionals) {
        if (calls.isEmpty() || !word.contains(u'=') || run.operationNamed(word).has_value())
            calls.append({.operation = word});
        else
            calls.last().pairs.append(word);
    }
    return calls;
}

//! Reads calls from JSON Lines: {"operation", "input"?, "count"?, "for"?}. Fails with ErrorKind::Usage, which
//! names the invalid line and \a name, the file.
Result<QList<WantedCall>> callsFromLines(const QByteArray &text, const QString &name)
{
    static const QStringList members{u"operation"_s, u"input"_s, u"count"_s, u"for"_s};
    QList<WantedCall> calls;
    qsizetype number = 0;
    for (const QByteArray &line : text.split('\n')) {
        ++number;
        if (line.trimmed().isEmpty())
            continue;
        const QString place = u"%1, line %2"_s.arg(name, QString::number(number));
        const Result<Json> call = parseJson(line);
        if (!call)
            return wrongLine(place, call.error().message);
        const QString operation = call->member("operation"_L1).toString();
        if (!call->isObject() || operation.isEmpty())
            return wrongLine(place, u"expected a call such as {\"operation\": NAME, \"input\": …}"_s);
        for (const Json::Members::Entry &entry : call->members()) {
            if (!members.contains(entry.key()))
                return wrongLine(place, u"a call has no member \"%1\""_s.arg(entry.key()));
        }
        const Result<std::optional<StreamEnd>> until = untilOf(*call, place);
        if (!until)
            return std::unexpected(until.error());
        const Json input = call->member("input"_L1);
        calls.append({operation, {}, input.isAbsent() ? Json::emptyObject() : input, *until, place});
    }
    if (calls.isEmpty())
        return wrongLine(name, u"it contains no call"_s);
    return calls;
}

} // namespace

Result<QList<RecordedCall>> namedCalls(const SourceRun &run)
{
    QList<WantedCall> wanted = callsFromWords(run);
    if (wanted.size() > 1 && run.arguments.has(u"input"_s))
        return wrongUsage(
            u"--input applies to one OPERATION; for several, give KEY=VALUE after each, or --calls FILE"_s);
    if (run.arguments.has(u"calls"_s)) {
        const QString file = run.arguments.value(u"calls"_s);
        const qint64 most = run.sessions.limits().docBytes;
        const Result<QByteArray> text =
            file == "-"_L1 ? readStdin(most, run.interrupt) : readFile(file, most);
        if (!text)
            return std::unexpected(text.error());
        const auto lines = callsFromLines(*text, file == "-"_L1 ? u"stdin"_s : file);
        if (!lines)
            return std::unexpected(lines.error());
        wanted += *lines;
    }
    const Result<StreamEnd> until = streamEnd(run.arguments);
    if (!until)
        return std::unexpected(until.error());
    QList<RecordedCall> calls;
    for (const WantedCall &one : std::as_const(wanted)) {
        const auto refused = [&one](Error error) {
            if (!one.place.isEmpty()) {
                const QStringList lines = messageLines(error);
                error.message = one.place + u": "_s + lines.join(u'\n');
            }
            return std::unexpected(error);
        };
        const Result<OperationSpec> spec = run.operationNamed(one.operation);
        if (!spec)
            return refused(spec.error());
        const Result<Json> named =
            one.input.isAbsent() ? run.input(*spec, one.pairs) : run.checkedInput(*spec, one.input);
        const Result<Json> value =
            named.and_then([&](const Json &input) { return run.validInput(*spec, input); });
        if (!value)
            return refused(value.error());
        const RecordedCall call{*spec, *value, one.until.value_or(*until), one.place};
        if (wanted.size() > 1 && spec->type == OperationType::Subscription && !call.until.isBounded()) {
            return refused(usageError(one.place.isEmpty()
                    ? u"%1 is a stream: limit it with --count N or --for DURATION"_s.arg(one.operation)
                    : u"%1 is a stream: limit it with \"count\" or \"for\""_s.arg(one.operation)));
        }
        calls.append(call);
    }
    return calls;
}

void keep(const SourceRun &run, const Invocation &invocation, const Json &value, RecordOutput &recorded,
    qsizetype turn)
{
    const Result<Outcome> &result = invocation.result();
    const QString &id = invocation.exchangeId();
    const auto bytes = run.sessions.exchanges()->bytesOf(id);
    if (!result && !RecordOutput::isExchange(result.error(), bytes))
        return recorded.fail(invocation.operation().name, result.error());
    const Recording recording = recordingOf(run.sessions, invocation.operation(), value, id);
    recorded.write(
        recordedCall(recording, result, recordingSecrets(run.sessions, recording.origin.name)), turn);
    if (!result && !RecordOutput::isAnswer(result.error(), bytes.first))
        recorded.endedWith(invocation.operation().name, result.error());
}

void keep(const SourceRun &run, const Subscription &subscription, const Json &value,
    const QList<FixtureEvent> &events, const QString &end, RecordOutput &recorded, qsizetype turn)
{
    const std::optional<Error> failure = failureOf(subscription, end);
    const auto bytes = run.sessions.exchanges()->bytesOf(subscription.exchangeId());
    if (failure && events.isEmpty() && !RecordOutput::isExchange(*failure, bytes))
        return recorded.fail(subscription.operation().name, *failure);
    const Recording recording =
        recordingOf(run.sessions, subscription.operation(), value, subscription.exchangeId());
    const std::optional<Error> error = end == endName(EndReason::Error) ? failure : std::nullopt;
    recorded.write(
        recordedStream(recording, events, end, error, recordingSecrets(run.sessions, recording.origin.name)),
        turn);
    if (failure && !RecordOutput::isAnswer(*failure, bytes.first))
        recorded.endedWith(subscription.operation().name, *failure);
}

} // namespace Workbench::Cli
