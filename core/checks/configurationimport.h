// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

namespace Workbench {

//! A secret that an imported source needs.
struct ImportedSecret {
    QString name; //!< the name in the keychain; the settings contain `${keychain:NAME}`
    //! The place of the secret in the source: "variable API_KEY", "header Authorization", "argument 3" or
    //! "address".
    QString place;
    QByteArray value{}; //!< empty if the configuration does not contain it; the user has to enter it
};

//! A server of a configuration, converted to a source.
struct ImportedSource {
    Source source; //!< its name is unique in the import
    bool isDisabled = false; //!< the configuration disables it
    QStringList remarks{}; //!< settings that were not imported, and steps that the user has to do
    QList<ImportedSecret> secrets{}; //!< each once, in the order of use
};

//! The result of importing a configuration file of another program.
struct ConfigurationImport {
    QList<ImportedSource> sources{}; //!< in the order of the file
    QStringList remarks{}; //!< about the file, and about servers that cannot be sources
};

//! The folders of a configuration, which only the caller knows. They need not exist.
struct ImportPlace {
    QString folder{}; //!< the absolute path of the project of the file; empty if it is not known
    QString home{}; //!< the home folder of the user; empty if it is not known
};

//! Returns the place of the file at \a path: the folder of its project, which for `.vscode/mcp.json` is above
//! `.vscode`, and the home folder of the user. Does not read the file.
ImportPlace importPlace(const QString &path);

//! How to treat a secret that the configuration contains in clear text. AsReferences replaces it with a
//! reference. InClear keeps it in the settings of a source that is used at once and never saved.
enum class SecretsInSettings : quint8 { AsReferences, InClear };

//! Reads the servers of \a text. It may have `mcpServers`, `servers` with `inputs`, or `context_servers`,
//! also inside settings, as Claude Desktop, Claude Code, Cursor, VS Code, Windsurf and Zed write them. It may
//! also be a `server.json` of the MCP registry, or one server of such a list, with its name or without.
//! Accepts comments and trailing commas. Starts, fetches and reads nothing else. Pure. Fails with
//! ErrorKind::Usage: "import.broken" with line and column for text that is not JSON, "import.openapi" for an
//! OpenAPI document, and "import.empty" for other JSON that describes no server.
Result<ConfigurationImport> importConfiguration(const QByteArray &text, const ImportPlace &place = {},
    SecretsInSettings secrets = SecretsInSettings::AsReferences);

//! Returns the command line that a source with \a settings starts, or the address that it connects to.
QString importTarget(const Json &settings);

//! Returns \a wanted, or the first of "wanted-2", "wanted-3", … whose namespace no source of \a sources has.
QString freeSourceName(const QList<Source> &sources, const QString &wanted);

} // namespace Workbench
