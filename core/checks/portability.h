// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/checkreport.h"
#include "core/operation/operationspec.h"

namespace Workbench {

//! Returns findings about parts of the tool \a spec that the protocol allows but common clients and language
//! models refuse. The findings have Severity::Info: "name.not-portable" and "schema.not-portable", one for
//! each kind of fault and schema, with the first places. \a spec must have all its parts. Any thread.
QList<CheckFinding> checkPortability(const OperationSpec &spec);

} // namespace Workbench
