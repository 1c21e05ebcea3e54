// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

#include <algorithm>

namespace Workbench {

//! Appends \a bytes to \a buffer in amortised linear time, with little unused capacity. The capacity doubles
//! up to 8 MiB and then grows by 8 MiB. Plain doubling would reserve 256 MiB for a message just over 128 MiB
//!
inline void appendTo(QByteArray &buffer, QByteArrayView bytes)
{
    constexpr qsizetype step = qsizetype{8} << 20;
    const qsizetype needed = buffer.size() + bytes.size();
    if (needed > buffer.capacity())
        buffer.reserve(needed + std::min(needed, step));
    buffer.append(bytes);
}

} // namespace Workbench
