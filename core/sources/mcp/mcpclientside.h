// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/session/peerrequests.h"

#include <QPointer>

namespace Workbench {

//! A folder that a server may know.
struct McpRoot {
    QString uri; //!< file:…
    QString name; //!< empty: none
};
//! Reads the setting "roots": a list of folders or file: addresses. ErrorKind::Usage names the entry that is
//! neither.
Result<QList<McpRoot>> readRoots(const Json &setting);

//! What this client offers to one server: what it announces, and how it answers the server's requests.
struct McpClientSide {
    QPointer<PeerRequests> requests{}; //!< null: no person can be asked
    std::optional<QList<McpRoot>> roots{}; //!< nothing: not announced

    //! Returns the capabilities to announce in \a revision, of either era. They hold only what is answered.
    Json capabilities(const QString &revision) const;
};

//! One request of a server, in either era.
struct McpAsk {
    QString method;
    Json params;
    QString source; //!< name of the source
    QString exchangeId; //!< of the call; empty: not known
    QString operation; //!< of the call; empty: not known
    QString revision;
    std::chrono::milliseconds patience; //!< limits.server.answerWait
    std::stop_token withdrawn; //!< the answer is not needed any more
};

//! Code of answerFor()'s Error: the person refused, and the request has no other answer for it (sampling).
inline constexpr QLatin1StringView declinedCode{"mcp.declined"};
//! Code of answerFor()'s Error: \c method was not announced.
inline constexpr QLatin1StringView notOfferedCode{"mcp.not-offered"};

//! Returns the result for a request of a server. ErrorKind::Validation for a malformed request,
//! ErrorKind::Usage (notOfferedCode) for what was not announced, ErrorKind::Cancelled (declinedCode) when the
//! person refuses. \source core/sources/mcp/README.md 6
Task<Result<Json>> answerFor(McpClientSide client, McpAsk ask);

} // namespace Workbench
