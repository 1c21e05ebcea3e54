// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"
#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! The legacy revisions, oldest first. Opaque labels in a known order. \source mcp-client.md section 1
const QStringList &mcpRevisions();
//! 2024-10-07 is an old label of 2024-11-05; anything else unknown gives an empty text.
QString knownRevision(const QString &label);
//! The newest revision of ours that an error of initialize names, in data.supported or else in its message;
//! empty: none.
QString revisionOffered(const Error &error);

//! initialize and notifications/initialized; fills in the connection's agreement. \a pinned is a revision, or
//! empty for the newest. \source mcp-client.md 3.1
Task<Result<PeerInfo>> shakeHands(std::shared_ptr<McpConnection> connection, QString pinned);

//! Sends a request; when the server has forgotten the session, shakes hands anew, once for all who wait, and
//! repeats the request if \a mayRepeat. \source reliability.md R-28
Task<Result<Json>> askWithSession(std::shared_ptr<McpConnection> connection, McpConnection::Request request,
    QString pinned, bool mayRepeat);

//! Waits out a whole list. \a items keeps what came when the rest is missing. \source R-54
struct McpList {
    QList<Json> items;
    QString incompleteReason; //!< empty: complete
};
Task<Result<McpList>> listAll(
    std::shared_ptr<McpConnection> connection, QString method, QString member, QString pinned);

} // namespace Workbench
