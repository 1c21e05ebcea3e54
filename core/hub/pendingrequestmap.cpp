// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/pendingrequestmap.h"

#include "core/base/visibletext.h"
#include "core/hub/callstream_p.h"
#include "core/json/jsonbuilder.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

struct PendingRequestMap::Entry {
    //! Aborts from the event loop, so that ending a call does not destroy the running callback.
    struct StopRelay {
        QPointer<PendingRequestMap> map;
        QString id;
        void operator()() const
        {
            QMetaObject::invokeMethod(
                map.data(),
                [map = map, id = id] {
                    if (map)
                        map->abort(id);
                },
                Qt::QueuedConnection);
        }
    };

    //! Settles a call. Does nothing for a stream, which CallStream::finish() ends.
    void resolve(const Result<CallOutput> &result)
    {
        if (state != PendingState::Call)
            return;
        promise.addResult(result);
        promise.finish();
    }

    PendingState state = PendingState::Call;
    QString requestId;
    QString parentId;
    QString exchangeId;
    QString operationId;
    bool isSingle = false;
    bool showsHeartbeats = false;
    bool notesRemarks = false;
    bool hasStarted = false; //!< the request was sent to the peer
    qint64 deadline = 0; //!< only for calls: milliseconds since the epoch; 0: no deadline
    std::chrono::milliseconds idle{0}; //!< only for streams; 0: no idle time
    QElapsedTimer sinceActivity;
    QString remark; //!< what was wrong with the last malformed event of this request; empty if there was none
    quint64 heardBefore = 0; //!< what the peer had sent besides answers when this request was opened
    QPromise<Result<CallOutput>> promise; //!< only for calls
    CallStream *stream = nullptr; //!< only for streams; the stream ends its entry before it is deleted
    std::optional<std::stop_callback<StopRelay>> onStop;
};

namespace {

Error connectionClosed(const QString &why)
{
    return {ErrorKind::Closed, ErrorCode::executionError, u"connection closed"_s, why,
        Json::object({{u"retryable"_s, Json::boolean(true)}})};
}

//! Returns the error for a caller in this process, with the reason for which the connection ended.
Error connectionClosedBecause(const Error &reason)
{
    Error error = connectionClosed(reason.detail);
    const bool isFaultOrLimit = reason.kind == ErrorKind::Protocol || reason.kind == ErrorKind::Limit
        || reason.kind == ErrorKind::Timeout || reason.kind == ErrorKind::Network;
    if (isFaultOrLimit)
        error.kind = reason.kind;
    if (!reason.code.isEmpty())
        error.code = reason.code;
    if (!reason.message.isEmpty())
        error.message = reason.message;
    if (reason.details.isObject()) // the limit that can be raised, or the content of a close frame
        error.details = withMember(reason.details, u"retryable", Json::boolean(true));
    return error;
}

// The number of ended requests whose late answers are recognised; an even later answer is reported as
// unknown.
constexpr size_t pastKept = 1024;

constexpr std::array answerTypes{
    CallEventMap::responded, CallEventMap::failed, CallEventMap::completed, CallEventMap::aborted};

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
    for (const QLatin1StringView type : answerTypes)
        target->addTopic(topicOf(type));
    connect(target, &EventTarget::received, this, &PendingRequestMap::receive);
    connect(target, &EventTarget::closed, this, &PendingRequestMap::closeAll);
    connect(target, &QObject::destroyed, this, [this] { closeAll(connectionClosed({})); });
}

PendingRequestMap::~PendingRequestMap()
{
    closeAll(connectionClosed({}));
    EventTarget *target = m_target.data();
    for (const QLatin1StringView type : answerTypes) {
        if (target)
            target->removeTopic(topicOf(type));
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
    entry->showsHeartbeats = context.showsHeartbeats;
    entry->heardBefore = m_heardCount;
    entry->notesRemarks = request.notesRemarks;
    const auto refuse = [&entry](const Error &error) {
        entry->resolve(std::unexpected(error));
        return std::unexpected(error);
    };
    EventTarget *target = m_target.data();
    if (m_closed || !target)
        return refuse(m_closed.value_or(connectionClosed({})));
    if (m_entries.contains(id)) {
        return refuse({ErrorKind::Usage, ErrorCode::executionError, u"Duplicate requestId"_s});
    }
    CallRequested event{id, request.operationId, request.input, context.parentRequestId, {}, {},
        context.identity, context.metadata, {}, {}};
    if (entry->state == PendingState::Call) {
        entry->deadline = request.deadline.value_or(0);
        event.deadline = request.deadline;
    } else if (request.idleTimeout) {
        entry->idle = *request.idleTimeout;
        event.idleTimeout = request.idleTimeout->count();
    } else {
        event.idleTimeout = context.idleTimeout; // the caller over a hub enforces it
    }
    Entry &kept = *(m_entries[id] = std::move(entry));
    if (!kept.parentId.isEmpty())
        m_children.insert(kept.parentId, id);
    armTimer(kept);
    kept.hasStarted = target->state() == EventTarget::State::Open; // otherwise it waits for the connection
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
    Q_EMIT parentEnded(parentRequestId);
}

void PendingRequestMap::closeAll(const Error &reason)
{
    if (!m_closed) {
        m_closed =
            m_options.peerName.isEmpty() ? connectionClosed(reason.message) : connectionClosedBecause(reason);
        if (m_options.peerName.isEmpty() && m_options.lossInWords)
            m_closed->message = m_options.lossInWords(reason);
    }
    while (!m_entries.empty()) {
        const QString id = m_entries.begin()->first;
        step(id, PendingEvent::ConnectionClosed);
    }
}

void PendingRequestMap::heard(const QString &text)
{
    ++m_heardCount;
    m_heard = text;
}

void PendingRequestMap::receive(const EventEnvelope &envelope)
{
    if (envelope.type.startsWith("call."_L1) && !CallEventMap::isCallType(envelope.type))
        heard(u"it sent an event of the unknown type \"%1\""_s.arg(visibleText(envelope.type, false, 64)));
    if (!CallEventMap::isCallType(envelope.type) || envelope.type == CallEventMap::requested)
        return;
    const Result<CallEvent> event = CallEventMap::fromEnvelope(envelope);
    if (!event) {
        const QString text = event.error().message;
        if (const auto named = m_entries.find(envelope.id); named != m_entries.end())
            named->second->remark = text;
        heard(text);
        Q_EMIT violated(
            {CallViolation::Kind::Malformed, envelope.id, envelope.type, exchangeIdOf(envelope.id), text});
        return;
    }
    const QString id = CallEventMap::requestIdOf(*event);
    if (const auto *responded = std::get_if<CallResponded>(&*event))
        receiveOutput(*responded, envelope.remarks);
    else if (const auto *failed = std::get_if<CallFailed>(&*event))
        step(id, PendingEvent::Failed, {failureIn(*failed), {}, {}});
    else
        step(id,
            std::holds_alternative<CallAborted>(*event) ? PendingEvent::Aborted : PendingEvent::Completed);
}

//! Returns the error in \a event. The peer enforces the deadline of a call too, and may report it before our
//! timer fires; then the error is that of our timer. Any other TIMEOUT is an answer of the operation.
Error PendingRequestMap::failureIn(const CallFailed &event) const
{
    Error error = errorOf(event);
    const auto found = m_entries.find(event.requestId);
    const qint64 deadline = found == m_entries.end() ? 0 : found->second->deadline;
    if (m_options.peerName.isEmpty() || deadline == 0 || error.code != ErrorCode::timeout)
        return error;
    const bool isOurs = error.details.member("deadline"_L1).toInteger() == deadline
        || QDateTime::currentMSecsSinceEpoch() >= deadline;
    if (isOurs) {
        error.kind = ErrorKind::Timeout;
        error.message += u" (%1 reported the deadline)"_s.arg(peerInWords());
        error.details = Json::object({{u"deadline"_s, Json::integer(deadline)}});
    }
    return error;
}

//! Handles a response. A missing output never counts as success with empty data.
void PendingRequestMap::receiveOutput(const CallResponded &event, const QStringList &remarks)
{
    const auto found = m_entries.find(event.requestId);
    const bool isOurs = found != m_entries.end();
    if (!event.output.isAbsent() || !isOurs) {
        step(event.requestId, PendingEvent::Responded, {{}, event.output, remarks});
        return;
    }
    const QString text = m_options.peerName.isEmpty()
        ? u"The peer answered without an output"_s
        : u"\"%1\" answered without an output"_s.arg(visibleText(m_options.peerName, false, 100));
    found->second->remark = text;
    Q_EMIT violated({CallViolation::Kind::Malformed, event.requestId, QString(CallEventMap::responded),
        found->second->exchangeId, text});
    const auto again = m_entries.find(event.requestId);
    if (again != m_entries.end() && again->second->state == PendingState::Call) {
        step(event.requestId, PendingEvent::Failed,
            {{ErrorKind::Protocol, u"hub.noOutput"_s, text,
                 QString::fromUtf8(event.extra.toBytes().left(1024))},
                {}, {}});
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
        deliver(*found->second, what);
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
    // If publishing fails, the connection is about to end, and then the peer cancels the request itself
    // (core/hub/README.md 2.8).
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
    if (wasHeld && m_holding.isEmpty()) {
        for (const auto &[id, entry] : m_entries)
            entry->sinceActivity.start(); // nothing was read, so nothing can have arrived
    }
    EventTarget *target = m_target.data();
    if (target && wasHeld == m_holding.isEmpty())
        target->setReading(m_holding.isEmpty());
}

HandlerResult handlerResultOf(const CallOutput &output)
{
    if (isResponseEnvelope(output.output) && !output.isLegacy)
        return output.output;
    return output.envelope;
}

HandlerResult describedResultOf(const CallOutput &output)
{
    if (output.remarks.isEmpty())
        return handlerResultOf(output);
    DescribedEnvelope described{output.envelope, nullptr};
    for (const QString &remark : output.remarks)
        described.notes.append({"received.json"_L1, Diagnosis::Severity::Info, remark});
    return described;
}

QString PendingRequestMap::peerInWords() const
{
    if (!m_options.peerName.isEmpty())
        return u'"' + visibleText(m_options.peerName, false, 100) + u'"';
    return m_options.peerInWords ? m_options.peerInWords() : u"the peer"_s;
}

void PendingRequestMap::armTimer(Entry &entry)
{
    const bool isCall = entry.state == PendingState::Call;
    if (isCall ? entry.deadline == 0 : entry.idle.count() <= 0)
        return;
    entry.sinceActivity.start();
    m_deadlines.start(entry.requestId,
        std::chrono::milliseconds(
            isCall ? entry.deadline - QDateTime::currentMSecsSinceEpoch() : entry.idle.count()));
}

//! Checks the time of the last item when the idle timer fires, because items do not restart the timer. A
//! deadline is due: the clock of the system is not read again, because it may have been set back.
void PendingRequestMap::timerFired(const QString &requestId)
{
    const auto found = m_entries.find(requestId);
    if (found == m_entries.end())
        return;
    // While the connection is not read, because the queue of a stream is full, no stream gets an item.
    if (found->second->state == PendingState::Stream && !m_holding.isEmpty()) {
        m_deadlines.start(requestId, found->second->idle);
        return;
    }
    Entry &entry = *found->second;
    const qint64 left =
        entry.state == PendingState::Call ? 0 : entry.idle.count() - entry.sinceActivity.elapsed();
    if (left > 0)
        m_deadlines.start(requestId, std::chrono::milliseconds(left));
    else
        step(requestId, PendingEvent::Timer);
}

void PendingRequestMap::deliver(Entry &entry, const What &what)
{
    const Json &output = what.output;
    const QStringList remarks = entry.notesRemarks ? what.remarks : QStringList();
    entry.sinceActivity.start();
    entry.heardBefore = m_heardCount; // what came before an item does not explain a later silence
    entry.remark.clear();
    if (!entry.showsHeartbeats && isHeartbeat(output))
        return;
    const QString id = entry.requestId;
    const bool isSingle = entry.isSingle;
    CallStream *stream = entry.stream;
    if (remarks.isEmpty() && isResponseEnvelope(output)) {
        stream->take(output);
    } else {
        CallOutput read = readOutput(output, entry.operationId);
        read.remarks = remarks;
        if (read.isLegacy && !std::exchange(m_saidLegacy, true)) {
            Q_EMIT violated({CallViolation::Kind::Legacy, id, QString(CallEventMap::responded),
                entry.exchangeId, u"The peer sends outputs that are not envelopes; they are wrapped"_s});
        }
        if (m_entries.contains(id))
            stream->take(describedResultOf(read));
    }
    if (isSingle && m_entries.contains(id))
        step(id, PendingEvent::Completed);
}

void PendingRequestMap::settle(Entry &entry, PendingEnd end, const What &what)
{
    // The caller of a hub knows only its own id, which the forwarded request names as its parent.
    const bool isForwarded = m_options.peerName.isEmpty() && !entry.parentId.isEmpty();
    const QString &id = isForwarded ? entry.parentId : entry.requestId;
    const bool isCall = entry.state == PendingState::Call;
    const auto byPeer = [this](const QString &words) {
        return m_options.peerName.isEmpty() ? QString() : words.arg(peerInWords());
    };
    Error error;
    switch (end) {
    case PendingEnd::None: return;
    case PendingEnd::Output: {
        CallOutput output = readOutput(what.output, entry.operationId);
        if (output.isLegacy && !std::exchange(m_saidLegacy, true)) {
            Q_EMIT violated({CallViolation::Kind::Legacy, entry.requestId, QString(CallEventMap::responded),
                entry.exchangeId, u"The peer sends outputs that are not envelopes; they are wrapped"_s});
        }
        output.remarks = what.remarks;
        entry.resolve(std::move(output));
        return;
    }
    case PendingEnd::PeerError:
        error = what.error;
        // The message tells it from our own timeouts, which have the same code.
        if (error.code == ErrorCode::timeout && error.kind == ErrorKind::Remote)
            error.message.prepend(byPeer(u"%1 ended the request: "_s));
        break;
    case PendingEnd::Aborted:
        error = {
            ErrorKind::Remote, ErrorCode::aborted, u"Request %1 was aborted by %2"_s.arg(id, peerInWords())};
        break;
    case PendingEnd::NoResponse:
        error = {ErrorKind::Remote, ErrorCode::aborted,
            QString(u"Request %1 completed without response"_s.arg(id) + byPeer(u": %1 ended it"_s))};
        break;
    case PendingEnd::TimedOut:
        // The message tells this timeout from a call.error of the peer with the same code.
        error = isCall
            ? Error{ErrorKind::Timeout, ErrorCode::timeout,
                  u"Request %1 timed out: %2 did not answer before the deadline"_s.arg(id, peerInWords()), {},
                  Json::object({{u"deadline"_s, Json::integer(entry.deadline)}})}
            : Error{ErrorKind::Timeout, ErrorCode::timeout,
                  QString(u"Subscription %1 timed out (idle after %2ms)"_s.arg(id).arg(entry.idle.count())
                      + byPeer(u": %1 sent no item"_s)),
                  {}, Json::object({{u"idleTimeout"_s, Json::integer(entry.idle.count())}})};
        break;
    case PendingEnd::Completed: break;
    case PendingEnd::Cancelled:
        error = {ErrorKind::Cancelled, ErrorCode::aborted, u"Request %1 was aborted"_s.arg(id)};
        break;
    case PendingEnd::TooSlow:
        error = {ErrorKind::Limit, ErrorCode::executionError, u"subscriber too slow"_s};
        break;
    case PendingEnd::Closed: error = m_closed.value_or(Error{}); break;
    }
    const QString instead = !entry.remark.isEmpty() ? entry.remark
        : entry.heardBefore != m_heardCount         ? m_heard
                                                    : QString();
    if (end == PendingEnd::TimedOut && !instead.isEmpty()) {
        error.message += u". Something else came instead: %1"_s.arg(instead);
        error.details = withMember(error.details, u"instead", Json::string(instead));
    }
    if (isCall) {
        entry.resolve(std::unexpected(error));
        return;
    }
    switch (end) {
    case PendingEnd::Completed: entry.stream->finish(EndReason::Completed); break;
    case PendingEnd::Cancelled: entry.stream->finish(EndReason::Cancelled); break;
    case PendingEnd::Aborted: entry.stream->finish(EndReason::Aborted); break;
    case PendingEnd::Closed: entry.stream->finish(EndReason::Closed, error); break;
    default: entry.stream->finish(EndReason::Error, error); break;
    }
}

void PendingRequestMap::remember(const Entry &entry, PendingEnd end, bool wasTold)
{
    if (!m_past.contains(entry.requestId))
        m_pastOrder.push_back(entry.requestId);
    m_past.insert(entry.requestId, {entry.state, end, entry.exchangeId, wasTold});
    if (m_pastOrder.size() > pastKept) {
        m_past.remove(m_pastOrder.front());
        m_pastOrder.pop_front();
    }
}

//! Reports an event that belongs to no pending request; it has no other effect.
//! \source core/hub/README.md 2.2 "none", 2.5 "Consequences"
void PendingRequestMap::noteOrphan(const QString &requestId, QLatin1StringView type)
{
    using enum CallViolation::Kind;
    CallViolation violation{Unknown, requestId, QString(type), {}, {}};
    const auto past = m_past.find(requestId);
    if (past == m_past.end()) {
        if (type == CallEventMap::aborted)
            return; // it may be for a request that CallHandler runs
        violation.text = u"%1 names an unknown request"_s.arg(type);
        heard(violation.text);
        Q_EMIT violated(violation);
        return;
    }
    violation.exchangeId = past->exchangeId;
    violation.isExpected = past->end == PendingEnd::Cancelled || past->end == PendingEnd::TimedOut
        || past->end == PendingEnd::TooSlow;
    switch (past->end) {
    case PendingEnd::Output: violation.kind = Second; break;
    case PendingEnd::PeerError: violation.kind = AfterError; break;
    case PendingEnd::TimedOut: violation.kind = Late; break;
    case PendingEnd::Completed:
    case PendingEnd::NoResponse: violation.kind = AfterCompleted; break;
    default: violation.kind = AfterAbort; break;
    }
    const bool isStillStreaming =
        past->end == PendingEnd::Output && type == CallEventMap::responded && !past->wasTold;
    past->wasTold = past->wasTold || isStillStreaming;
    violation.text = isStillStreaming ? u"The peer answered a call again, so an abort was sent"_s
                                      : u"%1 came after the request had ended"_s.arg(type);
    if (isStillStreaming)
        publishAbort(requestId);
    Q_EMIT violated(violation);
}

} // namespace Workbench

#include "moc_pendingrequestmap.cpp"
