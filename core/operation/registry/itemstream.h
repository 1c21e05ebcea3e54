// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/pipeline.h"

#include <QObject>

#include <chrono>
#include <memory>

namespace Workbench {

//! How a stream ended.
enum class EndReason : quint8 {
    Completed,
    Cancelled, //!< by us
    Aborted, //!< by the peer
    Closed, //!< the connection was lost
    Error, //!< failed
};

//! Fields of a server-sent event that accompany an item and never go into meta.
//! \source core/sources/openapi/README.md 9
struct SseFields {
    QString eventType;
    QString lastEventId;
    std::optional<int> retryMs;
    //! The data of the event as it was sent; only set if dataOfEvent() gives a different text for the value.
    std::optional<QByteArray> data{};
};

//! Returns {eventType, lastEventId, retry?}.
Json toJson(const SseFields &fields);
//! Returns the data of a server-sent event for \a value: a string as it is, any other value as compact JSON.
QByteArray dataOfEvent(const Json &value);

struct StreamValue {
    HandlerResult value;
    std::optional<SseFields> sse;
};

//! The result of a streaming handler: items in order, then exactly one ended(). Lives on the GUI thread.
//! Deleting it cancels the stream.
class ItemStream : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    //! Starts the stream. No signal is emitted before or during this call.
    virtual void start() = 0;
    //! Cancels the stream. ended(Cancelled) follows, and the peer gets a cancellation if its protocol has
    //! one.
    virtual void cancel() = 0;
    //! Controls back-pressure. While \a reading is false, the producer has to wait if its transport allows
    //! that.
    virtual void setReading(bool reading) { Q_UNUSED(reading) }

Q_SIGNALS:
    void item(const Workbench::StreamValue &value);
    void ended(Workbench::EndReason reason, const Workbench::Error &error);
};

//! Returns \a stream with an idle limit, for producers that have none of their own. After \a idle without an
//! item, the stream is cancelled and ends with ErrorKind::Timeout. If \a idle is nothing or 0, returns
//! \a stream itself.
//! \source core/hub/README.md 2.3 "idle timer"
std::unique_ptr<ItemStream> withIdleLimit(std::unique_ptr<ItemStream> stream,
    const std::optional<std::chrono::milliseconds> &idle, const QString &requestId);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::StreamValue)
