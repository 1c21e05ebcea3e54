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
    const Result<QByteArray> &printed() const;

Q_SIGNALS:
    void finished(); //!< Emitted once, from the event loop.

private:
    struct Private;
    void end(Result<QByteArray> answer);
    std::unique_ptr<Private> d;
};

} // namespace Workbench
