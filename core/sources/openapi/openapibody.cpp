// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapibody.h"

#include "core/sources/openapi/openapiencode.h"
#include "core/sources/openapi/openapiurl.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Lines of JSON for the sequential media of 3.2.
std::optional<QByteArray> sequenceBytes(const QString &bare, const Json &value)
{
    const bool isRecords = bare == "application/json-seq"_L1;
    const bool isLines = bare == "application/jsonl"_L1 || bare == "application/x-ndjson"_L1;
    if (!value.isArray() || (!isLines && !isRecords))
        return {};
    QByteArray bytes;
    for (const Json &item : value.items()) {
        if (isRecords)
            bytes += '\x1E';
        bytes += item.toBytes() + '\n';
    }
    return bytes;
}

//! What concrete type a range such as "image/*" stands for.
QString concreteType(const OpenApiMedia &media, const Json &value)
{
    if (!media.type.contains(u'*'))
        return media.type;
    if (isFileValue(value)) {
        const QString own = value.member("type"_L1).toString();
        return own.isEmpty() ? u"application/octet-stream"_s : own;
    }
    if (value.isString())
        return media.type.startsWith("text/"_L1) || media.type.startsWith(u'*')
            ? u"text/plain"_s
            : u"application/octet-stream"_s;
    return u"application/json"_s;
}

bool isInRange(QStringView range, QStringView type)
{
    const QString bare = bareMedia(range);
    const QString wanted = bareMedia(type);
    if (bare == wanted || bare == "*/*"_L1)
        return true;
    return bare.endsWith("/*"_L1) && wanted.startsWith(QStringView(bare).chopped(1));
}

} // namespace

const OpenApiMedia *chosenMedia(const OpenApiBody &body, const Json &input)
{
    const QString wanted = input.member(contentTypeMember).toString();
    if (!wanted.isEmpty()) {
        const auto same = std::ranges::find(body.media, wanted, &OpenApiMedia::type);
        if (same != body.media.cend())
            return &*same;
        const auto fitting = std::ranges::find_if(
            body.media, [&](const auto &media) { return isInRange(media.type, wanted); });
        return fitting == body.media.cend() ? nullptr : &*fitting;
    }
    const auto json =
        std::ranges::find_if(body.media, [](const auto &media) { return isJsonMedia(media.type); });
    if (json != body.media.cend())
        return &*json;
    return body.media.isEmpty() ? nullptr : &body.media.first();
}

bool isFileValue(const Json &value)
{
    return value.isObject() && value.hasMember(fileMember);
}

Result<OpenApiFileValue> fileValueOf(const Json &value, const QString &member)
{
    OpenApiFileValue file;
    file.name = value.member(fileMember).toString().toUtf8();
    file.type = value.member("type"_L1).toString().toUtf8();
    if (file.type.contains('\r') || file.type.contains('\n') || file.type.contains('\0'))
        return unusableInput(member, u"the file's type holds a line end"_s);
    const Json text = value.member("base64"_L1);
    if (text.isAbsent()) {
        file.bytes = value.member("data"_L1).utf8().toByteArray();
        return file;
    }
    auto decoded = QByteArray::fromBase64Encoding(
        text.utf8().toByteArray(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return unusableInput(member, u"the file's content is no base64"_s);
    file.bytes = *std::move(decoded);
    return file;
}

Result<OpenApiBodyBytes> bodyBytes(const OpenApiMedia &media, const QString &contentType, const Json &value,
    OpenApiVersion version, const QByteArray &boundary)
{
    const QString bare = bareMedia(contentType);
    const QByteArray declared = contentType.toUtf8();
    if (const auto sequence = sequenceBytes(bare, value))
        return OpenApiBodyBytes{declared, *sequence};
    if (isFileValue(value) && !bare.startsWith("multipart/"_L1)) {
        const Result<OpenApiFileValue> file = fileValueOf(value, QString(bodyMember));
        if (!file)
            return std::unexpected(file.error());
        return OpenApiBodyBytes{declared, file->bytes};
    }
    if (isJsonMedia(bare))
        return OpenApiBodyBytes{declared, value.toBytes()};
    if (bare.startsWith("multipart/"_L1))
        return multipartBytes(media, contentType, value, version, boundary);
    if (bare == "application/x-www-form-urlencoded"_L1 && value.isObject())
        return OpenApiBodyBytes{declared, formBytes(media, value)};
    if (isXmlMedia(bare) && !value.isString()) {
        Result<QByteArray> xml = xmlBytes(media, value);
        if (!xml)
            return std::unexpected(xml.error());
        return OpenApiBodyBytes{declared, *std::move(xml)};
    }
    return OpenApiBodyBytes{declared, valueText(value).value_or(QByteArray())};
}

Result<std::optional<OpenApiBodyBytes>> bodyOf(
    const OpenApiOperation &operation, const Json &input, const QByteArray &boundary)
{
    const Json value = input.member(bodyMember);
    if (!operation.body || value.isAbsent())
        return std::optional<OpenApiBodyBytes>();
    const OpenApiMedia *media = chosenMedia(*operation.body, input);
    const QString wanted = input.member(contentTypeMember).toString();
    const QString type = wanted.isEmpty() ? media ? concreteType(*media, value) : QString() : wanted;
    if (std::ranges::any_of(type, [](QChar c) { return c.unicode() < 0x20; }))
        return unusableInput(QString(contentTypeMember), u"holds a control character"_s);
    if (type.isEmpty())
        return unusableInput(QString(bodyMember), u"the document names no media type for it"_s);
    return bodyBytes(media ? *media : OpenApiMedia{}, type, value, operation.version, boundary)
        .transform([](OpenApiBodyBytes bytes) { return std::optional(std::move(bytes)); });
}

} // namespace Workbench
