// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/itemstream.h"
#include "core/sources/openapi/openapiresponse.h"
#include "core/transport/sse/sseparser.h"

namespace Workbench {

//! How the events of one stream are read, according to the document. Immutable, any thread.
//! \source core/sources/openapi/README.md 9
struct OpenApiEventReading {
    enum class Data : quint8 {
        Text, //!< text as sent
        Json, //!< JSON, or text if it does not parse
        Unsaid, //!< JSON if it is an object or an array, otherwise text
    };
    Data data = Data::Unsaid;
    //! True with itemSchema of 3.2: the data of an event is an object of data, event, id and retry.
    bool isWhole = false;
    QByteArray endMark; //!< data of the event that ends the stream; empty: no event ends it
    //! Schema of the data of one event, by the status and the media type of the stream.
    std::shared_ptr<const PreparedSchema> schema{};
};

//! Returns how to read the stream that \a head begins. \a endMark is OpenApiEventReading::endMark if it is
//! known; otherwise it is taken from the document. The time is proportional to the size of the operation's
//! schemas, so use it on a worker.
OpenApiEventReading eventReadingOf(
    const OpenApiReading &reading, const HttpResponseHead &head, const std::optional<QByteArray> &endMark);

//! Returns the value of \a event, which must have data, with its type, id and retry time beside it.
StreamValue eventValue(const SseEvent &event, const HttpMeta &meta, const OpenApiEventReading &reading);

} // namespace Workbench
