// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/hub/callevent.h"
#include "core/hub/callstates.h"
#include "core/hub/callviolation.h"
#include "core/hub/eventtarget.h"
#include "core/registry/callableoperations.h"

#include <QElapsedTimer>
#include <QPointer>

#include <map>

namespace Workbench {

//! Who is at the other end of a target. It belongs to the connection, never to an event.
//! \source core/hub/README.md 3.5 "Identity"
struct CallerOrigin {
    QString connectionId;
    std::optional<Identity> identity{};
    bool isTrustedGateway = false; //!< the identity in its requests is honoured
};

//! A request that a handler has run for a peer, once it has ended.
struct CallReport {
    QString connectionId; //!< CallerOrigin::connectionId
    QString requestId;
    OperationId operation;
    std::optional<Identity> identity{}; //!< as whom it ran
    QString exchangeId{}; //!< what Options::begin gave; may be empty
    //! How it ended: empty for a result or the end of a stream, else the code of the error. ABORTED without a
    //! message: the caller aborted it.
    CallError error{};
    std::chrono::milliseconds duration{0};
    qint64 values = 0; //!< results, or the values of a stream, that were sent
    //! Arrays of what normalisation reported in the result (envelopeWarningsMark, envelopeChangesMark);
    //! absent: nothing.
    Json warnings{};
    Json changes{};
};

//! The handler's end: runs what is asked for and answers on the target it came from. Each request gets
//! exactly one terminal event, or none after the caller's abort. GUI thread.
//! \source core/hub/README.md 2.5, 2.7, 2.8
class CallHandler : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        qint64 maxRunning = 4096; //!< requests of one connection at a time (R-46)
        qint64 maxPerSecond = 0; //!< requests of one connection; 0: any number
        bool listens = true; //!< asks for the topics; else it answers only what comes unasked
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        //! Whose a token is that a request itself carries (auth_token); nothing: nobody's, and the request is
        //! refused. Empty: tokens mean nothing here. \source core/hub/README.md 4 "identity"
        std::function<std::optional<Identity>(const QString &token)> identityOf{};
        //! Called before a request runs; returns the exchange id under which its frames and its end are
        //! noted. Empty: requests get no exchange id.
        std::function<QString(const IncomingCall &call)> begin{};
    };
    CallHandler(std::shared_ptr<CallableOperations> operations, Options options, QObject *parent = nullptr);
    ~CallHandler() override; //!< cancels what runs and says nothing more

    //! Answers requests on \a target until it closes, is detached or deleted.
    void attach(EventTarget *target, const CallerOrigin &origin);
    //! Cancels everything that was asked for on it, without a word. \source core/hub/README.md 2.8
    void detach(EventTarget *target);
    //! Aborts a running request on our own account: its caller gets call.aborted.
    bool abort(const EventTarget *target, const QString &requestId);

    qsizetype running() const;
    qsizetype runningFor(const EventTarget *target) const;

Q_SIGNALS:
    void violated(const QString &connectionId, const Workbench::CallViolation &violation);
    //! An answer could not be sent: the peer does not read, or is gone. The request was cancelled.
    void undeliverable(Workbench::EventTarget *target, const Workbench::Error &error);
    //! Emitted once for each request that was run, when it has ended for any reason.
    void finished(const Workbench::CallReport &report);

private:
    struct Run;
    struct Connection;
    struct Outcome {
        HandlerResult value;
        Error error;
    };

    static Task<void> runCall(QPointer<CallHandler> handler, std::shared_ptr<CallableOperations> operations,
        std::shared_ptr<Run> run, IncomingCall call);

    void receive(Connection &connection, const EventEnvelope &envelope);
    void request(Connection &connection, const CallRequested &event, const QString &envelopeId);
    bool admits(Connection &connection);
    void start(const std::shared_ptr<Run> &run, IncomingCall call);
    void startStream(const std::shared_ptr<Run> &run, IncomingCall call);
    void streamEnded(const std::shared_ptr<Run> &run, EndReason reason, const Error &error);
    void takeValue(const std::shared_ptr<Run> &run, const HandlerResult &value);
    void flush(const std::shared_ptr<Run> &run);
    void flushAll(Connection &connection);
    void step(const std::shared_ptr<Run> &run, RunEvent event, const Outcome &outcome = {});
    CallError answer(const std::shared_ptr<Run> &run, RunAnswer what, const Outcome &outcome);
    void report(const std::shared_ptr<Run> &run, RunEvent event, const CallError &error);
    void answerError(
        EventTarget &target, const QString &requestId, const QString &envelopeId, const CallError &error);
    void publish(const std::shared_ptr<Run> &run, const CallEvent &event);
    void forget(const std::shared_ptr<Run> &run, const RunStep &next);

    std::shared_ptr<CallableOperations> m_operations;
    Options m_options;
    std::map<const EventTarget *, std::shared_ptr<Connection>> m_connections;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::CallReport)
