// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/operationregistry.h"
#include "core/secrets/secretreference.h"
#include "core/session/closingadapters.h"
#include "core/session/definitionwatch.h"
#include "core/session/effectivesource.h"
#include "core/session/filewatch.h"
#include "core/session/listchanges.h"
#include "core/session/sourcestate.h"
#include "core/workspace/truststore.h"

#include <QPointer>

namespace Workbench {

class RunningCall;

//! The connection of one source, from its variables, trust and secrets over opening and discovery to its end.
//! Held by shared_ptr; the flows inside hold one too. Operations stay in the registry when the connection is
//! lost, so that a restart of the peer does not empty the list. A call then fails with source.notConnected.
class SourceConnection : public QObject, public std::enable_shared_from_this<SourceConnection> {
    Q_OBJECT
public:
    struct Services {
        QPointer<OperationRegistry> registry; //!< null: operations are counted, not registered
        ExchangeLog *exchanges = nullptr;
        TrustStore *trust = nullptr;
        Limits limits;
        std::shared_ptr<ClosingAdapters> closing;
        SecretResolver *secrets = nullptr; //!< null: no reference to a secret can be used
        std::shared_ptr<DefinitionPins> pins; //!< null: definitions are remembered while this object lives
        //! Whether to store the definitions of a source that is listed for the first time.
        bool remembersDefinitions = false;
    };
    //! \a factory is null if the kind is unknown; opening fails then. \a environment is null if none is
    //! chosen.
    SourceConnection(Source source, const AdapterFactory *factory, Services services,
        std::shared_ptr<const Environment> environment = {});
    ~SourceConnection() override;

    const Source &source() const { return m_source; } //!< Returns the source as saved, with placeholders.
    const SourceState &state() const { return m_state; }
    QString nameSpace() const { return nameSpaceFor(m_source.name); }
    //! Adds a line to the Log pane. A line about the source itself is also kept as a remark.
    void log(LogLine::Level level, const QString &text, const QString &origin = QStringLiteral("workbench"));
    const Limits &limits() const { return m_limits; } //!< Returns the limits of the last opening.
    //! Returns the adapter, or null unless the source is usable.
    Adapter *usableAdapter() const { return m_state.isUsable() ? m_adapter.get() : nullptr; }
    const OperationList &operations() const { return m_operations; }
    SchemaDialect schemaDialect() const { return m_dialect; }
    const DefinitionWatch &definitions() const { return m_definitions; }
    //! Returns why a call of \a operation is refused because its definition changed, or nothing if it is not
    //! refused.
    std::optional<Error> refusal(const QString &operation, const CallContext &context) const;
    //! Accepts \a changes; the future settles when they are stored. operationsChanged() and changed() follow.
    QFuture<Result<void>> acceptDefinitions(const QList<DefinitionChange> &changes);

    //! Takes over the accepted definitions of \a former, which this source replaces, if both have one peer.
    void takeDefinitions(const SourceConnection &former);

    void setLimits(const Limits &limits) { m_services.limits = limits; } //!< Applies to the next opening.
    enum class Versions : quint8 { Known, Any }; //!< the accepted versions of the protocol
    void open(Versions versions = Versions::Known);
    Versions versions() const { return m_versions; } //!< Returns the choice at the last opening.
    //! Sets the environment for the next opening. Returns whether it changes the settings of the source or
    //! their errors, or whether the source uses one of \a changedSecrets.
    bool setEnvironment(
        const std::shared_ptr<const Environment> &environment, const QStringList &changedSecrets);
    //! Sets the identity of our own calls. A peer whose list depends on it is listed again.
    void setIdentity(const std::optional<Identity> &identity)
    {
        m_identity = identity;
        if (m_adapter)
            m_adapter->setIdentity(identity);
    }
    //! Closes the connection. Running calls end with \a why at once.
    void close(const Error &why);
    //! Reads the list of operations again; opens the connection if needed.
    void refresh();
    //! Opens the connection if needed. Settles once the outcome is known.
    QFuture<Result<void>> whenUsable();
    //! Returns whether a call has to wait for whenListed(): the peer announced a change of its list that is
    //! not read yet, so refusal() does not know it.
    bool isListStale(const CallContext &context) const
    {
        return m_state.isUsable() && m_listChanges.isStale() && !context.despiteChangedDefinition;
    }
    //! Reads the list at once if no running listing covers the announced changes. Settles when that listing
    //! has ended, also if it failed, or when \a cancellation is requested or the connection ends. Call it
    //! only if isListStale(). \source core/RULES.md R-130
    QFuture<bool> whenListed(std::stop_token cancellation)
    {
        const QFuture<bool> listed = m_listChanges.whenRead(std::move(cancellation));
        if (!m_listChanges.isCovered())
            refresh();
        return listed;
    }
    //! Returns refusal(), or an error while a stream would have to wait for whenListed(). It reads the list
    //! then, so that the next attempt succeeds.
    std::optional<Error> streamRefusal(const QString &operation, const CallContext &context)
    {
        if (context.awaitedListing || !isListStale(context) || !m_listChanges.refusesStream())
            return refusal(operation, context);
        if (!m_listChanges.isCovered())
            refresh();
        return listIsReadAgain(m_source.name);
    }
    void addCall(const std::shared_ptr<RunningCall> &call);
    //! Removes the operations from the registry.
    void forgetOperations();

    Error notConnected() const;

Q_SIGNALS:
    void changed();
    void operationsChanged();
    void logged(const Workbench::LogLine &line);

private:
    static Task<void> connectFlow(std::shared_ptr<SourceConnection> self, quint64 attempt);
    static Task<void> refreshFlow(std::shared_ptr<SourceConnection> self, quint64 attempt);
    static Task<void> secretsFlow(
        std::shared_ptr<SourceConnection> self, quint64 attempt, EffectiveSource effective);

    Result<EffectiveSource> checkBeforeOpening() const;
    void makeAdapter(const Source &source, const Limits &limits);
    void watchFiles(const QStringList &paths, qint64 mostFiles);
    void end(const Error &why);
    void listenToAdapter();
    void takePeer(const PeerInfo &peer);
    //! \a isBeingRead: the running listing covers the change.
    void listMayDiffer(bool isBeingRead)
    {
        if (m_factory->hasPeer())
            m_listChanges.announced();
        if (isBeingRead)
            m_listChanges.listingBegins();
    }
    void fail(const Error &error);
    void adapterClosed(const Error &reason);
    void setPhase(SourceState::Phase phase, const Error &error = {});
    void showUsable();
    //! Returns whether the list changed; false also if the attempt is over.
    static Task<bool> adopt(std::shared_ptr<SourceConnection> self, quint64 attempt, Discovery found);
    //! Compares \a changed and \a gone with the accepted definitions on a worker, or \a all after a change of
    //! environment and when the first complete list was read.
    static Task<void> watch(std::shared_ptr<SourceConnection> self, quint64 attempt, OperationList changed,
        OperationList gone, OperationList all);
    DefinitionPlace pinsPlace() const;
    OperationRegistry::Registration registration(const std::shared_ptr<const OperationSpec> &spec);
    void settleWaiting();
    void tell(const LogLine &line);

    Source m_source;
    const AdapterFactory *m_factory;
    Services m_services;
    std::shared_ptr<const Environment> m_environment;
    std::optional<Identity> m_identity;
    Versions m_versions = Versions::Known;
    SourceState m_state;
    SchemaDialect m_dialect = SchemaDialect::Draft2020_12; //!< for schemas that do not name a dialect
    std::unique_ptr<Adapter> m_adapter;
    Limits m_limits; //!< with the settings of the source
    std::unique_ptr<FileWatch> m_files; //!< from the first opening until closing; null: nothing to watch
    QList<QMetaObject::Connection> m_adapterSignals;
    //! Counts openings and endings. A flow that resumes with an earlier number stops.
    quint64 m_attempt = 0;
    bool m_refreshing = false;
    bool m_refreshAgain = false;
    ListChanges m_listChanges; //!< only of a source with a peer
    bool m_hasNewRemarks = false; //!< changed() is scheduled for new remarks
    QString m_degradedReason;
    Error m_listError;
    OperationList m_operations;
    DefinitionWatch m_definitions;
    struct Watched {
        DefinitionPlace place;
        QString instructions; // of the peer
        bool isWhole = false; // a complete list of this object was compared, so only changes of it are news

        friend bool operator==(const Watched &, const Watched &) = default;
    };
    std::optional<Watched> m_watched; // what m_definitions were last compared for; nothing: not compared yet
    //! The registry is being filled with the list. Also true after an adoption that was given up: then the
    //! registry holds only a part of the list.
    bool m_adopting = false;
    std::vector<QPromise<Result<void>>> m_waiting;
    std::vector<std::weak_ptr<RunningCall>> m_calls;
};

} // namespace Workbench
