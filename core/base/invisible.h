// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace Workbench {

//! Controls, bidirectional overrides, separators of lines and paragraphs, and whatever has no shape of its
//! own: what visibleText() escapes. \source core/RULES.md R-100
bool isInvisible(char32_t c);

} // namespace Workbench
