// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/cast.h"
#include "core/schema/schema.h"

namespace Workbench {

//! A value made to fit its schema, and the verdict on it as it was received.
struct Normalisation {
    ValidationReport received;
    //! The value itself, the same node, if the schema accepts all of it or could not judge it. The error if
    //! Cast raises.
    Result<CastOutcome> cast;
};

//! The violations that are looked for to tell the cause of each change: more than are shown.
constexpr qsizetype causesLookedFor = 2000;

//! Validates \a value by \a schema and casts it to \a type at the places that the schema refuses, and only
//! there: whatever has no violation stays as it was received, byte for byte. Each change has the violation
//! that made it necessary, as far as that is among the first ValidateOptions::maxErrors. \a type must be made
//! of the same Json as
//! \a schema. Any thread. \source core/schema/README.md 4
Normalisation normalise(
    const Json &value, const Schema &schema, const CastType &type, const ValidateOptions &options = {});

} // namespace Workbench
