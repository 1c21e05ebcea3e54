// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringView>

namespace Workbench::JsonPointer {

//! Empty, or begins with a slash; and every ~ stands before 0 or 1.
bool isWellFormed(QStringView pointer);
//! An array index of RFC 6901: digits without a leading zero; -1 for anything else.
qsizetype toIndex(QStringView token);

} // namespace Workbench::JsonPointer
