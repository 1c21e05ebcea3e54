// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

namespace Workbench {

//! The operations of a source, in the order of the source. The connection, its handlers and the models share
//! one copy of each. An operation that a refresh finds unchanged stays the same object.
using OperationList = QList<std::shared_ptr<const OperationSpec>>;

} // namespace Workbench
