// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "core/base/limits.h"

namespace Workbench::Cli {

//! The arguments, limits and output of a command. The referenced objects outlive the command.
struct CommandContext {
    const Arguments &arguments;
    const Limits &limits;
    Output &output;
};

// Commands that need no source, or that find their sources themselves. Each returns the exit code.
int runInspect(const CommandContext &context);
//! Runs `compare`, which compares two fixtures, two folders of fixtures, two JSON files, or the answers of
//! two sources.
int runCompare(const CommandContext &context);
int runValidate(const CommandContext &context);
int runCast(const CommandContext &context);
int runServe(const CommandContext &context);
//! Runs `replay`, which serves a folder of fixtures until a signal or the end of stdin.
int runReplay(const CommandContext &context);
//! Runs `auth set NAME`, `auth list` and `auth remove NAME`, which manage the secrets of keychain:NAME.
int runAuth(const CommandContext &context);
//! Runs `import`, which lists the servers of another program's configuration or adds them to a workspace.
//! Without FILE it lists the configurations that exist.
int runImport(const CommandContext &context);
//! Runs `export`, which prints sources of a workspace as a configuration of another program.
int runExport(const CommandContext &context);
int runLimits(const CommandContext &context);
int runCompletion(const CommandContext &context);
//! Runs `conformance URL`, the client under test of the public suite @modelcontextprotocol/conformance.
//! Environment variables of the suite control it. It connects, lists the operations, calls them, answers the
//! requests of the server, and closes the connection.
//! \source core/sources/mcp/README.md 7
int runConformance(const CommandContext &context);

} // namespace Workbench::Cli
