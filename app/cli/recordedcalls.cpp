// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `record`, and its parts that other commands use.

#include "app/cli/recordedcalls.h"

#include "app/cli/input.h"
#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/checks/checkrules.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

QString howItEnded(const Fixture &fixture)
{
    if (fixture.isStream())
        return u"%1, %2 events"_s.arg(endText(fixture.end)).arg(fixture.events.size());
    return fixture.error.isAbsent() ? u"answered"_s : fixture.error.member("code"_L1).toString();
}

//! Returns how the exchange ended as readable text, with the kind of the error if there was one.
QString describedEnd(const Fixture &fixture)
{
    const Json meta = fixture.envelope.member("meta"_L1);
    const Json head = fixture.error.isAbsent() ? meta : fixture.error.member("details"_L1);
    const qint64 status = head.member("statusCode"_L1).toInteger().value_or(0);
    if (!fixture.isStream() && status >= 400)
        return u"error HTTP %1"_s.arg(status);
    if (fixture.isStream() || fixture.error.isAbsent())
        return meta.member("isError"_L1).toBoolean() ? u"error, reported by the tool"_s : howItEnded(fixture);
    if (fixture.error.member("code"_L1).utf8() == "http.webPage")
        return u"error, a web page"_s;
    constexpr qsizetype longest = 200;
    return u"error, %1"_s.arg(visibleText(fixture.error.member("message"_L1).toString(), false, longest));
}

Json findingsJson(const QList<RedactionFinding> &findings)
{
    QList<Json> items;
    for (const RedactionFinding &finding : findings) {
        items.append(Json::object({
            {u"at"_s, Json::string(finding.at)},
            {u"what"_s, Json::string(finding.what)},
            {u"excerpt"_s, Json::string(finding.excerpt)},
            {u"replaced"_s, Json::boolean(finding.isReplaced)},
        }));
    }
    return Json::array(items);
}

//! Returns the first of \a pointers whose value is the same in both fixtures and is not a placeholder.
std::optional<QString> notReplaced(const QStringList &pointers, const Fixture &before, const Fixture &after)
{
    const Json was = Workbench::toJson(before);
    const Json is = Workbench::toJson(after);
    for (const QString &pointer : pointers) {
        const Json value = JsonPointer::resolve(was, pointer);
        const bool isHidden = value.toString().startsWith("${secret:"_L1);
        if (!isHidden && value == JsonPointer::resolve(is, pointer))
            return pointer;
    }
    return {};
}

//! Returns the pointers of \a wanted that exist in \a fixture.
QStringList pointersInto(const Fixture &fixture, const QStringList &wanted)
{
    QStringList there;
    const Json document = Workbench::toJson(fixture);
    for (const QString &pointer : wanted) {
        if (!JsonPointer::resolve(document, pointer).isAbsent())
            there.append(pointer);
    }
    return there;
}

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

RecordOutput::RecordOutput(
    const Arguments &arguments, const QString &option, const Limits &limits, Output &output)
    : m_arguments(arguments)
    , m_folder(arguments.value(option), limits)
    , m_output(output)
    , m_isAlone(option == "to"_L1)
{
}

bool RecordOutput::isAnswer(const Error &error, qint64 sentBytes)
{
    return error.kind == ErrorKind::Remote || (error.kind == ErrorKind::Validation && sentBytes > 0);
}

bool RecordOutput::isExchange(const Error &error, const std::pair<qint64, qint64> &bytes)
{
    const auto &[sentBytes, receivedBytes] = bytes;
    const bool isBadAnswer = error.kind == ErrorKind::Protocol || error.kind == ErrorKind::Timeout;
    return isAnswer(error, sentBytes) || (isBadAnswer && receivedBytes > 0);
}

void RecordOutput::showFindings(const QString &name, const QList<RedactionFinding> &findings)
{
    for (const RedactionFinding &finding : findings) {
        if (finding.isReplaced) {
            m_output.explain(visibleText(u"%1: redacted %2: %3"_s.arg(name, finding.at, finding.what)));
        } else {
            m_output.explain(visibleText(
                u"%1: to be reviewed %2: %3 (%4)"_s.arg(name, finding.at, finding.what, finding.excerpt)));
        }
    }
}

void RecordOutput::write(RecordedExchange exchange, qsizetype turn)
{
    RedactedFixture &redacted = exchange.fixture;
    const QStringList pointers = pointersInto(redacted.fixture, m_arguments.values(u"redact"_s));
    if (!pointers.isEmpty()) {
        const Fixture before = redacted.fixture;
        redacted = redactAlso(redacted, pointers);
        if (const auto pointer = notReplaced(pointers, before, redacted.fixture)) {
            return fail(before.operation,
                usageError(u"--redact %1: a fixture needs the value at this place"_s.arg(*pointer)));
        }
    }
    if (!std::exchange(m_isTidy, true))
        m_folder.tidy();
    redacted.isReviewed = m_arguments.has(u"accept-findings"_s);
    const Fixture &fixture = redacted.fixture;
    const auto file = m_folder.write(redacted, exchange.definition, turn);
    showFindings(fixture.operation, redacted.findings);
    m_hasRecorded = m_hasRecorded || file.has_value();
    Json error;
    if (!file) {
        Error refused = file.error();
        if (refused.kind == ErrorKind::Trust)
            refused.message += u"; review it, then add --accept-findings or --redact POINTER"_s;
        error = toJson(refused);
        m_code = m_code == ExitCode::Ok ? exitCodeFor(refused) : m_code;
        if (m_isAlone)
            m_output.explain(u"not written: %1"_s.arg(refused.message));
        else
            m_output.fail(refused);
    }
    if (m_isAlone && m_output.isJson()) {
        m_written.append(Json::object({
            {u"operation"_s, Json::string(fixture.operation)},
            {u"file"_s, file ? Json::string(*file) : Json()},
            {u"outcome"_s, Json::string(howItEnded(fixture))},
            {u"durationMs"_s, Json::integer(fixture.durationMs)},
            {u"findings"_s, findingsJson(redacted.findings)},
            {u"error"_s, error},
        }));
    } else if (m_isAlone && file) {
        m_output.line(u"%1  %2: %3"_s.arg(*file, visibleText(fixture.operation), describedEnd(fixture)));
    } else if (file) {
        m_output.note(u"recorded as %1"_s.arg(*file));
    }
}

void RecordOutput::skip(const QString &operation, const QString &reason)
{
    m_output.note(u"%1: not recorded: %2"_s.arg(visibleText(operation), reason));
    m_written.append(
        Json::object({{u"operation"_s, Json::string(operation)}, {u"reason"_s, Json::string(reason)}}));
}

void RecordOutput::fail(const QString &operation, const Error &error)
{
    m_output.explain(u"%1: not recorded: "_s.arg(visibleText(operation)), error);
    m_written.append(Json::object({{u"operation"_s, Json::string(operation)}, {u"error"_s, toJson(error)}}));
    m_code = m_code == ExitCode::Ok ? exitCodeFor(error) : m_code;
}

void RecordOutput::endedWith(const QString &operation, const Error &error)
{
    if (m_isAlone) // otherwise the command itself prints the error
        m_output.explain(u"%1: recorded, but it failed: "_s.arg(visibleText(operation)), error);
    m_code = m_code == ExitCode::Ok ? exitCodeFor(error) : m_code;
}

void RecordOutput::showAll()
{
    if (m_output.isJson())
        m_output.json(Json::array(m_written));
}

Result<StreamEnd> streamEnd(const Arguments &arguments)
{
    StreamEnd end;
    bool isNumber = true;
    if (arguments.has(u"count"_s))
        end.count = arguments.value(u"count"_s).toLongLong(&isNumber);
    if (!isNumber || end.count < 0 || (arguments.has(u"count"_s) && end.count == 0))
        return wrongUsage(u"--count needs a number above 0"_s);
    const auto time = durationFromText(arguments.value(u"for"_s, u"0"_s));
    if (!time)
        return std::unexpected(time.error());
    if (arguments.has(u"for"_s) && time->count() == 0)
        return wrongUsage(u"--for needs a duration above 0"_s);
    end.time = *time;
    return end;
}

std::optional<Error> failureOf(const Subscription &subscription, const QString &end)
{
    const bool failed = end == endName(EndReason::Error) || end == endName(EndReason::Closed);
    return failed ? std::optional(subscription.endError()) : std::nullopt;
}

StreamTake::StreamTake(
    std::unique_ptr<Subscription> subscription, const StreamEnd &until, Interrupt &interrupt, Seen seen)
    : m_subscription(std::move(subscription))
    , m_until(until)
    , m_seen(std::move(seen))
{
    connect(m_subscription.get(), &Subscription::itemsChanged, this, &StreamTake::take);
    connect(m_subscription.get(), &Subscription::ended, this, &StreamTake::finished);
    connect(&interrupt, &Interrupt::interrupted, m_subscription.get(), &Subscription::cancel);
    if (interrupt.happened())
        m_subscription->cancel();
    if (until.time.count() == 0)
        return;
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_end.isEmpty())
            m_end = u"time"_s;
        m_subscription->cancel();
    });
    m_timer.start(until.time);
}

void StreamTake::take(qsizetype added)
{
    for (qsizetype i = std::max<qsizetype>(0, m_subscription->count() - added);
        i < m_subscription->count() && m_end.isEmpty(); ++i) {
        const StreamItem &item = m_subscription->at(i);
        if (!m_seen)
            m_events.append(fixtureEventOf(item));
        ++m_taken;
        if (m_seen && !m_seen(item))
            m_end = u"cancelled"_s;
        else if (m_taken == m_until.count)
            m_end = u"count"_s;
    }
    if (!m_end.isEmpty())
        m_subscription->cancel();
}

QString StreamTake::end() const
{
    return m_end.isEmpty() ? endName(m_subscription->endReason()) : m_end;
}

std::optional<Error> StreamTake::error() const
{
    const bool failed = m_end.isEmpty() && m_subscription->endReason() == EndReason::Error;
    return failed ? std::optional(m_subscription->endError()) : std::nullopt;
}

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

#include "moc_recordedcalls.cpp"
