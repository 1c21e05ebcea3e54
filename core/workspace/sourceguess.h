// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

namespace Workbench {

//! A source that a text most likely describes.
struct SourceGuess {
    QString kindId; //!< SourceKind::id: "mcp-command", "mcp-http", "openapi", "hub" or "fixtures"
    Source source; //!< its name is a suggestion, and may be empty
    QString package{}; //!< the package that the command downloads or runs ("@scope/server"); may be empty

    friend bool operator==(const SourceGuess &, const SourceGuess &) = default;
};

//! Returns the source that \a text describes: a command line, an address, the path of a document or of a
//! folder of fixtures, or a curl command. Returns nothing for an empty text. Contacts no server and reads no
//! file. ErrorKind::Usage for a curl command without an address.
Result<std::optional<SourceGuess>> guessSource(const QString &text);

//! Returns whether \a text looks like JSON with a list of servers, which importConfiguration() reads, and not
//! like a text for guessSource().
bool isServerListText(const QString &text);

//! Returns whether \a path is likely a file that lists MCP servers, such as `mcp.json`.
bool isServerList(const QString &path);

//! Returns \a text as the name of a source: short, in lower case, and without blanks.
QString sourceNameFrom(const QString &text);

} // namespace Workbench
