// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/responseenvelope.h"

namespace Workbench {

//! An envelope made from a result. Everything in it is kept as received; deviationsOf() finds deviations from
//! the form that the revision defines. \source core/sources/mcp/README.md 5.4
struct McpResult {
    ResponseEnvelope envelope;
    bool wasWrapped = false; //!< RestoredEnvelope::wasWrapped
};

//! Returns the envelope for a result of tools/call, in the agreed \a revision. If the result carries a
//! response envelope, that envelope is returned, with its meta as claimed. isError gives an envelope, not an
//! error. Fails with ErrorKind::Protocol if \a result is not an object.
Result<McpResult> toolEnvelope(const Json &result, const QString &sourceName, const QString &revision = {});
//! Returns the envelope for a result of resources/read: data is the list of contents. Fails with
//! ErrorKind::Protocol if \a result is not an object.
Result<McpResult> resourceEnvelope(
    const Json &result, const QString &sourceName, const QString &revision = {});
//! Returns the envelope for a result of prompts/get: data is the description and the messages. Fails with
//! ErrorKind::Protocol if \a result is not an object.
Result<McpResult> promptEnvelope(const Json &result, const QString &sourceName, const QString &revision = {});
//! Returns the envelope for the answer to a request about tasks: data is the result. Fails with
//! ErrorKind::Protocol if \a result is not an object.
Result<McpResult> taskEnvelope(const Json &result, const QString &sourceName, const QString &revision = {});

} // namespace Workbench
