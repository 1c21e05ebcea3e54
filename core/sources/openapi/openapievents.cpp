// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapievents.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/sources/openapi/openapisharedschemas.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Data = OpenApiEventReading::Data;

//! What many services end a stream with that has no end of its own.
constexpr auto usualEndMark = "[DONE]";

Data togetherOf(const QList<Data> &parts)
{
    const bool areSame =
        std::ranges::all_of(parts, [&parts](Data part) { return part == parts.constFirst(); });
    return parts.isEmpty() || !areSame ? Data::Unsaid : parts.constFirst();
}

//! What \a declared says of the data. Open-ended schemas say nothing: text that is no object and no array
//! stays text there.
Data dataOf(const Json &declared, const OpenApiOperation &operation, int depth = 0)
{
    constexpr int deepest = 16; // a schema may refer to itself
    if (depth == deepest)
        return Data::Unsaid;
    const Json schema = operation.sharedSchemas ? operation.sharedSchemas->followed(declared) : declared;
    const auto kindOf = [](QStringView type) { return type == "string"_L1 ? Data::Text : Data::Json; };
    const Json type = schema.member("type"_L1);
    if (type.isString())
        return kindOf(type.toString());
    QList<Data> parts;
    for (const Json &one : type.items()) {
        if (one.toString() != "null"_L1 || type.size() == 1) // null beside another type says nothing of it
            parts.append(kindOf(one.toString()));
    }
    const Json values =
        schema.hasMember("const"_L1) ? Json::array({schema.member("const"_L1)}) : schema.member("enum"_L1);
    for (const Json &one : parts.isEmpty() ? values.items() : Json().items()) {
        if (!one.isNull() || values.size() == 1)
            parts.append(one.isString() ? Data::Text : Data::Json);
    }
    if (!parts.isEmpty())
        return togetherOf(parts);
    for (const Json &part : schema.member("allOf"_L1).items()) {
        if (const Data said = dataOf(part, operation, depth + 1); said != Data::Unsaid)
            return said;
    }
    for (const auto keyword : {"anyOf"_L1, "oneOf"_L1}) {
        for (const Json &part : schema.member(keyword).items()) {
            if (part.member("type"_L1).toString() != "null"_L1)
                parts.append(dataOf(part, operation, depth + 1));
        }
    }
    if (!parts.isEmpty())
        return togetherOf(parts);
    return schema.hasMember("properties"_L1) || schema.hasMember("items"_L1) ? Data::Json : Data::Unsaid;
}

bool names(const Json &json, const QByteArray &word)
{
    return !json.isAbsent() && json.toBytes().contains(word);
}

//! Whether the document speaks of "[DONE]" where it describes the operation, its input or its answers.
bool namesEndMark(const OpenApiOperation &operation)
{
    const auto says = [](const QString &text) { return text.contains(QLatin1StringView(usualEndMark)); };
    const auto isInParameter = [&](const OpenApiParameter &parameter) { return says(parameter.description); };
    if (says(operation.description) || std::ranges::any_of(operation.parameters, isInParameter))
        return true;
    const auto isIn = [&operation](const OpenApiMedia &media) {
        return names(media.example, usualEndMark)
            || names(operation.selfContained(media.schema), usualEndMark)
            || names(operation.selfContained(media.itemSchema), usualEndMark);
    };
    const auto isInResponse = [&](const OpenApiResponse &response) {
        return says(response.description) || std::ranges::any_of(response.media, isIn);
    };
    const auto isInBody = [&](const OpenApiBody &body) {
        return says(body.description) || std::ranges::any_of(body.media, isIn);
    };
    return (operation.body && isInBody(*operation.body))
        || std::ranges::any_of(operation.responses, isInResponse);
}

//! The event as 3.2 describes it. \source core/sources/openapi/README.md 9
Json wholeEvent(const SseEvent &event)
{
    JsonBuilder whole;
    whole.beginObject().add(u"data", jsonText(event.data));
    if (!event.type.isEmpty())
        whole.add(u"event", event.type);
    if (event.hasId)
        whole.add(u"id", event.lastEventId);
    if (event.retryMs)
        whole.add(u"retry", Json::integer(*event.retryMs));
    return whole.endObject().take();
}

} // namespace

OpenApiEventReading eventReadingOf(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &endMark)
{
    OpenApiEventReading out;
    const OpenApiOperation &operation = *reading.operation;
    out.endMark = endMark;
    if (endMark.isEmpty() && namesEndMark(operation))
        out.endMark = usualEndMark;
    const OpenApiResponse *const response = declaredResponse(operation, head.status);
    const OpenApiMedia *const media =
        response ? declaredMedia(*response, QString::fromLatin1(head.header("content-type"))) : nullptr;
    if (media) {
        out.isWhole = !media->itemSchema.isAbsent();
        out.data = dataOf(media->schema, operation);
    }
    out.schema = reading.schemas->none();
    if (media) {
        const QString key =
            reading.operationName + u'\n' + response->status + u'\n' + media->type + u"\nevent"_s;
        out.schema = reading.schemas->prepared(
            key, out.isWhole ? media->itemSchema : media->schema, operation, reading.dialect);
    }
    return out;
}

HandlerResult eventValue(const SseEvent &event, const HttpMeta &meta, const OpenApiEventReading &reading)
{
    DescribedEnvelope value{httpEnvelope({}, meta), reading.schema};
    if (event.hasReplacedBytes)
        value.notes.append({"received.bytes"_L1, Diagnosis::Severity::Info,
            u"The event was not valid UTF-8; U+FFFD stands in the place of each byte that was not."_s});
    if (reading.isWhole) {
        value.envelope.data = wholeEvent(event);
        return value;
    }
    value.envelope.data = Json::string(jsonText(event.data));
    const auto parsed =
        reading.data == Data::Text ? std::unexpected(JsonParseError()) : parseJsonDetailed(event.data);
    const bool isJson =
        parsed && (reading.data == Data::Json || parsed->value.isObject() || parsed->value.isArray());
    if (!isJson)
        return value;
    value.envelope.data = parsed->value;
    for (const JsonRemark &remark : parsed->remarks)
        value.notes.append({"received.json"_L1, Diagnosis::Severity::Info, remarkText(remark)});
    return value;
}

} // namespace Workbench
