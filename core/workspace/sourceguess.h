// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

namespace Workbench {

//! A source that a text most likely describes.
struct SourceGuess {
    QString kindId; //!< SourceKind::id: "mcp-command", "mcp-http", "openapi", "hub" or "fixtures"
    Source source; //!< its name is a suggestion, and may be empty
    QString package{}; //!< that the command downloads or runs, such as "@scope/server"; empty: none

    friend bool operator==(const SourceGuess &, const SourceGuess &) = default;
};

//! Returns what \a text describes: a command line, an address, the path of a document or of a folder of
//! fixtures, or a curl command. An empty text describes nothing. Contacts no server and reads no file.
//! ErrorKind::Usage for a curl command without an address.
Result<std::optional<SourceGuess>> guessSource(const QString &text);

//! Returns whether \a text is JSON, as a list of servers is (importConfiguration()), and nothing that
//! guessSource() knows.
bool isServerListText(const QString &text);

//! Returns whether \a path is likely a file that lists MCP servers, such as `mcp.json`.
bool isServerList(const QString &path);

//! Returns \a text as a name of a source: short, in lower case, and without blanks.
QString sourceNameFrom(const QString &text);

} // namespace Workbench
