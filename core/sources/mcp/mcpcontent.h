// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/responseenvelope.h"

#include <QStringList>

namespace Workbench {

//! One content block: a known one as it came (with a media type when that is missing), anything else as a
//! text block that holds its JSON. \source core/sources/mcp/README.md 5, "Block mapping"
Json mappedBlock(const Json &block);

//! An envelope made of a result, and what was odd about it.
struct McpResult {
    ResponseEnvelope envelope;
    QStringList remarks;
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
