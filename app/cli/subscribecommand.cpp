// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/diagnosisoutput.h"
#include "app/cli/input.h"
#include "app/cli/recordoutput.h"
#include "app/cli/sourcecommands.h"
#include "app/cli/streamtake.h"
#include "core/json/jsonbuilder.h"

#include <QEventLoop>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Json itemJson(const StreamItem &item)
{
    QList<Json> warnings;
    for (const Warning &warning : item.outcome.warnings)
        warnings += toJson(warning);
    JsonBuilder builder;
    builder.beginObject().add(u"seq", Json::integer(qint64(item.sequence)));
    builder.add(u"at", item.at.toString(Qt::ISODateWithMs)).add(u"envelope", item.outcome.envelope.toJson());
    builder.add(u"warnings", Json::array(warnings));
    if (item.outcome.recognition) {
        builder.add(u"layers", layersJson(item.outcome)).add(u"closedText", closedTextJson(item.outcome));
        builder.add(u"diagnostics", diagnosticsJson(item.outcome.diagnoses, item.outcome.recognition->notes));
    }
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

int SourceCommands::subscribe(const OperationSpec &spec)
{
    const Result<Json> value = input(spec);
    if (!value)
        return m_output.fail(value.error());
    const Result<StreamEnd> until = streamEnd(m_arguments);
    if (!until)
        return m_output.fail(until.error());
    const Result<ResultReading> reading = readingFromArguments(m_arguments);
    if (!reading)
        return m_output.fail(reading.error());
    InvokeOptions options;
    options.sendInvalid = m_arguments.has(u"send-invalid"_s);
    options.reading = *reading;
    options.recogniseYields = m_arguments.has(u"json-in-text"_s); // every item of a stream only when asked to

    const std::unique_ptr<Subscription> subscription = m_sessions.subscribe(spec.id, *value, options);
    QEventLoop loop;
    qint64 printed = 0;
    bool warned = false;
    QList<FixtureEvent> events;
    QString end; // why we ended it ourselves
    const auto print = [&](qsizetype added, qsizetype) {
        for (qsizetype i = std::max<qsizetype>(0, subscription->count() - added);
            i < subscription->count() && end.isEmpty(); ++i) {
            const StreamItem &item = subscription->at(i);
            warned = warned || !item.outcome.warnings.isEmpty();
            m_output.jsonLine(itemJson(item));
            if (m_arguments.has(u"record"_s))
                events.append(fixtureEventOf(item));
            ++printed;
            if (m_output.isClosed())
                end = u"cancelled"_s;
            else if (printed == until->count)
                end = u"count"_s;
        }
        if (!end.isEmpty())
            subscription->cancel();
    };
    QObject::connect(subscription.get(), &Subscription::itemsChanged, &loop, print);
    QObject::connect(subscription.get(), &Subscription::ended, &loop, [&loop] { loop.quit(); });
    QObject::connect(&m_interrupt, &Interrupt::interrupted, subscription.get(), &Subscription::cancel);
    if (until->time.count() > 0) {
        QTimer::singleShot(until->time, &loop, [&] {
            if (end.isEmpty())
                end = u"time"_s;
            subscription->cancel();
        });
    }
    if (m_interrupt.happened())
        subscription->cancel();
    loop.exec();

    const bool failed = end.isEmpty()
        && (subscription->endReason() == EndReason::Error || subscription->endReason() == EndReason::Closed);
    JsonBuilder builder;
    builder.beginObject().add(u"end", end.isEmpty() ? endName(subscription->endReason()) : end);
    if (failed)
        builder.add(u"error", toJson(subscription->endError()));
    builder.add(u"events", Json::integer(printed)).endObject();
    m_output.jsonLine(builder.take());
    RecordOutput recorded(m_arguments, u"record"_s, m_sessions.limits(), m_output);
    if (m_arguments.has(u"record"_s))
        keep(*subscription, *value, events, end.isEmpty() ? endName(subscription->endReason()) : end,
            recorded);
    if (m_interrupt.happened())
        return ExitCode::Interrupted;
    if (failed) {
        if (!m_output.isJson()) // the last line is for scripts
            m_output.fail(subscription->endError());
        const int code = exitCodeFor(subscription->endError());
        return code == ExitCode::Ok ? int(ExitCode::OperationError) : code;
    }
    if (recorded.exitCode() != ExitCode::Ok)
        return recorded.exitCode();
    return m_arguments.has(u"strict"_s) && warned ? ExitCode::Validation : ExitCode::Ok;
}

} // namespace Workbench::Cli
