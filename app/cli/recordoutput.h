// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "core/checks/recorder.h"

namespace Workbench::Cli {

//! Writes fixtures into the folder that the arguments name, and tells of each: its file on stdout, what was
//! found in it on stderr.
class RecordOutput {
public:
    //! \a option names the folder: "to" or "record".
    RecordOutput(const Arguments &arguments, const QString &option, const Limits &limits, Output &output);

    //! Whether the outcome of a call says something of the source, and not only of us.
    static bool isExchange(const Result<Outcome> &result, qint64 sentBytes);

    //! Redacts and writes one; \a turn as in FixtureFolder::write().
    void write(RecordedExchange exchange, qsizetype turn = 0);
    //! One that was not called, and why.
    void skip(const QString &operation, const QString &reason);
    //! One that could not be called, or what it came to is no exchange.
    void fail(const QString &operation, const Error &error);
    //! On stdout; with --json an array of all.
    void showAll();
    //! 0, or the code of what was not written.
    int exitCode() const { return m_code; }

private:
    void showFindings(const QString &name, const QList<RedactionFinding> &findings);

    const Arguments &m_arguments;
    FixtureFolder m_folder;
    Output &m_output;
    bool m_isTidy = false;
    bool m_isAlone; //!< nothing else is printed on stdout
    QList<Json> m_written;
    int m_code = ExitCode::Ok;
};

} // namespace Workbench::Cli
