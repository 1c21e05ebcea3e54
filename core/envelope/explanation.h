// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/recognition/recognition.h"

namespace Workbench {

//! What is wrong with what arrived, as far as its recognition tells: those of its notes that are a reason,
//! with cause, places and changes; the worst first. Where the schema refuses the result it is validated once
//! more, for the places. \source envelopes.md 7
QList<Diagnosis> explain(const RecognitionInput &input, const Recognition &recognition);

//! The same without what takes a validation: how a result fits its schema.
QList<Diagnosis> explainNotes(const RecognitionInput &input, const Recognition &recognition);

//! The error of a call as something to recognise. \a tool and \a outputSchema of the operation called.
RecognitionInput inspectable(const Error &error, const QString &tool, const Json &outputSchema);

} // namespace Workbench
