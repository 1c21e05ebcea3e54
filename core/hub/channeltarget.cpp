// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/channeltarget.h"

#include "core/hub/callevent.h"
#include "core/json/jsonbuilder.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView subscribeType{"__subscribe"};
constexpr QLatin1StringView unsubscribeType{"__unsubscribe"};

constexpr qsizetype topicsPerConnection = 4096; // core/hub/README.md 3.3
constexpr qsizetype topicLength = 512;
constexpr qsizetype queuedWhileConnecting = 1000; // core/hub/README.md 3.4

//! Hides the token in a payload. \source core/hub/README.md 4 "identity"; core/RULES.md R-91
QByteArray withoutToken(const QByteArray &bytes, const EventEnvelope &event)
{
    // A request is parsed even if its bytes do not contain the key, which may be written with an escape.
    const bool mayHaveToken = event.type == CallEventMap::requested || bytes.contains("auth_token");
    if (!mayHaveToken || event.payload.member("auth_token"_L1).isAbsent())
        return bytes;
    EventEnvelope shown = event;
    // First without the member, because the key may occur more than once.
    shown.payload =
        withMember(withoutMember(event.payload, u"auth_token"), u"auth_token", Json::string(u"•••"_s));
    return shown.toBytes();
}

Error notOpen()
{
    return {ErrorKind::Closed, u"connection.closed"_s, u"The connection is closed"_s};
}

} // namespace

ChannelTarget::ChannelTarget(
    std::unique_ptr<MessageChannel> channel, Side side, Options options, ExchangeLog *log, QObject *parent)
    : EventTarget(parent)
    , m_channel(std::move(channel))
    , m_side(side)
    , m_options(std::move(options))
    , m_log(log)
    , m_decoder(m_options.limits.jsonNodes)
{
    connect(m_channel.get(), &Transport::opened, this, &ChannelTarget::channelOpened);
    connect(m_channel.get(), &Transport::received, this, &ChannelTarget::receive);
    connect(m_channel.get(), &Transport::closed, this, &ChannelTarget::channelClosed);
    connect(m_channel.get(), &Transport::noise, this, [this](const QByteArray &bytes, const QString &why) {
        if (m_state != State::Open || m_endReason)
            return;
        m_decoder.countMalformed();
        refuse(Error{ErrorKind::Protocol, u"event.malformed"_s, why}, bytes);
    });
    connect(m_channel.get(), &MessageChannel::bytesWritten, this, [this] {
        if (!m_wantedMore && wantsMore()) {
            m_wantedMore = true;
            Q_EMIT drained();
        }
    });
    if (m_channel->isOpen())
        m_state = State::Open;
}

ChannelTarget::~ChannelTarget()
{
    m_channel->disconnect(this);
}

void ChannelTarget::open()
{
    if (m_state == State::Connecting)
        m_channel->open();
}

void ChannelTarget::setState(State state)
{
    if (std::exchange(m_state, state) != state)
        Q_EMIT stateChanged(state);
}

void ChannelTarget::channelOpened()
{
    if (m_state != State::Connecting)
        return;
    setState(State::Open);
    for (const QString &topic : topics())
        topicAdded(topic);
    while (!m_queue.empty() && m_state == State::Open) {
        const EventEnvelope event = std::move(m_queue.front());
        m_queue.pop_front();
        const Result<void> sent = sendNow(event);
        if (!sent && sent.error().kind == ErrorKind::Limit)
            closeWith(CloseCode::tryAgainLater, u"backpressure"_s);
        if (!m_channel->isOpen())
            return; // channelClosed() emits the reason
    }
}

void ChannelTarget::channelClosed(const Error &reason)
{
    if (m_state == State::Closed)
        return;
    m_queue.clear();
    setState(State::Closed);
    Q_EMIT closed(m_endReason.value_or(reason));
}

void ChannelTarget::closeWith(int code, const QString &reason)
{
    if (m_state == State::Closed || m_endReason)
        return;
    m_endReason = code == CloseCode::normal
        ? Error{ErrorKind::Cancelled, u"connection.closed"_s, u"The workbench closed the connection"_s}
        : Error{ErrorKind::Closed, u"connection.closed"_s,
              u"The workbench closed the connection with code %1 (%2)"_s.arg(code).arg(reason)};
    m_channel->closeWith(code, reason);
}

Result<void> ChannelTarget::send(const EventEnvelope &event)
{
    if (m_state == State::Closed || m_endReason)
        return std::unexpected(m_endReason.value_or(notOpen()));
    if (m_state == State::Open)
        return sendNow(event);
    if (qsizetype(m_queue.size()) >= queuedWhileConnecting) {
        return std::unexpected(Error{ErrorKind::Limit, u"event.queueFull"_s,
            u"%1 events already wait for the connection"_s.arg(queuedWhileConnecting)});
    }
    m_queue.push_back(event);
    return {};
}

Result<void> ChannelTarget::sendNow(const EventEnvelope &event)
{
    const QByteArray bytes = event.toBytes();
    Result<void> sent = m_channel->send(bytes);
    if (sent)
        note(Direction::Sent, bytes, &event, {});
    m_wantedMore = wantsMore();
    return sent;
}

void ChannelTarget::sendControl(const QString &type, const QString &topic)
{
    if (m_side != Side::Client || m_state != State::Open || m_endReason)
        return;
    // If sending fails, the connection is about to end, and a new connection subscribes again.
    std::ignore = sendNow({type, {}, Json::object({{u"topic"_s, Json::string(topic)}})});
}

void ChannelTarget::topicAdded(const QString &topic)
{
    sendControl(QString(subscribeType), topic);
}

void ChannelTarget::topicRemoved(const QString &topic)
{
    sendControl(QString(unsubscribeType), topic);
}

void ChannelTarget::receive(const QByteArray &message)
{
    if (m_state != State::Open || m_endReason)
        return;
    const Result<EventEnvelope> event = m_decoder.decode(message);
    if (!event) {
        refuse(event.error(), message);
        return;
    }
    note(Direction::Received, message, &*event, {});
    if (event->isReserved())
        takeControl(*event);
    else
        Q_EMIT received(*event);
}

//! Reports \a message, which is not an event. Closes the connection after sixteen of them in a row.
//! \source core/hub/README.md 2.6
void ChannelTarget::refuse(const Error &error, const QByteArray &message)
{
    note(Direction::Received, message, nullptr, u"not an event: %1"_s.arg(error.message));
    Q_EMIT malformedMessage(error, message);
    if (!m_decoder.isHopeless() || m_endReason)
        return;
    closeWith(CloseCode::invalidData, u"malformed"_s);
    m_endReason = Error{ErrorKind::Protocol, u"event.malformed"_s,
        u"%1 sent 16 messages in a row that are not events (the last one: %2). The connection was closed."_s
            .arg(m_options.sourceName.isEmpty() ? u"The peer"_s : QString(u'"' + m_options.sourceName + u'"'),
                error.message)};
}

//! Handles a control event without an acknowledgement. Ignores unknown types. \source core/hub/README.md 3.3
void ChannelTarget::takeControl(const EventEnvelope &event)
{
    const Json named = event.payload.member("topic"_L1);
    if (m_side != Side::Server || !named.isString())
        return;
    const QString topic = normalisedTopic(named.toString());
    if (event.type == unsubscribeType) {
        m_peerTopics.remove(topic);
    } else if (event.type == subscribeType && !m_peerTopics.contains(topic)) {
        const bool fits = topic.size() <= topicLength && m_peerTopics.size() < topicsPerConnection;
        if (fits && (!mayTakeTopic || mayTakeTopic(topic)))
            m_peerTopics.insert(topic);
    }
}

void ChannelTarget::note(
    Direction direction, const QByteArray &bytes, const EventEnvelope *event, const QString &remark)
{
    if (!m_log || m_options.sourceName.isEmpty())
        return;
    Frame frame;
    frame.source = m_options.sourceName;
    frame.direction = direction;
    frame.channel = m_options.channelName;
    frame.bytes = bytes;
    frame.note = remark;
    if (event) {
        frame.label = event->type;
        frame.bytes = withoutToken(bytes, *event);
        if (exchangeOf)
            frame.exchangeId = exchangeOf(*event);
    }
    m_log->note(std::move(frame));
}

} // namespace Workbench

#include "moc_channeltarget.cpp"
