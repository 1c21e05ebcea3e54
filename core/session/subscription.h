// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/pipeline/outcome.h"
#include "core/operation/operationspec.h"
#include "core/operation/registry/itemstream.h"

#include <QDateTime>

#include <deque>

namespace Workbench {

//! One received item of a stream.
struct StreamItem {
    quint64 sequence = 0; //!< from 1
    QDateTime at; //!< UTC, when it was received
    qint64 gapMs = 0; //!< time since the previous item
    qint64 bytes = 0; //!< size of the data as compact JSON, or as it was sent, whichever is larger
    Outcome outcome;
    std::optional<SseFields> sse;
};

//! One running stream. Items are decoded and validated in order, stored in a ring bounded by keepLast and
//! bytes, and announced at most once per 50 ms. Deleting it cancels the stream. GUI thread.
class Subscription : public QObject {
    Q_OBJECT
public:
    ~Subscription() override;

    const OperationId &operation() const { return m_operation; }
    const QString &exchangeId() const { return m_exchangeId; }
    bool isLive() const { return m_live; }
    EndReason endReason() const { return m_endReason; }
    const Error &endError() const { return m_endError; }

    qsizetype count() const; //!< Returns the number of items in the ring.
    const StreamItem &at(qsizetype index) const; //!< Returns an item of the ring; index 0 is the oldest.
    quint64 received() const { return m_received; } //!< Returns the number of all items that ever came.
    //! Returns the number of items that a bound removed, or that were not decoded any more after cancel().
    quint64 dropped() const { return m_dropped; }
    void setKeepLast(qsizetype items); //!< Bounds the ring to \a items, at least 1.
    void clear(); //!< Removes all items that came so far. The counters stay.
    //! Restores the items that the last clear() removed, as far as the bounds of the ring allow.
    void restore();

    //! Pauses or resumes delivery. Reception goes on while paused; itemsChanged() and ended() are held back.
    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }
    //! Ends the stream at once. Decoded items are delivered, also when paused, then ended(Cancelled) follows.
    void cancel();

Q_SIGNALS:
    //! Emitted when the ring changed: first \a dropped items that were announced earlier left the front, then
    //! \a added items were appended.
    void itemsChanged(qsizetype added, qsizetype dropped);
    void cleared(); //!< Emitted by clear() and restore(): read the items again.
    //! Emitted exactly once, after the last item was announced.
    void ended(Workbench::EndReason reason);

private:
    friend class Sessions;
    struct Private;
    explicit Subscription(OperationId operation);
    std::shared_ptr<Private> d;
    OperationId m_operation;
    QString m_exchangeId;
    bool m_live = true;
    bool m_paused = false;
    EndReason m_endReason = EndReason::Completed;
    Error m_endError;
    quint64 m_received = 0;
    quint64 m_dropped = 0;
};

} // namespace Workbench
