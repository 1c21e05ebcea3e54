// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/session/sourceconnection.h"

#include <QThreadPool>

namespace Workbench {

//! Returns the error for the calls of a source that the user disconnected. \a what completes the sentence
//! "source NAME was …", for example "disconnected".
Error endedByUser(const QString &name, const QString &what);

struct Sessions::Private {
    Sessions *q = nullptr;
    Services services;
    std::shared_ptr<ClosingAdapters> closing;
    std::shared_ptr<QThreadPool> streamWorker;
    std::vector<std::shared_ptr<SourceConnection>> connections; //!< in the order of the workspace
    std::optional<Identity> identity; //!< the identity of the workspace
    std::optional<Identity> givenIdentity; //!< replaces every other one
    std::optional<Identity> usedIdentity; //!< the last one that useIdentity() saw
    QList<Environment> environments;
    QString environmentName; //!< empty: none is chosen
    std::shared_ptr<const Environment> activeEnvironment; //!< null: none is chosen
    QHash<QString, SeenEnvelope> seenEnvelopes; //!< by namespace; of tools without an output schema
    QStringList changedSecrets; //!< references of secrets that changed since the environments were set

    std::shared_ptr<SourceConnection> find(const QString &name) const;
    std::shared_ptr<SourceConnection> findNameSpace(const QString &nameSpace) const;
    const AdapterFactory *factory(const QString &kind) const;
    std::shared_ptr<SourceConnection> makeConnection(const Source &source);
    //! Retires \a old, and returns the connection that replaces it. Other settings of one peer do not forget
    //! the accepted definitions.
    std::shared_ptr<SourceConnection> replacement(
        const std::shared_ptr<SourceConnection> &old, const Source &source);
    //! Returns whether \a source may be added, for addSource() and replaceSource(). \a except is the name of
    //! the source that is being replaced.
    Result<void> checkNew(const Source &source, const QString &except = {}) const;
    void insert(size_t index, const Source &source);
    std::optional<TrustFacts> trustFacts(const Source &source) const;
    SourceConnection::Services connectionServices(OperationRegistry *registry) const;
    //! Activates the environment \a name, or none if it is empty, and emits environmentChanged().
    void useEnvironment(const QString &name, Reconnect reconnect);
    //! Emits identityChanged() if Sessions::identity() changed.
    void useIdentity();
    //! Closes \a connection and removes its operations without emitting a signal. \a what says why, see
    //! endedByUser().
    void retire(const std::shared_ptr<SourceConnection> &connection, const QString &what);

    //! Begins the record of \a call, and returns its id.
    QString beginRecord(RunningCall &call, const SourceConnection *connection, const OperationId &operation,
        const Json &input);
    //! \a connection is null for operations that do not belong to a source.
    PipelineOptions pipeline(const InvokeOptions &options, const SourceConnection *connection) const;
    //! Performs Sessions::complete() once the list is read.
    QFuture<Result<InputCompletion>> complete(const OperationId &operation, const QString &member,
        const Json &input, std::stop_token cancellation) const;
    void rememberEnvelope(const Invocation &invocation);
};

} // namespace Workbench
