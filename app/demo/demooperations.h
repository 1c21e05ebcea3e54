// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/operationregistry.h"

namespace Workbench {

//! Returns the local operations of the demo, set "demo": typed results, an error, slow with progress, a
//! stream.
QList<OperationRegistry::Registration> demoOperations();

} // namespace Workbench
