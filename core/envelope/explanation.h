// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/mismatch.h"
#include "core/envelope/recognition/recognition.h"

#include <optional>

namespace Workbench {

struct EnvelopeShape;

//! An envelope that a tool without an output schema answered with: a hint at what its server puts around
//! everything. \source core/envelope/recognition/README.md 7.4
struct SeenEnvelope {
    QString operation; //!< its name at the server
    const EnvelopeShape *shape; //!< one of envelopeShapes()
};
//! That of a result; nothing when it has none, or one that is not put around data as a rule.
std::optional<SeenEnvelope> seenEnvelope(const QString &operation, const Recognition &recognition);
//! "Another tool of this server, \"ping\", declares no schema and returned …"
QString hintOf(const SeenEnvelope &seen);

//! What is wrong with what arrived, as far as its recognition tells: those of its notes that are a reason,
//! with cause, places and changes; the worst first. Where the schema refuses the result it is validated once
//! more, for the places. \source core/envelope/recognition/README.md 7
//! \a seen: at the same server, if any.
QList<Diagnosis> explain(const RecognitionInput &input, const Recognition &recognition,
    const std::optional<SeenEnvelope> &seen = {});

//! The same without what takes a validation: how a result fits its schema.
QList<Diagnosis> explainNotes(const RecognitionInput &input, const Recognition &recognition,
    const std::optional<SeenEnvelope> &seen = {});

//! Why \a refused does not fit: the reason, or else the places alone. Nothing where an envelope reports a
//! failure, which the schema does not describe.
QList<Diagnosis> explainFit(
    const RefusedValue &refused, const PreparedSchema &schema, const Recognition &recognition);

//! Whether \a note says nothing that \a diagnoses do not say: the same, that the schema is not met, or which
//! envelope a refusal is about.
bool isToldBy(const QList<Diagnosis> &diagnoses, const RecognitionNote &note);

//! The error of a call as something to recognise. \a tool and \a outputSchema of the operation called.
RecognitionInput inspectable(const Error &error, const QString &tool, const Json &outputSchema);

} // namespace Workbench
