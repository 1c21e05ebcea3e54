// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/workspace/workspace.h"

#include <QTimer>

namespace Workbench::Ui {

//! Keeps the sources and environments of Sessions and the saved inputs in step with a workspace file. Every
//! change is written a moment later, atomically; a file that somebody else changed is never written over
//! without asking. Without a file of the user's own the workspace lives in the data directory, so that
//! nothing is lost. Opening starts nothing.
class WorkspaceController : public QObject {
    Q_OBJECT
public:
    //! \a scratchPath: of the workspace that has no name yet; empty: in memory only (tests).
    WorkspaceController(Sessions *sessions, QString scratchPath, QObject *parent = nullptr);
    ~WorkspaceController() override; //!< writes what is pending

    const QString &path() const { return m_path; } //!< empty while it has no file of its own
    QString displayName() const; //!< "demo.workspace.json"; empty for a nameless one without sources
    bool isDemo() const { return m_demo; }

    //! The nameless workspace of last time.
    void openScratch();
    //! ErrorKind::Storage; the workspace before stays open.
    Result<void> open(const QString &path);
    void openDemo(const Workspace &demo);
    void startNew();
    Result<void> saveAs(const QString &path);
    Result<void> save(bool overwrite = false);

    Json input(const OperationId &operation) const; //!< absent: none saved
    void setInput(const OperationId &operation, const Json &input);

    //! Where recordings go: what was chosen, else `fixtures` beside the workspace's file; empty while there
    //! is neither. Kept relative to the file where it lies beside or below it.
    QString fixturesFolder() const;
    void setFixturesFolder(const QString &folder);

Q_SIGNALS:
    void workspaceChanged(); //!< another one is open
    void saveFailed(const Workbench::Error &error);

private:
    void take(WorkspaceFile file, const QString &path, bool demo);
    void collect();
    void schedule();

    Sessions *m_sessions;
    QString m_scratchPath;
    QString m_path;
    WorkspaceFile m_file;
    QTimer m_timer;
    bool m_demo = false;
    bool m_taking = false;
};

} // namespace Workbench::Ui
