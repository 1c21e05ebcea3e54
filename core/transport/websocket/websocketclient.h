// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/acceptedcertificate.h"
#include "core/transport/websocket/websocketchannel.h"

class QSslError;

namespace Workbench {

class HttpResponseParser;

struct WebSocketRequest {
    QString sourceName; //!< begins the text of every error
    QUrl url; //!< ws or wss
    //! Such as Authorization. Those of the handshake itself are ours.
    HttpHeaders headers{};
    QByteArrayList subprotocols{}; //!< offered; a hub has none
    QList<AcceptedCertificate> acceptedCertificates{};
};

//! A WebSocket that we open. \source call-protocol.md 3.4; reliability.md
class WebSocketClient : public WebSocketChannel {
    Q_OBJECT
public:
    WebSocketClient(WebSocketRequest request, const Limits &limits);
    ~WebSocketClient() override;

    //! Once. Address, TLS and handshake together take at most ws.handshake.
    void open() override;

private:
    void connectSocket();
    void judgeCertificate(const QList<QSslError> &errors);
    void sendHandshake();
    void readAnswer();
    void judge(const HttpResponseHead &head, const QByteArray &body);
    void fail(Error error);

    WebSocketRequest m_request;
    QByteArray m_key;
    bool m_isStarted = false;
    bool m_hasSent = false;
    std::unique_ptr<QTcpSocket> m_connecting;
    std::unique_ptr<HttpResponseParser> m_answer;
    QTimer m_deadline;
};

} // namespace Workbench
