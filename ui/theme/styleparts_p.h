// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QStyleOption>

class QPainter;

namespace Workbench::Ui::StyleParts {

inline constexpr int controlHeight = 28;
inline constexpr int iconSide = 16;
inline constexpr qreal controlRadius = 4;

//! How the text of a control is drawn: on one line, without the underlines of mnemonics.
inline constexpr int oneLine =
    Qt::AlignVCenter | Qt::TextHideMnemonic | Qt::TextSingleLine | Qt::TextDontClip;

//! Paints a rounded rectangle. Its outline of \a width lies inside \a rect. An invalid colour draws nothing.
void roundedRect(QPainter *painter, const QRect &rect, qreal radius, const QColor &fill,
    const QColor &outline = {}, qreal width = 1);
//! Paints the chevron of a button that points to \a direction.
void chevron(QPainter *painter, const QStyleOption &option, const Theme &theme, Qt::ArrowType direction);
//! Paints a field. Its outline is in accent colour with the focus, and in error colour if invalid.
void field(
    QPainter *painter, const QRect &rect, const Theme &theme, QStyle::State state, const QWidget *widget);
//! Fills \a rect, with a line of one pixel at its bottom.
void barPanel(QPainter *painter, const QRect &rect, const Theme &theme, ColorRole fill);
//! Returns the place of an icon that begins at \a left and is in the middle of the height of \a rect.
inline QRect iconPlace(int left, const QRect &rect)
{
    return {left, rect.top() + (rect.height() - iconSide) / 2, iconSide, iconSide};
}
bool flag(const QWidget *widget, const char *property);
bool isTextEditor(const QWidget *widget);
QString hintOf(const QWidget *widget); //!< the dimmed text after a button's words: its shortcut
QColor textColor(const Theme &theme, QStyle::State state, ColorRole role = ColorRole::Text);

void pushButtonPanel(
    QPainter *painter, const QStyleOptionButton &option, const Theme &theme, const QWidget *widget);
void pushButtonLabel(
    QPainter *painter, const QStyleOptionButton &option, const Theme &theme, const QWidget *widget);
void toolButtonPanel(
    QPainter *painter, const QStyleOption &option, const Theme &theme, const QWidget *widget);
void toolButtonLabel(
    QPainter *painter, const QStyleOptionToolButton &option, const Theme &theme, const QWidget *widget);
void checkBox(QPainter *painter, const QStyleOption &option, const Theme &theme);
void radioButton(QPainter *painter, const QStyleOption &option, const Theme &theme);
QSize pushButtonSize(const QStyleOptionButton &option, const QWidget *widget);
QSize toolButtonSize(const QStyleOptionToolButton &option);

void comboBox(
    QPainter *painter, const QStyleOptionComboBox &option, const Theme &theme, const QWidget *widget);
void comboBoxLabel(QPainter *painter, const QStyleOptionComboBox &option, const Theme &theme);
void spinBox(QPainter *painter, const QStyleOptionSpinBox &option, const Theme &theme, const QWidget *widget);
QRect comboBoxRect(const QStyleOptionComboBox &option, QStyle::SubControl part);
QRect spinBoxRect(const QStyleOptionSpinBox &option, QStyle::SubControl part);
void scrollBar(QPainter *painter, const QStyleOptionSlider &option, const Theme &theme);
QRect scrollBarRect(const QStyleOptionSlider &option, QStyle::SubControl part);

void tabShape(QPainter *painter, const QStyleOptionTab &option, const Theme &theme, const QWidget *widget);
void tabLabel(QPainter *painter, const QStyleOptionTab &option, const Theme &theme, const QWidget *widget);
QSize tabSize(const QStyleOptionTab &option, const Theme &theme, const QWidget *widget);
void headerLabel(QPainter *painter, const QStyleOptionHeader &option, const Theme &theme);

void progressContents(QPainter *painter, const QStyleOptionProgressBar &option, const Theme &theme);

void menuBarItem(QPainter *painter, const QStyleOptionMenuItem &option, const Theme &theme);
void menuItem(QPainter *painter, const QStyleOptionMenuItem &option, const Theme &theme);
QSize menuItemSize(const QStyleOptionMenuItem &option);

} // namespace Workbench::Ui::StyleParts
