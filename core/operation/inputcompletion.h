// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! Values that a peer proposes for one member of an operation's input, best first.
struct InputCompletion {
    static constexpr qsizetype maxValues = 100; //!< further values of a peer are dropped, and hasMore is set
    QStringList values{};
    qint64 total = -1; //!< number of values that the peer knows; -1: unknown
    bool hasMore = false; //!< whether there are more values than those listed
};

//! What a peer offers for an operation besides calling it.
struct OperationFeatures {
    bool completes = false; //!< whether it proposes values for the members of the input
    bool watches = false; //!< whether it reports changes of the data that the operation reads
    bool hasHeartbeats = false; //!< whether its stream may have heartbeats (CallContext::showsHeartbeats)
};

} // namespace Workbench
