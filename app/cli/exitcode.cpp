// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/exitcode.h"

#include "core/base/advice.h"
#include "core/json/jsontexts.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr std::array errorTable{ErrorClass{ErrorKind::Remote, "EXECUTION_ERROR"_L1, ExitCode::OperationError,
                                    "the operation returned an error that has no code of its own"_L1},
    ErrorClass{
        ErrorKind::Internal, "INTERNAL_ERROR"_L1, ExitCode::OperationError, "a bug in this program"_L1},
    ErrorClass{ErrorKind::Usage, "USAGE_ERROR"_L1, ExitCode::Usage, "the command line is not valid"_L1},
    ErrorClass{
        ErrorKind::Storage, "STORAGE_ERROR"_L1, ExitCode::Usage, "a file could not be read or written"_L1},
    ErrorClass{ErrorKind::Network, "TRANSPORT_ERROR"_L1, ExitCode::Transport,
        "the source could not be reached or started, or the connection was lost"_L1},
    ErrorClass{ErrorKind::Timeout, "TIMEOUT"_L1, ExitCode::Timeout, "no answer arrived in time"_L1},
    ErrorClass{
        ErrorKind::Protocol, "PROTOCOL_ERROR"_L1, ExitCode::Protocol, "the source violated its protocol"_L1},
    ErrorClass{ErrorKind::Limit, "LIMIT_EXCEEDED"_L1, ExitCode::Limit,
        "a limit of this program was exceeded; --limit raises it"_L1},
    ErrorClass{ErrorKind::Validation, "VALIDATION_ERROR"_L1, ExitCode::Validation,
        "a value does not fit its schema, an answer differs from its recording, or nothing was recorded or verified"_L1},
    ErrorClass{ErrorKind::Trust, "TRUST_REQUIRED"_L1, ExitCode::Trust,
        "your confirmation is needed: for a workspace's command or secrets (--trust), for a value in a recording that looks like a secret, or for a changed definition"_L1},
    ErrorClass{ErrorKind::Cancelled, "ABORTED"_L1, ExitCode::Interrupted, "interrupted"_L1}};
static_assert(errorTable.size() == size_t(ErrorKind::Internal)); // each kind except Closed has a row

} // namespace

std::span<const ErrorClass> errorClasses()
{
    return errorTable;
}

int exitCodeFor(const Error &error)
{
    const ErrorKind kind = error.kind == ErrorKind::Closed ? ErrorKind::Network : error.kind;
    return std::ranges::find(errorTable, kind, &ErrorClass::kind)->exitCode;
}

Error withOriginOption(Error error)
{
    const Json wanted = error.details.member("wanted"_L1);
    if (error.kind != ErrorKind::Trust || !wanted.isString())
        return error;
    const QString place = wanted.toString();
    const Json issuer = error.details.member("issuer"_L1); // of a sign-in
    // Only OpenAPI documents take these options, and only their errors name the confirmed origins.
    if (error.details.hasMember("confirmed"_L1)) {
        const bool isOfCall = !issuer.isString() && !error.details.member("redirectedFrom"_L1).isString();
        error.message += u" To confirm it: %1--allow-origin %2"_s.arg(
            isOfCall ? u"--server %1 or "_s.arg(place) : QString(), place);
    } else if (!issuer.toString().isEmpty()) {
        error.message += u" To confirm it: --oauth issuer=%1"_s.arg(issuer.toString());
    }
    return error;
}

Json toJson(const Error &problem)
{
    const Error error = withOriginOption(problem);
    const QString code = stableCode(error);
    const QString message = messageLines(error).join(u'\n');
    // A peer's message may be a space, which messageLines() leaves out.
    return Json::object({{u"code"_s, Json::string(code)},
        {u"message"_s, Json::string(message.isEmpty() ? error.message : message)},
        {u"details"_s, toCallError(error).details},
        {u"reason"_s, error.code == code ? Json() : textOrAbsent(error.code)},
        {u"detail"_s, textOrAbsent(error.detail)}});
}

} // namespace Workbench::Cli
