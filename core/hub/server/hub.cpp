// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/server/hub.h"

#include "core/base/advice.h"
#include "core/base/answers.h"
#include "core/base/visibletext.h"
#include "core/hub/pendingrequestmap.h"
#include "core/operation/registry/registryoperations.h"

#include <QUuid>

namespace Workbench {

using namespace Qt::StringLiterals;

//! One peer: its target and the requests that the hub sent to it.
struct Hub::Connection {
    QString id;
    HubPeer peer;
    //! The peer does not read and its connection is being closed, which takes a while.
    bool isSlow = false;
    std::unique_ptr<ChannelTarget> target;
    std::unique_ptr<PendingRequestMap> calls; //!< declared last, so that it is destroyed first
};

//! The state that the hub and running requests share.
struct Hub::State {
    QPointer<OperationRegistry> own;
    std::shared_ptr<CallableOperations> ownOperations; //!< never null
    HubDirectory directory;
    std::map<QString, std::unique_ptr<Connection>> connections;
    bool describesVerbatim = false;
    std::function<bool(const OperationId &id)> isWithheld;

    //! Returns the registration of a spoke, or null if there is none or if the hub itself has the operation:
    //! it may have got it after the spoke registered.
    const HubDirectory::Entry *registration(const OperationId &id) const
    {
        return own && own->listedSpec(id) ? nullptr : directory.find(id);
    }
};

namespace {

constexpr QLatin1StringView directType{"direct"};

//! Returns whether a peer may subscribe to a topic. A direct topic is only for its own peer.
//! \source core/hub/README.md 3.5
bool mayListenTo(const QString &topic, const QString &connectionId)
{
    const QString prefix = topicOf(QString(directType));
    return !topic.startsWith(prefix) || topic.sliced(prefix.size()) == connectionId;
}

//! Passes an answer on unchanged.
Task<Result<HandlerResult>> forwarded(QFuture<Result<CallOutput>> answer)
{
    Result<CallOutput> output = co_await Answer(answer);
    if (!output)
        co_return std::unexpected(std::move(output).error());
    co_return handlerResultOf(*output);
}

QString spokeInWords(const QString &name)
{
    return name.isEmpty() ? u"the spoke"_s : u"the spoke \"%1\""_s.arg(visibleText(name, false, 100));
}

//! Returns what a caller learns about the loss of a spoke: which one, and why, but not its \a address.
QString lossInWords(const Error &reason, const QString &address, const QString &spokeName)
{
    const QString closed = u"connection closed"_s;
    const QString client = u"Client "_s + address + u' ';
    const QString spoke = spokeInWords(spokeName);
    const QString &why = reason.message;
    if (why.startsWith(client))
        return u"%1: %2 %3"_s.arg(closed, spoke, why.sliced(client.size()));
    if (why.isEmpty() || why == closed || (!address.isEmpty() && why.contains(address)))
        return closed;
    return u"%1: %2: %3"_s.arg(closed, spoke, why);
}

//! Returns whether the peer closed the connection for a reason of its own: it is done, or it is stopped.
bool isOrderly(const Error &reason)
{
    const qint64 code = reason.details.member("closeCode"_L1).toInteger().value_or(0);
    return code == CloseCode::normal || code == CloseCode::goingAway;
}

//! Returns the request for the spoke: a new id, the caller's id as the parent, and the same deadline or idle
//! time.
//! \source core/hub/README.md 3.6
CallRequest forwardedRequest(IncomingCall call)
{
    CallRequest request{call.id.toString(), std::move(call.input)};
    request.context = std::move(call.context);
    request.context.parentRequestId = request.context.requestId;
    request.context.requestId = newRequestId();
    request.deadline = request.context.deadline;
    return request;
}

} // namespace

//! All operations of the hub: built-in ones, its own, and those of spokes, which it forwards.
class Hub::Operations : public CallableOperations {
public:
    explicit Operations(std::shared_ptr<State> state)
        : m_state(std::move(state))
    {
    }

    std::optional<OperationType> typeOf(const OperationId &id) const override
    {
        if (const auto service = HubServices::typeOf(id))
            return service;
        if (const HubDirectory::Entry *entry = m_state->registration(id))
            return entry->spec.type;
        return m_state->ownOperations->typeOf(id);
    }

    Task<Result<HandlerResult>> call(IncomingCall call) override
    {
        if (HubServices::typeOf(call.id)) {
            HubServices services(
                &m_state->directory, m_state->own, m_state->describesVerbatim, m_state->isWithheld);
            const Result<Json> data =
                services.run(call.id, call.input, call.connectionId, call.context.identity);
            if (!data)
                return settledTask<HandlerResult>(std::unexpected(data.error()));
            return settledTask<HandlerResult>(HandlerResult(localEnvelope(*data, call.id.toString())));
        }
        if (!m_state->registration(call.id))
            return m_state->ownOperations->call(std::move(call));
        const Result<Connection *> owner = admitted(call);
        if (!owner)
            return settledTask<HandlerResult>(std::unexpected(owner.error()));
        return forwarded((*owner)->calls->call(forwardedRequest(std::move(call))));
    }

    Result<std::unique_ptr<ItemStream>> subscribe(IncomingCall call) override
    {
        if (!m_state->registration(call.id))
            return m_state->ownOperations->subscribe(std::move(call));
        const Result<Connection *> owner = admitted(call);
        if (!owner)
            return std::unexpected(owner.error());
        return (*owner)->calls->subscribe(forwardedRequest(std::move(call)));
    }

    CallError mapped(const OperationId &id, const Error &error) const override
    {
        if (HubServices::typeOf(id) || m_state->registration(id))
            return toCallError(error);
        return m_state->ownOperations->mapped(id, error);
    }

private:
    //! Returns the connection of an operation's spoke if the caller may call the operation.
    Result<Connection *> admitted(const IncomingCall &call) const
    {
        const HubDirectory::Entry *entry = m_state->registration(call.id);
        const auto owner =
            entry ? m_state->connections.find(entry->connectionId) : m_state->connections.end();
        if (!entry || owner == m_state->connections.end()) {
            return std::unexpected(Error{ErrorKind::Usage, ErrorCode::operationNotFound,
                u"Operation not found: %1"_s.arg(call.id.toString()), {},
                Json::object({{u"operationId"_s, Json::string(call.id.toString())}})});
        }
        return enforceAccess(entry->spec.accessControl, call.context.identity, call.id.toString())
            .transform([owner] { return owner->second.get(); });
    }

    std::shared_ptr<State> m_state;
};

Hub::Hub(OperationRegistry *own, Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_state(std::make_shared<State>())
{
    m_state->own = own;
    m_state->ownOperations =
        m_options.ownOperations ? m_options.ownOperations : std::make_shared<RegistryOperations>(own);
    m_state->describesVerbatim = m_options.describesVerbatim;
    m_state->isWithheld = m_options.isWithheld;
    const auto isOwn = [own = QPointer(own)](const OperationId &id) { return own && own->listedSpec(id); };
    m_state->directory = HubDirectory(isOwn, m_options.limits.hubOperations);
    m_handler = new CallHandler(std::make_shared<Operations>(m_state),
        {.limits = m_options.limits,
            .maxRunning = m_options.limits.hubRunning,
            .abortPolicy = m_options.abortPolicy,
            .identityOf = m_options.identityOf,
            .begin = [this](const IncomingCall &call) { return beginRecord(call); }},
        this);
    connect(m_handler, &CallHandler::violated, this,
        [this](const QString &connectionId, const CallViolation &violation) {
            say(LogLine::Level::Debug, u"%1: %2"_s.arg(connectionId, violation.text));
        });
    connect(m_handler, &CallHandler::finished, this, [this](const CallReport &report) {
        if (m_options.history) // also when the connection is gone
            endIncoming(*m_options.history, report);
        const auto found = m_state->connections.find(report.connectionId);
        if (found != m_state->connections.end())
            Q_EMIT callFinished(found->second->peer.address, report);
    });
    connect(m_handler, &CallHandler::undeliverable, this, [this](EventTarget *target, const Error &error) {
        const auto found = std::ranges::find_if(
            m_state->connections, [target](const auto &each) { return each.second->target.get() == target; });
        if (found != m_state->connections.end() && error.kind == ErrorKind::Limit)
            dropSlow(*found->second, error.message); // otherwise the connection has ended
    });
}

Hub::~Hub()
{
    delete m_handler; // cancels running requests without answering them
    auto connections = std::move(m_state->connections);
    m_state->connections.clear();
    for (const auto &[id, connection] : connections) {
        connection->target->disconnect(this);
        connection->target->closeWith(CloseCode::goingAway, u"the hub is shutting down"_s);
    }
}

//! Begins the record of a call. Returns an empty id if the call is not recorded.
QString Hub::beginRecord(const IncomingCall &call)
{
    const auto found = m_state->connections.find(call.connectionId);
    if (!m_options.history || found == m_state->connections.end() || HubServices::typeOf(call.id))
        return {};
    return beginIncoming(*m_options.history, call, u"called by %1"_s.arg(found->second->peer.address));
}

std::optional<QString> Hub::addConnection(std::unique_ptr<MessageChannel> channel, const HubPeer &peer)
{
    if (qint64(m_state->connections.size()) >= m_options.limits.hubConnections) {
        channel->closeWith(CloseCode::tryAgainLater, u"too many connections"_s);
        channel.release()->deleteLater();
        say(LogLine::Level::Warning,
            u"A connection from %1 was refused: there are already %2 (limit hub.connections)."_s
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
    const auto spokeName = [state = std::weak_ptr(m_state), id] {
        const std::shared_ptr<State> known = state.lock();
        const SpokeInfo *const spoke = known ? known->directory.spoke(id) : nullptr;
        return spoke ? spoke->name : QString();
    };
    connection->calls = std::make_unique<PendingRequestMap>(target,
        PendingRequestMap::Options{.limits = m_options.limits,
            .abortPolicy = m_options.abortPolicy,
            .lossInWords = [spokeName, address = peer.address](
                               const Error &reason) { return lossInWords(reason, address, spokeName()); },
            .peerInWords = [spokeName] { return spokeInWords(spokeName()); }});
    connect(connection->calls.get(), &PendingRequestMap::violated, this,
        [this, id, address = peer.address](const CallViolation &violation) {
            // These violations affect the answers that callers get, so they are warnings.
            const bool isTold = violation.kind == CallViolation::Kind::Legacy
                || violation.kind == CallViolation::Kind::Malformed;
            say(isTold ? LogLine::Level::Warning : LogLine::Level::Debug,
                u"%1: %2"_s.arg(isTold ? address : id, violation.text));
        });
    connect(
        connection->calls.get(), &PendingRequestMap::parentEnded, m_handler,
        [this, target](const QString &requestId) { m_handler->abortChildren(target, requestId); },
        Qt::QueuedConnection);
    connect(target, &ChannelTarget::malformedMessage, this, [this, id](const Error &error) {
        say(LogLine::Level::Debug, u"%1 sent a message that is not an event: %2"_s.arg(id, error.message));
    });
    connect(
        target, &EventTarget::received, this, [this, id](const EventEnvelope &event) { fanOut(id, event); });
    m_state->directory.addConnection(id);
    m_state->connections.emplace(id, std::move(connection));
    m_handler->attach(target, {id, peer.identity, peer.isTrustedGateway});
    // Connected after the others, so that they settle the requests of the connection first.
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

//! \source core/hub/README.md 2.8
void Hub::connectionClosed(const QString &connectionId, const Error &reason)
{
    const auto found = m_state->connections.find(connectionId);
    if (found == m_state->connections.end())
        return;
    std::unique_ptr<Connection> connection = std::move(found->second);
    m_state->connections.erase(found);
    const SpokeInfo *spoke = m_state->directory.spoke(connectionId);
    const bool hadOperations = spoke && !spoke->spokeId.isEmpty();
    const QString name = hadOperations ? visibleText(spoke->name, false, 100) : QString();
    m_state->directory.removeConnection(connectionId);
    m_handler->detach(connection->target.get());
    connection->calls.reset();
    connection->target->disconnect(this);
    connection->target.release()->deleteLater(); // the target is the sender of this signal
    const bool isFault = reason.kind == ErrorKind::Protocol || reason.kind == ErrorKind::Limit
        || reason.kind == ErrorKind::Timeout
        || (hadOperations && reason.kind == ErrorKind::Closed && !isOrderly(reason)
            && reason.code != "connection.closed"_L1); // this program closed it, and has said why
    const LimitInfo *const limit = adviceOf(reason).limit;
    const QString advice = !limit         ? QString()
        : reason.kind == ErrorKind::Limit ? u" Raise the limit %1 to accept it."_s.arg(limit->key)
                                          : u" Raise the limit %1 to wait longer."_s.arg(limit->key);
    const QString who = reason.message.contains(connection->peer.address)
        ? QString()
        : QString(connection->peer.address + u" is gone: "_s);
    const QString lost = name.isEmpty() ? QString() : u"Spoke \"%1\": "_s.arg(name);
    say(isFault ? LogLine::Level::Warning : LogLine::Level::Info,
        QString(lost + who + reason.message + advice));
    Q_EMIT connectionRemoved(connectionId);
}

//! Sends an event that is not a call event to the other connections that subscribed to its topic.
void Hub::fanOut(const QString &from, const EventEnvelope &event)
{
    if (event.type.startsWith("call."_L1))
        return;
    const QString topic = event.topic();
    std::vector<Connection *> slow;
    for (const auto &[id, connection] : m_state->connections) {
        if (id == from || connection->isSlow || !connection->target->peerTopics().contains(topic))
            continue;
        const bool isFull = connection->target->isOverLimit();
        const Result<void> sent = isFull ? Result<void>() : connection->target->publish(event);
        // Other errors: the connection has ended.
        if (isFull || (!sent && sent.error().kind == ErrorKind::Limit))
            slow.push_back(connection.get());
    }
    const QString limit = limitText(*findLimit(u"hub.outBytes"), m_options.limits.hubOutBytes);
    for (Connection *const each : slow)
        dropSlow(*each,
            u"Client %1 does not read its events: more than %2 are waiting for it, the limit hub.outBytes."_s
                .arg(each->peer.address, limit));
}

//! Closes the connection of a client that does not read, before the events for it fill the memory.
void Hub::dropSlow(Connection &connection, const QString &why)
{
    if (std::exchange(connection.isSlow, true))
        return;
    say(LogLine::Level::Warning, QString(why + u" The hub closed the connection (1013)."_s));
    connection.target->closeWith(CloseCode::tryAgainLater, u"backpressure"_s);
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

#include "moc_hub.cpp"
