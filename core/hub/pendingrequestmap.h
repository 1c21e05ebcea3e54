// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/base/task.h"
#include "core/hub/callevent.h"
#include "core/hub/callstates.h"
#include "core/hub/callviolation.h"
#include "core/hub/deadlinequeue.h"
#include "core/hub/eventtarget.h"
#include "core/registry/callcontext.h"
#include "core/registry/itemstream.h"

#include <QPointer>
#include <QSet>

#include <deque>
#include <unordered_map>

namespace Workbench {

//! What a caller asks for.
struct CallRequest {
    QString operationId; //!< "namespace.name"
    Json input;
    //! requestId (made when empty), parentRequestId, identity, metadata and cancellation are used; identity
    //! is a claim that the peer may ignore.
    CallContext context{};
    std::optional<qint64> deadline{}; //!< of a call: milliseconds since the epoch
    std::optional<std::chrono::milliseconds> idleTimeout{}; //!< of a subscription
    bool isSingle = false; //!< of a subscription to a query: it is over after the first value
    bool showsHeartbeats = false; //!< else they only keep the subscription alive
};

//! For a handler or an adapter that passes on what a peer answered: an envelope stays as it came, to the
//! letter.
HandlerResult handlerResultOf(const CallOutput &output);

//! The caller's end: what waits for answers by request id. Every call and every subscription settles exactly
//! once; what fits nothing is reported and changes nothing. GUI thread. Settling never runs the
//! waiting code from inside the call. \source core/hub/README.md 2.2, 2.3, 2.7, 2.8
class PendingRequestMap : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        CallDialect dialect = CallDialect::Operations;
        std::chrono::milliseconds slowConsumer{5000}; //!< without progress, when its queue is full
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        //! For errors, which then also say why a connection was lost, and have the kind of that reason. Empty
        //! in a hub, whose callers are not told the addresses of its spokes.
        QString peerName{};
    };
    //! Listens to \a target, which must not be deleted from inside one of its signals.
    PendingRequestMap(EventTarget *target, Options options, QObject *parent = nullptr);
    ~PendingRequestMap() override; //!< settles what is left with "connection closed"

    //! A coroutine awaits an Answer of it (core/base/answers.h).
    QFuture<Result<CallOutput>> call(CallRequest request);
    //! Nothing is sent before the stream is started.
    std::unique_ptr<ItemStream> subscribe(CallRequest request);
    //! False, and nothing is published, when the id is unknown. What it asked for in turn is aborted too.
    bool abort(const QString &requestId);
    //! Aborts every request whose parent this is, as the policy says. \source core/hub/README.md 2.7
    void abortChildren(const QString &parentRequestId);
    //! Settles everything; later requests fail with it.
    void closeAll(const Error &reason);

    qsizetype count() const { return qsizetype(m_entries.size()); }
    quint64 orphans() const { return m_orphans; } //!< events that fitted nothing
    //! For the exchange log: of a request that is pending or was lately; empty when unknown.
    QString exchangeIdOf(const QString &requestId) const;

Q_SIGNALS:
    void violated(const Workbench::CallViolation &violation);

private:
    friend class CallStream;
    struct Entry;
    struct Past {
        PendingState state = PendingState::None;
        PendingEnd end = PendingEnd::None;
        QString exchangeId;
        bool wasTold = false; //!< a call.aborted was published for it
    };
    struct What {
        Error error;
        Json output;
        QStringList remarks; //!< of the parser on the message
    };

    Result<void> open(std::unique_ptr<Entry> entry, CallRequest request);
    Result<void> openStream(class CallStream *stream, const CallRequest &request);
    void receive(const EventEnvelope &envelope);
    void receiveOutput(const CallResponded &event, const QStringList &remarks);
    void step(const QString &requestId, PendingEvent event, const What &what = {});
    void deliver(Entry &entry, const Json &output);
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
    QList<quint64> m_listeners;
    std::unordered_map<QString, std::unique_ptr<Entry>> m_entries;
    QMultiHash<QString, QString> m_children; //!< parent request to ours
    DeadlineQueue m_deadlines;
    QHash<QString, Past> m_past;
    std::deque<QString> m_pastOrder;
    QSet<const class CallStream *> m_holding; //!< streams for whose sake reading is paused
    qint64 m_queuedBytes = 0; //!< that wait in all streams
    std::optional<Error> m_closed;
    quint64 m_orphans = 0;
    bool m_saidLegacy = false;
};

} // namespace Workbench
