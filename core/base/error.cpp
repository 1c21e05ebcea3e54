// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/error.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns whether \a code is a code of the call protocol or a domain code like FILE_NOT_FOUND. Our own codes
//! are dotted and in lower case.
bool isCallCode(QStringView code)
{
    const auto isOfCode = [](QChar c) {
        return (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_';
    };
    return !code.isEmpty() && code.front() >= u'A' && code.front() <= u'Z'
        && std::ranges::all_of(code, isOfCode);
}

} // namespace

CallError toCallError(const Error &error)
{
    CallError result{error.code, error.message, error.details};
    if (isCallCode(error.code))
        return result;
    // A connection that was lost, for example because the peer answered no ping: not a timeout of the call.
    if (error.details.member("retryable"_L1).toBoolean()) {
        result.code = ErrorCode::executionError;
        return result;
    }
    switch (error.kind) {
    case ErrorKind::Timeout: result.code = ErrorCode::timeout; break;
    case ErrorKind::Cancelled: result.code = ErrorCode::aborted; break;
    case ErrorKind::Validation: result.code = ErrorCode::validationError; break;
    default: result.code = ErrorCode::executionError; break;
    }
    return result;
}

Error toError(const CallError &error)
{
    const auto kind = error.code == ErrorCode::validationError ? ErrorKind::Validation : ErrorKind::Remote;
    return {kind, error.code, error.message, {}, error.details};
}

} // namespace Workbench
