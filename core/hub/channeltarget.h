// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchangelog.h"
#include "core/hub/eventtarget.h"
#include "core/transport/websocket/messagechannel.h"

#include <deque>
#include <functional>

namespace Workbench {

//! An event target over a message channel, for either side. Sends each event as one JSON message, uses
//! control events for topics, queues a bounded number of events while the channel opens, and has
//! back-pressure in both directions. It lives as long as its channel; a new connection needs a new target.
//! \source core/hub/README.md 3.3, 3.4, 3.5
class ChannelTarget : public EventTarget {
    Q_OBJECT
public:
    enum class Side : quint8 {
        Client, //!< subscribes to its topics with __subscribe
        Server, //!< stores the topics to which the peer subscribes; see peerTopics()
    };
    struct Options {
        Limits limits{};
        qint64 maxBufferedAmount = 1LL << 20; //!< the limit of unsent bytes; core/hub/README.md 3.5
        //! The source's name for the exchange log; if empty, no frames are noted.
        QString sourceName{};
        QString channelName = QStringLiteral("ws");
    };
    //! \a log may be null; otherwise it must outlive the target.
    ChannelTarget(std::unique_ptr<MessageChannel> channel, Side side, Options options,
        ExchangeLog *log = nullptr, QObject *parent = nullptr);
    ~ChannelTarget() override;

    void open(); //!< opens the channel if it is not open yet
    State state() const override { return m_state; }
    bool wantsMore() const override
    {
        return m_state != State::Open || m_channel->bytesToWrite() < m_options.maxBufferedAmount / 2;
    }
    void setReading(bool reading) override { m_channel->setReading(reading); }
    //! Closes the channel, which the target owns.
    void close() override { closeWith(CloseCode::normal, {}); }
    void closeWith(int code, const QString &reason);

    //! Returns whether the unsent bytes exceed the limit, so that no further event may be sent. A single
    //! larger event may be sent while the buffer is empty.
    bool isOverLimit() const
    {
        return m_state == State::Open && m_channel->bytesToWrite() > m_options.maxBufferedAmount;
    }
    //! Returns the normalised topics to which the peer subscribed. Only for Side::Server.
    const QSet<QString> &peerTopics() const { return m_peerTopics; }
    //! Called before the peer subscribes to a topic; if it returns false, the subscription is ignored.
    std::function<bool(const QString &topic)> mayTakeTopic;
    //! Returns the exchange id of an event, for the exchange log.
    std::function<QString(const EventEnvelope &event)> exchangeOf;
    quint64 malformed() const { return m_decoder.malformed(); }
    MessageChannel *channel() const { return m_channel.get(); }

Q_SIGNALS:
    //! Emitted when \a message is not an event; it was counted and dropped. \a error has ErrorKind::Limit if
    //! it exceeds a limit of ours.
    void malformedMessage(const Workbench::Error &error, const QByteArray &message);

protected:
    Result<void> send(const EventEnvelope &event) override;
    void topicAdded(const QString &topic) override;
    void topicRemoved(const QString &topic) override;

private:
    void channelOpened();
    void channelClosed(const Error &reason);
    void receive(const QByteArray &message);
    void refuse(const Error &error, const QByteArray &message);
    void takeControl(const EventEnvelope &event);
    void sendControl(const QString &type, const QString &topic);
    Result<void> sendNow(const EventEnvelope &event);
    void note(
        Direction direction, const QByteArray &bytes, const EventEnvelope *event, const QString &remark);
    void setState(State state);

    std::unique_ptr<MessageChannel> m_channel;
    Side m_side;
    Options m_options;
    ExchangeLog *m_log;
    EventDecoder m_decoder;
    std::deque<EventEnvelope> m_queue; //!< events that wait while the channel opens
    QSet<QString> m_peerTopics;
    State m_state = State::Connecting;
    std::optional<Error> m_endReason; //!< set if this end closes the channel
    bool m_wantedMore = true;
};

} // namespace Workbench
