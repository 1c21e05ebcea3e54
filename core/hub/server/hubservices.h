// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/server/hubdirectory.h"
#include "core/operation/registry/operationregistry.h"

namespace Workbench {

//! The hub's built-in operations: services.list, .search, .schema and hub.register, .unregister, .heartbeat,
//! .spokes. They show only operations that the caller may call. \source core/hub/README.md 3.6
class HubServices {
public:
    //! \a directory and \a own must outlive this object; \a own may be null. If \a describesVerbatim, the
    //! schema of an own operation is the definition in its spec, unchanged. Own operations for which
    //! \a isWithheld returns true are not listed, searched or described; an empty function withholds none.
    HubServices(HubDirectory *directory, OperationRegistry *own, bool describesVerbatim = false,
        std::function<bool(const OperationId &id)> isWithheld = {});

    //! Returns the type of a built-in operation, or nothing for another one.
    static std::optional<OperationType> typeOf(const OperationId &id);
    //! Runs a built-in operation.
    Result<Json> run(const OperationId &id, const Json &input, const QString &connectionId,
        const std::optional<Identity> &identity);

private:
    const OperationSpec *find(const OperationId &id) const; //!< not owned; null if not found
    QList<OperationSpec> visible(const std::optional<Identity> &identity) const;
    Result<Json> list(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> search(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> schema(const Json &input, const std::optional<Identity> &identity) const;
    Result<Json> registerSpoke(const Json &input, const QString &connectionId);
    Result<Json> unregister(const Json &input, const QString &connectionId);
    Json spokes(const std::optional<Identity> &identity) const;

    HubDirectory *m_directory;
    OperationRegistry *m_own;
    bool m_describesVerbatim;
    std::function<bool(const OperationId &id)> m_isWithheld;
};

} // namespace Workbench
