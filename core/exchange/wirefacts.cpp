// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/wirefacts.h"

#include "core/json/jsonparser.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// The event that begins a call of the call protocol, and the largest event that is searched for its id.
constexpr auto requestEvent = "call.requested"_L1;
constexpr qsizetype largestRequest = qsizetype{1} << 20;

Json requestIdIn(const QByteArray &frame)
{
    if (frame.size() > largestRequest)
        return {};
    const Result<Json> event = parseJson(frame);
    if (!event)
        return {};
    const Json inPayload = event->member("payload"_L1).member("requestId"_L1);
    return inPayload.isString() ? inPayload : event->member("id"_L1);
}

} // namespace

Json wireFacts(const ExchangeLog &log, const QString &exchangeId)
{
    if (exchangeId.isEmpty())
        return {};
    for (qsizetype index = log.frameCount() - 1; index >= 0; --index) {
        const Frame &frame = log.frameAt(index);
        if (frame.direction != Direction::Sent || frame.exchangeId != exchangeId
            || frame.label != requestEvent)
            continue;
        const Json requestId = requestIdIn(frame.bytes);
        return requestId.isString() ? Json::object({{u"requestId"_s, requestId}}) : Json();
    }
    return {};
}

} // namespace Workbench
