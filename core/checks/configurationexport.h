// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

namespace Workbench {

//! How a program writes its MCP servers, and the variables in them.
enum class ConfigurationForm : quint8 {
    ClaudeCode, //!< `mcpServers` with `${NAME}`
    Cursor, //!< `mcpServers` with `${env:NAME}`; Windsurf takes it too
    VsCode, //!< `servers` with `${env:NAME}` and `${input:ID}`, and the `inputs`
};

//! A configuration for another program.
struct ConfigurationExport {
    Json configuration;
    QStringList remarks{}; //!< what could not be carried over, and what the user has to define
};

//! Writes \a sources as a configuration that importConfiguration() reads. No secret is in it:
//! `${keychain:NAME}` becomes an input of VS Code, or a variable of the system for the others, and a remark
//! names it. Sources of another kind than MCP are left out with a remark.
ConfigurationExport exportConfiguration(const QList<Source> &sources, ConfigurationForm form);

} // namespace Workbench
