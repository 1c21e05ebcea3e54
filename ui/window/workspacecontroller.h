// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/workspace/workspace.h"

#include <QTimer>

namespace Workbench::Ui {

//! Keeps the sources and environments of Sessions and the saved inputs in step with a workspace file. Every
//! change is written a moment later, atomically; a file that another program changed is never overwritten
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
    //! Begins an unsaved workspace with \a content. The unsaved workspace before is kept aside if it had
    //! sources; returns whether it is, so that startNew(takeDraft()) brings it back.
    bool startNew(const Workspace &content = {});
    Workspace takeDraft() { return std::exchange(m_draft, {}); }
    //! Writes the open workspace to \a path and goes on with that file. Nothing else changes; the fixtures
    //! stay where they are.
    Result<void> saveAs(const QString &path);
    Result<void> save(bool overwrite = false);

    Json input(const OperationId &operation) const; //!< absent: none saved
    void setInput(const OperationId &operation, const Json &input);

    //! Where recordings go: what was chosen, else `fixtures` beside the workspace's file; empty while there
    //! is neither. Kept relative to the file unless it is far away from it.
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
    Workspace m_draft; //!< The unsaved workspace that startNew() replaced; without sources: none.
    QTimer m_timer;
    bool m_demo = false;
    bool m_taking = false;
};

} // namespace Workbench::Ui
