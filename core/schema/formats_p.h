// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

#include <optional>

namespace Workbench::SchemaProgram {

//! Whether \a text is of the named format; nothing for a format that is not known here (never an error).
std::optional<bool> matchesFormat(const QString &format, const QString &text);

} // namespace Workbench::SchemaProgram
