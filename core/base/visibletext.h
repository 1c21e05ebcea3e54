// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! Text from a peer made safe to show: C0 and C1 controls (newline and tab kept when \a multiLine), ESC,
//! bidirectional overrides and invisible characters become visible escapes such as \n and \u{1B}. Cut after
//! \a maxLength with an ellipsis.
//! \source core/RULES.md R-100
QString visibleText(QStringView text, bool multiLine = false, qsizetype maxLength = -1);

//! "412 B", "1.18 kB", "101 kB", "12.3 MB": at most three digits, powers of 1000.
QString sizeText(qint64 bytes);
//! "12 ms", "4.21 s", "2 min 5 s".
QString durationText(qint64 milliseconds);

} // namespace Workbench
