// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/operationregistry.h"

#include <QPointer>

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

//! The operations that CallHandler dispatches to: a registry (RegistryOperations), or a hub that forwards
//! calls. Implementations enforce access control and validate input.
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

//! Makes the operations of a registry callable for CallHandler. Operations that are not offered do not exist
//! for callers. \source core/hub/README.md 2.5; core/RULES.md R-46
class RegistryOperations : public CallableOperations {
public:
    //! \a isOffered selects the operations that are offered; empty: all of them.
    explicit RegistryOperations(
        OperationRegistry *registry, std::function<bool(const OperationId &)> isOffered = {});

    std::optional<OperationType> typeOf(const OperationId &id) const override;
    Task<Result<HandlerResult>> call(IncomingCall call) override;
    Result<std::unique_ptr<ItemStream>> subscribe(IncomingCall call) override;
    CallError mapped(const OperationId &id, const Error &error) const override;

private:
    bool offers(const OperationId &id) const;
    Result<void> admit(const IncomingCall &call) const;

    QPointer<OperationRegistry> m_registry;
    std::function<bool(const OperationId &)> m_isOffered;
};

} // namespace Workbench
