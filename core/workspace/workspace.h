// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/access.h"
#include "core/workspace/environment.h"
#include "core/workspace/source.h"

#include <QMap>

namespace Workbench {

//! The content of a workspace file: sources, environments, saved inputs, identity. JSON with "version" and
//! stable key order; unknown members are kept. Opening a workspace starts nothing.
struct Workspace {
    static constexpr int currentVersion = 1;

    QList<Source> sources;
    QList<Environment> environments;
    QString environment; //!< the name of the active environment; empty if none is active
    QMap<QString, Json> inputs; //!< the last inputs by operation id
    std::optional<Identity> identity;
    Json view; //!< the state of the window, such as open tabs and splitters; opaque to core
    //! The document as it was read; absent for a new workspace. toBytes() keeps its order and its unknown
    //! members, also in sources, environments and variables.
    Json original;

    //! Reads a workspace. ErrorKind::Storage with the code "workspace.broken" names line and column or a JSON
    //! Pointer; the code "workspace.newer" means a newer version, which is not opened.
    static Result<Workspace> fromBytes(const QByteArray &bytes);
    QByteArray toBytes() const;

    static Result<Workspace> load(const QString &path);
};

//! A workspace bound to its path. It is saved atomically, and never over a file that another program changed.
class WorkspaceFile {
public:
    static Result<WorkspaceFile> open(const QString &path);
    //! Returns a new workspace for a path that does not exist yet. If the file exists when it is saved,
    //! saving fails with a conflict.
    static WorkspaceFile create(const QString &path);

    const QString &path() const { return m_path; }
    Workspace workspace;

    //! Returns whether the file on disk differs from the content that was last read or written. False if it
    //! was deleted.
    bool isChangedOnDisk() const;
    //! Writes the file atomically. ErrorKind::Storage; with the code "workspace.conflict" if the file
    //! changed on disk and \a overwrite is not set.
    Result<void> save(bool overwrite = false);

private:
    QString m_path;
    QByteArray m_digest; //!< hash of the bytes last read or written; empty before that
};

} // namespace Workbench
