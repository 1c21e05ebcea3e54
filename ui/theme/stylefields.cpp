// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/icons.h"
#include "ui/theme/styleparts_p.h"

#include <QPainter>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <QVariant>
#include <QWidget>

namespace Workbench::Ui::StyleParts {

using namespace Qt::StringLiterals;

namespace {
constexpr int arrowWidth = 24;
}

void roundedRect(QPainter *painter, const QRect &rect, qreal radius, const QColor &fill,
    const QColor &outline, qreal width)
{
    if (!fill.isValid() && !outline.isValid())
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const qreal inset = outline.isValid() ? width / 2 : 0;
    painter->setPen(outline.isValid() ? QPen(outline, width) : QPen(Qt::NoPen));
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const qreal inner = qMax<qreal>(0, radius - inset);
    painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), inner, inner);
    painter->restore();
}

bool isTextEditor(const QWidget *widget)
{
    return qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QTextEdit *>(widget);
}

bool flag(const QWidget *widget, const char *property)
{
    return widget && widget->property(property).toBool();
}

QString hintOf(const QWidget *widget)
{
    return widget ? widget->property("hint").toString() : QString();
}

QColor textColor(const Theme &theme, QStyle::State state, ColorRole role)
{
    return theme.color(state & QStyle::State_Enabled ? role : ColorRole::Disabled);
}

void field(
    QPainter *painter, const QRect &rect, const Theme &theme, QStyle::State state, const QWidget *widget)
{
    const bool enabled = state & QStyle::State_Enabled;
    const bool focused = enabled && (state & QStyle::State_HasFocus);
    ColorRole outline = enabled ? ColorRole::Outline : ColorRole::Line;
    if (flag(widget, "invalid"))
        outline = ColorRole::Error;
    else if (focused)
        outline = ColorRole::Accent;
    roundedRect(painter, rect, controlRadius, theme.color(enabled ? ColorRole::Base : ColorRole::Window),
        theme.color(outline), focused ? 2 : 1);
}

void comboBox(
    QPainter *painter, const QStyleOptionComboBox &option, const Theme &theme, const QWidget *widget)
{
    if (option.frame)
        field(painter, option.rect, theme, option.state, widget);
    paintIcon(painter, comboBoxRect(option, QStyle::SC_ComboBoxArrow), u"chevron-down"_s,
        textColor(theme, option.state, ColorRole::TextSecond));
}

void comboBoxLabel(QPainter *painter, const QStyleOptionComboBox &option, const Theme &theme)
{
    if (option.editable)
        return;
    QRect rect = comboBoxRect(option, QStyle::SC_ComboBoxEditField).adjusted(2, 0, 0, 0);
    painter->save();
    if (!option.currentIcon.isNull()) {
        const QRect place(rect.left(), rect.center().y() - 7, 16, 16);
        option.currentIcon.paint(painter, place, Qt::AlignCenter,
            option.state & QStyle::State_Enabled ? QIcon::Normal : QIcon::Disabled);
        rect.setLeft(place.right() + 7);
    }
    painter->setPen(textColor(theme, option.state));
    const QString text = painter->fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, rect.width());
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextDontClip, text);
    painter->restore();
}

QRect comboBoxRect(const QStyleOptionComboBox &option, QStyle::SubControl part)
{
    const QRect rect = option.rect;
    QRect found;
    switch (part) {
    case QStyle::SC_ComboBoxArrow:
        found = QRect(rect.right() - 21, rect.top() + (rect.height() - 16) / 2, 16, 16);
        break;
    case QStyle::SC_ComboBoxEditField: found = rect.adjusted(6, 1, -arrowWidth, -1); break;
    default: found = rect; break;
    }
    return QStyle::visualRect(option.direction, rect, found);
}

void spinBox(QPainter *painter, const QStyleOptionSpinBox &option, const Theme &theme, const QWidget *widget)
{
    if (option.frame)
        field(painter, option.rect, theme, option.state, widget);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto arrow = [&](QStyle::SubControl part, QAbstractSpinBox::StepEnabledFlag step,
                           const QString &name) {
        const bool can = (option.state & QStyle::State_Enabled) && (option.stepEnabled & step);
        const bool hovered =
            can && (option.state & QStyle::State_MouseOver) && option.activeSubControls == part;
        // the icons extend beyond their half, but their strokes do not
        const int top = option.rect.center().y() - (part == QStyle::SC_SpinBoxUp ? 12 : 1);
        paintIcon(painter, QRect(spinBoxRect(option, part).center().x() - 7, top, 16, 16), name,
            theme.color(!can  ? ColorRole::Disabled
                    : hovered ? ColorRole::Accent
                              : ColorRole::TextSecond));
    };
    arrow(QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, u"chevron-up"_s);
    arrow(QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, u"chevron-down"_s);
}

QRect spinBoxRect(const QStyleOptionSpinBox &option, QStyle::SubControl part)
{
    const QRect rect = option.rect;
    const int buttons = option.buttonSymbols == QAbstractSpinBox::NoButtons ? 2 : arrowWidth;
    QRect found;
    switch (part) {
    case QStyle::SC_SpinBoxUp:
        found = QRect(rect.right() - 23, rect.top() + 1, 22, rect.height() / 2 - 1);
        break;
    case QStyle::SC_SpinBoxDown:
        found = QRect(rect.right() - 23, rect.top() + rect.height() / 2, 22, rect.height() / 2 - 1);
        break;
    case QStyle::SC_SpinBoxEditField: found = rect.adjusted(6, 1, -buttons, -1); break;
    default: found = rect; break;
    }
    return QStyle::visualRect(option.direction, rect, found);
}

void scrollBar(QPainter *painter, const QStyleOptionSlider &option, const Theme &theme)
{
    painter->fillRect(option.rect, theme.color(ColorRole::Window));
    if (option.maximum <= option.minimum)
        return;
    QRect thumb = scrollBarRect(option, QStyle::SC_ScrollBarSlider);
    thumb = option.orientation == Qt::Vertical ? thumb.adjusted(3, 1, -3, -1) : thumb.adjusted(1, 3, -1, -3);
    const bool active = option.activeSubControls & QStyle::SC_ScrollBarSlider
        && option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    roundedRect(painter, thumb, 3, theme.color(active ? ColorRole::Outline : ColorRole::ScrollThumb));
}

QRect scrollBarRect(const QStyleOptionSlider &option, QStyle::SubControl part)
{
    const bool vertical = option.orientation == Qt::Vertical;
    const int length = vertical ? option.rect.height() : option.rect.width();
    const qint64 range = qint64(option.maximum) - option.minimum;
    int thumb = length;
    if (range > 0)
        thumb = qBound(
            qMin(24, length), int(qint64(length) * option.pageStep / (range + option.pageStep)), length);
    const int start = QStyle::sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - thumb, option.upsideDown);
    const auto along = [&](int from, int size) {
        return vertical ? QRect(option.rect.left(), option.rect.top() + from, option.rect.width(), size)
                        : QRect(option.rect.left() + from, option.rect.top(), size, option.rect.height());
    };
    QRect found;
    switch (part) {
    case QStyle::SC_ScrollBarSlider: found = along(start, thumb); break;
    case QStyle::SC_ScrollBarGroove: found = along(0, length); break;
    case QStyle::SC_ScrollBarSubPage: found = along(0, start); break;
    case QStyle::SC_ScrollBarAddPage: found = along(start + thumb, length - start - thumb); break;
    default: break; // the bar has no arrows
    }
    return QStyle::visualRect(option.direction, option.rect, found);
}

void progressContents(QPainter *painter, const QStyleOptionProgressBar &option, const Theme &theme)
{
    QRect done = option.rect;
    if (option.maximum > option.minimum) {
        const qreal share = qreal(option.progress - option.minimum) / (option.maximum - option.minimum);
        done.setWidth(qRound(done.width() * qBound<qreal>(0, share, 1)));
    }
    if (option.maximum > option.minimum || option.progress >= 0)
        roundedRect(painter, done, 2, theme.color(ColorRole::AccentFill));
}

} // namespace Workbench::Ui::StyleParts
