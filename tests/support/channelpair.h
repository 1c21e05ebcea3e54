// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/messagechannel.h"

#include <QPointer>
#include <QTimer>

#include <deque>
#include <memory>

namespace Workbench {

//! One end of a connection without a wire. What one end sends, the other receives, from the event loop and in
//! order. While the other end does not read, what was sent waits here and counts as bytesWaiting().
class PairedChannel : public MessageChannel {
public:
    using Ends = std::pair<std::unique_ptr<PairedChannel>, std::unique_ptr<PairedChannel>>;

    //! Both ends are Connecting until open() of the first; it opens both.
    static Ends make(qint64 maxBytesWaiting = 1LL << 20)
    {
        Ends ends{std::make_unique<PairedChannel>(maxBytesWaiting),
            std::make_unique<PairedChannel>(maxBytesWaiting)};
        ends.first->m_other = ends.second.get();
        ends.second->m_other = ends.first.get();
        return ends;
    }

    explicit PairedChannel(qint64 maxBytesWaiting)
        : m_maxBytesWaiting(maxBytesWaiting)
    {
        m_step.setSingleShot(true);
        connect(&m_step, &QTimer::timeout, this, [this] { step(); });
    }
    ~PairedChannel() override
    {
        if (m_other)
            m_other->endLater({EndedBy::Network, 1006, {}});
    }

    void open() override
    {
        if (m_state != State::Connecting || m_mayOpen)
            return;
        m_mayOpen = true;
        m_step.start();
        if (m_other)
            m_other->open();
    }
    State state() const override { return m_state; }
    Result<void> send(const QByteArray &message) override
    {
        if (m_state != State::Open || !m_other)
            return std::unexpected(Error{ErrorKind::Closed, QStringLiteral("channel.closed"),
                QStringLiteral("The channel is closed"), {}, {}});
        if (bytesWaiting() > 0 && bytesWaiting() + message.size() > m_maxBytesWaiting)
            return std::unexpected(Error{ErrorKind::Limit, QStringLiteral("limit.queue.outBytes"),
                QStringLiteral("The peer is not reading"), {}, {}});
        m_wasFull = m_wasFull || bytesWaiting() + message.size() >= m_maxBytesWaiting / 2;
        m_other->m_incoming.push_back(message);
        m_other->m_incomingBytes += message.size();
        m_other->m_step.start();
        return {};
    }
    qint64 bytesWaiting() const override { return m_other ? m_other->m_incomingBytes : 0; }
    qint64 maxBytesWaiting() const override { return m_maxBytesWaiting; }
    void setReading(bool reading) override
    {
        m_isReading = reading;
        m_step.start();
    }
    void closeWith(quint16 code, const QString &text) override
    {
        if (m_state == State::Closed || m_end)
            return;
        m_state = State::Closing;
        m_incoming.clear();
        m_incomingBytes = 0;
        if (m_other)
            m_other->endLater({EndedBy::Peer, code, text});
        endLater({EndedBy::Us, code, text});
    }
    //! The network breaks: neither side has said a word.
    void abort() override
    {
        if (m_other)
            m_other->endLater({EndedBy::Network, 1006, {}});
        endLater({EndedBy::Us, 1006, {}});
    }
    ChannelEnd end() const override { return m_end.value_or(ChannelEnd{}); }
    QString peer() const override { return QStringLiteral("pair"); }
    QUrl url() const override { return m_url; }
    MessageHeaders peerHeaders() const override { return m_peerHeaders; }

    void setUrl(const QUrl &url) { m_url = url; }
    void setPeerHeaders(const MessageHeaders &headers) { m_peerHeaders = headers; }

private:
    void endLater(const ChannelEnd &end)
    {
        if (m_end)
            return;
        m_end = end;
        m_step.start();
    }
    void step()
    {
        const QPointer<PairedChannel> self(this);
        if (m_mayOpen && m_state == State::Connecting) {
            m_state = State::Open;
            Q_EMIT opened();
        }
        while (self && m_isReading && !m_incoming.empty()) {
            const QByteArray message = m_incoming.front();
            m_incoming.pop_front();
            m_incomingBytes -= message.size();
            if (m_other)
                m_other->tellDrained();
            if (self)
                Q_EMIT received(message);
        }
        if (!self || !m_end || !m_incoming.empty() || m_state == State::Closed)
            return;
        m_state = State::Closed;
        const QString text = QStringLiteral("The channel was closed with code %1").arg(m_end->code);
        Q_EMIT closed(Error{m_end->by == EndedBy::Us ? ErrorKind::Cancelled : ErrorKind::Closed,
            QStringLiteral("channel.closed"), text, {}, {}});
    }
    void tellDrained()
    {
        if (m_wasFull && wantsMore()) {
            m_wasFull = false;
            QTimer::singleShot(0, this, [this] { Q_EMIT drained(); });
        }
    }

    QPointer<PairedChannel> m_other;
    qint64 m_maxBytesWaiting;
    QTimer m_step;
    State m_state = State::Connecting;
    std::deque<QByteArray> m_incoming;
    qint64 m_incomingBytes = 0;
    bool m_isReading = true;
    bool m_mayOpen = false;
    bool m_wasFull = false;
    std::optional<ChannelEnd> m_end;
    QUrl m_url;
    MessageHeaders m_peerHeaders;
};

} // namespace Workbench
