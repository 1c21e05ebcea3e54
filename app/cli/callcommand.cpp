// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/diagnosisoutput.h"
#include "app/cli/input.h"
#include "app/cli/recordoutput.h"
#include "app/cli/sourcecommands.h"
#include "core/envelope/explanation.h"
#include "core/envelope/nextpage.h"
#include "core/json/jsonbuilder.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

int SourceCommands::call(const OperationSpec &spec)
{
    const Result<Json> value = input(spec);
    if (!value)
        return m_output.fail(value.error());
    if (spec.type == OperationType::Subscription) {
        return m_output.fail(Error{ErrorKind::Usage, u"usage"_s,
            u"%1 is a subscription: use envelope subscribe"_s.arg(spec.id.toString()), {}, {}});
    }
    const Result<ResultReading> reading = readingFromArguments(m_arguments);
    if (!reading)
        return m_output.fail(reading.error());
    InvokeOptions options;
    options.sendInvalid = m_arguments.has(u"send-invalid"_s);
    options.reading = *reading;
    const std::unique_ptr<Invocation> invocation = m_sessions.invoke(spec.id, *value, options);
    QEventLoop loop;
    QObject::connect(invocation.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    QObject::connect(invocation.get(), &Invocation::progressed, &loop, [this](const Progress &progress) {
        QString text = QString::number(progress.value);
        if (progress.total)
            text += u" / %1"_s.arg(*progress.total);
        m_output.progress(progress.message.isEmpty() ? text : QString(text + u"  "_s + progress.message));
    });
    QObject::connect(&m_interrupt, &Interrupt::interrupted, invocation.get(), &Invocation::cancel);
    if (m_interrupt.happened())
        invocation->cancel();
    loop.exec();
    const int code =
        invocation->result() ? showOutcome(*invocation, spec, *value) : showFailure(*invocation, spec);
    if (!m_arguments.has(u"record"_s))
        return code;
    RecordOutput recorded(m_arguments, u"record"_s, m_sessions.limits(), m_output);
    keep(*invocation, *value, recorded);
    return recorded.exitCode() == ExitCode::Ok ? code : recorded.exitCode();
}

Json SourceCommands::exchangeJson(const QString &exchangeId) const
{
    const ExchangeRecord *record = m_sessions.exchanges()->findRecord(exchangeId);
    if (!record)
        return {};
    JsonBuilder builder;
    builder.beginObject()
        .add(u"id", record->id)
        .add(u"startedAt", record->startedAt.toString(Qt::ISODateWithMs));
    builder.add(u"durationMs", Json::integer(record->durationMs))
        .add(u"requestBytes", Json::integer(record->requestBytes));
    builder.add(u"responseBytes", Json::integer(record->responseBytes)).endObject();
    return builder.take();
}

//! What its words say when they are known: an error is often a result that somebody on the way refused.
int SourceCommands::showFailure(const Invocation &invocation, const OperationSpec &spec)
{
    Error error = invocation.result().error();
    if (error.kind == ErrorKind::Trust && error.details.member("wanted"_L1).isString())
        error.message += u" (--server URL)"_s;
    QList<Diagnosis> diagnoses;
    QList<RecognitionNote> notes;
    if (error.kind == ErrorKind::Remote) {
        const RecognitionInput said = inspectable(error, spec.id.name, spec.outputSchema);
        const Recognition recognition = recognise(said);
        diagnoses = explain(said, recognition, m_sessions.seenEnvelope(spec.id));
        notes = recognition.notes;
    }
    const int code =
        m_output.fail(error, exchangeJson(invocation.exchangeId()), diagnosticsJson(diagnoses, notes));
    if (!m_output.isJson())
        show(m_output, diagnoses, notes);
    return code;
}

int SourceCommands::showOutcome(const Invocation &invocation, const OperationSpec &spec, const Json &given)
{
    const Outcome &outcome = *invocation.result();
    const std::optional<Json> nextPage = nextPageInput(outcome, given, spec.inputSchema);
    const QList<RecognitionNote> notes =
        outcome.recognition ? outcome.recognition->notes : QList<RecognitionNote>();
    if (m_arguments.has(u"data"_s)) {
        if (outcome.envelope.data.isString() && !m_output.isJson())
            m_output.raw(outcome.envelope.data.toString().toUtf8() + '\n');
        else
            m_output.json(outcome.envelope.data.isAbsent() ? Json::null() : outcome.envelope.data);
    } else if (m_output.isJson()) {
        QList<Json> warnings;
        for (const Warning &warning : outcome.warnings)
            warnings += toJson(warning);
        QList<Json> changes;
        for (const Change &change : outcome.changes)
            changes += toJson(change);
        JsonBuilder builder;
        builder.beginObject()
            .add(u"envelope", outcome.envelope.toJson())
            .add(u"claimed", outcome.envelope.isClaimed ? Json::boolean(true) : Json())
            .add(u"warnings", Json::array(warnings));
        builder.add(u"changes", Json::array(changes))
            .add(u"layers", layersJson(outcome))
            .add(u"closedText", closedTextJson(outcome))
            .add(u"diagnostics", diagnosticsJson(outcome.diagnoses, notes))
            .add(u"nextPage", nextPage.value_or(Json()));
        builder.add(u"exchange", exchangeJson(invocation.exchangeId())).endObject();
        m_output.json(builder.take());
    } else {
        m_output.json(outcome.envelope.toJson());
    }
    if (!m_output.isJson()) {
        for (const Warning &warning : outcome.warnings)
            m_output.warning(warning);
        if (outcome.warningsNotShown != 0)
            m_output.note(u"more warnings were not looked at"_s);
        for (const Change &change : outcome.changes)
            m_output.change(change);
        show(m_output, outcome.diagnoses, notes);
        if (nextPage) {
            QString input = QString::fromUtf8(nextPage->toBytes());
            input.replace(u"'"_s, u"'\\''"_s); // as a shell takes it
            m_output.note(u"next page: --input '%1'"_s.arg(input));
        }
    }
    if (outcome.envelope.isError())
        return ExitCode::OperationError;
    return m_arguments.has(u"strict"_s) && !outcome.warnings.isEmpty() ? ExitCode::Validation : ExitCode::Ok;
}

} // namespace Workbench::Cli
