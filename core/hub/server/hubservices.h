// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/server/hubdirectory.h"
#include "core/registry/operationregistry.h"

namespace Workbench {

//! The hub's own operations: services.list, .search, .schema and hub.register, .unregister, .heartbeat,
//! .spokes. They show what the caller may call and nothing else. \source core/hub/README.md 3.6
class HubServices {
public:
    //! Both outlive it; \a own may be null.
    HubServices(HubDirectory *directory, OperationRegistry *own);

    static std::optional<OperationType> typeOf(const OperationId &id);
    //! \a changed is set when the operations of spokes have changed.
    Result<Json> run(const OperationId &id, const Json &input, const QString &connectionId,
        const std::optional<Identity> &identity, bool &changed);

private:
    const OperationSpec *find(const OperationId &id) const; //!< visitor; null: there is none
    QList<OperationSpec> visible(const std::optional<Identity> &identity) const;
    Result<Json> list(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> search(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> schema(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> registerSpoke(const Json &input, const QString &connectionId, bool &changed);
    Result<Json> unregister(const Json &input, const QString &connectionId, bool &changed);
    Json spokes(const std::optional<Identity> &identity) const;

    HubDirectory *m_directory;
    OperationRegistry *m_own;
};

} // namespace Workbench
