// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"

#include <memory>

namespace Workbench {

template <typename T> Task<void> settleWith(Task<T> task, std::shared_ptr<QPromise<T>> promise)
{
    promise->addResult(co_await std::move(task));
    promise->finish();
}

//! Returns the result of \a task as a future that this module's coroutine settles.
template <typename T> QFuture<T> asFuture(Task<T> task)
{
    auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    QFuture<T> future = promise->future();
    settleWith(std::move(task), std::move(promise));
    return future;
}

} // namespace Workbench
