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

//! The data of the last event in many services, whose streams have no other end.
constexpr auto usualEndMark = "[DONE]";

Data togetherOf(const QList<Data> &parts)
{
    const bool areSame =
        std::ranges::all_of(parts, [&parts](Data part) { return part == parts.constFirst(); });
    return parts.isEmpty() || !areSame ? Data::Unsaid : parts.constFirst();
}

//! Finds out what a schema says about the data of events. Schemas may be recursive and branch at every level.
class DataWords {
public:
    explicit DataWords(const OpenApiOperation &operation)
        : m_operation(operation)
    {
    }

    //! Returns Unsaid for a schema without a type. Text that is not an object or array then stays text.
    Data of(const Json &declared)
    {
        if (--m_left < 0)
            return Data::Unsaid;
        const OpenApiSharedSchemas *const shared = m_operation.sharedSchemas.get();
        const Json schema = shared ? shared->followed(declared) : declared;
        const auto kindOf = [](QStringView type) { return type == "string"_L1 ? Data::Text : Data::Json; };
        const Json type = schema.member("type"_L1);
        if (type.isString())
            return kindOf(type.toString());
        QList<Data> parts;
        for (const Json &one : type.items()) {
            if (one.toString() != "null"_L1 || type.size() == 1) // null beside another type decides nothing
                parts.append(kindOf(one.toString()));
        }
        const Json values = schema.hasMember("const"_L1) ? Json::array({schema.member("const"_L1)})
                                                         : schema.member("enum"_L1);
        for (const Json &one : parts.isEmpty() ? values.items() : Json().items()) {
            if (!one.isNull() || values.size() == 1)
                parts.append(one.isString() ? Data::Text : Data::Json);
        }
        if (!parts.isEmpty())
            return togetherOf(parts);
        for (const Json &part : schema.member("allOf"_L1).items()) {
            if (const Data said = of(part); said != Data::Unsaid)
                return said;
        }
        for (const auto keyword : {"anyOf"_L1, "oneOf"_L1}) {
            for (const Json &part : schema.member(keyword).items()) {
                if (part.member("type"_L1).toString() != "null"_L1)
                    parts.append(of(part));
            }
        }
        if (!parts.isEmpty())
            return togetherOf(parts);
        return schema.hasMember("properties"_L1) || schema.hasMember("items"_L1) ? Data::Json : Data::Unsaid;
    }

private:
    const OpenApiOperation &m_operation;
    int m_left = 1000; // schemas that may still be examined
};

//! Returns true if the description of the operation, its input or its responses contains "[DONE]".
bool namesEndMark(const OpenApiOperation &operation)
{
    const auto says = [](const QString &text) { return text.contains(QLatin1StringView(usualEndMark)); };
    const auto isIn = [](const Json &json) {
        return !json.isAbsent() && json.toBytes().contains(usualEndMark);
    };
    QStringList texts{operation.description};
    QList<Json> schemas;
    const auto add = [&](const QList<OpenApiMedia> &media) {
        for (const OpenApiMedia &one : media)
            schemas += {one.schema, one.itemSchema, one.example};
    };
    for (const OpenApiParameter &parameter : operation.parameters)
        texts.append(parameter.description);
    if (operation.body) {
        texts.append(operation.body->description);
        add(operation.body->media);
    }
    for (const OpenApiResponse &response : operation.responses) {
        texts.append(response.description);
        add(response.media);
    }
    if (std::ranges::any_of(texts, says) || std::ranges::any_of(schemas, isIn))
        return true;
    SharedDefinitions reached; // each once
    for (const Json &schema : std::as_const(schemas)) {
        if (operation.sharedSchemas)
            operation.sharedSchemas->addReached(schema, reached);
    }
    return std::ranges::any_of(reached, isIn);
}

//! Returns the event as an object, as itemSchema of 3.2 describes it. \source core/sources/openapi/README.md
//! 9
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
    const OpenApiReading &reading, const HttpResponseHead &head, const std::optional<QByteArray> &endMark)
{
    OpenApiEventReading out;
    const OpenApiOperation &operation = *reading.operation;
    out.endMark = endMark.value_or(QByteArray());
    if (!endMark && namesEndMark(operation))
        out.endMark = usualEndMark;
    const OpenApiResponse *const response = declaredResponse(operation, head.status);
    const OpenApiMedia *const media =
        response ? bestMedia(response->media, QString::fromLatin1(head.header("content-type"))) : nullptr;
    if (media) {
        out.isWhole = !media->itemSchema.isAbsent();
        out.data = DataWords(operation).of(eventSchemaOf(*media, operation));
    }
    out.schema = reading.schemas->none();
    if (media) {
        const QString key =
            reading.operationName + u'\n' + response->status + u'\n' + media->type + u"\nevent"_s;
        out.schema =
            reading.schemas->prepared(key, eventSchemaOf(*media, operation), operation, reading.dialect);
    }
    return out;
}

StreamValue eventValue(const SseEvent &event, const HttpMeta &meta, const OpenApiEventReading &reading)
{
    SseFields fields{event.type, event.lastEventId, event.retryMs, {}};
    DescribedEnvelope value{httpEnvelope({}, meta), reading.schema};
    if (event.hasReplacedBytes)
        value.notes.append({"received.bytes"_L1, Diagnosis::Severity::Info,
            u"The event was not valid UTF-8; each invalid byte is replaced by U+FFFD."_s});
    Json &data = value.envelope.data;
    if (reading.isWhole) {
        data = wholeEvent(event);
    } else {
        const auto parsed =
            reading.data == Data::Text ? std::unexpected(JsonParseError()) : parseJsonDetailed(event.data);
        const bool isJson =
            parsed && (reading.data == Data::Json || parsed->value.isObject() || parsed->value.isArray());
        data = isJson ? parsed->value : Json::string(jsonText(event.data));
        for (const JsonRemark &remark : isJson ? parsed->remarks : QList<JsonRemark>())
            value.notes.append({"received.json"_L1, Diagnosis::Severity::Info, remarkText(remark)});
    }
    if (event.data != dataOfEvent(data))
        fields.data = event.data;
    return {std::move(value), fields};
}

} // namespace Workbench
