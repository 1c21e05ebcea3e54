// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapimedia.h"

#include "core/sources/openapi/openapisharedschemas.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

QString bareMedia(QStringView mediaType)
{
    const qsizetype end = mediaType.indexOf(u';');
    return (end < 0 ? mediaType : mediaType.first(end)).trimmed().toString().toLower();
}

bool isEventStreamMedia(QStringView mediaType)
{
    return bareMedia(mediaType) == "text/event-stream"_L1;
}

bool isTextMedia(QStringView mediaType)
{
    return bareMedia(mediaType).startsWith("text/"_L1);
}

bool isFormMedia(QStringView mediaType)
{
    return bareMedia(mediaType) == "application/x-www-form-urlencoded"_L1;
}

bool isMultipartMedia(QStringView mediaType)
{
    return bareMedia(mediaType).startsWith("multipart/"_L1);
}

bool isMediaRange(QStringView mediaType)
{
    return mediaType.contains(u'*');
}

static MediaType withoutCharset(const QString &contentType)
{
    MediaType type = MediaType::read(contentType);
    type.parameters.removeIf([](const auto &one) { return one.first == "charset"_L1; });
    return type;
}

const OpenApiMedia *bestMedia(const QList<OpenApiMedia> &media, QStringView contentType)
{
    const MediaType actual = MediaType::read(contentType);
    const OpenApiMedia *best = nullptr;
    std::optional<int> bestFit;
    bool isTie = false;
    for (const OpenApiMedia &one : media) {
        const std::optional<int> fit = mediaFit(MediaType::read(one.type), actual);
        if (fit > bestFit) { // an empty optional is less than any value
            best = &one;
            bestFit = fit;
            isTie = false;
        } else if (fit && fit == bestFit && withoutCharset(one.type) != withoutCharset(best->type)) {
            isTie = true; // both declare a parameter that the actual type lacks
        }
    }
    return isTie ? nullptr : best;
}

const OpenApiMedia *firstJson(const QList<OpenApiMedia> &media, bool upstream)
{
    const auto found = std::ranges::find_if(media, [upstream](const OpenApiMedia &one) {
        return upstream ? one.type == "application/json"_L1 : isJsonMedia(one.type);
    });
    return found == media.cend() ? nullptr : &*found;
}

Json eventSchemaOf(const OpenApiMedia &media, const OpenApiOperation &operation)
{
    if (!media.itemSchema.isAbsent())
        return media.itemSchema;
    const Json known =
        operation.sharedSchemas ? operation.sharedSchemas->followed(media.schema) : media.schema;
    const bool isList = known.member("type"_L1).toString() == "array"_L1 && known.hasMember("items"_L1);
    return isList ? known.member("items"_L1) : media.schema;
}

//! Returns true if \a schema, declared for a sequence of items, describes the whole list.
static bool describesList(const Json &schema, const OpenApiOperation &operation)
{
    const Json known = operation.sharedSchemas ? operation.sharedSchemas->followed(schema) : schema;
    return operation.version >= OpenApiVersion::V3_2 || known.member("type"_L1).toString() == "array"_L1
        || known.hasMember("prefixItems"_L1);
}

Json sequenceSchema(const OpenApiMedia &media, const OpenApiOperation &operation)
{
    const Json &item = media.itemSchema.isAbsent() ? media.schema : media.itemSchema;
    if (item.isAbsent() || (media.itemSchema.isAbsent() && describesList(media.schema, operation)))
        return media.schema;
    return Json::object({{u"type"_s, Json::string(u"array")}, {u"items"_s, item}});
}

QStringList successStatuses(const Json &responses, bool upstream)
{
    QStringList statuses;
    if (upstream) {
        for (const auto status : {"200"_L1, "201"_L1}) {
            if (statuses.isEmpty() && responses.hasMember(status))
                statuses.append(QString(status));
        }
        return statuses;
    }
    for (const auto entry : responses.members()) {
        const QByteArrayView key = entry.keyUtf8();
        const auto isPlace = [](char c) { return (c >= '0' && c <= '9') || c == 'X' || c == 'x'; };
        if (key.size() == 3 && key.front() == '2' && isPlace(key[1]) && isPlace(key[2]))
            statuses.append(entry.key());
    }
    std::ranges::sort(statuses); // digits come before letters
    if (statuses.isEmpty() && responses.hasMember("default"_L1))
        statuses.append(u"default"_s);
    return statuses;
}

} // namespace Workbench
