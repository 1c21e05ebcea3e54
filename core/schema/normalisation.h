// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/cast.h"
#include "core/schema/schema.h"

namespace Workbench {

//! A value that was made to fit its schema, and the verdict on the received value.
struct Normalisation {
    ValidationReport received;
    //! The received node itself if the schema accepts all of it or the verdict is NotValidated. An error if
    //! Cast raises.
    Result<CastOutcome> cast;
};

//! The maximum number of violations searched for the causes of changes. More than the UI shows.
constexpr qsizetype causesLookedFor = 2000;

//! Validates \a value by \a schema and casts it to \a type, but only at the places that the schema refuses. A
//! part without a violation stays as received, byte for byte. Each change has the violation that made it
//! necessary, if that is among the first ValidateOptions::maxErrors. \a type must be made from the same Json
//! as \a schema. May be called from any thread. \source core/schema/README.md 4
Normalisation normalise(
    const Json &value, const Schema &schema, const CastType &type, const ValidateOptions &options = {});

} // namespace Workbench
