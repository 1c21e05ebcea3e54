// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/callableoperations.h"
#include "core/registry/operationregistry.h"
#include "core/serving/mock/mockplayer.h"

namespace Workbench {

//! Serves fixtures as the own operations of a Hub: envelopes, errors and streams go to the caller as they
//! were recorded. Give \c describes() and \c operations() to the hub. A call that was not recorded gets a
//! call.error with the code EXECUTION_ERROR; its details name similar recordings.
class HubMock : public QObject {
    Q_OBJECT
public:
    explicit HubMock(std::shared_ptr<MockPlayer> player, const Limits &limits, QObject *parent = nullptr);
    ~HubMock() override;

    OperationRegistry *describes() { return &m_registry; }
    const std::shared_ptr<CallableOperations> &operations() const { return m_operations; }

Q_SIGNALS:
    //! Emitted when a fault demands the end of a connection.
    void dropAsked(const QString &connectionId);

private:
    class Operations;
    OperationRegistry m_registry;
    std::shared_ptr<CallableOperations> m_operations;
};

//! Returns the id of an operation at the hub: its own id if it was recorded from a hub, else its name in the
//! namespace of its source.
OperationId hubIdOf(const FixtureOrigin &origin, const QString &operation);

} // namespace Workbench
