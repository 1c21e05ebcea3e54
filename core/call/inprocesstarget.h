// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/eventtarget.h"

#include <deque>

namespace Workbench {

//! A bus inside this process: whoever shares the object hears what is published, in order, from the event
//! loop. \source call-protocol.md 3.2
class InProcessTarget : public EventTarget {
    Q_OBJECT
public:
    //! \a maxQueued: limits.queue.inMessages; beyond it publishing fails, because nobody can be made to wait.
    explicit InProcessTarget(qint64 maxQueued = 1024, QObject *parent = nullptr);

    State state() const override { return m_isClosed ? State::Closed : State::Open; }
    bool wantsMore() const override { return qint64(m_queue.size()) < m_maxQueued / 2; }
    bool isShared() const override { return true; }
    void close() override;

protected:
    Result<void> send(const EventEnvelope &event) override;

private:
    void deliverQueued();

    qint64 m_maxQueued;
    std::deque<EventEnvelope> m_queue;
    bool m_isScheduled = false;
    bool m_isClosed = false;
};

//! Two targets, each of which receives what is published on the other: a connection without a wire. Both
//! close together.
class PairedTarget : public EventTarget {
    Q_OBJECT
public:
    static std::pair<std::unique_ptr<PairedTarget>, std::unique_ptr<PairedTarget>> make(
        qint64 maxQueued = 1024);
    ~PairedTarget() override;

    State state() const override { return m_isClosed ? State::Closed : State::Open; }
    bool wantsMore() const override;
    bool canWait() const override { return true; }
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

    PairedTarget *m_other = nullptr; //!< null once it is gone
    qint64 m_maxQueued;
    std::deque<EventEnvelope> m_incoming; //!< not delivered yet
    bool m_isScheduled = false;
    bool m_isReading = true;
    bool m_isClosed = false;
};

} // namespace Workbench
