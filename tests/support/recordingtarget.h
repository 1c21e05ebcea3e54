// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/callevent.h"
#include "core/hub/eventtarget.h"
#include "core/json/jsonparser.h"

namespace Workbench {

//! A target whose other end is the test, which sees the published events and plays those of the peer.
class RecordingTarget : public EventTarget {
public:
    State state() const override
    {
        return isClosed ? State::Closed : isConnecting ? State::Connecting : State::Open;
    }
    bool wantsMore() const override { return hasRoom; }
    void setReading(bool reading) override { readings.append(reading); }
    void close() override { lose({ErrorKind::Cancelled, {}, QStringLiteral("closed by us"), {}, {}}); }

    void lose(const Error &reason)
    {
        if (!std::exchange(isClosed, true))
            Q_EMIT closed(reason);
    }
    void play(const CallEvent &event, const QString &envelopeId = {})
    {
        Q_EMIT received(CallEventMap::toEnvelope(event, envelopeId));
    }
    void playText(const QByteArray &text)
    {
        const Result<EventEnvelope> event = eventEnvelopeFromJson(jsonLiteral(text));
        Q_ASSERT(event);
        Q_EMIT received(*event);
    }
    void makeRoom()
    {
        hasRoom = true;
        Q_EMIT drained();
    }
    //! Returns the types of the published events in order, without "call.".
    QStringList types() const
    {
        QStringList names;
        for (const EventEnvelope &event : sent)
            names.append(event.type.section(u'.', 1));
        return names;
    }
    QByteArray payload(qsizetype index) const { return sent.value(index).payload.toBytes(); }

    QList<EventEnvelope> sent;
    QStringList added;
    QStringList removed;
    QList<bool> readings;
    bool hasRoom = true;
    bool isClosed = false;
    bool isConnecting = false;
    qsizetype roomFor = -1; //!< number of events that are accepted; -1: any number
    std::optional<Error> refusal; //!< if set, the error of each publish

protected:
    Result<void> send(const EventEnvelope &event) override
    {
        if (refusal)
            return std::unexpected(*refusal);
        sent.append(event);
        if (roomFor > 0 && --roomFor == 0)
            hasRoom = false;
        return {};
    }
    void topicAdded(const QString &topic) override { added.append(topic); }
    void topicRemoved(const QString &topic) override { removed.append(topic); }
};

} // namespace Workbench
