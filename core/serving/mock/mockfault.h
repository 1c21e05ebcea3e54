// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <chrono>

namespace Workbench {

//! Something that goes wrong on purpose. Written KIND[=VALUE][:OPERATION][@N[+]]:
//!     delay=2s               waits before the answer
//!     error[=CODE]           an error in its place: of HTTP a status, else a code of the protocol
//!     drop                   the connection ends in its place
//!     truncate[=N]           the connection ends after N bytes of it, or N items of a stream; after half
//! OPERATION is the name it was recorded under (none: every one), @3 the third call of it alone, @3+ all from
//! the third on.
struct MockFault {
    enum class Kind : quint8 { Delay, Error, Drop, Truncate };
    Kind kind = Kind::Delay;
    std::chrono::milliseconds delay{0};
    QString code{}; //!< of Error; empty: the usual one
    qint64 extent = -1; //!< of Truncate; -1: half
    QString operation{}; //!< empty: every one
    qint64 call = 0; //!< counted from 1 for each operation; 0: each
    bool andLater = false;

    bool hits(const QString &calledOperation, qint64 calledTimes) const;
};

//! ErrorKind::Usage says what is wrong with \a text.
Result<MockFault> mockFaultFromText(const QString &text);

} // namespace Workbench
