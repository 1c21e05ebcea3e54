// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/eventtarget.h"
#include "core/hub/redis/redisconnection.h"
#include "core/transport/reconnection.h"

namespace Workbench {

//! Events over Redis: a channel a topic, an envelope a message. Whoever uses the same server and prefix is on
//! the same bus. Nobody can be made to wait there: who does not keep up is closed by the server, and what is
//! published meanwhile is lost to it.
//! \source core/hub/README.md 3.2
class RedisTarget : public EventTarget {
    Q_OBJECT
public:
    enum class OnLoss : quint8 {
        End, //!< closed() says so, and pending calls fail (core/hub/README.md 2.8)
        Reconnect //!< lost() says so; topics are subscribed again when the server is back
    };
    struct Options {
        QString name = QStringLiteral("redis"); //!< begins the text of errors
        Limits limits{};
        QByteArray prefix{}; //!< of every channel
        OnLoss onLoss = OnLoss::End;
        QList<AcceptedCertificate> acceptedCertificates{};
    };
    RedisTarget(RedisAddress address, Options options, QObject *parent = nullptr);
    ~RedisTarget() override;

    void open();
    State state() const override { return m_state; }
    bool wantsMore() const override;
    bool isShared() const override { return true; }
    void close() override;
    quint64 malformed() const { return m_malformed; }

Q_SIGNALS:
    //! The connection is gone and tried again; events may have been missed.
    void lost(const Workbench::Error &reason);
    //! The server listens for us; what is published from now on arrives.
    void subscribed(const QString &topic);
    //! The server refused to publish or subscribe; its access rules may say so.
    void refused(const QString &command, const QString &why);
    //! A message that is no event, or names another topic than its channel; it was counted and dropped.
    void malformedMessage(const QString &why);

protected:
    Result<void> send(const EventEnvelope &event) override;
    void topicAdded(const QString &topic) override;
    void topicRemoved(const QString &topic) override;

private:
    void connectNow();
    void connectionOpened();
    void connectionClosed(const Error &reason);
    void receive(const QByteArray &channel, const QByteArray &message);
    void publishNow(const EventEnvelope &event);
    void setState(State state);
    QByteArray channelOf(const QString &topic) const { return m_options.prefix + topic.toUtf8(); }

    RedisAddress m_address;
    Options m_options;
    State m_state = State::Connecting;
    std::unique_ptr<RedisConnection> m_connection;
    Reconnection m_reconnection;
    EventDecoder m_decoder;
    std::deque<EventEnvelope> m_queue; //!< while connecting
    quint64 m_malformed = 0;
    bool m_wantedMore = true;
    bool m_isClosing = false;
};

} // namespace Workbench
