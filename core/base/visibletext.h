// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! Returns text from a peer made safe to show. C0 and C1 controls, ESC, bidirectional overrides and invisible
//! characters become visible escapes such as \n and \u{1B}. If \a multiLine is set, newlines and tabs are
//! kept. Text longer than \a maxLength is cut and ends with an ellipsis; -1: no limit.
//! \source core/RULES.md R-100
QString visibleText(QStringView text, bool multiLine = false, qsizetype maxLength = -1);

//! Returns whether visibleText() escapes \a c: control characters, bidirectional overrides, separators of
//! lines and paragraphs, and characters without a visible shape. \source core/RULES.md R-100
bool isInvisible(char32_t c);

//! Returns a size such as "412 B", "1.18 kB", "101 kB" or "12.3 MB": at most three digits, powers of 1000.
QString sizeText(qint64 bytes);
//! Returns a duration such as "12 ms", "4.21 s" or "2 min 5 s".
QString durationText(qint64 milliseconds);

} // namespace Workbench
