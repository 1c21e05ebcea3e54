// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/json/json.h"
#include "core/workspace/source.h"

#include <QObject>

#include <chrono>
#include <memory>

namespace Workbench {

//! A program of the user that answers a request of a server: it reads the request from its standard input and
//! prints the answer. Started with an argument vector and never through a shell; who starts it has
//! asked for trust. Deleting it kills the program. GUI thread.
class AnswerCommand : public QObject {
    Q_OBJECT
public:
    struct Bounds {
        std::chrono::milliseconds time{60'000}; //!< then the program is killed
        qint64 bytes = 1LL << 20; //!< that it may print
    };
    //! \a command: the program and its arguments.
    AnswerCommand(const QStringList &command, Bounds bounds, QObject *parent = nullptr);
    ~AnswerCommand() override;

    void start(const QByteArray &input);

    //! What the user confirms before \a command runs.
    static TrustFacts trustFacts(const QStringList &command);
    //! What setting \a rule of \a source (PeerRequests::rule()) confirms: without it the rule, which came
    //! with a workspace, answers nothing by itself.
    static TrustFacts ruleFacts(const QString &source, const Json &rule);

    //! What it printed, or ErrorKind::Network, Timeout or Limit, once finished() was emitted.
    const Result<QByteArray> &printed() const;

Q_SIGNALS:
    void finished(); //!< Emitted once, from the event loop.

private:
    struct Private;
    void end(Result<QByteArray> answer);
    std::unique_ptr<Private> d;
};

} // namespace Workbench
