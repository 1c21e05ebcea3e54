// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The kinds that come from services behind tools.
#include "core/envelope/recognition/envelopekind_p.h"
#include "core/json/jsonbuilder.h"

#include <QRegularExpression>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! The members beside \a opened, absent when there are none.
Json membersBeside(const Json &value, std::initializer_list<QLatin1StringView> opened)
{
    JsonBuilder builder;
    builder.beginObject();
    qsizetype count = 0;
    for (const Json::Members::Entry entry : value.members()) {
        const QByteArrayView key = entry.keyUtf8();
        const bool isOpened = std::ranges::any_of(opened,
            [key](QLatin1StringView name) { return key == QByteArrayView(name.data(), name.size()); });
        if (isOpened)
            continue;
        builder.keyUtf8(key).value(entry.value());
        ++count;
    }
    builder.endObject();
    const Json beside = builder.take();
    return count == 0 ? Json() : beside;
}

bool isStatus(const Json &value)
{
    const std::optional<qint64> status = value.toInteger();
    return status && *status >= 100 && *status <= 599;
}

bool isResource(const Json &value)
{
    return value.member("type"_L1).isString()
        && (value.member("id"_L1).isString() || value.member("lid"_L1).isString())
        && (value.hasMember("attributes"_L1) || value.hasMember("relationships"_L1)
            || value.hasMember("links"_L1));
}

bool areResources(const Json &data)
{
    if (data.isArray())
        return data.size() > 0 && std::ranges::all_of(data.items(), isResource);
    return isResource(data);
}

bool areJsonApiErrors(const Json &errors)
{
    const auto isTold = [](const Json &error) {
        return error.hasMember("title"_L1) || error.hasMember("detail"_L1);
    };
    const auto isPlaced = [](const Json &error) {
        return error.hasMember("status"_L1) || error.hasMember("source"_L1);
    };
    return errors.isArray() && errors.size() > 0 && std::ranges::all_of(errors.items(), isTold)
        && std::ranges::any_of(errors.items(), isPlaced);
}

bool areGraphqlErrors(const Json &errors)
{
    return errors.isArray() && errors.size() > 0
        && std::ranges::all_of(
            errors.items(), [](const Json &error) { return error.member("message"_L1).isString(); });
}

bool isUriReference(const Json &value)
{
    if (!value.isString())
        return false;
    static const QRegularExpression form(u"\\A(about:blank|/\\S*|[A-Za-z][A-Za-z0-9+.-]*:\\S*)\\z"_s);
    return form.match(value.toString()).hasMatch();
}

} // namespace

namespace Kinds {

std::optional<OpenedEnvelope> openJsend(const Json &value, const EnvelopePlace &)
{
    const QByteArrayView status = value.member("status"_L1).utf8();
    const Json data = value.member("data"_L1);
    const bool isError = status == "error";
    const bool hasData = status == "success" || status == "fail";
    if ((!isError && !hasData) || (hasData && data.isAbsent())
        || (isError && !value.member("message"_L1).isString())
        || !hasOnly(value, {"status"_L1, "data"_L1, "message"_L1, "code"_L1, "meta"_L1}))
        return {};
    const Json meta = value.member("meta"_L1);
    return OpenedEnvelope{data.isAbsent() ? Json::null() : data, Confidence::Strong, status != "success",
        meta.isObject() ? meta : Json()};
}

std::optional<OpenedEnvelope> openHttpResponse(const Json &value, const EnvelopePlace &)
{
    const Json code = value.member("statusCode"_L1);
    const Json status = isStatus(code) ? code : value.member("status"_L1);
    const Json body = value.member("body"_L1);
    const Json data = value.member("data"_L1);
    if (!isStatus(status) || !value.member("headers"_L1).isObject() || body.isAbsent() == data.isAbsent()
        || !hasOnly(value,
            {"statusCode"_L1, "status"_L1, "headers"_L1, "body"_L1, "data"_L1, "statusText"_L1, "ok"_L1,
                "url"_L1, "redirected"_L1, "contentType"_L1}))
        return {};
    return OpenedEnvelope{body.isAbsent() ? data : body, Confidence::Strong, *status.toInteger() >= 400,
        membersBeside(value, {body.isAbsent() ? "data"_L1 : "body"_L1})};
}

std::optional<OpenedEnvelope> openJsonApi(const Json &value, const EnvelopePlace &place)
{
    const Json data = value.member("data"_L1);
    const Json errors = value.member("errors"_L1);
    if (!value.isObject() || data.isAbsent() == errors.isAbsent()
        || !hasOnly(value, {"data"_L1, "errors"_L1, "meta"_L1, "links"_L1, "included"_L1, "jsonapi"_L1}))
        return {};
    const bool isCertain =
        value.member("jsonapi"_L1).isObject() || place.mediaType == "application/vnd.api+json";
    if (!isCertain && !areResources(data) && !areJsonApiErrors(errors))
        return {};
    const bool isFailure = data.isAbsent();
    return OpenedEnvelope{isFailure ? errors : data, isCertain ? Confidence::Certain : Confidence::Strong,
        isFailure, membersBeside(value, {isFailure ? "errors"_L1 : "data"_L1})};
}

std::optional<OpenedEnvelope> openGraphql(const Json &value, const EnvelopePlace &)
{
    const Json data = value.member("data"_L1);
    const Json errors = value.member("errors"_L1);
    const Json extensions = value.member("extensions"_L1);
    if ((errors.isAbsent() && extensions.isAbsent())
        || (!data.isAbsent() && !data.isNull() && !data.isObject())
        || (!errors.isAbsent() && !areGraphqlErrors(errors))
        || (!extensions.isAbsent() && !extensions.isObject()) || (errors.isAbsent() && !data.isObject())
        || !hasOnly(value, {"data"_L1, "errors"_L1, "extensions"_L1}))
        return {};
    return OpenedEnvelope{data.isAbsent() ? Json::null() : data, Confidence::Strong,
        !errors.isAbsent() && isAbsentOrNull(data), membersBeside(value, {"data"_L1})};
}

std::optional<OpenedEnvelope> openProblemDetails(const Json &value, const EnvelopePlace &place)
{
    if (!value.isObject() || value.hasMember("data"_L1))
        return {};
    const auto meta = [&value] {
        const Json found = value.member("meta"_L1);
        return found.isObject() ? found : Json();
    };
    if (place.mediaType == "application/problem+json")
        return OpenedEnvelope{value, Confidence::Certain, true, meta()};
    const Json type = value.member("type"_L1);
    const Json status = value.member("status"_L1);
    const std::optional<qint64> number = status.toInteger();
    const bool hasType = isUriReference(type);
    const bool hasStatus = number && *number >= 400 && *number <= 599;
    if ((!type.isAbsent() && !hasType) || (!status.isAbsent() && !hasStatus))
        return {};
    const bool hasTitle = value.member("title"_L1).isString();
    const bool hasDetail = value.member("detail"_L1).isString();
    const bool isThree = hasStatus && int(hasType) + int(hasTitle) + int(hasDetail) >= 2;
    const bool isExpected = place.isFlagged || place.httpStatus >= 400;
    if (!isThree && !(isExpected && (hasType || hasStatus) && (hasTitle || hasDetail)))
        return {};
    return OpenedEnvelope{value, Confidence::Strong, true, meta()};
}

std::optional<OpenedEnvelope> openDataError(const Json &value, const EnvelopePlace &)
{
    const Json data = value.member("data"_L1);
    const Json error = value.member("error"_L1);
    if (data.isAbsent() || error.isAbsent() || data.isNull() == error.isNull()
        || (!error.isNull() && !error.isString() && !error.isObject())
        || !hasOnly(value,
            {"data"_L1, "error"_L1, "meta"_L1, "count"_L1, "status"_L1, "statusText"_L1, "timestamp"_L1,
                "request_id"_L1, "requestId"_L1, "warnings"_L1, "tier"_L1, "tool_version"_L1, "tool_id"_L1,
                "capabilities"_L1, "duration_ms"_L1, "upgrade_hints"_L1}))
        return {};
    return OpenedEnvelope{error.isNull() ? data : error, Confidence::Strong, !error.isNull(),
        membersBeside(value, {"data"_L1, "error"_L1})};
}

} // namespace Kinds

} // namespace Workbench
