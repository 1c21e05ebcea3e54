// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/itemstream.h"

#include <chrono>
#include <memory>

namespace Workbench {

//! Returns \a stream with an idle limit, for producers that have none of their own. After \a idle without an
//! item, the stream is cancelled and ends with ErrorKind::Timeout. If \a idle is nothing or 0, returns
//! \a stream itself.
//! \source core/hub/README.md 2.3 "idle timer"
std::unique_ptr<ItemStream> withIdleLimit(std::unique_ptr<ItemStream> stream,
    const std::optional<std::chrono::milliseconds> &idle, const QString &requestId);

} // namespace Workbench
