// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "app/cli/secrets.h"
#include "app/wiring/sourceargument.h"

namespace Workbench::Cli {

//! Returns the workspace of --workspace, else the only *.workspace.json in the current folder, else nothing.
//! If that file is broken but \a options and the SOURCE do not need it, it only causes a note.
Result<std::optional<Workspace>> workspaceFromArguments(
    const Arguments &arguments, const App::SourceArgumentOptions &options, Output &output);

//! Returns the servers of --config FILE as a workspace that is never saved. Its settings contain secrets in
//! clear text, and \a secrets knows them. Fails with ErrorKind::Usage if --workspace is given too.
Result<std::optional<Workspace>> workspaceFromConfiguration(
    const Arguments &arguments, qint64 maxBytes, Secrets &secrets, Output &output);

} // namespace Workbench::Cli
