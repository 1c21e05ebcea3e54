// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"
#include "core/sources/hub/hublink.h"

namespace Workbench {

//! services.list and services.schema; where a hub has none, the older names with a slash; where it has none
//! of those, what the user entered. \source core/hub/README.md 3.6
Task<Result<Discovery>> discoverHub(std::shared_ptr<HubLink> link);

//! One entry of a listing, or a whole spec. Its name is the id on the hub, since the session gives the
//! namespace; who may call it is the hub's business, which knows who we are. ErrorKind::Protocol when it
//! names no operation.
Result<OperationSpec> hubOperation(const Json &json);

} // namespace Workbench
