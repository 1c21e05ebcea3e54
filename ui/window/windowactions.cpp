// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/windowactions.h"

#include "core/checks/configurationexport.h"
#include "core/session/sessions.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/building.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/helpdialogs.h"
#include "ui/window/mainwindow.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"
#include "ui/window/topbar.h"
#include "ui/window/workspacecontroller.h"

#include <QActionGroup>
#include <QApplication>
#include <QKeyEvent>
#include <QMenuBar>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

WindowActions::WindowActions(MainWindow *window)
    : QObject(window)
    , m_window(window)
{
    fileMenu();
    editMenu();
    viewMenu();
    sourceMenu();
    operationMenu();
    fixturesMenu();
    helpMenu();
    connect(window->m_sources, &SourcesPane::currentSourceChanged, this, &WindowActions::update);
    connect(window->m_sessions, &Sessions::sourceChanged, this, &WindowActions::update);
}

QAction *WindowActions::add(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &name,
    std::function<void()> run, const Condition &isPossible)
{
    QAction *action = named(menu->addAction(text), name);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, m_window, std::move(run));
    if (isPossible)
        m_conditions.append({action, isPossible});
    return action;
}

void WindowActions::fileMenu()
{
    MainWindow *window = m_window;
    QMenu *menu = window->menuBar()->addMenu(tr("&File"));
    add(menu, tr("&New workspace"), QKeySequence::New, u"newWorkspace"_s, window, &MainWindow::newWorkspace);
    add(menu, tr("&Open workspace…"), QKeySequence::Open, u"openWorkspace"_s, window,
        &MainWindow::askToOpenWorkspace);
    m_recent = menu->addMenu(tr("Open &recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &WindowActions::fillRecent);
    add(menu, tr("Try the &demo"), {}, u"openDemo"_s, window, &MainWindow::openDemo);
    menu->addSeparator();
    add(menu, tr("&Save workspace"), QKeySequence::Save, u"saveWorkspace"_s, [window] {
        if (window->m_workspace->path().isEmpty()) {
            window->askToSaveWorkspace();
        } else if (const Result<void> saved = window->m_workspace->save(); !saved) {
            Q_EMIT window->m_workspace->saveFailed(saved.error());
        }
    });
    add(menu, tr("Save workspace &as…"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, u"saveWorkspaceAs"_s,
        [window] { window->askToSaveWorkspace(); });
    menu->addSeparator();
    add(menu, tr("&Quit"), QKeySequence::Quit, u"quit"_s, [window] { window->close(); });
    window->m_topBar->setWorkspaceMenu(menu);
}

void WindowActions::fillRecent()
{
    m_recent->clear();
    for (const QString &path : QSettings().value(u"workspace/recent"_s).toStringList()) {
        QAction *action = m_recent->addAction(QString(path).replace(u'&', u"&&"_s));
        connect(action, &QAction::triggered, m_window, [this, path] { m_window->openWorkspace(path); });
    }
    if (m_recent->isEmpty())
        m_recent->addAction(tr("No recent workspaces"))->setEnabled(false);
}

void WindowActions::noteRecent(const QString &path)
{
    if (!m_window->m_options.remember)
        return;
    QSettings settings;
    QStringList recent = settings.value(u"workspace/recent"_s).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    settings.setValue(u"workspace/recent"_s, QStringList(recent.mid(0, 10)));
}

void WindowActions::editMenu()
{
    QMenu *menu = m_window->menuBar()->addMenu(tr("&Edit"));
    // Cut, copy and paste act on the widget with the focus, so the menu sends the keys to it.
    const auto toFocus = [](QKeySequence::StandardKey key) {
        return [key] {
            QWidget *focus = QApplication::focusWidget();
            const QList<QKeySequence> bindings = QKeySequence::keyBindings(key);
            if (!focus || bindings.isEmpty())
                return;
            const QKeyCombination keys = bindings.constFirst()[0];
            QKeyEvent press(QEvent::KeyPress, keys.key(), keys.keyboardModifiers());
            QApplication::sendEvent(focus, &press);
        };
    };
    const auto addEdit = [&](const QString &text, QKeySequence::StandardKey key, const QString &name) {
        QAction *action = add(menu, text, {}, name, toFocus(key));
        action->setText(text + u'\t' + QKeySequence(key).toString(QKeySequence::NativeText));
    };
    MainWindow *window = m_window;
    const auto undoLast = [window] {
        if (const auto undo = window->m_undo)
            undo();
    };
    add(menu, tr("&Undo close or clear"), {}, u"undoRemoval"_s, undoLast,
        [window] { return bool(window->m_undo); });
    menu->addSeparator();
    addEdit(tr("Cu&t"), QKeySequence::Cut, u"cut"_s);
    addEdit(tr("&Copy"), QKeySequence::Copy, u"copy"_s);
    addEdit(tr("&Paste"), QKeySequence::Paste, u"paste"_s);
    addEdit(tr("Select &all"), QKeySequence::SelectAll, u"selectAll"_s);
    menu->addSeparator();
    const QString findKeys = QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText);
    add(menu, tr("F&ind") + u'\t' + findKeys, {}, u"find"_s, window, &MainWindow::find);
    add(menu, tr("&Filter operations"), Qt::CTRL | Qt::SHIFT | Qt::Key_F, u"filterOperations"_s, [window] {
        window->setSourcesShown(true);
        window->m_sources->focusFilter();
    });
    menu->addSeparator();
    add(menu, tr("P&references…"), Qt::CTRL | Qt::Key_Comma, u"preferences"_s,
        [window] { window->showPreferences(); });
}

void WindowActions::viewMenu()
{
    MainWindow *window = m_window;
    QMenu *menu = window->menuBar()->addMenu(tr("&View"));
    const QStringList panes{tr("&History"), tr("&Wire"), tr("&Log"), tr("&Fixtures")};
    for (int i = 0; i < panes.size(); ++i) {
        add(menu, panes.at(i), QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + i)), u"showPane%1"_s.arg(i),
            [window, i] {
                window->m_bottom->setCollapsed(false);
                window->m_bottom->setCurrentIndex(i);
            });
    }
    add(menu, tr("Show or hide the &bottom panel"), Qt::CTRL | Qt::Key_J, u"toggleBottom"_s,
        [window] { window->m_bottom->setCollapsed(!window->m_bottom->isCollapsed()); });
    addSizes(menu);
    menu->addSeparator();
    add(menu, tr("&Inspect envelope…"), Qt::CTRL | Qt::SHIFT | Qt::Key_I, u"inspectEnvelope"_s, window,
        &MainWindow::inspectEnvelope);
    menu->addSeparator();
    QMenu *theme = menu->addMenu(tr("&Theme"));
    auto *group = new QActionGroup(this);
    using Scheme = WorkbenchStyle::Scheme;
    connect(menu, &QMenu::aboutToShow, group,
        [group, window] { group->actions().at(int(window->m_style->scheme()))->setChecked(true); });
    const QList<std::pair<QString, Scheme>> schemes{{tr("Same as the &system"), Scheme::System},
        {tr("&Light"), Scheme::Light}, {tr("&Dark"), Scheme::Dark}};
    for (const auto &[text, scheme] : schemes) {
        QAction *action = add(theme, text, {}, u"theme%1"_s.arg(int(scheme)), [window, scheme] {
            window->m_style->setScheme(scheme);
            if (window->m_options.remember)
                QSettings().setValue(u"window/scheme"_s, int(scheme));
        });
        action->setCheckable(true);
        action->setChecked(window->m_style->scheme() == scheme);
        group->addAction(action);
    }
}

//! Adds the actions for Sources, full screen and text size.
void WindowActions::addSizes(QMenu *menu)
{
    MainWindow *window = m_window;
    m_showSources = add(menu, tr("Show &sources"), Qt::CTRL | Qt::Key_B, u"showSources"_s,
        [this, window] { window->setSourcesShown(m_showSources->isChecked()); });
    m_showSources->setCheckable(true);
    m_fullScreen = add(menu, tr("F&ull screen"), Qt::Key_F11, u"fullScreen"_s,
        [window] { window->setWindowState(window->windowState() ^ Qt::WindowFullScreen); });
    m_fullScreen->setCheckable(true);
    menu->addSeparator();
    constexpr int step = 10;
    const auto zoom = [window](int percent) {
        window->m_style->setZoom(percent);
        if (window->m_options.remember)
            QSettings().setValue(u"window/zoom"_s, window->m_style->zoom());
    };
    add(menu, tr("&Larger text"), {}, u"zoomIn"_s, [=] {
        zoom(window->m_style->zoom() + step);
    })->setShortcuts({Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal});
    add(menu, tr("S&maller text"), Qt::CTRL | Qt::Key_Minus, u"zoomOut"_s,
        [=] { zoom(window->m_style->zoom() - step); });
    add(menu, tr("Default text si&ze"), Qt::CTRL | Qt::Key_0, u"zoomReset"_s, [=] { zoom(100); });
}

void WindowActions::sourceMenu()
{
    MainWindow *window = m_window;
    SourcesController *sources = window->m_sourcesController;
    QMenu *menu = window->menuBar()->addMenu(tr("&Source"));
    add(menu, tr("&Add source…"), Qt::CTRL | Qt::SHIFT | Qt::Key_A, u"addSourceAction"_s, sources,
        &SourcesController::addSource);
    menu->addMenu(window->m_environments);
    menu->addSeparator();
    const auto current = [window] { return window->m_sources->currentSource(); };
    const auto isAny = [current] { return !current().isEmpty(); };
    const auto isConnected = [=] {
        return isAny() && window->m_sessions->state(current()).phase != SourceState::Phase::Disconnected;
    };
    add(menu, tr("&Connect"), {}, u"connectSource"_s, [=] { sources->connectSource(current()); }, isAny);
    add(menu, tr("Connect &all"), Qt::CTRL | Qt::SHIFT | Qt::Key_O, u"connectAllSources"_s, sources,
        &SourcesController::connectAll);
    add(
        menu, tr("&Disconnect"), {}, u"disconnectSource"_s,
        [=] { window->m_sessions->disconnectSource(current()); }, isConnected);
    add(
        menu, tr("&Refresh operations"), QKeySequence::Refresh, u"refreshSource"_s,
        [=] { window->m_sessions->refreshSource(current()); }, isAny);
    add(
        menu, tr("&Page of the source"), Qt::CTRL | Qt::Key_I, u"showServer"_s,
        [=] { sources->showServer(current()); }, isAny);
    add(menu, tr("C&heck…"), {}, u"checkSource"_s, [=] { sources->checkSource(current()); }, isAny);
    add(
        menu, tr("Sign &out"), {}, u"signOut"_s, [=] { sources->signOut(current()); },
        [=] { return window->m_sessions->signsIn(current()); });
    add(menu, tr("&Edit…"), {}, u"editSource"_s, [=] { sources->editSource(current()); }, isAny);
    add(menu, tr("Re&move…"), {}, u"removeSource"_s, [=] { sources->removeSource(current()); }, isAny);
    QMenu *copy = menu->addMenu(tr("Cop&y as configuration"));
    const auto addForm = [&](const QString &text, const QString &name, ConfigurationForm form) {
        add(copy, text, {}, name, [=] { sources->copyConfiguration(current(), form); }, isAny);
    };
    addForm(tr("For &VS Code"), u"copyForVsCode"_s, ConfigurationForm::VsCode);
    addForm(tr("For &Claude Code"), u"copyForClaudeCode"_s, ConfigurationForm::ClaudeCode);
    addForm(tr("For C&ursor or Windsurf"), u"copyForCursor"_s, ConfigurationForm::Cursor);
}

void WindowActions::operationMenu()
{
    MainWindow *window = m_window;
    QMenu *menu = window->menuBar()->addMenu(tr("&Operation"));
    add(menu, tr("&Go to operation…"), Qt::CTRL | Qt::Key_K, u"goToOperation"_s, window,
        &MainWindow::goToOperation);
    menu->addSeparator();
    PageStack *pages = window->m_pages;
    const auto page = [pages] { return pages->current(); };
    const auto isIdle = [page] { return page() && !page()->isRunning(); };
    add(menu, tr("&Invoke"), Qt::CTRL | Qt::Key_Return, u"invoke"_s, [=] { page()->invoke(); }, isIdle);
    add(menu, tr("&Send anyway"), {}, u"sendAnyway"_s, [=] { page()->sendAnyway(); }, isIdle);
    add(
        menu, tr("&Cancel"), Qt::CTRL | Qt::Key_Period, u"cancelCall"_s, [=] { page()->cancel(); },
        [page] { return page() && page()->isRunning(); });
    menu->addSeparator();
    const auto hasTab = [pages] { return pages->current() || pages->currentTool(); };
    QMenu *tabs = menu->addMenu(tr("Ta&bs"));
    add(
        tabs, tr("&Most recently used tab"), Qt::CTRL | Qt::Key_Tab, u"lastUsedTab"_s,
        [pages] { pages->showLastUsed(false); }, hasTab);
    add(
        tabs, tr("L&east recently used tab"), Qt::CTRL | Qt::SHIFT | Qt::Key_Tab, u"firstUsedTab"_s,
        [pages] { pages->showLastUsed(true); }, hasTab);
    add(
        tabs, tr("&Next tab"), Qt::CTRL | Qt::Key_PageDown, u"nextTab"_s, [pages] { pages->step(1); },
        hasTab);
    add(
        tabs, tr("&Previous tab"), Qt::CTRL | Qt::Key_PageUp, u"previousTab"_s, [pages] { pages->step(-1); },
        hasTab);
    tabs->addSeparator();
    add(
        tabs, tr("&Duplicate"), {}, u"duplicateTab"_s, [pages] { pages->duplicate(pages->currentIndex()); },
        [page] { return page() != nullptr; });
    add(
        tabs, tr("Close &others"), {}, u"closeOtherTabs"_s,
        [pages] { pages->closeOthers(pages->currentIndex()); }, hasTab);
    add(menu, tr("C&lose tab"), Qt::CTRL | Qt::Key_W, u"closeTab"_s, pages, &PageStack::closeCurrent, hasTab);
    add(menu, tr("&Reopen closed tab"), Qt::CTRL | Qt::SHIFT | Qt::Key_T, u"reopenTab"_s, pages,
        &PageStack::reopen, [pages] { return pages->canReopen(); });
}

void WindowActions::fixturesMenu()
{
    FixturesController *fixtures = m_window->m_fixtures;
    QMenu *menu = m_window->menuBar()->addMenu(tr("Fi&xtures"));
    add(menu, tr("&Record"), Qt::CTRL | Qt::Key_E, u"recordResult"_s, fixtures,
        &FixturesController::recordCurrent, [window = m_window] {
            const OperationPage *page = window->m_pages->current();
            return page && (page->lastResult() || page->subscription());
        });
    m_recordAll = add(menu, tr("Record &all"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, u"recordAllResults"_s,
        [this, fixtures] { fixtures->setRecordingAll(m_recordAll->isChecked()); });
    m_recordAll->setCheckable(true);
    menu->addSeparator();
    add(menu, tr("&Verify all"), Qt::CTRL | Qt::SHIFT | Qt::Key_V, u"verifyAll"_s, fixtures,
        &FixturesController::verifyAll);
    add(menu, tr("&Compare with…"), Qt::CTRL | Qt::Key_D, u"compareWith"_s, fixtures,
        &FixturesController::compareCurrent);
    add(menu, tr("&Suggest rules…"), {}, u"suggestRulesAction"_s, fixtures,
        &FixturesController::suggestRules);
    menu->addSeparator();
    add(menu, tr("Choose &folder…"), {}, u"chooseFixturesFolder"_s, [fixtures] { fixtures->chooseFolder(); });
}

void WindowActions::helpMenu()
{
    MainWindow *window = m_window;
    QMenu *menu = window->menuBar()->addMenu(tr("&Help"));
    add(menu, tr("&Manual"), QKeySequence::HelpContents, u"manual"_s, window, &MainWindow::showManual);
    add(menu, tr("&Keyboard shortcuts"), Qt::CTRL | Qt::Key_F1, u"shortcuts"_s,
        [window] { deletedOnClose(new ShortcutsDialog(window))->open(); });
    add(menu, tr("&About Envelope Workbench"), {}, u"about"_s,
        [window] { deletedOnClose(new AboutDialog(window))->open(); });
}

void WindowActions::update()
{
    for (const auto &[action, isPossible] : std::as_const(m_conditions))
        action->setEnabled(isPossible());
    m_recordAll->setChecked(m_window->m_fixtures->isRecordingAll());
    m_showSources->setChecked(!m_window->m_sources->isHidden());
    m_fullScreen->setChecked(m_window->isFullScreen());
}

} // namespace Workbench::Ui

#include "moc_windowactions.cpp"
