// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! JSON Pointers (RFC 6901) as text. The empty string is the root.
namespace JsonPointer {

QString escaped(QStringView token); //!< ~ as ~0, / as ~1
QString unescaped(QStringView token);
QString child(const QString &parent, QStringView token); //!< parent + "/" + escaped(token)
QString child(const QString &parent, qsizetype index);
QStringList tokens(QStringView pointer); //!< unescaped; empty list for the root
//! Absent when it leads nowhere or is no pointer.
Json resolve(const Json &root, QStringView pointer);

} // namespace JsonPointer

} // namespace Workbench
