// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/mcp/mcpcontent.h"

#include "core/envelope/mcpblock.h"
#include "core/json/jsonbuilder.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcprevisions.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json objectOrAbsent(const Json &value)
{
    return value.isObject() ? value : Json();
}

Error noObject(const Json &result, const QString &sourceName, const QString &method)
{
    return {ErrorKind::Protocol, u"mcp.bad-result"_s,
        u"\"%1\" answered %2 with %3, expected an object."_s.arg(
            sourceName, method, JsonRpc::kindText(result))};
}

//! Returns an envelope whose data is \a result without its "_meta".
McpResult besideMeta(const Json &result, McpMeta meta)
{
    meta.meta = objectOrAbsent(result.member("_meta"_L1));
    if (meta.meta.isAbsent() && result.hasMember("_meta"_L1))
        meta.result = result;
    return McpResult{mcpEnvelope(withoutMember(result, u"_meta"), std::move(meta))};
}

} // namespace

Result<McpResult> toolEnvelope(const Json &result, const QString &sourceName, const QString &revision)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"tools/call"_s));
    RestoredEnvelope served = envelopeFromCallToolResult(result, mcpModernRevisions().contains(revision));
    served.envelope.isClaimed = served.isRestored;
    return McpResult{std::move(served.envelope), served.wasWrapped};
}

Result<McpResult> resourceEnvelope(const Json &result, const QString &sourceName, const QString &)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"resources/read"_s));
    const Json contents = result.member("contents"_L1);
    QList<Json> blocks;
    for (const Json &one : contents.items())
        blocks.append(McpBlock::ofResource(one).raw);
    McpMeta meta;
    meta.content = Json::array(blocks);
    meta.meta = objectOrAbsent(result.member("_meta"_L1));
    static const QStringList told{u"contents"_s, u"_meta"_s, u"resultType"_s, u"ttlMs"_s,
        u"cacheScope"_s}; // the last three belong to the protocol
    const bool isTold = contents.isArray()
        && std::ranges::all_of(
            result.members(), [](const Json::Members::Entry &entry) { return told.contains(entry.key()); });
    if (!isTold || (meta.meta.isAbsent() && result.hasMember("_meta"_L1)))
        meta.result = result;
    const Json data = contents.isAbsent() || contents.isNull() ? result : contents;
    return McpResult{mcpEnvelope(data, std::move(meta))};
}

Result<McpResult> promptEnvelope(const Json &result, const QString &sourceName, const QString &)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"prompts/get"_s));
    QList<Json> blocks;
    for (const McpMessage &message : messagesOf(result)) {
        for (const McpBlock &block : message.blocks)
            blocks.append(block.raw);
    }
    McpMeta meta;
    meta.content = Json::array(blocks);
    return besideMeta(result, std::move(meta));
}

Result<McpResult> taskEnvelope(const Json &result, const QString &sourceName, const QString &)
{
    if (!result.isObject())
        return std::unexpected(noObject(result, sourceName, u"a request about tasks"_s));
    McpMeta meta;
    meta.content = Json::emptyArray();
    return besideMeta(result, std::move(meta));
}

} // namespace Workbench
