// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/operationregistry.h"

namespace Workbench::Demo {

OperationRegistry::Registration findNotes();
OperationRegistry::Registration weatherNow();

//! A handler that needs no time.
Handler immediate(Result<HandlerResult> (*answer)(const Json &input));
//! Name "clock.tick" stands in group "clock".
OperationSpec spec(const QString &name, OperationType type, const QString &title, const QString &description,
    QByteArrayView inputSchema, QByteArrayView outputSchema);

} // namespace Workbench::Demo
