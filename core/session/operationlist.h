// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

namespace Workbench {

//! A source's operations in its order. The connection, its handlers and the models share one copy of each;
//! what a refresh finds unchanged stays the same object.
using OperationList = QList<std::shared_ptr<const OperationSpec>>;

} // namespace Workbench
