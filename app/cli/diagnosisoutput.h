// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"

namespace Workbench::Cli {

class Output;

//! {code, severity, message, title, cause, received, declared, changes}
Json toJson(const Diagnosis &diagnosis);

//! A block on stderr: title, cause, both sides, what to change.
void show(Output &output, const Diagnosis &diagnosis);

} // namespace Workbench::Cli
