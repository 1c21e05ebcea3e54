// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/mcpblock.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostRoles = 8;

void readResourceMembers(McpBlock &block, const Json &resource)
{
    block.kind = McpBlock::Kind::Resource;
    block.uri = resource.member("uri"_L1).toString();
    block.mimeType = resource.member("mimeType"_L1).toString();
    const Json blob = resource.member("blob"_L1);
    block.isBase64 = blob.isString();
    block.held = block.isBase64 ? blob : resource.member("text"_L1);
    if (block.annotations.isEmpty())
        block.annotations = McpAnnotations::of(resource);
}

} // namespace

McpAnnotations McpAnnotations::of(const Json &holder)
{
    McpAnnotations read;
    const Json annotations = holder.member("annotations"_L1);
    const Json audience = annotations.member("audience"_L1);
    for (qsizetype i = 0; audience.isArray() && i < std::min(audience.size(), mostRoles); ++i)
        read.audience.append(audience.at(i).toString());
    read.priority = annotations.member("priority"_L1);
    read.lastModified = annotations.member("lastModified"_L1);
    return read;
}

McpBlock McpBlock::read(const Json &json)
{
    McpBlock block;
    block.raw = json;
    block.type = json.member("type"_L1).toString();
    block.annotations = McpAnnotations::of(json);
    const bool isImage = block.type == "image"_L1;
    if (block.type == "text"_L1 && json.member("text"_L1).isString()) {
        block.kind = Kind::Text;
        block.held = json.member("text"_L1);
    } else if ((isImage || block.type == "audio"_L1) && json.member("data"_L1).isString()) {
        block.kind = isImage ? Kind::Image : Kind::Audio;
        block.held = json.member("data"_L1);
        block.isBase64 = true;
        block.mimeType = json.member("mimeType"_L1).toString();
    } else if (block.type == "resource_link"_L1 && json.member("uri"_L1).isString()) {
        block.kind = Kind::ResourceLink;
        block.uri = json.member("uri"_L1).toString();
        block.mimeType = json.member("mimeType"_L1).toString();
        const Json title = json.member("title"_L1);
        block.name = (title.isString() ? title : json.member("name"_L1)).toString();
    } else if (block.type == "resource"_L1 && json.member("resource"_L1).isObject()) {
        readResourceMembers(block, json.member("resource"_L1));
    }
    return block;
}

McpBlock McpBlock::ofResource(const Json &contents)
{
    return read(Json::object({{u"type"_s, Json::string(u"resource")}, {u"resource"_s, contents}}));
}

QList<McpMessage> messagesOf(const Json &prompt)
{
    QList<McpMessage> messages;
    for (const Json &raw : prompt.member("messages"_L1).items()) {
        McpMessage message{.role = raw.member("role"_L1).toString(), .blocks = {}, .raw = raw};
        const Json content = raw.member("content"_L1);
        if (content.isArray()) {
            for (const Json &block : content.items())
                message.blocks.append(McpBlock::read(block));
        } else if (!content.isAbsent()) {
            message.blocks.append(McpBlock::read(content));
        }
        messages.append(message);
    }
    return messages;
}

} // namespace Workbench
