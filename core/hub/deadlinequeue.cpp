// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/deadlinequeue.h"

#include <QPointer>

#include <limits>

namespace Workbench {

namespace {

qint64 nowMs()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace

DeadlineQueue::DeadlineQueue(std::function<void(const QString &)> due, QObject *parent)
    : QObject(parent)
    , m_due(std::move(due))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DeadlineQueue::fire);
}

void DeadlineQueue::start(const QString &id, std::chrono::milliseconds after)
{
    constexpr qint64 longest = std::numeric_limits<qint64>::max() / 2; // no overflow when added to the clock
    stop(id);
    const Place place{nowMs() + std::clamp<qint64>(after.count(), 0, longest), ++m_last};
    m_order.emplace(place, id);
    m_places.insert(id, place);
    arm();
}

//! Does not change the timer: if it fires too early, fire() finds nothing due and starts it again.
void DeadlineQueue::stop(const QString &id)
{
    const auto found = m_places.constFind(id);
    if (found == m_places.constEnd())
        return;
    m_order.erase(*found);
    m_places.erase(found);
}

void DeadlineQueue::arm()
{
    if (m_order.empty())
        return;
    const qint64 first = m_order.begin()->first.first;
    if (m_timer.isActive() && m_armedFor <= first)
        return;
    m_armedFor = first;
    m_timer.start(int(std::clamp<qint64>(first - nowMs(), 0, std::numeric_limits<int>::max())));
}

void DeadlineQueue::fire()
{
    const QPointer<DeadlineQueue> self(this);
    while (!m_order.empty() && m_order.begin()->first.first <= nowMs()) {
        const QString id = m_order.begin()->second;
        stop(id);
        m_due(id);
        if (!self)
            return;
    }
    arm();
}

} // namespace Workbench

#include "moc_deadlinequeue.cpp"
