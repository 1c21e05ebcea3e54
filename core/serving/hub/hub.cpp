// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/hub/hub_p.h"

#include <QUuid>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView directType{"direct"};

//! A peer may listen to its own direct topic only. \source call-protocol.md 3.5
bool mayListenTo(const QString &topic, const QString &connectionId)
{
    const QString prefix = topicOf(QString(directType));
    return !topic.startsWith(prefix) || topic.sliced(prefix.size()) == connectionId;
}

} // namespace

Hub::Hub(OperationRegistry *own, Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_state(std::make_shared<State>())
{
    m_state->hub = this;
    m_state->own = own;
    m_state->ownOperations =
        m_options.ownOperations ? m_options.ownOperations : std::make_shared<RegistryOperations>(own);
    m_state->limits = m_options.limits;
    const auto isOwn = [own = QPointer(own)](const OperationId &id) { return own && own->getSpec(id); };
    m_state->directory = HubDirectory(isOwn, m_options.limits.hubOperations);
    m_handler = new CallHandler(std::make_shared<Operations>(m_state),
        {.limits = m_options.limits,
            .maxRunning = m_options.limits.hubRunning,
            .abortPolicy = m_options.abortPolicy,
            .identityOf = m_options.identityOf},
        this);
    connect(m_handler, &CallHandler::violated, this,
        [this](const QString &connectionId, const CallViolation &violation) {
            say(LogLine::Level::Debug, u"%1: %2"_s.arg(connectionId, violation.text));
        });
    connect(m_handler, &CallHandler::undeliverable, this, [this](EventTarget *target) {
        if (auto *channel = qobject_cast<ChannelTarget *>(target))
            channel->closeWith(CloseCode::tryAgainLater, u"backpressure"_s);
    });
}

Hub::~Hub()
{
    delete m_handler; // it says nothing more, and cancels what runs
    auto connections = std::move(m_state->connections);
    m_state->connections.clear();
    for (const auto &[id, connection] : connections) {
        connection->target->disconnect(this);
        connection->target->closeWith(CloseCode::goingAway, u"the hub ends"_s);
    }
}

std::optional<QString> Hub::addConnection(std::unique_ptr<MessageChannel> channel, const HubPeer &peer)
{
    if (qint64(m_state->connections.size()) >= m_options.limits.hubConnections) {
        channel->closeWith(CloseCode::tryAgainLater, u"too many connections"_s);
        channel.release()->deleteLater();
        say(LogLine::Level::Warning,
            u"A connection from %1 was refused: there are %2 already. Raise limits.hub.connections to accept more."_s
                .arg(peer.address)
                .arg(m_options.limits.hubConnections));
        return {};
    }
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    auto connection = std::make_unique<Connection>();
    connection->id = id;
    connection->peer = peer;
    ChannelTarget::Options options;
    options.limits = m_options.limits;
    options.maxBufferedAmount = m_options.limits.hubOutBytes;
    options.sourceName = m_options.log ? peer.address : QString();
    connection->target = std::make_unique<ChannelTarget>(
        std::move(channel), ChannelTarget::Side::Server, options, m_options.log);
    ChannelTarget *target = connection->target.get();
    target->mayTakeTopic = [id](const QString &topic) { return mayListenTo(topic, id); };
    connection->calls = std::make_unique<PendingRequestMap>(
        target, PendingRequestMap::Options{.limits = m_options.limits, .abortPolicy = m_options.abortPolicy});
    connect(connection->calls.get(), &PendingRequestMap::violated, this,
        [this, id](const CallViolation &violation) {
            say(LogLine::Level::Debug, u"%1: %2"_s.arg(id, violation.text));
        });
    connect(
        target, &EventTarget::received, this, [this, id](const EventEnvelope &event) { fanOut(id, event); });
    m_state->directory.addConnection(id);
    m_state->connections.emplace(id, std::move(connection));
    m_handler->attach(target, {id, peer.identity, peer.isTrustedGateway});
    // After the others, which settle what the connection owed.
    connect(target, &EventTarget::closed, this,
        [this, id](const Error &reason) { connectionClosed(id, reason); });
    say(LogLine::Level::Info, u"%1 connected from %2"_s.arg(id, peer.address));
    Q_EMIT connectionAdded(id);
    return id;
}

void Hub::removeConnection(const QString &connectionId, int code, const QString &reason)
{
    const auto found = m_state->connections.find(connectionId);
    if (found != m_state->connections.end())
        found->second->target->closeWith(code, reason);
}

//! \source call-protocol.md 2.8
void Hub::connectionClosed(const QString &connectionId, const Error &reason)
{
    const auto found = m_state->connections.find(connectionId);
    if (found == m_state->connections.end())
        return;
    std::unique_ptr<Connection> connection = std::move(found->second);
    m_state->connections.erase(found);
    const SpokeInfo *spoke = m_state->directory.spoke(connectionId);
    const bool hadOperations = spoke && !spoke->spokeId.isEmpty();
    m_state->directory.removeConnection(connectionId);
    m_handler->detach(connection->target.get());
    connection->calls.reset();
    connection->target->disconnect(this);
    connection->target.release()->deleteLater(); // it is what is calling
    say(LogLine::Level::Info, u"%1 is gone: %2"_s.arg(connectionId, reason.message));
    if (hadOperations)
        Q_EMIT spokesChanged();
    Q_EMIT connectionRemoved(connectionId);
}

//! Calls go by connection; everything else goes to the other connections that asked for its topic.
void Hub::fanOut(const QString &from, const EventEnvelope &event)
{
    if (event.type.startsWith("call."_L1))
        return;
    const QString topic = event.topic();
    QStringList slow;
    for (const auto &[id, connection] : m_state->connections) {
        if (id == from || connection->isSlow || !connection->target->peerTopics().contains(topic))
            continue;
        connection->isSlow = connection->target->isOverLimit() || !connection->target->publish(event);
        if (connection->isSlow)
            slow.append(id);
    }
    for (const QString &id : std::as_const(slow)) {
        say(LogLine::Level::Warning, u"%1 does not read what it subscribed to"_s.arg(id));
        removeConnection(id, CloseCode::tryAgainLater, u"backpressure"_s);
    }
}

qsizetype Hub::connections() const
{
    return qsizetype(m_state->connections.size());
}

const HubDirectory &Hub::directory() const
{
    return m_state->directory;
}

qsizetype Hub::pending() const
{
    qsizetype count = 0;
    for (const auto &[id, connection] : m_state->connections)
        count += connection->calls->count();
    return count;
}

qsizetype Hub::running() const
{
    return m_handler->running();
}

void Hub::say(LogLine::Level level, const QString &text)
{
    Q_EMIT logged({QDateTime::currentDateTimeUtc(), level, {}, u"hub"_s, text});
}

} // namespace Workbench
