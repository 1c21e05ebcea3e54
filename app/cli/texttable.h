// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench::Cli {

//! Columns that a text takes on a terminal: wide characters two, combining ones none.
int columnsOf(QStringView text);

//! \a rows as lines with aligned columns, their text made visible and on one line each. At most \a width
//! columns a line, what does not fit cut with an ellipsis, the last column first; 0: nothing is cut.
QStringList tableLines(const QList<QStringList> &rows, int width);

} // namespace Workbench::Cli
