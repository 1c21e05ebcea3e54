// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/json/json.h"
#include "core/workspace/source.h"

#include <QTimer>

#include <chrono>
#include <memory>

namespace Workbench {

class ChildProcess;
class PipeReader;
class PipeWriter;

//! A program of the user that answers a request of a server: it reads the request from its standard input and
//! prints the answer. It is started with an argument vector, never through a shell. The caller must
//! have asked for trust. Deleting it kills the program. GUI thread.
class AnswerCommand : public QObject {
    Q_OBJECT
public:
    struct Bounds {
        std::chrono::milliseconds time{60'000}; //!< time after which the program is killed
        qint64 bytes = 1LL << 20; //!< most bytes that the program may print
    };
    //! \a command is the program and its arguments.
    AnswerCommand(const QStringList &command, Bounds bounds, QObject *parent = nullptr);
    ~AnswerCommand() override;

    void start(const QByteArray &input);

    //! Returns what the user confirms before \a command runs.
    static TrustFacts trustFacts(const QStringList &command);
    //! Returns what the user confirms by setting \a rule of \a source (PeerRequests::rule()). Without this
    //! confirmation a rule that came with a workspace answers nothing automatically.
    static TrustFacts ruleFacts(const QString &source, const Json &rule);

    //! Returns the output of the program, or an error of ErrorKind::Network, Timeout or Limit. Valid once
    //! finished() was emitted.
    const Result<QByteArray> &printed() const { return m_answer; }

Q_SIGNALS:
    void finished(); //!< Emitted once, from the event loop.

private:
    QString name() const;
    void end(Result<QByteArray> answer);

    QStringList m_command;
    Bounds m_bounds;
    QTimer m_deadline;
    std::unique_ptr<PipeWriter> m_input;
    std::unique_ptr<PipeReader> m_output;
    std::unique_ptr<PipeReader> m_errors;
    std::unique_ptr<ChildProcess> m_child;
    QByteArray m_printed;
    QByteArray m_complaints;
    bool m_isOver = false;
    Result<QByteArray> m_answer;
};

} // namespace Workbench
