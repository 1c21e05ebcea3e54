// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

namespace Workbench {

//! The first line of an Error::detail that holds what a program wrote last: the others are its lines.
inline constexpr QLatin1StringView lastWordsHeading{"The last lines on its stderr:"};

//! What a user can change so that an error does not happen again. The error names the limit or the setting in
//! its details, not in its message: the command line knows it as an option, the window as a setting.
struct ErrorAdvice {
    const LimitInfo *limit = nullptr; //!< to raise; null: none
    qint64 value = 0; //!< of the limit now, in its unit
    //! Of the source: "cwd", "env.PATH", "auth", "token" (a hub), "headers", "origins" or
    //! "kind.openapi"; empty: none.
    QString setting{};
};

//! Reads the advice of \a error. Errors of a peer (ErrorKind::Remote) have none but "auth" and
//! "headers": their details are the peer's.
ErrorAdvice adviceOf(const Error &error);

//! \a error with the limit named in its details; see ErrorAdvice.
Error advisingLimit(Error error, QStringView key, qint64 value);
//! \a error with the setting of the source named in its details; see ErrorAdvice.
Error advisingSetting(Error error, QStringView setting);

//! Returns the code that names \a error for people and scripts: the peer's code if it is one of the call
//! protocol or of a domain and says something, else the code of the class of errors that the kind belongs to
//! (TRANSPORT_ERROR, LIMIT_EXCEEDED, …).
QString stableCode(const Error &error);
//! Returns the word for a call that ended with \a error, as the status line and History show it: "cancelled",
//! "aborted" (by the peer), "connection lost", "error" (an error without a code of its own), else the code.
QString outcomeWord(const Error &error);

//! Returns the message of \a error as a sentence and, below it, its further lines. Refused input has a
//! message of several lines by the call protocol: here it is one sentence and a line for each problem.
QStringList messageLines(const Error &error);
//! Returns messageLines() as one line, for a table.
QString messageOnOneLine(const Error &error);

//! Returns the message with the advice in the words of the window and of the log.
QString messageWithAdvice(const Error &error);

} // namespace Workbench
