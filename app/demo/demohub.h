// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/server/hub.h"
#include "core/transport/websocket/websocketserver.h"

namespace Workbench::App {

//! A hub on this computer for the demo. It offers the clock of the local operations: clock.now and
//! clock.tick.
class DemoHub : public QObject {
    Q_OBJECT
public:
    explicit DemoHub(QObject *parent);
    ~DemoHub() override;

    //! Returns the address of the hub, for example ws://127.0.0.1:4711/ws.
    QUrl url() const { return m_server.url(); }

private:
    OperationRegistry m_offered;
    WebSocketServer m_server;
    Hub m_hub;
};

} // namespace Workbench::App
