// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

//! Which ways through the code an input took. The compiler calls __sanitizer_cov_trace_pc in every block of
//! the modules of core (-fsanitize-coverage=trace-pc); without that flag there is nothing to see.
namespace Coverage {

void begin();
//! How many ways, told apart by how often they were gone, were never gone before; remembers them.
int takeNew();
qint64 waysKnown();

} // namespace Coverage
