// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/invocation.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/session/invocationrun.h"

#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype maxNoteLength = 200;

QString firstText(const McpMeta &meta)
{
    for (const Json block : meta.content.items()) {
        if (const QString text = block.member("text"_L1).toString(); !text.isEmpty())
            return visibleText(text.simplified(), false, maxNoteLength);
    }
    return {};
}

//! Returns the heading of the explanation that is shown beside the data, for example "{ok, data} opened. The
//! schema describes the data; …".
QString mismatchNote(const Diagnosis &diagnosis)
{
    const QString title = visibleText(diagnosis.title, false, maxNoteLength);
    if (!diagnosis.validPointer || title.isEmpty())
        return title;
    return visibleText(diagnosis.envelope, false, 60) + u" opened. "_s + title;
}

Error cancelledError()
{
    return {ErrorKind::Cancelled, u"cancelled"_s, u"the call was cancelled"_s};
}

//! Notes the end of a call in \a record for History: state, outcome word, warnings, note.
void describeEnd(ExchangeRecord &record, const Result<Outcome> &result)
{
    if (!result) {
        const bool endedHere = result.error().kind == ErrorKind::Cancelled || isDisconnect(result.error());
        record.state = endedHere ? ExchangeRecord::State::Cancelled : ExchangeRecord::State::Failed;
        record.outcome = outcomeWord(result.error());
        if (const auto status = result.error().details.member("statusCode"_L1).toInteger())
            record.outcome = QString::number(*status);
        record.note = visibleText(messageOnOneLine(result.error()), false, maxNoteLength);
        return;
    }
    record.state = ExchangeRecord::State::Ok;
    record.outcome = u"ok"_s;
    record.warnings = attentionCount(*result);
    if (const qsizetype changes = result->changes.size(); changes > 0)
        record.note = changes == 1 ? u"1 value normalised"_s : u"%1 values normalised"_s.arg(changes);
    // The number of normalised values says more than a mismatch of a few values.
    if (!result->diagnoses.isEmpty()
        && (record.note.isEmpty() || result->diagnoses.first().code != "schema.mismatch"_L1))
        record.note = mismatchNote(result->diagnoses.first());
    if (record.note.isEmpty() && result->envelope.isLegacy)
        record.note = u"a bare value instead of an envelope"_s;
    if (const auto *http = std::get_if<HttpMeta>(&result->envelope.meta())) {
        record.outcome = QString::number(http->statusCode);
        if (http->statusCode >= 400)
            record.state = ExchangeRecord::State::Failed;
    } else if (const auto *mcp = std::get_if<McpMeta>(&result->envelope.meta()); mcp && mcp->isError) {
        record.state = ExchangeRecord::State::Failed;
        record.outcome = u"error"_s;
        record.note = firstText(*mcp);
    }
}

} // namespace

void RunningCall::begin(CallContext &context)
{
    clock.start();
    context.cancellation = stop.get_token();
    context.exchangeId = record.id;
    context.identity = record.identity;
}

void RunningCall::updateRecord()
{
    if (!exchanges)
        return;
    if (const ExchangeRecord *known = exchanges->findRecord(record.id)) {
        record.timing = known->timing;
        record.asked = known->asked;
        record.waiting = known->waiting;
    }
    std::tie(record.requestBytes, record.responseBytes) = exchanges->bytesOf(record.id);
    exchanges->update(record);
}

Invocation::Invocation(OperationId operation)
    : m_operation(std::move(operation))
    , m_result(std::unexpected(Error{
          .kind = ErrorKind::Internal, .code = u"running"_s, .message = u"the call is still running"_s}))
    , m_run(std::make_shared<Run>())
{
    m_run->owner = this;
}

Invocation::~Invocation()
{
    m_run->owner.clear();
    if (!m_task)
        m_run->endWith(cancelledError());
}

void Invocation::cancel()
{
    m_run->endWith(cancelledError());
}

//! Starts the flow from the event loop, so that nothing is announced before the caller could connect.
void Invocation::Run::start(const std::shared_ptr<SourceConnection> &connection, OperationRegistry *registry,
    const OperationId &id, const Json &input, CallContext context, const PipelineOptions &pipeline)
{
    begin(context);
    context.onProgress = [weak = weak_from_this()](const Progress &progress) {
        const auto run = weak.lock();
        if (!run || run->isSettled)
            return;
        if (!run->record.taskId.isEmpty()) { // History shows it, also without the invocation
            const double total = progress.total.value_or(0);
            const double share = total > 0 ? std::clamp(progress.value / total, 0.0, 1.0) : -1;
            if (std::exchange(run->record.taskShare, share) != share)
                run->updateRecord();
        }
        Invocation *invocation = run->owner.data();
        if (!invocation)
            return;
        invocation->m_progress = progress;
        Q_EMIT invocation->progressed(progress);
    };
    context.onTask = [weak = weak_from_this()](const CallTask &task) {
        if (const auto run = weak.lock())
            run->taskChanged(task);
    };
    if (connection)
        connection->addCall(shared_from_this());
    QTimer::singleShot(0, owner.data(),
        [self = shared_from_this(), connection, registry = QPointer(registry), id, input,
            context = std::move(context), pipeline] {
            if (!self->isSettled && registry) {
                QCoro::connect(
                    flow(self, connection, registry, id, input, context, pipeline), registry.data(), [] { });
            }
        });
}

Task<void> Invocation::Run::flow(std::shared_ptr<Run> run, std::shared_ptr<SourceConnection> connection,
    QPointer<OperationRegistry> registry, OperationId id, Json input, CallContext context,
    PipelineOptions pipeline)
{
    if (connection && !connection->usableAdapter()) {
        const Result<void> usable = co_await connection->whenUsable();
        if (!usable)
            run->settle(std::unexpected(usable.error()));
    }
    if (connection) { // before the input is validated against a schema that may have changed
        if (const std::optional<Error> refused = connection->refusal(id.name, context))
            run->settle(std::unexpected(*refused));
    }
    connection.reset();
    if (run->isSettled || !registry)
        co_return;
    Result<Outcome> result = co_await registry->execute(id, std::move(input), std::move(context), pipeline);
    run->settle(std::move(result));
}

void Invocation::Run::taskChanged(const CallTask &task)
{
    if (isSettled)
        return;
    record.task = task.status;
    record.taskId = task.id;
    record.note = visibleText(task.message, false, maxNoteLength);
    updateRecord();
    Invocation *invocation = owner.data();
    if (!invocation)
        return;
    invocation->m_task = task;
    Q_EMIT invocation->taskChanged();
}

void Invocation::Run::settle(Result<Outcome> result)
{
    if (std::exchange(isSettled, true))
        return;
    if (result)
        result->exchangeId = record.id;
    else if (exchanges)
        result = std::unexpected(exchanges->secrets().hidden(result.error()));
    record.durationMs = clock.elapsed();
    record.note.clear();
    describeEnd(record, result);
    updateRecord();
    Invocation *invocation = owner.data();
    if (!invocation)
        return;
    QTimer::singleShot(
        0, invocation, [invocation, result = std::move(result), elapsed = record.durationMs]() mutable {
            invocation->m_result = std::move(result);
            invocation->m_durationMs = elapsed;
            invocation->m_state = State::Finished;
            Q_EMIT invocation->finished();
        });
}

void Invocation::Run::endWith(const Error &why)
{
    const auto self = shared_from_this();
    settle(std::unexpected(why));
    stop.request_stop();
}

} // namespace Workbench

#include "moc_invocation.cpp"
