// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/pendingrequestmap.h"

#include <QElapsedTimer>

namespace Workbench {

struct PendingRequestMap::Entry {
    //! Queued, so that ending a call does not destroy the callback that is running.
    struct StopRelay {
        QPointer<PendingRequestMap> map;
        QString id;
        void operator()() const
        {
            QMetaObject::invokeMethod(
                map.data(),
                [map = map, id = id] {
                    if (map)
                        map->abort(id);
                },
                Qt::QueuedConnection);
        }
    };

    //! Of a call; a stream is told by finish().
    void resolve(const Result<CallOutput> &result);

    PendingState state = PendingState::Call;
    QString requestId;
    QString parentId;
    QString exchangeId;
    QString operationId;
    bool isSingle = false;
    bool showsHeartbeats = false;
    bool hasStarted = false; //!< the request has left for the peer
    qint64 deadline = 0; //!< of a call; 0: none
    std::chrono::milliseconds idle{0}; //!< of a stream; 0: none
    QElapsedTimer sinceActivity;
    QPromise<Result<CallOutput>> promise; //!< of a call
    CallStream *stream = nullptr; //!< of a stream; it ends its entry before it goes
    std::optional<std::stop_callback<StopRelay>> onStop;
};

} // namespace Workbench
