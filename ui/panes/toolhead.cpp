// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/toolhead.h"

#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace Workbench::Ui {

ToolHead::ToolHead(const QString &iconName, const QString &title, const QString &description, QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_description(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, this))
{
    setObjectName(QStringLiteral("toolHead"));
    auto *name = new ThemeLabel({}, ColorRole::Text, FontRole::Title, this);
    name->setObjectName(QStringLiteral("toolTitle"));
    name->setElided(true);
    name->setFullText(title);
    m_description->setObjectName(QStringLiteral("toolDescription"));
    m_description->setElided(true);
    m_description->setFullText(description);
    m_description->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *titleRow = new QHBoxLayout;
    titleRow->setSpacing(8);
    titleRow->addWidget(new IconLabel(iconName, ColorRole::TextSecond, this));
    titleRow->addWidget(name, 1);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addStretch(1);
    words->addLayout(titleRow);
    words->addWidget(m_description);
    words->addStretch(1);
    m_row->setContentsMargins(12, 0, 12, 1);
    m_row->setSpacing(8);
    m_row->addLayout(words, 1);
    setCompact(false);
}

void ToolHead::addButton(QPushButton *button)
{
    m_row->addWidget(button);
    m_buttons.append({button, button->text()});
}

void ToolHead::setCompact(bool compact)
{
    setFixedHeight(compact ? 44 : 60);
    m_description->setVisible(!compact);
    for (const Words &words : std::as_const(m_buttons)) {
        const bool wordless = compact && !words.button->icon().isNull();
        words.button->setText(wordless ? QString() : words.text);
        if (words.button->toolTip().isEmpty())
            words.button->setToolTip(words.text);
    }
}

void ToolHead::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(0, height() - 1, width(), 1, Theme::of(this).color(ColorRole::Line));
}

} // namespace Workbench::Ui
