// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/sourcerun.h"
#include "core/checks/recorder.h"
#include "core/session/subscription.h"

#include <QTimer>

namespace Workbench::Cli {

//! Writes fixtures to the folder that the arguments name. Reports the file of each fixture on stdout and its
//! findings on stderr.
class RecordOutput {
public:
    //! \a option names the folder: "to" or "record".
    RecordOutput(const Arguments &arguments, const QString &option, const Limits &limits, Output &output);

    //! Returns whether \a error is an answer of the peer. \a sentBytes is the number of bytes that were sent
    //! for the call: without any, this program refused the input.
    static bool isAnswer(const Error &error, qint64 sentBytes);
    //! Returns whether an outcome that is not a result can be replayed: the peer answered, even if its answer
    //! is an error, late or not valid. \a bytes are the numbers of bytes that were sent and received for the
    //! call.
    static bool isExchange(const Error &error, const std::pair<qint64, qint64> &bytes);

    //! Redacts and writes a fixture. \a turn is the argument of FixtureFolder::write().
    void write(RecordedExchange exchange, qsizetype turn = 0);
    //! Reports that \a operation was not called, and why.
    void skip(const QString &operation, const QString &reason);
    //! Reports that \a operation could not be called, or that the call was not an exchange with the source.
    void fail(const QString &operation, const Error &error);
    //! Reports that the fixture of \a operation was recorded, but that the exchange ended with \a error,
    //! which the peer did not send.
    void endedWith(const QString &operation, const Error &error);
    //! With --json, writes an array of all results to stdout.
    void showAll();
    //! Returns 0, or the exit code of the first fixture that was not written or whose exchange failed.
    int exitCode() const { return m_code; }
    bool hasRecorded() const { return m_hasRecorded; } //!< Returns whether a fixture was written.

private:
    void showFindings(const QString &name, const QList<RedactionFinding> &findings);

    const Arguments &m_arguments;
    FixtureFolder m_folder;
    Output &m_output;
    bool m_isTidy = false;
    bool m_hasRecorded = false;
    bool m_isAlone; //!< the command prints nothing else on stdout
    QList<Json> m_written;
    int m_code = ExitCode::Ok;
};

//! The bounds of a stream on the command line.
struct StreamEnd {
    qsizetype count = 0; //!< the maximum number of events; 0: no maximum
    std::chrono::milliseconds time{0}; //!< the maximum duration; 0: no maximum

    bool isBounded() const { return count > 0 || time.count() > 0; }
};

//! Returns the bounds of --count and --for. Fails with ErrorKind::Usage for an invalid value.
Result<StreamEnd> streamEnd(const Arguments &arguments);

//! Returns the error of a stream that ended with an error or lost its connection, or nothing. \a end is the
//! value of Fixture::end. A stream that the peer aborted has no error.
std::optional<Error> failureOf(const Subscription &subscription, const QString &end);

//! Takes the items of a subscription until it ends, reaches a bound, or is interrupted.
class StreamTake : public QObject {
    Q_OBJECT
public:
    //! Called with each item; returns whether to continue. Without it, the events are kept.
    using Seen = std::function<bool(const StreamItem &item)>;
    StreamTake(std::unique_ptr<Subscription> subscription, const StreamEnd &until, Interrupt &interrupt,
        Seen seen = {});

    const Subscription &subscription() const { return *m_subscription; }
    const QList<FixtureEvent> &events() const { return m_events; }
    //! Returns the reason of the end in the words of Fixture::end.
    QString end() const;
    bool wasLeft() const { return !m_end.isEmpty(); } //!< we ended the stream
    //! Returns the error that ended the stream, or nothing.
    std::optional<Error> error() const;

Q_SIGNALS:
    //! Emitted exactly once, from the event loop, when the subscription has ended.
    void finished();

private:
    void take(qsizetype added);

    std::unique_ptr<Subscription> m_subscription;
    StreamEnd m_until;
    Seen m_seen;
    qsizetype m_taken = 0;
    QList<FixtureEvent> m_events;
    QString m_end; // the reason why we ended the stream; empty if we did not
    QTimer m_timer;
};

//! A call with its operation and input.
struct RecordedCall {
    OperationSpec spec;
    Json input;
    StreamEnd until{};
    QString place{}; //!< for example "calls.jsonl, line 3"; empty for a call of the command line
};

//! Returns the calls of the command line, followed by the calls of --calls. All calls are validated before
//! the first one is made. Fails with ErrorKind::Usage or ErrorKind::Validation, or ErrorKind::Cancelled on an
//! interrupt.
Result<QList<RecordedCall>> namedCalls(const SourceRun &run);

//! Writes a finished call as a fixture. \a turn is the argument of FixtureFolder::write().
void keep(const SourceRun &run, const Invocation &invocation, const Json &value, RecordOutput &recorded,
    qsizetype turn = 0);
//! Writes an ended stream as a fixture. \a end is the value of Fixture::end.
void keep(const SourceRun &run, const Subscription &subscription, const Json &value,
    const QList<FixtureEvent> &events, const QString &end, RecordOutput &recorded, qsizetype turn = 0);

} // namespace Workbench::Cli
