// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/limits.h"
#include "core/workspace/atomicfile.h"
#include "core/workspace/workspace.h"

#include <QCryptographicHash>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

QByteArray digestOf(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

Result<Workspace> parsed(const QString &path, const QByteArray &bytes)
{
    Result<Workspace> workspace = Workspace::fromBytes(bytes);
    if (!workspace)
        workspace.error().message.prepend(u"\"%1\": "_s.arg(path));
    return workspace;
}

} // namespace

Result<Workspace> Workspace::load(const QString &path)
{
    const Result<QByteArray> bytes = readWholeFile(path, Limits().docBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    return parsed(path, *bytes);
}

Result<WorkspaceFile> WorkspaceFile::open(const QString &path)
{
    const Result<QByteArray> bytes = readWholeFile(path, Limits().docBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    Result<Workspace> workspace = parsed(path, *bytes);
    if (!workspace)
        return std::unexpected(workspace.error());
    WorkspaceFile file = create(path);
    file.workspace = *std::move(workspace);
    file.m_digest = digestOf(*bytes);
    return file;
}

WorkspaceFile WorkspaceFile::create(const QString &path)
{
    if (!path.isEmpty())
        removeStaleTempFiles(path);
    WorkspaceFile file;
    file.m_path = path;
    return file;
}

bool WorkspaceFile::isChangedOnDisk() const
{
    if (!QFileInfo::exists(m_path))
        return false; // a file that went away holds nobody's changes
    const Result<QByteArray> bytes = readWholeFile(m_path, Limits().docBytes);
    return !bytes || digestOf(*bytes) != m_digest;
}

Result<void> WorkspaceFile::save(bool overwrite)
{
    if (!overwrite && isChangedOnDisk()) {
        return std::unexpected(Error{.kind = ErrorKind::Storage,
            .code = u"workspace.conflict"_s,
            .message =
                u"\"%1\" was changed by somebody else since it was opened; save under another name, or "
                "overwrite it"_s.arg(m_path)});
    }
    const QByteArray bytes = workspace.toBytes();
    Result<void> written = writeFileAtomically(m_path, bytes);
    // Also when only the folder could not be synced: the file is ours then.
    if (written || written.error().code == "file.sync"_L1)
        m_digest = digestOf(bytes);
    return written;
}

} // namespace Workbench
