// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/eventtarget.h"
#include "core/hub/redis/redisconnection.h"
#include "core/transport/reconnection.h"

namespace Workbench {

//! An event target over Redis, with one channel for each topic and one envelope in each message. All programs
//! with the same server and prefix share a bus. Publishers cannot be made to wait: the server closes the
//! connection of a slow subscriber, which loses the events that are published meanwhile.
//! \source core/hub/README.md 3.2
class RedisTarget : public EventTarget {
    Q_OBJECT
public:
    enum class OnLoss : quint8 {
        End, //!< closed() is emitted, and pending calls fail (core/hub/README.md 2.8)
        Reconnect //!< lost() is emitted; topics are subscribed again after reconnecting
    };
    struct Options {
        QString name = QStringLiteral("redis"); //!< begins the text of errors
        Limits limits{};
        QByteArray prefix{}; //!< the beginning of every channel name
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
    //! Emitted when the connection is lost and will be opened again. Events may be missed.
    void lost(const Workbench::Error &reason);
    //! Emitted when the server has confirmed a subscription; events published after this arrive.
    void subscribed(const QString &topic);
    //! Emitted when the server refuses to publish or subscribe, for example by its access rules.
    void refused(const QString &command, const QString &why);
    //! Emitted when a message is not an event, or has another topic than its channel. It was counted and
    //! dropped.
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
    std::deque<EventEnvelope> m_queue; //!< events that wait while connecting
    quint64 m_malformed = 0;
    bool m_wantedMore = true;
    bool m_isClosing = false;
};

} // namespace Workbench
