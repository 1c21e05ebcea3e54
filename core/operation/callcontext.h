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

//! A call that the peer works on without an open request. The workbench polls its status until it has ended.
struct CallTask {
    QString id; //!< given by the peer
    QString status; //!< "working", "input_required", "completed", "failed", "cancelled"
    QString message; //!< the peer's description of the status; may be empty
};

//! Everything that a call carries besides its input. \source core/hub/README.md 1.3
struct CallContext {
    QString requestId; //!< UUID v4, lower case; execute() makes one if it is empty
    QString parentRequestId;
    //! The request of a caller over a hub: the parent of requests to a further hub. Empty: none.
    QString callerRequestId{};
    std::optional<Identity> identity;
    Json metadata;
    bool sendInvalid = false; //!< the user chose "send anyway" (core/hub/README.md 1.4 step 5)
    //! Whether to call the operation although its definition changed since the user accepted it.
    bool despiteChangedDefinition = false;
    bool awaitedListing = false; //!< the caller waited for an announced list already (R-130)
    QString exchangeId; //!< exchange that the frames of this call belong to

    std::stop_token cancellation;
    //! Idle time that the adapter enforces. Of a call, restarted by progress; nothing: the limit
    //! request.timeout. Of a subscription, restarted by items; nothing: none.
    std::optional<std::chrono::milliseconds> timeout;
    //! Time at which a caller over a hub stops waiting for the result of a call, in milliseconds since the
    //! epoch. Nothing: no deadline.
    std::optional<qint64> deadline{};
    //! Idle time of a subscription in milliseconds, which a caller over a hub enforces itself. It is passed
    //! on to a further hub. Nothing: none.
    std::optional<qint64> idleTimeout{};
    std::function<void(const Progress &)> onProgress; //!< called on the GUI thread; may be empty
    bool asTask = false; //!< call as a task; ErrorKind::Usage if the peer has no tasks
    //! Called when the call becomes a task, and when the status of the task changes. GUI thread; may be
    //! empty.
    std::function<void(const CallTask &)> onTask{};
    bool showsHeartbeats = false; //!< the heartbeats in a stream of a hub are items too
};

} // namespace Workbench
