// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/websocket/messagechannel.h"

#include <QPointer>

#include <deque>

namespace Workbench {

//! One of two channels that receive each other's messages from the event loop. Messages that one end does not
//! read wait at the sender, as they would in the buffers of a socket.
class ChannelPair : public MessageChannel {
public:
    using Both = std::pair<std::unique_ptr<ChannelPair>, std::unique_ptr<ChannelPair>>;
    //! Creates both ends. \a isOpen says whether the first is open; the second stands for an accepted
    //! connection of a server and is always open.
    static Both make(bool isOpen = true)
    {
        Both both{std::make_unique<ChannelPair>(), std::make_unique<ChannelPair>()};
        both.first->m_other = both.second.get();
        both.second->m_other = both.first.get();
        both.first->m_isOpen = isOpen;
        both.second->m_isOpen = true;
        return both;
    }
    ~ChannelPair() override
    {
        if (m_other) {
            m_other->m_other = nullptr;
            m_other->end(gone());
        }
    }

    void open() override
    {
        if (m_isOpen || m_isEnded)
            return;
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_isEnded)
                    return;
                m_isOpen = true;
                Q_EMIT opened();
                schedule();
            },
            Qt::QueuedConnection);
    }
    Result<void> send(const QByteArray &frame) override
    {
        if (!m_isOpen || m_isEnded || !m_other)
            return std::unexpected(gone());
        if (m_bytesToWrite + frame.size() > maxBytes)
            return std::unexpected(Error{ErrorKind::Limit, {}, QStringLiteral("not read"), {}, {}});
        sent.append(frame);
        m_bytesToWrite += frame.size();
        m_out.push_back(frame);
        schedule();
        return {};
    }
    void close() override { closeWith(CloseCode::normal, {}); }
    void closeWith(int code, const QString &reason) override
    {
        if (m_isEnded)
            return;
        closeCode = code;
        if (m_other) {
            m_other->end({ErrorKind::Closed, QStringLiteral("connection.closed"),
                QStringLiteral("The peer closed the connection"), {},
                Json::object({{QStringLiteral("closeCode"), Json::integer(code)},
                    {QStringLiteral("closeReason"), Json::string(reason)}})});
        }
        end({ErrorKind::Cancelled, {}, QStringLiteral("closed by us"), {}, {}});
    }
    bool isOpen() const override { return m_isOpen && !m_isEnded; }
    void setReading(bool reading) override
    {
        m_isReading = reading;
        if (m_other)
            m_other->schedule();
    }
    qint64 bytesToWrite() const override { return m_bytesToWrite; }

    //! Cuts the connection: neither end sends a close.
    void cut()
    {
        if (m_other)
            m_other->end(gone());
        end(gone());
    }
    //! Sends \a frame, a message of the test, as the program at this end would.
    void sendRaw(const QByteArray &frame) { std::ignore = send(frame); }

    QList<QByteArray> sent;
    int closeCode = 0; //!< the close code that this end sent
    qint64 maxBytes = 16 << 20;

private:
    static Error gone()
    {
        return {ErrorKind::Closed, QStringLiteral("connection.lost"),
            QStringLiteral("The connection was lost"), {}, {}};
    }
    void schedule()
    {
        if (m_other && m_other->m_isReading && m_other->m_isOpen && !m_out.empty()
            && !std::exchange(m_isScheduled, true))
            QMetaObject::invokeMethod(this, &ChannelPair::carry, Qt::QueuedConnection);
    }
    void carry()
    {
        m_isScheduled = false;
        const QPointer<ChannelPair> self(this);
        for (size_t left = m_out.size(); left > 0 && !m_out.empty(); --left) {
            if (!m_other || !m_other->m_isReading || m_isEnded)
                return;
            const QByteArray frame = std::move(m_out.front());
            m_out.pop_front();
            m_bytesToWrite -= frame.size();
            Q_EMIT m_other->received(frame);
            if (!self)
                return;
            Q_EMIT bytesWritten();
            if (!self)
                return;
        }
        schedule();
    }
    void end(const Error &reason)
    {
        if (std::exchange(m_isEnded, true))
            return;
        QMetaObject::invokeMethod(this, [this, reason] { Q_EMIT closed(reason); }, Qt::QueuedConnection);
    }

    ChannelPair *m_other = nullptr;
    std::deque<QByteArray> m_out;
    qint64 m_bytesToWrite = 0;
    bool m_isOpen = true;
    bool m_isReading = true;
    bool m_isEnded = false;
    bool m_isScheduled = false;
};

} // namespace Workbench
