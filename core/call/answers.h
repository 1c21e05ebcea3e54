// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/callevent.h"

#include <QFuture>

#include <coroutine>

namespace Workbench {

//! Awaits what PendingRequestMap::call() gave, for a coroutine on the GUI thread. Awaiting the future itself
//! costs a watcher and several events of the loop for each call, more than all the rest of a small call;
//! here the answers that came together share one event. The coroutine never goes on from inside the map.
class Answer {
public:
    explicit Answer(QFuture<Result<CallOutput>> future)
        : m_future(std::move(future))
    {
    }
    bool await_ready() const { return m_future.isFinished(); }
    void await_suspend(std::coroutine_handle<> waiting);
    Result<CallOutput> await_resume() const { return m_future.result(); }

private:
    QFuture<Result<CallOutput>> m_future;
};

} // namespace Workbench
