// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/dialoghelp.h"

#include "ui/pages/manualpage.h"
#include "ui/theme/building.h"

#include <QCoreApplication>
#include <QDialog>
#include <QKeyEvent>

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

} // namespace Workbench::Ui

#include "moc_dialoghelp.cpp"
