// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpcontent.h"

#include "core/base/visibletext.h"
#include "core/envelope/restoredenvelope.h"
#include "core/json/jsonbuilder.h"
#include "core/sources/mcp/jsonrpc.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownType = 60;

bool isKnownBlock(const Json &block)
{
    const QString type = block.member("type"_L1).toString();
    if (type == "text"_L1)
        return block.member("text"_L1).isString();
    if (type == "image"_L1 || type == "audio"_L1)
        return block.member("data"_L1).isString();
    if (type == "resource"_L1)
        return block.member("resource"_L1).isObject();
    return type == "resource_link"_L1 && block.member("uri"_L1).isString();
}

QString remarkOn(const Json &block, qsizetype index)
{
    const Json type = block.member("type"_L1);
    if (!block.isObject())
        return u"Content block %1 is %2, shown as text."_s.arg(index).arg(JsonRpc::kindText(block));
    if (!type.isString())
        return u"Content block %1 has no type, shown as text."_s.arg(index);
    return u"Content block %1 of type \"%2\" is unknown or incomplete, shown as text."_s.arg(index).arg(
        visibleText(type.toString(), false, maxShownType));
}

Json mappedContent(const Json &content, QStringList &remarks)
{
    if (content.isAbsent()) // allowed beside structuredContent only, and harmless without
        return Json::emptyArray();
    if (!content.isArray()) {
        remarks.append(u"content is %1, expected an array."_s.arg(JsonRpc::kindText(content)));
        return Json::array({mappedBlock(content)});
    }
    QList<Json> blocks;
    blocks.reserve(content.size());
    for (const Json &block : content.items()) {
        if (!isKnownBlock(block) && remarks.size() < 20)
            remarks.append(remarkOn(block, blocks.size()));
        blocks.append(mappedBlock(block));
    }
    return Json::array(blocks);
}

Json objectOrAbsent(const Json &value)
{
    return value.isObject() ? value : Json();
}

Error noObject(const Json &result, const QString &sourceName, const QString &method)
{
    return {ErrorKind::Protocol, u"mcp.bad-result"_s,
        u"\"%1\" answered %2 with %3, expected an object."_s.arg(
            sourceName, method, JsonRpc::kindText(result)),
        {}, {}};
}

} // namespace

Json mappedBlock(const Json &block)
{
    if (!isKnownBlock(block))
        return Json::object({{u"type"_s, Json::string(u"text")},
            {u"text"_s, Json::string(QString::fromUtf8(block.toBytes()))}});
    const QString type = block.member("type"_L1).toString();
    if (block.member("mimeType"_L1).isString() || (type != "image"_L1 && type != "audio"_L1))
        return block;
    return withMember(block, u"mimeType",
        Json::string(type == "image"_L1 ? u"application/octet-stream" : u"audio/octet-stream"));
}

Result<McpResult> toolEnvelope(const Json &result, const QString &sourceName)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"tools/call"_s));
    if (RestoredEnvelope served = envelopeFromCallToolResult(result); served.isRestored) {
        served.envelope.isClaimed = true;
        return McpResult{std::move(served.envelope), {}, served.wasWrapped};
    }
    QStringList remarks;
    McpMeta meta;
    const Json isError = result.member("isError"_L1);
    meta.isError = isError.toBoolean();
    if (!isError.isAbsent() && !isError.isBoolean())
        remarks.append(
            u"isError is %1, expected a boolean; read as false."_s.arg(JsonRpc::kindText(isError)));
    meta.content = mappedContent(result.member("content"_L1), remarks);
    if (const Json structured = result.member("structuredContent"_L1); !structured.isNull())
        meta.structuredContent = structured;
    meta.meta = objectOrAbsent(result.member("_meta"_L1));
    if (result.member("content"_L1).isAbsent() && meta.structuredContent.isAbsent())
        remarks.append(u"The result has neither content nor structuredContent."_s);
    const Json data = meta.structuredContent.isAbsent() ? meta.content : meta.structuredContent;
    return McpResult{mcpEnvelope(data, std::move(meta)), remarks};
}

Result<McpResult> resourceEnvelope(const Json &result, const QString &sourceName)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"resources/read"_s));
    QStringList remarks;
    const Json contents = result.member("contents"_L1);
    if (!contents.isArray())
        remarks.append(u"contents is %1, expected an array."_s.arg(JsonRpc::kindText(contents)));
    QList<Json> blocks;
    for (const Json &one : contents.items())
        blocks.append(
            mappedBlock(Json::object({{u"type"_s, Json::string(u"resource")}, {u"resource"_s, one}})));
    McpMeta meta;
    meta.content = Json::array(blocks);
    meta.meta = objectOrAbsent(result.member("_meta"_L1));
    return McpResult{mcpEnvelope(contents, std::move(meta)), remarks};
}

Result<McpResult> promptEnvelope(const Json &result, const QString &sourceName)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"prompts/get"_s));
    QStringList remarks;
    const Json messages = result.member("messages"_L1);
    if (!messages.isArray())
        remarks.append(u"messages is %1, expected an array."_s.arg(JsonRpc::kindText(messages)));
    QList<Json> blocks;
    for (const Json &message : messages.items()) {
        const Json content = message.member("content"_L1);
        if (content.isArray()) {
            for (const Json &block : content.items())
                blocks.append(mappedBlock(block));
        } else if (!content.isAbsent()) {
            blocks.append(mappedBlock(content));
        }
    }
    McpMeta meta;
    meta.content = Json::array(blocks);
    meta.meta = objectOrAbsent(result.member("_meta"_L1));
    return McpResult{mcpEnvelope(withoutMember(result, u"_meta"), std::move(meta)), remarks};
}

} // namespace Workbench
