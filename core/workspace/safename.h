// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! \a name as a file may be called on every system: 1 to 100 of A-Z a-z 0-9 . _ -, no leading dot or hyphen,
//! no trailing dot, no device. One that had to be changed ends in a hash, before what looks like its
//! extension, so that two names stay two. Names may still differ in case only. \source core/RULES.md R-110
QString safeFileName(const QString &name);

} // namespace Workbench
