// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/invocation.h"
#include "core/session/sourceconnection.h"

#include <QElapsedTimer>
#include <QPointer>

namespace Workbench {

//! The part of a call that may outlive its Invocation: settles once, and keeps the exchange record.
struct Invocation::Run final : RunningCall, std::enable_shared_from_this<Run> {
    QPointer<Invocation> owner;
    QPointer<ExchangeLog> exchanges;
    std::stop_source stop;
    ExchangeRecord record;
    QElapsedTimer clock;
    bool isSettled = false;

    //! Starts the call from the event loop. \a connection is null for operations that do not belong to a
    //! source.
    void start(const std::shared_ptr<SourceConnection> &connection, OperationRegistry *registry,
        const OperationId &id, const Json &input, CallContext context, const PipelineOptions &pipeline);
    void taskChanged(const CallTask &task);
    void settle(Result<Outcome> result);
    void updateRecord();
    void cancel();
    void connectionLost(const Error &why) override;

private:
    static Task<void> flow(std::shared_ptr<Run> run, std::shared_ptr<SourceConnection> connection,
        QPointer<OperationRegistry> registry, OperationId id, Json input, CallContext context,
        PipelineOptions pipeline);
};

//! Notes the end of a call in \a record for History: state, outcome word, warnings, note.
void describeEnd(ExchangeRecord &record, const Result<Outcome> &result);
Error cancelledError();

} // namespace Workbench
