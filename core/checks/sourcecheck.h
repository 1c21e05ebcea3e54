// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QHash>
#include <QMap>
#include <QObject>

namespace Workbench {

//! The code of a finding about a call that needs the confirmation of the user, for example because it was
//! redirected to an address that is not public.
inline constexpr QLatin1StringView unconfirmedCall{"call.unconfirmed"};

//! A finding about a source for its author.
struct CheckFinding {
    QString operation; //!< the name of the operation; empty for the source itself
    QString code; //!< stable: "schema.output-unusable", or a code of core/envelope/explanation/README.md 9
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString message; //!< a sentence
    //! The message about several operations, with "%1" for their number; empty if \c message is used.
    QString several{};
    QStringList words{}; //!< lines that explain the message: the words of the peer, or fixes
};

//! Findings of one kind about several operations, or a single finding.
struct FindingGroup {
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString code;
    QString message; //!< about one operation, or about all of them
    QStringList operations; //!< in the order of the findings; empty for the source itself
    QStringList details{}; //!< "OPERATION: line" for the messages and words that not all findings have
    QStringList words{}; //!< the CheckFinding::words that all findings have
};

//! The result of checking one operation.
struct CheckRun {
    enum class Outcome : quint8 { Answered, Failed, NotCalled };
    QString operation;
    Outcome outcome = Outcome::NotCalled;
    QString reason; //!< why it was not called, or how it failed
    qint64 durationMs = -1; //!< -1: not called
    QStringList layers; //!< the layers recognised in its answer
};

//! The report of a SourceCheck.
struct CheckReport {
    QString source;
    QString peer; //!< name, version and protocol as the server states them
    QList<CheckRun> runs; //!< in the order of the source
    QList<CheckFinding> findings; //!< about the source first, then in the order of the runs
    QMap<QString, qsizetype> envelopes; //!< the number of answers for each kind of envelope

    //! Whether the user accepts the definitions that changed; otherwise their findings count as failures.
    bool acceptsDefinitions = false;

    //! The different errors of calls that need the confirmation of the user. Each call has a finding, too.
    QList<Error> unconfirmed{};

    qsizetype count(Diagnosis::Severity severity) const;
    qsizetype calledOperations() const;
    //! Returns whether a definition changed since the user accepted it, and the user does not accept the
    //! change.
    bool hasChangedDefinitions() const;
};

//! Returns the findings of \a report in groups of one kind, the most severe first. Findings of one kind have
//! the same CheckFinding::several. Without it they have the same message, in remarks about a definition apart
//! from its quoted parts. Different findings about one operation stay apart.
QList<FindingGroup> grouped(const CheckReport &report);

//! Returns \a report as {source, peer, operations: [{name, outcome, reason?, durationMs?, layers}], findings:
//! [{operation?, code, severity, message}], envelopes: {kind: count}}.
Json toJson(const CheckReport &report);
//! Returns \a report as JUnit XML with one test case per operation. Errors, changed definitions and calls
//! that need a confirmation are failures, operations that were not called are skipped, and other findings are
//! system-out.
QByteArray toJUnit(const CheckReport &report);

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
        qsizetype run; //!< index of the operation and of its run in the report
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
    OperationList m_operations;
    QList<qsizetype> m_waiting; //!< indexes of operations
    std::vector<std::unique_ptr<Call>> m_running;
    qsizetype m_toCall = 0;
    qsizetype m_called = 0;
    bool m_isCancelled = false;
    bool m_isFinished = false;
};

} // namespace Workbench
