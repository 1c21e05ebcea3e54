// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! Returns whether \a utf8 is JSON text of exactly \a value: the same members in the same order and the same
//! digits, with any white space and escapes. Much cheaper than parsing. False is not conclusive: the text may
//! still hold the same value written in another way, or not be JSON.
bool isTextOf(QByteArrayView utf8, const Json &value);

} // namespace Workbench
