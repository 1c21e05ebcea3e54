// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <span>

namespace Workbench::Cli {

//! The exit codes of the command line. \source core/RULES.md R-141
namespace ExitCode {
enum : int {
    Ok = 0,
    OperationError = 1,
    Usage = 2,
    Transport = 3,
    Timeout = 4,
    Protocol = 5,
    Limit = 6,
    Validation = 7,
    Trust = 8,
    Declined = 9, //!< a request of the server was declined because no answer was available
    Interrupted = 130
};
}

//! A class of errors: its value of `error.code` in --json, where a peer gives no code of its own, and its
//! exit code.
struct ErrorClass {
    ErrorKind kind; //!< Network also stands for Closed
    QLatin1StringView code;
    int exitCode;
    QLatin1StringView help;
};
std::span<const ErrorClass> errorClasses();

int exitCodeFor(const Error &error);

//! Returns \a error with the option that confirms the wanted address in its message, if it is about an
//! address that the user has not confirmed and there is such an option.
Error withOriginOption(Error error);

//! Returns the member `error` of --json: code, message (with the option that confirms an address), details?,
//! reason? (the dotted code of the cause) and detail? (the technical detail). resources/cli.schema.json
//! documents it.
Json toJson(const Error &error);

} // namespace Workbench::Cli
