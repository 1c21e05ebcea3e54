// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/findbar.h"

#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QApplication>
#include <QKeyEvent>
#include <QShortcut>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

FindBar::FindBar(const QString &what, Find find, QWidget *pane)
    : QWidget(pane)
    , m_find(std::move(find))
    , m_field(named(iconField(u"search"_s, what, this), u"searchField"_s, what))
    , m_fact(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"searchFact"_s))
{
    setObjectName(u"findBar"_s);
    m_field->installEventFilter(this);
    QToolButton *previous = iconButton(u"chevron-up"_s, tr("Previous match (Shift+Return)"), this);
    QToolButton *next = iconButton(u"chevron-down"_s, tr("Next match (Return)"), this);
    QToolButton *closing = iconButton(u"close"_s, tr("Close the search (Esc)"), this);
    addAll(newRow(this, {8, 4, 8, 4}, 4), {{m_field, 1}, m_fact, previous, next, closing});
    hide();
    connect(next, &QToolButton::clicked, this, [this] { findNext(false); });
    connect(previous, &QToolButton::clicked, this, [this] { findNext(true); });
    connect(closing, &QToolButton::clicked, this, &FindBar::close);
    auto *shortcut =
        new QShortcut(QKeySequence::Find, pane, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, &FindBar::open);
}

bool FindBar::openFor(const QWidget *focus, const QWidget *page)
{
    const auto canFind = [](const QShortcut *shortcut) {
        return shortcut->keys().contains(QKeySequence(QKeySequence::Find))
            && static_cast<QWidget *>(shortcut->parent())->isVisible();
    };
    QShortcut *found = nullptr;
    for (const QWidget *pane = focus; pane && !found; pane = pane->parentWidget()) {
        const auto own = pane->findChildren<QShortcut *>(Qt::FindDirectChildrenOnly);
        if (const auto at = std::ranges::find_if(own, canFind); at != own.end())
            found = *at;
    }
    int largest = 0;
    const auto ofPage = page && !found ? page->findChildren<QShortcut *>() : QList<QShortcut *>();
    for (QShortcut *shortcut : ofPage) {
        const QSize size = static_cast<QWidget *>(shortcut->parent())->size();
        if (canFind(shortcut) && size.width() * size.height() > largest) {
            largest = size.width() * size.height();
            found = shortcut;
        }
    }
    if (found)
        Q_EMIT found->activated();
    return found;
}

void FindBar::open()
{
    QWidget *focused = QApplication::focusWidget();
    if (focused && !isAncestorOf(focused))
        m_before = focused;
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FindBar::close()
{
    hide();
    QWidget *before = m_before;
    if (before && before->isVisible())
        before->setFocus(Qt::OtherFocusReason);
}

void FindBar::setFact(const QString &fact)
{
    m_fact->setText(fact);
}

void FindBar::findNext(bool backwards)
{
    if (!m_field->text().isEmpty())
        setFact(m_find(m_field->text(), backwards));
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        findNext(key->modifiers() & Qt::ShiftModifier);
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace Workbench::Ui

#include "moc_findbar.cpp"
