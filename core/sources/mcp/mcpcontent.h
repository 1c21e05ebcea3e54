// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/responseenvelope.h"

namespace Workbench {

//! An envelope made of a result. Everything in it is kept as received; what deviates from the form that the
//! revision defines is found by deviationsOf(). \source core/sources/mcp/README.md 5.4
struct McpResult {
    ResponseEnvelope envelope;
    bool wasWrapped = false; //!< RestoredEnvelope::wasWrapped
};

//! Of tools/call. One that carries an envelope of ours gives that envelope, its meta as claimed. isError
//! gives an envelope, not an error. ErrorKind::Protocol when \a result is no object.
Result<McpResult> toolEnvelope(const Json &result, const QString &sourceName);
//! Of resources/read: data is the list of contents.
Result<McpResult> resourceEnvelope(const Json &result, const QString &sourceName);
//! Of prompts/get: data is the description and the messages.
Result<McpResult> promptEnvelope(const Json &result, const QString &sourceName);

//! Of a request about tasks: data is the result.
Result<McpResult> taskEnvelope(const Json &result, const QString &sourceName);

} // namespace Workbench
