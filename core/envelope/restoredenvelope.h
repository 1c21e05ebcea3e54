// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"

namespace Workbench {

//! Marks in "_meta" of a CallToolResult that carries one of our envelopes.
//! \source core/envelope/README.md 3.1
inline constexpr QLatin1StringView envelopeMetaMark{"response-envelope/meta"};
inline constexpr QLatin1StringView envelopeNoDataMark{"response-envelope/no-data"};

struct RestoredEnvelope {
    ResponseEnvelope envelope;
    //! Whether the result had our mark. Its meta is a claim of the server and must be shown as claimed,
    //! unless the server is our own hub.
    bool isRestored = false;
    //! Whether the data was in the form {"result": data}. The served schema is then wrapped in the same way.
    bool wasWrapped = false;
};
//! Restores an envelope from \a result. A result without our mark is foreign and gets the source mcp; see
//! McpMeta::ofCallToolResult() for \a anyJsonStructured. \source core/envelope/README.md 3.2
RestoredEnvelope envelopeFromCallToolResult(const Json &result, bool anyJsonStructured = false);

} // namespace Workbench
