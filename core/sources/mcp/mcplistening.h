// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpconnection.h"

#include <QMap>

namespace Workbench {

//! What a connection listens for. In the modern era one standing subscriptions/listen brings list changes and
//! updates of resources; it is repeated with pauses while the connection stands. In the legacy era list
//! changes come unasked, and each resource is subscribed to by itself. GUI thread. \source
//! core/sources/mcp/README.md 5.1
class McpListening : public QObject, public std::enable_shared_from_this<McpListening> {
    Q_OBJECT
public:
    explicit McpListening(std::shared_ptr<McpConnection> connection);
    ~McpListening() override; //!< tells the server

    //! Begins if the connection is of the modern era and the server announced something to listen for.
    void start();
    //! Asks for updates of the resource \a uri until unwatch() was called as often. The frames of asking
    //! belong to \a exchangeId.
    void watch(const QString &uri, const QString &exchangeId);
    void unwatch(const QString &uri);
    //! Whether \a uri is \a watched or a part of it: a server may tell of a part by its own address.
    static bool isWithin(const QString &uri, const QString &watched);

Q_SIGNALS:
    //! A resource that is watched, or a part of one, has changed.
    void updated(const QString &uri, const Workbench::Json &params);
    //! The server does not tell of changes of \a uri.
    void refused(const QString &uri, const Workbench::Error &why);

private:
    struct State;
    static Task<void> listen(std::shared_ptr<McpConnection> connection, std::shared_ptr<State> state);
    static Task<void> subscribe(std::weak_ptr<McpListening> self, std::shared_ptr<McpConnection> connection,
        QString uri, QString exchangeId);
    void restart();
    void acknowledged(const Json &params);
    void take(const Json &params);
    void ask(const QString &uri, const QString &exchangeId);
    bool isModern() const;

    std::shared_ptr<McpConnection> m_connection;
    std::shared_ptr<State> m_state; // of the request that stands; null: none
    QMap<QString, int> m_watched; //!< how often each resource is watched
    bool m_saidUnasked = false;
};

} // namespace Workbench
