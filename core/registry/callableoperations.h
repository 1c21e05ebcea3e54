// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/operation/operationspec.h"
#include "core/registry/callcontext.h"
#include "core/registry/itemstream.h"

namespace Workbench {

//! One request as its handler sees it.
struct IncomingCall {
    OperationId id;
    Json input;
    //! identity is the connection's; never trusted. timeout is the time that is left until the deadline of a
    //! call, or the idle time of a subscription, which its caller enforces.
    CallContext context;
    QString connectionId; //!< who asked
};

//! What CallHandler dispatches over: a registry (core/registry/registryoperations.h), or a hub that forwards.
//! Access control and input validation are its part. \source core/hub/README.md 2.5
class CallableOperations {
public:
    virtual ~CallableOperations() = default;

    //! Nothing when the operation does not exist.
    virtual std::optional<OperationType> typeOf(const OperationId &id) const = 0;
    //! A Json that already is an envelope goes to the caller unchanged.
    virtual Task<Result<HandlerResult>> call(IncomingCall call) = 0;
    virtual Result<std::unique_ptr<ItemStream>> subscribe(IncomingCall call) = 0;
    //! An error of one of its operations as the caller sees it. \source core/hub/README.md 1.6 mapError
    virtual CallError mapped(const OperationId &id, const Error &error) const
    {
        Q_UNUSED(id)
        return toCallError(error);
    }
};

} // namespace Workbench
