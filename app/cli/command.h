// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "core/base/limits.h"

namespace Workbench::Cli {

//! What every command works with. All outlive it.
struct CommandContext {
    const Arguments &arguments;
    const Limits &limits;
    Output &output;
};

// Commands that need no source, or ask for theirs themselves. Each returns the exit code.
int runInspect(const CommandContext &context);
//! `compare A B`: two fixtures, two folders of them, or two JSON files; or the answers of two sources.
int runCompare(const CommandContext &context);
int runValidate(const CommandContext &context);
int runCast(const CommandContext &context);
int runServe(const CommandContext &context);
//! `replay`: a folder of fixtures as a server, until a signal or the end of stdin.
int runReplay(const CommandContext &context);
//! `auth set NAME`, `auth list`, `auth remove NAME`: what keychain:NAME means.
int runAuth(const CommandContext &context);
//! `import [FILE]`: the servers of another program's configuration as sources of a workspace, or the
//! configurations that exist.
int runImport(const CommandContext &context);
//! `export [NAME…]`: sources of a workspace as a configuration of another program.
int runExport(const CommandContext &context);
int runLimits(const CommandContext &context);
int runCompletion(const CommandContext &context);
//! `conformance URL`: the client under test of the public suite @modelcontextprotocol/conformance, driven by
//! its environment variables. Connects, lists, calls what is listed, answers what is asked, closes.
//! \source core/sources/mcp/README.md 7
int runConformance(const CommandContext &context);

} // namespace Workbench::Cli
