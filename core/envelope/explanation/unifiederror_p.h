// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/foreignenvelope.h"

namespace Workbench {

//! Returns the error for an HTTP status of 400 or more, with the message "HTTP N" and \a statusText.
UnifiedError httpError(const Json &status, const QString &statusText = {});
//! Returns an error with a message and no code.
UnifiedError textError(const QString &message, const QString &category = {});

// The failures that the kinds of envelopes report. \source core/envelope/explanation/README.md 8
namespace Errors {
UnifiedError ofResponseEnvelope(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofJsonRpc(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofToolEnvelope(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofInside(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofJsend(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofSuccessFlag(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofHttpResponse(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofJsonApi(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofGraphql(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
UnifiedError ofProblem(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place);
} // namespace Errors

} // namespace Workbench
