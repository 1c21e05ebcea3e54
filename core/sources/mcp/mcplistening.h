// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpconnection.h"

#include <QMap>

namespace Workbench {

//! Subscribes to the changes that a connection listens for. In the modern era, one standing
//! subscriptions/listen reports list changes and updates of resources; it is repeated with pauses while the
//! connection is open. In the legacy era, the server sends list changes unasked, and each resource needs its
//! own subscription. GUI thread.
//! \source core/sources/mcp/README.md 5.1
class McpListening : public QObject, public std::enable_shared_from_this<McpListening> {
    Q_OBJECT
public:
    explicit McpListening(std::shared_ptr<McpConnection> connection);
    ~McpListening() override; //!< cancels the standing request

    //! Starts listening if the connection is of the modern era and the server announced something to listen
    //! for.
    void start();
    //! Requests updates of the resource \a uri until unwatch() was called as often. The frames of the request
    //! belong to \a exchangeId.
    void watch(const QString &uri, const QString &exchangeId);
    void unwatch(const QString &uri);
    //! Returns whether \a uri is \a watched or a part of it. A server may report a part by the address of the
    //! part.
    static bool isWithin(const QString &uri, const QString &watched);

Q_SIGNALS:
    //! Emitted when a watched resource, or a part of one, changed. \a remarks are the oddities in the text.
    void updated(
        const QString &uri, const Workbench::Json &params, const QList<Workbench::JsonRemark> &remarks);
    //! Emitted when the server does not report changes of \a uri, or when the connection for them is lost.
    void refused(const QString &uri, const Workbench::Error &why);
    //! Emitted when the server ended the subscription to \a uri in order.
    void ended(const QString &uri);

private:
    struct State;
    static Task<void> listen(std::shared_ptr<McpConnection> connection, std::shared_ptr<State> state);
    static void awaitAcknowledgement(McpConnection &connection, const std::shared_ptr<State> &state);
    static Task<void> subscribe(std::weak_ptr<McpListening> self, std::shared_ptr<McpConnection> connection,
        QString uri, QString exchangeId);
    void restart();
    void acknowledged(const Json &params);
    void take(const Json &params, const QList<JsonRemark> &remarks);
    void ask(const QString &uri, const QString &exchangeId);
    bool isModern() const { return m_connection->agreement && m_connection->agreement->isModern; }

    std::shared_ptr<McpConnection> m_connection;
    std::shared_ptr<State> m_state; // of the standing request; null: there is none
    QMap<QString, int> m_watched; //!< how often each resource is watched
    QSet<QString> m_unwatched; //!< what was watched; the last updates may come late
    bool m_saidUnasked = false;
};

} // namespace Workbench
