// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/toolhead.h"

#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

#include <QPushButton>

namespace Workbench::Ui {

ToolHead::ToolHead(const QString &iconName, const QString &title, const QString &description, QWidget *parent)
    : Strip(parent)
    , m_row(newRow(this, {12, 0, 12, 1}, 8))
    , m_description(elidedLabel(ColorRole::TextSecond, FontRole::Body, this))
{
    setObjectName(QStringLiteral("toolHead"));
    auto *name = new ThemeLabel({}, ColorRole::Text, FontRole::Title, this);
    name->setObjectName(QStringLiteral("toolTitle"));
    name->setElided(true);
    name->setFullText(title);
    m_description->setObjectName(QStringLiteral("toolDescription"));
    m_description->setFullText(description);
    auto *titleRow = addAll(newRow(8), {new IconLabel(iconName, ColorRole::TextSecond, this), {name, 1}});
    auto *words = addAll(newColumn(2), {Stretch{}, titleRow, m_description, Stretch{}});
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
    setZoomedHeight(this, compact ? 44 : 60);
    m_description->setVisible(!compact);
    for (Words &words : m_buttons) {
        if (!words.button->text().isEmpty()) // the page may have changed the text
            words.text = words.button->text();
        const bool wordless = compact && !words.button->icon().isNull();
        words.button->setText(wordless ? QString() : words.text);
        if (words.button->toolTip().isEmpty())
            words.button->setToolTip(words.text);
    }
}

} // namespace Workbench::Ui

#include "moc_toolhead.cpp"
