// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/servedoperations.h"
#include "core/workspace/workspace.h"

#include <QDateTime>
#include <QMainWindow>

#include <functional>

class QMimeData;
class QSplitter;

namespace Workbench {
class Sessions;
enum class ConfigurationForm : quint8;
} // namespace Workbench

namespace Workbench::Ui {

class AddSourceDialog;
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
class SourcesPane;
class TopBar;
class WindowActions;
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
    SourcesPane *sourcesPane() const { return m_sources; }
    BottomPanel *bottomPanel() const { return m_bottom; }
    FixturesController *fixtures() const { return m_fixtures; }

public Q_SLOTS:
    void addSource();
    //! Opens the dialog with \a text in its first field: a command, an address, a path, an mcp.json entry, …
    void addSourceFrom(const QString &text);
    void editSource(const QString &name);
    void checkConnection(const QString &name);
    void removeSource(const QString &name);
    void signOut(const QString &name); //!< forgets the source's tokens
    //! Asks for trust if needed, then connects.
    void connectSource(const QString &name);
    //! Connects all sources that are not connected. Questions about trust come one after another.
    void connectAll();
    void editEnvironments();
    //! Opens the preferences. If \a limit is not empty, shows the row of that limit.
    void showPreferences(const QString &limit = {});
    void goToOperation();
    void showManual(); //!< opens the page about the part with the focus
    void inspectEnvelope(); //!< shows a page to paste, drop or open any result
    void checkSource(const QString &source);
    void showServe(const QString &source); //!< shows a page that offers its operations to other programs
    void showSignIn(const QString &source); //!< shows a page with the steps of its sign-in
    void showServer(const QString &source); //!< shows its connection and its requests to the user
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
    AddSourceDialog *showSourceDialog(AddSourceDialog *dialog);
    void showImported(const QStringList &names);
    //! Copies an entry for the configuration file of another program to the clipboard.
    void copyConfiguration(const QString &source, ConfigurationForm form);
    void openDropped(const QMimeData &dropped);
    void connectNext(QStringList names);
    void runWhenKnown(OperationPage *page);
    void workspaceChanged();
    void showWorkspaceName();
    //! Calls \a then, and \a action is its name for the user. If streams are live, asks the user first.
    void endStreams(const QString &action, const std::function<void()> &then);
    void offerDraft();
    void offerUndo(const QString &text, const std::function<void()> &undo);
    void noteLast();
    void saveView();
    void restoreView();
    void restoreWindow();
    QString settingsGroup() const;
    void applyCompact();
    void showBottomHeight();
    void setSourcesShown(bool shown);

    Sessions *m_sessions;
    WorkbenchStyle *m_style;
    Options m_options;
    WorkspaceController *m_workspace;
    TopBar *m_topBar;
    MessageBar *m_message;
    QSplitter *m_vertical;
    QSplitter *m_horizontal;
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
    WindowActions *m_actions = nullptr;
    int m_bottomHeight = 0; //!< height of the open bottom panel, in pixels
    bool m_isBottomChosen = false; //!< the user resized the bottom panel for the current page
    QSize m_sizedFor; //!< the window size of the last layout of its parts
    bool m_sized = false;
    bool m_hasView = false; //!< a workspace was opened, whose view must be saved
    bool m_isLastAway = false; //!< the last workspace could not be opened
    std::function<void()> m_undo; //!< undoes the last close, clear or replace; empty: none
    QDateTime m_workspaceSince; //!< time when the workspace was opened
};

} // namespace Workbench::Ui
