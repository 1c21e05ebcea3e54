// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QFuture>
#include <QStringList>

#include <functional>

namespace Workbench {

//! The place where secrets are, as Sessions sees it: by reference. What is empty cannot be done here. GUI
//! thread; every future is settled exactly once, and no error holds a secret.
struct SecretAccess {
    //! "keychain:NAME" or "env:NAME".
    std::function<QFuture<Result<QString>>(const QString &reference)> resolve;
    //! Puts it where "keychain:NAME" finds it.
    std::function<QFuture<Result<void>>(const QString &name, const QString &secret)> keep;
    std::function<QFuture<Result<bool>>(const QString &name)> forget; //!< whether there was one
    std::function<QFuture<Result<QStringList>>()> names; //!< of those that are kept
    //! Whether what is kept is gone when the program ends.
    std::function<bool()> isTemporary;
};

} // namespace Workbench
