// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchangelog.h"
#include "core/hub/eventtarget.h"
#include "core/transport/websocket/messagechannel.h"

#include <deque>

namespace Workbench {

//! Events over one channel of messages, for either side of it: one JSON envelope a message, control events
//! for topics, a bounded queue while it opens, back-pressure both ways. It lives as long as its channel;
//! connecting again means a new one. \source core/hub/README.md 3.3, 3.4, 3.5
class ChannelTarget : public EventTarget {
    Q_OBJECT
public:
    enum class Side : quint8 {
        Client, //!< asks for its topics with __subscribe
        Server, //!< keeps the topics that the peer asks for; see peerTopics()
    };
    struct Options {
        Limits limits{};
        qint64 maxBufferedAmount = 1LL << 20; //!< core/hub/README.md 3.5
        //! For the exchange log; empty: nothing is noted.
        QString sourceName{};
        QString channelName = QStringLiteral("ws");
    };
    //! \a log may be null and outlives the target.
    ChannelTarget(std::unique_ptr<MessageChannel> channel, Side side, Options options,
        ExchangeLog *log = nullptr, QObject *parent = nullptr);
    ~ChannelTarget() override;

    void open(); //!< the channel, if it is not open yet
    State state() const override { return m_state; }
    bool wantsMore() const override;
    bool canWait() const override { return true; }
    void setReading(bool reading) override;
    //! Drops listeners and ends the channel, which belongs to it.
    void close() override { closeWith(CloseCode::normal, {}); }
    void closeWith(int code, const QString &reason);

    //! Whether the buffer is over the limit, so that one more event would be one too many; a single larger
    //! one may go when it is empty.
    bool isOverLimit() const;
    //! Topics that the peer subscribed to, normalised. Of a server side.
    const QSet<QString> &peerTopics() const { return m_peerTopics; }
    //! Called before a topic of the peer is taken; false refuses it in silence.
    std::function<bool(const QString &topic)> mayTakeTopic;
    //! The call an event belongs to, for the exchange log.
    std::function<QString(const EventEnvelope &event)> exchangeOf;
    quint64 malformed() const { return m_decoder.malformed(); }
    MessageChannel *channel() const { return m_channel.get(); }

Q_SIGNALS:
    //! A message that is no event; it was counted and dropped.
    void malformedMessage(const QString &why);

protected:
    Result<void> send(const EventEnvelope &event) override;
    void topicAdded(const QString &topic) override;
    void topicRemoved(const QString &topic) override;

private:
    void channelOpened();
    void channelClosed(const Error &reason);
    void receive(const QByteArray &message);
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
    std::deque<EventEnvelope> m_queue; //!< while connecting
    QSet<QString> m_peerTopics;
    State m_state = State::Connecting;
    std::optional<Error> m_endReason; //!< why we close it ourselves
    bool m_wantedMore = true;
};

} // namespace Workbench
