// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

//! Which ways through the code an input took. Clang counts how often each branch in the modules of core is
//! taken (-fsanitize-coverage=inline-8bit-counters); without that flag there is nothing to see.
namespace Coverage {

void begin();
//! How many ways, told apart by how often they were gone, were never gone before; remembers them.
int takeNew();
qint64 waysKnown();

} // namespace Coverage
