// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! JSON Pointers (RFC 6901) as text. The empty string is the root.
namespace JsonPointer {

QString escaped(QStringView token); //!< writes ~ as ~0 and / as ~1
QString unescaped(QStringView token);
QString child(const QString &parent, QStringView token); //!< parent + "/" + escaped(token)
QString child(const QString &parent, qsizetype index);
QStringList tokens(QStringView pointer); //!< unescaped tokens; an empty list for the root
//! Returns whether \a pointer is empty or begins with a slash, and each ~ is followed by 0 or 1.
bool isWellFormed(QStringView pointer);
//! Returns the array index of RFC 6901, digits without a leading zero; -1 for any other token.
qsizetype toIndex(QStringView token);
//! Returns the value at \a pointer; absent if no value is there or \a pointer is malformed.
Json resolve(const Json &root, QStringView pointer);

} // namespace JsonPointer

} // namespace Workbench
