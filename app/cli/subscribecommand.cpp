// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/diagnosisoutput.h"
#include "app/cli/input.h"
#include "app/cli/recordedcalls.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Json itemJson(const StreamItem &item)
{
    JsonBuilder builder;
    builder.beginObject().add(u"seq", Json::integer(qint64(item.sequence)));
    builder.add(u"at", item.at.toString(Qt::ISODateWithMs)).add(u"envelope", item.outcome.envelope.toJson());
    builder.add(u"warnings", arrayOf(item.outcome.warnings));
    if (!item.outcome.changes.isEmpty()) // those of --normalise, and those that a hub on the way reported
        builder.add(u"changes", arrayOf(item.outcome.changes));
    if (item.outcome.recognition)
        builder.add(u"layers", layersJson(item.outcome)).add(u"closedText", closedTextJson(item.outcome));
    if (item.outcome.recognition || !item.outcome.notes.isEmpty())
        builder.add(u"diagnostics", diagnosticsJson(item.outcome.diagnoses, notesOf(item.outcome)));
    if (item.sse) {
        builder.key(u"sse")
            .beginObject()
            .add(u"eventType", item.sse->eventType)
            .add(u"lastEventId", item.sse->lastEventId);
        if (item.sse->retryMs)
            builder.add(u"retry", Json::integer(*item.sse->retryMs));
        builder.endObject();
    }
    return builder.endObject().take();
}

} // namespace

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
    JsonBuilder builder;
    builder.beginObject().add(u"end", take.end());
    if (failed)
        builder.add(u"error", toJson(error));
    builder.add(u"events", Json::integer(printed));
    const ExchangeRecord *record = run.sessions.exchanges()->findRecord(subscription.exchangeId());
    builder.add(u"identity", record && record->identity ? toJson(*record->identity) : Json());
    run.output.jsonLine(builder.endObject().take());
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
