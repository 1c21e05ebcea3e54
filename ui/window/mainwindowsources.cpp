// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What the window asks about sources and workspaces; all dialogs are opened, never executed, so nothing
// blocks.

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/dialogs/environmentsdialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/windowactions.h"
#include "ui/window/workspacecontroller.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

AddSourceDialog *MainWindow::showSourceDialog(AddSourceDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AddSourceDialog::sourceReady, this, [this](const QString &name, bool connectNow) {
        if (connectNow)
            connectSource(name);
    });
    dialog->open();
    return dialog;
}

void MainWindow::addSource()
{
    showSourceDialog(new AddSourceDialog(m_sessions, this));
}

void MainWindow::addSourceFrom(const QString &commandLine)
{
    showSourceDialog(new AddSourceDialog(m_sessions, this))->setCommandLine(commandLine);
}

void MainWindow::editSource(const QString &name)
{
    if (const Source *source = m_sessions->source(name))
        showSourceDialog(new AddSourceDialog(m_sessions, *source, this));
}

void MainWindow::removeSource(const QString &name)
{
    auto *question = new QMessageBox(QMessageBox::Question, tr("Remove Source"),
        tr("Remove the source %1 from the workspace?").arg(visibleText(name, false, 100)),
        QMessageBox::NoButton, this);
    question->setObjectName(u"removeQuestion"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(tr("Its settings are forgotten; saved inputs stay."));
    QPushButton *remove = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(tr("Keep"), QMessageBox::RejectRole));
    connect(remove, &QPushButton::clicked, this, [this, name] {
        m_pages->closeOf(nameSpaceFor(name));
        m_sessions->removeSource(name);
    });
    question->open();
}

void MainWindow::signOut(const QString &name)
{
    if (!m_sessions->signIns())
        return;
    m_sessions->signIns()->signOut(name).then(this, [this, name](const Result<bool> &result) {
        const QString shown = visibleText(name, false, 100);
        if (!result)
            m_message->showError(result.error());
        else
            m_message->showNotice(*result ? tr("Signed out of %1. Its tokens are forgotten here.").arg(shown)
                                          : tr("There were no tokens of %1.").arg(shown));
    });
}

void MainWindow::connectSource(const QString &name)
{
    const Source *source = m_sessions->source(name);
    if (!source)
        return;
    const std::optional<TrustFacts> facts = m_sessions->trustNeeded(*source);
    if (!facts) {
        m_sessions->connectSource(name);
        return;
    }
    auto *dialog = new TrustDialog(name, *facts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, name, asked = *source, shown = facts->hash()] {
        const Source *now = m_sessions->source(name);
        const std::optional<TrustFacts> due = now ? m_sessions->trustNeeded(*now) : std::nullopt;
        if (!now || *now != asked || (due && due->hash() != shown))
            return; // what was shown is no longer what would be started
        if (const Result<void> kept = m_sessions->confirmTrust(asked); !kept)
            m_message->showError(kept.error());
        m_sessions->connectSource(name);
    });
    dialog->open();
}

void MainWindow::editEnvironments()
{
    auto *dialog = new EnvironmentsDialog(m_sessions, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::askToOpenWorkspace()
{
    auto *dialog = new QFileDialog(this, tr("Open Workspace"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Workspaces (*.workspace.json)"), tr("JSON files (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openWorkspace);
    dialog->open();
}

void MainWindow::askToSaveWorkspace()
{
    auto *dialog = new QFileDialog(this, tr("Save Workspace As"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"workspace.json"_s);
    dialog->setNameFilters({tr("Workspaces (*.workspace.json)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        if (const Result<void> saved = m_workspace->saveAs(path); !saved)
            m_message->showError(saved.error());
        else
            m_actions->noteRecent(path);
    });
    dialog->open();
}

} // namespace Workbench::Ui
