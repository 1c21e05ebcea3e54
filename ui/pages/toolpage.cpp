// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/toolpage.h"

#include "core/base/visibletext.h"
#include "core/operation/operationspec.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

#include <QPushButton>

namespace Workbench::Ui {

ToolHead::ToolHead(const QString &iconName, const QString &title, const QString &description, QWidget *parent)
    : Strip(parent)
    , m_row(newRow(this, {12, 0, 12, 1}, 8))
    , m_description(
          named(elidedLabel(ColorRole::TextSecond, FontRole::Body, this), QStringLiteral("toolDescription")))
{
    setObjectName(QStringLiteral("toolHead"));
    auto *name =
        named(new ThemeLabel({}, ColorRole::Text, FontRole::Title, this), QStringLiteral("toolTitle"));
    name->setElided(true);
    name->setFullText(title);
    m_description->setFullText(description);
    auto *titleRow = addAll(newRow(8), {new IconLabel(iconName, ColorRole::TextSecond, this), {name, 1}});
    auto *words = addAll(newColumn(2), {Stretch{}, titleRow, m_description, Stretch{}});
    m_row->addLayout(words, 1);
    setCompact(false);
}

QPushButton *ToolHead::addButton(QPushButton *button, const QString &name, const QString &toolTip)
{
    if (!name.isEmpty())
        button->setObjectName(name);
    if (!toolTip.isEmpty())
        button->setToolTip(toolTip);
    m_row->addWidget(button);
    m_buttons.append({button, button->text()});
    return button;
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

SourcePage::SourcePage(const QString &name, const QString &iconName, const QString &detail,
    Sessions *sessions, QString source, QWidget *parent)
    : ToolPage(name, iconName, detail, parent)
    , m_sessions(sessions)
    , m_source(std::move(source))
{
}

QString SourcePage::tabTitle() const
{
    return visibleText(m_source, false, 60);
}

QString SourcePage::nameSpace() const
{
    return nameSpaceFor(m_source);
}

} // namespace Workbench::Ui

#include "moc_toolpage.cpp"
