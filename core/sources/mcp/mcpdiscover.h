// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcphandshake.h"

namespace Workbench {

//! Finds out what the server speaks, as \a pin permits, and agrees with it: server/discover, and initialize
//! where that is not known. \a remake makes the channel again if the program ends at the first message, or
//! refuses initialize after it; it may be empty. Fills in the connection's agreement.
//! \source core/sources/mcp/README.md 3.3
Task<Result<PeerInfo>> agreeOnProtocol(std::shared_ptr<McpConnection> connection, McpPin pin,
    std::function<std::unique_ptr<McpChannel>()> remake);

//! Whether \a error means that the server answered initialize, and by that did not agree: it may be of the
//! modern era.
bool isRefusal(const Error &error);

} // namespace Workbench
