// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/configurationimport.h"

namespace Workbench::Cli {

//! Reads the servers from the configuration file of another program at \a path; "-" is stdin. The project
//! folder follows from the path. An error names the file.
Result<ConfigurationImport> readConfiguration(
    const QString &path, qint64 maxBytes, SecretsInSettings secrets = SecretsInSettings::AsReferences);

} // namespace Workbench::Cli
