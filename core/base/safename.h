// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! Returns \a name as a file name that is valid on every system: 1 to 100 of A-Z a-z 0-9 . _ -, no leading
//! dot or hyphen, no trailing dot, no device. A changed name gets a hash before its extension, so that
//! different names stay different. Names may still differ in case only. \source core/RULES.md R-110
QString safeFileName(const QString &name);

} // namespace Workbench
