// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/diagnosis.h"
#include "core/schema/schema.h"

namespace Workbench {

struct PreparedSchema;

//! A received value that its schema refuses.
struct RefusedValue {
    enum class Origin : quint8 {
        StructuredContent, //!< the structuredContent of an MCP tool
        Body, //!< the body of an HTTP response
        Value, //!< the result of an operation in this process
    };
    Json value;
    QList<ValidationError> errors; //!< errors of the whole value
    QString operation; //!< name of the operation at the server
    Origin origin = Origin::StructuredContent;
};

//! Returns why \a refused does not fit \a schema, if the reason is known: the schema describes the data
//! inside an envelope, or an envelope around the received data. Returns an empty list otherwise. Pure; may
//! validate several times.
//! \source core/envelope/explanation/README.md 7.1
QList<Diagnosis> diagnoseMismatch(const RefusedValue &refused, const PreparedSchema &schema);

//! A fix that the authors of a server may prefer to correcting the schema: title and a line of pseudo-code.
inline constexpr std::pair declareNoSchema{QLatin1StringView("Or declare no output schema"),
    QLatin1StringView("{ name, description, inputSchema }")};

//! Returns whether \a value is present and fits \a schema; false if the schema cannot be used.
bool isValid(const Json &value, const PreparedSchema &schema);

//! Returns the member names as pseudo-code: "{ issues, total }".
QString namesText(const Json &object);
//! Returns the property names of an object schema as pseudo-code, or its type if it has none.
QString shapeText(const Json &schema);

//! Returns the diagnosis for \a refused if no specific reason was found, with the places and fixes. If
//! \a message is empty, the diagnosis states the number of errors.
Diagnosis plainMismatch(
    const RefusedValue &refused, const PreparedSchema &schema, const QString &message = {});

} // namespace Workbench
