// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/icons.h"

#include <QCache>
#include <QFile>
#include <QIconEngine>
#include <QLoggingCategory>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(iconLog, "workbench.icons")

struct PictureKey {
    QString name;
    QSize size;
    qreal ratio = 1;
    QRgb color = 0;

    friend bool operator==(const PictureKey &, const PictureKey &) = default;
    friend size_t qHash(const PictureKey &key, size_t seed = 0)
    {
        return qHashMulti(seed, key.name, key.size.width(), key.size.height(), key.ratio, key.color);
    }
};

QCache<PictureKey, QPixmap> &pictures()
{
    static QCache<PictureKey, QPixmap> cache(512);
    return cache;
}

QByteArray source(const QString &name)
{
    static QHash<QString, QByteArray> sources;
    const auto found = sources.constFind(name);
    if (found != sources.constEnd())
        return *found;
    QFile file(u":/workbench/icons/"_s + name + u".svg"_s);
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    sources.insert(name, bytes);
    return bytes;
}

//! Returns \a svg in \a color. From 24 pixels on the stroke stays 1.4 pixels, so that large icons are not
//! heavy.
QByteArray colored(QByteArray svg, const QColor &color, int logicalSize)
{
    svg.replace("currentColor", color.name().toLatin1());
    if (logicalSize >= 24)
        svg.replace("stroke-width=\"1.2\"",
            QByteArray("stroke-width=\"" + QByteArray::number(1.4 * 16 / logicalSize, 'f', 3) + '"'));
    return svg;
}

QPixmap picture(const QString &name, const QSize &size, qreal ratio, const QColor &color)
{
    const PictureKey key{name, size, ratio, color.rgb()};
    if (const QPixmap *known = pictures().object(key))
        return *known;
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    const int side = qMin(size.width(), size.height());
    QSvgRenderer renderer(colored(source(name), color, qRound(side / ratio)));
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF((size.width() - side) / 2, (size.height() - side) / 2, side, side));
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    pictures().insert(key, new QPixmap(pixmap));
    return pixmap;
}

//! Draws one of our SVG icons in a colour of the theme that is current at the moment of painting.
class IconEngine : public QIconEngine {
public:
    IconEngine(const QString &name, ColorRole role)
        : m_name(name)
        , m_role(role)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatio() : 1;
        painter->drawPixmap(rect, scaledPixmap(rect.size(), mode, state, ratio));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        return picture(m_name, (QSizeF(size) * scale).toSize(), scale, colorFor(mode, state));
    }

    QSize actualSize(const QSize &size, QIcon::Mode, QIcon::State) override { return size; }
    QList<QSize> availableSizes(QIcon::Mode, QIcon::State) override { return {{16, 16}, {24, 24}, {32, 32}}; }
    QString iconName() override { return m_name; }
    QString key() const override { return u"workbench"_s; }
    bool isNull() override { return false; }
    QIconEngine *clone() const override { return new IconEngine(m_name, m_role); }

private:
    QColor colorFor(QIcon::Mode mode, QIcon::State state) const
    {
        const Theme &theme = Theme::ofApplication();
        if (mode == QIcon::Disabled)
            return theme.color(ColorRole::Disabled);
        if (state == QIcon::On && m_role == ColorRole::TextSecond)
            return theme.color(ColorRole::Accent);
        return theme.color(m_role);
    }

    QString m_name;
    ColorRole m_role;
};

} // namespace

QIcon icon(const QString &name, ColorRole role)
{
    if (source(name).isEmpty()) {
        qCWarning(iconLog, "There is no icon named \"%ls\"", qUtf16Printable(name));
        return {};
    }
    return QIcon(new IconEngine(name, role));
}

QIcon applicationIcon()
{
    QSvgRenderer renderer(u":/workbench/org.envelopeworkbench.EnvelopeWorkbench.svg"_s);
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

void paintIcon(QPainter *painter, const QRect &rect, const QString &name, const QColor &color)
{
    const qreal ratio = painter->device() ? painter->device()->devicePixelRatio() : 1;
    const int side = qMin(rect.width(), rect.height());
    const QPoint corner = rect.topLeft() + QPoint((rect.width() - side) / 2, (rect.height() - side) / 2);
    painter->drawPixmap(
        QRect(corner, QSize(side, side)), picture(name, (QSizeF(side, side) * ratio).toSize(), ratio, color));
}

void clearIconCache()
{
    pictures().clear();
}

} // namespace Workbench::Ui
