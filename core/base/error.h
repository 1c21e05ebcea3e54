// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <expected>

namespace Workbench {

//! What to do about an error. The command line's exit codes follow from it.
enum class ErrorKind : quint8 {
    Usage, //!< the caller asked for something invalid
    Network, //!< the connection failed, or the program could not be started
    Closed, //!< the connection or the program ended while something waited for it
    Timeout,
    Protocol, //!< the peer broke the protocol
    Limit, //!< one of our limits was exceeded; the message names it (core/RULES.md "Limits")
    Validation, //!< the schema refuses the input or the data
    Trust, //!< the user has not confirmed this yet
    Remote, //!< the peer answered with an error
    Cancelled, //!< by us
    Storage, //!< a file could not be read or written
    Internal, //!< a bug in the workbench
};

//! An error as a value.
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    //! Stable code for scripts: a code of core/hub/README.md 1.6 (EXECUTION_ERROR) or dotted words
    //! (child.exited).
    QString code{};
    //! One sentence for the user: what happened, to which source, and what to do.
    //! Never contains a secret or a whole body.
    QString message{};
    //! Technical details that the window shows on demand: the end of stderr, the first bytes of an answer,
    //! nested errors. May be empty.
    QString detail{};
    //! CallError.details (core/hub/README.md 1.6); absent when there are none.
    Json details{};
};

//! The code of the error of a peer that speaks no known protocol version, but can be connected with to read
//! its lists.
inline constexpr QLatin1StringView unknownVersionCode{"protocol.unknownVersion"};

template <typename T> using Result = std::expected<T, Error>;

//! The error form of the call protocol. \source core/hub/README.md 1.6
struct CallError {
    QString code;
    QString message;
    Json details;

    friend bool operator==(const CallError &, const CallError &) = default;
};

namespace ErrorCode {
inline constexpr QLatin1StringView operationNotFound{"OPERATION_NOT_FOUND"};
inline constexpr QLatin1StringView accessDenied{"ACCESS_DENIED"};
inline constexpr QLatin1StringView validationError{"VALIDATION_ERROR"};
inline constexpr QLatin1StringView timeout{"TIMEOUT"};
inline constexpr QLatin1StringView aborted{"ABORTED"};
inline constexpr QLatin1StringView executionError{"EXECUTION_ERROR"};
inline constexpr QLatin1StringView unknownError{"UNKNOWN_ERROR"};
inline constexpr QLatin1StringView invalidOperationType{"INVALID_OPERATION_TYPE"};
} // namespace ErrorCode

//! Returns the CallError that a caller over the call protocol receives for \a error. A code in capitals (a
//! code of 1.6 or of a domain) is kept; otherwise the kind chooses it: TIMEOUT, ABORTED (Cancelled),
//! VALIDATION_ERROR, or EXECUTION_ERROR for all other kinds and for details with "retryable": true.
CallError toCallError(const Error &error);
//! Returns the error of a peer. Its kind is Remote, also for TIMEOUT: the peer did answer. Only
//! VALIDATION_ERROR has the kind Validation, because the input was refused.
Error toError(const CallError &error);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Error)
