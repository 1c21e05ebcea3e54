// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/operation/operationspec.h"

namespace Workbench {

//! Returns \a listed with all its parts. Schemas that were deferred get the nearest definitions as "$defs",
//! within the limits schema.subschemas and schema.bytes. The definitions that they refer to are added to
//! \a shared. Sets \a isCut to true if definitions were left out.
OperationSpec compact(
    const OperationSpec &listed, SharedDefinitions &shared, const Limits &limits, bool *isCut = nullptr);

//! A member of "_meta" that is true if schemas of the operation lack definitions, because they are too large.
inline constexpr QLatin1StringView leftOutDefinitions{"response-envelope/definitionsLeftOut"};

} // namespace Workbench
