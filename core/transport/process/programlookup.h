// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QStringList>

namespace Workbench {

//! The file that \a program names: searched in the PATH of \a environment (NAME=value entries, the child's)
//! unless it holds a slash, then relative to \a workingDirectory. ErrorKind::Network with code
//! child.notStarted says what to do.
Result<QString> findProgram(
    const QString &program, const QStringList &environment, const QString &workingDirectory);

} // namespace Workbench
