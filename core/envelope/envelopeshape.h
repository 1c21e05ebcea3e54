// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <span>

namespace Workbench {

//! One form of envelope that servers put around their data. A further kind is a further row of the table.
struct EnvelopeShape {
    QLatin1StringView kind; //!< its name in envelopes.md 4, or its members where it has none
    QLatin1StringView members; //!< as people write it: "{ok, data}"
    QLatin1StringView inside; //!< the member with the data
    //! Too common among business data to be believed by its form alone: what is inside must be an object, or
    //! the schema must ask for a type, so that it cannot be valid for want of anything asked.
    bool isWeak;
    //! Whether the value is such an envelope and reports no failure; the data may still be under another
    //! name.
    bool (*isSuccess)(const Json &value);
    //! Whether a schema with these properties describes such an envelope; null: not looked for.
    bool (*isDeclaredBy)(const Json &properties);
    Json (*around)(const Json &data); //!< the envelope with this data; null as above
    QLatin1StringView declaration; //!< as pseudo-code, %1 for the data's own: "{ ok: boolean, data: %1 }"
    QLatin1StringView construction; //!< likewise: "{ ok: true, data: %1 }"
};

//! In the order in which they are tried. \source envelopes.md 7.1
std::span<const EnvelopeShape> envelopeShapes();

} // namespace Workbench
