// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/pendingrequestmap.h"
#include "core/registry/registryoperations.h"
#include "core/serving/hub/hub.h"
#include "core/serving/hub/hubservices.h"

namespace Workbench {

//! One peer: its wire, and what we asked of it.
struct Hub::Connection {
    QString id;
    HubPeer peer;
    bool isSlow = false; //!< it is told to go for it, which takes a while when it does not read
    std::unique_ptr<ChannelTarget> target;
    std::unique_ptr<PendingRequestMap> calls; //!< declared last, because it goes first
};

//! What the hub and the requests that run share.
struct Hub::State {
    QPointer<Hub> hub;
    QPointer<OperationRegistry> own;
    std::shared_ptr<CallableOperations> ownOperations; //!< never null
    HubDirectory directory;
    std::map<QString, std::unique_ptr<Connection>> connections;
    Limits limits;

    Connection *owner(const OperationId &id) const
    {
        const HubDirectory::Entry *entry = directory.find(id);
        if (!entry)
            return nullptr;
        const auto found = connections.find(entry->connectionId);
        return found == connections.end() ? nullptr : found->second.get();
    }
};

//! Every operation of the hub: services, its own, and those of spokes, which it forwards.
class Hub::Operations : public CallableOperations {
public:
    explicit Operations(std::shared_ptr<State> state);

    std::optional<OperationType> typeOf(const OperationId &id) const override;
    Task<Result<HandlerResult>> call(IncomingCall call) override;
    Result<std::unique_ptr<ItemStream>> subscribe(IncomingCall call) override;
    CallError mapped(const OperationId &id, const Error &error) const override;

private:
    Result<Connection *> admitted(const IncomingCall &call) const;

    std::shared_ptr<State> m_state;
    std::shared_ptr<CallableOperations> m_own;
};

} // namespace Workbench
