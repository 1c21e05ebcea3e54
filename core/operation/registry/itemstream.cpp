// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/itemstream.h"

#include "core/json/jsontext.h"

using namespace Qt::StringLiterals;

namespace Workbench {

Json toJson(const SseFields &fields)
{
    return Json::object({{u"eventType"_s, Json::string(fields.eventType)},
        {u"lastEventId"_s, Json::string(fields.lastEventId)},
        {u"retry"_s, fields.retryMs ? Json::integer(*fields.retryMs) : Json()}});
}

QByteArray dataOfEvent(const Json &value)
{
    return value.isString() ? jsonUtf8(value.toString()) : value.toBytes();
}

} // namespace Workbench

#include "moc_itemstream.cpp"
