// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/pendingrequestmap.h"

#include <QTimer>

namespace Workbench {

//! One subscription at the caller's end. Queues items while the consumer does not read; when the queue is
//! full, the connection is not read either. \source core/hub/README.md 2.3
class CallStream : public ItemStream {
    Q_OBJECT
public:
    CallStream(PendingRequestMap *map, CallRequest request);
    ~CallStream() override;

    void start() override;
    void cancel() override;
    void setReading(bool reading) override;

    const QString &requestId() const { return m_request.context.requestId; }
    // Called by PendingRequestMap:
    void take(const HandlerResult &value);
    void finish(EndReason reason, const Error &error = {});

private:
    struct StopRelay {
        QPointer<CallStream> stream;
        void operator()() const;
    };
    void flush();
    void scheduleFlush();
    void hold();
    void release();
    void dropQueue();

    QPointer<PendingRequestMap> m_map;
    CallRequest m_request;
    struct Waiting {
        HandlerResult value;
        qint64 bytes = 0;
    };
    std::deque<Waiting> m_queue;
    qint64 m_queuedBytes = 0;
    std::optional<std::pair<EndReason, Error>> m_end;
    QTimer m_patience;
    bool m_isStarted = false;
    bool m_isReading = true;
    bool m_isHolding = false;
    bool m_isFlushScheduled = false;
    bool m_isOver = false; //!< ended() was emitted
    std::optional<std::stop_callback<StopRelay>> m_onStop;
};

} // namespace Workbench
