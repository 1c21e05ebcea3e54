// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QFuture>

#include <chrono>
#include <stop_token>

namespace Workbench {

//! Returns a future that becomes true after \a time, or false as soon as \a cancellation is requested. It
//! always settles while an event loop runs. GUI thread.
QFuture<bool> delay(std::chrono::milliseconds time, std::stop_token cancellation);

} // namespace Workbench
