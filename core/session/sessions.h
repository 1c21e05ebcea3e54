// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/operation/registry/operationregistry.h"
#include "core/secrets/secretreference.h"
#include "core/session/invocation.h"
#include "core/session/signins.h"
#include "core/session/sourcestate.h"
#include "core/session/subscription.h"
#include "core/sources/adapter.h"
#include "core/workspace/definitionpins.h"
#include "core/workspace/environment.h"
#include "core/workspace/source.h"
#include "core/workspace/truststore.h"

#include <QObject>

class QThreadPool;

namespace Workbench {

class ClosingAdapters;
class PeerRequests;
class RunningCall;
class SourceConnection;

//! A connection test of a source that need not be in the workspace: connects, lists the operations, closes.
//! Deleting it stops the test.
class SourceTest : public QObject {
    Q_OBJECT
public:
    ~SourceTest() override;
    //! Returns the state of the source once it was connected, or the error that the test ended with. Before
    //! finished() it is an error of ErrorKind::Internal.
    const Result<SourceState> &result() const { return m_result; }

Q_SIGNALS:
    void finished(); //!< Emitted once, from the event loop.

private:
    friend class Sessions;
    SourceTest();
    std::shared_ptr<SourceConnection> m_connection;
    bool m_isFinished = false;
    Result<SourceState> m_result;
};

//! The only entry point for ui and app: the workspace's sources, their connections, calls and subscriptions.
//! Calls and subscriptions have a source file of their own, because all together have 800 lines. GUI thread.
class Sessions : public QObject {
    Q_OBJECT
public:
    struct Services {
        OperationRegistry *registry;
        ExchangeLog *exchanges;
        TrustStore *trust;
        Limits limits;
        std::vector<std::unique_ptr<AdapterFactory>> factories;
        //! How long an adapter may take to close in an orderly way before it is deleted.
        std::chrono::milliseconds closePatience{4500};
        SecretResolver *secrets = nullptr; //!< null: secrets cannot be read; outlives this object
        SecretStore *secretStore = nullptr; //!< null: secrets cannot be stored; outlives this object
        SignIns *signIns = nullptr; //!< null: sources cannot sign in; outlives this object
        PeerRequests *peerRequests = nullptr; //!< null: servers cannot ask the user; outlives this object
        //! The accepted definitions. Null: accepted definitions are remembered only while the source exists.
        std::shared_ptr<DefinitionPins> pins{};
        //! Whether to store the definitions of sources that are listed for the first time. Definitions that
        //! are stored already are compared in any case.
        bool remembersDefinitions = false;
    };
    explicit Sessions(Services services, QObject *parent = nullptr);
    ~Sessions() override;

    QList<SourceKind> kinds() const;

    QList<Source> sources() const; //!< Returns all sources, in the order of the workspace.
    const Source *source(const QString &name) const; //!< Returns null if there is no such source.
    //! Replaces all sources. Unchanged sources keep their connections.
    void setSources(const QList<Source> &sources);
    //! Returns whether addSource() would add \a source or, if \a replaced is not empty, replaceSource() would
    //! replace that source by it. Fails as they do, and changes nothing.
    Result<void> checkSource(const Source &source, const QString &replaced = {}) const;
    //! Adds \a source at the end. Fails with ErrorKind::Usage if the name is empty or gives the namespace of
    //! another source, if the kind is unknown, or if the settings do not suit the kind.
    Result<void> addSource(const Source &source);
    //! Replaces the source \a name, after disconnecting it, unless \a source is equal to it. Fails with
    //! ErrorKind::Usage if there is no such source, or for the reasons of addSource().
    Result<void> replaceSource(const QString &name, const Source &source);
    void removeSource(const QString &name);

    //! Returns the workspace's environments, in order.
    const QList<Environment> &environments() const { return m_environments; }
    //! Returns the name of the active environment, or an empty string.
    const QString &environment() const { return m_environmentName; }
    enum class Reconnect : quint8 { WhatWasConnected, Nothing };
    //! Replaces all environments and activates \a active. Without \a active, the active environment stays
    //! active if it still exists. Sources that the new values change are disconnected; with
    //! Reconnect::WhatWasConnected, those that were connected are connected again.
    void setEnvironments(const QList<Environment> &environments,
        const std::optional<QString> &active = std::nullopt,
        Reconnect reconnect = Reconnect::WhatWasConnected);
    //! Activates the environment \a name, or none if it is empty. Fails with ErrorKind::Usage for an unknown
    //! name; the message lists the existing environments.
    Result<void> setEnvironment(const QString &name);

    //! Stores a secret under the reference "keychain:NAME". Sources use it from the next setEnvironments().
    QFuture<Result<void>> keepSecret(const QString &name, const QString &secret);
    QFuture<Result<bool>> forgetSecret(const QString &name); //!< Settles with whether the secret existed.
    QFuture<Result<QStringList>> keptSecrets() const; //!< Settles with the names of the stored secrets.
    //! Returns whether the secret store loses its secrets when the program ends.
    bool secretsAreTemporary() const;
    //! Reads a secret by its reference, "keychain:NAME" or "env:NAME", for a use that the user has permitted.
    QFuture<Result<Secret>> readSecret(const QString &reference) const;

    //! Returns the sign-ins that wait for the user, or null if sources cannot sign in.
    SignIns *signIns() const { return m_services.signIns; }
    //! Returns what servers ask the user during calls, or null if servers cannot ask.
    PeerRequests *peerRequests() const { return m_services.peerRequests; }
    //! Returns whether the settings of the source \a name make it sign in. It may then have stored tokens.
    bool signsIn(const QString &name) const;

    SourceState state(const QString &name) const;
    //! Returns the facts that the user has to confirm before \a source is connected in the active
    //! environment, or nothing if there are none or the user trusts them already.
    std::optional<TrustFacts> trustNeeded(const Source &source) const;
    //! Records that the user trusts \a source as it is in the active environment; with \a onlyNow until the
    //! program ends.
    Result<void> confirmTrust(const Source &source, bool onlyNow = false);
    //! Returns whether the user trusts \a facts, for example of a command that does not belong to a source.
    bool isTrusted(const TrustFacts &facts) const { return m_services.trust->isTrusted(facts); }
    Result<void> trust(const TrustFacts &facts) { return m_services.trust->trust(facts); }
    //! Connects the source \a name unless it is connected or connecting. sourceChanged() follows, with the
    //! phase Ready, Degraded or Failed. An unconfirmed command fails at once with ErrorKind::Trust.
    void connectSource(const QString &name);
    //! Connects the source \a name although it speaks no known version of its protocol
    //! (SourceState::mayConnectAnyway). Its lists are read and its calls are refused until it is
    //! disconnected.
    void connectAnyway(const QString &name);
    //! Disconnects the source \a name. Its operations stay listed; running calls end with ErrorKind::Closed.
    void disconnectSource(const QString &name);
    //! Reads the list of operations again; connects the source \a name first if needed.
    void refreshSource(const QString &name);
    //! Starts a connection test of \a source in the active environment.
    std::unique_ptr<SourceTest> testSource(const Source &source);

    OperationRegistry *registry() const { return m_services.registry; }
    ExchangeLog *exchanges() const { return m_services.exchanges; }
    const Limits &limits() const;
    //! Sets the limits: calls use \a limits at once, sources from their next connection.
    void setLimits(const Limits &limits);
    //! Returns the operations of a source, in the order of the source. After the connection was lost these
    //! are the last known ones.
    QList<OperationSpec> operations(const QString &sourceName) const;
    //! Returns the operations of a source as shared objects, so that a long list need not be copied. After
    //! the connection was lost these are the last known ones.
    OperationList operationList(const QString &sourceName) const;
    //! Returns how the definitions of a source differ from the accepted ones: changed, added and gone
    //! operations, by name. Changed operations are not called until the user accepts them.
    //! \source core/RULES.md R-130
    QList<DefinitionChange> definitionChanges(const QString &sourceName) const;
    //! Returns the number of changed definitions. Added and gone operations do not count.
    qsizetype changedDefinitions(const QString &sourceName) const;
    //! Returns how \a operation differs from its accepted definition, or nothing if it does not differ.
    std::optional<DefinitionChange> definitionChange(const OperationId &operation) const;
    //! Returns the error that a call of \a operation ends with because its definition changed, or nothing if
    //! it did not change.
    std::optional<Error> definitionRefusal(const OperationId &operation) const;
    //! Makes the shown definitions \a changes the accepted ones. The future settles when they are stored.
    //! operationsChanged() follows.
    QFuture<Result<void>> acceptDefinitions(
        const QString &sourceName, const QList<DefinitionChange> &changes);
    //! Returns the dialect of those schemas of the source that do not name one.
    SchemaDialect schemaDialect(const QString &sourceName) const;
    //! Returns the source whose namespace contains \a operation, or null if there is no such source.
    const Source *sourceOf(const OperationId &operation) const;

    //! Calls \a operation. Connects the source first if needed; the call fails if connecting fails.
    std::unique_ptr<Invocation> invoke(
        const OperationId &operation, const Json &input, const InvokeOptions &options = {});
    //! Subscribes to \a operation, or to changes of the resource that it reads (features()). Connects the
    //! source first if needed; the subscription fails if connecting fails. Items are validated, and
    //! normalised only with InvokeOptions::normaliseYields.
    std::unique_ptr<Subscription> subscribe(
        const OperationId &operation, const Json &input, const InvokeOptions &options = {});
    //! Returns what a call would send. Fails with ErrorKind::Closed while the source is not connected,
    //! because the message depends on the handshake, and with ErrorKind::Usage for an unknown operation.
    Result<WirePreview> preview(const OperationId &operation, const Json &input) const;
    //! See OperationRegistry::checkInput().
    Result<void> checkInput(const OperationId &operation, const Json &input) const
    {
        return m_services.registry->checkInput(operation, input);
    }
    //! Makes the preview() of a call on a worker thread, for previews that take long.
    QFuture<Result<WirePreview>> previewSoon(const OperationId &operation, const Json &input) const;
    //! Returns what the peer offers for \a operation beside calling it; nothing while its source is not
    //! connected.
    OperationFeatures features(const OperationId &operation) const;
    //! Asks the peer for values for the member \a member of \a input. Fails with ErrorKind::Closed if the
    //! source is not connected, with the error of definitionRefusal() if the definition changed, and with
    //! ErrorKind::Cancelled if \a cancellation is requested.
    QFuture<Result<InputCompletion>> complete(
        const OperationId &operation, const QString &member, const Json &input, std::stop_token cancellation);
    //! Sets the identity of the workspace.
    void setIdentity(const std::optional<Identity> &identity);
    //! Sets an identity that is used in place of every other one; nothing: those of the environment and of
    //! the workspace are used.
    void overrideIdentity(const std::optional<Identity> &identity);
    //! Returns the identity of calls: the one of overrideIdentity(), else that of the active environment,
    //! else that of the workspace. They replace each other as a whole. Nothing if there is none.
    std::optional<Identity> identity() const;

    //! Returns the last recognised envelope in a result of a tool without an output schema at the source of
    //! \a operation. Nothing if there was none, or if it came from \a operation itself.
    //! \source core/envelope/explanation/README.md 7.4
    std::optional<SeenEnvelope> seenEnvelope(const OperationId &operation) const;

    //! Closes every connection. allClosed() follows within 5 s, whatever the child processes do.
    void closeAll();

Q_SIGNALS:
    void sourceAdded(const QString &name);
    void sourceRemoved(const QString &name);
    //! Emitted when the state or the settings of the source \a name changed.
    void sourceChanged(const QString &name);
    void operationsChanged(const QString &sourceName);
    //! Emitted when another environment is active, its values changed, or the list of environments changed.
    void environmentChanged();
    void identityChanged(); //!< Emitted when identity() changed.
    void logged(const Workbench::LogLine &line);
    void allClosed(); //!< Emitted once after closeAll(), when every connection is closed.

private:
    std::shared_ptr<SourceConnection> find(const QString &name) const;
    std::shared_ptr<SourceConnection> findNameSpace(const QString &nameSpace) const;
    const AdapterFactory *factory(const QString &kind) const;
    std::shared_ptr<SourceConnection> newConnection(const Source &source, bool isTest) const;
    std::shared_ptr<SourceConnection> makeConnection(const Source &source);
    //! Retires \a old, and returns the connection that replaces it. Other settings of one peer do not forget
    //! the accepted definitions.
    std::shared_ptr<SourceConnection> replacement(
        const std::shared_ptr<SourceConnection> &old, const Source &source);
    std::optional<TrustFacts> trustFacts(const Source &source) const;
    //! Activates the environment \a name, or none if it is empty, and emits environmentChanged().
    void useEnvironment(const QString &name, Reconnect reconnect);
    void useIdentity(); //!< Emits identityChanged() if identity() changed.
    //! Closes \a connection and removes its operations without emitting a signal. \a what says why, see
    //! endedByUser().
    void retire(const std::shared_ptr<SourceConnection> &connection, const QString &what);
    //! Begins the record of \a call, and returns its id.
    QString beginRecord(RunningCall &call, const SourceConnection *connection, const OperationId &operation,
        const Json &input);
    //! \a connection is null for operations that do not belong to a source.
    PipelineOptions pipelineFor(const InvokeOptions &options, const SourceConnection *connection) const;
    //! Performs complete() once the list is read.
    QFuture<Result<InputCompletion>> completeNow(const OperationId &operation, const QString &member,
        const Json &input, std::stop_token cancellation) const;
    void rememberEnvelope(const Invocation &invocation);

    Services m_services;
    std::shared_ptr<ClosingAdapters> m_closing;
    std::shared_ptr<QThreadPool> m_streamWorker;
    std::vector<std::shared_ptr<SourceConnection>> m_connections; //!< in the order of the workspace
    std::optional<Identity> m_identity; //!< the identity of the workspace
    std::optional<Identity> m_givenIdentity; //!< replaces every other one
    std::optional<Identity> m_usedIdentity; //!< the last one that useIdentity() saw
    QList<Environment> m_environments;
    QString m_environmentName; //!< empty: none is chosen
    std::shared_ptr<const Environment> m_activeEnvironment; //!< null: none is chosen
    QHash<QString, SeenEnvelope> m_seenEnvelopes; //!< by namespace; of tools without an output schema
    QStringList m_changedSecrets; //!< references of secrets that changed since the environments were set
};

} // namespace Workbench
