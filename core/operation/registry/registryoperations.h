// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/callableoperations.h"
#include "core/operation/registry/operationregistry.h"

#include <QPointer>

namespace Workbench {

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
