// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/itemstream.h"

#include <chrono>
#include <memory>

namespace Workbench {

//! Returns \a stream with a limit on its silence, for producers that keep none themselves: without an item
//! for
//! \a idle it is cancelled and ends with ErrorKind::Timeout. Nothing, or a time of 0: returns \a stream as it
//! is.
//! \source core/hub/README.md 2.3 "idle timer"
std::unique_ptr<ItemStream> withIdleLimit(std::unique_ptr<ItemStream> stream,
    const std::optional<std::chrono::milliseconds> &idle, const QString &requestId);

} // namespace Workbench
