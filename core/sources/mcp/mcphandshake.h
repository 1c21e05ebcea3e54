// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/mcp/mcprevisions.h"
#include "core/sources/adapter.h"
#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! Returns the parameters of initialize: \a revision, our \a capabilities, and our name and version.
Json initializeParams(const QString &revision, const Json &capabilities);

//! Returns the instructions in \a result, the answer to initialize or server/discover, made safe to show. A
//! long text is cut and ends with its size and SHA-256, so that a change anywhere in it shows.
//! \source core/RULES.md R-130
QString shownInstructions(const Json &result);

//! Performs the handshake, initialize and notifications/initialized, and fills in the connection's agreement.
//! \a pinned is a revision, or empty for the newest. \a stop cancels the handshake. The caller has called
//! McpConnection::beginConnecting(). \source core/sources/mcp/README.md 3.1
Task<Result<PeerInfo>> shakeHands(
    std::shared_ptr<McpConnection> connection, QString pinned, std::stop_token stop = {});
//! Returns \a error, a passed deadline, rephrased for connecting: \a what is the method that the server did
//! not answer. Returns any other error unchanged.
Error handshakeError(Error error, const McpConnection &connection, const QString &what);

//! Sends a request. If the server forgot the session, performs a new handshake, once for all waiting
//! requests, and repeats the request if \a mayRepeat and Request::beforeRepeat allow it. \a pinned is the
//! revision for that handshake; empty: the newest. \source core/RULES.md R-28
Task<Result<Json>> askWithSession(std::shared_ptr<McpConnection> connection,
    McpConnection::SharedRequest request, QString pinned, bool mayRepeat);

//! All pages of a list. \source core/RULES.md R-54
struct McpList {
    QList<Json> items; //!< if the list is incomplete, the items that were received
    QString incompleteReason; //!< empty: complete
    QStringList remarks; //!< oddities in the answers
    qint64 freshForMs = 0; //!< how long the server allows the list to be reused; 0: not at all
};
//! Reads all pages of \a method, whose items are in the result's \a member. Fails only if the first page
//! fails. \a stop cancels the reading. \a beginsDiscovery: no other list was read before it.
Task<Result<McpList>> listAll(std::shared_ptr<McpConnection> connection, QString method, QString member,
    QString pinned, std::stop_token stop = {}, bool beginsDiscovery = false);

} // namespace Workbench
