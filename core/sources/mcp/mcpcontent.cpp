// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpcontent.h"

#include "core/base/visibletext.h"
#include "core/envelope/mcpblock.h"
#include "core/envelope/restoredenvelope.h"
#include "core/json/jsonbuilder.h"
#include "core/sources/mcp/jsonrpc.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownType = 60;

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

template <typename Blocks> void mapBlocks(const Blocks &received, McpMeta &meta, QStringList &remarks)
{
    QList<Json> blocks;
    for (const Json &block : received) {
        if (McpBlock::read(block).kind == McpBlock::Kind::Unknown) {
            meta.unknownBlocks.append(blocks.size());
            if (remarks.size() < 20)
                remarks.append(remarkOn(block, blocks.size()));
        }
        blocks.append(mappedBlock(block));
    }
    meta.content = Json::array(blocks);
}

void mapContent(const Json &content, McpMeta &meta, QStringList &remarks)
{
    meta.content = Json::emptyArray();
    if (content.isAbsent()) // allowed beside structuredContent only, and harmless without
        return;
    if (!content.isArray()) {
        remarks.append(u"content is %1, expected an array."_s.arg(JsonRpc::kindText(content)));
        mapBlocks(QList<Json>{content}, meta, remarks);
        return;
    }
    mapBlocks(content.items(), meta, remarks);
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
    const McpBlock known = McpBlock::read(block);
    if (known.kind == McpBlock::Kind::Unknown)
        return Json::object({{u"type"_s, Json::string(u"text")},
            {u"text"_s, Json::string(QString::fromUtf8(block.toBytes()))}});
    const bool isImage = known.kind == McpBlock::Kind::Image;
    if (block.member("mimeType"_L1).isString() || (!isImage && known.kind != McpBlock::Kind::Audio))
        return block;
    return withMember(
        block, u"mimeType", Json::string(isImage ? u"application/octet-stream" : u"audio/octet-stream"));
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
    mapContent(result.member("content"_L1), meta, remarks);
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
        blocks.append(McpBlock::ofResource(one).raw);
    McpMeta meta;
    mapBlocks(blocks, meta, remarks);
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
    for (const McpMessage &message : messagesOf(result)) {
        for (const McpBlock &block : message.blocks)
            blocks.append(block.raw);
    }
    McpMeta meta;
    mapBlocks(blocks, meta, remarks);
    meta.meta = objectOrAbsent(result.member("_meta"_L1));
    return McpResult{mcpEnvelope(withoutMember(result, u"_meta"), std::move(meta)), remarks};
}

Result<McpResult> taskEnvelope(const Json &result, const QString &sourceName)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"a request about tasks"_s));
    McpMeta meta;
    meta.content = Json::emptyArray();
    meta.meta = objectOrAbsent(result.member("_meta"_L1));
    return McpResult{mcpEnvelope(withoutMember(result, u"_meta"), std::move(meta)), {}};
}

} // namespace Workbench
