// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <expected>

namespace Workbench {

//! What to do about an error. The command line's exit codes follow from it.
enum class ErrorKind : quint8 {
    Usage, //!< the caller asked for something that cannot be
    Network, //!< could not connect, or the program could not be started
    Closed, //!< the connection or the program ended while something waited for it
    Timeout,
    Protocol, //!< the peer broke the protocol
    Limit, //!< a limit of ours; the message names it (core/RULES.md "Limits")
    Validation, //!< input or data that its schema refuses
    Trust, //!< the user has not confirmed this yet
    Remote, //!< the peer answered an error
    Cancelled, //!< by us
    Storage, //!< a file could not be read or written
    Internal, //!< our own mistake
};

//! An error as a value.
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    //! Stable, for scripts: a code of core/hub/README.md 1.6 (EXECUTION_ERROR) or a dotted word
    //! (child.exited).
    QString code{};
    //! One sentence for a person: what happened, to which source, what can be done.
    //! Never a secret or a whole body.
    QString message{};
    //! The technical rest, one click away: stderr tail, first bytes of an answer, nested errors.
    //! May be empty.
    QString detail{};
    //! CallError.details (core/hub/README.md 1.6); absent when there are none.
    Json details{};
};

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

//! The CallError a caller of the call protocol would see: code kept when it is one of 1.6 or a domain code in
//! capitals, else chosen by kind (Timeout: TIMEOUT, Cancelled: ABORTED, Validation: VALIDATION_ERROR, rest:
//! EXECUTION_ERROR).
CallError toCallError(const Error &error);
Error toError(const CallError &error);

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::Error)
