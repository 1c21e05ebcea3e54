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

//! A call that the peer works on while nothing of it is open: it is asked for again until it is over.
struct CallTask {
    QString id; //!< given by the peer
    QString status; //!< "working", "input_required", "completed", "failed", "cancelled"
    QString message; //!< what the peer says about it; may be empty
};

//! Everything a call carries beside its input. \source core/hub/README.md 1.3
struct CallContext {
    QString requestId; //!< UUID v4, lower case; made by execute when empty
    QString parentRequestId;
    std::optional<Identity> identity;
    bool trusted = false; //!< set by buildEnv only, never read from a message
    Json metadata;
    bool sendInvalid = false; //!< the user's explicit "send anyway" (core/hub/README.md 1.4 step 5)
    //! Calls an operation although its definition changed since it was accepted.
    bool despiteChangedDefinition = false;
    QString exchangeId; //!< frames of this call carry it

    std::stop_token cancellation;
    std::optional<std::chrono::milliseconds>
        timeout; //!< idle time, restarted by progress; none: limits.request.timeout
    //! When a caller over a hub stops waiting: milliseconds since the epoch, of calls. Nothing: no such time.
    std::optional<qint64> deadline{};
    std::function<void(const Progress &)> onProgress; //!< called on the GUI thread; may be empty
    bool asTask = false; //!< the user wants it to be a task; ErrorKind::Usage where the peer has none
    //! Called when the call has become a task, and when that has another status. GUI thread; may be empty.
    std::function<void(const CallTask &)> onTask{};
};

} // namespace Workbench
