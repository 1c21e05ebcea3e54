// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcphandshake.h"

namespace Workbench {

//! Finds out which era and revision the server speaks, within \a pin, and agrees on them: by server/discover,
//! or by initialize if the server does not know that. \a remake creates the channel again if the program ends
//! at the first message, or refuses initialize after it; it may be empty. Fills in the connection's
//! agreement.
//! \source core/sources/mcp/README.md 3.3
Task<Result<PeerInfo>> agreeOnProtocol(std::shared_ptr<McpConnection> connection, McpPin pin,
    std::function<std::unique_ptr<McpChannel>()> remake);

//! Returns whether \a error means that the server answered initialize and refused it. Such a server may speak
//! the modern era.
bool isRefusal(const Error &error);

} // namespace Workbench
