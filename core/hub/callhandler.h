// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchangelog.h"
#include "core/hub/callevent.h"
#include "core/hub/callstates.h"
#include "core/hub/eventtarget.h"
#include "core/operation/registry/registryoperations.h"

#include <QElapsedTimer>
#include <QPointer>

#include <functional>
#include <map>

namespace Workbench {

//! The peer of a target. The facts belong to the connection and never come from an event.
//! \source core/hub/README.md 3.5 "Identity"
struct CallerOrigin {
    QString connectionId;
    std::optional<Identity> identity{};
    bool isTrustedGateway = false; //!< the identities in its requests are used
};

//! A report about a request of a peer that has ended or was refused.
struct CallReport {
    QString connectionId; //!< CallerOrigin::connectionId
    QString requestId;
    OperationId operation;
    std::optional<Identity> identity{}; //!< the identity with which the request ran
    QString exchangeId{}; //!< the id that Options::begin returned; may be empty
    //! The error with which the request ended; empty for a result or a completed stream. ABORTED without a
    //! message means that the caller aborted the request.
    CallError error{};
    std::chrono::milliseconds duration{0};
    qint64 values = 0; //!< the number of results or items that were sent
    //! The warnings in the last result (envelopeWarningsMark), an array; absent if there are none.
    Json warnings{};
    //! The changes in the last result (envelopeChangesMark), an array; absent if there are none.
    Json changes{};
    qsizetype warningCount = 0; //!< the number of warnings in all results
    qsizetype changeCount = 0; //!< the number of changes in all results
    qsizetype lost = 0; //!< the number of changes in all results that lost a value
    bool isFailure = false; //!< the last result has meta.isError, or an HTTP status of 400 or more

    //! Returns the code and the message of the error on one line, without repeating the code; "error" for a
    //! result that is a failure; empty for success.
    QString failure() const;
};

//! The handler's end of the call protocol. Runs requests and answers them on their target. Each request gets
//! exactly one terminal event, or none if the caller aborts it. GUI thread.
//! \source core/hub/README.md 2.5, 2.7, 2.8
class CallHandler : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        qint64 maxRunning = 4096; //!< the limit of running requests for one connection (R-46)
        qint64 maxPerSecond = 0; //!< the limit of requests in a second for one connection; 0: no limit
        bool listens = true; //!< subscribes to the topics of requests; false: the peer sends them anyway
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        //! Returns the identity for the token in a request (auth_token), or nothing to refuse the request. If
        //! this function is empty, such tokens are ignored. \source core/hub/README.md 4 "identity"
        std::function<std::optional<Identity>(const QString &token)> identityOf{};
        //! Called before a request runs, or when the refusal of a request is reported; returns the exchange
        //! id for its frames and its end. If this function is empty, requests get no exchange id.
        std::function<QString(const IncomingCall &call)> begin{};
    };
    CallHandler(std::shared_ptr<CallableOperations> operations, Options options, QObject *parent = nullptr)
        : QObject(parent)
        , m_operations(std::move(operations))
        , m_options(std::move(options))
    {
    }
    ~CallHandler() override; //!< cancels all running requests without answering them

    //! Answers requests on \a target until the target closes, is detached or is deleted.
    void attach(EventTarget *target, const CallerOrigin &origin);
    //! Cancels all requests of \a target without answering them. \source core/hub/README.md 2.8
    void detach(EventTarget *target);
    //! Ends the requests of \a target whose parent is \a parentRequestId, by the abort policy. Their caller
    //! gets call.aborted. \source core/hub/README.md 2.7
    void abortChildren(const EventTarget *target, const QString &parentRequestId);

    qsizetype running() const;

Q_SIGNALS:
    //! Emitted when a peer sends a malformed request.
    void violated(const QString &connectionId, const Workbench::CallViolation &violation);
    //! Emitted when an answer cannot be sent because the peer does not read or the connection is lost. The
    //! request was cancelled. Close the connection if \a error is a limit.
    void undeliverable(Workbench::EventTarget *target, const Workbench::Error &error);
    //! Emitted once for each request that was run, when the request ends for any reason. Also emitted for a
    //! request that was refused: its operation or its token is unknown, or it exceeds a limit. Refusals for a
    //! limit are reported at most once per second and connection.
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
    void reportRefusal(const IncomingCall &call, const CallError &error);
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
    void endChildren(Connection &connection, const QString &parentRequestId);

    std::shared_ptr<CallableOperations> m_operations;
    Options m_options;
    std::map<const EventTarget *, std::shared_ptr<Connection>> m_connections;
};

//! Begins the record of an incoming call, for CallHandler::Options::begin. Returns its exchange id. History
//! shows the call under the source that runs it. The note begins with \a caller, for example
//! "called by 127.0.0.1:4711".
QString beginIncoming(ExchangeLog &log, const IncomingCall &call, const QString &caller);
//! Ends the record with what \a report says. Does nothing if the log does not hold the record.
void endIncoming(ExchangeLog &log, const CallReport &report);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::CallReport)
