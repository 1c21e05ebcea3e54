// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/foreignenvelope.h"

#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsonbuilder.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool isAbsentOrNull(const Json &value)
{
    return value.isAbsent() || value.isNull();
}

Json orNull(const Json &value)
{
    return value.isAbsent() ? Json::null() : value;
}

//! Returns the member "meta" if it is an object, otherwise absent.
Json metaObject(const Json &value)
{
    const Json meta = value.member("meta"_L1);
    return meta.isObject() ? meta : Json();
}

bool isContentBlock(const Json &block)
{
    const auto hasString = [&block](QLatin1StringView name) { return block.member(name).isString(); };
    const QByteArrayView type = block.member("type"_L1).utf8();
    if (type == "text")
        return hasString("text"_L1);
    if (type == "image" || type == "audio")
        return hasString("data"_L1) && hasString("mimeType"_L1);
    if (type == "resource")
        return block.member("resource"_L1).isObject();
    return type == "resource_link" && hasString("uri"_L1);
}

bool areContentBlocks(const Json &array)
{
    return array.isArray() && std::ranges::all_of(array.items(), isContentBlock);
}

//! Returns whether the schema is one that the Python SDK generates around a bare value.
bool isWrappingSchema(const Json &schema)
{
    const Json required = schema.member("required"_L1);
    return schema.member("type"_L1).utf8() == "object" && required.size() == 1
        && required.at(0).utf8() == "result" && schema.member("title"_L1).utf8().endsWith("Output");
}

//! Returns whether \a value is absent, null, false, 0 or empty.
bool isFalsy(const Json &value)
{
    switch (value.kind()) {
    case JsonKind::Boolean: return !value.toBoolean();
    case JsonKind::Number: return value == Json::integer(0);
    case JsonKind::String: return value.utf8().isEmpty();
    case JsonKind::Array:
    case JsonKind::Object: return value.size() == 0;
    case JsonKind::Absent:
    case JsonKind::Null: break;
    }
    return true;
}

bool isOneOf(QByteArrayView key, std::initializer_list<QLatin1StringView> names)
{
    return std::ranges::any_of(
        names, [key](QLatin1StringView name) { return key == QByteArrayView(name.data(), name.size()); });
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

std::optional<OpenedEnvelope> openResponseEnvelope(const Json &value, const EnvelopePlace &)
{
    const Json meta = value.member("meta"_L1);
    const QByteArrayView source = meta.member("source"_L1).utf8();
    if (!meta.isObject() || (source != "local" && source != "http" && source != "mcp"))
        return {};
    if (!value.hasMember("data"_L1) && value.size() != 1)
        return {};
    const std::optional<qint64> status = meta.member("statusCode"_L1).toInteger();
    const bool isFailure = (source == "mcp" && meta.member("isError"_L1).toBoolean())
        || (source == "http" && status.value_or(0) >= 400);
    return OpenedEnvelope{orNull(value.member("data"_L1)), Confidence::Certain, isFailure, meta};
}

std::optional<OpenedEnvelope> openJsonRpc(const Json &value, const EnvelopePlace &)
{
    const Json result = value.member("result"_L1);
    const Json error = value.member("error"_L1);
    if (value.member("jsonrpc"_L1).utf8() != "2.0" || result.isAbsent() == error.isAbsent())
        return {};
    return OpenedEnvelope{
        error.isAbsent() ? result : error, Confidence::Certain, !error.isAbsent(), metaObject(value)};
}

std::optional<OpenedEnvelope> openToolEnvelope(const Json &value, const EnvelopePlace &)
{
    const Json payload = value.member("payload"_L1);
    const Json meta = value.member("meta"_L1);
    if (payload.isAbsent() || value.size() != 2 || !meta.member("tool"_L1).isString()
        || !meta.member("ts"_L1).isString() || meta.member("version"_L1) != Json::integer(1))
        return {};
    return OpenedEnvelope{payload, Confidence::Certain, isToolEnvelopeError(payload), meta};
}

std::optional<OpenedEnvelope> openResultWrapper(const Json &value, const EnvelopePlace &place)
{
    const Json result = value.member("result"_L1);
    if (!place.isStructuredRoot || result.isAbsent() || value.size() != 1)
        return {};
    const Json isWrapped = place.resultMeta.member("fastmcp"_L1).member("wrap_result"_L1);
    if (place.outputSchema.member("x-fastmcp-wrap-result"_L1).toBoolean() || isWrapped.toBoolean())
        return OpenedEnvelope{result, Confidence::Certain};
    if (!result.isObject() && isWrappingSchema(place.outputSchema))
        return OpenedEnvelope{result};
    return {};
}

std::optional<OpenedEnvelope> openAlpha(const Json &value, const EnvelopePlace &)
{
    const Json ok = value.member("ok"_L1);
    if (!ok.isBoolean()
        || !hasOnly(value,
            {"ok"_L1, "data"_L1, "error"_L1, "meta"_L1, "warnings"_L1, "requestId"_L1, "request_id"_L1,
                "timestamp"_L1, "version"_L1}))
        return {};
    const Json data = value.member("data"_L1);
    const Json error = value.member("error"_L1);
    if (ok.toBoolean()) {
        if (data.isAbsent() || !isAbsentOrNull(error))
            return {};
        return OpenedEnvelope{data, Confidence::Strong, false, metaObject(value)};
    }
    if (!error.isString() && !error.member("message"_L1).isString() && !error.member("code"_L1).isString())
        return {};
    return OpenedEnvelope{error, Confidence::Strong, true, metaObject(value)};
}

std::optional<OpenedEnvelope> openSuccessFlag(const Json &value, const EnvelopePlace &)
{
    const Json success = value.member("success"_L1);
    if (!success.isBoolean()
        || !hasOnly(value,
            {"success"_L1, "data"_L1, "result"_L1, "error"_L1, "errors"_L1, "message"_L1, "meta"_L1,
                "tool"_L1, "code"_L1, "details"_L1, "timestamp"_L1, "requestId"_L1, "request_id"_L1,
                "pagination"_L1, "warnings"_L1}))
        return {};
    const Json data = value.member("data"_L1);
    const Json result = value.member("result"_L1);
    const Json error = value.member("error"_L1);
    const Json errors = value.member("errors"_L1);
    const Json message = value.member("message"_L1);
    if (success.toBoolean()) {
        if (data.isAbsent() == result.isAbsent() || !isFalsy(error) || !isFalsy(errors))
            return {};
        return OpenedEnvelope{data.isAbsent() ? result : data, Confidence::Strong, false, metaObject(value)};
    }
    Json inside = message.isString() ? message : Json();
    if (!isFalsy(error))
        inside = error;
    else if (!isFalsy(errors))
        inside = errors.isArray() ? errors.at(0) : errors;
    if (inside.isAbsent())
        return {};
    return OpenedEnvelope{inside, Confidence::Strong, true, metaObject(value)};
}

std::optional<OpenedEnvelope> openCallToolResult(const Json &value, const EnvelopePlace &)
{
    const Json content = value.member("content"_L1);
    if (!areContentBlocks(content)
        || !hasOnly(value,
            {"content"_L1, "isError"_L1, "structuredContent"_L1, "_meta"_L1, "meta"_L1, "resultType"_L1})
        || (content.size() == 0 && !value.hasMember("isError"_L1)
            && !value.hasMember("structuredContent"_L1)))
        return {};
    return OpenedEnvelope{value, Confidence::Strong, value.member("isError"_L1).toBoolean()};
}

std::optional<OpenedEnvelope> openContentBlocks(const Json &value, const EnvelopePlace &)
{
    if (!isContentBlocks(value))
        return {};
    return OpenedEnvelope{value};
}

std::optional<OpenedEnvelope> openErrorObject(const Json &value, const EnvelopePlace &place)
{
    const Json error = value.member("error"_L1);
    if (!place.isFlagged || value.size() != 1
        || (!error.isString() && !error.member("message"_L1).isString()))
        return {};
    return OpenedEnvelope{error, Confidence::Strong, true, metaObject(value)};
}

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
    return OpenedEnvelope{orNull(data), Confidence::Strong, status != "success", metaObject(value)};
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
    return OpenedEnvelope{orNull(data), Confidence::Strong, !errors.isAbsent() && isAbsentOrNull(data),
        membersBeside(value, {"data"_L1})};
}

std::optional<OpenedEnvelope> openProblemDetails(const Json &value, const EnvelopePlace &place)
{
    if (!value.isObject() || value.hasMember("data"_L1))
        return {};
    if (place.mediaType == "application/problem+json")
        return OpenedEnvelope{value, Confidence::Certain, true, metaObject(value)};
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
    return OpenedEnvelope{value, Confidence::Strong, true, metaObject(value)};
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

bool isDataAndMeta(const Json &value)
{
    return value.size() == 2 && value.hasMember("data"_L1) && value.member("meta"_L1).isObject();
}

bool isLoneResult(const Json &value)
{
    return value.size() == 1 && value.hasMember("result"_L1);
}

Json object(std::initializer_list<Json::Member> members)
{
    return Json::object(QList<Json::Member>(members));
}

Json toolEnvelopeAround(const Json &data)
{
    const Json meta = object({{u"tool"_s, Json::string(u"tool")},
        {u"ts"_s, Json::string(u"2026-01-01T00:00:00Z")}, {u"version"_s, Json::integer(1)}});
    return object({{u"payload"_s, data}, {u"meta"_s, meta}});
}

bool declares(const Json &properties, QLatin1StringView first, QLatin1StringView second)
{
    return properties.hasMember(first) && properties.hasMember(second);
}

constexpr std::array envelopeTable = std::to_array<ForeignEnvelope>({
    {responseEnvelopeKind, true, false, openResponseEnvelope, Errors::ofResponseEnvelope,
        {.members = "{data, meta}"_L1, .inside = "data"_L1, .declaration = u"{ data: %1, meta: object }"}},
    {"{data, meta}"_L1, false, false, nullptr, nullptr,
        {.members = "{data, meta}"_L1,
            .inside = "data"_L1,
            .isWeak = true,
            .isSuccess = isDataAndMeta,
            .declaration = u"{ data: %1, meta: object }"}},
    {"jsonrpc"_L1, true, true, openJsonRpc, Errors::ofJsonRpc,
        {.members = "{jsonrpc, result}"_L1,
            .inside = "result"_L1,
            .declaration = u"{ jsonrpc: string, result?: %1, error?: {…} }"}},
    {toolEnvelopeKind, true, true, openToolEnvelope, Errors::ofToolEnvelope,
        {.members = "{payload, meta}"_L1,
            .inside = "payload"_L1,
            .isDeclaredBy = [](const Json &p) { return declares(p, "payload"_L1, "meta"_L1); },
            .around = toolEnvelopeAround,
            .declaration = u"{ payload: %1, meta: object }",
            .construction = "{ payload: %1, meta: { tool, ts, version: 1 } }"_L1}},
    {"result-wrapper"_L1, false, false, openResultWrapper, nullptr,
        {.members = "{result}"_L1,
            .inside = "result"_L1,
            .isWeak = true,
            .isSuccess = isLoneResult,
            .isDeclaredBy = isLoneResult,
            .around = [](const Json &data) { return object({{u"result"_s, data}}); },
            .declaration = u"{ result: %1 }",
            .construction = "{ result: %1 }"_L1}},
    {"alpha"_L1, true, true, openAlpha, Errors::ofInside,
        {.members = "{ok, data}"_L1,
            .inside = "data"_L1,
            .isDeclaredBy = [](const Json &p) { return declares(p, "ok"_L1, "data"_L1); },
            .around =
                [](const Json &data) { return object({{u"ok"_s, Json::boolean(true)}, {u"data"_s, data}}); },
            .declaration = u"{ ok: boolean, data?: %1, error?: {…} }",
            .construction = "{ ok: true, data: %1 }"_L1}},
    {"success-flag"_L1, false, true, openSuccessFlag, Errors::ofSuccessFlag,
        {.members = "{success, data}"_L1,
            .inside = "data"_L1,
            .isDeclaredBy = [](const Json &p) { return declares(p, "success"_L1, "data"_L1); },
            .around =
                [](const Json &data) {
                    return object({{u"success"_s, Json::boolean(true)}, {u"data"_s, data}});
                },
            .declaration = u"{ success: boolean, data?: %1, error?: … }",
            .construction = "{ success: true, data: %1 }"_L1}},
    {"success-flag"_L1, false, true, openSuccessFlag, Errors::ofSuccessFlag,
        {.members = "{success, result}"_L1,
            .inside = "result"_L1,
            .isDeclaredBy = [](const Json &p) { return declares(p, "success"_L1, "result"_L1); },
            .around =
                [](const Json &data) {
                    return object({{u"success"_s, Json::boolean(true)}, {u"result"_s, data}});
                },
            .declaration = u"{ success: boolean, result?: %1, error?: … }",
            .construction = "{ success: true, result: %1 }"_L1}},
    {"jsend"_L1, false, true, openJsend, Errors::ofJsend,
        {.members = "{status, data}"_L1,
            .inside = "data"_L1,
            .isDeclaredBy = [](const Json &p) { return declares(p, "status"_L1, "data"_L1); },
            .around =
                [](const Json &data) {
                    return object({{u"status"_s, Json::string(u"success")}, {u"data"_s, data}});
                },
            .declaration = u"{ status: string, data?: %1, message?: string }",
            .construction = "{ status: \"success\", data: %1 }"_L1}},
    {callToolResultKind, true, false, openCallToolResult, nullptr},
    {contentBlocksKind, false, false, openContentBlocks, nullptr},
    {"http-response"_L1, false, true, openHttpResponse, Errors::ofHttpResponse,
        {.members = "{status, headers, body}"_L1,
            .inside = "body"_L1,
            .declaration = u"{ status: integer, headers: object, body: %1 }"}},
    {"json-api"_L1, false, true, openJsonApi, Errors::ofJsonApi,
        {.members = "{data, jsonapi}"_L1,
            .inside = "data"_L1,
            .declaration = u"{ data?: %1, errors?: […], jsonapi: object }"}},
    {"graphql"_L1, false, true, openGraphql, Errors::ofGraphql,
        {.members = "{data, extensions}"_L1,
            .inside = "data"_L1,
            .declaration = u"{ data: %1, extensions: object }"}},
    {"problem-details"_L1, true, true, openProblemDetails, Errors::ofProblem},
    {"data-error"_L1, false, true, openDataError, Errors::ofInside,
        {.members = "{data, error}"_L1,
            .inside = "data"_L1,
            .isDeclaredBy =
                [](const Json &p) {
                    return declares(p, "data"_L1, "error"_L1) && !p.hasMember("ok"_L1)
                        && !p.hasMember("success"_L1);
                },
            .around =
                [](const Json &data) { return object({{u"data"_s, data}, {u"error"_s, Json::null()}}); },
            .declaration = u"{ data: %1 | null, error: … | null }",
            .construction = "{ data: %1, error: null }"_L1}},
    {"error-object"_L1, false, true, openErrorObject, Errors::ofInside},
});

} // namespace

bool ForeignEnvelope::isSuccess(const Json &value) const
{
    if (form.isSuccess)
        return form.isSuccess(value);
    const std::optional<OpenedEnvelope> opened = open(value, {});
    return opened && !opened->isFailure;
}

std::span<const ForeignEnvelope> foreignEnvelopes()
{
    return envelopeTable;
}

const ForeignEnvelope *findForeignEnvelope(QLatin1StringView name)
{
    const auto found = std::ranges::find(envelopeTable, name, &ForeignEnvelope::name);
    return found == envelopeTable.end() ? nullptr : &*found;
}

QLatin1StringView maybeKind(const Json &value, const EnvelopePlace &place)
{
    if (!value.isObject() || value.size() != 1)
        return {};
    if (place.isStructuredRoot && value.hasMember("result"_L1) && !value.member("result"_L1).isObject())
        return "result-wrapper"_L1;
    const Json error = value.member("error"_L1);
    if (!place.isFlagged && (error.isString() || error.member("message"_L1).isString()))
        return "error-object"_L1;
    return {};
}

bool hasOnly(const Json &object, std::initializer_list<QLatin1StringView> names)
{
    return std::ranges::all_of(object.members(),
        [names](const Json::Members::Entry &entry) { return isOneOf(entry.keyUtf8(), names); });
}

bool isContentBlocks(const Json &value)
{
    return value.size() > 0 && areContentBlocks(value);
}

} // namespace Workbench
