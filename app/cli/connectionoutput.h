// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/sourcerun.h"

namespace Workbench::Cli {

//! Runs `check --connect`: connects to each source step by step and prints the steps. Returns the exit code
//! of the first failure, else 0. Waits in a nested event loop.
int checkConnections(const SourceRun &run);

} // namespace Workbench::Cli
