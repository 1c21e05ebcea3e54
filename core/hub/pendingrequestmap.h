// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/base/task.h"
#include "core/hub/callevent.h"
#include "core/hub/callstates.h"
#include "core/hub/deadlinequeue.h"
#include "core/hub/eventtarget.h"
#include "core/operation/callcontext.h"
#include "core/operation/registry/itemstream.h"

#include <QPointer>
#include <QSet>

#include <deque>
#include <functional>
#include <unordered_map>

namespace Workbench {

//! A request of a caller.
struct CallRequest {
    QString operationId; //!< "namespace.name"
    Json input;
    //! Uses requestId (generated if empty), parentRequestId, identity, metadata, idleTimeout, cancellation,
    //! exchangeId and showsHeartbeats. The identity is a claim that the peer may ignore.
    CallContext context{};
    std::optional<qint64> deadline{}; //!< only for calls: milliseconds since the epoch
    //! Only for subscriptions: sent and enforced. If it is nothing, CallContext::idleTimeout is sent.
    std::optional<std::chrono::milliseconds> idleTimeout{};
    bool isSingle = false; //!< for a subscription to a query: it completes after the first item
    //! For a subscription: whether an item carries the remarks on its text, as describedResultOf() does. A
    //! hub that passes items on unchanged does not need them.
    bool notesRemarks = false;
};

//! Returns the answer of a peer for a handler or an adapter that passes it on. An envelope is passed on
//! unchanged.
HandlerResult handlerResultOf(const CallOutput &output);
//! Returns the answer of a peer for an adapter, with the remarks of the parser as notes.
HandlerResult describedResultOf(const CallOutput &output);

//! The caller's end of the call protocol: the pending requests by id. Every call and every subscription
//! settles exactly once. An event that belongs to no pending request is only reported. Settling never
//! runs the waiting code synchronously. GUI thread. \source core/hub/README.md 2.2, 2.3, 2.7, 2.8
class PendingRequestMap : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        CallDialect dialect = CallDialect::Operations;
        std::chrono::milliseconds slowConsumer{5000}; //!< the longest time with a full queue and no progress
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        //! The peer's name for errors. If it is set, the errors of a lost connection give the reason and have
        //! its kind. Empty in a hub, which does not reveal the addresses of its spokes to callers.
        QString peerName{};
        //! Without peerName: returns the message of the errors of a connection that was lost for a reason.
        //! Empty: "connection closed".
        std::function<QString(const Error &reason)> lossInWords{};
        //! Without peerName: returns the words for the peer in errors, for example 'the spoke "notes"'.
        //! Empty: "the peer".
        std::function<QString()> peerInWords{};
    };
    //! Listens to \a target, which must not be deleted from inside one of its signals.
    PendingRequestMap(EventTarget *target, Options options, QObject *parent = nullptr);
    ~PendingRequestMap() override; //!< settles pending requests with "connection closed"

    //! Sends a call. A coroutine awaits the future through an Answer (core/base/answers.h).
    QFuture<Result<CallOutput>> call(CallRequest request);
    //! Returns the stream of a subscription. The request is sent when the stream is started.
    std::unique_ptr<ItemStream> subscribe(CallRequest request);
    //! Aborts a request and its child requests. Returns false, and publishes nothing, if the id is unknown.
    bool abort(const QString &requestId);
    //! Aborts the child requests of \a parentRequestId by the abort policy. \source core/hub/README.md 2.7
    void abortChildren(const QString &parentRequestId);
    //! Settles all requests with an error made from \a reason. Later requests fail with the same error.
    void closeAll(const Error &reason);

    //! Remembers \a text, which says what else the peer sent, for requests that get no answer in time.
    void heard(const QString &text);

    qsizetype count() const { return qsizetype(m_entries.size()); }
    //! Returns the exchange id of a pending or recent request, or an empty string if the request is unknown.
    QString exchangeIdOf(const QString &requestId) const;

Q_SIGNALS:
    void violated(const Workbench::CallViolation &violation);
    //! Emitted when a request ended without a result. The requests of the peer that name it as their parent
    //! end too: connect CallHandler::abortChildren() with a queued connection. \source core/hub/README.md 2.7
    void parentEnded(const QString &requestId);

private:
    friend class CallStream;
    struct Entry;
    struct Past {
        PendingState state = PendingState::None;
        PendingEnd end = PendingEnd::None;
        QString exchangeId;
        bool wasTold = false; //!< call.aborted was published for the request
    };
    struct What {
        Error error;
        Json output;
        QStringList remarks; //!< remarks of the parser about the message
    };

    Result<void> open(std::unique_ptr<Entry> entry, CallRequest request);
    Result<void> openStream(class CallStream *stream, const CallRequest &request);
    void receive(const EventEnvelope &envelope);
    void receiveOutput(const CallResponded &event, const QStringList &remarks);
    Error failureIn(const CallFailed &event) const;
    void step(const QString &requestId, PendingEvent event, const What &what = {});
    void deliver(Entry &entry, const What &what);
    void settle(Entry &entry, PendingEnd end, const What &what);
    void armTimer(Entry &entry);
    void timerFired(const QString &requestId);
    void remember(const Entry &entry, PendingEnd end, bool wasTold);
    void noteOrphan(const QString &requestId, QLatin1StringView type);
    void publishAbort(const QString &requestId);
    void setHolding(const class CallStream *stream, bool holding);
    QString peerInWords() const;

    QPointer<EventTarget> m_target;
    Options m_options;
    std::unordered_map<QString, std::unique_ptr<Entry>> m_entries;
    QMultiHash<QString, QString> m_children; //!< request ids by the id of the parent request
    DeadlineQueue m_deadlines;
    QHash<QString, Past> m_past;
    std::deque<QString> m_pastOrder;
    QSet<const class CallStream *> m_holding; //!< streams with a full queue, for which reading is paused
    qint64 m_queuedBytes = 0; //!< bytes in the queues of all streams
    std::optional<Error> m_closed;
    bool m_saidLegacy = false;
    quint64 m_heardCount = 0; //!< what the peer sent besides answers
    QString m_heard; //!< the last of it
};

} // namespace Workbench
