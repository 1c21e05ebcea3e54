// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/sourcescontroller.h"

#include "core/base/visibletext.h"
#include "core/checks/configurationexport.h"
#include "core/session/sessions.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/models/coretexts.h"
#include "ui/models/preferences.h"
#include "ui/pages/checkpage.h"
#include "ui/pages/servepage.h"
#include "ui/pages/serverpage.h"
#include "ui/pages/signinpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/workspacecontroller.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

SourcesController::SourcesController(const Parts &parts)
    : QObject(parts.window)
    , m_parts(parts)
{
}

AddSourceDialog *SourcesController::showDialog(AddSourceDialog *dialog)
{
    deletedOnClose(dialog);
    const QString file = m_parts.workspace->path();
    dialog->setProjects({file.isEmpty() ? QString() : QFileInfo(file).absolutePath(), QDir::currentPath()});
    connect(dialog, &AddSourceDialog::sourceReady, this, [this](const QString &name, bool connectNow) {
        m_parts.pane->selectSource(name);
        if (!m_parts.pages->current() && !m_parts.pages->currentTool())
            showServer(name); // in place of the start page
        if (connectNow)
            connectSource(name);
    });
    connect(dialog, &AddSourceDialog::sourcesImported, this, &SourcesController::showImported);
    connect(dialog, &AddSourceDialog::signInRequested, this, &SourcesController::showSignIn);
    connect(dialog, &AddSourceDialog::limitRequested, this,
        [this](const QString &key) { Q_EMIT limitRequested(key, {}); });
    dialog->open();
    return dialog;
}

void SourcesController::showImported(const QStringList &names)
{
    m_parts.pane->selectSource(names.constLast());
    QList<Source> added;
    for (const QString &name : names)
        added.append(*m_parts.sessions->source(name));
    m_parts.message->showNotice(
        tr("%n sources were added. None is connected yet.", nullptr, int(added.size())), tr("Undo"),
        [this, added] {
            for (const Source &source : added) {
                if (!m_parts.sessions->sources().contains(source))
                    continue; // the source was edited, or another workspace is open
                m_parts.pages->closeOf(nameSpaceFor(source.name));
                m_parts.sessions->removeSource(source.name);
            }
        });
}

void SourcesController::addSource()
{
    showDialog(new AddSourceDialog(m_parts.sessions, m_parts.window));
}

void SourcesController::addSourceFrom(const QString &text)
{
    const QList<AddSourceDialog *> dialogs = m_parts.window->findChildren<AddSourceDialog *>();
    const auto open = std::ranges::find_if(
        dialogs, [](const AddSourceDialog *dialog) { return dialog->isVisible() && !dialog->isEditing(); });
    AddSourceDialog *dialog =
        open == dialogs.end() ? showDialog(new AddSourceDialog(m_parts.sessions, m_parts.window)) : *open;
    dialog->setText(text);
}

void SourcesController::editSource(const QString &name)
{
    if (const Source *source = m_parts.sessions->source(name))
        showDialog(new AddSourceDialog(m_parts.sessions, *source, m_parts.window));
}

void SourcesController::checkConnection(const QString &name)
{
    if (const Source *source = m_parts.sessions->source(name))
        showDialog(new AddSourceDialog(m_parts.sessions, *source, m_parts.window))->checkConnection();
}

void SourcesController::removeSource(const QString &name)
{
    const auto remove = [this, name] {
        m_parts.pages->closeOf(nameSpaceFor(name));
        m_parts.sessions->removeSource(name);
    };
    const int streams = m_parts.pages->liveStreamsOf(nameSpaceFor(name));
    if (!Preferences::asks(Preferences::Question::RemoveSource)
        && (streams == 0 || !Preferences::asks(Preferences::Question::CancelStreams))) {
        remove();
        return;
    }
    auto *question = deletedOnClose(
        named(new QMessageBox(QMessageBox::NoIcon, tr("Remove source"),
                  tr("Remove the source %1 from the workspace?").arg(visibleText(name, false, 100)),
                  QMessageBox::NoButton, m_parts.window),
            u"removeQuestion"_s));
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

void SourcesController::signOut(const QString &name)
{
    if (!m_parts.sessions->signIns())
        return;
    m_parts.sessions->signIns()->signOut(name).then(this, [this, name](const Result<bool> &result) {
        const QString shown = visibleText(name, false, 100);
        if (!result)
            m_parts.message->showError(result.error());
        else
            m_parts.message->showNotice(*result
                    ? tr("Signed out of %1. Its tokens were removed from this computer.").arg(shown)
                    : tr("You were not signed in to %1.").arg(shown));
    });
}

void SourcesController::connectSource(const QString &name)
{
    connectNext({name});
}

void SourcesController::connectAll()
{
    QStringList names;
    for (const Source &source : m_parts.sessions->sources()) {
        const SourceState state = m_parts.sessions->state(source.name);
        if (!state.isUsable() && state.phase != SourceState::Phase::Connecting)
            names.append(source.name);
    }
    connectNext(names);
}

//! Connects the sources \a names. If a source needs trust, asks before it continues with the next source.
void SourcesController::connectNext(QStringList names)
{
    QString name;
    std::optional<TrustFacts> facts;
    while (!facts) {
        if (names.isEmpty())
            return;
        name = names.takeFirst();
        if (const Source *source = m_parts.sessions->source(name)) {
            facts = m_parts.sessions->trustNeeded(*source);
            if (!facts)
                m_parts.sessions->connectSource(name);
        }
    }
    const Source source = *m_parts.sessions->source(name);
    auto *dialog = deletedOnClose(new TrustDialog(name, *facts, m_parts.window));
    connect(dialog, &QDialog::accepted, this, [this, name, asked = source, shown = facts->hash()] {
        const Source *now = m_parts.sessions->source(name);
        const std::optional<TrustFacts> due = now ? m_parts.sessions->trustNeeded(*now) : std::nullopt;
        if (!now || *now != asked || (due && due->hash() != shown))
            return; // the command is no longer the command that was shown
        if (const Result<void> kept = m_parts.sessions->confirmTrust(asked); !kept)
            m_parts.message->showError(kept.error());
        m_parts.sessions->connectSource(name);
    });
    connect(dialog, &QDialog::finished, this, [this, names] { connectNext(names); }, Qt::QueuedConnection);
    dialog->open();
}

void SourcesController::copyConfiguration(const QString &name, ConfigurationForm form)
{
    const ConfigurationExport made = exportConfiguration({*m_parts.sessions->source(name)}, form);
    copyText(QString::fromUtf8(made.configuration.toBytes(Json::Layout::Indented)));
    QStringList texts{tr("The configuration was copied to the clipboard. It contains no secrets.")};
    for (const QString &remark : made.remarks)
        texts.append(coreText(remark));
    m_parts.message->showNotice(texts.join(u' '));
}

//! Shows the open page of the class \a Page about \a source. Returns false if there is none.
template <typename Page> bool SourcesController::showsPage(const QString &source)
{
    return m_parts.pages->showTool<Page>([&source](const Page &page) { return page.source() == source; });
}

void SourcesController::openPage(SourcePage *page)
{
    connect(page, &SourcePage::connectRequested, this, &SourcesController::connectSource);
    m_parts.pages->openTool(page);
}

void SourcesController::checkSource(const QString &name)
{
    if (!m_parts.sessions->source(name) || showsPage<CheckPage>(name))
        return;
    auto *page = new CheckPage(m_parts.sessions, name, m_parts.window);
    connect(page, &CheckPage::operationActivated, this,
        [this](const OperationId &operation) { m_parts.pages->open(operation)->focusInput(); });
    openPage(page);
}

//! Works also for a source that was only tested so far, because its steps are found by its name.
void SourcesController::showSignIn(const QString &name)
{
    if (!showsPage<SignInPage>(name))
        openPage(new SignInPage(m_parts.sessions, name, m_parts.window));
}

void SourcesController::showServe(const QString &name)
{
    if (!showsPage<ServePage>(name))
        openPage(new ServePage(m_parts.sessions, name, m_parts.serve, m_parts.window));
}

void SourcesController::showServer(const QString &name)
{
    if (!m_parts.sessions->source(name) || showsPage<ServerPage>(name))
        return;
    auto *page = new ServerPage(m_parts.sessions, name, m_parts.window);
    connect(page, &ServerPage::checkRequested, this, &SourcesController::checkSource);
    connect(page, &ServerPage::connectionCheckRequested, this, &SourcesController::checkConnection);
    connect(page, &ServerPage::signInRequested, this, &SourcesController::showSignIn);
    connect(page, &ServerPage::serveRequested, this, &SourcesController::showServe);
    connect(page, &ServerPage::editRequested, this, &SourcesController::editSource);
    connect(page, &ServerPage::limitRequested, this, &SourcesController::limitRequested);
    connect(page, &ServerPage::definitionRequested, this,
        [this](const OperationId &operation) { m_parts.pages->open(operation)->setDefinitionShown(true); });
    openPage(page);
}

} // namespace Workbench::Ui

#include "moc_sourcescontroller.cpp"
