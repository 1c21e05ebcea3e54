// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The kinds of the call protocol, MCP and the helpers that tool servers are written with.
#include "core/envelope/recognition/envelopekind_p.h"
#include "core/envelope/recognition/toolenvelope_p.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json orNull(const Json &value)
{
    return value.isAbsent() ? Json::null() : value;
}

//! The member "meta", if it is an object.
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

//! Whether the schema is one that the Python SDK makes around a bare value.
bool isWrappingSchema(const Json &schema)
{
    const Json required = schema.member("required"_L1);
    return schema.member("type"_L1).utf8() == "object" && required.size() == 1
        && required.at(0).utf8() == "result" && schema.member("title"_L1).utf8().endsWith("Output");
}

} // namespace

bool isContentBlocks(const Json &value)
{
    return value.size() > 0 && areContentBlocks(value);
}

namespace Kinds {

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

} // namespace Kinds

} // namespace Workbench
