// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMap>
#include <QMetaType>
#include <QObject>

namespace Workbench {

//! An event between peers: one JSON object in one message. \source core/hub/README.md 3.1
struct EventEnvelope {
    QString type;
    QString id; //!< the second part of the topic; empty in most events
    Json payload;
    Json extra{}; //!< an object with the members that the specification does not name; absent if none
    QStringList remarks{}; //!< remarks of the parser about the text of a received message

    QString topic() const;
    //! Returns whether the type starts with "__". Such events are for the targets; received() is not emitted
    //! for them.
    bool isReserved() const { return type.startsWith(QLatin1StringView("__")); }
    Json toJson() const;
    QByteArray toBytes() const; //!< compact UTF-8, for the wire
};

//! Returns type + ":" + id. The colon stays if the id is empty. \source core/hub/README.md 3.1
QString topicOf(const QString &type, const QString &id = {});
//! Returns \a topic with a colon: "X" means "X:". \source core/hub/README.md 3.1
QString normalisedTopic(const QString &topic);

//! Reads an event. A missing id becomes empty, a missing payload absent. ErrorKind::Protocol if \a message is
//! not an object or has no string "type". \source core/hub/README.md 2.6
Result<EventEnvelope> eventEnvelopeFromJson(const Json &message);

//! Reads the messages of one connection and counts malformed ones. \source core/hub/README.md 2.6
class EventDecoder {
public:
    explicit EventDecoder(qint64 maxNodes = 20'000'000)
        : m_maxNodes(maxNodes)
    {
    }
    Result<EventEnvelope> decode(const QByteArray &message);
    //! Counts a message that could not even be read as text.
    void countMalformed()
    {
        ++m_inRow;
        ++m_malformed;
    }
    //! Returns whether the last sixteen messages were malformed. Then close the connection with 1007.
    bool isHopeless() const { return m_inRow >= 16; }
    quint64 malformed() const { return m_malformed; }

private:
    qint64 m_maxNodes;
    int m_inRow = 0;
    quint64 m_malformed = 0;
};

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

Q_DECLARE_METATYPE(Workbench::EventEnvelope)
