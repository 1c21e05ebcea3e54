// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench::Cli {

//! The completions of "bash", "zsh" or "fish", or the manual page for "man", made from the tables of commands
//! and options. ErrorKind::Usage for anything else.
Result<QString> completionText(const QString &form);

QString manPage(); //!< troff with the man macros

} // namespace Workbench::Cli
