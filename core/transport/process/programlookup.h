// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QStringList>

namespace Workbench {

//! Returns the path of the file that \a program names. A name without a slash is searched in the PATH of
//! \a environment, the NAME=value entries of the child; a name with a slash is relative to
//! \a workingDirectory. ErrorKind::Network with code "child.notStarted" says what to do.
Result<QString> findProgram(
    const QString &program, const QStringList &environment, const QString &workingDirectory);

} // namespace Workbench
