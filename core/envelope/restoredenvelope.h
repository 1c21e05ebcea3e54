// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"

namespace Workbench {

//! Marks in "_meta" of a CallToolResult that carries an envelope of ours. \source core/envelope/README.md 3.1
inline constexpr QLatin1StringView envelopeMetaMark{"response-envelope/meta"};
inline constexpr QLatin1StringView envelopeNoDataMark{"response-envelope/no-data"};

struct RestoredEnvelope {
    ResponseEnvelope envelope;
    //! It came with our mark. Its meta is what the server claims, to be shown as such unless the server is
    //! our own hub.
    bool isRestored = false;
    bool wasWrapped = false; //!< as {"result": data}; a schema that was served with it is wrapped likewise
};
//! A result without our mark is a foreign one, of source mcp. \source core/envelope/README.md 3.2
RestoredEnvelope envelopeFromCallToolResult(const Json &result);

} // namespace Workbench
