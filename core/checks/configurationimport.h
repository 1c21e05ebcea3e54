// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

namespace Workbench {

//! A secret that an imported source needs.
struct ImportedSecret {
    QString name; //!< in the keychain; the settings have `${keychain:NAME}` in its place
    QString place; //!< where it is used: "variable API_KEY", "header Authorization", "argument 3", "address"
    QByteArray value{}; //!< empty: the configuration does not hold it, and the user has to enter it
};

//! A server of a configuration as a source.
struct ImportedSource {
    Source source; //!< its name is unique in the import
    bool isDisabled = false; //!< the configuration switches it off
    QStringList remarks{}; //!< what could not be carried over, and what the user has to do
    QList<ImportedSecret> secrets{}; //!< each once, in the order of use
};

//! What a configuration file of another program describes.
struct ConfigurationImport {
    QList<ImportedSource> sources{}; //!< in the order of the file
    QStringList remarks{}; //!< about the file, and about servers that cannot be sources
};

//! What only the caller knows of a configuration; it does not have to exist.
struct ImportPlace {
    QString folder{}; //!< the absolute path of the project that the file belongs to; empty: it is not known
    QString home{}; //!< the user's folder; empty: it is not known
};

//! Returns the place of the file at \a path: the folder of its project, which for `.vscode/mcp.json` is above
//! `.vscode`, and the user's folder. Reads nothing.
ImportPlace importPlace(const QString &path);

//! Whether a secret that the configuration holds in clear becomes a reference, or stays in the settings for
//! a source that is used at once and never saved.
enum class SecretsInSettings : quint8 { AsReferences, InClear };

//! Reads the servers of \a text: `mcpServers`, `servers` with `inputs`, or `context_servers` as Claude
//! Desktop, Claude Code, Cursor, VS Code, Windsurf and Zed write them, also inside of their settings; or a
//! `server.json` of the MCP registry; or a part of such a list: one server, with its name or without. Permits
//! comments and trailing commas. Starts, fetches and reads nothing else. Pure. ErrorKind::Usage:
//! "import.broken" with line and column for what is no JSON, "import.openapi" for an OpenAPI document, and
//! "import.empty" for other JSON that describes no server.
Result<ConfigurationImport> importConfiguration(const QByteArray &text, const ImportPlace &place = {},
    SecretsInSettings secrets = SecretsInSettings::AsReferences);

//! Returns what connecting a source with \a settings would start, as a command line, or the address that it
//! would reach.
QString importTarget(const Json &settings);

//! Returns \a wanted, or the first of "wanted-2", "wanted-3", … that leaves every source of \a sources its
//! namespace.
QString freeSourceName(const QList<Source> &sources, const QString &wanted);

} // namespace Workbench
