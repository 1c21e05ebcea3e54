// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"

#include <QMap>

namespace Workbench {

//! One thing about a source that its author may want to know.
struct CheckFinding {
    QString operation; //!< its name in the source; empty: the source itself
    QString code; //!< stable: "schema.output-unusable", or a code of core/envelope/recognition/README.md 9
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString message;
    QString
        several{}; //!< the same of several operations, "%1" being their number; empty: the message tells it
};

//! Findings that say the same of several operations, or a single one.
struct FindingGroup {
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString code;
    QString message; //!< about one operation, or all of them
    QStringList operations; //!< in the order of the findings; empty: it is about the source itself
};

//! What became of one operation.
struct CheckRun {
    enum class Outcome : quint8 { Answered, Failed, NotCalled };
    QString operation;
    Outcome outcome = Outcome::NotCalled;
    QString reason; //!< why it was not called, or how it failed
    qint64 durationMs = -1; //!< -1: not called
    QStringList layers; //!< that were recognised in its answer
};

struct CheckReport {
    QString source;
    QString peer; //!< name, version and protocol, as it introduced itself
    QList<CheckRun> runs; //!< in the order of the source
    QList<CheckFinding> findings; //!< of the source first, then in the order of the runs
    QMap<QString, qsizetype> envelopes; //!< kinds in use and in how many answers

    qsizetype count(Diagnosis::Severity severity) const;
    qsizetype calledOperations() const;
};

//! The findings of \a report, the worst first; those of one kind stand together.
QList<FindingGroup> grouped(const CheckReport &report);

//! {source, peer, operations: [{name, outcome, reason?, durationMs?, layers}], findings: [{operation?, code,
//! severity, message}], envelopes: {kind: count}}
Json toJson(const CheckReport &report);
//! One test case an operation: errors are failures, what was not called is skipped, the rest is system-out.
QByteArray toJUnit(const CheckReport &report);

} // namespace Workbench
