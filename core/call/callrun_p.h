// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/callhandler.h"
#include "core/call/deadlinequeue.h"

#include <deque>
#include <unordered_map>

namespace Workbench {

//! One request that runs.
struct CallHandler::Run {
    std::weak_ptr<Connection> connection; //!< gone: nobody to answer
    RunState state = RunState::None; //!< None again once it has ended
    QString requestId;
    QString parentId;
    QString envelopeId; //!< answers carry the id of the request's envelope
    OperationId operation;
    std::optional<qint64> deadline;
    std::stop_source stop;
    std::unique_ptr<ItemStream> stream;
    std::deque<HandlerResult> held; //!< values that wait for room on the connection
    std::optional<std::pair<EndReason, Error>> end; //!< of the stream, while values are held

    bool isOver() const { return state == RunState::None; }
};

//! One target, and what was asked for on it.
struct CallHandler::Connection {
    explicit Connection(std::function<void(const QString &requestId)> due)
        : deadlines(std::move(due))
    {
    }

    QPointer<EventTarget> target;
    CallerOrigin origin;
    quint64 listeners[2] = {0, 0};
    std::unordered_map<QString, std::shared_ptr<Run>> runs;
    QMultiHash<QString, QString> children; //!< parent request to request
    DeadlineQueue deadlines; //!< of its requests
    QElapsedTimer second; //!< of the rate limit
    qint64 inSecond = 0;
};

} // namespace Workbench
