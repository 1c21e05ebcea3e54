// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>

namespace Workbench::Ui {

// Each function returns English sentences of the core that coreText() knows, with %1, %2, … for their
// arguments. Sentences that a table misses stay English in the window.

std::span<const char *const> coreSentences(); //!< Most others.
std::span<const char *const> connectionSentences(); //!< About connections, sessions, hubs and sign-ins.
std::span<const char *const> transportSentences(); //!< About HTTP, WebSockets, TLS and processes.
std::span<const char *const> mcpSentences(); //!< About MCP.
std::span<const char *const> documentSentences(); //!< About OpenAPI documents and requests.
std::span<const char *const> schemaSentences(); //!< About JSON, YAML, schemas and results.
std::span<const char *const> fileSentences(); //!< About workspaces, fixtures, settings and secrets.

} // namespace Workbench::Ui
