// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/hub/callhandler.h"
#include "core/hub/channeltarget.h"
#include "core/hub/server/hubdirectory.h"
#include "core/registry/operationregistry.h"

namespace Workbench {

//! Who a connection is, as the one who accepted it found out. \source core/hub/README.md 3.5
struct HubPeer {
    std::optional<Identity> identity{};
    bool isTrustedGateway = false; //!< the identity in its requests is honoured
    QString address{}; //!< for the log
};

//! The hub: routes calls by connection, between spokes and to its own operations; fans everything else out by
//! topic. It does not listen: the server that accepts connections hands them over. GUI thread.
//! \source core/hub/README.md 2.8, 3.5, 3.6
class Hub : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{}; //!< hub.connections, hub.running, hub.operations, hub.outBytes
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        //! Whose a token is, for a hub that needs one: requests that carry an auth_token of their own are
        //! refused with one that is nobody's, and run as whose it is.
        std::function<std::optional<Identity>(const QString &token)> identityOf{};
        //! Runs the hub's own operations in the place of their handlers: the registry only describes them
        //! then. Null: the registry.
        std::shared_ptr<CallableOperations> ownOperations{};
        //! Notes every frame, by the address of the peer; null: none. Outlives the hub.
        ExchangeLog *log = nullptr;
    };
    //! Offers every operation of \a own beside those of the spokes; it outlives the hub and may be null.
    Hub(OperationRegistry *own, Options options, QObject *parent = nullptr);
    ~Hub() override; //!< closes every connection with 1001

    //! Takes an open channel; returns its connection id, or nothing when there are too many (it is closed
    //! with 1013).
    std::optional<QString> addConnection(std::unique_ptr<MessageChannel> channel, const HubPeer &peer);
    void removeConnection(
        const QString &connectionId, int code = CloseCode::goingAway, const QString &reason = {});
    qsizetype connections() const;

    const HubDirectory &directory() const;
    //! Requests that spokes have not answered yet.
    qsizetype pending() const;
    //! Requests that run for callers.
    qsizetype running() const;

Q_SIGNALS:
    void spokesChanged();
    void connectionAdded(const QString &connectionId);
    void connectionRemoved(const QString &connectionId);
    void logged(const Workbench::LogLine &line);
    //! Emitted once for each request of a client, when it has ended. \a peer is HubPeer::address.
    void callFinished(const QString &peer, const Workbench::CallReport &report);

private:
    struct Connection;
    struct State;
    class Operations;

    void fanOut(const QString &from, const EventEnvelope &event);
    void dropSlow(Connection &connection, const QString &why);
    void connectionClosed(const QString &connectionId, const Error &reason);
    void say(LogLine::Level level, const QString &text);

    Options m_options;
    std::shared_ptr<State> m_state;
    CallHandler *m_handler;
};

} // namespace Workbench
