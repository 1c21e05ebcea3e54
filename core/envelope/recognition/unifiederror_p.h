// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/envelopekind_p.h"

namespace Workbench {

//! What went wrong by a number of JSON-RPC or of HTTP. \source core/envelope/recognition/README.md 8
QString jsonRpcCategory(const Json &code);
QString httpCategory(qint64 status);

//! A status of 400 or more: its number, "HTTP N" and \a statusText.
UnifiedError httpError(const Json &status, const QString &statusText = {});
//! Words without a code.
UnifiedError textError(const QString &message, const QString &category = {});

//! The failure that an envelope reports. \source core/envelope/recognition/README.md 8
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
