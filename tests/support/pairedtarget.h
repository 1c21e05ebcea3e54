// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/eventtarget.h"

#include <QPointer>

#include <deque>

namespace Workbench {

//! One of two targets that receive each other's published events: a connection without a wire. Both close
//! together.
class PairedTarget : public EventTarget {
public:
    static std::pair<std::unique_ptr<PairedTarget>, std::unique_ptr<PairedTarget>> make(
        qint64 maxQueued = 1024);
    ~PairedTarget() override;

    State state() const override { return m_isClosed ? State::Closed : State::Open; }
    bool wantsMore() const override;
    void setReading(bool reading) override;
    void close() override;

protected:
    Result<void> send(const EventEnvelope &event) override;

private:
    explicit PairedTarget(qint64 maxQueued)
        : m_maxQueued(maxQueued)
    {
    }
    void schedule();
    void deliverQueued();
    void end(const Error &reason);

    PairedTarget *m_other = nullptr; //!< the other end, or null once it is deleted
    qint64 m_maxQueued;
    std::deque<EventEnvelope> m_incoming; //!< events that are not delivered yet
    bool m_isScheduled = false;
    bool m_isReading = true;
    bool m_isClosed = false;
};

inline std::pair<std::unique_ptr<PairedTarget>, std::unique_ptr<PairedTarget>> PairedTarget::make(
    qint64 maxQueued)
{
    std::unique_ptr<PairedTarget> one(new PairedTarget(maxQueued));
    std::unique_ptr<PairedTarget> other(new PairedTarget(maxQueued));
    one->m_other = other.get();
    other->m_other = one.get();
    return {std::move(one), std::move(other)};
}

inline PairedTarget::~PairedTarget()
{
    if (m_other) {
        m_other->m_other = nullptr;
        m_other->end(Error{ErrorKind::Closed, QStringLiteral("event.closed"),
            QStringLiteral("The event target is closed"), {}, {}});
    }
}

inline bool PairedTarget::wantsMore() const
{
    return !m_other || qint64(m_other->m_incoming.size()) < m_maxQueued / 2;
}

inline Result<void> PairedTarget::send(const EventEnvelope &event)
{
    if (m_isClosed || !m_other)
        return std::unexpected(Error{ErrorKind::Closed, QStringLiteral("event.closed"),
            QStringLiteral("The event target is closed"), {}, {}});
    if (qint64(m_other->m_incoming.size()) >= m_maxQueued)
        return std::unexpected(Error{ErrorKind::Limit, QStringLiteral("event.queueFull"),
            QStringLiteral("Too many events wait already"), {}, {}});
    m_other->m_incoming.push_back(event);
    m_other->schedule();
    return {};
}

inline void PairedTarget::setReading(bool reading)
{
    m_isReading = reading;
    schedule();
}

inline void PairedTarget::schedule()
{
    if (m_isReading && !m_incoming.empty() && !std::exchange(m_isScheduled, true))
        QMetaObject::invokeMethod(this, &PairedTarget::deliverQueued, Qt::QueuedConnection);
}

inline void PairedTarget::deliverQueued()
{
    m_isScheduled = false;
    const QPointer<PairedTarget> self(this);
    for (size_t left = m_incoming.size(); left > 0 && m_isReading && !m_incoming.empty(); --left) {
        const bool wasFull = m_other && !m_other->wantsMore();
        const EventEnvelope event = std::move(m_incoming.front());
        m_incoming.pop_front();
        Q_EMIT received(event);
        if (!self)
            return;
        if (wasFull && m_other && m_other->wantsMore())
            Q_EMIT m_other->drained();
        if (!self)
            return;
    }
    schedule();
}

inline void PairedTarget::close()
{
    PairedTarget *other = m_other;
    end(Error{ErrorKind::Cancelled, QStringLiteral("event.closed"),
        QStringLiteral("The event target was closed"), {}, {}});
    if (other)
        other->end(Error{ErrorKind::Closed, QStringLiteral("event.closed"),
            QStringLiteral("The event target is closed"), {}, {}});
}

inline void PairedTarget::end(const Error &reason)
{
    if (std::exchange(m_isClosed, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this, reason] {
            m_incoming.clear();
            Q_EMIT stateChanged(State::Closed);
            Q_EMIT closed(reason);
        },
        Qt::QueuedConnection);
}

} // namespace Workbench
