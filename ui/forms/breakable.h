// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench::Ui {

//! Returns \a text for a label that wraps, which breaks lines only at word ends: addresses, paths and names
//! in it get invisible places to break. For showing only, not for copying.
QString breakable(const QString &text);

} // namespace Workbench::Ui
