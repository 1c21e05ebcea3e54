// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QFileDevice>

#include <chrono>

namespace Workbench {

//! Writes a temp file in the same folder, syncs it, renames it over \a path and syncs the folder: old or new
//! content, never a mix. Never writes directly. ErrorKind::Storage. \source core/RULES.md R-111
Result<void> writeFileAtomically(
    const QString &path, const QByteArray &bytes, std::optional<QFileDevice::Permissions> permissions = {});

//! The folder of \a path, made for its owner alone when it does not exist.
Result<void> makePrivateFolder(const QString &path);

//! Deletes what a program that was killed while it wrote \a path left beside it. Files that another process
//! writes now stay.
void removeStaleTempFiles(const QString &path);
//! The same for all files in \a folder that were not touched for \a age. Only names that
//! writeFileAtomically() makes.
void removeStaleTempFilesIn(const QString &folder, std::chrono::seconds age);

//! The bytes of a file up to \a maxBytes; ErrorKind::Storage, or ErrorKind::Limit beyond.
Result<QByteArray> readWholeFile(const QString &path, qint64 maxBytes);

} // namespace Workbench
