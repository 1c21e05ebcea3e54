// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/json/jsonparser.h"
#include "core/registry/callcontext.h"
#include "core/sources/mcp/mcpnoise.h"

#include <QDeadlineTimer>
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
        std::chrono::milliseconds maxHeld{600'000}; //!< so long its deadlines stand still at most, in all
        bool isStanding = false; //!< its answer is a stream that ends with the connection
        std::function<void(const Progress &)> onProgress;
        std::stop_token cancellation;
        bool mayAbandon = true; //!< false: the peer is not told (initialize has no cancellation)
        //! Receives what was odd about the text of the answer, before the future settles; null: not wanted.
        //! The pointers lead into the result.
        std::shared_ptr<QList<JsonRemark>> remarks{};
    };
    //! Of a call that ended, for the frame that comes too late.
    struct Past {
        QString method;
        QString exchangeId;
    };
    enum class Match : quint8 { Settled, Late, Unknown };

    explicit PendingCalls(QString sourceName, QObject *parent = nullptr);
    ~PendingCalls() override; //!< settles what is left with ErrorKind::Closed

    //! An id for the next request. It is random, so that a peer cannot answer a request before it was made.
    //! It is a positive integer below 2^31, because some servers keep ids in 32 bits and others refuse
    //! strings.
    qint64 takeId();
    //! The id that takeId() returns next.
    qint64 nextId() const { return m_nextId; }
    //! A number for a message that is not a request; never the id of a request.
    quint64 takeTicket() { return ++m_lastTicket; }
    //! After closeAll() the future is settled from the start.
    QFuture<Result<Json>> open(qint64 id, Call call);
    Match settle(const Json &id, Result<Json> outcome);
    Match settle(qint64 id, Result<Json> outcome);
    //! The token of a call's progress is its id.
    Match progress(const Json &token, const Progress &progress);
    //! Tells every call that something came which answers none: its time-out says so, in the message and as
    //! "instead" among the details.
    void heardNoise(const QByteArray &bytes);
    void heardForeign(const QString &said); //!< as McpNoise::addForeign()
    //! Asked at a time-out for what came of a message that has no end yet, and for the newest lines of
    //! stderr; null: nothing.
    std::function<QByteArray()> unfinished{};
    std::function<QString()> lastWords{};
    void closeAll(const Error &reason);
    //! Settles what is pending with \a reason; unlike after closeAll(), calls may be opened again.
    void failAll(const Error &reason);
    //! While a person is asked for the call \a id (0: for all that are pending), its deadlines stand still,
    //! within its maxHeld. Returns the calls that stand still for it, for release().
    QList<qint64> hold(qint64 id);
    void release(const QList<qint64> &held);

    const Call *find(const Json &id) const;
    const Past *findPast(const Json &id) const;
    //! The one call that is pending when exactly one is; those that are standing do not count.
    std::optional<qint64> only() const;
    qsizetype count() const { return qsizetype(m_slots.size()); }

Q_SIGNALS:
    //! We gave up on a call that the peer may still work on. \a why: empty: the peer is not told.
    void abandoned(qint64 id, const QString &exchangeId, const QString &why);
    void ended(qint64 id); //!< for any reason
    //! A progress value that did not rise.
    void progressFell(qint64 id, const QString &exchangeId);

private:
    struct Slot;
    void armDeadline(Slot &slot);
    void watch(const QDeadlineTimer &deadline);
    void checkDeadlines();
    void endHold(Slot &slot);
    void deadlinePassed(qint64 id);
    void end(qint64 id, Result<Json> outcome);
    qint64 drawnId() const;

    QString m_sourceName;
    std::unordered_map<qint64, std::unique_ptr<Slot>> m_slots;
    QTimer m_check; //!< one for all calls; it may come before the next deadline, never after it
    QDeadlineTimer m_checkAt;
    std::unordered_map<qint64, Past> m_past;
    std::deque<qint64> m_pastOrder; //!< oldest first
    std::optional<Error> m_closed;
    qint64 m_nextId;
    quint64 m_lastTicket = quint64{1} << 53;
};

} // namespace Workbench
