// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline.h"

#include <QObject>

namespace Workbench {

enum class EndReason : quint8 {
    Completed,
    Cancelled, //!< by us
    Aborted, //!< by the peer
    Closed, //!< the connection went away
    Error,
};

//! What travels beside an SSE item and never in meta. \source core/sources/openapi/README.md 9
struct SseFields {
    QString eventType;
    QString lastEventId;
    std::optional<int> retryMs;
    //! The data of the event as it was sent, where dataOfEvent() makes another text of the value.
    std::optional<QByteArray> data{};
};

//! The data of a server-sent event that gives \a value: text as it is, else compact JSON.
QByteArray dataOfEvent(const Json &value);

struct StreamValue {
    HandlerResult value;
    std::optional<SseFields> sse;
};

//! What a streaming handler gives: values in order, then exactly one end. Lives on the GUI thread. Deleting
//! it cancels.
class ItemStream : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    //! Starts the flow. Nothing is emitted before, and never from inside this call.
    virtual void start() = 0;
    //! Ends it: ended(Cancelled) follows, the peer is told if the protocol can.
    virtual void cancel() = 0;
    //! Back-pressure: while false the producer is made to wait where that is possible.
    virtual void setReading(bool reading) { Q_UNUSED(reading) }

Q_SIGNALS:
    void item(const Workbench::StreamValue &value);
    void ended(Workbench::EndReason reason, const Workbench::Error &error);
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::StreamValue)
