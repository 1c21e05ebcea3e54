// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

namespace Workbench {

//! The first line of an Error::detail that quotes the last lines of a program's stderr. Those lines follow
//! it.
inline constexpr QLatin1StringView lastWordsHeading{"The last lines on its stderr:"};

//! What a user can change so that an error does not happen again. The error names the limit or the setting in
//! its details, not in its message: the command line knows it as an option, the window as a setting.
struct ErrorAdvice {
    const LimitInfo *limit = nullptr; //!< the limit to raise; null: none
    qint64 value = 0; //!< the current value of the limit, in its unit
    //! The setting of the source to change: "cwd", "env.PATH", "env." and a variable that was not passed on,
    //! "auth", "token" (a hub), "server" (of an API), "headers", "origins", "kind.openapi", or "keychain."
    //! and the name of a missing secret; empty: none.
    QString setting{};
};

//! Returns the advice in the details of \a error. For errors of a peer (ErrorKind::Remote), only the settings
//! "auth" and "headers" count, because the peer wrote their details.
ErrorAdvice adviceOf(const Error &error);

//! Returns \a error with the limit named in its details; see ErrorAdvice.
Error advisingLimit(Error error, QStringView key, qint64 value);
//! Returns \a error with the setting of the source named in its details; see ErrorAdvice.
Error advisingSetting(Error error, QStringView setting);

//! Returns the code that names \a error for people and scripts. This is the error's own code if it is a
//! specific code of the call protocol or of a domain. Otherwise it is the code for the error's kind
//! (TRANSPORT_ERROR, LIMIT_EXCEEDED, …). EXECUTION_ERROR and UNKNOWN_ERROR are specific only from a peer.
QString stableCode(const Error &error);
//! Returns whether \a error ended a call because the source was disconnected here: the user disconnected,
//! changed or removed it, or one of its files changed.
bool isDisconnect(const Error &error);
//! Returns the word for a call that ended with \a error, as the status line and History show it. It is
//! "cancelled", "aborted" (by the peer), "disconnected" (here), "connection lost", "error" (without a
//! specific code), else the code.
QString outcomeWord(const Error &error);

//! Returns the lines of the message of \a error: a sentence, then any further lines. For refused input they
//! are one sentence and a line for each problem, in place of the text that the call protocol prescribes.
QStringList messageLines(const Error &error);
//! Returns messageLines() as one line, for a table.
QString messageOnOneLine(const Error &error);

//! Returns the message followed by the advice, worded for the window and the log.
QString messageWithAdvice(const Error &error);

} // namespace Workbench
