// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/websocket/websocketchannel.h"

class QSslError;
class QSslSocket;

namespace Workbench {

//! A WebSocket that this program opens as a client. \source core/hub/README.md 3.4; core/RULES.md,
//!
class WebSocketClient : public WebSocketChannel {
    Q_OBJECT
public:
    WebSocketClient(MessageEndpoint endpoint, const Limits &limits);
    ~WebSocketClient() override;

    //! Connects; only the first call has an effect. Look-up, TLS and handshake together take at most
    //! ws.handshake.
    void open() override;

protected:
    void stopConnecting() override;

private:
    void connectSocket();
    void listenTo(QTcpSocket *socket);
    void judgeCertificate(QSslSocket *tls, const QList<QSslError> &errors);
    void readAnswer();
    void takeUpgrade();
    void fail(Error error);

    MessageEndpoint m_endpoint;
    bool m_isStarted = false;
    QLatin1StringView m_step{"did not accept a connection"}; //!< the step that the peer has not done yet
    bool m_hasAsked = false;
    bool m_hasAnswerBegun = false;
    WebSocketPtr m_connecting;
    QTimer m_deadline;
};

} // namespace Workbench
