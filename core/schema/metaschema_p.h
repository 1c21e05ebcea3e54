// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

namespace Workbench::SchemaProgram {

//! What is wrong with a schema, and where in it.
struct SchemaProblem {
    QString pointer;
    QString sentence;
};

//! Checks \a schema against the metaschema that its "$schema" names, or its dialect's. No problems for one
//! that is not known here. An error when the check could not be finished: code "depth" or "budget".
Result<QList<SchemaProblem>> metaschemaProblems(const Json &schema, const SchemaOptions &options);

} // namespace Workbench::SchemaProgram
