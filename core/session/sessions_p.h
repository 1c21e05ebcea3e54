// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/session/sourceconnection.h"

#include <QThreadPool>

namespace Workbench {

//! The error that calls of a source get which was \a what: "disconnected".
Error endedByUser(const QString &name, const QString &what);

struct Sessions::Private {
    Sessions *q = nullptr;
    Services services;
    std::shared_ptr<ClosingAdapters> closing;
    std::shared_ptr<QThreadPool> streamWorker;
    std::vector<std::shared_ptr<SourceConnection>> connections; //!< in the order of the workspace
    std::optional<Identity> identity;
    QList<Environment> environments;
    QString environmentName; //!< empty: none is chosen
    std::shared_ptr<const Environment> activeEnvironment; //!< null: as above
    QHash<QString, SeenEnvelope> seenEnvelopes; //!< by namespace; of tools without an output schema
    QStringList changedSecrets; //!< references whose secret is another one since the environments were set

    std::shared_ptr<SourceConnection> find(const QString &name) const;
    std::shared_ptr<SourceConnection> findNameSpace(const QString &nameSpace) const;
    const AdapterFactory *factory(const QString &kind) const;
    std::shared_ptr<SourceConnection> makeConnection(const Source &source);
    //! \a except: the one that is being replaced.
    Result<void> checkNew(const Source &source, const QString &except = {}) const;
    void insert(size_t index, const Source &source);
    std::optional<TrustFacts> trustFacts(const Source &source) const;
    SourceConnection::Services connectionServices(OperationRegistry *registry) const;
    //! Chooses one, or none when \a name is empty, and tells it.
    void useEnvironment(const QString &name, Reconnect reconnect);
    //! Ends it and removes its operations, without a signal.
    void retire(const std::shared_ptr<SourceConnection> &connection, const QString &what);

    //! Begins the record of a call.
    ExchangeRecord beginRecord(
        const SourceConnection *connection, const OperationId &operation, const Json &input);
    CallContext context(const InvokeOptions &options) const;
    //! \a connection is null for operations of no source.
    PipelineOptions pipeline(const InvokeOptions &options, const SourceConnection *connection) const;
    void rememberEnvelope(const Invocation &invocation);
};

} // namespace Workbench
