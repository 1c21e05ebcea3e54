// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

#include <array>

namespace Workbench {

//! A PNG of a disc in \a rgb on a transparent square of \a side pixels (1 to 256).
QByteArray dotPng(std::array<quint8, 3> rgb, int side);

//! A WAV of a sine, 8 bits, 8000 samples a second, one channel.
QByteArray beepWav(int hertz, int milliseconds);

} // namespace Workbench
