// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMetaType>

namespace Workbench {

//! What travels between peers, one JSON object a message. \source core/hub/README.md 3.1
struct EventEnvelope {
    QString type;
    QString id; //!< empty in most events; the topic's second half
    Json payload;
    Json extra{}; //!< an object of members the specification does not name, kept; absent: none
    QStringList remarks{}; //!< what the parser found odd about the text of a received message

    QString topic() const;
    //! Types that start with "__" belong to the targets themselves; no listener ever sees them.
    bool isReserved() const { return type.startsWith(QLatin1StringView("__")); }
    Json toJson() const;
    QByteArray toBytes() const; //!< compact UTF-8, as it goes on the wire
};

//! type + ":" + id; the colon stays when the id is empty. \source core/hub/README.md 3.1
QString topicOf(const QString &type, const QString &id = {});
//! "X" is read as "X:". \source core/hub/README.md 3.1
QString normalisedTopic(const QString &topic);

//! ErrorKind::Protocol when \a message is no object or has no string "type". A missing id is empty, a
//! missing payload absent. \source core/hub/README.md 2.6
Result<EventEnvelope> eventEnvelopeFromJson(const Json &message);

//! Reads the messages of one connection and knows when it has seen too many that are none.
//! \source core/hub/README.md 2.6
class EventDecoder {
public:
    explicit EventDecoder(qint64 maxNodes = 20'000'000)
        : m_maxNodes(maxNodes)
    {
    }
    Result<EventEnvelope> decode(const QByteArray &message);
    //! Sixteen malformed messages in a row: close with 1007.
    bool isHopeless() const { return m_inRow >= 16; }
    quint64 malformed() const { return m_malformed; }

private:
    qint64 m_maxNodes;
    int m_inRow = 0;
    quint64 m_malformed = 0;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::EventEnvelope)
