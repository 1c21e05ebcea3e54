// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"
#include "core/schema/schema.h"

namespace Workbench {

struct PreparedSchema;

//! A value that its schema refuses, as it was received.
struct RefusedValue {
    enum class Origin : quint8 {
        StructuredContent, //!< of an MCP tool
        Body, //!< of an HTTP response
        Value, //!< what an operation of this process gave
    };
    Json value;
    QList<ValidationError> errors; //!< of the whole value
    QString operation; //!< its name at the server
    Origin origin = Origin::StructuredContent;
};

//! Why \a refused does not fit \a schema, if it is a reason known here: the schema describes what is inside
//! of an envelope, or the envelope around what came. Pure; costs a validation or two. Empty: no reason found.
//! \source core/envelope/recognition/README.md 7.1
QList<Diagnosis> diagnoseMismatch(const RefusedValue &refused, const PreparedSchema &schema);

} // namespace Workbench
