// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! Splits a command line at blanks, with quotes and backslashes as in a shell, but without any other shell
//! syntax. A backslash at the end of a line joins it with the next line.
QStringList splitArguments(const QString &text);

//! Returns \a arguments as one line that splitArguments() splits in the same way.
QString joinArguments(const QStringList &arguments);

} // namespace Workbench
