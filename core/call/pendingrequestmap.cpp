// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/call/pendingrequestmap.h"

#include "core/call/callstream_p.h"
#include "core/call/pendingentry_p.h"

#include <QDateTime>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Error connectionClosed(const QString &why)
{
    return {ErrorKind::Closed, ErrorCode::executionError, u"connection closed"_s, why,
        Json::object({{u"retryable"_s, Json::boolean(true)}})};
}

} // namespace

PendingRequestMap::PendingRequestMap(EventTarget *target, Options options, QObject *parent)
    : QObject(parent)
    , m_target(target)
    , m_options(std::move(options))
    , m_deadlines([this](const QString &id) { timerFired(id); })
{
    connect(target, &EventTarget::stateChanged, this, [this](EventTarget::State state) {
        for (const auto &[id, entry] : m_entries)
            entry->hasStarted = entry->hasStarted || state == EventTarget::State::Open;
    });
    for (const QLatin1StringView type :
        {CallEventMap::responded, CallEventMap::failed, CallEventMap::completed, CallEventMap::aborted}) {
        // What is received is looked at by type below; the listener makes a remote peer send it.
        if (const Result<quint64> listener = target->addListener(topicOf(type), {}))
            m_listeners.append(*listener);
    }
    connect(target, &EventTarget::received, this, &PendingRequestMap::receive);
    connect(target, &EventTarget::closed, this, &PendingRequestMap::closeAll);
    connect(target, &QObject::destroyed, this, [this] { closeAll(connectionClosed({})); });
}

PendingRequestMap::~PendingRequestMap()
{
    closeAll(connectionClosed({}));
    EventTarget *target = m_target.data();
    for (const quint64 listener : std::as_const(m_listeners)) {
        if (target)
            target->removeListener(listener);
    }
}

QFuture<Result<CallOutput>> PendingRequestMap::call(CallRequest request)
{
    auto entry = std::make_unique<Entry>();
    entry->state = PendingState::Call;
    entry->promise.start();
    QFuture<Result<CallOutput>> future = entry->promise.future();
    if (request.context.requestId.isEmpty())
        request.context.requestId = newRequestId();
    const QString id = request.context.requestId;
    const std::stop_token cancellation = request.context.cancellation;
    // An entry that could not be opened is settled by open().
    if (open(std::move(entry), std::move(request))) {
        if (const auto found = m_entries.find(id); found != m_entries.end() && cancellation.stop_possible())
            found->second->onStop.emplace(cancellation, Entry::StopRelay{this, id});
    }
    return future;
}

std::unique_ptr<ItemStream> PendingRequestMap::subscribe(CallRequest request)
{
    return std::make_unique<CallStream>(this, std::move(request));
}

Result<void> PendingRequestMap::openStream(CallStream *stream, const CallRequest &request)
{
    auto entry = std::make_unique<Entry>();
    entry->state = PendingState::Stream;
    entry->stream = stream;
    return open(std::move(entry), request);
}

Result<void> PendingRequestMap::open(std::unique_ptr<Entry> entry, CallRequest request)
{
    const CallContext &context = request.context;
    const QString id = context.requestId;
    entry->requestId = id;
    entry->parentId = context.parentRequestId;
    entry->exchangeId = context.exchangeId;
    entry->operationId = request.operationId;
    entry->isSingle = request.isSingle;
    entry->showsHeartbeats = request.showsHeartbeats;
    const auto refuse = [&entry](const Error &error) {
        entry->resolve(std::unexpected(error));
        return std::unexpected(error);
    };
    EventTarget *target = m_target.data();
    if (m_closed || !target)
        return refuse(m_closed.value_or(connectionClosed({})));
    if (m_entries.contains(id)) {
        return refuse({ErrorKind::Usage, ErrorCode::executionError, u"Duplicate requestId"_s, {}, {}});
    }
    CallRequested event{id, request.operationId, request.input, context.parentRequestId, {}, {},
        context.identity, context.metadata, {}, {}};
    if (entry->state == PendingState::Call) {
        entry->deadline = request.deadline.value_or(0);
        event.deadline = request.deadline;
    } else if (request.idleTimeout) {
        entry->idle = *request.idleTimeout;
        event.idleTimeout = request.idleTimeout->count();
    }
    Entry &kept = *(m_entries[id] = std::move(entry));
    if (!kept.parentId.isEmpty())
        m_children.insert(kept.parentId, id);
    armTimer(kept);
    kept.hasStarted = target->state() == EventTarget::State::Open; // else it waits for the connection
    const Result<void> published = target->publish(CallEventMap::toEnvelope(event, {}, m_options.dialect));
    if (published)
        return {};
    m_deadlines.stop(id);
    const auto found = m_entries.find(id);
    const std::unique_ptr<Entry> failed = std::move(found->second);
    m_entries.erase(found);
    m_children.remove(failed->parentId, id);
    failed->resolve(std::unexpected(published.error()));
    return published;
}

Result<void> PendingRequestMap::respond(
    const QString &requestId, const Json &output, const QString &envelopeId)
{
    const Result<CallResponded> event = respondedWith(requestId, output);
    if (!event)
        return std::unexpected(event.error());
    EventTarget *target = m_target.data();
    if (!target)
        return std::unexpected(connectionClosed({}));
    return target->publish(CallEventMap::toEnvelope(*event, envelopeId));
}

bool PendingRequestMap::abort(const QString &requestId)
{
    if (!m_entries.contains(requestId))
        return false;
    step(requestId, PendingEvent::AbortedByUs);
    return true;
}

void PendingRequestMap::abortChildren(const QString &parentRequestId)
{
    const QStringList children = m_children.values(parentRequestId);
    for (const QString &child : children)
        step(child, PendingEvent::ParentEnded);
}

void PendingRequestMap::closeAll(const Error &reason)
{
    if (!m_closed)
        m_closed = connectionClosed(reason.message);
    while (!m_entries.empty()) {
        const QString id = m_entries.begin()->first;
        step(id, PendingEvent::ConnectionClosed);
    }
}

void PendingRequestMap::receive(const EventEnvelope &envelope)
{
    if (!CallEventMap::isCallType(envelope.type) || envelope.type == CallEventMap::requested)
        return;
    const Result<CallEvent> event = CallEventMap::fromEnvelope(envelope);
    if (!event) {
        ++m_orphans;
        Q_EMIT violated({CallViolation::Kind::Malformed, {}, envelope.type, {}, event.error().message});
        return;
    }
    const QString id = CallEventMap::requestIdOf(*event);
    if (const auto *responded = std::get_if<CallResponded>(&*event))
        receiveOutput(*responded);
    else if (const auto *failed = std::get_if<CallFailed>(&*event))
        step(id, PendingEvent::Failed, {errorOf(*failed), {}});
    else
        step(id,
            std::holds_alternative<CallAborted>(*event) ? PendingEvent::Aborted : PendingEvent::Completed);
}

//! An output that is missing is never taken for success with empty data.
void PendingRequestMap::receiveOutput(const CallResponded &event)
{
    const auto found = m_entries.find(event.requestId);
    const bool isOurs = found != m_entries.end();
    if (!event.output.isAbsent() || !isOurs) {
        step(event.requestId, PendingEvent::Responded, {{}, event.output});
        return;
    }
    const QString text = u"The peer answered without an output"_s;
    Q_EMIT violated({CallViolation::Kind::Malformed, event.requestId, QString(CallEventMap::responded),
        found->second->exchangeId, text});
    const auto again = m_entries.find(event.requestId);
    if (again != m_entries.end() && again->second->state == PendingState::Call) {
        step(event.requestId, PendingEvent::Failed,
            {{ErrorKind::Protocol, ErrorCode::executionError, text,
                 QString::fromUtf8(event.extra.toBytes().left(1024)), {}},
                {}});
    }
}

void PendingRequestMap::step(const QString &requestId, PendingEvent event, const What &what)
{
    const auto found = m_entries.find(requestId);
    const PendingState state = found == m_entries.end() ? PendingState::None : found->second->state;
    const bool hasStarted = found != m_entries.end() && found->second->hasStarted;
    const PendingStep next = pendingStep(state, event, m_options.abortPolicy, hasStarted);
    if (next.isOrphan) {
        static constexpr QLatin1StringView types[] = {
            CallEventMap::responded, CallEventMap::completed, CallEventMap::failed, CallEventMap::aborted};
        noteOrphan(requestId, types[size_t(event)]);
    }
    if (next.delivers)
        deliver(*found->second, what.output);
    if (next.end == PendingEnd::None)
        return;

    const std::unique_ptr<Entry> entry = std::move(found->second);
    m_entries.erase(found);
    m_children.remove(entry->parentId, entry->requestId);
    m_deadlines.stop(requestId);
    entry->onStop.reset();
    remember(*entry, next.end, next.tellsPeer);
    if (next.tellsPeer)
        publishAbort(entry->requestId);
    if (next.end != PendingEnd::Output && next.end != PendingEnd::Completed)
        abortChildren(entry->requestId);
    settle(*entry, next.end, what);
}

QString PendingRequestMap::exchangeIdOf(const QString &requestId) const
{
    const auto found = m_entries.find(requestId);
    return found != m_entries.end() ? found->second->exchangeId : m_past.value(requestId).exchangeId;
}

void PendingRequestMap::publishAbort(const QString &requestId)
{
    // A connection that does not take it is about to end, and then the peer cancels by itself (2.8).
    if (EventTarget *target = m_target.data())
        std::ignore =
            target->publish(CallEventMap::toEnvelope(CallAborted{requestId, {}}, {}, m_options.dialect));
}

void PendingRequestMap::setHolding(const CallStream *stream, bool holding)
{
    const bool wasHeld = !m_holding.isEmpty();
    if (holding)
        m_holding.insert(stream);
    else
        m_holding.remove(stream);
    EventTarget *target = m_target.data();
    if (target && wasHeld == m_holding.isEmpty())
        target->setReading(m_holding.isEmpty());
}

} // namespace Workbench
