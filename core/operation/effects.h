// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

namespace Workbench {

//! Returns whether the operation may change something: it is not a query, and its server does not claim that
//! it only reads (MCP: readOnlyHint without destructiveHint). The claim is not verified.
bool mayChangeSomething(const OperationSpec &spec);

//! Returns what the server claims about the effects of a tool in its annotations: "read-only", "destructive",
//! "idempotent", "closed-world". These claims cannot be verified from outside.
QStringList claimsOf(const OperationSpec &spec);

} // namespace Workbench
