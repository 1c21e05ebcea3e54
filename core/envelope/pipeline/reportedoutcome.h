// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

namespace Workbench {

//! Writes the warnings and at most \a mostChanges changes of \a outcome into the meta of its envelope, for
//! callers over a hub. Does nothing if there are none. Keeps the report small, because the hub refuses large
//! messages: long values are left out, and a warning says how many changes are.
//! \source core/hub/README.md 2.4, "meta._meta"
void reportInMeta(Outcome &outcome, qsizetype mostChanges);

//! Returns \a envelope, which was made around a bare value, with a warning that says so in its report. The
//! receiver would otherwise take it for an envelope of the peer.
ResponseEnvelope withBareValueReported(ResponseEnvelope envelope);

//! The warnings and changes that a hub on the way reported in its envelope.
struct ReportedOutcome {
    QList<Warning> warnings;
    QList<Change> changes;
};
//! Reads at most \a limit warnings and changes. The rest and malformed entries are left out. A change without
//! its new value takes it from \a received, the data as they came.
ReportedOutcome reportedInMeta(const ResponseEnvelope &envelope, const Json &received, qsizetype limit);

} // namespace Workbench
