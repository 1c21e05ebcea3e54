// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What the hub runs for its callers: services, its own operations, and forwarding.
#include "core/call/answers.h"
#include "core/serving/hub/hub_p.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Task<Result<HandlerResult>> settled(Result<HandlerResult> result)
{
    co_return result;
}

//! The answer goes on as it came.
Task<Result<HandlerResult>> forwarded(QFuture<Result<CallOutput>> answer)
{
    Result<CallOutput> output = co_await Answer(answer);
    if (!output)
        co_return std::unexpected(std::move(output).error());
    co_return handlerResultOf(*output);
}

//! The request as the spoke gets it: a new id, the caller's as its parent, the same deadline.
//! \source call-protocol.md 3.6
CallRequest forwardedRequest(IncomingCall call)
{
    CallRequest request{call.id.toString(), std::move(call.input)};
    request.context = std::move(call.context);
    request.context.parentRequestId = request.context.requestId;
    request.context.requestId = newRequestId();
    request.deadline = call.deadline;
    if (call.idleTimeout && *call.idleTimeout > 0)
        request.idleTimeout = std::chrono::milliseconds(*call.idleTimeout);
    request.showsHeartbeats = true; // the caller's idle timer lives on them
    return request;
}

} // namespace

Hub::Operations::Operations(std::shared_ptr<State> state)
    : m_state(std::move(state))
    , m_own(m_state->ownOperations)
{
}

std::optional<OperationType> Hub::Operations::typeOf(const OperationId &id) const
{
    if (const auto service = HubServices::typeOf(id))
        return service;
    if (const HubDirectory::Entry *entry = m_state->directory.find(id))
        return entry->spec.type;
    return m_own->typeOf(id);
}

//! The hub enforces access control itself before it forwards.
Result<Hub::Connection *> Hub::Operations::admitted(const IncomingCall &call) const
{
    const HubDirectory::Entry *entry = m_state->directory.find(call.id);
    Connection *owner = m_state->owner(call.id);
    if (!entry || !owner) {
        return std::unexpected(Error{ErrorKind::Usage, ErrorCode::operationNotFound,
            u"Operation not found: %1"_s.arg(call.id.toString()), {},
            Json::object({{u"operationId"_s, Json::string(call.id.toString())}})});
    }
    return enforceAccess(entry->spec.accessControl, call.context.identity, call.id.toString(), false)
        .transform([owner] { return owner; });
}

Task<Result<HandlerResult>> Hub::Operations::call(IncomingCall call)
{
    if (HubServices::typeOf(call.id)) {
        bool changed = false;
        HubServices services(&m_state->directory, m_state->own);
        const Result<Json> data =
            services.run(call.id, call.input, call.connectionId, call.context.identity, changed);
        if (changed && m_state->hub)
            Q_EMIT m_state->hub->spokesChanged();
        if (!data)
            return settled(std::unexpected(data.error()));
        return settled(HandlerResult(localEnvelope(*data, call.id.toString())));
    }
    if (!m_state->directory.find(call.id))
        return m_own->call(std::move(call));
    const Result<Connection *> owner = admitted(call);
    if (!owner)
        return settled(std::unexpected(owner.error()));
    return forwarded((*owner)->calls->call(forwardedRequest(std::move(call))));
}

Result<std::unique_ptr<ItemStream>> Hub::Operations::subscribe(IncomingCall call)
{
    if (!m_state->directory.find(call.id))
        return m_own->subscribe(std::move(call));
    const Result<Connection *> owner = admitted(call);
    if (!owner)
        return std::unexpected(owner.error());
    return (*owner)->calls->subscribe(forwardedRequest(std::move(call)));
}

CallError Hub::Operations::mapped(const OperationId &id, const Error &error) const
{
    if (HubServices::typeOf(id) || m_state->directory.find(id))
        return toCallError(error);
    return m_own->mapped(id, error);
}

} // namespace Workbench
