// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "core/checks/recorder.h"

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

} // namespace Workbench::Cli
