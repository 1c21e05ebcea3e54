// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/cautionframe.h"

#include "ui/theme/building.h"
#include "ui/theme/icons.h"

#include <QLabel>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

CautionFrame::CautionFrame(QWidget *parent)
    : QFrame(parent)
    , m_shield(new QLabel(this))
{
    auto *row = newRow(this, {12, 12, 12, 12}, 12);
    row->addWidget(m_shield, 0, Qt::AlignTop);
    m_column = newColumn(4);
    row->addLayout(m_column, 1);
    drawShield();
}

void CautionFrame::drawShield()
{
    m_shield->setPixmap(icon(u"shield"_s, ColorRole::Warning).pixmap(24));
}

void CautionFrame::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawShield();
}

QLabel *CautionFrame::addTitle()
{
    auto *title = new QLabel(this);
    title->setTextFormat(Qt::PlainText);
    title->setFont(Theme::of(this).font(FontRole::Strong));
    m_column->addWidget(title);
    return title;
}

// Setting a size policy resets height-for-width, which a label that wraps needs.
QLabel *CautionFrame::addText(FontRole font)
{
    auto *label = new QLabel(this);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setFont(Theme::of(this).font(font));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    label->setMinimumWidth(320);
    m_column->addWidget(label);
    return label;
}

QLabel *CautionFrame::addCode()
{
    QLabel *code = addText(FontRole::Data);
    code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    code->setContentsMargins(12, 8, 12, 8);
    code->setBackgroundRole(QPalette::Base);
    code->setAutoFillBackground(true);
    return code;
}

void CautionFrame::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(ColorRole::TrustOutline));
    painter.setBrush(theme.color(ColorRole::WarningSoft));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace Workbench::Ui

#include "moc_cautionframe.cpp"
