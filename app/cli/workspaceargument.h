// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "app/cli/secrets.h"
#include "app/wiring/sourceargument.h"
#include "core/checks/configurationimport.h"

namespace Workbench::Cli {

//! Reads the servers from the configuration file of another program at \a path; "-" is stdin. The project
//! folder follows from the path. An error names the file.
Result<ConfigurationImport> readConfiguration(
    const QString &path, qint64 maxBytes, SecretsInSettings secrets = SecretsInSettings::AsReferences);

//! Returns the workspace of --workspace, else the only *.workspace.json in the current folder, else nothing.
//! If that file is broken but \a options and the SOURCE do not need it, it only causes a note.
Result<std::optional<Workspace>> workspaceFromArguments(
    const Arguments &arguments, const App::SourceArgumentOptions &options, Output &output);

//! Returns the servers of --config FILE as a workspace that is never saved. Its settings contain secrets in
//! clear text, and \a secrets knows them. Fails with ErrorKind::Usage if --workspace is given too.
Result<std::optional<Workspace>> workspaceFromConfiguration(
    const Arguments &arguments, qint64 maxBytes, Secrets &secrets, Output &output);

} // namespace Workbench::Cli
