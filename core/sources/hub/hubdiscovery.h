// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"
#include "core/sources/hub/hublink.h"

namespace Workbench {

//! Reads the operations with services.list and services.schema, otherwise with the older names with a slash.
//! If the hub has neither, returns the operations that the user entered. Without these, only a spoke can use
//! the hub, so the connection fails for others. \source core/hub/README.md 3.6
Task<Result<Discovery>> discoverHub(std::shared_ptr<HubLink> link);

//! Reads one entry of a listing, or a whole spec. The name of the operation is its id on the hub, because the
//! session sets the namespace. The hub enforces access control, because it knows our identity. Returns
//! ErrorKind::Protocol if \a json has no id or no known type.
Result<OperationSpec> hubOperation(const Json &json);

} // namespace Workbench
