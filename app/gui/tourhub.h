// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/hub/hub.h"
#include "core/transport/websocket/websocketserver.h"

namespace Workbench::App {

//! A hub on this computer for the tour, with the demo's clock under the ids clock.now and clock.tick.
class TourHub : public QObject {
    Q_OBJECT
public:
    //! \a operations: where the demo's are registered.
    explicit TourHub(const OperationRegistry &operations, QObject *parent);
    ~TourHub() override;

    QUrl url() const { return m_server.url(); } //!< ws://127.0.0.1:4711/ws

private:
    OperationRegistry m_offered;
    WebSocketServer m_server;
    Hub m_hub;
};

} // namespace Workbench::App
