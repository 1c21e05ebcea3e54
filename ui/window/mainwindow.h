// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/servedoperations.h"
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

//! The window: sources at the left, open operations in the middle, history, wire and log below. Knows
//! Sessions and no transport. What was open comes back at the next start.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    struct Options {
        //! Starts and returns what "Try the demo" opens. The "first" of its view is the operation that is
        //! shown and called at once.
        std::function<Workspace()> demo;
        QString scratchPath; //!< of the nameless workspace; empty: in memory
        bool remember = true; //!< read and write QSettings
        ServeOperations serve{}; //!< offers operations to other programs
    };
    MainWindow(Sessions *sessions, WorkbenchStyle *style, Options options, QWidget *parent = nullptr);
    ~MainWindow() override;

    //! The workspace of last time, or the nameless one.
    void restoreLast();
    void openDemo(); //!< and connects its sources: they are ours
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
    void signOut(const QString &name); //!< forgets its tokens
    //! Asks for trust where that is needed, then connects.
    void connectSource(const QString &name);
    void connectAll(); //!< that are not connected; questions about trust come one after another
    void editEnvironments();
    //! With a \a limit: where that limit is changed.
    void showPreferences(const QString &limit = {});
    void goToOperation();
    void showManual(); //!< the page about what has the focus
    void inspectEnvelope(); //!< a page to paste, drop or open any result
    void checkSource(const QString &source);
    void showServe(const QString &source); //!< a page on which its operations are offered to others
    void showSignIn(const QString &source); //!< a page of the steps of its sign-in
    void showServer(const QString &source); //!< its page: what was agreed, and what it asks the user
    void askToOpenWorkspace();
    //! \a then is called once the workspace is saved; empty: nothing is.
    void askToSaveWorkspace(const std::function<void()> &then = {});
    void newWorkspace();
    void find(); //!< in the pane that has the focus, else in the page that is shown

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
    //! Puts an entry for another program's file into the clipboard.
    void copyConfiguration(const QString &source, ConfigurationForm form);
    void openDropped(const QMimeData &dropped);
    void connectNext(QStringList names);
    void runWhenKnown(OperationPage *page);
    void workspaceChanged();
    void showWorkspaceName();
    //! Calls \a then, which \a action names. If streams are live, the user is asked first.
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
    int m_bottomHeight = 0; //!< in pixels, while the bottom panel is open
    bool m_isBottomChosen = false; //!< The user moved the bottom panel while this page is shown.
    QSize m_sizedFor; //!< The size of the window that its parts were last shared for.
    bool m_sized = false;
    bool m_hasView = false; //!< Something was opened, whose view is saved.
    bool m_isLastAway = false; //!< The last workspace could not be opened.
    std::function<void()> m_undo; //!< of what was closed or cleared last; empty: nothing
    QDateTime m_workspaceSince; //!< when the workspace was opened
};

} // namespace Workbench::Ui
