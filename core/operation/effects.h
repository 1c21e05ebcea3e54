// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

namespace Workbench {

//! Neither its type nor its own claim (readOnlyHint of MCP, without destructiveHint) says that it only reads.
//! The claim is the server's word.
bool mayChangeSomething(const OperationSpec &spec);

//! What the server claims of the effects of a tool in its annotations: "read-only", "destructive",
//! "idempotent", "closed-world". Nobody can check that from outside.
QStringList claimsOf(const OperationSpec &spec);

} // namespace Workbench
