// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QElapsedTimer>
#include <QThreadPool>
#include <QTimer>

namespace Workbench {

//! Decodes the items of a stream in order: detects, wraps and validates them. Small items are decoded here in
//! slices of a few milliseconds, large ones on a worker. When too many items or bytes wait to be decoded,
//! the collector stops reading the stream.
class StreamCollector : public QObject {
    Q_OBJECT
public:
    struct Setup {
        QString operationId;
        QString exchangeId;
        std::shared_ptr<const PreparedSchema> schema;
        PipelineOptions pipeline;
        qint64 maxWaiting = 1024;
        qint64 maxWaitingBytes = 256LL << 20;
    };
    //! \a worker must have exactly one thread.
    StreamCollector(std::unique_ptr<ItemStream> stream, Setup setup, std::shared_ptr<QThreadPool> worker);

    void start() { m_stream->start(); }
    //! Ends the stream; nothing is emitted any more. Returns the number of items that were not decoded.
    qsizetype cancel();
    quint64 received() const { return m_lastSequence; }

Q_SIGNALS:
    void decoded(const Workbench::StreamItem &item);
    //! Emitted once, after the last item.
    void ended(Workbench::EndReason reason, const Workbench::Error &error);

private:
    struct Waiting {
        StreamValue value;
        quint64 sequence = 0;
        QDateTime at;
        qint64 gapMs = 0;
        qint64 bytes = 0; //!< size of the data; an estimate for a large item
    };
    static Result<StreamItem> decode(const Waiting &waiting, const Setup &setup, qint64 bytes);

    void take(const StreamValue &value);
    void schedule();
    void work();
    void decodeOnWorker(Waiting waiting);
    void tell(const Result<StreamItem> &item);
    void setReading(bool reading);

    std::unique_ptr<ItemStream> m_stream;
    Setup m_setup; // copied to the worker, which must not own its own pool
    std::shared_ptr<QThreadPool> m_worker;
    std::deque<Waiting> m_waiting;
    qint64 m_waitingBytes = 0;
    QElapsedTimer m_sinceLast;
    quint64 m_lastSequence = 0;
    QTimer m_turn; //!< runs while items have to be decoded or the end has to be announced
    bool m_isBusy = false; //!< the worker decodes an item
    bool m_isReading = true;
    bool m_isDone = false; //!< cancelled, or ended() was emitted
    std::optional<std::pair<EndReason, Error>> m_end;
};

} // namespace Workbench
