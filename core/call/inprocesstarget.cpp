// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/call/inprocesstarget.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Error closedByUs()
{
    return {ErrorKind::Cancelled, u"event.closed"_s, u"The event target was closed"_s, {}, {}};
}

Error notOpen()
{
    return {ErrorKind::Closed, u"event.closed"_s, u"The event target is closed"_s, {}, {}};
}

Error queueFull(qint64 limit)
{
    return {ErrorKind::Limit, u"event.queueFull"_s, u"%1 events wait already"_s.arg(limit), {}, {}};
}

} // namespace

InProcessTarget::InProcessTarget(qint64 maxQueued, QObject *parent)
    : EventTarget(parent)
    , m_maxQueued(maxQueued)
{
}

Result<void> InProcessTarget::send(const EventEnvelope &event)
{
    if (m_isClosed)
        return std::unexpected(notOpen());
    if (qint64(m_queue.size()) >= m_maxQueued)
        return std::unexpected(queueFull(m_maxQueued));
    m_queue.push_back(event);
    if (!std::exchange(m_isScheduled, true))
        QMetaObject::invokeMethod(this, &InProcessTarget::deliverQueued, Qt::QueuedConnection);
    return {};
}

void InProcessTarget::deliverQueued()
{
    m_isScheduled = false;
    const bool wasFull = !wantsMore();
    const QPointer<InProcessTarget> self(this);
    // What is published meanwhile waits for the next turn, so that the event loop gets its share.
    for (size_t left = m_queue.size(); left > 0 && !m_isClosed; --left) {
        const EventEnvelope event = std::move(m_queue.front());
        m_queue.pop_front();
        deliver(event);
        if (!self)
            return;
    }
    if (wasFull && wantsMore() && !m_isClosed)
        Q_EMIT drained();
    if (self && !m_queue.empty() && !std::exchange(m_isScheduled, true))
        QMetaObject::invokeMethod(this, &InProcessTarget::deliverQueued, Qt::QueuedConnection);
}

void InProcessTarget::close()
{
    if (std::exchange(m_isClosed, true))
        return;
    m_queue.clear();
    dropListeners();
    QMetaObject::invokeMethod(
        this,
        [this] {
            Q_EMIT stateChanged(State::Closed);
            Q_EMIT closed(closedByUs());
        },
        Qt::QueuedConnection);
}

std::pair<std::unique_ptr<PairedTarget>, std::unique_ptr<PairedTarget>> PairedTarget::make(qint64 maxQueued)
{
    std::unique_ptr<PairedTarget> one(new PairedTarget(maxQueued));
    std::unique_ptr<PairedTarget> other(new PairedTarget(maxQueued));
    one->m_other = other.get();
    other->m_other = one.get();
    return {std::move(one), std::move(other)};
}

PairedTarget::~PairedTarget()
{
    if (m_other) {
        m_other->m_other = nullptr;
        m_other->end(notOpen());
    }
}

bool PairedTarget::wantsMore() const
{
    return !m_other || qint64(m_other->m_incoming.size()) < m_maxQueued / 2;
}

Result<void> PairedTarget::send(const EventEnvelope &event)
{
    if (m_isClosed || !m_other)
        return std::unexpected(notOpen());
    if (qint64(m_other->m_incoming.size()) >= m_maxQueued)
        return std::unexpected(queueFull(m_maxQueued));
    m_other->m_incoming.push_back(event);
    m_other->schedule();
    return {};
}

void PairedTarget::setReading(bool reading)
{
    m_isReading = reading;
    schedule();
}

void PairedTarget::schedule()
{
    if (m_isReading && !m_incoming.empty() && !std::exchange(m_isScheduled, true))
        QMetaObject::invokeMethod(this, &PairedTarget::deliverQueued, Qt::QueuedConnection);
}

void PairedTarget::deliverQueued()
{
    m_isScheduled = false;
    const QPointer<PairedTarget> self(this);
    for (size_t left = m_incoming.size(); left > 0 && m_isReading && !m_incoming.empty(); --left) {
        const bool wasFull = m_other && !m_other->wantsMore();
        const EventEnvelope event = std::move(m_incoming.front());
        m_incoming.pop_front();
        deliver(event);
        if (!self)
            return;
        if (wasFull && m_other && m_other->wantsMore())
            Q_EMIT m_other->drained();
        if (!self)
            return;
    }
    schedule();
}

void PairedTarget::close()
{
    PairedTarget *other = m_other;
    end(closedByUs());
    if (other)
        other->end(notOpen());
}

void PairedTarget::end(const Error &reason)
{
    if (std::exchange(m_isClosed, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this, reason] {
            m_incoming.clear();
            dropListeners();
            Q_EMIT stateChanged(State::Closed);
            Q_EMIT closed(reason);
        },
        Qt::QueuedConnection);
}

} // namespace Workbench
