// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/focusorder.h"

#include <QAbstractScrollArea>
#include <QLineEdit>
#include <QSplitter>

#include <algorithm>

namespace Workbench::Ui {

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
