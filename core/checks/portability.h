// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/checkreport.h"
#include "core/operation/operationspec.h"

namespace Workbench {

//! Returns what common clients and language models refuse in the definition of the tool \a spec although the
//! protocol allows it, as findings of Severity::Info: "name.not-portable" and "schema.not-portable", one for
//! each kind of fault and schema, with the first places. \a spec with all its parts. Any thread.
QList<CheckFinding> checkPortability(const OperationSpec &spec);

} // namespace Workbench
