// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/inputcompletion.h"
#include "core/operation/operationspec.h"
#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! Whether the server proposes values for the arguments of the prompt or the variables of the template \a
//! spec.
bool completesInput(const McpConnection &connection, const OperationSpec &spec);

//! Asks by completion/complete for values of the member \a member of \a input that continue its present text;
//! the other members go with it where the revision has them. \a pinned as in askWithSession().
//! ErrorKind::Protocol if the answer holds no list of values. \source core/sources/mcp/README.md 5.3
Task<Result<InputCompletion>> completeInput(std::shared_ptr<McpConnection> connection, OperationSpec spec,
    QString member, Json input, std::stop_token cancellation, QString pinned);

} // namespace Workbench
