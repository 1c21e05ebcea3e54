// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsontexts.h"

namespace Workbench::Cli {

//! Returns \a json with DEL, C1 controls, bidirectional overrides and invisible characters as \\u escapes.
//! The JSON value does not change. \source core/RULES.md R-100
QByteArray escapedInvisible(const QByteArray &json);

//! Returns \a indented with terminal colours for keys, strings, numbers and literals.
QByteArray tintedJson(const QByteArray &indented);

} // namespace Workbench::Cli
