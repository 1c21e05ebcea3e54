// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <span>

namespace Workbench {

//! One form of envelope that servers put around their data. A further kind is a further row of the table.
struct EnvelopeShape {
    QLatin1StringView kind; //!< its name (recognition/README.md 4), or its members where it has none
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
    Json (*around)(const Json &data); //!< the envelope with this data; null when it cannot be wrapped
    //! A schema for all that such a server sends, as pseudo-code: a member that only one of success and
    //! failure has is optional. %1 is the data's own: "{ ok: boolean, data?: %1, error?: {…} }"
    QStringView declaration;
    QLatin1StringView construction; //!< of a success, as pseudo-code: "{ ok: true, data: %1 }"
};

//! In the order in which they are tried. \source core/envelope/recognition/README.md 7.1
std::span<const EnvelopeShape> envelopeShapes();

} // namespace Workbench
