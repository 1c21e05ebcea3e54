// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/callcontext.h"
#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! Returns whether to request that a call of \a tool, its definition, runs as a task: if the tool requires
//! it, or permits it and the user \a wants it. Always false in the modern era, where the server decides.
//! Fails with ErrorKind::Usage if the user wants a task and the server or the tool does not offer it.
//! \source core/sources/mcp/README.md 8
Result<bool> runsAsTask(
    const Json &tool, const McpAgreement &agreement, bool wants, const QString &sourceName);

//! Returns whether \a answer says that the call became a task.
bool becameTask(const McpConnection &connection, const McpConnection::Request &request, const Json &answer);

//! Returns what to do if \a request, the call of \a operation, becomes a task after it was given up: the task
//! is cancelled.
std::function<void(const Json &)> cancelsLateTask(const std::shared_ptr<McpConnection> &connection,
    const McpConnection::Request &request, const QString &operation);

//! Waits until the task that a call became is over, and returns its result or the error. \a request is the
//! call as it was sent, \a operation its name for the user. \a onTask is called with each status. When the
//! call is cancelled, the server is asked at once to cancel the task, and the log says if it may go on.
//! \source core/sources/mcp/README.md 8
Task<Result<Json>> followTask(std::shared_ptr<McpConnection> connection, Json answer,
    McpConnection::SharedRequest request, QString operation, QString pinned,
    std::function<void(const CallTask &)> onTask);

} // namespace Workbench
