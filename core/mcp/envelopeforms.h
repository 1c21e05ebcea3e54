// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/responseenvelope.h"

namespace Workbench {

//! Conversion of response envelopes to other protocols. \source core/envelope/README.md 3

struct McpFormOptions {
    bool anyJsonStructured = false; //!< structuredContent may be any JSON value (from 2026-07-28 on)
};

//! Returns a content block of type "text".
Json textBlock(const QString &text);
//! Returns \a envelope as a CallToolResult. This is lossless: envelopeFromCallToolResult() restores the
//! envelope.
Json toCallToolResult(const ResponseEnvelope &envelope, const McpFormOptions &options = {});
//! Returns the CallToolResult of a failed call. An unknown operation is not a result but JSON-RPC error
//! -32602.
Json toCallToolResult(const Error &error, const McpFormOptions &options = {});
//! Returns the output schema of a tool for an operation with \a outputSchema, which describes the data and
//! never the envelope.
Json servedOutputSchema(const Json &outputSchema, const McpFormOptions &options = {});

} // namespace Workbench
