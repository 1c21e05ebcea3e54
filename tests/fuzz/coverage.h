// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

//! The coverage of inputs. Clang counts how often each branch in the modules of core is taken
//! (-fsanitize-coverage=inline-8bit-counters); without that flag there is no coverage.
namespace Coverage {

void begin();
//! Returns the number of branches, distinguished by the magnitude of their counts, that were not seen before,
//! and remembers them.
int takeNew();
qint64 waysKnown();

} // namespace Coverage
