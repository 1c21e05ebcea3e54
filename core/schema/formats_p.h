// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <optional>

namespace Workbench::SchemaProgram {

//! Returns whether the text \a utf8 has the named format; nothing for an unknown format.
std::optional<bool> matchesFormat(const QString &format, QByteArrayView utf8, SchemaDialect dialect);

//! Returns whether \a number has the named format of OpenAPI ("int32", "int64", "float" or "double"); nothing
//! for an unknown format.
std::optional<bool> matchesNumberFormat(
    const QString &format, const QByteArray &number, SchemaDialect dialect);

} // namespace Workbench::SchemaProgram
