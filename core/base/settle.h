// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

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

//! A future that the first of several events settles. GUI thread.
template <typename T> class Settling {
public:
    Settling() { m_promise.start(); }
    Q_DISABLE_COPY_MOVE(Settling)

    QFuture<T> future() const { return m_promise.future(); }
    bool isSettled() const { return m_isSettled; }
    //! Settles the future unless it is settled already.
    void settle(T result)
    {
        if (std::exchange(m_isSettled, true))
            return;
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }
    //! Calls \a stopped, which may settle the future, when \a cancellation is requested while this object
    //! exists. Calls it at once if a stop was requested already.
    void onStop(std::stop_token cancellation, std::function<void()> stopped)
    {
        m_stop.emplace(std::move(cancellation), std::move(stopped));
    }

private:
    QPromise<T> m_promise;
    bool m_isSettled = false;
    std::optional<std::stop_callback<std::function<void()>>> m_stop;
};

//! A stop token that is requested as soon as one of two others is requested.
class LinkedStop {
public:
    LinkedStop(std::stop_token one, std::stop_token other)
        : m_one(std::move(one), Forward{&m_source})
        , m_other(std::move(other), Forward{&m_source})
    {
    }
    Q_DISABLE_COPY_MOVE(LinkedStop)

    std::stop_token token() const { return m_source.get_token(); }
    void request() { m_source.request_stop(); }

private:
    struct Forward {
        std::stop_source *source;
        void operator()() const { source->request_stop(); }
    };
    std::stop_source m_source;
    std::stop_callback<Forward> m_one;
    std::stop_callback<Forward> m_other;
};

} // namespace Workbench
