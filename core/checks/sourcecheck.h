// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/checkreport.h"
#include "core/session/sessions.h"

#include <QHash>
#include <QObject>

namespace Workbench {

//! The options of a SourceCheck.
struct CheckOptions {
    //! Inputs by operation name. These operations are called too, even if they may change something.
    QHash<QString, Json> inputs{};
    qsizetype atOnce = 4; //!< the maximum number of concurrent calls
    std::optional<std::chrono::milliseconds> timeout{}; //!< for each call; nothing: limits.request.timeout
    bool acceptDefinitions = false; //!< accept the changed definitions
};

//! Checks one connected source: checks every definition, calls the operations that only read and need no
//! input, and reports findings for its author. GUI thread; definitions are checked on a worker.
class SourceCheck : public QObject {
    Q_OBJECT
public:
    SourceCheck(Sessions *sessions, QString source, CheckOptions options, QObject *parent = nullptr);
    //! Cancels running calls.
    ~SourceCheck() override;

    //! Starts the check. May be called once. finished() follows, even if the source is not connected, which
    //! is a finding.
    void start();
    //! Cancels running calls and marks the remaining operations as not called. finished() follows.
    void cancel();
    const CheckReport &report() const { return m_report; }

Q_SIGNALS:
    void progressed(qsizetype done, qsizetype total, const QString &operation);
    //! Emitted exactly once, from the event loop, when the check has ended.
    void finished();

private:
    struct Call {
        qsizetype run; //!< in the report
        std::shared_ptr<const OperationSpec> spec;
        std::unique_ptr<Invocation> invocation;
    };
    static Task<void> examine(QPointer<SourceCheck> self, OperationList operations, SchemaDialect dialect);
    void checkInputs(const OperationList &operations);
    static Task<void> compareDefinitions(QPointer<SourceCheck> self, QList<DefinitionChange> changes);
    static Task<void> acceptDefinitions(QPointer<SourceCheck> self, QList<DefinitionChange> changes);
    static Task<void> run(QPointer<SourceCheck> self, OperationList operations);
    void callNext();
    void take(Call &call);
    void nameSeenEnvelopes();
    void addRemarks();
    void finish();

    QPointer<Sessions> m_sessions;
    CheckOptions m_options;
    CheckReport m_report;
    QHash<QString, QList<CheckFinding>> m_findings; //!< by operation
    struct Waiting {
        qsizetype run; //!< in the report
        std::shared_ptr<const OperationSpec> spec;
    };
    QList<Waiting> m_waiting;
    std::vector<std::unique_ptr<Call>> m_running;
    qsizetype m_toCall = 0;
    qsizetype m_called = 0;
    bool m_isCancelled = false;
    bool m_isFinished = false;
};

} // namespace Workbench
