// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/operationlist.h"

#include <QStringList>

namespace Workbench {

//! What a new list of operations changes in the one before.
struct OperationChanges {
    OperationList list; //!< an unchanged one is the object it was
    OperationList changed; //!< new, or other than before
    OperationList gone;
    QStringList listedTwice; //!< the first few
    bool differs = false;
};

//! On any thread. What was \a before is registered when \a isRegistered, else everything counts as changed.
OperationChanges operationChanges(
    QList<OperationSpec> found, const OperationList &before, bool isRegistered, const QString &nameSpace);

} // namespace Workbench
