// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/websocket/servercertificate.h"
#include "core/transport/websocket/websocketchannel.h"
#include "core/transport/websocket/websockethandshake.h"

#include <QHostAddress>

#include <deque>
#include <set>

namespace Workbench {

//! A WebSocket that a client of a WebSocketServer opened; it is open from the start.
class WebSocketPeer : public WebSocketChannel {
    Q_OBJECT
public:
    //! \a early holds the frames that arrived with the request, see handOver().
    WebSocketPeer(
        WebSocketPtr webSocket, const RequestHead &request, const QByteArray &early, const Limits &limits);
    void begin() { start(); } //!< Lets signals be emitted.
};

//! Accepts WebSockets. Before a handshake is answered, its path, Host and Origin are judged, and \c admit may
//! refuse it. \source core/hub/README.md 3.5; core/RULES.md
class WebSocketServer : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        //! The highest number of connections at a time, from limits.hub.connections; 0:
        //! limits.mock.connections.
        qint64 connections = 0;
        QByteArray path = "/ws";
        //! The certificate for TLS (wss). TLS and the request together take at most
        //! limits.mock.headerTimeout.
        std::optional<ServerCertificate> certificate{};
        //! Origins of web pages that may connect, for example "https://example.org", besides pages of this
        //! computer on the server's own port.
        QByteArrayList origins{};
        //! Judges a request after all other checks, for example its token. Returns nothing to accept it, or
        //! the refusal.
        std::function<std::optional<UpgradeAnswer>(const RequestHead &request)> admit{};
    };
    explicit WebSocketServer(Options options, QObject *parent = nullptr);
    ~WebSocketServer() override;

    //! Starts listening. Port 0 chooses any free port. Returns ErrorKind::Network if it fails, for example
    //! because the port is in use.
    Result<void> listen(
        const QHostAddress &address = QHostAddress(QHostAddress::LocalHost), quint16 port = 0);
    void stop(); //!< Stops accepting and drops running handshakes; open channels stay open.
    quint16 port() const;
    QUrl url() const; //!< for example ws://127.0.0.1:4711/ws

    //! Returns the next open channel, or null. Its signals begin with the next turn of the event loop.
    std::unique_ptr<WebSocketPeer> nextChannel();

    //! Returns the 401 with a challenge for a client without a valid token. \a hadToken says that it sent an
    //! invalid one.
    static UpgradeAnswer unauthorized(bool hadToken);

Q_SIGNALS:
    void channelReady();
    //! Emitted when a client was refused: its address, the status of the answer, and the reason for the user
    //! of the server, as a predicate without a subject. The status is 0 if no answer was sent, for example
    //! because TLS failed.
    void refused(const QString &peer, int status, const QString &why);

private:
    class Handshake;
    class Listener;
    void accept();
    std::optional<UpgradeAnswer> refusalOf(const RequestHead &request) const;
    void settle(Handshake *handshake, const RequestHead &request);
    void letIn(
        Handshake *handshake, const RequestHead &request, WebSocketPtr webSocket, const QByteArray &early);
    void refuse(Handshake *handshake, const UpgradeAnswer &answer);
    void fail(Handshake *handshake, const QString &why);
    void drop(Handshake *handshake);

    Options m_options;
    QLatin1StringView m_connectionsKey{"hub.connections"}; //!< the key of the limit in Options::connections
    std::unique_ptr<Listener> m_server;
    std::set<std::unique_ptr<Handshake>> m_handshakes;
    std::deque<std::unique_ptr<WebSocketPeer>> m_ready;
    qint64 m_open = 0; //!< the number of channels in use
};

} // namespace Workbench
