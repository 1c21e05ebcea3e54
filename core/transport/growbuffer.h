// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

#include <algorithm>

namespace Workbench {

//! Appends in amortised linear time without ever holding much more than it needs: capacity doubles up to 8
//! MiB and grows by 8 MiB from there. Plain doubling would reserve 256 MiB for a message just over 128 MiB
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
