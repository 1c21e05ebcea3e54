// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "core/fixture/fixture.h"

namespace Workbench::Cli {

//! `compare A B`: two fixtures, two folders of them, or two JSON files. Returns the exit code.
int runCompare(const Arguments &arguments, const Limits &limits, Output &output);

//! Prints what is different in two of them, by the rules of the first, and returns the exit code.
int showComparison(
    const Fixture &a, const Fixture &b, const Arguments &arguments, const Limits &limits, Output &output);

} // namespace Workbench::Cli
