// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

namespace Workbench {

//! Writes the warnings and changes of \a outcome into the meta of its envelope, for a caller over a hub. Does
//! nothing if there are none. \source core/hub/README.md 2.4, "meta._meta"
void reportInMeta(Outcome &outcome);

//! What a hub on the way found and did, as the envelope that it sent says.
struct ReportedOutcome {
    QList<Warning> warnings;
    QList<Change> changes;
};
//! Reads at most \a limit of each; the rest, and what is malformed, is left out.
ReportedOutcome reportedInMeta(const ResponseEnvelope &envelope, qsizetype limit);

} // namespace Workbench
