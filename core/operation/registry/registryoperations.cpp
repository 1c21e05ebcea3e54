// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/registryoperations.h"

#include "core/envelope/pipeline/outcome.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Error notFound(const OperationId &id)
{
    return {ErrorKind::Usage, ErrorCode::operationNotFound, u"Operation not found: %1"_s.arg(id.toString()),
        {}, Json::object({{u"operationId"_s, Json::string(id.toString())}})};
}

Task<Result<HandlerResult>> envelopeOf(Task<Result<Outcome>> running, qsizetype mostChanges)
{
    Result<Outcome> outcome = co_await std::move(running);
    if (!outcome)
        co_return std::unexpected(std::move(outcome).error());
    reportInMeta(*outcome, mostChanges); // otherwise the caller would take lost values for the answer
    co_return HandlerResult(std::move(outcome->envelope));
}

} // namespace

RegistryOperations::RegistryOperations(
    OperationRegistry *registry, std::function<bool(const OperationId &)> isOffered)
    : m_registry(registry)
    , m_isOffered(std::move(isOffered))
{
}

bool RegistryOperations::offers(const OperationId &id) const
{
    return !m_registry.isNull() && (!m_isOffered || m_isOffered(id));
}

std::optional<OperationType> RegistryOperations::typeOf(const OperationId &id) const
{
    const OperationRegistry *registry = offers(id) ? m_registry.data() : nullptr;
    const OperationSpec *spec = registry ? registry->listedSpec(id) : nullptr;
    return spec ? std::optional(spec->type) : std::nullopt;
}

//! Checks that the caller may call the operation. A peer that guards an operation checks our identity, not
//! that of our caller, so the access is always checked here.
Result<void> RegistryOperations::admit(const IncomingCall &call) const
{
    const OperationRegistry *registry = offers(call.id) ? m_registry.data() : nullptr;
    const OperationSpec *spec = registry ? registry->listedSpec(call.id) : nullptr;
    if (!spec)
        return std::unexpected(notFound(call.id));
    return enforceAccess(spec->accessControl, call.context.identity, call.id.toString());
}

Task<Result<HandlerResult>> RegistryOperations::call(IncomingCall call)
{
    if (const Result<void> admitted = admit(call); !admitted)
        return settledTask<HandlerResult>(std::unexpected(admitted.error()));
    OperationRegistry *registry = m_registry.data();
    PipelineOptions pipeline;
    pipeline.recognise = false; // nothing is shown here; the envelope is passed on unchanged
    return envelopeOf(registry->execute(call.id, std::move(call.input), std::move(call.context), pipeline),
        pipeline.maxWarnings);
}

Result<std::unique_ptr<ItemStream>> RegistryOperations::subscribe(IncomingCall call)
{
    if (const Result<void> admitted = admit(call); !admitted)
        return std::unexpected(admitted.error());
    OperationRegistry *registry = m_registry.data();
    return registry->subscribe(call.id, call.input, std::move(call.context));
}

CallError RegistryOperations::mapped(const OperationId &id, const Error &error) const
{
    const OperationRegistry *registry = m_registry.data();
    const OperationSpec *spec = registry ? registry->listedSpec(id) : nullptr;
    SharedDefinitions shared; // not needed: only the codes of the errors are used
    return mapError(error, spec ? sharing(*spec, shared).errorSchemas : QList<ErrorDefinition>());
}

} // namespace Workbench
