// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/websocket/qtsocketparts.h"

#include <chrono>
#include <memory>

class QTcpSocket;

namespace Workbench {

//! Lets a socket write what it still has and close, without anybody who waits for it; within \a atMost it is
//! gone. With \a mayStillTalk the peer may be sending: its bytes are read and dropped for a while, since
//! closing over unread bytes is a reset, which could overtake what we said last.
void letGo(std::unique_ptr<QTcpSocket> socket, std::chrono::milliseconds atMost, bool mayStillTalk);

//! The same for a WebSocket that was closed.
void letGo(WebSocketPtr webSocket, std::chrono::milliseconds atMost);

} // namespace Workbench
