// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/leavequestion.h"

#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/window/mainwindow.h"

#include <QMessageBox>
#include <QPushButton>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

void askToLeave(
    QWidget *window, const QString &action, int streams, int tasks, const std::function<void()> &then)
{
    delete window->findChild<QMessageBox *>(u"streamsQuestion"_s); // closing the window twice asks once
    auto *question = deletedOnClose(named(new QMessageBox(window), u"streamsQuestion"_s));
    question->setWindowTitle(action);
    question->setIconPixmap(icon(u"outcome-live"_s).pixmap(24, 24));
    question->setTextFormat(Qt::PlainText);
    QString asked;
    QString lost;
    if (streams > 0) {
        asked = MainWindow::tr("%n streams are live. Cancel them?", nullptr, streams);
        lost = MainWindow::tr("Their events are lost unless you export or record them first.");
    }
    if (tasks > 0) {
        asked.append(u'\n').append(MainWindow::tr("%n tasks are running. Leave them?", nullptr, tasks));
        lost.append(u"\n\n").append(
            MainWindow::tr("Results of tasks are not shown later. To ask for them, copy the task "
                           "ids in History and call tasks/get or tasks/result."));
    }
    question->setText(asked.trimmed());
    question->setInformativeText(lost.trimmed());
    QPushButton *go = question->addButton(action, QMessageBox::DestructiveRole);
    const QString keep = tasks > 0 ? MainWindow::tr("Keep them") : MainWindow::tr("Keep streams");
    question->setDefaultButton(question->addButton(keep, QMessageBox::RejectRole));
    QObject::connect(go, &QPushButton::clicked, window, then);
    question->open();
}

} // namespace Workbench::Ui
