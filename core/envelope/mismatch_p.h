// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/mismatch.h"

namespace Workbench {

//! The change that the authors of a server may prefer to a right schema: its title and a line of pseudo-code.
inline constexpr std::pair declareNoSchema{QLatin1StringView("Or declare no output schema"),
    QLatin1StringView("{ name, description, inputSchema }")};

//! Member names as a line of pseudo-code: "{ issues, total }".
QString namesText(const Json &object);
//! Property names of an object schema as a line of pseudo-code, else its type.
QString shapeText(const Json &schema);

//! That \a refused does not fit, where no better reason was found: the places, and what to change. Empty
//! \a message: says how many errors there are.
Diagnosis plainMismatch(
    const RefusedValue &refused, const PreparedSchema &schema, const QString &message = {});

} // namespace Workbench
