// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"

namespace Workbench {

//! The whole URL of a request of HTTP, encoded, to the byte.
QByteArray addressOf(const WirePreview &preview);

//! What would be sent, as JSON: {method, url, headers, body, bodyEncoding} of a request of HTTP, where a body
//! that is no text is base64; {frame} of a message of another protocol.
Json toJson(const WirePreview &preview);

} // namespace Workbench
