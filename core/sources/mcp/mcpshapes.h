// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

namespace Workbench {

//! A result whose form MCP defines. \source core/sources/mcp/README.md 5.4
enum class McpShape : quint8 {
    CallToolResult,
    ReadResourceResult,
    GetPromptResult,
};

//! Returns how \a result deviates from \a revision: members of a wrong type, missing and unknown members,
//! data that is not base64. Returns at most \a most warnings; their pointers lead into the result. An unknown
//! revision counts as the newest of the legacy era. Any thread; the time is proportional to the size of the
//! result.
QList<Warning> deviationsOf(McpShape shape, const Json &result, const QString &revision, qsizetype most);

} // namespace Workbench
