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

//! The request line and headers. Host, Content-Length and Connection are ours; others keep their order and
//! writing.
QByteArray requestHead(const HttpRequest &request);

//! The same for a GET that asks to change to another protocol: \a upgrade are the headers for that. What the
//! request has of the same names is left out.
QByteArray upgradeHead(const HttpRequest &request, const HttpHeaders &upgrade);

} // namespace Workbench
