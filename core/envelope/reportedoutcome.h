// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

namespace Workbench {

//! Writes the warnings and changes of \a outcome into the meta of its envelope, for callers over a hub. Does
//! nothing if there are none. \source core/hub/README.md 2.4, "meta._meta"
void reportInMeta(Outcome &outcome);

//! The warnings and changes that a hub on the way reported in its envelope.
struct ReportedOutcome {
    QList<Warning> warnings;
    QList<Change> changes;
};
//! Reads at most \a limit warnings and changes. The rest and malformed entries are left out.
ReportedOutcome reportedInMeta(const ResponseEnvelope &envelope, qsizetype limit);

} // namespace Workbench
