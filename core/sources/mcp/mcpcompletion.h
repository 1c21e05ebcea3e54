// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! Returns whether the server proposes values for the arguments of the prompt, or the variables of the
//! resource template, \a spec.
bool completesInput(const McpConnection &connection, const OperationSpec &spec);

//! Requests completion/complete for values that continue the present text of \a member in \a input. The other
//! members are sent too if the revision allows it. \a pinned is the revision for a new handshake; empty: the
//! newest. Fails with ErrorKind::Protocol if the answer holds no list of values.
//! \source core/sources/mcp/README.md 5.3
Task<Result<InputCompletion>> completeInput(std::shared_ptr<McpConnection> connection, OperationSpec spec,
    QString member, Json input, std::stop_token cancellation, QString pinned);

} // namespace Workbench
