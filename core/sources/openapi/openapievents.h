// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/itemstream.h"
#include "core/sources/openapi/openapiresponse.h"
#include "core/transport/sse/sseparser.h"

namespace Workbench {

//! How the events of one stream are read, by what the document says of them. Immutable, any thread.
//! \source core/sources/openapi/README.md 9
struct OpenApiEventReading {
    enum class Data : quint8 {
        Text, //!< as sent
        Json, //!< JSON where it is JSON
        Unsaid, //!< JSON where it is an object or an array
    };
    Data data = Data::Unsaid;
    bool isWhole = false; //!< 3.2, itemSchema: the value is an object of data, event, id and retry
    QByteArray endMark; //!< the data of an event that ends the stream; empty: none does
    //! Of a value, by the status and the media type of the stream.
    std::shared_ptr<const PreparedSchema> schema{};
};

//! Of the stream that \a head begins. \a endMark: OpenApiEventReading::endMark, if it is known; else the
//! document may name it.
//! Takes as long as the schemas of the operation are large: for a worker.
OpenApiEventReading eventReadingOf(
    const OpenApiReading &reading, const HttpResponseHead &head, const std::optional<QByteArray> &endMark);

//! \a event, which has data, as a value, with what travels beside it.
StreamValue eventValue(const SseEvent &event, const HttpMeta &meta, const OpenApiEventReading &reading);

} // namespace Workbench
