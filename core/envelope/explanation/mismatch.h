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

} // namespace Workbench
