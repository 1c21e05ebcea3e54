// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/doctor/doctorreport.h"
#include "core/envelope/outcome.h"
#include "core/operation/effects.h"
#include "core/schema/schema.h"

namespace Workbench {

//! What a definition alone tells. \a spec with all its parts. Any thread.
QList<DoctorFinding> checkDefinition(
    const OperationSpec &spec, SchemaDialect dialect, const Limits &limits = {});

//! Why nobody should call this without being asked to; empty: it only reads, by its type or by its own claim,
//! and needs no input.
QString reasonNotToCall(const OperationSpec &spec);

//! What an answer tells. Any thread.
//! Of a call that failed: what its words are known to say.
QList<DoctorFinding> checkFailure(const OperationSpec &spec, const Error &error);
QList<DoctorFinding> checkOutcome(const OperationSpec &spec, const Outcome &outcome);

} // namespace Workbench
