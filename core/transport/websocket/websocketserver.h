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

//! A WebSocket that a client of our server opened; it is open from the start.
class WebSocketPeer : public WebSocketChannel {
    Q_OBJECT
public:
    //! \a early are frames that came with the request, see handOver().
    WebSocketPeer(
        WebSocketPtr webSocket, const UpgradeRequest &request, const QByteArray &early, const Limits &limits);
    void begin() { start(); } //!< nothing is emitted before
};

//! Accepts WebSockets. Before a handshake is answered, its path, its Host and Origin are looked at, and \c
//! admit may refuse it. \source core/hub/README.md 3.5; core/RULES.md
class WebSocketServer : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        qint64 connections = 0; //!< at a time, limits.hub.connections; 0: limits.mock.connections
        QByteArray path = "/ws";
        //! Encrypted with it (wss); TLS and the request together take at most limits.mock.headerTimeout.
        std::optional<ServerCertificate> certificate{};
        //! Origins of web pages that may connect beside those of this computer on our own port:
        //! "https://example.org".
        QByteArrayList origins{};
        //! Names that the Host header may carry beside those of this computer; none and not listening on a
        //! loopback address: any.
        QByteArrayList hosts{};
        //! Decides last: nothing to let it in, or the refusal. Sees the token.
        std::function<std::optional<UpgradeAnswer>(const UpgradeRequest &request)> admit{};
    };
    explicit WebSocketServer(Options options, QObject *parent = nullptr);
    ~WebSocketServer() override;

    //! ErrorKind::Network when the port is taken. Port 0: any that is free.
    Result<void> listen(
        const QHostAddress &address = QHostAddress(QHostAddress::LocalHost), quint16 port = 0);
    void stop(); //!< accepts no more; open channels stay
    quint16 port() const;
    QUrl url() const; //!< ws://127.0.0.1:4711/ws

    //! The next open channel, or null. Its signals begin with the next turn of the event loop.
    std::unique_ptr<WebSocketPeer> nextChannel();

    //! 401 with the challenge that a client without a valid token gets. \a hadToken: it sent another one.
    static UpgradeAnswer unauthorized(bool hadToken);

Q_SIGNALS:
    void channelReady();
    //! A client that was not let in: from where, with which status, and why, as a sentence for the person at
    //! the server. Status 0: it never spoke HTTP, because TLS failed.
    void refused(const QString &peer, int status, const QString &why);

private:
    class Handshake;
    class Listener;
    void accept();
    std::optional<UpgradeAnswer> refusalOf(const UpgradeRequest &request) const;
    void settle(Handshake *handshake, const UpgradeRequest &request);
    void letIn(
        Handshake *handshake, const UpgradeRequest &request, WebSocketPtr webSocket, const QByteArray &early);
    void refuse(Handshake *handshake, const UpgradeAnswer &answer);
    void fail(Handshake *handshake, const QString &why);
    void drop(Handshake *handshake);

    Options m_options;
    QLatin1StringView m_connectionsKey{"hub.connections"}; //!< the limit that Options::connections is
    std::unique_ptr<Listener> m_server;
    std::set<std::unique_ptr<Handshake>> m_handshakes;
    std::deque<std::unique_ptr<WebSocketPeer>> m_ready;
    qint64 m_open = 0; //!< channels in use
};

} // namespace Workbench
