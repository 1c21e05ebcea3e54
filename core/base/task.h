// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

// QCoro behind one header: the rest of core names Workbench::Task only.
#include <QCoroFuture>
#include <QCoroTask>
#include <QFuture>
#include <QPromise>

namespace Workbench {

//! A coroutine's result. Rules of lifetime: a coroutine is a free function, takes no references, views or
//! bare this, and awaits only futures that core's own code settles.
template <typename T> using Task = QCoro::Task<T>;

} // namespace Workbench
