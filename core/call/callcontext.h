// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/access.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace Workbench {

struct Progress {
    double value = 0;
    std::optional<double> total;
    QString message;
};

//! Everything a call carries beside its input. \source call-protocol.md 1.3
struct CallContext {
    QString requestId; //!< UUID v4, lower case; made by execute when empty
    QString parentRequestId;
    std::optional<Identity> identity;
    bool trusted = false; //!< set by buildEnv only, never read from a message
    Json metadata;
    bool sendInvalid = false; //!< the user's explicit "send anyway" (call-protocol.md 1.4 step 5)
    QString exchangeId; //!< frames of this call carry it

    std::stop_token cancellation;
    std::optional<std::chrono::milliseconds>
        timeout; //!< idle time, restarted by progress; none: limits.request.timeout
    std::function<void(const Progress &)> onProgress; //!< called on the GUI thread; may be empty
};

} // namespace Workbench
