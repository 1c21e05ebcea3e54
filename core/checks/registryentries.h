// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! One way to use a server of the MCP registry, in the form of an entry in a configuration file of a host.
struct RegistryEntry {
    QString name;
    Json entry; //!< has "command" or "url"; absent if it cannot be a source (the remarks say why)
    QStringList remarks{};
};

//! The contents of a `server.json` of the MCP registry: an entry for each package and each remote. Values
//! that the user has to give are `${input:ID}`.
struct RegistryEntries {
    QList<RegistryEntry> entries{};
    Json inputs{}; //!< in the form of the member "inputs" of VS Code's `mcp.json`
};

//! Returns whether \a root is a `server.json`: whether it has "packages" or "remotes".
bool isServerDescription(const Json &root);

//! Returns the entries of \a root, which must be a `server.json` of any revision of its schema.
RegistryEntries registryEntries(const Json &root);

} // namespace Workbench
