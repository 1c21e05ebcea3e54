// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/pipeline.h"
#include "core/operation/registry/itemstream.h"
#include "core/sources/openapi/openapioperation.h"
#include "core/transport/http/httpclient.h"
#include "core/transport/sse/sseparser.h"

#include <QMutex>

namespace Workbench {

//! Larger bodies and events are parsed on a worker, in bytes.
inline constexpr qsizetype openApiInlineBytes = 256 * 1024;

//! Returns the response that the document declares for \a status: the exact status, otherwise its range,
//! otherwise "default". Null if none is declared.
const OpenApiResponse *declaredResponse(const OpenApiOperation &operation, int status);

//! Prepares the schemas of responses and caches the ones that were used last. Any thread.
class OpenApiSchemas {
public:
    explicit OpenApiSchemas(const Limits &limits, bool formatsAreWarnings = false)
        : m_limits(limits)
        , m_formatsAreWarnings(formatsAreWarnings)
    {
    }
    //! Returns \a schema, which belongs to a part of \a operation, ready for validation. \a key names the
    //! operation, the status and the media type that declare it. A large schema is first prepared with the
    //! definitions that most responses need; PreparedSchema::whole prepares all of it.
    std::shared_ptr<const PreparedSchema> prepared(
        const QString &key, const Json &schema, const OpenApiOperation &operation, SchemaDialect dialect);
    //! Returns the schema that accepts every value.
    std::shared_ptr<const PreparedSchema> none() const { return m_none; }

private:
    struct Ready {
        QString key;
        std::shared_ptr<const PreparedSchema> schema;
    };

    Limits m_limits;
    bool m_formatsAreWarnings; //!< for PreparedSchema::formatsAreWarnings of all schemas
    std::shared_ptr<const PreparedSchema> m_none = prepareSchema(Json());
    QMutex m_mutex;
    std::vector<Ready> m_ready; // the most recently used first
    //! The schema that was last prepared with all the definitions that it reaches.
    struct Whole {
        QMutex mutex;
        QString key;
        std::shared_ptr<const PreparedSchema> schema;
    };
    std::shared_ptr<Whole> m_whole = std::make_shared<Whole>();
};

//! The data that is needed to read a response. Copied to workers.
struct OpenApiReading {
    QString sourceName;
    QString operationName; //!< name without the namespace
    std::shared_ptr<const OpenApiOperation> operation;
    std::shared_ptr<OpenApiSchemas> schemas;
    SchemaDialect dialect = SchemaDialect::OpenApi3_1;
    Limits limits;
};

//! Returns status, content type and header fields of \a head. Fields that are not UTF-8 are read as Latin-1,
//! which keeps different bytes different. \source RFC 9110 section 5.5
HttpMeta metaOf(const HttpResponseHead &head);

//! Returns the envelope of a response with the schema of its own status and media type, which is applied to
//! JSON only. For a status other than 2xx returns ErrorKind::Remote, code EXECUTION_ERROR, with the details
//! {statusCode, headers, body, declared?, warnings?, credentials?}. Any thread.
Result<HandlerResult> readOpenApiAnswer(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body);

//! Returns the error for a status other than 2xx. At most http.errorBodyBytes of \a body are kept.
Error statusError(const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body);

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
