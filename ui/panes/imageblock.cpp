// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/imageblock.h"

#include "ui/theme/theme.h"
#include "ui/theme/zoom.h"

#include <QBuffer>
#include <QImageReader>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int maxSide = 16'384;
constexpr qint64 maxBase64 = 96LL << 20;
constexpr int minPercent = 5;
constexpr int maxPercent = 800;

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

ImageBlock::ImageBlock(const QByteArray &base64, QWidget *parent, const std::shared_ptr<ImageRoom> &room)
    : QAbstractScrollArea(parent)
{
    setObjectName(u"imageBlock"_s);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &ImageBlock::finished);
    m_watcher.setFuture(QtConcurrent::run(&ImageBlock::decode, base64, room));
}

ImageBlock::~ImageBlock()
{
    m_watcher.cancel(); // an image that still waits for a thread is not decoded
}

ImageBlock::Decoded ImageBlock::decode(const QByteArray &base64, const std::shared_ptr<ImageRoom> &room)
{
    const auto refused = [](const QString &problem) { return Decoded{.problem = problem}; };
    if (base64.size() > maxBase64)
        return refused(tr("too large to show"));
    const auto bytes = QByteArray::fromBase64Encoding(base64, QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes)
        return refused(tr("not valid base64"));
    const QByteArray format = bytes.decoded.size() < 12 ? QByteArray() : formatOf(bytes.decoded);
    if (format.isEmpty())
        return refused(tr("not an image of a known type"));
    QBuffer buffer;
    buffer.setData(bytes.decoded);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, format);
    const QSize size = reader.size();
    if (!size.isValid() || size.isEmpty())
        return refused(tr("damaged, or its type is not supported"));
    const qint64 pixels = qint64(size.width()) * size.height();
    if (size.width() > maxSide || size.height() > maxSide || pixels > ImageRoom::maxPixels)
        return refused(tr("too many pixels (%1 × %2)").arg(size.width()).arg(size.height()));
    if (room && !room->take(pixels))
        return refused(tr("not shown: the other images have too many pixels"));
    const QImage image = reader.read();
    return image.isNull() ? refused(tr("damaged")) : Decoded{image, QString::fromLatin1(format)};
}

void ImageBlock::finished()
{
    if (m_watcher.isCanceled())
        return;
    const Decoded result = m_watcher.result();
    m_image = result.image;
    m_problem = result.problem;
    setAccessibleName(facts());
    updateScrollBar();
    Q_EMIT decoded();
}

QString ImageBlock::facts() const
{
    return m_image.isNull() ? m_problem : u"%1 × %2"_s.arg(m_image.width()).arg(m_image.height());
}

void ImageBlock::fit()
{
    m_percent = 0;
    updateScrollBar();
    Q_EMIT zoomed();
}

void ImageBlock::zoom(int steps)
{
    const int wanted = steps > 0 ? percent() << steps : percent() >> -steps;
    if (m_image.isNull() || wanted < minPercent || wanted > maxPercent)
        return;
    m_percent = wanted;
    updateScrollBar();
    Q_EMIT zoomed();
}

int ImageBlock::percent() const
{
    if (m_percent > 0 || m_image.isNull())
        return m_percent;
    return std::max(1, scaled(viewport()->width()).width() * 100 / m_image.width());
}

QSize ImageBlock::scaled(int width) const
{
    if (m_image.isNull())
        return {};
    const qint64 own = m_image.width();
    const qint64 shown = m_percent > 0 ? own * m_percent / 100 : std::min<qint64>(own, width);
    return {std::max(1, int(shown)), std::max(1, int(m_image.height() * shown / own))};
}

void ImageBlock::updateScrollBar()
{
    const int hidden = scaled(viewport()->width()).width() - viewport()->width();
    horizontalScrollBar()->setRange(0, std::max(0, hidden));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(40);
    updateGeometry();
    viewport()->update();
}

int ImageBlock::heightForWidth(int width) const
{
    const QSize size = scaled(width);
    return size.height() + (size.width() > width ? horizontalScrollBar()->sizeHint().height() : 0);
}

QSize ImageBlock::sizeHint() const
{
    const int width = std::max(120, m_image.width());
    return {width, heightForWidth(width)};
}

QSize ImageBlock::minimumSizeHint() const
{
    return {40, 0};
}

void ImageBlock::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
    Q_EMIT zoomed(); // the percentage of an image that fits the width changes
}

void ImageBlock::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(1); break;
    case Qt::Key_Minus: zoom(-1); break;
    case Qt::Key_0: fit(); break;
    case Qt::Key_Left: horizontalScrollBar()->triggerAction(QScrollBar::SliderSingleStepSub); break;
    case Qt::Key_Right: horizontalScrollBar()->triggerAction(QScrollBar::SliderSingleStepAdd); break;
    default: event->ignore(); // up and down scroll the view
    }
}

void ImageBlock::wheelEvent(QWheelEvent *event)
{
    const int turned = event->angleDelta().y();
    if (event->modifiers() & Qt::ControlModifier && turned != 0)
        zoom(turned > 0 ? 1 : -1);
    else
        event->ignore(); // the wheel scrolls the view
}

bool ImageBlock::event(QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        viewport()->update();
    return QAbstractScrollArea::event(event);
}

void ImageBlock::paintEvent(QPaintEvent *)
{
    if (m_image.isNull())
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, percent() < 200); // shows single pixels
    painter.drawImage(
        QRect(QPoint(-horizontalScrollBar()->value(), 0), scaled(viewport()->width())), m_image);
    if (!hasFocus())
        return;
    painter.setPen(Theme::of(this).color(ColorRole::Accent));
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

} // namespace Workbench::Ui

#include "moc_imageblock.cpp"
