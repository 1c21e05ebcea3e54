// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "app/cli/secrets.h"
#include "app/wiring/sourceargument.h"

namespace Workbench::Cli {

//! The workspace named by --workspace, else the only *.workspace.json here, else none. One that lies here, is
//! broken, and is not needed for \a options and the SOURCE, only gets a note.
Result<std::optional<Workspace>> workspaceFromArguments(
    const Arguments &arguments, const App::SourceArgumentOptions &options, Output &output);

//! The servers of --config FILE as a workspace of its own, which is never saved. Secrets stand in its
//! settings in clear, and \a secrets knows them. ErrorKind::Usage if --workspace is given too.
Result<std::optional<Workspace>> workspaceFromConfiguration(
    const Arguments &arguments, qint64 maxBytes, Secrets &secrets, Output &output);

} // namespace Workbench::Cli
