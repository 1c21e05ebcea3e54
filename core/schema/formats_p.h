// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <optional>

namespace Workbench::SchemaProgram {

//! Whether \a utf8, a text, is of the named format; nothing for a format that is not known here (never an
//! error).
std::optional<bool> matchesFormat(const QString &format, QByteArrayView utf8, SchemaDialect dialect);

//! Likewise for numbers: OpenAPI's "int32", "int64", "float" and "double".
std::optional<bool> matchesNumberFormat(
    const QString &format, const QByteArray &number, SchemaDialect dialect);

} // namespace Workbench::SchemaProgram
