// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Workbench {

//! When to connect again: reconnect.first, times 1.5 each time, at most reconnect.cap, jitter of 20 % either
//! way. A connection that stayed well for ten seconds starts the row anew. \source core/RULES.md "Limits";
//! core/hub/README.md 3.4
class Reconnection : public QObject {
    Q_OBJECT
public:
    enum class Patience : quint8 {
        Limited, //!< gives up after reconnect.tries
        Endless //!< a spoke that serves operations
    };
    static constexpr std::chrono::milliseconds healthy{10'000};
    static constexpr double factor = 1.5;

    Reconnection(const Limits &limits, Patience patience, QObject *parent = nullptr);

    //! The connection is usable.
    void connected();
    //! An attempt failed or the connection was lost: the wait until due(), or nothing when the tries are used
    //! up. \a asked is what the server asked for (retry:), and then nothing is added or taken away.
    std::optional<std::chrono::milliseconds> lost(std::optional<std::chrono::milliseconds> asked = {});
    void stop();
    int failures() const { return m_failures; } //!< in a row
    bool isWaiting() const { return m_wait.isActive(); }

    //! From 0 to 1; replaced in tests.
    std::function<double()> random;

Q_SIGNALS:
    void due();

private:
    Limits m_limits;
    Patience m_patience;
    int m_failures = 0;
    QTimer m_wait;
    QTimer m_health;
};

} // namespace Workbench
