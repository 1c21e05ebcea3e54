// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/callableoperations.h"
#include "core/registry/operationregistry.h"
#include "core/serving/mock/mockplayer.h"

namespace Workbench {

//! Fixtures as the own operations of a Hub: envelopes, errors and streams go to the caller as they were
//! recorded. Give \c describes() and \c operations() to the hub. What was not recorded is a call.error with
//! the code EXECUTION_ERROR whose details say what is near.
class HubMock : public QObject {
    Q_OBJECT
public:
    explicit HubMock(std::shared_ptr<MockPlayer> player, const Limits &limits, QObject *parent = nullptr);
    ~HubMock() override;

    OperationRegistry *describes() { return &m_registry; }
    const std::shared_ptr<CallableOperations> &operations() const { return m_operations; }

Q_SIGNALS:
    //! A fault asks for the end of a connection.
    void dropAsked(const QString &connectionId);

private:
    class Operations;
    OperationRegistry m_registry;
    std::shared_ptr<CallableOperations> m_operations;
};

//! The id that an operation has at the hub: of one that came from a hub its own, else it stands in the
//! namespace of its source.
OperationId hubIdOf(const FixtureOrigin &origin, const QString &operation);

} // namespace Workbench
