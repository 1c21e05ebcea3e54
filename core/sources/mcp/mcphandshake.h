// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"
#include "core/sources/mcp/mcpconnection.h"
#include "core/sources/mcp/mcprevisions.h"

namespace Workbench {

//! The parameters of initialize: \a revision, our \a capabilities, and who we are.
Json initializeParams(const QString &revision, const Json &capabilities);

//! initialize and notifications/initialized; fills in the connection's agreement. \a pinned is a revision, or
//! empty for the newest. \a stop gives it up. \source core/sources/mcp/README.md 3.1
Task<Result<PeerInfo>> shakeHands(
    std::shared_ptr<McpConnection> connection, QString pinned, std::stop_token stop = {});
//! A deadline of \a error in the words of connecting: what the server did not answer, and within what time.
Error handshakeError(Error error, const McpConnection &connection, const QString &what);

//! Sends a request; when the server has forgotten the session, shakes hands anew, once for all who wait, and
//! repeats the request if \a mayRepeat. \source core/RULES.md R-28
Task<Result<Json>> askWithSession(std::shared_ptr<McpConnection> connection,
    McpConnection::SharedRequest request, QString pinned, bool mayRepeat);

//! Waits out a whole list. \a items keeps what came when the rest is missing. \source core/RULES.md R-54
struct McpList {
    QList<Json> items;
    QString incompleteReason; //!< empty: complete
    QStringList remarks; //!< what was odd about the answers
    qint64 freshForMs = 0; //!< how long it may be used again, as the server says; 0: not at all
};
Task<Result<McpList>> listAll(
    std::shared_ptr<McpConnection> connection, QString method, QString member, QString pinned);

} // namespace Workbench
