// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QtTypes>

#include <span>

namespace Workbench {

//! Fills \a bytes with unpredictable bytes from the system. QRandomGenerator::system() would use the slow
//! source of the processor each time.
void fillRandom(std::span<uchar> bytes);

//! Returns a random token of 256 bits, written in letters, digits, '-' and '_'.
QByteArray randomToken();

//! Returns whether two secrets are equal. The time does not depend on which byte differs.
bool isSameSecret(QByteArrayView one, QByteArrayView other);

} // namespace Workbench
