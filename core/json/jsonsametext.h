// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! Whether \a utf8 is JSON text of this very value: the same members in the same order, the same digits, any
//! white space and escapes. Much cheaper than parsing it. False says nothing: it may still be the same value
//! in another writing, or no JSON.
bool isTextOf(QByteArrayView utf8, const Json &value);

} // namespace Workbench
