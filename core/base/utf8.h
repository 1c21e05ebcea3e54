// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench {

//! Returns \a bytes as valid UTF-8. Each maximal part of an invalid sequence becomes one U+FFFD, as the
//! WHATWG decoder does it; QString::fromUtf8() writes one for each byte.
QByteArray repairedUtf8(QByteArray bytes);

//! Returns the offset of the first sequence that is not valid UTF-8, or -1 if all of \a bytes is valid.
qsizetype firstInvalidUtf8(const QByteArray &bytes);

} // namespace Workbench
