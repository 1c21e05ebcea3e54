// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QThreadPool>

namespace Workbench {

//! Frees \a value on a worker, because freeing a list of 200,000 operations takes longer than a frame may
//! . Only for plain data, as its destructors may run on the worker.
template <typename Value> void discard(Value value)
{
    QThreadPool::globalInstance()->start(
        [held = std::move(value)]() mutable { const Value freed = std::move(held); });
}

} // namespace Workbench
