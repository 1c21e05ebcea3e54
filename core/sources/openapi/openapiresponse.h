// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline.h"
#include "core/sources/openapi/openapioperation.h"
#include "core/transport/http/httpclient.h"

#include <QMutex>

namespace Workbench {

//! Bodies beyond this are parsed on a worker.
inline constexpr qsizetype openApiInlineBytes = 256 * 1024;

//! The response that the document declares for \a status: exactly, else its range, else "default". Null:
//! none.
const OpenApiResponse *declaredResponse(const OpenApiOperation &operation, int status);
//! Its description of \a contentType: see bestMedia(). Null: none.
const OpenApiMedia *declaredMedia(const OpenApiResponse &response, QStringView contentType);

//! Schemas of responses made ready. Those that were used last are kept. Any thread.
class OpenApiSchemas {
public:
    explicit OpenApiSchemas(const Limits &limits, bool formatsAreWarnings = false)
        : m_limits(limits)
        , m_formatsAreWarnings(formatsAreWarnings)
    {
    }
    //! \a schema of a part of \a operation. \a key names the operation, the status and the media type that
    //! declare it. Of a large one the part that most answers reach: see PreparedSchema::whole.
    std::shared_ptr<const PreparedSchema> prepared(
        const QString &key, const Json &schema, const OpenApiOperation &operation, SchemaDialect dialect);
    //! What fits everything.
    std::shared_ptr<const PreparedSchema> none() const { return m_none; }

private:
    struct Ready {
        QString key;
        std::shared_ptr<const PreparedSchema> schema;
    };

    Limits m_limits;
    bool m_formatsAreWarnings; //!< PreparedSchema::formatsAreWarnings of all
    std::shared_ptr<const PreparedSchema> m_none = prepareSchema(Json());
    QMutex m_mutex;
    std::vector<Ready> m_ready; // used last first
    //! The one that was made last with all the definitions that it reaches.
    struct Whole {
        QMutex mutex;
        QString key;
        std::shared_ptr<const PreparedSchema> schema;
    };
    std::shared_ptr<Whole> m_whole = std::make_shared<Whole>();
};

//! Everything that reading an answer needs. Copied to workers.
struct OpenApiReading {
    QString sourceName;
    QString operationName; //!< inside the source
    std::shared_ptr<const OpenApiOperation> operation;
    std::shared_ptr<OpenApiSchemas> schemas;
    SchemaDialect dialect = SchemaDialect::OpenApi3_1;
    Limits limits;
};

//! Header fields that are not UTF-8 are read as Latin-1, which keeps their bytes apart. \source RFC 9110
//! section 5.5
HttpMeta metaOf(const HttpResponseHead &head);

//! The envelope with the schema of its own status and media type, which is applied to JSON only;
//! ErrorKind::Remote, code EXECUTION_ERROR, details {statusCode, headers, body, declared?, warnings?} for a
//! status other than 2xx. Any thread.
Result<HandlerResult> readOpenApiAnswer(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body);

//! The error of a status other than 2xx; \a body may be cut at http.errorBodyBytes.
Error statusError(const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body);

} // namespace Workbench
