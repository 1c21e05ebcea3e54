// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

namespace Workbench {

//! ErrorKind::Usage for what would not be one well-formed request: another scheme, a header that is none, a
//! line end in one.
Result<void> checkRequest(const HttpRequest &request);

//! The path and query as they stand on the request line.
QByteArray targetOf(const HttpRequest &request);

//! "example.org:8443"
QByteArray hostOf(const QUrl &url);

//! Whether the connection of an HTTP/1.1 request is kept for others afterwards, and may be a kept one. Only
//! for what may be sent twice: the server may close a kept one at the moment it is used again, and then
//! nobody can tell whether the request had its effect. \source core/RULES.md R-33
bool keepsConnection(const HttpRequest &request);

//! The headers to send besides Host, Content-Length and those of the connection: those of the request that
//! are not ours, and ours.
HttpHeaders headersOf(const HttpRequest &request);

} // namespace Workbench
