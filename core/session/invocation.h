// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline.h"
#include "core/envelope/resultreading.h"
#include "core/operation/operationspec.h"
#include "core/registry/callcontext.h"

#include <QObject>

namespace Workbench {

struct InvokeOptions {
    bool sendInvalid = false;
    //! Calls an operation although its definition changed since it was accepted; else that is an error of
    //! ErrorKind::Trust, "definition.changed". \source core/RULES.md R-130
    bool despiteChangedDefinition = false;
    std::optional<std::chrono::milliseconds> timeout;
    bool asTask = false; //!< CallContext::asTask
    PipelineOptions pipeline;
    bool normaliseYields = false; //!< subscribe(): items are normalised as results are
    bool recogniseYields = false; //!< subscribe(): items are recognised as results are
    //! Where it says nothing, the settings of the source do. It goes before \c pipeline.
    ResultReading reading{};
};

//! One running call as its owner sees it. Deleting it cancels the call, but for one that became a task: that
//! goes on, and History tells how it ends. GUI thread.
class Invocation : public QObject {
    Q_OBJECT
public:
    enum class State : quint8 { Running, Finished };

    ~Invocation() override;

    State state() const { return m_state; }
    const OperationId &operation() const { return m_operation; }
    const QString &exchangeId() const { return m_exchangeId; }
    const std::optional<Progress> &progress() const { return m_progress; }
    const std::optional<CallTask> &task() const { return m_task; } //!< nothing: it is none
    //! Of the finished call; an Internal error before.
    const Result<Outcome> &result() const { return m_result; }
    qint64 durationMs() const { return m_durationMs; }

    //! finished() with ErrorKind::Cancelled follows at once (queued); the peer is told if the protocol can.
    void cancel();

Q_SIGNALS:
    void progressed(const Workbench::Progress &progress);
    void taskChanged(); //!< task() is another one
    //! Exactly once, from the event loop.
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
