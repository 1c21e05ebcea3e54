// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/pagetabbar.h"

#include "ui/theme/icons.h"
#include "ui/theme/styleparts_p.h"

#include <QMouseEvent>
#include <QPainter>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int narrowest = 112;
constexpr int widestTab = 206;
constexpr int designedSize = 13; // type size that these widths are for, in pixels
constexpr int inset = 12;
constexpr int tabGap = 8;
constexpr int crossSide = 20;

QFont nameFont(const Theme &theme, bool isPreview)
{
    QFont font = theme.font(FontRole::Body);
    font.setItalic(isPreview);
    return font;
}

} // namespace

PageTabBar::PageTabBar(QWidget *parent)
    : QTabBar(parent)
{
    setMovable(true);
    setExpanding(false);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideNone);
    setMouseTracking(true);
}

void PageTabBar::setPageTab(int index, const PageTab &tab)
{
    if (tabData(index).isValid() && pageTab(index) == tab)
        return;
    setTabData(index, QVariant::fromValue(tab));
    setTabText(index, QString(tab.name).replace(u'&', u"&&"_s)); // an ampersand in a name is not a mnemonic
    setAccessibleTabName(index, tab.detail.isEmpty() ? tab.name : tr("%1, %2").arg(tab.name, tab.detail));
}

PageTab PageTabBar::pageTab(int index) const
{
    return tabData(index).value<PageTab>();
}

QSize PageTabBar::tabSizeHint(int index) const
{
    const Theme &theme = Theme::of(this);
    const PageTab tab = pageTab(index);
    const QFont body = nameFont(theme, tab.isPreview);
    const int name = QFontMetrics(body).horizontalAdvance(tab.name);
    const int detail = QFontMetrics(theme.font(FontRole::Small)).horizontalAdvance(tab.detail);
    constexpr int rounding = 2; // the metrics round down
    const int around = inset + StyleParts::iconSide + tabGap + rounding + 4 + crossSide + tabGap;
    const int size = body.pixelSize();
    return {std::clamp(std::max(name, detail) + around, narrowest * size / designedSize,
                widestTab * size / designedSize),
        std::max(36, 36 * size / designedSize)};
}

QRect PageTabBar::crossRect(int index) const
{
    const QRect tab = tabRect(index);
    const QRect place(
        tab.right() + 1 - tabGap - crossSide, tab.center().y() + 1 - crossSide / 2, crossSide, crossSide);
    return isRightToLeft() ? QStyle::visualRect(Qt::RightToLeft, tab, place) : place;
}

int PageTabBar::crossAt(const QPoint &position) const
{
    const int index = tabAt(position);
    return index >= 0 && crossRect(index).contains(position) ? index : -1;
}

void PageTabBar::paintTab(QPainter *painter, const QStyleOptionTab &option) const
{
    const Theme &theme = Theme::of(this);
    const PageTab tab = pageTab(option.tabIndex);
    const bool isCurrent = option.state & QStyle::State_Selected;
    const bool hasCross = isCurrent || option.state & QStyle::State_MouseOver;
    const QRect cross =
        crossRect(option.tabIndex).translated(option.rect.topLeft() - tabRect(option.tabIndex).topLeft());
    QRect rect = option.rect.adjusted(inset, 1, hasCross ? -tabGap - crossSide - 4 : -tabGap, 0);
    paintIcon(painter, QRect(rect.left(), rect.center().y() - 7, StyleParts::iconSide, StyleParts::iconSide),
        tab.iconName, theme.color(tab.color));
    rect.setLeft(rect.left() + StyleParts::iconSide + tabGap);
    painter->save();
    constexpr int flags = Qt::AlignLeft | Qt::TextSingleLine | Qt::TextDontClip;
    const auto line = [&](const QFont &font, const QString &text, ColorRole color, int top) {
        painter->setFont(font);
        painter->setPen(theme.color(color));
        const QFontMetrics metrics(font);
        painter->drawText(QRect(rect.left(), top, rect.width(), metrics.height()), flags,
            metrics.elidedText(text, Qt::ElideRight, rect.width()));
    };
    const QFont name = nameFont(theme, tab.isPreview);
    const QFont small = theme.font(FontRole::Small);
    const int nameHeight = QFontMetrics(name).height();
    const int overlap = 2; // the lines are closer than in a text
    const int height =
        tab.detail.isEmpty() ? nameHeight : nameHeight - overlap + QFontMetrics(small).height();
    const int top = rect.top() + (rect.height() - height) / 2;
    line(name, tab.name, isCurrent ? ColorRole::Text : ColorRole::TextSecond, top);
    if (!tab.detail.isEmpty())
        line(small, tab.detail, tab.color, top + nameHeight - overlap);
    if (hasCross) {
        const bool isHot = m_hotCross == option.tabIndex;
        if (isHot)
            StyleParts::roundedRect(painter, cross, StyleParts::controlRadius,
                theme.color(ColorRole::SelectionInactive), QColor(), 0);
        paintIcon(painter, cross.adjusted(2, 2, -2, -2), u"close"_s,
            theme.color(isHot ? ColorRole::Text : ColorRole::TextSecond));
    }
    if (tab.share >= 0) {
        constexpr int thickness = 2;
        const QRect bar(rect.left(), option.rect.bottom() - thickness, rect.width(), thickness);
        painter->fillRect(bar, theme.color(ColorRole::Line));
        const QRect done(bar.topLeft(), QSize(qRound(bar.width() * tab.share), thickness));
        painter->fillRect(
            QStyle::visualRect(option.direction, bar, done), theme.color(ColorRole::AccentFill));
    }
    painter->restore();
    if (option.state & QStyle::State_HasFocus)
        StyleParts::roundedRect(painter, option.rect.adjusted(2, 4, -3, -4), StyleParts::controlRadius,
            QColor(), theme.color(ColorRole::Accent), 1);
}

void PageTabBar::mousePressEvent(QMouseEvent *event)
{
    const bool isMiddle = event->button() == Qt::MiddleButton;
    m_pressed = isMiddle                    ? tabAt(event->position().toPoint())
        : event->button() == Qt::LeftButton ? crossAt(event->position().toPoint())
                                            : -1;
    if (m_pressed < 0)
        QTabBar::mousePressEvent(event);
}

void PageTabBar::mouseMoveEvent(QMouseEvent *event)
{
    QTabBar::mouseMoveEvent(event);
    const int cross = crossAt(event->position().toPoint());
    if (cross == m_hotCross)
        return;
    m_hotCross = cross;
    update();
}

void PageTabBar::mouseReleaseEvent(QMouseEvent *event)
{
    const int pressed = std::exchange(m_pressed, -1);
    if (pressed < 0) {
        QTabBar::mouseReleaseEvent(event);
        return;
    }
    const QPoint position = event->position().toPoint();
    if (pressed == (event->button() == Qt::MiddleButton ? tabAt(position) : crossAt(position)))
        Q_EMIT tabCloseRequested(pressed);
}

} // namespace Workbench::Ui

#include "moc_pagetabbar.cpp"
