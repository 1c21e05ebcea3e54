// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/outcome.h"
#include "core/operation/operationspec.h"
#include "core/registry/itemstream.h"

#include <QDateTime>

#include <deque>

namespace Workbench {

//! One received item of a stream.
struct StreamItem {
    quint64 sequence = 0; //!< from 1
    QDateTime at; //!< UTC, when it was received
    qint64 gapMs = 0; //!< since the item before
    qint64 bytes = 0; //!< of its data as compact JSON, or as it was sent if that is more
    Outcome outcome;
    std::optional<SseFields> sse;
};

//! One running stream. Items are decoded and validated in order, stored in a ring bounded by keepLast and
//! bytes, and announced at most once per 50 ms. Deleting it cancels. GUI thread.
class Subscription : public QObject {
    Q_OBJECT
public:
    ~Subscription() override;

    const OperationId &operation() const { return m_operation; }
    const QString &exchangeId() const { return m_exchangeId; }
    bool isLive() const { return m_live; }
    EndReason endReason() const { return m_endReason; }
    const Error &endError() const { return m_endError; }

    qsizetype count() const; //!< items in the ring
    const StreamItem &at(qsizetype index) const; //!< oldest first
    quint64 received() const { return m_received; } //!< all that ever came
    quint64 dropped() const
    {
        return m_dropped;
    } //!< taken out by a bound, or not decoded any more after cancel()
    void setKeepLast(qsizetype items); //!< at least 1
    void clear(); //!< removes what came so far; the counters stay
    //! Puts back what the last clear() removed, as far as the bounds of the ring allow.
    void restore();

    //! Pause stops delivery, not reception: itemsChanged and ended are held back until resumed.
    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }
    //! Ends it here at once: what was decoded is delivered, also when paused, then ended(Cancelled) follows.
    void cancel();

Q_SIGNALS:
    //! \a added items stand at the end; \a dropped of those announced earlier left the front before.
    void itemsChanged(qsizetype added, qsizetype dropped);
    void cleared(); //!< Emitted by clear() and restore(): read the items again.
    //! After the last item was announced.
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

//! A call or a stream that a connection has to end when it goes away.
class RunningCall {
public:
    virtual ~RunningCall() = default;
    //! Ends it here and now unless it has ended already; the adapter may be slow to say so itself.
    virtual void connectionLost(const Error &why) = 0;
};

} // namespace Workbench
