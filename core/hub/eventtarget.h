// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/eventenvelope.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <map>

namespace Workbench {

//! Where events are published and listened to: one process, one connection, a message broker. GUI thread.
//!
//! A connection of a hub is one target as well: what it receives comes from that peer alone and what is
//! published goes to that peer alone, so its handler need not know who else is connected.
//! \source core/hub/README.md 3.2
class EventTarget : public QObject {
    Q_OBJECT
public:
    enum class State : quint8 { Connecting, Open, Closed };
    Q_ENUM(State)
    using Listener = std::function<void(const EventEnvelope &event)>;

    using QObject::QObject;

    virtual State state() const = 0;
    //! Sends the event to its topic, or queues it while connecting. ErrorKind::Usage for a reserved type,
    //! Limit when the queue is full, Closed after the end. Nothing is delivered from inside this call.
    Result<void> publish(const EventEnvelope &event);

    //! The listener is called for every event of the topic, in order. The first one of a topic makes the
    //! target ask for it (\c __subscribe), the last one gone makes it cease.
    //! ErrorKind::Limit beyond the bounds of core/hub/README.md 3.3.
    Result<quint64> addListener(const QString &topic, Listener listener);
    void removeListener(quint64 id);
    QStringList topics() const; //!< that have listeners, normalised

    //! Back-pressure of what is sent: false while half the limit or more waits. A producer that can wait
    //! does so until drained().
    virtual bool wantsMore() const { return true; }
    //! Back-pressure of what is received: whether setReading(false) makes the producer wait.
    virtual bool canWait() const { return false; }
    virtual void setReading(bool reading) { Q_UNUSED(reading) }
    //! Whether events of others are seen here too (a bus or a broker), so that a foreign request id is no
    //! violation and an operation that is not known here may belong to another program.
    virtual bool isShared() const { return false; }
    //! Drops the listeners; idempotent. The socket below stays as it is. \source core/hub/README.md 3.2
    virtual void close() = 0;

Q_SIGNALS:
    //! Every event, before the listeners of its topic.
    void received(const Workbench::EventEnvelope &event);
    void stateChanged(Workbench::EventTarget::State state);
    //! wantsMore() is true again.
    void drained();
    //! The end; once. ErrorKind::Cancelled when close() was called.
    void closed(const Workbench::Error &reason);

protected:
    virtual Result<void> send(const EventEnvelope &event) = 0;
    virtual void topicAdded(const QString &topic) { Q_UNUSED(topic) }
    virtual void topicRemoved(const QString &topic) { Q_UNUSED(topic) }
    //! Hands an event to the listeners; reserved types are ignored.
    void deliver(const EventEnvelope &event);
    void dropListeners(); //!< without topicRemoved()

private:
    struct Topic {
        QString name;
        std::map<quint64, Listener> listeners; //!< by order of addition
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

//! ErrorKind::Limit when one more topic of that name may not be added to \a count others.
Result<void> checkTopic(const QString &topic, qsizetype count);

} // namespace Workbench
