// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The window and its workspace: opens workspaces, and saves and restores the state of the window.

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/panes/sourcespane.h"
#include "ui/window/bottompanel.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/startpage.h"
#include "ui/window/topbar.h"
#include "ui/window/windowactions.h"
#include "ui/window/workspacecontroller.h"

#include <QCloseEvent>
#include <QSettings>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

void MainWindow::showWorkspaceName()
{
    const QString name = visibleText(m_workspace->displayName(), false, 100);
    setWindowTitle(name.isEmpty() ? tr("Envelope Workbench") : tr("%1 — Envelope Workbench").arg(name));
    setWindowFilePath(m_workspace->path());
    setProperty("isDemo", m_workspace->isDemo()); // a command refers to its sources in a different form
    m_topBar->setWorkspace(name, m_workspace->path());
}

void MainWindow::workspaceChanged()
{
    m_message->hide(); // its Undo belongs to the previous workspace
    m_undo = {};
    m_workspaceSince = QDateTime::currentDateTimeUtc();
    showWorkspaceName();
    m_topBar->setEnvironment(m_sessions->environment());
    m_pages->closeAll();
    m_actions->update();
}

void MainWindow::openWorkspace(const QString &path)
{
    endStreams(tr("Open workspace"), [this, path] {
        saveView();
        if (const Result<void> opened = m_workspace->open(path); !opened) {
            // At the start, the draft is opened instead.
            if (!m_hasView && m_sessions->sources().isEmpty()) {
                m_isLastAway = true;
                m_workspace->openScratch();
                restoreView();
            }
            m_message->showError(opened.error());
            return;
        }
        restoreView();
        noteLast();
        m_actions->noteRecent(m_workspace->path());
    });
}

void MainWindow::openDemo()
{
    endStreams(tr("Open demo"), [this] {
        saveView();
        const Workspace demo = m_options.demo();
        m_workspace->openDemo(demo);
        restoreWindow();
        for (const Source &source : m_sessions->sources()) {
            if (!m_sessions->trustNeeded(source))
                m_sessions->connectSource(source.name);
        }
        if (const OperationId first = OperationId::fromString(demo.view.member("first"_L1).toString());
            !first.isEmpty())
            runWhenKnown(openOperation(first));
    });
}

void MainWindow::newWorkspace()
{
    endStreams(tr("New workspace"), [this] {
        saveView();
        if (m_workspace->startNew())
            offerDraft();
    });
}

//! Offers to restore the discarded workspace. Unlike other notices, this one stays open.
void MainWindow::offerDraft()
{
    m_message->showNotice(tr("The unsaved workspace was discarded."), tr("Undo"), [this] {
        const bool isDiscarding = m_workspace->startNew(m_workspace->takeDraft());
        restoreView();
        if (isDiscarding)
            offerDraft();
    });
    m_message->closeTimer()->stop();
}

void MainWindow::restoreLast()
{
    const QString last = m_options.remember ? QSettings().value(u"workspace/last"_s).toString() : QString();
    if (last.isEmpty()) {
        m_workspace->openScratch();
        restoreView();
    } else {
        openWorkspace(last);
    }
    if (OperationPage *page = m_pages->current())
        page->focusInput();
    else
        m_pages->startPage()->setFocus();
}

QString MainWindow::settingsGroup() const
{
    const QString name = m_workspace->isDemo() ? u"demo"_s : m_workspace->path();
    return u"view/"_s
        + QString::fromLatin1(
            name.toUtf8().toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

//! Saves which workspace the next start opens. The demo does not change it. A draft without sources does not
//! change it if the last workspace could not be opened, because its file may be missing only for now.
void MainWindow::noteLast()
{
    const QString path = m_workspace->path();
    if (!path.isEmpty() || !m_sessions->sources().isEmpty())
        m_isLastAway = false;
    if (m_options.remember && !m_workspace->isDemo() && !m_isLastAway)
        QSettings().setValue(u"workspace/last"_s, path);
}

void MainWindow::saveView()
{
    m_pages->keepInputs();
    if (!m_options.remember || !m_hasView)
        return;
    noteLast();
    QSettings settings;
    settings.setValue(u"window/geometry"_s, saveGeometry());
    settings.setValue(u"window/bottomCollapsed"_s, m_bottom->isCollapsed());
    settings.beginGroup(settingsGroup());
    const PageStack::Open open = m_pages->openPages();
    settings.setValue(u"pages"_s, open.operations);
    settings.setValue(u"subscriptions"_s, open.subscriptions);
    settings.setValue(u"titles"_s, open.titles);
    settings.setValue(u"inputs"_s, open.inputs);
    settings.setValue(u"page"_s, open.current);
    settings.setValue(u"pageLayout"_s, open.layout);
    settings.setValue(u"expanded"_s, m_sources->expandedKeys());
    settings.setValue(u"horizontal"_s, m_horizontal->saveState());
    settings.setValue(u"vertical"_s, m_vertical->saveState());
    settings.setValue(u"bottom"_s, m_bottom->currentIndex());
    settings.setValue(u"bottomHeight"_s, m_bottomHeight);
    settings.setValue(u"sourcesHidden"_s, m_sources->isHidden());
}

//! Restores position and size, only once: the window keeps them when another workspace is opened.
void MainWindow::restoreWindow()
{
    if (!m_options.remember || std::exchange(m_hasView, true))
        return;
    const QSettings settings;
    if (settings.contains(u"window/geometry"_s))
        restoreGeometry(settings.value(u"window/geometry"_s).toByteArray());
    m_bottom->setCollapsed(settings.value(u"window/bottomCollapsed"_s).toBool());
}

void MainWindow::restoreView()
{
    restoreWindow();
    if (!m_options.remember)
        return;
    QSettings settings;
    settings.beginGroup(settingsGroup());
    if (!settings.contains(u"pages"_s))
        return;
    m_sized = m_horizontal->restoreState(settings.value(u"horizontal"_s).toByteArray())
        && m_vertical->restoreState(settings.value(u"vertical"_s).toByteArray());
    m_bottom->setCurrentIndex(settings.value(u"bottom"_s).toInt());
    m_bottomHeight = settings.value(u"bottomHeight"_s, m_bottom->heightForRows(5)).toInt();
    setSourcesShown(!settings.value(u"sourcesHidden"_s).toBool());
    m_sources->setExpandedKeys(settings.value(u"expanded"_s).toStringList());
    m_pages->restore({.operations = settings.value(u"pages"_s).toStringList(),
        .titles = settings.value(u"titles"_s).toStringList(),
        .inputs = settings.value(u"inputs"_s).toStringList(),
        .subscriptions = settings.value(u"subscriptions"_s).toStringList(),
        .current = settings.value(u"page"_s, -1).toInt(),
        .layout = settings.value(u"pageLayout"_s).toByteArray()});
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_pages->liveStreams() > 0 && !property("endsStreams").toBool()) {
        event->ignore();
        endStreams(tr("Close window"), [this] {
            setProperty("endsStreams", true);
            close();
            setProperty("endsStreams", false); // the window may stay open; then the next close asks again
        });
        return;
    }
    saveView();
    if (const Result<void> saved = m_workspace->save(); !saved) {
        // Unsaved input would be lost, so tell the user first.
        if (!property("closeAnyway").toBool()) {
            m_message->showError(saved.error(), tr("Close without saving"), [this] {
                setProperty("closeAnyway", true);
                setProperty("endsStreams", true);
                close();
                setProperty("closeAnyway", false);
                setProperty("endsStreams", false);
            });
            event->ignore();
            return;
        }
    }
    event->accept();
}

} // namespace Workbench::Ui
