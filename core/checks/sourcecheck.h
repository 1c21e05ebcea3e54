// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/checkreport.h"
#include "core/session/sessions.h"

#include <QHash>
#include <QObject>

namespace Workbench {

struct CheckOptions {
    //! By operation name: these are called too, with this input, whatever they do.
    QHash<QString, Json> inputs{};
    qsizetype atOnce = 4;
    std::optional<std::chrono::milliseconds> timeout{}; //!< of a call; none: limits.request.timeout
    bool acceptDefinitions = false; //!< changed definitions are the known ones from now on
};

//! Looks one connected source over: checks every definition, calls what only reads and needs no input, and
//! says what its author may want to know. GUI thread; definitions are checked on a worker.
class SourceCheck : public QObject {
    Q_OBJECT
public:
    SourceCheck(Sessions *sessions, QString source, CheckOptions options, QObject *parent = nullptr);
    ~SourceCheck() override; //!< running calls are cancelled

    //! Once. finished() follows, also when the source is not connected: that is a finding.
    void start();
    //! What is running ends; what was not called says so. finished() follows.
    void cancel();
    const CheckReport &report() const { return m_report; }

Q_SIGNALS:
    void progressed(qsizetype done, qsizetype total, const QString &operation);
    void finished(); //!< once, from the event loop

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
