// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QByteArray>
#include <QList>

namespace Workbench {

//! The headers of one POST of the modern era, beside MCP-Protocol-Version.
//! \source core/sources/mcp/README.md 4.5
using McpHeaders = QList<std::pair<QByteArray, QByteArray>>;

//! Returns Mcp-Method, and Mcp-Name where \a method names something.
McpHeaders standardHeaders(const QString &method, const Json &params);
//! Returns an Mcp-Param-NAME for each of \a arguments that \a inputSchema marks with "x-mcp-header".
McpHeaders parameterHeaders(const Json &inputSchema, const Json &arguments);
//! Returns why a tool with \a inputSchema cannot be called over HTTP, as the end of a sentence; empty: it
//! can.
QString headerFault(const Json &inputSchema);
//! Returns \a text as the value of a header: as it is, or as "=?base64?…?=" if a header cannot hold it.
QByteArray headerValue(const QString &text);

} // namespace Workbench
