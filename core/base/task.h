// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

// The only header of core that includes QCoro. All other code uses Workbench::Task.
#include <QCoroFuture>
#include <QCoroTask>
#include <QFuture>
#include <QPromise>

namespace Workbench {

//! The return type of a coroutine. A coroutine is a free function. It takes no references, views or raw this
//! pointer, and awaits only futures that core's own code settles.
template <typename T> using Task = QCoro::Task<T>;

//! Returns a task that has already ended with \a result.
template <typename T> Task<Result<T>> settledTask(Result<T> result)
{
    co_return result;
}

} // namespace Workbench
