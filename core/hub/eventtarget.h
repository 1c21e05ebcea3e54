// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/eventenvelope.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <map>

namespace Workbench {

//! Publishes events and delivers them to listeners, over a connection or a message broker. GUI thread.
//!
//! In a hub, each connection is a target: its events come only from that peer and go only to that peer. The
//! handler therefore need not know the other connections. \source core/hub/README.md 3.2
class EventTarget : public QObject {
    Q_OBJECT
public:
    enum class State : quint8 { Connecting, Open, Closed };
    Q_ENUM(State)
    using Listener = std::function<void(const EventEnvelope &event)>;

    using QObject::QObject;

    virtual State state() const = 0;
    //! Sends the event to its topic, or queues it while connecting. ErrorKind::Usage for a reserved type,
    //! Limit if the queue is full, Closed after the end. Listeners are never called from inside this call.
    Result<void> publish(const EventEnvelope &event);

    //! Adds a listener, which is called for every event of the topic, in order, and returns its id. The first
    //! listener of a topic makes the target subscribe (\c __subscribe); removing the last one makes it
    //! unsubscribe. ErrorKind::Limit beyond the bounds of core/hub/README.md 3.3.
    Result<quint64> addListener(const QString &topic, Listener listener);
    void removeListener(quint64 id);
    QStringList topics() const; //!< the normalised topics that have listeners

    //! Back-pressure for sending: false while half the limit of unsent bytes or more waits. A producer that
    //! can wait then waits for drained().
    virtual bool wantsMore() const { return true; }
    //! Back-pressure for receiving: whether setReading(false) makes the producer wait.
    virtual bool canWait() const { return false; }
    virtual void setReading(bool reading) { Q_UNUSED(reading) }
    //! Returns whether events between other programs arrive here too, as on a broker. Then an unknown request
    //! id is not a violation, and an unknown operation may belong to another program.
    virtual bool isShared() const { return false; }
    //! Ends the target and drops its listeners. Further calls have no effect. \source core/hub/README.md 3.2
    virtual void close() = 0;

Q_SIGNALS:
    //! Emitted for every event, before the listeners of its topic are called.
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
    //! Emits received() and calls the listeners of the event's topic. Ignores reserved types.
    void deliver(const EventEnvelope &event);
    void dropListeners(); //!< does not call topicRemoved()

private:
    struct Topic {
        QString name;
        std::map<quint64, Listener> listeners; //!< by id, so in the order of their addition
    };
    std::map<QString, Topic> m_topics;
    QHash<quint64, QString> m_topicOf;
    quint64 m_lastListener = 0;
};

namespace TopicLimit {
inline constexpr qsizetype topicsPerConnection = 4096; //!< core/hub/README.md 3.3
inline constexpr qsizetype topicLength = 512;
inline constexpr qsizetype queuedWhileConnecting = 1000; //!< core/hub/README.md 3.4
} // namespace TopicLimit

//! Checks whether \a topic may be added to \a count others. ErrorKind::Limit if it is too long or one too
//! many.
Result<void> checkTopic(const QString &topic, qsizetype count);

} // namespace Workbench
