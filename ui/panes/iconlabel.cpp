// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/iconlabel.h"

#include "ui/theme/icons.h"

#include <QPainter>

namespace Workbench::Ui {

IconLabel::IconLabel(const QString &iconName, ColorRole color, QWidget *parent, int side)
    : QWidget(parent)
    , m_iconName(iconName)
    , m_color(color)
{
    setFixedSize(side, side);
}

void IconLabel::setIcon(const QString &iconName, ColorRole color)
{
    m_iconName = iconName;
    m_color = color;
    update();
}

void IconLabel::paintEvent(QPaintEvent *)
{
    if (m_iconName.isEmpty())
        return;
    QPainter painter(this);
    paintIcon(&painter, rect(), m_iconName, Theme::of(this).color(m_color));
}

} // namespace Workbench::Ui

#include "moc_iconlabel.cpp"
