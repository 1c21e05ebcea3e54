// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/eventenvelope.h"

#include <QMap>
#include <QObject>

namespace Workbench {

//! Publishes and receives events over a connection. GUI thread.
//!
//! In a hub, each connection is a target: its events come only from that peer and go only to that peer. The
//! handler therefore need not know the other connections. \source core/hub/README.md 3.2
class EventTarget : public QObject {
    Q_OBJECT
public:
    enum class State : quint8 { Connecting, Open, Closed };
    Q_ENUM(State)

    using QObject::QObject;

    virtual State state() const = 0;
    //! Sends the event to its topic, or queues it while connecting. ErrorKind::Usage for a reserved type,
    //! Limit if the queue is full, Closed after the end. received() is never emitted from inside this call.
    Result<void> publish(const EventEnvelope &event);

    //! Makes the target subscribe to \a topic (\c __subscribe), so that a remote peer sends its events,
    //! unless the target did so before. Each call needs one of removeTopic().
    void addTopic(const QString &topic);
    //! Takes back one addTopic(). The last one of a topic makes the target unsubscribe.
    void removeTopic(const QString &topic);
    QStringList topics() const { return m_topics.keys(); } //!< the added topics, normalised

    //! Back-pressure for sending: false while half the limit of unsent bytes or more waits. A producer that
    //! can wait then waits for drained().
    virtual bool wantsMore() const = 0;
    //! Back-pressure for receiving: setReading(false) makes the producer wait.
    virtual void setReading(bool reading) = 0;
    //! Ends the target. Further calls have no effect. \source core/hub/README.md 3.2
    virtual void close() = 0;

Q_SIGNALS:
    //! Emitted for every event of the peer whose type is not reserved.
    void received(const Workbench::EventEnvelope &event);
    void stateChanged(Workbench::EventTarget::State state);
    //! Emitted when wantsMore() becomes true again.
    void drained();
    //! Emitted once, when the target ends. The kind of \a reason is ErrorKind::Cancelled after close().
    void closed(const Workbench::Error &reason);

protected:
    virtual Result<void> send(const EventEnvelope &event) = 0;
    virtual void topicAdded(const QString &topic) { Q_UNUSED(topic) }
    virtual void topicRemoved(const QString &topic) { Q_UNUSED(topic) }

private:
    QMap<QString, int> m_topics; //!< how often each topic was added
};

} // namespace Workbench
