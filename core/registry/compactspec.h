// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/operation/operationspec.h"

namespace Workbench {

//! Returns \a listed with all its parts. Schemas that were deferred have the definitions as "$defs" that are
//! nearest to them, within the limits schema.subschemas and schema.bytes. \a shared gains what the source
//! shares.
OperationSpec compact(const OperationSpec &listed, SharedDefinitions &shared, const Limits &limits);

} // namespace Workbench
