// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "core/base/limits.h"

namespace Workbench::Cli {

//! Commands that need no source. Each returns the exit code.
int runValidate(const Arguments &arguments, const Limits &limits, Output &output);
int runCast(const Arguments &arguments, const Limits &limits, Output &output);
int runInspect(const Arguments &arguments, const Limits &limits, Output &output);
int runLimits(const Arguments &arguments, const Limits &limits, Output &output);

} // namespace Workbench::Cli
