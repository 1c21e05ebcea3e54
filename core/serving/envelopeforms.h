// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/restoredenvelope.h"

namespace Workbench {

//! What our own envelope becomes in another protocol, and what comes back. \source core/envelope/README.md 3

struct McpFormOptions {
    bool anyJsonStructured = false; //!< structuredContent may be any JSON value (from 2026-07-28 on)
};

//! A content block of type "text".
Json textBlock(const QString &text);
//! A CallToolResult. Lossless: envelopeFromCallToolResult() gives the same envelope.
Json toCallToolResult(const ResponseEnvelope &envelope, const McpFormOptions &options = {});
//! The result that a failed call becomes; an unknown operation is no result but JSON-RPC -32602.
Json toCallToolResult(const Error &error, const McpFormOptions &options = {});
//! What a tool declares whose operation declares \a outputSchema: it describes the data, never the envelope.
Json servedOutputSchema(const Json &outputSchema, const McpFormOptions &options = {});

} // namespace Workbench
