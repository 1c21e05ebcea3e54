// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/operationregistry.h"
#include "core/session/closingadapters.h"
#include "core/session/definitionwatch.h"
#include "core/session/effectivesource.h"
#include "core/session/filewatch.h"
#include "core/session/operationlist.h"
#include "core/session/secretaccess.h"
#include "core/session/sourcestate.h"
#include "core/session/subscription.h"
#include "core/workspace/truststore.h"

#include <QPointer>

namespace Workbench {

//! One source's life: variables, trust, secrets, open, discover, list in the registry, end. Held by
//! shared_ptr; the flows inside hold one too. Operations stay in the registry when the connection is lost, so
//! that a restart of the peer does not empty the list; invoking one then answers source.notConnected.
class SourceConnection : public QObject, public std::enable_shared_from_this<SourceConnection> {
    Q_OBJECT
public:
    struct Services {
        QPointer<OperationRegistry> registry; //!< null: operations are counted, not registered
        ExchangeLog *exchanges = nullptr;
        TrustStore *trust = nullptr;
        Limits limits;
        std::shared_ptr<ClosingAdapters> closing;
        SecretAccess secrets;
        std::shared_ptr<DefinitionPins> pins; //!< null: definitions are remembered as long as this lives
        bool remembersDefinitions = false; //!< of a source that is listed for the first time
    };
    //! \a factory is null when the kind is unknown; opening fails then. \a environment: null when none is
    //! chosen.
    SourceConnection(Source source, const AdapterFactory *factory, Services services,
        std::shared_ptr<const Environment> environment = {});
    ~SourceConnection() override;

    const Source &source() const { return m_source; } //!< as it is saved, with its placeholders
    const SourceState &state() const { return m_state; }
    QString nameSpace() const { return nameSpaceFor(m_source.name); }
    //! A line for the Log pane; one about the source itself is kept as a remark.
    void log(LogLine::Level level, const QString &text, const QString &origin = QStringLiteral("workbench"));
    const AdapterFactory *factory() const { return m_factory; }
    //! Null unless it can be used.
    Adapter *usableAdapter() const { return m_state.isUsable() ? m_adapter.get() : nullptr; }
    const OperationList &operations() const { return m_operations; }
    SchemaDialect schemaDialect() const { return m_dialect; }
    const DefinitionWatch &definitions() const { return m_definitions; }
    //! Why a call of \a operation is refused because its definition changed; nothing: it is not.
    std::optional<Error> refusal(const QString &operation, const CallContext &context) const;
    //! operationsChanged() and changed() follow.
    QFuture<Result<void>> acceptDefinitions(const QList<DefinitionChange> &changes);

    void setLimits(const Limits &limits) { m_services.limits = limits; } //!< for the next opening
    enum class Versions : quint8 { Known, Any }; //!< of the protocol
    void open(Versions versions = Versions::Known);
    Versions versions() const { return m_versions; } //!< of the last opening
    //! For the next opening. Whether the source is another one with it, or gets one of \a changedSecrets.
    bool setEnvironment(
        const std::shared_ptr<const Environment> &environment, const QStringList &changedSecrets);
    //! Running calls end with \a why at once.
    void close(const Error &why);
    //! Reads the list again; opens when it is not open.
    void refresh();
    //! Opens when needed; settles once the outcome is known.
    QFuture<Result<void>> whenUsable();
    void addCall(const std::shared_ptr<RunningCall> &call);
    //! Takes the operations out of the registry.
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
    void fail(const Error &error);
    void adapterClosed(const Error &reason);
    void setPhase(SourceState::Phase phase, const Error &error = {});
    void showUsable();
    //! Whether the list is other than before; false as well when the attempt is over.
    static Task<bool> adopt(std::shared_ptr<SourceConnection> self, quint64 attempt, Discovery found);
    //! Compares what is new or other than before, or \a all in another environment, with what was accepted,
    //! on a worker.
    static Task<void> watch(
        std::shared_ptr<SourceConnection> self, quint64 attempt, OperationList changed, OperationList all);
    Source pinnedSource() const;
    OperationRegistry::Registration registration(const std::shared_ptr<const OperationSpec> &spec);
    void loseCalls(const Error &why);
    void settleWaiting();
    void tell(const LogLine &line);

    Source m_source;
    const AdapterFactory *m_factory;
    Services m_services;
    std::shared_ptr<const Environment> m_environment;
    Versions m_versions = Versions::Known;
    SourceState m_state;
    SchemaDialect m_dialect = SchemaDialect::Draft2020_12; //!< of schemas that name none
    std::unique_ptr<Adapter> m_adapter;
    std::unique_ptr<FileWatch> m_files; //!< from the first opening until it is closed; null: nothing to watch
    QList<QMetaObject::Connection> m_adapterSignals;
    //! Counts openings and endings: a flow that awaited something of an earlier one has nothing more to say.
    quint64 m_attempt = 0;
    bool m_refreshing = false;
    bool m_refreshAgain = false;
    bool m_hasNewRemarks = false; //!< changed() follows for them
    QString m_degradedReason;
    Error m_listError;
    OperationList m_operations;
    DefinitionWatch m_definitions;
    struct Watched {
        Source source; // in its environment
        QString instructions; // of the peer
    };
    std::optional<Watched> m_watched; // what m_definitions were compared for last; nothing: none yet
    bool m_adopting =
        false; //!< also after an adoption that was given up: the registry holds a part of the list
    std::vector<QPromise<Result<void>>> m_waiting;
    std::vector<std::weak_ptr<RunningCall>> m_calls;
};

} // namespace Workbench
