// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QtTypes>

#include <span>

namespace Workbench {

//! Unpredictable bytes from the system, fetched many at a time: ids need a few of them for each message, and
//! QRandomGenerator::system() asks the processor's slow source each time.
void fillRandom(std::span<uchar> bytes);

//! A token of 256 bits, in letters, digits, '-' and '_'.
QByteArray randomToken();

//! Whether two secrets are the same. Takes as long whichever byte differs.
bool isSameSecret(QByteArrayView one, QByteArrayView other);

} // namespace Workbench
