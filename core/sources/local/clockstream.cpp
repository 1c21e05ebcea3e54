// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/local/clockstream.h"

#include "core/json/jsonbuilder.h"

#include <QDateTime>

namespace Workbench {

using namespace Qt::StringLiterals;

ClockStream::ClockStream(std::chrono::milliseconds interval, qint64 count, std::stop_token cancellation)
    : m_count(count)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, &ClockStream::tick);
    m_onStop.emplace(std::move(cancellation), [this] { cancel(); });
}

void ClockStream::start()
{
    if (!m_ended)
        m_timer.start();
}

void ClockStream::cancel()
{
    // Queued: the canceller must not meet the end while it is still cancelling.
    QMetaObject::invokeMethod(this, [this] { end(EndReason::Cancelled); }, Qt::QueuedConnection);
    m_timer.stop();
}

void ClockStream::setReading(bool reading)
{
    if (reading && !m_ended)
        m_timer.start();
    else
        m_timer.stop();
}

void ClockStream::tick()
{
    constexpr qint64 driftEvery = 12;
    constexpr qint64 firstDrift = 3;
    ++m_ticks;
    JsonBuilder data;
    data.beginObject();
    data.add(u"tick", Json::integer(m_ticks));
    data.add(u"at", QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs));
    if (m_ticks % driftEvery == firstDrift)
        data.add(u"drift", u"0.4"_s);
    data.endObject();
    const bool isLast = m_ticks == m_count;
    if (isLast)
        m_timer.stop();
    Q_EMIT item({data.take(), {}});
    if (isLast)
        end(EndReason::Completed);
}

void ClockStream::end(EndReason reason)
{
    if (m_ended)
        return;
    m_ended = true;
    m_timer.stop();
    Q_EMIT ended(reason, {});
}

} // namespace Workbench
