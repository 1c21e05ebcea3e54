// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QFuture>
#include <QTest>

namespace Workbench {

//! Waits for \a future and returns its result; the test fails if none arrives.
template <typename T> T settled(const QFuture<T> &future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, Test::patience))
        qFatal("a future was never settled");
    return future.result();
}

} // namespace Workbench
