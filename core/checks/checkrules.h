// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/checks/checkreport.h"
#include "core/envelope/outcome.h"
#include "core/operation/effects.h"
#include "core/schema/schema.h"

namespace Workbench {

//! Which of its schemas cannot be used, or have a $ref that leads nowhere. Any thread.
QList<CheckFinding> checkSchemas(const OperationSpec &spec, SchemaDialect dialect, const Limits &limits = {});
//! What a definition alone tells, checkSchemas() included. \a spec with all its parts, from completed() or
//! sharing(). Any thread.
QList<CheckFinding> checkDefinition(
    const OperationSpec &spec, SchemaDialect dialect, const Limits &limits = {});
//! What the schemas tell that operations of one source share. Any thread.
QList<CheckFinding> checkDefinitions(
    const SharedDefinitions &definitions, SchemaDialect dialect, const Limits &limits = {});

//! Why this must not be called unless the user asks for it; empty: it only reads, by its type or by its own
//! claim, and needs no input.
QString reasonNotToCall(const OperationSpec &spec);

//! Why a result reports a failure, in its own words; empty: it reports none.
QString failureText(const Outcome &outcome);

//! What the error of a call tells: the reason, and what its words are known to mean. Any thread.
QList<CheckFinding> checkFailure(const OperationSpec &spec, const Error &error);
//! What an answer tells. Any thread.
QList<CheckFinding> checkOutcome(const OperationSpec &spec, const Outcome &outcome);

} // namespace Workbench
