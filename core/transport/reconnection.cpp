// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/reconnection.h"

#include <QRandomGenerator>

#include <cmath>

namespace Workbench {

Reconnection::Reconnection(const Limits &limits, Patience patience, QObject *parent)
    : QObject(parent)
    , random([] { return QRandomGenerator::global()->generateDouble(); })
    , m_limits(limits)
    , m_patience(patience)
{
    m_wait.setSingleShot(true);
    m_wait.setTimerType(Qt::PreciseTimer); // a coarse timer may fire early, but retry: is the minimum to wait
    m_health.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, &Reconnection::due);
    connect(&m_health, &QTimer::timeout, this, [this] { m_failures = 0; });
}

void Reconnection::connected()
{
    m_wait.stop();
    m_health.start(healthy);
}

std::optional<std::chrono::milliseconds> Reconnection::lost(std::optional<std::chrono::milliseconds> asked)
{
    m_health.stop();
    m_wait.stop();
    ++m_failures;
    if (m_patience == Patience::Limited && m_failures > m_limits.reconnectTries)
        return std::nullopt;
    std::chrono::milliseconds wait{};
    if (asked) {
        wait = std::min(*asked, std::chrono::milliseconds(m_limits.reconnectRetryAfterMaxMs));
    } else {
        const double steps = std::min(m_failures - 1, 100); // the cap is reached long before 100 steps
        const double plain = std::min(
            double(m_limits.reconnectFirstMs) * std::pow(factor, steps), double(m_limits.reconnectCapMs));
        wait = std::chrono::milliseconds(std::llround(plain * (0.8 + 0.4 * random())));
    }
    m_wait.start(wait);
    return wait;
}

void Reconnection::stop()
{
    m_wait.stop();
    m_health.stop();
    m_failures = 0;
}

} // namespace Workbench

#include "moc_reconnection.cpp"
