// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! Values that a peer proposes for one member of an operation's input, best first.
struct InputCompletion {
    static constexpr qsizetype maxValues = 100; //!< more of a peer's values are left out, and hasMore is set
    QStringList values{};
    qint64 total = -1; //!< number of values that the peer knows; -1: it does not say
    bool hasMore = false; //!< there are values beside those listed
};

//! What a peer offers for an operation beside calling it.
struct OperationFeatures {
    bool completes = false; //!< it proposes values for the members of the input
    bool watches = false; //!< it tells when what the operation reads has changed
};

} // namespace Workbench
