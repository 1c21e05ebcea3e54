// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/servedoperations.h"
#include "core/workspace/workspace.h"

#include <QDateTime>
#include <QMainWindow>

#include <functional>

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class BottomPanel;
class CertificateQuestions;
class EnvironmentMenu;
class FixturesController;
class GoToPopup;
class HistoryPane;
class LogPane;
class MessageBar;
class OperationPage;
class PageStack;
class SourcesController;
class SourcesPane;
class TopBar;
class WindowActions;
class WindowView;
class WirePane;
class WorkbenchStyle;
class WorkspaceController;

//! The main window: sources at the left, open operations in the middle, history, wire, log and fixtures
//! below. Uses Sessions, never a transport. The next start restores what was open.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    struct Options {
        //! Starts the demo and returns its workspace. The member "first" of its view is the operation that is
        //! shown and called at once.
        std::function<Workspace()> demo;
        QString scratchPath; //!< file of the unnamed workspace; empty: only in memory
        bool remember = true; //!< read and write QSettings
        ServeOperations serve{}; //!< offers operations to other programs
    };
    MainWindow(Sessions *sessions, WorkbenchStyle *style, Options options, QWidget *parent = nullptr);
    ~MainWindow() override;

    //! Opens the workspace of the last run, or the unnamed one.
    void restoreLast();
    void openDemo(); //!< also connects its sources, which are part of the program
    void openWorkspace(const QString &path);
    OperationPage *openOperation(const OperationId &operation);

    Sessions *sessions() const { return m_sessions; }
    WorkspaceController *workspace() const { return m_workspace; }
    PageStack *pageStack() const { return m_pages; }
    SourcesController *sources() const { return m_sourcesController; }
    SourcesPane *sourcesPane() const { return m_sources; }
    BottomPanel *bottomPanel() const { return m_bottom; }
    FixturesController *fixtures() const { return m_fixtures; }

public Q_SLOTS:
    void editEnvironments();
    //! Opens the preferences. If \a limit is not empty, shows the row of that limit.
    void showPreferences(const QString &limit = {});
    //! Opens the limit \a key where it is set: in the settings of \a source if these have it, because they
    //! override the limit of all sources.
    void changeLimit(const QString &key, const QString &source);
    void goToOperation();
    void showManual(); //!< opens the page about the part with the focus
    void inspectEnvelope(); //!< shows a page to paste, drop or open any result
    void askToOpenWorkspace();
    //! Asks for a file and saves the workspace in it. Then calls \a then, which may be empty.
    void askToSaveWorkspace(const std::function<void()> &then = {});
    void newWorkspace();
    void find(); //!< opens the search of the pane with the focus, or of the current page

protected:
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    friend class WindowActions;
    void build();
    void connectParts();
    void connectFixtures();
    void openExchange(const QString &exchangeId, bool run);
    OperationPage *editCall(const OperationId &operation, const Json &input);
    void showWire(const QString &exchangeId);
    void runWhenKnown(OperationPage *page);
    void workspaceChanged();
    void showWorkspaceName();
    //! Calls \a then, and \a action is its name for the user. If streams are live, or \a tasks calls run as
    //! tasks whose results would be lost, asks the user first.
    void endStreams(const QString &action, const std::function<void()> &then);
    void offerDraft();
    void offerUndo(const QString &text, const std::function<void()> &undo);
    void noteLast();
    QString viewName() const; //!< The name under which the view of the workspace is saved.
    void saveView();
    void restoreView();
    void setSourcesShown(bool shown);

    Sessions *m_sessions;
    WorkbenchStyle *m_style;
    Options m_options;
    WorkspaceController *m_workspace;
    TopBar *m_topBar;
    MessageBar *m_message;
    SourcesPane *m_sources;
    PageStack *m_pages;
    BottomPanel *m_bottom;
    HistoryPane *m_history;
    WirePane *m_wire;
    LogPane *m_log;
    GoToPopup *m_goTo;
    EnvironmentMenu *m_environments;
    FixturesController *m_fixtures;
    CertificateQuestions *m_certificates;
    SourcesController *m_sourcesController;
    WindowView *m_view;
    WindowActions *m_actions = nullptr;
    bool m_isLastAway = false; //!< the last workspace could not be opened
    std::function<void()> m_undo; //!< undoes the last close, clear or replace; empty: none
    QDateTime m_workspaceSince; //!< time when the workspace was opened
};

} // namespace Workbench::Ui
