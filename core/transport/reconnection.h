// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Workbench {

//! Schedules attempts to connect again. The wait starts at reconnect.first and grows by the factor 1.5 up to
//! reconnect.cap, with a jitter of 20 % either way. A connection that stays healthy for ten seconds resets
//! the count of failures. \source core/RULES.md "Limits"; core/hub/README.md 3.4
class Reconnection : public QObject {
    Q_OBJECT
public:
    enum class Patience : quint8 {
        Limited, //!< gives up after reconnect.tries
        Endless //!< a spoke that serves operations
    };
    static constexpr double factor = 1.5;

    Reconnection(const Limits &limits, Patience patience, QObject *parent = nullptr);

    //! Notes that the connection is usable, and cancels a pending wait.
    void connected();
    //! Notes that an attempt failed or that the connection was lost. Returns the wait until due(), or nothing
    //! when no tries are left. \a asked is the wait that the server asked for (retry:); it gets no jitter.
    std::optional<std::chrono::milliseconds> lost(std::optional<std::chrono::milliseconds> asked = {});
    void stop(); //!< Cancels a pending wait, and forgets the failures.
    int failures() const { return m_failures; } //!< consecutive failures
    bool isWaiting() const { return m_wait.isActive(); }

    //! Returns the random number for the jitter, from 0 to 1. Tests replace it.
    std::function<double()> random;
    std::chrono::milliseconds healthy{10'000}; //!< after this time a connection is healthy; tests shorten it

Q_SIGNALS:
    //! Emitted when the wait is over and the connection should be opened again.
    void due();

private:
    Limits m_limits;
    Patience m_patience;
    int m_failures = 0;
    QTimer m_wait;
    QTimer m_health;
};

} // namespace Workbench
