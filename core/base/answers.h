// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QFuture>

#include <coroutine>

namespace Workbench {

//! Resumes \a waiting from the event loop. Coroutines whose answers came together share one event. GUI
//! thread.
void resumeFromEventLoop(std::coroutine_handle<> waiting);

//! Awaits a future that is settled on the GUI thread, in a coroutine of that thread. Awaiting the future
//! itself costs a watcher and several events for each call, which is more than the rest of a small call. The
//! coroutine never resumes from inside the code that settles the future.
template <typename T> class Answer {
public:
    explicit Answer(QFuture<T> future)
        : m_future(std::move(future))
    {
    }
    bool await_ready() const { return m_future.isFinished(); }
    void await_suspend(std::coroutine_handle<> waiting)
    {
        m_future.then(
            QtFuture::Launch::Sync, [waiting](const QFuture<T> &) { resumeFromEventLoop(waiting); });
    }
    T await_resume() const { return m_future.result(); }

private:
    QFuture<T> m_future;
};

} // namespace Workbench
