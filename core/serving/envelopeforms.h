// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/restoredenvelope.h"

namespace Workbench {

//! What our own envelope becomes in another protocol, and what comes back. \source envelopes.md 9

struct McpFormOptions {
    bool anyJsonStructured = false; //!< structuredContent may be any JSON value (from 2026-07-28 on)
};

//! A CallToolResult. Lossless: envelopeFromCallToolResult() gives the same envelope.
Json toCallToolResult(const ResponseEnvelope &envelope, const McpFormOptions &options = {});
//! The result that a failed call becomes; an unknown operation is no result but JSON-RPC -32602.
Json toCallToolResult(const Error &error, const McpFormOptions &options = {});
//! What a tool declares whose operation declares \a outputSchema: it describes the data, never the envelope.
Json servedOutputSchema(const Json &outputSchema, const McpFormOptions &options = {});

//! The media type that carries an envelope whole.
inline constexpr QLatin1StringView envelopeMediaType{"application/vnd.response-envelope+json"};

struct HttpForm {
    int statusCode = 200;
    QList<std::pair<QString, QString>> headers; //!< names in lower case
    Json body; //!< absent: none
};
//! \a accept: what the client accepts; lossless when it names envelopeMediaType.
HttpForm toHttpForm(const ResponseEnvelope &envelope, const QString &accept = {});
//! A problem document.
HttpForm toHttpForm(const Error &error);
//! Back from HTTP: the envelope that the body is, else one of source http. Names of headers in lower case.
RestoredEnvelope envelopeFromHttpForm(const HttpForm &form);

} // namespace Workbench
