// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The window's dialogs about sources and workspaces. All dialogs use open(), never exec(), so nothing blocks.

#include "core/base/visibletext.h"
#include "core/checks/configurationexport.h"
#include "core/session/sessions.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/dialogs/environmentsdialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/models/coretexts.h"
#include "ui/models/preferences.h"
#include "ui/pages/operationpage.h"
#include "ui/pages/servepage.h"
#include "ui/pages/signinpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/icons.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/startpage.h"
#include "ui/window/windowactions.h"
#include "ui/window/workspacecontroller.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

AddSourceDialog *MainWindow::showSourceDialog(AddSourceDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QString file = m_workspace->path();
    dialog->setProjects({file.isEmpty() ? QString() : QFileInfo(file).absolutePath(), QDir::currentPath()});
    connect(dialog, &AddSourceDialog::sourceReady, this, [this](const QString &name, bool connectNow) {
        m_sources->selectSource(name);
        if (connectNow)
            connectSource(name);
    });
    connect(dialog, &AddSourceDialog::sourcesImported, this, &MainWindow::showImported);
    connect(dialog, &AddSourceDialog::signInRequested, this, &MainWindow::showSignIn);
    dialog->open();
    return dialog;
}

void MainWindow::showImported(const QStringList &names)
{
    m_sources->selectSource(names.constLast());
    QList<Source> added;
    for (const QString &name : names)
        added.append(*m_sessions->source(name));
    m_message->showNotice(tr("%n sources were added. None is connected yet.", nullptr, int(added.size())),
        tr("Undo"), [this, added] {
            for (const Source &source : added) {
                if (!m_sessions->sources().contains(source))
                    continue; // the source was edited, or another workspace is open
                m_pages->closeOf(nameSpaceFor(source.name));
                m_sessions->removeSource(source.name);
            }
        });
}

void MainWindow::copyConfiguration(const QString &source, ConfigurationForm form)
{
    const ConfigurationExport made = exportConfiguration({*m_sessions->source(source)}, form);
    QApplication::clipboard()->setText(QString::fromUtf8(made.configuration.toBytes(Json::Layout::Indented)));
    QStringList texts{tr("The configuration was copied to the clipboard. It contains no secrets.")};
    for (const QString &remark : made.remarks)
        texts.append(coreText(remark));
    m_message->showNotice(texts.join(u' '));
}

void MainWindow::addSource()
{
    showSourceDialog(new AddSourceDialog(m_sessions, this));
}

void MainWindow::addSourceFrom(const QString &text)
{
    const QList<AddSourceDialog *> dialogs = findChildren<AddSourceDialog *>();
    const auto open = std::ranges::find_if(
        dialogs, [](const AddSourceDialog *dialog) { return dialog->isVisible() && !dialog->isEditing(); });
    AddSourceDialog *dialog =
        open == dialogs.end() ? showSourceDialog(new AddSourceDialog(m_sessions, this)) : *open;
    dialog->setText(text);
}

//! Handles a drop that no field accepts: opens a workspace, and takes anything else as a source.
void MainWindow::openDropped(const QMimeData &dropped)
{
    const QUrl first = dropped.urls().value(0);
    const QString text = AddSourceDialog::textDropped(dropped);
    if (const qsizetype more = dropped.urls().size() - 1; more > 0)
        m_message->showNotice(tr("Only the first of %n files is used.", nullptr, int(more + 1)));
    if (first.isLocalFile() && first.path().endsWith(".workspace.json"_L1))
        openWorkspace(first.toLocalFile());
    else if (!text.trimmed().isEmpty())
        addSourceFrom(text);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    openDropped(*event->mimeData());
    event->acceptProposedAction();
}

//! Takes pasted text that no field accepts as a source, while the start page offers to paste one.
void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Find)) { // the pane with the focus did not handle it
        find();
        return;
    }
    const QString text = event->matches(QKeySequence::Paste) && m_pages->startPage()->isVisible()
        ? QApplication::clipboard()->text()
        : QString();
    if (text.trimmed().isEmpty())
        QMainWindow::keyPressEvent(event);
    else
        addSourceFrom(text);
}

void MainWindow::editSource(const QString &name)
{
    if (const Source *source = m_sessions->source(name))
        showSourceDialog(new AddSourceDialog(m_sessions, *source, this));
}

void MainWindow::checkConnection(const QString &name)
{
    if (const Source *source = m_sessions->source(name))
        showSourceDialog(new AddSourceDialog(m_sessions, *source, this))->checkConnection();
}

//! Works also for a source that was only tested so far, because its steps are found by its name.
void MainWindow::showSignIn(const QString &source)
{
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<SignInPage *>(tool);
        if (page && page->source() == source) {
            m_pages->openTool(page);
            return;
        }
    }
    auto *page = new SignInPage(m_sessions, source, this);
    connect(page, &SignInPage::connectRequested, this, &MainWindow::connectSource);
    m_pages->openTool(page);
}

void MainWindow::showServe(const QString &source)
{
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<ServePage *>(tool);
        if (page && page->source() == source) {
            m_pages->openTool(page);
            return;
        }
    }
    m_pages->openTool(new ServePage(m_sessions, source, m_options.serve, this));
}

void MainWindow::removeSource(const QString &name)
{
    const auto remove = [this, name] {
        m_pages->closeOf(nameSpaceFor(name));
        m_sessions->removeSource(name);
    };
    const int streams = m_pages->liveStreamsOf(nameSpaceFor(name));
    if (!Preferences::asks(Preferences::Question::RemoveSource)
        && (streams == 0 || !Preferences::asks(Preferences::Question::CancelStreams))) {
        remove();
        return;
    }
    auto *question = new QMessageBox(QMessageBox::NoIcon, tr("Remove source"),
        tr("Remove the source %1 from the workspace?").arg(visibleText(name, false, 100)),
        QMessageBox::NoButton, this);
    question->setObjectName(u"removeQuestion"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setIconPixmap(icon(u"trash"_s).pixmap(24, 24));
    question->setTextFormat(Qt::PlainText);
    const QString kept = tr("Its settings are removed from the workspace. Saved inputs are kept.");
    question->setInformativeText(streams == 0
            ? kept
            : kept + u' ' + tr("%n of its streams are live and will be cancelled.", nullptr, streams));
    QPushButton *yes = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(tr("Keep"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, remove);
    question->open();
}

void MainWindow::endStreams(const QString &action, const std::function<void()> &then)
{
    const int streams = m_pages->liveStreams();
    if (streams == 0 || !Preferences::asks(Preferences::Question::CancelStreams)) {
        then();
        return;
    }
    delete findChild<QMessageBox *>(u"streamsQuestion"_s); // closing the window twice asks once
    auto *question = new QMessageBox(QMessageBox::NoIcon, action,
        tr("%n streams are live. Cancel them?", nullptr, streams), QMessageBox::NoButton, this);
    question->setObjectName(u"streamsQuestion"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setIconPixmap(icon(u"outcome-live"_s).pixmap(24, 24));
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(tr("Their events are lost unless you export or record them first."));
    QPushButton *go = question->addButton(action, QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(tr("Keep streams"), QMessageBox::RejectRole));
    connect(go, &QPushButton::clicked, this, then);
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
            m_message->showNotice(*result
                    ? tr("Signed out of %1. Its tokens were removed from this computer.").arg(shown)
                    : tr("You were not signed in to %1.").arg(shown));
    });
}

void MainWindow::connectSource(const QString &name)
{
    connectNext({name});
}

void MainWindow::connectAll()
{
    QStringList names;
    for (const Source &source : m_sessions->sources()) {
        const SourceState state = m_sessions->state(source.name);
        if (!state.isUsable() && state.phase != SourceState::Phase::Connecting)
            names.append(source.name);
    }
    connectNext(names);
}

//! Connects the sources \a names. If a source needs trust, asks before it continues with the next source.
void MainWindow::connectNext(QStringList names)
{
    QString name;
    std::optional<TrustFacts> facts;
    while (!facts) {
        if (names.isEmpty())
            return;
        name = names.takeFirst();
        if (const Source *source = m_sessions->source(name)) {
            facts = m_sessions->trustNeeded(*source);
            if (!facts)
                m_sessions->connectSource(name);
        }
    }
    const Source source = *m_sessions->source(name);
    auto *dialog = new TrustDialog(name, *facts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, name, asked = source, shown = facts->hash()] {
        const Source *now = m_sessions->source(name);
        const std::optional<TrustFacts> due = now ? m_sessions->trustNeeded(*now) : std::nullopt;
        if (!now || *now != asked || (due && due->hash() != shown))
            return; // the command is no longer the command that was shown
        if (const Result<void> kept = m_sessions->confirmTrust(asked); !kept)
            m_message->showError(kept.error());
        m_sessions->connectSource(name);
    });
    connect(dialog, &QDialog::finished, this, [this, names] { connectNext(names); }, Qt::QueuedConnection);
    dialog->open();
}

//! Calls the operation of \a page as soon as its source lists it.
void MainWindow::runWhenKnown(OperationPage *page)
{
    const auto run = [this, page] {
        if (!m_sessions->registry()->listedSpec(page->operation()))
            return false;
        page->invoke();
        return true;
    };
    if (run())
        return;
    auto *waiting = new QObject(page); // deleted with the page
    connect(m_sessions, &Sessions::operationsChanged, waiting, [waiting, run] {
        if (run())
            waiting->deleteLater();
    });
}

void MainWindow::editEnvironments()
{
    auto *dialog = new EnvironmentsDialog(m_sessions, m_workspace->identity(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
        [this, dialog] { m_workspace->setIdentity(dialog->workspaceIdentity()); });
    dialog->open();
}

void MainWindow::askToOpenWorkspace()
{
    auto *dialog = new QFileDialog(this, tr("Open workspace"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Workspaces (*.workspace.json)"), tr("JSON files (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openWorkspace);
    dialog->open();
}

void MainWindow::askToSaveWorkspace(const std::function<void()> &then)
{
    auto *dialog = new QFileDialog(this, tr("Save workspace as"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(u"saveWorkspaceDialog"_s);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"workspace.json"_s);
    dialog->setNameFilters({tr("Workspaces (*.workspace.json)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString &path) {
        if (const Result<void> saved = m_workspace->saveAs(path); !saved) {
            m_message->showError(saved.error());
            return;
        }
        m_actions->noteRecent(path);
        if (then)
            then();
    });
    dialog->open();
}

} // namespace Workbench::Ui
