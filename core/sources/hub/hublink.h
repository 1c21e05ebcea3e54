// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/task.h"
#include "core/hub/callhandler.h"
#include "core/hub/channeltarget.h"
#include "core/hub/pendingrequestmap.h"
#include "core/operation/registry/operationregistry.h"
#include "core/sources/hub/hubsettings.h"
#include "core/transport/reconnection.h"

#include <QPointer>
#include <QSet>
#include <QTimer>

namespace Workbench {

//! The connection to one hub. Connects, runs calls to the operations that the user offers, and connects and
//! registers again when the connection is lost. Pending calls are not repeated. Held by shared_ptr,
//! because coroutines that wait on it may outlive the adapter. GUI thread.
//! \source core/hub/README.md 2.8, 3.4
class HubLink : public QObject, public std::enable_shared_from_this<HubLink> {
    Q_OBJECT
public:
    struct Services {
        MessageChannelMaker makeChannel;
        QPointer<OperationRegistry> own; //!< operations that may be offered; may be null
        Limits limits{};
        ExchangeLog *log = nullptr;
        //! Selects the operations that may be offered if the user offers everything. Empty: all of \c own.
        std::function<bool(const OperationId &id)> mayOffer{};
        //! Returns whether an operation must not be offered at all, because the user has not accepted its
        //! changed definition. Empty: none. \source core/RULES.md R-130
        std::function<bool(const OperationId &id)> isWithheld{};
    };
    HubLink(QString sourceName, HubSettings settings, Services services);
    ~HubLink() override;

    const QString &sourceName() const { return m_sourceName; }
    const HubSettings &settings() const { return m_settings; }
    const Limits &limits() const { return m_services.limits; }
    //! Returns the identity of our own calls, with which the operations are listed. hub.register has none,
    //! because the hub knows a spoke by its connection.
    const std::optional<Identity> &identity() const { return m_identity; }
    void setIdentity(const std::optional<Identity> &identity) { m_identity = identity; }
    //! A message of the hub that is not an event.
    struct Malformed {
        Error error; //!< ErrorKind::Limit if the message exceeds a limit of ours
        QByteArray start; //!< the first bytes of the message
    };
    //! Returns the first such message since the connection was opened.
    const std::optional<Malformed> &malformed() const { return m_malformed; }
    void forgetMalformed() { m_malformed.reset(); }
    //! Null while there is no connection.
    PendingRequestMap *calls() const { return m_calls.get(); }
    //! Returns ErrorKind::Closed with the reason of the lost connection, if it is known.
    Error notConnected() const;
    //! Connects. May be called once. The future settles when the connection is open or has failed.
    QFuture<Result<void>> open();
    //! Closes the connection. Everything pending settles; closed() follows.
    void close();
    //! Ends at once and without a signal. For the destructor of the owner.
    void dismantle();
    bool isClosed() const { return m_isClosed; }
    qsizetype running() const { return m_handler->running(); } //!< number of running calls of the hub
    Json registration() const { return m_registration; } //!< result of hub.register; absent: none yet
    void say(LogLine::Level level, const QString &text);

Q_SIGNALS:
    void degraded(const QString &why);
    void reconnected();
    void registered(); //!< emitted when the hub sends a new result of hub.register: registration()
    void logged(const Workbench::LogLine &line);
    void callFinished(const Workbench::CallReport &report); //!< emitted when a call of the hub has ended
    void closed(const Workbench::Error &reason);

private:
    void offerNow();
    static Task<void> registerOffered(std::shared_ptr<HubLink> self);
    void connectNow();
    void targetOpened();
    void targetClosed(const Error &reason);
    void dropTarget();
    void settleOpening(const Result<void> &outcome);
    void finish(const Error &reason);
    bool offers(const OperationId &id) const;
    QString exchangeOf(const EventEnvelope &event) const;
    void remark(const QString &text, LogLine::Level level = LogLine::Level::Warning);

    QString m_sourceName;
    HubSettings m_settings;
    Services m_services;
    std::optional<Identity> m_identity;
    std::unique_ptr<ChannelTarget> m_target;
    std::unique_ptr<PendingRequestMap> m_calls;
    std::unique_ptr<CallHandler> m_handler; //!< outlives the connections
    std::optional<QPromise<Result<void>>> m_opening;
    Reconnection m_reconnection;
    QTimer m_offerChanged;
    QTimer m_offerAgain; //!< repeats the registration after a conflict with another spoke
    QSet<QString> m_registered; //!< the operations last offered on this connection
    int m_offers = 0; //!< number of times that the operations were offered
    Json m_registration;
    QString m_lostBecause; //!< empty while connected
    std::optional<Malformed> m_malformed;
    int m_remarks = 0; //!< number of remarks since the connection was opened
    int m_expected = 0; //!< number of events on the connection that came after we had ended their request
    bool m_wasOpen = false;
    bool m_isClosing = false;
    bool m_isClosed = false;
};

} // namespace Workbench
