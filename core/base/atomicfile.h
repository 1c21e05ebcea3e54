// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QFileDevice>

#include <chrono>

namespace Workbench {

//! Writes a temporary file in the same folder, syncs it, renames it over \a path and syncs the folder. The
//! file therefore has the old or the new content and never a mix. Fails with ErrorKind::Storage.
//! \source core/RULES.md R-111
Result<void> writeFileAtomically(
    const QString &path, const QByteArray &bytes, std::optional<QFileDevice::Permissions> permissions = {});

//! Creates the folder of \a path for its owner alone if it does not exist. ErrorKind::Storage.
Result<void> makePrivateFolder(const QString &path);

//! Deletes the temporary files beside \a path of programs that were killed while writing it. Files that
//! another process is writing stay.
void removeStaleTempFiles(const QString &path);
//! Deletes the temporary files of writeFileAtomically() in \a folder that are older than \a age. Files that
//! another process is writing stay.
void removeStaleTempFilesIn(const QString &folder, std::chrono::seconds age);

//! Returns the content of a file. ErrorKind::Storage, or ErrorKind::Limit if it has more than \a maxBytes.
Result<QByteArray> readWholeFile(const QString &path, qint64 maxBytes);

} // namespace Workbench
