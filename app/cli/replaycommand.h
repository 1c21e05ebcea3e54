// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/output.h"

namespace Workbench::Cli {

//! `replay`: a folder of fixtures as a server, until a signal or the end of stdin. Returns the exit code.
int runReplay(const Arguments &arguments, const Limits &limits, Output &output);

} // namespace Workbench::Cli
