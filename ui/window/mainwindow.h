// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/workspace/workspace.h"

#include <QMainWindow>

class QSplitter;

namespace Workbench {
class Sessions;
}

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
        Workspace demo; //!< what "Try the demo" opens
        QString scratchPath; //!< of the nameless workspace; empty: in memory
        QString definitionPinsPath; //!< what operations were when they were last accepted; empty: in memory
        bool remember = true; //!< read and write QSettings
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
    void addSourceFrom(const QString &commandLine);
    void editSource(const QString &name);
    void removeSource(const QString &name);
    void signOut(const QString &name); //!< forgets its tokens
    //! Asks for trust where that is needed, then connects.
    void connectSource(const QString &name);
    void editEnvironments();
    void goToOperation();
    void inspectEnvelope(); //!< a page to paste, drop or open any result
    void checkUp(const QString &source);
    void askToOpenWorkspace();
    void askToSaveWorkspace();
    void newWorkspace();

protected:
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    friend class WindowActions;
    void build();
    void connectParts();
    void connectFixtures();
    void openExchange(const QString &exchangeId, bool run);
    void showWire(const QString &exchangeId);
    AddSourceDialog *showSourceDialog(AddSourceDialog *dialog);
    void workspaceChanged();
    void saveView();
    void restoreView();
    QString settingsGroup() const;
    void applyCompact();
    void setBottomHeight(int height);

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
    WindowActions *m_actions;
    bool m_compact = false;
    bool m_sized = false;
};

} // namespace Workbench::Ui
