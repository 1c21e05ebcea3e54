// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/server/hub.h"
#include "core/registry/servedoperations.h"
#include "core/transport/websocket/websocketserver.h"

namespace Workbench {

//! A hub that listens, and offers operations of a registry to the programs that connect to it.
//! \source core/hub/README.md 3.5; core/RULES.md R-120
class HubService final : public ServedOperations {
    Q_OBJECT
public:
    struct Options {
        Limits limits{};
        //! Who may connect, by token; empty: everybody who can reach it, without an identity.
        QMap<QByteArray, Identity> tokens{};
        std::optional<ServerCertificate> certificate{}; //!< with it wss
        QByteArrayList pages{}; //!< origins of web pages that may connect, see WebSocketServer::Options
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        ExchangeLog *log = nullptr; //!< notes every frame; null: none. Outlives this.
        std::optional<QStringList> nameSpaces{}; //!< that are offered; nothing: all
    };
    //! \a registry outlives this.
    HubService(OperationRegistry *registry, const Options &options, QObject *parent = nullptr);
    ~HubService() override;

    //! ErrorKind::Network if the port is taken. Port 0: any that is free.
    Result<void> listen(const QHostAddress &address, quint16 port);
    QUrl address() const override;
    qsizetype connections() const override;
    qsizetype running() const; //!< requests that run for callers
    qsizetype pending() const; //!< requests that other programs have not answered yet

    //! Whether \a id is a service of the hub itself, which every client calls many times to list operations.
    static bool isService(const OperationId &id);

Q_SIGNALS:
    //! Of every call; called() leaves out those of services.
    void callFinished(const QString &peer, const Workbench::CallReport &report);
    void logged(const Workbench::LogLine &line);

private:
    void offer(const QString &nameSpace);
    void take();

    OperationRegistry *m_registry;
    Options m_options;
    std::unique_ptr<OperationRegistry> m_offered; //!< descriptions; null: everything is offered
    std::unique_ptr<WebSocketServer> m_server;
    std::unique_ptr<Hub> m_hub;
};

} // namespace Workbench
