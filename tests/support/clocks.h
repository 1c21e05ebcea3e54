// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <ctime>

namespace Workbench::Test {

//! Measures the CPU time of all threads of this process. The load of other programs on the machine does not
//! count.
class CpuTimer {
public:
    CpuTimer() { start(); }
    void start() { m_start = now(); }
    qint64 nsecsElapsed() const { return now() - m_start; }
    qint64 elapsed() const { return nsecsElapsed() / 1'000'000; }

private:
    static qint64 now()
    {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    }

    qint64 m_start = 0;
};

//! Measures elapsed time without the load of other programs. A stretch in which the event loop did not come
//! round counts at most 20 ms, or the CPU time of this process in it if that is longer. Use it for events
//! that must happen soon and do not depend on another process.
class FairClock {
public:
    FairClock()
    {
        m_ticks.setTimerType(Qt::PreciseTimer);
        m_ticks.callOnTimeout([this] { tick(); });
        m_ticks.start(5);
        m_since.start();
    }
    Q_DISABLE_COPY_MOVE(FairClock)

    qint64 elapsed()
    {
        tick();
        return m_total / 1'000'000;
    }

private:
    void tick()
    {
        constexpr qint64 turn = 20'000'000;
        m_total += std::min(m_since.nsecsElapsed(), std::max(turn, m_computed.nsecsElapsed()));
        m_since.restart();
        m_computed.start();
    }

    QTimer m_ticks;
    QElapsedTimer m_since;
    CpuTimer m_computed;
    qint64 m_total = 0;
};

} // namespace Workbench::Test
