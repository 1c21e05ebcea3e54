// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

namespace Workbench {

//! The form in which a program writes its MCP servers and their variables.
enum class ConfigurationForm : quint8 {
    ClaudeCode, //!< `mcpServers` with `${NAME}`
    Cursor, //!< `mcpServers` with `${env:NAME}`; Windsurf accepts it too
    VsCode, //!< `servers` with `${env:NAME}` and `${input:ID}`, and the `inputs`
};

//! A configuration for another program.
struct ConfigurationExport {
    Json configuration;
    QStringList remarks{}; //!< settings that were not exported, and variables that the user has to define
};

//! Returns \a sources as a configuration that importConfiguration() can read. It contains no secrets:
//! `${keychain:NAME}` becomes an input of VS Code, or a system environment variable for other programs, which
//! a remark names. Sources that are not MCP servers are omitted with a remark.
ConfigurationExport exportConfiguration(const QList<Source> &sources, ConfigurationForm form);

} // namespace Workbench
