// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringView>

namespace Workbench::JsonPointer {

//! Returns whether \a pointer is empty or begins with a slash, and each ~ is followed by 0 or 1.
bool isWellFormed(QStringView pointer);
//! Returns the array index of RFC 6901, digits without a leading zero; -1 for any other token.
qsizetype toIndex(QStringView token);

} // namespace Workbench::JsonPointer
