// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/redis/redistarget.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

RedisTarget::RedisTarget(RedisAddress address, Options options, QObject *parent)
    : EventTarget(parent)
    , m_address(std::move(address))
    , m_options(std::move(options))
    , m_reconnection(m_options.limits, Reconnection::Patience::Endless)
    , m_decoder(m_options.limits.jsonNodes)
{
    connect(&m_reconnection, &Reconnection::due, this, &RedisTarget::connectNow);
}

RedisTarget::~RedisTarget()
{
    if (m_connection)
        m_connection->disconnect(this);
}

void RedisTarget::open()
{
    if (!m_connection && m_state == State::Connecting)
        connectNow();
}

void RedisTarget::connectNow()
{
    m_connection = std::make_unique<RedisConnection>(
        m_address, m_options.name, m_options.limits, m_options.acceptedCertificates);
    RedisConnection *const connection = m_connection.get();
    connect(connection, &RedisConnection::opened, this, &RedisTarget::connectionOpened);
    connect(connection, &RedisConnection::closed, this, &RedisTarget::connectionClosed);
    connect(connection, &RedisConnection::received, this, &RedisTarget::receive);
    connect(connection, &RedisConnection::refused, this, &RedisTarget::refused);
    connect(connection, &RedisConnection::subscribed, this, [this](const QByteArray &channel) {
        Q_EMIT subscribed(
            QString::fromUtf8(channel.sliced(std::min(m_options.prefix.size(), channel.size()))));
    });
    connect(connection, &RedisConnection::bytesWritten, this, [this] {
        if (!m_wantedMore && wantsMore()) {
            m_wantedMore = true;
            Q_EMIT drained();
        }
    });
    connection->open();
}

void RedisTarget::connectionOpened()
{
    m_reconnection.connected();
    for (const QString &topic : topics())
        m_connection->subscribe(channelOf(topic));
    for (const EventEnvelope &event : std::exchange(m_queue, {}))
        publishNow(event);
    setState(State::Open);
}

void RedisTarget::connectionClosed(const Error &reason)
{
    m_connection.release()->deleteLater(); // the connection is the sender of this signal
    if (m_options.onLoss == OnLoss::Reconnect && !m_isClosing) {
        const QPointer<RedisTarget> self(this);
        setState(State::Connecting);
        if (self)
            m_reconnection.lost();
        if (self)
            Q_EMIT lost(reason);
        return;
    }
    m_queue.clear();
    const QPointer<RedisTarget> self(this);
    setState(State::Closed);
    if (self)
        Q_EMIT closed(reason);
    if (self)
        dropListeners();
}

void RedisTarget::setState(State state)
{
    if (std::exchange(m_state, state) != state)
        Q_EMIT stateChanged(state);
}

void RedisTarget::close()
{
    if (m_state == State::Closed || std::exchange(m_isClosing, true))
        return;
    m_reconnection.stop();
    if (m_connection) {
        m_connection->close(); // closed() follows
        return;
    }
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_queue.clear();
            const QPointer<RedisTarget> self(this);
            setState(State::Closed);
            if (self)
                Q_EMIT closed(
                    {ErrorKind::Cancelled, u"redis.closed"_s, u"The workbench closed the connection"_s});
            if (self)
                dropListeners();
        },
        Qt::QueuedConnection);
}

bool RedisTarget::wantsMore() const
{
    return m_state != State::Open || m_connection->bytesToWrite() < m_options.limits.queueOutBytes / 2;
}

Result<void> RedisTarget::send(const EventEnvelope &event)
{
    if (m_state == State::Closed || m_isClosing) {
        return std::unexpected(
            Error{ErrorKind::Closed, u"connection.closed"_s, u"The connection is closed"_s});
    }
    if (m_state == State::Connecting) {
        if (qsizetype(m_queue.size()) >= TopicLimit::queuedWhileConnecting) {
            return std::unexpected(Error{ErrorKind::Limit, u"event.queueFull"_s,
                u"%1 events already wait for the connection"_s.arg(TopicLimit::queuedWhileConnecting)});
        }
        m_queue.push_back(event);
        return {};
    }
    const qint64 waiting = m_connection->bytesToWrite();
    if (waiting > m_options.limits.queueOutBytes) {
        return std::unexpected(limitError(*findLimit(u"queue.outBytes"),
            u"Redis does not read the published events fast enough"_s, m_options.limits.queueOutBytes));
    }
    publishNow(event);
    m_wantedMore = wantsMore();
    return {};
}

void RedisTarget::publishNow(const EventEnvelope &event)
{
    m_connection->publish(channelOf(event.topic()), event.toBytes());
}

void RedisTarget::topicAdded(const QString &topic)
{
    if (m_state == State::Open)
        m_connection->subscribe(channelOf(topic));
}

void RedisTarget::topicRemoved(const QString &topic)
{
    if (m_state == State::Open)
        m_connection->unsubscribe(channelOf(topic));
}

//! Delivers an event. Other programs may publish anything, so a malformed message does not end the
//! connection.
void RedisTarget::receive(const QByteArray &channel, const QByteArray &message)
{
    const Result<EventEnvelope> event = m_decoder.decode(message);
    if (event && channelOf(event->topic()) == channel) {
        deliver(*event);
        return;
    }
    ++m_malformed;
    Q_EMIT malformedMessage(event ? u"Its topic is not that of its channel"_s : event.error().message);
}

} // namespace Workbench

#include "moc_redistarget.cpp"
