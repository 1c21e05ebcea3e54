// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/session/peerrequests.h"

#include <QPointer>

namespace Workbench {

//! A folder that the server may know.
struct McpRoot {
    QString uri; //!< a file: URL
    QString name; //!< empty: none
};
//! Reads the setting "roots": a list of folders or file: addresses. Fails with ErrorKind::Usage, which names
//! the entry that is neither.
Result<QList<McpRoot>> readRoots(const Json &setting);

//! What this client offers to one server: the capabilities that it announces, and who answers the server's
//! requests.
struct McpClientSide {
    QPointer<PeerRequests> requests{}; //!< null: the user cannot be asked
    std::optional<QList<McpRoot>> roots{}; //!< nothing: roots are not announced

    //! Returns the capabilities to announce in \a revision, of either era. They contain only those whose
    //! requests are answered.
    Json capabilities(const QString &revision) const;
};

//! A request of a server, in either era.
struct McpAsk {
    QString method;
    Json params;
    QString source; //!< name of the source
    QString exchangeId; //!< the call during which the request came; empty: not known
    QString operation; //!< operation of that call; empty: not known
    QString revision;
    std::chrono::milliseconds patience; //!< limits.server.answerWait
    std::stop_token withdrawn; //!< stop is requested when the answer is not needed any more
};

//! Error code of answerFor(): the user refused a sampling request, whose result cannot express a refusal.
inline constexpr QLatin1StringView declinedCode{"mcp.declined"};
//! Error code of answerFor(): this client did not announce the method of the request.
inline constexpr QLatin1StringView notOfferedCode{"mcp.not-offered"};

//! Returns the result for a request of a server. Fails with ErrorKind::Validation if the request is
//! malformed, with ErrorKind::Usage (notOfferedCode) if its method was not announced, and with
//! ErrorKind::Cancelled (declinedCode) if the user refuses. \source core/sources/mcp/README.md 6
Task<Result<Json>> answerFor(McpClientSide client, McpAsk ask);

} // namespace Workbench
