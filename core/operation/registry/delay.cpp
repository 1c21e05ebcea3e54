// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/delay.h"

#include <QPromise>
#include <QTimer>

#include <functional>
#include <optional>

namespace Workbench {

namespace {

//! The timer behind a delay. Deletes itself once it has settled.
class Waiting : public QObject {
public:
    Waiting(std::chrono::milliseconds time, std::stop_token cancellation)
    {
        m_promise.start();
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] { settle(true); });
        m_timer.start(time);
        // The callback runs at once if a stop was already requested.
        m_onStop.emplace(std::move(cancellation), [this] { settle(false); });
    }

    QFuture<bool> future() const { return m_promise.future(); }

private:
    void settle(bool elapsed)
    {
        if (m_settled)
            return;
        m_settled = true;
        m_timer.stop();
        m_promise.addResult(elapsed);
        m_promise.finish();
        deleteLater();
    }

    QPromise<bool> m_promise;
    QTimer m_timer;
    bool m_settled = false;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
};

} // namespace

QFuture<bool> delay(std::chrono::milliseconds time, std::stop_token cancellation)
{
    return (new Waiting(time, std::move(cancellation)))->future(); // deletes itself when settled
}

} // namespace Workbench
