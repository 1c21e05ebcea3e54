// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QStringList>

namespace Workbench {

//! The differences between a new list of operations and the previous one.
struct OperationChanges {
    OperationList list; //!< unchanged operations are the objects of the previous list
    OperationList changed; //!< new or changed operations
    OperationList gone;
    QStringList listedTwice; //!< names of the first few operations that were listed twice
    bool differs = false;
};

//! Compares \a found with \a before. If \a isRegistered is false, the operations of \a before are not all in
//! the registry and everything counts as changed. Works on any thread.
OperationChanges operationChanges(
    QList<OperationSpec> found, const OperationList &before, bool isRegistered, const QString &nameSpace);

} // namespace Workbench
