// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QThreadPool>

namespace Workbench {

//! Frees \a value on a worker: a list of 200 000 operations takes longer to free than a frame may.
//! For plain data only, whose last reference this may be.
template <typename Value> void discard(Value value)
{
    QThreadPool::globalInstance()->start(
        [held = std::move(value)]() mutable { const Value freed = std::move(held); });
}

} // namespace Workbench
