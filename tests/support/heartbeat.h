// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <ctime>
#include <utility>

namespace Workbench::Test {

//! A timer of 5 ms on the GUI thread; a gap is the time between two ticks. \source core/RULES.md "Terms"
//! The work in a gap is the CPU time of this thread in it; the load of other programs does not count.
class Heartbeat {
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(5);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_longest = std::max(m_longest, m_clock.restart());
            m_longestWork = std::max(m_longestWork, worked() - std::exchange(m_workBefore, worked()));
            ++m_ticks;
        });
        m_clock.start();
        m_timer.start();
    }
    //! Returns the longest gap in milliseconds, including the time since the last tick.
    qint64 longestGap() const { return std::max(m_longest, m_clock.elapsed()); }
    //! Returns the longest work in a gap in milliseconds, including the work since the last tick.
    qint64 longestWork() const { return std::max(m_longestWork, worked() - m_workBefore) / 1'000'000; }
    qint64 ticks() const { return m_ticks; }
    //! Returns the CPU time of this thread in nanoseconds.
    static qint64 worked()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    }
    void restart()
    {
        m_longest = 0;
        m_longestWork = 0;
        m_workBefore = worked();
        m_ticks = 0;
        m_clock.start();
    }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
    qint64 m_longestWork = 0; // nanoseconds
    qint64 m_workBefore = worked();
    qint64 m_ticks = 0;
};

//! Returns a memory value of this process in bytes, by its name in /proc/self/status: "VmRSS:" is the
//! resident memory, "VmHWM:" its peak. Returns 0 if the value is not available.
inline qint64 memory(QByteArrayView name)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith(name))
            return line.sliced(name.size()).simplified().split(' ').first().toLongLong() * 1024;
    }
    return 0;
}
inline qint64 residentMemory()
{
    return memory("VmRSS:");
}
inline qint64 peakMemory()
{
    return memory("VmHWM:");
}
//! Resets the peak memory to the current memory.
inline void resetPeakMemory()
{
    QFile references(QStringLiteral("/proc/self/clear_refs"));
    if (references.open(QIODevice::WriteOnly))
        references.write("5");
}

} // namespace Workbench::Test
