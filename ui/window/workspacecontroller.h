// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/workspace/workspace.h"

#include <QTimer>

namespace Workbench::Ui {

//! Synchronises the sources and environments of Sessions, the saved inputs and the identity with a workspace
//! file. Writes every change after a short delay, atomically. Never overwrites a file that another program
//! changed without asking. A workspace that the user has not saved is in the data directory, so that nothing
//! is lost. Opening a workspace does not start anything.
class WorkspaceController : public QObject {
    Q_OBJECT
public:
    //! \a scratchPath is the file of the unnamed workspace; empty: only in memory, for tests.
    WorkspaceController(Sessions *sessions, QString scratchPath, QObject *parent = nullptr);
    ~WorkspaceController() override; //!< writes pending changes

    const QString &path() const { return m_path; } //!< empty while the workspace is unnamed
    //! Returns the file that holds the workspace, also while it is unnamed. Empty: it is only in memory.
    const QString &storedPath() const { return m_path.isEmpty() ? m_scratchPath : m_path; }
    //! Returns the name for the user: "demo.workspace.json"; empty for an unnamed workspace without sources.
    QString displayName() const;
    bool isDemo() const { return m_demo; }

    //! Opens the unnamed workspace of the last run.
    void openScratch();
    //! Opens the workspace at \a path. On ErrorKind::Storage the previous workspace stays open.
    Result<void> open(const QString &path);
    void openDemo(const Workspace &demo);
    //! Begins an unsaved workspace with \a content. Returns whether the previous unsaved workspace had
    //! sources and was therefore kept; startNew(takeDraft()) restores it.
    bool startNew(const Workspace &content = {});
    Workspace takeDraft() { return std::exchange(m_draft, {}); }
    //! Writes the open workspace to \a path and continues with that file. The fixtures stay where they are.
    Result<void> saveAs(const QString &path);
    Result<void> save(bool overwrite = false);

    Json input(const OperationId &operation) const; //!< absent if none is saved
    void setInput(const OperationId &operation, const Json &input);

    //! Returns the identity of the workspace, which calls use while the active environment has none.
    const std::optional<Identity> &identity() const { return m_file.workspace.identity; }
    void setIdentity(const std::optional<Identity> &identity);

    //! Returns the folder of recordings: the chosen folder, otherwise `fixtures` beside the workspace's file.
    //! Empty if there is neither. Stored relative to the file unless both have only the root in common.
    QString fixturesFolder() const;
    void setFixturesFolder(const QString &folder);

Q_SIGNALS:
    void workspaceChanged(); //!< Emitted when another workspace is open.
    void fileChanged(); //!< Emitted when the open workspace was saved under another name.
    void saveFailed(const Workbench::Error &error);

private:
    void take(WorkspaceFile file, const QString &path, bool demo);
    void collect();
    void schedule();
    void keepAnswerRules();

    Sessions *m_sessions;
    QString m_scratchPath;
    QString m_path;
    WorkspaceFile m_file;
    Workspace m_draft; //!< the unsaved workspace that startNew() replaced; without sources: none
    QTimer m_timer;
    bool m_demo = false;
    bool m_taking = false;
};

} // namespace Workbench::Ui
