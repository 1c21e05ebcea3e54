// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QFuture>
#include <QStringList>

#include <functional>

namespace Workbench {

//! The secret store as Sessions uses it: secrets are named by references. An empty function means that the
//! operation is not available. GUI thread; every future settles exactly once, and errors never hold a secret.
struct SecretAccess {
    //! Reads the secret of a reference, "keychain:NAME" or "env:NAME".
    std::function<QFuture<Result<QString>>(const QString &reference)> resolve;
    //! Stores \a secret under the reference "keychain:NAME".
    std::function<QFuture<Result<void>>(const QString &name, const QString &secret)> keep;
    //! Removes a secret; settles with whether it existed.
    std::function<QFuture<Result<bool>>(const QString &name)> forget;
    std::function<QFuture<Result<QStringList>>()> names; //!< Lists the names of the stored secrets.
    //! Returns whether the store loses its secrets when the program ends.
    std::function<bool()> isTemporary;
};

} // namespace Workbench
