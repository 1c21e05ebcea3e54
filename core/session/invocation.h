// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/pipeline.h"
#include "core/operation/callcontext.h"
#include "core/operation/operationspec.h"

#include <QObject>

namespace Workbench {

//! What a call of Sessions carries, and how its result is read. Sessions sets the identity, the cancellation,
//! the exchange and the callbacks. Without a timeout, the limit request.timeout applies, or subscription.idle
//! for subscribe(). Without despiteChangedDefinition, a call of an operation whose definition changed since
//! it was accepted fails with ErrorKind::Trust, "definition.changed". \source core/RULES.md R-130
struct InvokeOptions : CallContext {
    PipelineOptions pipeline{};
    bool normaliseYields = false; //!< subscribe(): items are normalised as results are
    bool recogniseYields = false; //!< subscribe(): items are recognised as results are
    //! How the result is read. The settings of the source fill in what is not set here. It has precedence
    //! over \c pipeline.
    ResultReading reading{};
};

//! One running call as its owner sees it. Deleting it cancels the call, unless the call became a task: a task
//! goes on, and History shows how it ends. GUI thread.
class Invocation : public QObject {
    Q_OBJECT
public:
    enum class State : quint8 { Running, Finished };

    ~Invocation() override;

    State state() const { return m_state; }
    const OperationId &operation() const { return m_operation; }
    const QString &exchangeId() const { return m_exchangeId; }
    const std::optional<Progress> &progress() const { return m_progress; }
    //! Returns the task that the call became, or nothing if it did not become one.
    const std::optional<CallTask> &task() const { return m_task; }
    //! Returns the result of the call. Before finished() it is an error of ErrorKind::Internal.
    const Result<Outcome> &result() const { return m_result; }
    qint64 durationMs() const { return m_durationMs; }

    //! Cancels the call. finished() follows from the event loop, with a result of ErrorKind::Cancelled. The
    //! peer gets a cancellation if its protocol has one.
    void cancel();

Q_SIGNALS:
    void progressed(const Workbench::Progress &progress);
    void taskChanged(); //!< Emitted when task() changed.
    //! Emitted exactly once, from the event loop, when the call ends for any reason. Read result() then.
    void finished();

private:
    friend class Sessions;
    struct Run;
    explicit Invocation(OperationId operation);
    State m_state = State::Running;
    OperationId m_operation;
    QString m_exchangeId;
    std::optional<Progress> m_progress;
    std::optional<CallTask> m_task;
    Result<Outcome> m_result;
    qint64 m_durationMs = 0;
    std::shared_ptr<Run> m_run;
};

} // namespace Workbench
