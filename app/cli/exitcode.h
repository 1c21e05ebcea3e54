// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench::Cli {

//! Exit codes of the command line. \source core/RULES.md R-141
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
    Declined = 9, //!< a request of the server was declined, because no answer was at hand
    Interrupted = 130
};
}

//! What `error.code` of --json can be beside the codes that a peer gives: one a class of errors.
struct ErrorClass {
    QLatin1StringView code;
    int exitCode;
    QLatin1StringView help;
};
const QList<ErrorClass> &errorClasses();

int exitCodeFor(const Error &error);

//! The members of `error` in --json: code, message, details?, reason? (the dotted word of what happened) and
//! detail? (the technical rest). Documented by resources/cli.schema.json.
Json toJson(const Error &error);

} // namespace Workbench::Cli
