// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench::Cli {

//! \a json with DEL, C1 controls, bidirectional overrides and invisible characters as \\u escapes; still the
//! same JSON. \source core/RULES.md R-100
QByteArray escapedInvisible(const QByteArray &json);

//! \a indented with colours for keys, strings, numbers and words.
QByteArray tintedJson(const QByteArray &indented);

} // namespace Workbench::Cli
