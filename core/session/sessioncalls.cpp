// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The calls of Sessions: invoke, subscribe, preview, and the connection test of a source.
#include "core/base/settle.h"
#include "core/session/invocationrun.h"
#include "core/session/sessions.h"
#include "core/session/subscription_p.h"

#include <QTimer>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

Error operationNotFound(const OperationId &operation)
{
    return {ErrorKind::Usage, ErrorCode::operationNotFound,
        u"Operation not found: %1"_s.arg(operation.toString())};
}

} // namespace

QString Sessions::beginRecord(
    RunningCall &call, const SourceConnection *connection, const OperationId &operation, const Json &input)
{
    ExchangeRecord &record = call.record;
    record.source = connection ? connection->source().name : operation.nameSpace;
    record.operation = operation.name;
    record.input = input;
    record.startedAt = QDateTime::currentDateTimeUtc();
    record.identity = identity();
    record.id = m_services.exchanges->begin(record);
    call.exchanges = m_services.exchanges;
    return record.id;
}

PipelineOptions Sessions::pipelineFor(const InvokeOptions &options, const SourceConnection *connection) const
{
    const Limits &limits = m_services.limits;
    PipelineOptions pipeline = options.pipeline;
    pipeline.maxWarnings = qMin(pipeline.maxWarnings, qsizetype(limits.warningsPerResult));
    const ResultReading reading = options.reading.orElse(connection
            ? resultReading(connection->source().settings).value_or(ResultReading())
            : ResultReading());
    pipeline.recognition = RecognitionOptions::within(limits);
    pipeline.recognition.opensText = reading.opensText();
    pipeline.throwErrors = reading.throwsErrors();
    return pipeline;
}

void Sessions::rememberEnvelope(const Invocation &invocation)
{
    const OperationSpec *spec = m_services.registry->listedSpec(invocation.operation());
    const Recognition *recognition = invocation.result() ? invocation.result()->recognition.get() : nullptr;
    if (!spec || spec->kind != "tool"_L1 || !spec->outputSchema.isAbsent() || !recognition)
        return;
    if (const auto seen = Workbench::seenEnvelope(spec->id.name, *recognition))
        m_seenEnvelopes.insert(spec->id.nameSpace, *seen);
}

std::optional<SeenEnvelope> Sessions::seenEnvelope(const OperationId &operation) const
{
    const auto seen = m_seenEnvelopes.constFind(operation.nameSpace);
    return seen == m_seenEnvelopes.cend() || seen->operation == operation.name ? std::nullopt
                                                                               : std::optional(*seen);
}

std::unique_ptr<Invocation> Sessions::invoke(
    const OperationId &operation, const Json &input, const InvokeOptions &options)
{
    const auto connection = findNameSpace(operation.nameSpace);
    std::unique_ptr<Invocation> invocation(new Invocation(operation));
    const auto run = invocation->m_run;
    invocation->m_exchangeId = beginRecord(*run, connection.get(), operation, input);
    PipelineOptions pipeline = pipelineFor(options, connection.get());
    pipeline.seenEnvelope = seenEnvelope(operation);
    connect(invocation.get(), &Invocation::finished, this,
        [this, finished = invocation.get()] { rememberEnvelope(*finished); });
    run->start(connection, m_services.registry, operation, input, options, pipeline);
    return invocation;
}

std::unique_ptr<Subscription> Sessions::subscribe(
    const OperationId &operation, const Json &input, const InvokeOptions &options)
{
    const auto connection = findNameSpace(operation.nameSpace);
    const Limits &limits = m_services.limits;
    std::unique_ptr<Subscription> subscription(new Subscription(operation));
    Subscription::Private &run = *subscription->d;
    run.worker = m_streamWorker;
    run.keepLast = qMax<qsizetype>(1, limits.uiEventsInMemory);
    run.maxBytes = limits.exchangeBytes / 4;
    subscription->m_exchangeId = beginRecord(run, connection.get(), operation, input);
    PipelineOptions pipeline = pipelineFor(options, connection.get());
    pipeline.isEvent = true;
    pipeline.normalise = options.normaliseYields;
    pipeline.strictCast = false;
    pipeline.recognise = options.recogniseYields;
    run.start({.connection = connection,
        .registry = m_services.registry,
        .id = operation,
        .input = input,
        .context = options,
        .setup = {.operationId = operation.toString(),
            .exchangeId = {},
            .schema = {},
            .pipeline = pipeline,
            .maxWaiting = limits.queueInMessages,
            .maxWaitingBytes = limits.queueInBytes}});
    return subscription;
}

Result<WirePreview> Sessions::preview(const OperationId &operation, const Json &input) const
{
    const OperationSpec *spec = m_services.registry->listedSpec(operation);
    const auto connection = findNameSpace(operation.nameSpace);
    if (connection && !connection->usableAdapter())
        return std::unexpected(connection->notConnected());
    if (!spec || !connection)
        return std::unexpected(operationNotFound(operation));
    return connection->usableAdapter()->preview(*spec, input);
}

QFuture<Result<WirePreview>> Sessions::previewSoon(const OperationId &operation, const Json &input) const
{
    const OperationSpec *spec = m_services.registry->listedSpec(operation);
    const auto connection = findNameSpace(operation.nameSpace);
    if (!spec || !connection || !connection->usableAdapter())
        return QtFuture::makeReadyValueFuture(preview(operation, input)); // reports why there is no preview
    return QtConcurrent::run(connection->usableAdapter()->previewing(*spec, input));
}

OperationFeatures Sessions::features(const OperationId &operation) const
{
    const OperationSpec *spec = m_services.registry->listedSpec(operation);
    const auto connection = findNameSpace(operation.nameSpace);
    const Adapter *adapter = connection ? connection->usableAdapter() : nullptr;
    return spec && adapter ? adapter->featuresOf(*spec) : OperationFeatures();
}

QFuture<Result<InputCompletion>> Sessions::complete(
    const OperationId &operation, const QString &member, const Json &input, std::stop_token cancellation)
{
    const auto connection = findNameSpace(operation.nameSpace);
    if (!connection || !connection->isListStale({}))
        return completeNow(operation, member, input, std::move(cancellation));
    return connection->whenListed(cancellation)
        .then(this,
            [this, operation, member, input, cancellation](bool) {
                if (cancellation.stop_requested()) {
                    return QtFuture::makeReadyValueFuture(Result<InputCompletion>(
                        std::unexpected(Error{ErrorKind::Cancelled, ErrorCode::aborted, u"Cancelled."_s})));
                }
                return completeNow(operation, member, input, cancellation);
            })
        .unwrap();
}

QFuture<Result<InputCompletion>> Sessions::completeNow(const OperationId &operation, const QString &member,
    const Json &input, std::stop_token cancellation) const
{
    using Completed = Result<InputCompletion>;
    const OperationSpec *spec = m_services.registry->listedSpec(operation);
    const auto connection = findNameSpace(operation.nameSpace);
    Adapter *adapter = connection ? connection->usableAdapter() : nullptr;
    if (!spec || !adapter) {
        return QtFuture::makeReadyValueFuture(Completed(
            std::unexpected(connection ? connection->notConnected() : operationNotFound(operation))));
    }
    if (const std::optional<Error> refused = connection->refusal(operation.name, {}))
        return QtFuture::makeReadyValueFuture(Completed(std::unexpected(*refused)));
    return asFuture(adapter->complete(*spec, member, input, std::move(cancellation)));
}

SourceTest::SourceTest()
    : m_result(std::unexpected(Error{
          .kind = ErrorKind::Internal, .code = u"running"_s, .message = u"the test is still running"_s}))
{
}

SourceTest::~SourceTest()
{
    m_connection->disconnect(this);
    m_connection->close({ErrorKind::Cancelled, u"cancelled"_s, u"the test was stopped"_s});
}

std::unique_ptr<SourceTest> Sessions::testSource(const Source &source)
{
    std::unique_ptr<SourceTest> test(new SourceTest);
    test->m_connection = newConnection(source, true);
    SourceConnection *connection = test->m_connection.get();
    connect(connection, &SourceConnection::logged, this, &Sessions::logged);
    connect(
        connection, &SourceConnection::changed, test.get(),
        [owner = test.get(), connection] {
            const SourceState state = connection->state();
            if (state.phase == SourceState::Phase::Connecting || std::exchange(owner->m_isFinished, true))
                return;
            if (state.isUsable())
                owner->m_result = state;
            else
                owner->m_result = std::unexpected(state.error);
            connection->close({ErrorKind::Cancelled, u"cancelled"_s, u"the test is over"_s});
            Q_EMIT owner->finished();
        },
        Qt::QueuedConnection);
    QTimer::singleShot(0, connection, [connection] { connection->open(); });
    return test;
}

} // namespace Workbench
