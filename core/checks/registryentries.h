// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! One way to use a server of the MCP registry, in the form that configuration files of hosts have.
struct RegistryEntry {
    QString name;
    Json entry; //!< with "command" or "url"; absent: it cannot be a source, and the remarks say why
    QStringList remarks{};
};

//! What a `server.json` of the MCP registry describes: each package and each remote as an entry whose values
//! that the user has to give are `${input:ID}`.
struct RegistryEntries {
    QList<RegistryEntry> entries{};
    Json inputs{}; //!< as the member "inputs" of VS Code's `mcp.json`
};

//! Whether \a root is a `server.json`: it has "packages" or "remotes".
bool isServerDescription(const Json &root);

//! \a root must be a `server.json`, of any revision of its schema.
RegistryEntries registryEntries(const Json &root);

} // namespace Workbench
