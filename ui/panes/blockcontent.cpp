// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/blockcontent.h"

#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "ui/models/jsonrow.h"

#include <QDateTime>
#include <QLocale>
#include <QMimeDatabase>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString audienceText(const QString &name)
{
    if (name == "user"_L1)
        return BlockContent::tr("for the user");
    if (name == "assistant"_L1)
        return BlockContent::tr("for the assistant");
    return BlockContent::tr("for \"%1\"").arg(visibleText(name, false, 40));
}

QString annotationsText(const McpAnnotations &annotations)
{
    QStringList texts;
    for (const QString &role : annotations.audience)
        texts.append(audienceText(role));
    if (!annotations.priority.isAbsent())
        texts.append(BlockContent::tr("priority %1").arg(previewText(annotations.priority, 40)));
    if (const Json changed = annotations.lastModified; !changed.isAbsent()) {
        const QDateTime at = QDateTime::fromString(changed.toString(), Qt::ISODateWithMs);
        texts.append(BlockContent::tr("last modified %1")
                .arg(at.isValid() ? QLocale().toString(at, QLocale::ShortFormat) : previewText(changed, 60)));
    }
    return texts.join(u" · "_s);
}

QString bareType(const QString &mimeType)
{
    return visibleText(mimeType.section(u';', 0, 0).trimmed().toLower(), false, 100);
}

bool isJsonType(const QString &mimeType)
{
    return mimeType == "application/json"_L1 || mimeType.endsWith("+json"_L1);
}

bool isMarkdownType(const QString &mimeType)
{
    return mimeType == "text/markdown"_L1 || mimeType == "text/x-markdown"_L1;
}

//! Returns "PNG" for "image/png" and "Markdown" for "text/markdown".
QString typeText(const QString &mimeType)
{
    if (isMarkdownType(mimeType))
        return BlockContent::tr("Markdown");
    if (isJsonType(mimeType))
        return u"JSON"_s;
    for (const QLatin1StringView group : {"image/"_L1, "audio/"_L1}) {
        if (mimeType.startsWith(group))
            return mimeType.sliced(group.size()).toUpper();
    }
    return mimeType == "text/plain"_L1 ? QString() : mimeType;
}

qint64 decodedSize(QByteArrayView base64)
{
    return base64.size() / 4 * 3 - (base64.endsWith("==") ? 2 : base64.endsWith('=') ? 1 : 0);
}

BlockContent::Kind textKind(const QString &mimeType, const QString &name)
{
    const auto isNamed = [&](QLatin1StringView suffix) {
        return mimeType.isEmpty() && name.endsWith(suffix, Qt::CaseInsensitive);
    };
    if (isMarkdownType(mimeType) || isNamed(".md"_L1))
        return BlockContent::Kind::Markdown;
    if (isJsonType(mimeType) || isNamed(".json"_L1))
        return BlockContent::Kind::Json;
    return BlockContent::Kind::Text;
}

bool isTextType(const QString &mimeType)
{
    return mimeType.startsWith("text/"_L1) || isJsonType(mimeType);
}

void hold(BlockContent &content, const Json &held, bool isBase64)
{
    content.held = held;
    if (held.isString())
        content.size = isBase64 ? decodedSize(held.utf8()) : held.utf8().size();
}

//! Returns the last part of the path of \a uri that is not empty, or the whole \a uri. Decodes
//! percent-encoded characters unless one is a slash or a backslash, which would make another path.
QString resourceName(const QString &uri)
{
    const QString path = uri.section(u'?', 0, 0).section(u'#', 0, 0);
    const QString last = path.section(u'/', -1, -1, QString::SectionSkipEmpty);
    const QString decoded = QUrl::fromPercentEncoding(last.toUtf8());
    const bool isName = !decoded.contains(u'/') && !decoded.contains(u'\\');
    return visibleText(last.isEmpty() ? uri : isName ? decoded : last, false, 100);
}

//! Returns whether the bytes begin as those of an image that ImageBlock decodes.
bool isImage(QByteArrayView base64)
{
    constexpr qsizetype most = 16; // 12 bytes
    const QByteArray head = QByteArray::fromBase64(base64.first(std::min(base64.size(), most)).toByteArray());
    return head.startsWith("\x89PNG\r\n\x1a\n") || head.startsWith("\xff\xd8\xff")
        || head.startsWith("GIF87a") || head.startsWith("GIF89a")
        || (head.startsWith("RIFF") && head.endsWith("WEBP"));
}

//! \a base64: a string. Its first bytes decide if the type says nothing about them.
BlockContent::Kind binaryKind(const QString &mimeType, const Json &base64)
{
    if (mimeType.startsWith("image/"_L1))
        return BlockContent::Kind::Image;
    if (mimeType.startsWith("audio/"_L1))
        return BlockContent::Kind::Audio;
    const bool isAnyType = mimeType.isEmpty() || mimeType == "application/octet-stream"_L1;
    return isAnyType && isImage(base64.utf8()) ? BlockContent::Kind::Image : BlockContent::Kind::Binary;
}

//! Replaces the base64 of a text by the text. Leaves it as it is if it is long, or not base64 of UTF-8.
void decodeText(BlockContent &content)
{
    constexpr qint64 mostBytes = 1 << 20; // decoded at once, because Copy and Text take the whole text
    if (content.kind != BlockContent::Kind::Binary || content.size < 0 || content.size > mostBytes)
        return;
    const auto decoded = QByteArray::fromBase64Encoding(
        content.held.utf8().toByteArray(), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || !decoded.decoded.isValidUtf8())
        return;
    content.encoded = content.held;
    content.held = Json::string(QString::fromUtf8(decoded.decoded));
    content.kind = textKind(content.mimeType, content.name);
}

//! Returns the type of a resource link with what the server says about its target: "resource link · PNG".
QString linkText(const McpBlock &link, const QString &mimeType)
{
    const QString type = typeText(mimeType);
    const std::optional<qint64> bytes = link.raw.member("size"_L1).toInteger();
    QStringList texts{BlockContent::tr("resource link"), type.isEmpty() ? mimeType : type,
        bytes && *bytes >= 0 ? sizeText(*bytes) : QString()};
    texts.removeAll({});
    return texts.join(u" · "_s);
}

//! Sets the kind, and the name of content that has no name of its own.
void setKind(BlockContent &content, BlockContent::Kind kind)
{
    content.kind = kind;
    content.name = kind == BlockContent::Kind::Image ? BlockContent::tr("Image")
        : kind == BlockContent::Kind::Audio          ? BlockContent::tr("Audio")
        : kind == BlockContent::Kind::Binary         ? BlockContent::tr("Data")
                                                     : BlockContent::tr("Text");
}

} // namespace

bool isMedia(const McpBlock &block)
{
    const BlockContent::Kind kind =
        block.isBase64 ? binaryKind(bareType(block.mimeType), block.held) : BlockContent::Kind::Text;
    return block.kind == McpBlock::Kind::Image || block.kind == McpBlock::Kind::Audio
        || kind == BlockContent::Kind::Image || kind == BlockContent::Kind::Audio;
}

BlockContent contentOf(const McpBlock &block, const QString &listedType)
{
    const bool isListed = block.kind == McpBlock::Kind::Resource && block.mimeType.isEmpty();
    BlockContent content;
    content.annotations = annotationsText(block.annotations);
    content.uri = block.uri;
    content.mimeType = bareType(isListed ? listedType : block.mimeType);
    content.type = typeText(content.mimeType);
    hold(content, block.held, block.isBase64);
    switch (block.kind) {
    case McpBlock::Kind::Text: setKind(content, BlockContent::Kind::Text); break;
    case McpBlock::Kind::Image: setKind(content, BlockContent::Kind::Image); break;
    case McpBlock::Kind::Audio: setKind(content, BlockContent::Kind::Audio); break;
    case McpBlock::Kind::ResourceLink:
        content.kind = BlockContent::Kind::Link;
        content.name = visibleText(block.name, false, 200);
        content.type = linkText(block, content.mimeType);
        content.description = visibleText(block.raw.member("description"_L1).toString(), true, 2000);
        break;
    case McpBlock::Kind::Resource:
        content.name = resourceName(block.uri);
        content.kind = block.isBase64 ? binaryKind(content.mimeType, block.held)
                                      : textKind(content.mimeType, content.name);
        if (block.isBase64 && isTextType(content.mimeType))
            decodeText(content);
        break;
    case McpBlock::Kind::Unknown:
        content.name = block.type.isEmpty()
            ? BlockContent::tr("Block without a type")
            : BlockContent::tr("Block of type \"%1\"").arg(visibleText(block.type, false, 60));
        content.type = BlockContent::tr("as received");
        hold(content, Json::string(QString::fromUtf8(block.raw.toBytes())), false);
        break;
    }
    return content;
}

std::optional<QString> contentTypeOf(const Outcome &outcome)
{
    const auto *http = std::get_if<HttpMeta>(&outcome.envelope.meta());
    return http ? std::optional(http->contentType) : std::nullopt;
}

BlockContent bodyContent(const Json &body, const std::optional<QString> &contentType)
{
    const bool isBinary = contentType && isBinaryMedia(*contentType);
    BlockContent content;
    content.mimeType = bareType(contentType.value_or(QString()));
    content.type = typeText(content.mimeType);
    setKind(content, isBinary ? binaryKind(content.mimeType, body) : textKind(content.mimeType, {}));
    hold(content, body, isBinary);
    return content;
}

QString BlockContent::fileName() const
{
    const bool isFromUri = !uri.isEmpty() && !name.isEmpty();
    const QString base = isFromUri ? name : kind == Kind::Unknown ? u"block"_s : name.toLower();
    if (isFromUri && name.contains(u'.'))
        return base;
    QString suffix = QMimeDatabase().mimeTypeForName(mimeType).preferredSuffix();
    if (suffix.isEmpty())
        suffix = kind == Kind::Unknown || kind == Kind::Json ? u"json"_s : isText() ? u"txt"_s : u"bin"_s;
    return base + u'.' + suffix;
}

Result<QByteArray> BlockContent::bytes() const
{
    const bool isEncoded = !encoded.isAbsent();
    const QByteArray text = (isEncoded ? encoded : held).utf8().toByteArray();
    if (isText() && !isEncoded)
        return text;
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (decoded)
        return decoded.decoded;
    return std::unexpected(Error{.kind = ErrorKind::Protocol,
        .code = u"content.base64"_s,
        .message = BlockContent::tr("The content of the block is not valid base64.")});
}

} // namespace Workbench::Ui
