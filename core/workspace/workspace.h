// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/access.h"
#include "core/workspace/environment.h"
#include "core/workspace/source.h"

#include <QMap>

namespace Workbench {

//! A workspace file: sources, environments, saved inputs, identity. JSON with "version", stable key order;
//! members of it that this version does not know are kept. Opening one starts nothing.
struct Workspace {
    static constexpr int currentVersion = 1;

    QList<Source> sources;
    QList<Environment> environments;
    QString environment; //!< the active one's name; empty: none
    QMap<QString, Json> inputs; //!< last input by operation id
    std::optional<Identity> identity;
    Json view; //!< the window's own: open tabs, splitters; opaque to core
    //! The document as it was read: its order is kept, and its members that this version does not know, also
    //! those of a source beside name, kind and settings, and of an environment and its variables. Absent for
    //! a new workspace.
    Json original;

    //! ErrorKind::Storage with line and column, or a JSON Pointer, for a broken file ("workspace.broken") and
    //! for a newer version ("workspace.newer"), which is not opened.
    static Result<Workspace> fromBytes(const QByteArray &bytes);
    QByteArray toBytes() const;

    static Result<Workspace> load(const QString &path);
};

//! A workspace bound to its path: saved atomically, never over a file that somebody else changed.
class WorkspaceFile {
public:
    static Result<WorkspaceFile> open(const QString &path);
    //! For a path that does not exist yet; when it does at the time of saving, that is a conflict.
    static WorkspaceFile create(const QString &path);

    const QString &path() const { return m_path; }
    Workspace workspace;

    //! Whether the file on disk is other than the one that was read or written last.
    bool isChangedOnDisk() const;
    //! Temp file, fsync, rename. ErrorKind::Storage; code "workspace.conflict" when the file on disk
    //! is not the one that was read, unless \a overwrite.
    Result<void> save(bool overwrite = false);

private:
    QString m_path;
    QByteArray m_digest; //!< of the bytes last read or written; empty: none yet
};

} // namespace Workbench
