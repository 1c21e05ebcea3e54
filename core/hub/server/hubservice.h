// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/server/hub.h"
#include "core/operation/registry/servedoperations.h"
#include "core/transport/websocket/websocketserver.h"

#include <QSet>

namespace Workbench {

//! A hub that listens and offers operations of a registry to the programs that connect to it.
//! \source core/hub/README.md 3.5; core/RULES.md R-120
class HubService final : public ServedOperations {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        //! The identities that may connect, by token. Empty: every program that can reach the hub may
        //! connect, without an identity.
        QMap<QByteArray, Identity> tokens{};
        //! The tokens of trusted gateways, which may name another identity in each request.
        QSet<QByteArray> gateways{};
        std::optional<ServerCertificate> certificate{}; //!< for wss; nothing: ws
        QByteArrayList pages{}; //!< origins of web pages that may connect, see WebSocketServer::Options
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        ExchangeLog *log = nullptr; //!< logs every frame, outlives this object; null: no log
        ExchangeLog *history = nullptr; //!< records every call, outlives this object; null: no records
        std::optional<QStringList> nameSpaces{}; //!< the offered namespaces; nothing: all
        std::function<bool(const OperationId &id)> isWithheld{}; //!< see Hub::Options
    };
    //! \a registry must outlive this object.
    HubService(OperationRegistry *registry, const Options &options, QObject *parent = nullptr);
    ~HubService() override;

    //! Listens on \a address and \a port; port 0 is any free port. Fails with ErrorKind::Network if the port
    //! is taken.
    Result<void> listen(const QHostAddress &address, quint16 port) { return m_server->listen(address, port); }
    QUrl address() const override { return m_server->url(); }
    qsizetype connections() const override { return m_hub->connections(); }
    //! Returns the number of requests that run for callers.
    qsizetype running() const { return m_hub->running(); }
    //! Returns the number of requests that other programs have not answered yet.
    qsizetype pending() const { return m_hub->pending(); }

    //! Returns whether \a id is a service of the hub itself. Every client calls services many times to list
    //! operations. A source may have the name of their namespace.
    static bool isService(const OperationId &id) { return HubServices::typeOf(id).has_value(); }

Q_SIGNALS:
    //! Emitted after every call. In contrast, called() is not emitted for calls of services.
    void callFinished(const QString &peer, const Workbench::CallReport &report);
    void logged(const Workbench::LogLine &line);

private:
    void offer(const QString &nameSpace);
    void take();

    OperationRegistry *m_registry;
    Options m_options;
    std::unique_ptr<OperationRegistry> m_offered; //!< specs of offered operations; null: all are offered
    std::unique_ptr<WebSocketServer> m_server;
    std::unique_ptr<Hub> m_hub;
};

} // namespace Workbench
