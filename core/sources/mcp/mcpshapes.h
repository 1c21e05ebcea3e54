// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

namespace Workbench {

//! The results whose form MCP defines. \source core/sources/mcp/README.md 5.4
enum class McpShape : quint8 {
    CallToolResult,
    ReadResourceResult,
    GetPromptResult,
};

//! What of \a result is not as \a revision defines it: members of another type, missing and unknown ones,
//! data that is no base64. At most \a most; the pointers lead into the result. A revision that is not known
//! is taken for the newest of the legacy era. Any thread; takes time in proportion to the result.
QList<Warning> deviationsOf(McpShape shape, const Json &result, const QString &revision, qsizetype most);

} // namespace Workbench
