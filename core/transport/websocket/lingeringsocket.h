// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/websocket/qtsocketparts.h"

#include <chrono>
#include <memory>

class QTcpSocket;

namespace Workbench {

//! Takes over \a socket, lets it write its queued bytes, and closes it in the background. It is deleted
//! within \a atMost. With \a mayStillTalk the peer may still be sending, so its bytes are read and dropped
//! for a while. Closing a socket with unread bytes sends a reset, which could overtake the last bytes
//! written.
void letGo(std::unique_ptr<QTcpSocket> socket, std::chrono::milliseconds atMost, bool mayStillTalk);

//! Takes over \a webSocket, on which close() was called, and deletes it when it is disconnected, within
//! \a atMost.
void letGo(WebSocketPtr webSocket, std::chrono::milliseconds atMost);

} // namespace Workbench
