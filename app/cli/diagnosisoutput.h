// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

namespace Workbench::Cli {

class Output;

//! {code, severity, message, title, cause, received, declared, changes}
Json toJson(const Diagnosis &diagnosis);

//! Names of the layers that were recognised, outermost first.
Json layersJson(const Outcome &outcome);
//! What recognition has to say, {code, severity, message} each; where there is a whole diagnosis of the same
//! code, that.
Json diagnosticsJson(const Outcome &outcome);

//! A block on stderr: title, cause, both sides, what to change.
void show(Output &output, const Diagnosis &diagnosis);

} // namespace Workbench::Cli
