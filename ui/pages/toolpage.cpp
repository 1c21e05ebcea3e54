// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/toolpage.h"

#include "core/base/visibletext.h"
#include "core/operation/operationspec.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

#include <QEvent>
#include <QPushButton>

#include <algorithm>
#include <ranges>

namespace Workbench::Ui {

namespace {

//! Sets the text of \a button without its shortcut, which QAbstractButton::setText() would replace.
void setTextOnly(QPushButton *button, const QString &text)
{
    const QKeySequence keys = button->shortcut();
    button->setText(text);
    button->setShortcut(keys);
}

constexpr int panesBesideFrom = 1050; // pixels; CallSplitter puts the input above the result there
} // namespace

ToolHead::ToolHead(const QString &iconName, const QString &title, const QString &description, QWidget *parent)
    : Strip(parent)
    , m_row(newRow(this, {12, 0, 12, 1}, 8))
    , m_title(named(new ThemeLabel({}, ColorRole::Text, FontRole::Title, this), QStringLiteral("toolTitle")))
    , m_description(
          named(elidedLabel(ColorRole::TextSecond, FontRole::Body, this), QStringLiteral("toolDescription")))
{
    setObjectName(QStringLiteral("toolHead"));
    m_title->setElided(true);
    m_title->setFullText(title);
    m_description->setFullText(description);
    auto *titleRow = addAll(newRow(8), {new IconLabel(iconName, ColorRole::TextSecond, this), {m_title, 1}});
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
    Words words{.button = button, .text = button->text()};
    measure(words);
    m_buttons.append(words);
    if (button->toolTip().isEmpty())
        button->setToolTip(button->text());
    return button;
}

void ToolHead::setButtonText(const QPushButton *button, const QString &text)
{
    const auto words = std::ranges::find(m_buttons, button, &Words::button);
    if (words->button->toolTip() == words->text)
        words->button->setToolTip(text);
    words->button->setAccessibleName(text);
    words->text = text;
    measure(*words);
    fit();
}

void ToolHead::setCompact(bool compact)
{
    m_compact = compact;
    setZoomedHeight(this, compact ? 44 : 60);
    m_description->setVisible(!compact);
    fit();
}

void ToolHead::measure(Words &words)
{
    setTextOnly(words.button, words.text);
    words.width = words.iconWidth = words.button->sizeHint().width();
    if (words.button->icon().isNull())
        return;
    setTextOnly(words.button, {});
    words.iconWidth = words.button->sizeHint().width();
}

//! The title has precedence over the words of the buttons, which lose them from the last to the first.
void ToolHead::fit()
{
    constexpr int iconSide = 16;
    const QMargins margins = m_row->contentsMargins();
    int room = width() - margins.left() - margins.right() - iconSide - m_row->spacing()
        - m_title->fontMetrics().horizontalAdvance(m_title->fullText());
    for (const Words &words : std::as_const(m_buttons)) {
        if (!words.button->isHidden())
            room -= m_row->spacing() + words.width;
    }
    for (const Words &words : std::views::reverse(std::as_const(m_buttons))) {
        const bool isShort = (m_compact || room < 0) && words.iconWidth < words.width;
        if (isShort && !words.button->isHidden())
            room += words.width - words.iconWidth;
        setTextOnly(words.button, isShort ? QString() : words.text);
    }
}

bool ToolHead::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::StyleChange:
    case QEvent::FontChange:
        for (Words &words : m_buttons)
            measure(words);
        fit();
        break;
    case QEvent::LayoutRequest: // a button appeared or disappeared
    case QEvent::Resize: fit(); break;
    default: break;
    }
    return Strip::event(event);
}

void ToolPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (std::exchange(m_isNarrow, width() < panesBesideFrom) != m_isNarrow)
        narrowChanged();
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
