// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace Workbench {

//! Returns whether visibleText() escapes \a c: control characters, bidirectional overrides, separators of
//! lines and paragraphs, and characters without a visible shape. \source core/RULES.md R-100
bool isInvisible(char32_t c);

} // namespace Workbench
