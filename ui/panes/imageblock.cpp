// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/imageblock.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"

#include <QBuffer>
#include <QImageReader>
#include <QPainter>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int maxSide = 16'384;
constexpr qint64 maxPixels = 64'000'000;
constexpr qint64 maxBase64 = 96LL << 20;
constexpr int captionHeight = 20;

QByteArray formatOf(const QByteArray &bytes)
{
    if (bytes.startsWith("\x89PNG\r\n\x1a\n"))
        return "png";
    if (bytes.startsWith("\xff\xd8\xff"))
        return "jpeg";
    if (bytes.startsWith("GIF87a") || bytes.startsWith("GIF89a"))
        return "gif";
    if (bytes.startsWith("RIFF") && bytes.sliced(8).startsWith("WEBP"))
        return "webp";
    return {};
}

} // namespace

ImageBlock::ImageBlock(const QString &mimeType, const QByteArray &base64, QWidget *parent)
    : QWidget(parent)
    , m_mimeType(mimeType)
    , m_bytes(base64.size() / 4 * 3)
    , m_caption(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this))
{
    setObjectName(u"imageBlock"_s);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_caption->setObjectName(u"imageCaption"_s);
    m_caption->setText(tr("image, %1, %2").arg(m_mimeType, sizeText(m_bytes)));
    m_caption->setGeometry(0, 0, 2000, captionHeight);
    setAccessibleName(m_caption->text());
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &ImageBlock::finished);
    m_watcher.setFuture(QtConcurrent::run(&ImageBlock::decode, base64));
}

ImageBlock::Decoded ImageBlock::decode(const QByteArray &base64)
{
    Decoded decoded;
    if (base64.size() > maxBase64) {
        decoded.problem = tr("too large to be shown");
        return decoded;
    }
    const auto bytes = QByteArray::fromBase64Encoding(base64, QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes) {
        decoded.problem = tr("not base64");
        return decoded;
    }
    const QByteArray format = bytes.decoded.size() < 12 ? QByteArray() : formatOf(bytes.decoded);
    if (format.isEmpty()) {
        decoded.problem = tr("not an image of a known type");
        return decoded;
    }
    decoded.format = QString::fromLatin1(format);
    QBuffer buffer;
    buffer.setData(bytes.decoded);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, format);
    const QSize size = reader.size();
    if (!size.isValid() || size.isEmpty()) {
        decoded.problem = tr("broken, or of a type that cannot be read here");
        return decoded;
    }
    if (size.width() > maxSide || size.height() > maxSide
        || qint64(size.width()) * size.height() > maxPixels) {
        decoded.problem = tr("too many pixels (%1 × %2)").arg(size.width()).arg(size.height());
        return decoded;
    }
    decoded.image = reader.read();
    if (decoded.image.isNull())
        decoded.problem = tr("broken");
    return decoded;
}

void ImageBlock::finished()
{
    const Decoded decoded = m_watcher.result();
    m_image = decoded.image;
    const QString facts = tr("image, %1, %2").arg(m_mimeType, sizeText(m_bytes));
    m_caption->setText(m_image.isNull()
            ? u"%1: %2"_s.arg(facts, decoded.problem)
            : u"%1, %2 × %3"_s.arg(facts).arg(m_image.width()).arg(m_image.height()));
    setAccessibleName(m_caption->text());
    updateGeometry();
    update();
}

QSize ImageBlock::scaled(int width) const
{
    if (m_image.isNull())
        return {};
    return m_image.width() <= width
        ? m_image.size()
        : QSize(width, std::max(1, int(qint64(m_image.height()) * width / m_image.width())));
}

int ImageBlock::heightForWidth(int width) const
{
    return captionHeight + (m_image.isNull() ? 0 : 4 + scaled(width).height());
}

QSize ImageBlock::sizeHint() const
{
    return {std::max(120, m_image.width()), heightForWidth(std::max(120, m_image.width()))};
}

void ImageBlock::paintEvent(QPaintEvent *)
{
    if (m_image.isNull())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRect(QPoint(0, captionHeight + 4), scaled(width())), m_image);
}

} // namespace Workbench::Ui
