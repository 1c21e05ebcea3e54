// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <QStringList>

namespace Workbench::Cli {

//! The names that --dialect takes.
QStringList dialectNames();
//! By name, or by the URI of a dialect or of its metaschema.
std::optional<SchemaDialect> dialectNamed(const QString &nameOrUri);

} // namespace Workbench::Cli
