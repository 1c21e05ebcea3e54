// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/recordoutput.h"
#include "app/cli/sourcerun.h"
#include "app/cli/streamtake.h"

namespace Workbench::Cli {

//! A call with its operation and input.
struct RecordedCall {
    OperationSpec spec;
    Json input;
    StreamEnd until{};
    QString place{}; //!< for example "calls.jsonl, line 3"; empty for a call of the command line
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
