// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/invocation.h"
#include "core/session/sourceconnection.h"

#include <QElapsedTimer>
#include <QPointer>

namespace Workbench {

//! The part of a call or a stream that its flow and its connection keep alive. It keeps the exchange record.
class RunningCall {
public:
    virtual ~RunningCall() = default;
    //! Ends the call at once unless it has ended already. The adapter may take longer to end it.
    virtual void endWith(const Error &why) = 0;

    QPointer<ExchangeLog> exchanges;
    ExchangeRecord record;
    std::stop_source stop;
    QElapsedTimer clock;

protected:
    //! Starts the clock, and gives \a context the stop token and the id and identity of the record.
    void begin(CallContext &context);
    //! Updates the record and keeps what other code noted in it meanwhile: the timing of the request, and the
    //! requests for input.
    void updateRecord();
};

//! The part of a call that may outlive its Invocation: settles once, and keeps the exchange record.
struct Invocation::Run final : RunningCall, std::enable_shared_from_this<Run> {
    QPointer<Invocation> owner;
    bool isSettled = false;

    //! Starts the call from the event loop. \a connection is null for operations that do not belong to a
    //! source.
    void start(const std::shared_ptr<SourceConnection> &connection, OperationRegistry *registry,
        const OperationId &id, const Json &input, CallContext context, const PipelineOptions &pipeline);
    void taskChanged(const CallTask &task);
    void settle(Result<Outcome> result);
    void endWith(const Error &why) override;

private:
    static Task<void> flow(std::shared_ptr<Run> run, std::shared_ptr<SourceConnection> connection,
        QPointer<OperationRegistry> registry, OperationId id, Json input, CallContext context,
        PipelineOptions pipeline);
};

} // namespace Workbench
