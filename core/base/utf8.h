// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench {

//! \a bytes itself when it is valid UTF-8, else with U+FFFD for each maximal part of an invalid sequence, as
//! the WHATWG decoder does it (QString::fromUtf8 puts one for each byte).
QByteArray repairedUtf8(QByteArray bytes);

//! Where the first sequence begins that is no UTF-8; -1: all is.
qsizetype firstInvalidUtf8(const QByteArray &bytes);

} // namespace Workbench
