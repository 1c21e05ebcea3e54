// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/hub/callhandler.h"
#include "core/hub/channeltarget.h"
#include "core/hub/server/hubservices.h"

namespace Workbench {

//! The peer of a connection, as the server that accepted it authenticated it. \source core/hub/README.md 3.5
struct HubPeer {
    std::optional<Identity> identity{};
    bool isTrustedGateway = false; //!< the identities in its requests are used
    QString address{}; //!< the name of the peer in the log
};

//! A hub: routes calls by connection, between clients and spokes and to its own operations, and sends all
//! other events to the subscribers of their topics. It does not listen: a server accepts connections and adds
//! them. GUI thread. \source core/hub/README.md 2.8, 3.5, 3.6
class Hub : public QObject {
    Q_OBJECT
public:
    struct Options {
        Limits limits{}; //!< hub.connections, hub.running, hub.operations, hub.outBytes
        AbortPolicy abortPolicy = AbortPolicy::AbortDependents;
        //! Returns the identity for the auth_token in a request, with which the request runs, or nothing to
        //! refuse the request. If this function is empty, such tokens are ignored.
        std::function<std::optional<Identity>(const QString &token)> identityOf{};
        //! Runs the hub's own operations, which the registry then only describes. If null, the registry runs
        //! them.
        std::shared_ptr<CallableOperations> ownOperations{};
        //! services.schema answers with OperationSpec::definition where the registry has one.
        bool describesVerbatim = false;
        //! Returns whether services.list, services.search and services.schema leave an own operation out,
        //! because the user has not accepted its changed definition. Empty: all are listed.
        //! \source core/RULES.md R-130
        std::function<bool(const OperationId &id)> isWithheld{};
        //! Notes every frame under the address of the peer. May be null; otherwise it must outlive the hub.
        ExchangeLog *log = nullptr;
        //! Records the calls of clients for History, except those of the hub's own services. May be null;
        //! otherwise it must outlive the hub.
        ExchangeLog *history = nullptr;
    };
    //! Offers the operations of \a own and those of the spokes. \a own may be null; otherwise it must outlive
    //! the hub.
    Hub(OperationRegistry *own, Options options, QObject *parent = nullptr);
    ~Hub() override; //!< closes every connection with 1001

    //! Adds an open channel. Returns its connection id, or nothing if there are too many connections; then
    //! the channel is closed with 1013.
    std::optional<QString> addConnection(std::unique_ptr<MessageChannel> channel, const HubPeer &peer);
    void removeConnection(
        const QString &connectionId, int code = CloseCode::goingAway, const QString &reason = {});
    qsizetype connections() const;

    const HubDirectory &directory() const;
    //! Returns the number of requests that spokes have not answered yet.
    qsizetype pending() const;
    //! Returns the number of requests that run for callers.
    qsizetype running() const;

Q_SIGNALS:
    void connectionAdded(const QString &connectionId);
    void connectionRemoved(const QString &connectionId);
    void logged(const Workbench::LogLine &line);
    //! Emitted once for each request of a client, when the request ends or is refused. \a peer is
    //! HubPeer::address.
    void callFinished(const QString &peer, const Workbench::CallReport &report);

private:
    struct Connection;
    struct State;
    class Operations;

    QString beginRecord(const IncomingCall &call);
    void fanOut(const QString &from, const EventEnvelope &event);
    void dropSlow(Connection &connection, const QString &why);
    void connectionClosed(const QString &connectionId, const Error &reason);
    void say(LogLine::Level level, const QString &text);

    Options m_options;
    std::shared_ptr<State> m_state;
    CallHandler *m_handler;
};

} // namespace Workbench
