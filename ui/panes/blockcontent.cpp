// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/blockcontent.h"

#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "ui/models/jsonrow.h"

#include <QDateTime>
#include <QLocale>
#include <QMimeDatabase>

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
    if (isMarkdownType(mimeType) || (mimeType.isEmpty() && name.endsWith(".md"_L1)))
        return BlockContent::Kind::Markdown;
    if (isJsonType(mimeType) || (mimeType.isEmpty() && name.endsWith(".json"_L1)))
        return BlockContent::Kind::Json;
    return BlockContent::Kind::Text;
}

void hold(BlockContent &content, const Json &held, bool isBase64)
{
    content.held = held;
    if (held.isString())
        content.size = isBase64 ? decodedSize(held.utf8()) : held.utf8().size();
}

//! Returns the last part of the path of \a uri that is not empty, or the whole \a uri.
QString resourceName(const QString &uri)
{
    const QString path = uri.section(u'?', 0, 0).section(u'#', 0, 0);
    const QString last = path.section(u'/', -1, -1, QString::SectionSkipEmpty);
    return visibleText(last.isEmpty() ? uri : last, false, 100);
}

BlockContent::Kind binaryKind(const QString &mimeType)
{
    return mimeType.startsWith("image/"_L1) ? BlockContent::Kind::Image
        : mimeType.startsWith("audio/"_L1)  ? BlockContent::Kind::Audio
                                            : BlockContent::Kind::Binary;
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

BlockContent contentOf(const McpBlock &block)
{
    BlockContent content;
    content.annotations = annotationsText(block.annotations);
    content.uri = block.uri;
    content.mimeType = bareType(block.mimeType);
    content.type = typeText(content.mimeType);
    hold(content, block.held, block.isBase64);
    switch (block.kind) {
    case McpBlock::Kind::Text: setKind(content, BlockContent::Kind::Text); break;
    case McpBlock::Kind::Image: setKind(content, BlockContent::Kind::Image); break;
    case McpBlock::Kind::Audio: setKind(content, BlockContent::Kind::Audio); break;
    case McpBlock::Kind::ResourceLink:
        content.kind = BlockContent::Kind::Link;
        content.name = visibleText(block.name, false, 200);
        content.type = BlockContent::tr("resource link");
        break;
    case McpBlock::Kind::Resource:
        content.name = resourceName(block.uri);
        content.kind =
            block.isBase64 ? binaryKind(content.mimeType) : textKind(content.mimeType, content.name);
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
    setKind(content, isBinary ? binaryKind(content.mimeType) : textKind(content.mimeType, {}));
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
    const QByteArray text = held.utf8().toByteArray();
    if (isText())
        return text;
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (decoded)
        return decoded.decoded;
    return std::unexpected(Error{.kind = ErrorKind::Protocol,
        .code = u"content.base64"_s,
        .message = BlockContent::tr("The content of the block is not valid base64.")});
}

} // namespace Workbench::Ui
