// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/call/callcontext.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <unordered_map>

namespace Workbench {

//! What waits for an answer by JSON-RPC id. Every future settles exactly once: reply, deadline, cancelled or
//! closed. GUI thread. Settling never runs the waiting code from inside the call.
class PendingCalls : public QObject {
    Q_OBJECT
public:
    struct Call {
        QString method;
        QString exchangeId;
        std::chrono::milliseconds idle{60'000}; //!< progress starts it anew
        std::chrono::milliseconds total{600'000}; //!< absolute, from open()
        std::function<void(const Progress &)> onProgress;
        std::stop_token cancellation;
        bool mayAbandon = true; //!< false: the peer is not told (initialize has no cancellation)
    };
    //! Of a call that ended, for the frame that comes too late.
    struct Past {
        QByteArray key;
        QString method;
        QString exchangeId;
    };
    enum class Match : quint8 { Settled, Late, Unknown };

    explicit PendingCalls(QString sourceName, QObject *parent = nullptr);
    ~PendingCalls() override; //!< settles what is left with ErrorKind::Closed

    qint64 nextId() { return ++m_lastId; }
    qint64 lastId() const { return m_lastId; }
    //! After closeAll() the future is settled from the start.
    QFuture<Result<Json>> open(qint64 id, Call call);
    Match settle(const Json &id, Result<Json> outcome);
    Match settle(qint64 id, Result<Json> outcome);
    //! The token of a call's progress is its id.
    Match progress(const Json &token, const Progress &progress);
    void closeAll(const Error &reason);

    const Call *find(const Json &id) const;
    const Past *findPast(const Json &id) const;
    //! The one call that is pending when exactly one is.
    std::optional<qint64> only() const;
    qsizetype count() const { return qsizetype(m_slots.size()); }

Q_SIGNALS:
    //! We gave up on a call that the peer may still work on.
    void abandoned(qint64 id, const QString &exchangeId, const QString &why);
    //! A progress value that did not rise.
    void progressFell(qint64 id, const QString &exchangeId);

private:
    struct Slot;
    void armDeadline(Slot &slot);
    void deadlinePassed(qint64 id);
    void end(qint64 id, Result<Json> outcome);

    QString m_sourceName;
    std::unordered_map<qint64, std::unique_ptr<Slot>> m_slots;
    std::deque<Past> m_past;
    std::optional<Error> m_closed;
    qint64 m_lastId = 0;
};

} // namespace Workbench
