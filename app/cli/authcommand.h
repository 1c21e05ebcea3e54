// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/output.h"

namespace Workbench::Cli {

//! `auth set NAME`, `auth list`, `auth remove NAME`: what keychain:NAME means. Returns the exit code.
int runAuth(const Arguments &arguments, Output &output);

} // namespace Workbench::Cli
