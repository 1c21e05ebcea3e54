// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Reads the outputs of responses, also those of older and newer peers.
#include "core/hub/callevent.h"
#include "core/json/jsonbuilder.h"

namespace Workbench {

using namespace Qt::StringLiterals;

std::optional<ResponseEnvelope> envelopeFromOutput(const Json &output)
{
    if (output.size() != 1 || !output.hasMember("meta"_L1))
        return envelopeFromJson(output);
    // If an operation returned nothing, its envelope has no member "data".
    std::optional<ResponseEnvelope> envelope = envelopeFromJson(withMember(output, u"data", Json::null()));
    if (envelope)
        envelope->data = Json();
    return envelope;
}

CallOutput readOutput(const Json &output, const QString &operationId)
{
    if (std::optional<ResponseEnvelope> envelope = envelopeFromOutput(output))
        return {*std::move(envelope), output, false};
    ResponseEnvelope wrapped = localEnvelope(output, operationId);
    wrapped.isLegacy = true;
    const Json written = wrapped.toJson();
    return {std::move(wrapped), written, true};
}

bool isHeartbeat(const Json &output)
{
    const auto marked = [](const Json &around) {
        return around.member("_meta"_L1).member("heartbeat"_L1).toBoolean();
    };
    return marked(output) || marked(output.member("meta"_L1));
}

Error errorOf(const CallFailed &event)
{
    Error error = toError(event.error);
    if (event.error.code == ErrorCode::executionError
        && event.error.message.startsWith("Validation failed for Input validation failed for "_L1))
        error.kind = ErrorKind::Validation;
    return error;
}

OperationId resolveOperationId(const QString &text, const std::function<bool(const OperationId &)> &isKnown)
{
    const QStringView bare = text.startsWith(u'/') ? QStringView(text).sliced(1) : QStringView(text);
    OperationId id = OperationId::fromString(bare);
    const qsizetype slash = bare.indexOf(u'/');
    if (slash < 0 || isKnown(id))
        return id;
    OperationId slashed{bare.first(slash).toString(), bare.sliced(slash + 1).toString()};
    const bool isBetter = id.nameSpace.isEmpty() || isKnown(slashed);
    return isBetter ? slashed : id;
}

} // namespace Workbench
