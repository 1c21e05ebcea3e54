// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `call` and `subscribe`: make calls, and show their results.

#include "app/cli/diagnosisoutput.h"
#include "app/cli/input.h"
#include "app/cli/recordedcalls.h"
#include "core/base/safename.h"
#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/mcpblock.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/envelope/pipeline/nextpage.h"
#include "core/envelope/pipeline/outcome.h"
#include "core/json/jsontext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr qsizetype maxShownTask = 40;
constexpr qsizetype shownMeta = 1000;

//! Writes parts of a result to files for --output: images, audio and blobs of content blocks, and an HTTP
//! body that is neither JSON nor text. If --output names a single file, any HTTP body is written, byte for
//! byte, and the text of an MCP result if that is its only content.
class ResultFiles {
public:
    //! Returns the files for the target of --output, or files without a target if --output is not given.
    //! Fails with ErrorKind::Usage if the file exists or its folder does not exist, before anything is
    //! called.
    static Result<ResultFiles> fromArguments(const Arguments &arguments);

    struct Written {
        QString file; //!< the path of the file
        QString mediaType; //!< the media type that the peer gives
        QByteArray base64; //!< the received text; empty for an HTTP body and for text
        qint64 bytes = 0; //!< the size of the file
    };
    //! Writes the parts of \a outcome unchanged, and never overwrites a file. In a folder the file names come
    //! from the peer, made safe, or from \a operation; the extension suits the media type. \a body is the
    //! HTTP body from the log, or empty if it is not known. Fails with ErrorKind::Storage if a file cannot be
    //! written, and with ErrorKind::Validation if a single file was named and there is neither exactly one
    //! part nor, without a part, exactly one text.
    //! Skips parts that are not base64.
    Result<void> write(const Outcome &outcome, const QString &operation, const QByteArray &body);
    const QList<Written> &written() const { return m_written; }
    //! Returns \a value with each written part replaced by the path of its file.
    Json shown(const Json &value) const;
    //! Returns [{file, mediaType, bytes}]; absent without --output.
    Json toJson() const;

private:
    QString m_target; //!< empty if nothing is written
    bool m_isFolder = false;
    QList<Written> m_written;
};

struct Part {
    QByteArray base64;
    QString mediaType;
    QString name; //!< the name that the peer gives; empty if it gives none
};

QList<Part> partsOf(const Outcome &outcome)
{
    QList<Part> parts;
    if (const auto *http = std::get_if<HttpMeta>(&outcome.envelope.meta())) {
        if (outcome.receivedData.isString() && isBinaryMedia(http->contentType))
            parts.append({outcome.receivedData.utf8().toByteArray(), http->contentType, {}});
        return parts;
    }
    const auto *mcp = std::get_if<McpMeta>(&outcome.envelope.meta());
    for (const Json &json : mcp ? mcp->content.items() : Json().items()) {
        const McpBlock block = McpBlock::read(json);
        if (block.isBase64)
            parts.append({block.held.utf8().toByteArray(), block.mimeType,
                block.uri.section(u'?', 0, 0).section(u'#', 0, 0).section(u'/', -1)});
    }
    parts.removeIf([](const Part &part) { return part.base64.isEmpty(); });
    return parts;
}

//! Returns the text of an MCP result that has exactly one text, alone or as a resource. Nothing: it has none,
//! or several.
std::optional<McpBlock> onlyTextOf(const Outcome &outcome)
{
    std::optional<McpBlock> text;
    const auto *mcp = std::get_if<McpMeta>(&outcome.envelope.meta());
    for (const Json &json : mcp ? mcp->content.items() : Json().items()) {
        const McpBlock block = McpBlock::read(json);
        if (block.isBase64 || !block.held.isString())
            continue;
        if (text)
            return {};
        text = block;
    }
    return text;
}

//! Returns a safe file name with an extension that suits \a mediaType. \a name is untrusted.
QString fileNameFor(const QString &name, const QString &mediaType)
{
    const QMimeType known =
        QMimeDatabase().mimeTypeForName(mediaType.section(u';', 0, 0).trimmed().toLower());
    QString extension = known.isValid() ? known.preferredSuffix() : QString();
    if (extension.isEmpty())
        extension = u"bin"_s;
    const QString own = QFileInfo(name).suffix().toLower();
    const bool fits =
        !own.isEmpty() && (!known.isValid() || known.isDefault() || known.suffixes().contains(own));
    return safeFileName(fits ? name : QString(name + u'.' + extension));
}

Error cannotWrite(const QString &path, const QString &why)
{
    return {.kind = ErrorKind::Storage,
        .code = u"output.write"_s,
        .message = u"cannot write \"%1\": %2"_s.arg(path, why)};
}

//! Creates a file with \a bytes. Fails with ErrorKind::Storage if the path exists, even as a link.
Result<void> writeNew(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(bytes) != bytes.size()
        || !file.flush())
        return std::unexpected(cannotWrite(path, file.errorString()));
    return {};
}

//! Returns the path of \a wanted in \a folder, or of the first unused name of wanted-2, wanted-3, ….
QString freePath(const QString &folder, const QString &wanted)
{
    const QFileInfo info(wanted);
    QString path = QDir(folder).filePath(wanted);
    for (int n = 2; QFileInfo(path).isSymLink() || QFileInfo::exists(path); ++n) {
        path = QDir(folder).filePath(u"%1-%2%3"_s.arg(info.completeBaseName(), QString::number(n),
            info.suffix().isEmpty() ? QString() : QString(u'.' + info.suffix())));
    }
    return path;
}

Result<ResultFiles> ResultFiles::fromArguments(const Arguments &arguments)
{
    ResultFiles files;
    files.m_target = arguments.value(u"output"_s);
    if (!arguments.has(u"output"_s))
        return files;
    if (files.m_target.isEmpty())
        return wrongUsage(u"--output needs a file or a folder"_s);
    const QFileInfo target(files.m_target);
    files.m_isFolder = files.m_target.endsWith(u'/') || target.isDir();
    if (files.m_isFolder)
        return files;
    if (target.exists() || target.isSymLink())
        return wrongUsage(u"--output: \"%1\" exists. Name another file, or a folder"_s.arg(files.m_target));
    if (!target.absoluteDir().exists())
        return wrongUsage(u"--output: the folder \"%1\" does not exist"_s.arg(target.absolutePath()));
    return files;
}

Result<void> ResultFiles::write(const Outcome &outcome, const QString &operation, const QByteArray &body)
{
    if (m_target.isEmpty())
        return {};
    QList<Part> parts = partsOf(outcome);
    QList<QByteArray> contents;
    for (qsizetype i = 0; i < parts.size();) {
        auto decoded =
            QByteArray::fromBase64Encoding(parts.at(i).base64, QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded) {
            parts.removeAt(i);
            continue;
        }
        contents.append(std::move(*decoded));
        ++i;
    }
    const auto *http = std::get_if<HttpMeta>(&outcome.envelope.meta());
    if (const QByteArray whole =
            http && !m_isFolder && parts.isEmpty() ? bodyOf(outcome, body) : QByteArray();
        !whole.isEmpty()) {
        parts.append({{}, http->contentType, {}});
        contents.append(whole);
    }
    const bool takesText = !m_isFolder && partsOf(outcome).isEmpty();
    if (const std::optional<McpBlock> text = takesText ? onlyTextOf(outcome) : std::nullopt) {
        parts.append({{}, text->mimeType.isEmpty() ? u"text/plain"_s : text->mimeType, {}});
        contents.append(text->held.utf8().toByteArray());
    }
    if (!m_isFolder && parts.size() != 1) {
        return std::unexpected(Error{.kind = ErrorKind::Validation,
            .code = u"output.parts"_s,
            .message = parts.isEmpty()
                ? u"The result has no image, audio, blob or binary body, and not exactly one text, so \"%1\" was not written."_s
                      .arg(m_target)
                : u"The result has %1 binary parts, and --output names one file. Name a folder: --output parts/"_s
                      .arg(parts.size())});
    }
    if (m_isFolder && !parts.isEmpty() && !QDir().mkpath(m_target))
        return std::unexpected(cannotWrite(m_target, u"the folder cannot be created"_s));
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const Part &part = parts.at(i);
        QString path = m_target;
        if (m_isFolder) {
            const QString name =
                part.name.isEmpty() ? u"%1-%2"_s.arg(operation, QString::number(i + 1)) : part.name;
            path = freePath(m_target, fileNameFor(name, part.mediaType));
        }
        if (Result<void> done = writeNew(path, contents.at(i)); !done)
            return done;
        m_written.append({path, part.mediaType, part.base64, contents.at(i).size()});
    }
    return {};
}

Json ResultFiles::shown(const Json &value) const
{
    if (m_written.isEmpty())
        return value;
    if (value.isString()) {
        const auto same = std::ranges::find_if(m_written,
            [&value](const Written &one) { return !one.base64.isEmpty() && value.utf8() == one.base64; });
        return same == m_written.end() ? value : Json::string(u"written to %1"_s.arg(same->file));
    }
    if (value.isArray()) {
        QList<Json> items;
        for (const Json &item : value.items())
            items.append(shown(item));
        return Json::array(items);
    }
    if (value.isObject()) {
        QList<Json::Member> members;
        for (const Json::Members::Entry &entry : value.members())
            members.append({entry.key(), shown(entry.value())});
        return Json::object(members);
    }
    return value;
}

Json ResultFiles::toJson() const
{
    if (m_target.isEmpty())
        return {};
    QList<Json> files;
    for (const Written &one : m_written) {
        files.append(Json::object({{u"file"_s, Json::string(one.file)},
            {u"mediaType"_s, Json::string(one.mediaType)}, {u"bytes"_s, Json::integer(one.bytes)}}));
    }
    return Json::array(files);
}

//! Returns a note such as "no data (HTTP 204)" or "HTTP 201"; empty if the data says everything.
QString factsOf(const Outcome &outcome)
{
    const auto *http = std::get_if<HttpMeta>(&outcome.envelope.meta());
    const QString status = http ? u"HTTP %1"_s.arg(http->statusCode) : QString();
    if (outcome.receivedData.isAbsent())
        return status.isEmpty() ? u"no data"_s : u"no data (%1)"_s.arg(status);
    return http && http->statusCode != 200 ? status : QString();
}

Json exchangeJson(const SourceRun &run, const QString &exchangeId)
{
    const ExchangeRecord *record = run.sessions.exchanges()->findRecord(exchangeId);
    if (!record)
        return {};
    return Json::object({{u"id"_s, Json::string(record->id)},
        {u"startedAt"_s, Json::string(record->startedAt.toString(Qt::ISODateWithMs))},
        {u"durationMs"_s, Json::integer(record->durationMs)},
        {u"requestBytes"_s, Json::integer(record->requestBytes)},
        {u"responseBytes"_s, Json::integer(record->responseBytes)},
        {u"identity"_s, record->identity ? toJson(*record->identity) : Json()}});
}

//! Writes everything except the data to stderr.
void showBeside(
    Output &output, const Outcome &outcome, const QList<RecognitionNote> &notes, qint64 mostChanges)
{
    if (const QString facts = factsOf(outcome); !facts.isEmpty())
        output.note(facts);
    if (outcome.recognition && !outcome.recognition->layers.isEmpty())
        output.note(u"inside %1"_s.arg(layersText(*outcome.recognition)));
    if (const Json meta = metaJson(outcome); !meta.isAbsent())
        output.note(u"meta %1"_s.arg(visibleText(jsonText(meta.toBytes()), false, shownMeta)));
    if (outcome.recognition && outcome.recognition->error) {
        for (const QString &line : errorLines(*outcome.recognition->error))
            output.explain(line);
    }
    for (const Warning &warning : outcome.warnings)
        output.warning(warning);
    if (outcome.warningsNotShown != 0)
        output.note(u"more warnings are not shown"_s);
    output.changes(outcome.changes, mostChanges);
    show(output, outcome.diagnoses, notes);
}

int showOutcome(const SourceRun &run, const Invocation &invocation, const OperationSpec &spec,
    const Json &given, ResultFiles files)
{
    const Outcome &outcome = *invocation.result();
    const std::optional<Json> nextPage = nextPageInput(outcome, given, spec.inputSchema);
    const QList<RecognitionNote> notes = notesOf(outcome);
    const bool isFailure = outcome.recognition && outcome.recognition->isError;
    const Frame *const answer = lastAnswer(*run.sessions.exchanges(), invocation.exchangeId());
    const Result<void> written = files.write(outcome, spec.id.name, answer ? answer->bytes : QByteArray());
    const bool isOpened = outcome.recognition && !outcome.recognition->layers.isEmpty();
    if (run.output.isJson() && !run.arguments.has(u"data"_s) && !run.arguments.has(u"normalised"_s)) {
        run.output.json(Json::object({{u"envelope"_s, outcome.envelope.toJson()},
            {u"received"_s, outcome.receivedData}, {u"payload"_s, isOpened ? payloadOf(outcome) : Json()},
            {u"claimed"_s, outcome.envelope.isClaimed ? Json::boolean(true) : Json()},
            {u"failure"_s, isFailure ? toJson(*outcome.recognition->error) : Json()},
            {u"warnings"_s, arrayOf(outcome.warnings)}, {u"changes"_s, arrayOf(outcome.changes)},
            {u"layers"_s, layersJson(outcome)}, {u"meta"_s, metaJson(outcome)},
            {u"closedText"_s, closedTextJson(outcome)},
            {u"diagnostics"_s, diagnosticsJson(outcome.diagnoses, notes)},
            {u"nextPage"_s, nextPage.value_or(Json())}, {u"files"_s, files.toJson()},
            {u"exchange"_s, exchangeJson(run, invocation.exchangeId())}}));
    } else {
        run.output.value(
            files.shown(run.arguments.has(u"normalised"_s) ? outcome.envelope.data : payloadOf(outcome)));
    }
    if (!run.output.isJson()) {
        const bool isInside = isOpened && !run.arguments.has(u"normalised"_s);
        for (const QString &line : isInside ? besideLines(*outcome.recognition) : QStringList())
            run.output.note(line);
        showBeside(run.output, outcome, notes, run.sessions.limits().warningsPerResult);
        run.noteIdentity();
        for (const ResultFiles::Written &one : files.written())
            run.output.note(u"wrote %1  %2, %3"_s.arg(
                visibleText(one.file), visibleText(one.mediaType), sizeText(one.bytes)));
        if (!run.arguments.has(u"output"_s) && !partsOf(outcome).isEmpty())
            run.output.note(u"--output FILE|DIR writes binary data to files"_s);
        if (nextPage) {
            QString input = QString::fromUtf8(nextPage->toBytes());
            input.replace(u"'"_s, u"'\\''"_s); // quoted for a shell
            run.output.note(u"next page: --input '%1'"_s.arg(input));
        }
    }
    if (!written)
        return run.output.fail(written.error());
    if (outcome.envelope.isError() || isFailure)
        return ExitCode::OperationError;
    return run.arguments.has(u"strict"_s) && attentionCount(outcome) > 0 ? ExitCode::Validation
                                                                         : ExitCode::Ok;
}

//! Writes the error. If its text is known, also writes an explanation: an SDK or a proxy may have refused a
//! result.
int showFailure(const SourceRun &run, const Invocation &invocation, const OperationSpec &spec)
{
    const Error error = withAcceptOption(invocation.result().error());
    const auto [diagnoses, notes] =
        explainFailure(error, spec.id.name, spec.outputSchema, run.sessions.seenEnvelope(spec.id));
    const Error shown = run.output.isJson() ? error : answeredBy(error, run.sessions.sourceOf(spec.id)->name);
    const int code =
        run.output.fail(shown, exchangeJson(run, invocation.exchangeId()), diagnosticsJson(diagnoses, notes));
    if (!run.output.isJson()) {
        for (const QString &line : jsonHints(error, run.arguments.positionals))
            run.output.explain(u"  "_s + line);
        // A result that was thrown as an error has further advice; the sentence contains the rest.
        for (const QString &line : adviceLines(error.details.member("error"_L1)))
            run.output.explain(line);
        show(run.output, diagnoses, notes);
        run.noteIdentity();
    }
    return code;
}

int callWith(const SourceRun &run, const OperationSpec &spec, const Json &value)
{
    if (spec.type == OperationType::Subscription) {
        return run.output.fail(Error{ErrorKind::Usage, u"operation.isSubscription"_s,
            u"%1 is a subscription: use envelope subscribe"_s.arg(visibleText(spec.id.toString()))});
    }
    const Result<ResultReading> reading = readingFromArguments(run.arguments);
    if (!reading)
        return run.output.fail(reading.error());
    const Result<ResultFiles> files = ResultFiles::fromArguments(run.arguments);
    if (!files)
        return run.output.fail(files.error());
    if (run.arguments.has(u"data"_s) && run.arguments.has(u"normalised"_s)) {
        return run.output.fail(usageError(
            u"--data prints the received data and --normalised the normalised data; give only one of the two"_s));
    }
    InvokeOptions options;
    options.sendInvalid = run.sendsInvalid();
    options.pipeline.strictCast = run.arguments.has(u"strict-cast"_s);
    options.asTask = run.arguments.has(u"task"_s);
    options.reading = *reading;
    const std::unique_ptr<Invocation> invocation = run.sessions.invoke(spec.id, value, options);
    QEventLoop loop;
    QObject::connect(invocation.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    QObject::connect(invocation.get(), &Invocation::progressed, &loop, [&run](const Progress &progress) {
        QString text = QString::number(progress.value);
        if (progress.total)
            text += u" / %1"_s.arg(*progress.total);
        run.output.progress(progress.message.isEmpty() ? text : QString(text + u"  "_s + progress.message));
    });
    QObject::connect(invocation.get(), &Invocation::taskChanged, &loop, [&run, &invocation] {
        const CallTask &task = *invocation->task();
        run.output.progress(
            u"task %1: %2 %3"_s.arg(visibleText(task.id, false, maxShownTask), task.status, task.message)
                .trimmed());
    });
    QObject::connect(&run.interrupt, &Interrupt::interrupted, invocation.get(), &Invocation::cancel);
    if (run.interrupt.happened())
        invocation->cancel();
    loop.exec();
    const bool isAnswered = invocation->result().has_value(); // fail() writes the remarks of a failure
    const int code =
        isAnswered ? showOutcome(run, *invocation, spec, value, *files) : showFailure(run, *invocation, spec);
    if (isAnswered) {
        const QList<Warning> &told = invocation->result()->warnings;
        const auto isOfSchema = [](const Warning &one) {
            return one.keyword == "budget"_L1 || one.keyword == "schema"_L1;
        };
        if (std::ranges::none_of(told, isOfSchema)) // these warnings already report a schema problem
            run.addSchemaRemarks(spec);
        run.output.showRemarks();
    }
    if (!run.arguments.has(u"record"_s))
        return code;
    RecordOutput recorded(run.arguments, u"record"_s, run.sessions.limits(), run.output);
    keep(run, *invocation, value, recorded);
    return recorded.exitCode() == ExitCode::Ok ? code : recorded.exitCode();
}

//! Makes the calls of a file in order, in one session. Stops after the first call that fails, because the
//! next calls often depend on it.
int callAll(const SourceRun &run)
{
    if (!run.arguments.positionals.isEmpty() || run.arguments.has(u"input"_s))
        return run.output.fail(
            usageError(u"--calls names the operations and their input; give no OPERATION and no --input"_s));
    const Result<QList<RecordedCall>> calls = namedCalls(run);
    if (!calls) {
        return calls.error().kind == ErrorKind::Cancelled ? run.output.interrupted()
                                                          : run.output.fail(calls.error());
    }
    for (const RecordedCall &call : *calls) { // reports errors before anything is called
        if (call.spec.type == OperationType::Subscription)
            return callWith(run, call.spec, call.input);
        if (call.until.isBounded()) {
            return run.output.fail(usageError(
                u"%1: \"count\" and \"for\" are for streams, which record reads"_s.arg(call.place)));
        }
        if (const Result<void> accepted = run.acceptDefinition(call.spec); !accepted)
            return run.output.fail(accepted.error());
    }
    for (qsizetype i = 0; i < calls->size() && !run.interrupt.happened() && !run.output.isClosed(); ++i) {
        const RecordedCall &call = calls->at(i);
        const int code = callWith(run, call.spec, call.input);
        if (code == ExitCode::Ok)
            continue;
        const qsizetype left = calls->size() - i - 1;
        run.output.note(left == 0 ? u"%1: this call failed"_s.arg(call.place)
                                  : u"%1: this call failed; %2 of %3 calls were not made"_s.arg(
                                        call.place, QString::number(left), QString::number(calls->size())));
        return code;
    }
    return run.interrupt.happened() ? run.output.interrupted() : int(ExitCode::Ok);
}

Json itemJson(const StreamItem &item)
{
    const Outcome &outcome = item.outcome;
    const bool isRead = outcome.recognition != nullptr;
    const bool hasNotes = isRead || !outcome.notes.isEmpty();
    return Json::object({{u"seq"_s, Json::integer(qint64(item.sequence))},
        {u"at"_s, Json::string(item.at.toString(Qt::ISODateWithMs))},
        {u"envelope"_s, outcome.envelope.toJson()}, {u"warnings"_s, arrayOf(outcome.warnings)},
        // The changes of --normalise, and those that a hub on the way reported.
        {u"changes"_s, outcome.changes.isEmpty() ? Json() : arrayOf(outcome.changes)},
        {u"layers"_s, isRead ? layersJson(outcome) : Json()}, {u"closedText"_s, closedTextJson(outcome)},
        {u"diagnostics"_s, hasNotes ? diagnosticsJson(outcome.diagnoses, notesOf(outcome)) : Json()},
        {u"sse"_s, item.sse ? toJson(*item.sse) : Json()}});
}

} // namespace

int runCall(const SourceRun &run)
{
    if (run.arguments.has(u"calls"_s))
        return callAll(run);
    const Result<OperationSpec> spec = run.operation();
    if (!spec)
        return run.output.fail(spec.error());
    if (const Result<void> accepted = run.acceptDefinition(*spec); !accepted)
        return run.output.fail(accepted.error());
    const Result<Json> value = run.input(*spec);
    return value ? callWith(run, *spec, *value) : run.output.fail(value.error());
}

int runSubscribe(const SourceRun &run)
{
    const Result<OperationSpec> spec = run.operation();
    if (!spec)
        return run.output.fail(spec.error());
    if (const Result<void> accepted = run.acceptDefinition(*spec); !accepted)
        return run.output.fail(accepted.error());
    if (spec->type != OperationType::Subscription && !isStreamToo(*spec)) {
        return run.output.fail(Error{ErrorKind::Usage, u"operation.notSubscription"_s,
            u"%1 returns one result, not a stream: use envelope call"_s.arg(
                visibleText(spec->id.toString()))});
    }
    const Result<Json> value = run.input(*spec);
    if (!value)
        return run.output.fail(value.error());
    const Result<StreamEnd> until = streamEnd(run.arguments);
    if (!until)
        return run.output.fail(until.error());
    const Result<ResultReading> reading = readingFromArguments(run.arguments);
    if (!reading)
        return run.output.fail(reading.error());
    InvokeOptions options;
    if (run.arguments.has(u"timeout"_s)) // limitsFromArguments() has parsed it
        options.timeout = std::chrono::milliseconds(run.sessions.limits().subscriptionIdleMs);
    options.sendInvalid = run.sendsInvalid();
    options.reading = *reading;
    options.normaliseYields = run.arguments.has(u"normalise"_s);
    options.showsHeartbeats = run.arguments.has(u"heartbeats"_s);
    options.recogniseYields = run.arguments.has(u"json-in-text"_s); // items are recognised only on request

    const bool records = run.arguments.has(u"record"_s);
    qint64 printed = 0;
    bool warned = false;
    QList<FixtureEvent> events;
    const StreamTake take(run.sessions.subscribe(spec->id, *value, options), *until, run.interrupt,
        [&](const StreamItem &item) {
            warned = warned || attentionCount(item.outcome) > 0;
            run.output.jsonLine(itemJson(item));
            if (records)
                events.append(fixtureEventOf(item));
            ++printed;
            return !run.output.isClosed();
        });
    QEventLoop loop;
    QObject::connect(&take, &StreamTake::finished, &loop, &QEventLoop::quit);
    QObject::connect(&run.sessions, &Sessions::logged, &loop, [&run](const LogLine &line) {
        if (line.isRemark())
            run.output.note(visibleText(QString(line.source + u": " + line.text)));
    });
    loop.exec();

    const Subscription &subscription = take.subscription();
    const Error &error = subscription.endError();
    const bool failed = !take.wasLeft()
        && (subscription.endReason() == EndReason::Error || subscription.endReason() == EndReason::Closed
            || subscription.endReason() == EndReason::Aborted);
    const ExchangeRecord *record = run.sessions.exchanges()->findRecord(subscription.exchangeId());
    run.output.jsonLine(Json::object({{u"end"_s, Json::string(take.end())},
        {u"error"_s, failed ? toJson(error) : Json()}, {u"events"_s, Json::integer(printed)},
        {u"identity"_s, record && record->identity ? toJson(*record->identity) : Json()}}));
    RecordOutput recorded(run.arguments, u"record"_s, run.sessions.limits(), run.output);
    if (records)
        keep(run, subscription, *value, events, take.end(), recorded);
    if (run.interrupt.happened())
        return ExitCode::Interrupted;
    if (failed) {
        if (!run.output.isJson()) // the last line is for scripts
            run.output.fail(answeredBy(error, run.sessions.sourceOf(spec->id)->name));
        const int code = exitCodeFor(error);
        return code == ExitCode::Ok ? int(ExitCode::OperationError) : code;
    }
    if (recorded.exitCode() != ExitCode::Ok)
        return recorded.exitCode();
    return run.arguments.has(u"strict"_s) && warned ? ExitCode::Validation : ExitCode::Ok;
}

} // namespace Workbench::Cli
