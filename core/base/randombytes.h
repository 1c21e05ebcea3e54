// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

#include <span>

namespace Workbench {

//! Unpredictable bytes from the system, fetched many at a time: ids and frame masks need a few of them for
//! each message, and QRandomGenerator::system() asks the processor's slow source each time.
void fillRandom(std::span<uchar> bytes);

} // namespace Workbench
