// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <span>

namespace Workbench {

//! One form of envelope that servers put around their data. To add a form, add a row to the table.
struct EnvelopeShape {
    QLatin1StringView kind; //!< its name (core/envelope/explanation/README.md 4), or its members
    QLatin1StringView members; //!< as shown to the user: "{ok, data}"
    QLatin1StringView inside; //!< the member with the data
    //! Whether ordinary data often has this form, so that the form alone is not evidence. The value inside
    //! must then be an object, or the schema must require a type; otherwise any value would be valid.
    bool isWeak;
    //! Returns whether the value is such an envelope and reports no failure. The data may still be in another
    //! member.
    bool (*isSuccess)(const Json &value);
    //! Returns whether a schema with these properties describes such an envelope. Null: never.
    bool (*isDeclaredBy)(const Json &properties);
    Json (*around)(const Json &data); //!< Returns the envelope with \a data. Null: not possible.
    //! Pseudo-code of a schema for successes and failures: "{ ok: boolean, data?: %1, error?: {…} }". %1 is
    //! the schema of the data. A member that only successes or only failures have is optional.
    QStringView declaration;
    QLatin1StringView construction; //!< pseudo-code of a success: "{ ok: true, data: %1 }"
};

//! Returns all shapes in the order in which they are tried. \source core/envelope/explanation/README.md 7.1
std::span<const EnvelopeShape> envelopeShapes();

} // namespace Workbench
