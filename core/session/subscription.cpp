// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/subscription.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/session/subscription_p.h"

#include <QTimer>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

//! Returns the state and the word for the outcome in History.
std::pair<ExchangeRecord::State, QString> recordedEnd(EndReason reason, const Error &error)
{
    using State = ExchangeRecord::State;
    switch (reason) {
    case EndReason::Completed: return {State::Ok, u"completed"_s};
    case EndReason::Cancelled: return {State::Cancelled, u"cancelled"_s};
    case EndReason::Aborted: return {State::Failed, u"aborted"_s};
    case EndReason::Closed:
        return isDisconnect(error) ? std::pair(State::Cancelled, u"disconnected"_s)
                                   : std::pair(State::Failed, u"connection lost"_s);
    case EndReason::Error: break;
    }
    return {State::Failed, outcomeWord(error)};
}

} // namespace

Subscription::Subscription(OperationId operation)
    : d(std::make_shared<Private>())
    , m_operation(std::move(operation))
{
    d->q = this;
}

Subscription::~Subscription()
{
    d->q = nullptr;
    d->endNow(EndReason::Cancelled, {});
    d->collector.reset();
}

qsizetype Subscription::count() const
{
    return d->shown.count();
}

const StreamItem &Subscription::at(qsizetype index) const
{
    return d->shown.at(index);
}

void Subscription::setKeepLast(qsizetype items)
{
    d->keepLast = qMax<qsizetype>(1, items);
    m_dropped += quint64(d->held.trim(d->keepLast, d->maxBytes));
    d->freeGone();
    if (const qsizetype removed = d->shown.trim(d->keepLast, d->maxBytes); removed > 0) {
        m_dropped += quint64(removed);
        Q_EMIT itemsChanged(0, removed);
    }
}

void Subscription::clear()
{
    d->cleared = std::exchange(d->shown, {});
    d->cleared.append(d->held);
    Q_EMIT cleared();
}

void Subscription::restore()
{
    StreamRing all = std::exchange(d->cleared, {});
    const bool hasGap = all.count() > 0 && d->shown.count() > 0
        && all.at(all.count() - 1).sequence + 1 != d->shown.at(0).sequence;
    if (all.count() == 0 || hasGap)
        return; // the ring dropped newer items meanwhile, and its items must be consecutive
    all.append(d->shown);
    d->shown = std::move(all);
    if (d->shown.trim(d->keepLast, d->maxBytes) > 0)
        d->freeGone();
    Q_EMIT cleared();
}

void Subscription::setPaused(bool paused)
{
    if (std::exchange(m_paused, paused) != paused && !paused)
        d->scheduleFlush(true);
}

void Subscription::cancel()
{
    const auto keep = d;
    keep->endNow(EndReason::Cancelled, {});
}

//! Starts the flow from the event loop, so that nothing is announced before the caller could connect.
void Subscription::Private::start(Start what)
{
    begin(what.context);
    if (what.connection)
        what.connection->addCall(shared_from_this());
    QTimer::singleShot(0, q, [self = shared_from_this(), what = std::move(what)] {
        if (!self->end && what.registry)
            QCoro::connect(flow(self, what), what.registry.data(), [] { });
    });
}

Task<void> Subscription::Private::flow(std::shared_ptr<Private> self, Start what)
{
    if (what.connection && !what.connection->usableAdapter()) {
        const Result<void> usable = co_await what.connection->whenUsable();
        if (!usable)
            self->finish(EndReason::Error, usable.error());
    }
    if (what.connection && what.connection->isListStale(what.context)) {
        const QFuture<bool> listed = what.connection->whenListed(what.context.cancellation);
        co_await listed;
        what.context.awaitedListing = true; // a server that always announces changes blocks no stream
    }
    if (what.connection) {
        if (const std::optional<Error> refused = what.connection->refusal(what.id.name, what.context))
            self->finish(EndReason::Error, *refused);
    }
    const qint64 idleMs = what.connection ? what.connection->limits().subscriptionIdleMs : 0;
    if (idleMs > 0 && !what.context.timeout)
        what.context.timeout = std::chrono::milliseconds(idleMs);
    if (what.registry)
        co_await what.registry->prepare(what.id);
    if (self->end || !self->q || !what.registry)
        co_return;
    Result<std::unique_ptr<ItemStream>> stream = what.registry->subscribe(what.id, what.input, what.context);
    if (!stream) {
        self->finish(EndReason::Error, stream.error());
        co_return;
    }
    what.setup.schema = what.registry->outputSchema(what.id);
    if (!what.setup.schema)
        what.setup.schema = prepareSchema(Json());
    what.setup.exchangeId = self->record.id;
    self->collector =
        std::make_unique<StreamCollector>(*std::move(stream), std::move(what.setup), self->worker);
    QObject::connect(self->collector.get(), &StreamCollector::decoded, self->q,
        [&state = *self](const StreamItem &item) { state.take(item); });
    QObject::connect(self->collector.get(), &StreamCollector::ended, self->q,
        [&state = *self](EndReason reason, const Error &error) { state.finish(reason, error); });
    self->record.state = ExchangeRecord::State::Live;
    self->record.outcome = u"live"_s;
    self->note();
    if (self->collector)
        self->collector->start();
}

void Subscription::Private::take(const StreamItem &item)
{
    q->m_received = collector->received();
    record.warnings += attentionCount(item.outcome);
    held.append(item);
    if (const qsizetype removed = held.trim(keepLast, maxBytes); removed > 0) {
        q->m_dropped += quint64(removed);
        freeGone();
    }
    // A flood is announced in short parts, and before the ring has to drop any of its items.
    constexpr qsizetype announcedAtOnce = 1024;
    scheduleFlush(held.count() == announcedAtOnce);
}

//! Notes the end of the stream. Held items are announced before it. A peer that aborts gives no error, so the
//! error is made here.
void Subscription::Private::finish(EndReason reason, const Error &error)
{
    if (end)
        return;
    end.emplace(reason, exchanges ? exchanges->secrets().hidden(error) : error);
    if (reason == EndReason::Aborted && error.message.isEmpty()) {
        end->second = {ErrorKind::Remote, ErrorCode::aborted,
            u"\"%1\" aborted the subscription"_s.arg(visibleText(record.source, false, 100))};
    }
    scheduleFlush();
}

//! Ends the stream from our side: nothing more is decoded, and nothing is held back.
void Subscription::Private::endNow(EndReason reason, const Error &error)
{
    const auto self = shared_from_this();
    if (end && q && !q->m_paused)
        return; // the next flush announces the end
    if (!end) {
        end.emplace(reason, error);
        if (collector) {
            const qsizetype lost = collector->cancel();
            if (q) {
                q->m_received = collector->received();
                q->m_dropped += quint64(lost);
            }
        }
    }
    noteEnd();
    stop.request_stop();
    if (!q)
        return;
    q->m_paused = false;
    scheduleFlush(true);
}

void Subscription::Private::endWith(const Error &why)
{
    if (!end)
        endNow(EndReason::Closed, exchanges ? exchanges->secrets().hidden(why) : why);
}

void Subscription::Private::scheduleFlush(bool atOnce)
{
    constexpr qint64 intervalMs = 50;
    if (!q || (isFlushScheduled && !atOnce))
        return;
    isFlushScheduled = true;
    const qint64 wait = atOnce || !sinceFlush.isValid()
        ? 0
        : qBound<qint64>(0, intervalMs - sinceFlush.elapsed(), intervalMs);
    QTimer::singleShot(std::chrono::milliseconds(wait), q, [self = shared_from_this()] {
        if (self->isFlushScheduled)
            self->flush();
    });
}

void Subscription::Private::flush()
{
    isFlushScheduled = false;
    if (q->m_paused)
        return;
    const qsizetype before = shown.count();
    const qsizetype fresh = held.count();
    shown.append(held);
    const qsizetype removed = shown.trim(keepLast, maxBytes);
    if (removed > 0)
        freeGone();
    const qsizetype removedShown = qMin(removed, before);
    const qsizetype added = fresh - (removed - removedShown);
    q->m_dropped += quint64(removed);
    if (added > 0 || removedShown > 0) {
        sinceFlush.start();
        if (!end && (!sinceNoted.isValid() || sinceNoted.hasExpired(1000)))
            note();
        Q_EMIT q->itemsChanged(added, removedShown);
    }
    if (!q || !end || !q->m_live || q->m_paused)
        return;
    noteEnd();
    q->m_live = false;
    q->m_endReason = end->first;
    q->m_endError = end->second;
    Q_EMIT q->ended(end->first);
}

void Subscription::Private::freeGone()
{
    if (std::exchange(isFreeing, true))
        return;
    // An interval of 0 would be a posted event, and posted events come before all timers.
    QTimer::singleShot(std::chrono::milliseconds(1), q, [self = shared_from_this()] {
        self->isFreeing = false;
        const bool holds = self->held.freeSome();
        if (self->shown.freeSome() || holds)
            self->freeGone();
    });
}

//! Updates the record in History; called once a second for a live stream.
void Subscription::Private::note()
{
    if (!exchanges)
        return;
    sinceNoted.start();
    const quint64 received = collector ? collector->received() : 0;
    record.note = received == 1 ? u"1 event"_s : u"%1 events"_s.arg(received);
    updateRecord();
}

void Subscription::Private::noteEnd()
{
    if (record.durationMs >= 0)
        return;
    record.durationMs = clock.elapsed();
    std::tie(record.state, record.outcome) = recordedEnd(end->first, end->second);
    note();
    const bool isFailure = end->first != EndReason::Completed && end->first != EndReason::Cancelled;
    if (isFailure && exchanges && !end->second.message.isEmpty()) {
        record.note = messageOnOneLine(end->second);
        exchanges->update(record);
    }
}

} // namespace Workbench

#include "moc_subscription.cpp"
