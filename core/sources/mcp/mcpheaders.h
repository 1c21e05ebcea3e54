// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QByteArray>
#include <QList>

namespace Workbench {

//! The headers of one POST of the modern era, in addition to MCP-Protocol-Version.
//! \source core/sources/mcp/README.md 4.5
using McpHeaders = QList<std::pair<QByteArray, QByteArray>>;

//! Returns Mcp-Method, and Mcp-Name if \a params name a tool, prompt, resource or task.
McpHeaders standardHeaders(const QString &method, const Json &params);
//! Returns an Mcp-Param-NAME header for each of \a arguments that \a inputSchema marks with "x-mcp-header".
McpHeaders parameterHeaders(const Json &inputSchema, const Json &arguments);
//! Returns why a tool with \a inputSchema cannot be called over HTTP, as the end of a sentence, or an empty
//! string if it can.
QString headerFault(const Json &inputSchema);
//! Returns \a text as the value of a header: unchanged, or as "=?base64?…?=" if a header cannot hold it.
QByteArray headerValue(const QString &text);

} // namespace Workbench
