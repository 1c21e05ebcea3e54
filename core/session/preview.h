// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/requesttext.h"
#include "core/sources/adapter.h"

namespace Workbench {

//! Returns the whole URL of an HTTP request, encoded exactly as it is sent.
QByteArray addressOf(const WirePreview &preview);

//! Returns the HTTP request that \a preview describes.
RequestParts partsOf(const WirePreview &preview);

//! Returns \a preview, an HTTP request, as curl commands for a POSIX shell, with secrets hidden. If the
//! request belongs to a session, the commands first open a session of their own. The id of the workbench's
//! session is a secret and becomes invalid when that session ends.
QByteArray asCurlCommands(const WirePreview &preview);

//! Returns \a preview as JSON: {method, url, headers, body, bodyEncoding} for an HTTP request, where a body
//! that is not valid UTF-8 is base64; {frame} for a message of another protocol.
Json toJson(const WirePreview &preview);

} // namespace Workbench
