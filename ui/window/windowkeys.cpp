// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/windowkeys.h"

#include "ui/pages/manualpage.h"
#include "ui/theme/building.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

DialogHelp::DialogHelp(QWidget *window)
    : QObject(window)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool DialogHelp::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress
        || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::HelpContents))
        return false;
    const auto *focus = qobject_cast<QWidget *>(watched);
    auto *dialog = focus ? qobject_cast<QDialog *>(focus->window()) : nullptr;
    if (!dialog || !isOfWindow(dialog))
        return false;
    auto *page = dialog->findChild<ManualPage *>();
    if (!page) {
        auto *manual = deletedOnClose(named(new QDialog(dialog), u"manualWindow"_s));
        page = new ManualPage(manual);
        manual->setWindowTitle(page->tabTitle());
        newColumn(manual)->addWidget(page);
        manual->resize(960, 680);
    }
    if (!page->isAncestorOf(focus))
        page->showTopic(ManualPage::topicOf(focus));
    page->window()->show();
    page->window()->activateWindow();
    page->focusFirst();
    return true;
}

bool DialogHelp::isOfWindow(const QWidget *dialog) const
{
    const QWidget *widget = dialog;
    while (widget && widget != parent())
        widget = widget->parentWidget();
    return widget;
}

namespace {

struct Stop {
    QWidget *widget;
    QList<int> place; //!< index in each splitter around it, outermost first
};

QList<int> placeOf(const QWidget *widget)
{
    QList<int> place;
    for (const QWidget *part = widget; part && part->parentWidget(); part = part->parentWidget()) {
        const auto *splitter = qobject_cast<const QSplitter *>(part->parentWidget());
        const int index = splitter ? splitter->indexOf(const_cast<QWidget *>(part)) : -1;
        if (index >= 0)
            place.prepend(index);
    }
    return place;
}

bool takesTab(const QWidget *widget, const QWidget *window)
{
    return (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget->focusProxy()
        && widget->isEnabled() && widget->isVisibleTo(window) && widget->window() == window;
}

} // namespace

QWidget *nextBySight(QWidget *window, bool backwards)
{
    QList<Stop> stops;
    const QWidget *focus = window->focusWidget();
    const bool isLost = focus && !(focus->isEnabled() && focus->isVisibleTo(window));
    for (QWidget *widget = window->nextInFocusChain(); widget && widget != window;
        widget = widget->nextInFocusChain()) {
        const bool isSafe = !isLost || qobject_cast<const QAbstractScrollArea *>(widget)
            || qobject_cast<const QLineEdit *>(widget);
        if ((takesTab(widget, window) && isSafe) || widget == focus)
            stops.append({widget, placeOf(widget)});
    }
    if (stops.isEmpty())
        return nullptr;
    std::ranges::stable_sort(stops, std::ranges::lexicographical_compare, &Stop::place);
    const qsizetype at = std::ranges::find(stops, focus, &Stop::widget) - stops.begin();
    if (at == stops.size())
        return (backwards ? stops.last() : stops.first()).widget;
    const qsizetype step = backwards ? stops.size() - 1 : 1;
    return stops.at((at + step) % stops.size()).widget;
}

} // namespace Workbench::Ui

#include "moc_windowkeys.cpp"
