// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/recordoutput.h"
#include "app/cli/sourcerun.h"
#include "app/cli/streamtake.h"

namespace Workbench::Cli {

//! A call that is to be recorded, as it was asked for.
struct WantedCall {
    QString operation;
    QStringList pairs{}; //!< KEY=VALUE and KEY:=JSON
    Json input{}; //!< absent: made of the pairs
    std::optional<StreamEnd> until{}; //!< nothing: --count and --for
    QString place{}; //!< "calls.jsonl, line 3"; empty: the command line
};

//! OPERATION [KEY=VALUE…] OPERATION [KEY=VALUE…] …: a word begins another call when it has no "=", or when
//! \a isOperation knows it.
QList<WantedCall> callsFromWords(
    const QStringList &words, const std::function<bool(const QString &word)> &isOperation);

//! JSON Lines: {"operation", "input"?, "count"?, "for"?}. ErrorKind::Usage names the line that is wrong.
Result<QList<WantedCall>> callsFromLines(const QByteArray &text, const QString &name);

//! A call whose operation is known.
struct RecordedCall {
    OperationSpec spec;
    Json input;
    StreamEnd until{};
};

//! The calls of the command line, then those of --calls. All are looked at before the first one is made.
Result<QList<RecordedCall>> namedCalls(const SourceRun &run);

//! Writes what happened as a fixture; \a turn as in FixtureFolder::write().
void keep(const SourceRun &run, const Invocation &invocation, const Json &value, RecordOutput &recorded,
    qsizetype turn = 0);
//! \a end as in Fixture::end.
void keep(const SourceRun &run, const Subscription &subscription, const Json &value,
    const QList<FixtureEvent> &events, const QString &end, RecordOutput &recorded, qsizetype turn = 0);

} // namespace Workbench::Cli
