// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/mcp/envelopeforms.h"

#include "core/json/jsontext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

Json textBlock(const QString &text)
{
    return Json::object({{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(text)}});
}

namespace {

Json textOf(const Json &data)
{
    return textBlock(data.isString() ? data.toString() : jsonText(data.toBytes()));
}

Json completeMark(const McpFormOptions &options)
{
    return options.anyJsonStructured ? Json::string(u"complete") : Json();
}

//! Returns the meta of an envelope of source mcp whose data is as received, else null.
const McpMeta *unchanged(const ResponseEnvelope &envelope)
{
    const auto *mcp = std::get_if<McpMeta>(&envelope.meta());
    if (!mcp)
        return nullptr;
    return envelope.data == mcp->received() ? mcp : nullptr;
}

bool reportsFailure(const ResponseEnvelope &envelope)
{
    const auto *http = std::get_if<HttpMeta>(&envelope.meta());
    return envelope.isError() || (http && http->statusCode >= 400);
}

bool needsWrapping(const Json &data, const McpFormOptions &options)
{
    return !options.anyJsonStructured && !data.isObject();
}

} // namespace

Json toCallToolResult(const ResponseEnvelope &envelope, const McpFormOptions &options)
{
    const Json isError = reportsFailure(envelope) ? Json::boolean(true) : Json();
    if (const McpMeta *mcp = unchanged(envelope)) {
        if (!mcp->result.isAbsent())
            return mcp->result;
        return Json::object({{u"content"_s, mcp->content}, {u"structuredContent"_s, mcp->structuredContent},
            {u"isError"_s, isError}, {u"_meta"_s, mcp->meta}, {u"resultType"_s, completeMark(options)}});
    }
    const bool hasData = !envelope.data.isAbsent();
    const bool isWrapped = hasData && needsWrapping(envelope.data, options);
    const Json structured = isWrapped ? Json::object({{u"result"_s, envelope.data}}) : envelope.data;
    const Json wrapMark = Json::object({{u"wrap_result"_s, Json::boolean(true)}});
    const Json meta = Json::object(
        {{QString(envelopeMetaMark), envelope.metaJson()}, {u"fastmcp"_s, isWrapped ? wrapMark : Json()},
            {QString(envelopeNoDataMark), hasData ? Json() : Json::boolean(true)}});
    return Json::object({
        {u"content"_s, hasData ? Json::array({textOf(envelope.data)}) : Json::emptyArray()},
        {u"structuredContent"_s, structured},
        {u"isError"_s, isError},
        {u"_meta"_s, meta},
        {u"resultType"_s, completeMark(options)},
    });
}

Json toCallToolResult(const Error &error, const McpFormOptions &options)
{
    const CallError call = toCallError(error);
    return Json::object({
        {u"content"_s, Json::array({textBlock(u"%1: %2"_s.arg(call.code, call.message))})},
        {u"isError"_s, Json::boolean(true)},
        {u"resultType"_s, completeMark(options)},
    });
}

Json servedOutputSchema(const Json &outputSchema, const McpFormOptions &options)
{
    if (outputSchema.isAbsent() || options.anyJsonStructured
        || outputSchema.member("type"_L1).utf8() == "object")
        return outputSchema;
    return Json::object({
        {u"type"_s, Json::string(u"object")},
        {u"properties"_s, Json::object({{u"result"_s, outputSchema}})},
        {u"required"_s, Json::array({Json::string(u"result")})},
        {u"x-fastmcp-wrap-result"_s, Json::boolean(true)},
    });
}

} // namespace Workbench
