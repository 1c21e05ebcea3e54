// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/json/jsonparser.h"
#include "core/operation/callcontext.h"
#include "core/sources/mcp/mcpnoise.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <unordered_map>

namespace Workbench {

//! Holds the calls that wait for an answer, by JSON-RPC id. Every future settles exactly once: by an answer,
//! a deadline, cancellation or the end of the connection. Settling never runs the waiting code from inside
//! the call. GUI thread.
class PendingCalls : public QObject {
    Q_OBJECT
public:
    struct Call {
        QString method;
        QString exchangeId;
        std::chrono::milliseconds idle{60'000}; //!< limit without progress; each progress restarts it
        std::chrono::milliseconds total{600'000}; //!< limit from open() on
        std::chrono::milliseconds maxHeld{600'000}; //!< how long hold() may suspend the deadlines in total
        bool isStanding = false; //!< the answer is a stream that ends with the connection
        std::function<void(const Progress &)> onProgress;
        std::stop_token cancellation;
        bool mayAbandon = true; //!< false: no cancellation is sent (initialize has none)
        //! Receives the oddities in the JSON text of the answer before the future settles; null: not wanted.
        //! The pointers lead into the result. The oddities in an error become its detail.
        std::shared_ptr<QList<JsonRemark>> remarks{};
        //! Called with the result if it arrives after the call was given up; empty: it is dropped.
        std::function<void(const Json &result)> onLate{};
        bool isPoll = false; //!< asks for a state; what the server requests meanwhile does not belong to it
    };
    //! Data of a call that ended, for a frame that arrives too late.
    struct Past {
        QString method;
        QString exchangeId;
        bool isAnswered = false; //!< it ended with an answer of the peer
        std::function<void(const Json &)> onLate{}; //!< Call::onLate, until takeOnLate()
        std::optional<double> lastProgress{}; //!< the last progress value that was shown
    };
    enum class Match : quint8 { Settled, Late, Unknown };

    explicit PendingCalls(QString sourceName, QObject *parent = nullptr);
    ~PendingCalls() override; //!< settles the remaining calls with ErrorKind::Closed

    //! Returns the id for the next request. It is random, so that a peer cannot answer a request before it
    //! was made. It is a positive integer below 2^31, because some servers keep ids in 32 bits and others
    //! refuse strings.
    qint64 takeId();
    //! Returns the id that takeId() returns next.
    qint64 nextId() const { return m_nextId; }
    //! Returns a number for a message that is not a request. It is never the id of a request.
    quint64 takeTicket() { return ++m_lastTicket; }
    //! Adds a call and returns the future of its result. After closeAll(), the future is settled from the
    //! start.
    QFuture<Result<Json>> open(qint64 id, Call call);
    Match settle(const Json &id, Result<Json> outcome);
    Match settle(qint64 id, Result<Json> outcome);
    //! Reports \a progress to the call whose id is \a token, and restarts its idle deadline.
    Match progress(const Json &token, const Progress &progress);
    //! Adds bytes that are not a message to the call \a origin, or to every call if \a origin is not pending.
    //! \a why gives the reason if it is known. If a call times out, its error quotes them in the message and
    //! as "instead" in the details.
    void heardNoise(const QByteArray &bytes, const QString &why = {}, quint64 origin = 0)
    {
        heard(origin, [&bytes, &why](McpNoise &noise) { noise.add(bytes, why); });
    }
    //! Adds a message that answers no request to the call \a origin, or to every call if \a origin is not
    //! pending, for the error of a timeout. \a said describes it in a sentence.
    void heardForeign(const QString &said, quint64 origin = 0)
    {
        heard(origin, [&said](McpNoise &noise) { noise.addForeign(said); });
    }
    //! Returns \a error, which says that the call \a id got no answer. If something else arrived with the
    //! call as origin (heardNoise(), heardForeign()), the error names it, and its kind is
    //! ErrorKind::Protocol.
    Error withHeard(qint64 id, Error error) const;
    //! Called at a timeout; returns the bytes of a message whose end was not received yet; null: not
    //! available.
    std::function<QByteArray()> unfinished{};
    //! Called at a timeout; returns the newest lines of stderr; null: not available.
    std::function<QString()> lastWords{};
    //! Called when a deadline of the call \c id passed; returns the error if its request was not sent yet
    //! because no connection is usable; null: not available.
    std::function<std::optional<Error>(qint64 id, QStringView key, std::chrono::milliseconds waited)>
        unconnected{};
    //! Settles all pending and all later calls with \a reason.
    void closeAll(const Error &reason);
    //! Settles all pending calls with \a reason. Unlike after closeAll(), new calls may be opened.
    void failAll(const Error &reason);
    //! Suspends the deadlines of the call \a id (0: of all pending calls except standing ones) while the user
    //! is asked, for at most Call::maxHeld in total. Returns the suspended calls, for release().
    QList<qint64> hold(qint64 id);
    void release(const QList<qint64> &held);

    const Call *find(const Json &id) const;
    //! Returns the call with the ticket \a origin (McpIncoming::origin), or null.
    const Call *ofOrigin(quint64 origin) const
    {
        return origin == 0 ? nullptr : find(Json::integer(qint64(origin)));
    }
    const Past *findPast(const Json &id) const;
    //! Returns Call::onLate of the call \a id that was given up. Empty the second time, and if an answer had
    //! ended the call.
    std::function<void(const Json &)> takeOnLate(const Json &id);
    //! Returns the id of the pending call if exactly one is pending, or nothing. Standing calls do not count.
    std::optional<qint64> only() const;
    //! The pending calls of the one exchange that waits for an answer.
    struct OnlyExchange {
        QString id; //!< the id of the exchange; empty: none waits, or several do
        bool areSeveral = false;
        std::optional<qint64> call{}; //!< the pending call; nothing: only polls are pending
    };
    //! Standing calls and calls without an exchange, such as the reading of lists, do not count.
    OnlyExchange onlyExchange() const;
    //! Adds \a text, a sentence about what the peer sent, to the remarks on the calls of the exchange
    //! \a exchangeId.
    void remark(const QString &exchangeId, const QString &text);
    //! Adds \a text to \a remarks, unless they contain it or are many.
    static void addRemark(QList<JsonRemark> &remarks, const QString &text);
    qsizetype count() const { return qsizetype(m_slots.size()); }

Q_SIGNALS:
    //! Emitted when we gave up on a call that the peer may still process. An empty \a why means: do not tell
    //! the peer.
    void abandoned(qint64 id, const QString &exchangeId, const QString &why);
    //! Emitted when a call ended for any reason.
    void ended(qint64 id);
    //! Emitted for the first progress value of a call that was negative or did not rise.
    void progressFell(const QString &method, const QString &exchangeId);

private:
    struct Slot;
    void heard(quint64 origin, const std::function<void(McpNoise &)> &add);
    void armDeadline(Slot &slot);
    void watch(const QDeadlineTimer &deadline);
    void checkDeadlines();
    void endHold(Slot &slot);
    void deadlinePassed(qint64 id);
    void end(qint64 id, Result<Json> outcome);
    qint64 drawnId() const;

    QString m_sourceName;
    std::unordered_map<qint64, std::unique_ptr<Slot>> m_slots;
    QTimer m_check; //!< one for all calls; it may fire before the next deadline, never after it
    QDeadlineTimer m_checkAt;
    std::unordered_map<qint64, Past> m_past;
    std::deque<qint64> m_pastOrder; //!< oldest first
    std::optional<Error> m_closed;
    qint64 m_nextId;
    quint64 m_lastTicket = quint64{1} << 53;
};

} // namespace Workbench
