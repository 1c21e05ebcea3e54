// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/recordoutput.h"
#include "app/cli/sourcerun.h"
#include "app/cli/streamtake.h"

namespace Workbench::Cli {

//! A call from the command line or from a line of --calls, before its operation is looked up.
struct WantedCall {
    QString operation;
    QStringList pairs{}; //!< KEY=VALUE and KEY:=JSON
    Json input{}; //!< absent if the input is made of the pairs
    std::optional<StreamEnd> until{}; //!< nothing: --count and --for apply
    QString place{}; //!< for example "calls.jsonl, line 3"; empty for the command line
};

//! Reads calls from words: OPERATION [KEY=VALUE…] OPERATION [KEY=VALUE…] …. A word without "=" begins a new
//! call, and so does a word for which \a isOperation returns true.
QList<WantedCall> callsFromWords(
    const QStringList &words, const std::function<bool(const QString &word)> &isOperation);

//! Reads calls from JSON Lines: {"operation", "input"?, "count"?, "for"?}. Fails with ErrorKind::Usage, which
//! names the invalid line and \a name, the file.
Result<QList<WantedCall>> callsFromLines(const QByteArray &text, const QString &name);

//! A call with its operation and input.
struct RecordedCall {
    OperationSpec spec;
    Json input;
    StreamEnd until{};
    QString place{}; //!< as WantedCall::place
};

//! Returns the calls of the command line, followed by the calls of --calls. All calls are validated before
//! the first one is made. Fails with ErrorKind::Usage or ErrorKind::Validation, or ErrorKind::Cancelled on an
//! interrupt.
Result<QList<RecordedCall>> namedCalls(const SourceRun &run);

//! Writes a finished call as a fixture. \a turn is the argument of FixtureFolder::write().
void keep(const SourceRun &run, const Invocation &invocation, const Json &value, RecordOutput &recorded,
    qsizetype turn = 0);
//! Writes an ended stream as a fixture. \a end is the value of Fixture::end.
void keep(const SourceRun &run, const Subscription &subscription, const Json &value,
    const QList<FixtureEvent> &events, const QString &end, RecordOutput &recorded, qsizetype turn = 0);

} // namespace Workbench::Cli
