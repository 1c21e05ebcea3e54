// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

namespace Workbench::SchemaProgram {

//! A problem of a schema, with its place.
struct SchemaProblem {
    QString pointer;
    QString sentence;
};

//! Checks \a schema against the metaschema that its "$schema" names, or that of its dialect. Returns no
//! problems for an unknown metaschema. Fails with the code "depth" or "budget" if the check cannot be
//! finished.
Result<QList<SchemaProblem>> metaschemaProblems(const Json &schema, const SchemaOptions &options);

} // namespace Workbench::SchemaProgram
