// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/sourcecheck.h"
#include "core/envelope/pipeline/outcome.h"
#include "core/operation/operationspec.h"
#include "core/schema/schema.h"

namespace Workbench {

//! Returns findings about the schemas of \a spec: unusable schemas and dangling $ref references. Any thread.
QList<CheckFinding> checkSchemas(const OperationSpec &spec, SchemaDialect dialect, const Limits &limits = {});
//! Returns findings about the definition of an operation, including those of checkSchemas(). \a spec must
//! have all its parts, from completed() or sharing(). Any thread.
QList<CheckFinding> checkDefinition(
    const OperationSpec &spec, SchemaDialect dialect, const Limits &limits = {});
//! Returns findings about the schemas that operations of one source share. Any thread.
QList<CheckFinding> checkDefinitions(
    const SharedDefinitions &definitions, SchemaDialect dialect, const Limits &limits = {});

//! Returns why an operation must not be called unless the user asks for it. The result is empty if the
//! operation only reads, by its type or its own claim, and needs no input.
QString reasonNotToCall(const OperationSpec &spec);

//! Returns the failure that a result reports, as text of the result; empty if it reports no failure.
QString failureText(const Outcome &outcome);

//! Returns whether a call that failed with \a error may succeed after a confirmation of the user.
bool needsConfirmation(const Error &error);
//! Returns findings about the error of a call: the reason with the words of the peer, and the known meaning
//! of its text. The failure is an error if no answer came, otherwise a warning; unconfirmedCall is its code
//! if needsConfirmation(). Any thread.
QList<CheckFinding> checkFailure(const OperationSpec &spec, const Error &error);
//! Returns findings about an answer. Any thread.
QList<CheckFinding> checkOutcome(const OperationSpec &spec, const Outcome &outcome);

} // namespace Workbench
