// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/operation/callcontext.h"
#include "core/operation/operationspec.h"
#include "core/operation/registry/itemstream.h"

namespace Workbench {

//! One request as its handler sees it.
struct IncomingCall {
    OperationId id;
    Json input;
    //! The context of the call. Its identity is that of the connection. Its timeout is a little longer than
    //! the time left until the deadline of a call, which CallHandler enforces.
    CallContext context;
    QString connectionId; //!< connection that the request came over
};

//! The operations that CallHandler dispatches to: a registry (core/operation/registry/registryoperations.h),
//! or a hub that forwards calls. Implementations enforce access control and validate input.
//! \source core/hub/README.md 2.5
class CallableOperations {
public:
    virtual ~CallableOperations() = default;

    //! Returns the type of an operation, or nothing if it does not exist.
    virtual std::optional<OperationType> typeOf(const OperationId &id) const = 0;
    //! Calls an operation. A result that already is an envelope goes to the caller unchanged.
    virtual Task<Result<HandlerResult>> call(IncomingCall call) = 0;
    virtual Result<std::unique_ptr<ItemStream>> subscribe(IncomingCall call) = 0;
    //! Returns \a error of the operation \a id as the caller receives it.
    //! \source core/hub/README.md 1.6 mapError
    virtual CallError mapped(const OperationId &id, const Error &error) const
    {
        Q_UNUSED(id)
        return toCallError(error);
    }
};

} // namespace Workbench
