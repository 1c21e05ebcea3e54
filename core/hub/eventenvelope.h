// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMetaType>

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

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::EventEnvelope)
