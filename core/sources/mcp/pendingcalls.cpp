// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/pendingcalls.h"

#include "core/base/limits.h"
#include "core/sources/mcp/jsonrpc.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// Enough to name late answers; an answer that is later still is called unknown.
constexpr size_t pastKept = 1024;

QByteArray keyOf(qint64 id)
{
    return "n" + QByteArray::number(id);
}

std::optional<qint64> numberOf(const Json &id)
{
    return id.isNumber() ? id.toInteger() : std::nullopt;
}

struct StopRelay {
    QPointer<PendingCalls> calls;
    qint64 id;
    // Queued, so that ending a call does not destroy the callback that is running.
    void operator()() const
    {
        QMetaObject::invokeMethod(
            calls.data(),
            [calls = calls, id = id] {
                if (calls)
                    calls->settle(id,
                        std::unexpected(
                            Error{ErrorKind::Cancelled, ErrorCode::aborted, u"Cancelled."_s, {}, {}}));
            },
            Qt::QueuedConnection);
    }
};

} // namespace

struct PendingCalls::Slot {
    Call call;
    QPromise<Result<Json>> promise;
    QTimer deadline;
    QElapsedTimer sinceOpen;
    std::optional<double> lastProgress;
    bool idleCounts = true; // whether the deadline that is armed is the idle one
    std::optional<std::stop_callback<StopRelay>> onStop;
};

PendingCalls::PendingCalls(QString sourceName, QObject *parent)
    : QObject(parent)
    , m_sourceName(std::move(sourceName))
{
}

PendingCalls::~PendingCalls()
{
    closeAll(Error{ErrorKind::Closed, u"connection.closed"_s,
        u"The connection to \"%1\" was closed."_s.arg(m_sourceName), {}, {}});
}

QFuture<Result<Json>> PendingCalls::open(qint64 id, Call call)
{
    auto slot = std::make_unique<Slot>();
    slot->promise.start();
    QFuture<Result<Json>> future = slot->promise.future();
    if (m_closed) {
        slot->promise.addResult(Result<Json>(std::unexpected(*m_closed)));
        slot->promise.finish();
        return future;
    }
    slot->call = std::move(call);
    slot->sinceOpen.start();
    slot->deadline.setSingleShot(true);
    connect(
        &slot->deadline, &QTimer::timeout, this, [this, id] { deadlinePassed(id); }, Qt::QueuedConnection);
    armDeadline(*slot);
    Slot &kept = *(m_slots[id] = std::move(slot));
    if (kept.call.cancellation.stop_possible())
        kept.onStop.emplace(kept.call.cancellation, StopRelay{this, id});
    return future;
}

void PendingCalls::armDeadline(Slot &slot)
{
    const auto left = slot.call.total - std::chrono::milliseconds(slot.sinceOpen.elapsed());
    slot.idleCounts = slot.call.idle < left;
    slot.deadline.start(std::max(std::chrono::milliseconds(0), std::min(slot.call.idle, left)));
}

void PendingCalls::deadlinePassed(qint64 id)
{
    const auto found = m_slots.find(id);
    if (found == m_slots.end()
        || found->second->deadline.isActive()) // progress came between the timer and this event
        return;
    const Slot &slot = *found->second;
    const LimitInfo *info = findLimit(slot.idleCounts ? u"request.timeout" : u"request.maxTotal");
    const auto waited = slot.idleCounts ? slot.call.idle : slot.call.total;
    const QString span = info ? limitText(*info, waited.count()) : u"%1 ms"_s.arg(waited.count());
    const QString said = slot.lastProgress && slot.idleCounts ? u"reported no progress for %1"_s.arg(span)
                                                              : u"did not answer within %1"_s.arg(span);
    Error error{ErrorKind::Timeout, ErrorCode::timeout,
        u"\"%1\" was asked %2 and %3. Raise limits.%4 to wait longer."_s.arg(m_sourceName, slot.call.method,
            said, slot.idleCounts ? u"request.timeout"_s : u"request.maxTotal"_s),
        {}, Json::object({{u"deadline"_s, Json::integer(waited.count())}})};
    end(id, std::unexpected(std::move(error)));
}

PendingCalls::Match PendingCalls::settle(const Json &id, Result<Json> outcome)
{
    if (const std::optional<qint64> number = numberOf(id); number && m_slots.contains(*number)) {
        end(*number, std::move(outcome));
        return Match::Settled;
    }
    return findPast(id) ? Match::Late : Match::Unknown;
}

PendingCalls::Match PendingCalls::settle(qint64 id, Result<Json> outcome)
{
    return settle(Json::integer(id), std::move(outcome));
}

void PendingCalls::end(qint64 id, Result<Json> outcome)
{
    const auto found = m_slots.find(id);
    if (found == m_slots.end())
        return;
    const std::unique_ptr<Slot> slot = std::move(found->second);
    m_slots.erase(found);
    slot->deadline.stop();
    slot->onStop.reset();
    m_past.push_back({keyOf(id), slot->call.method, slot->call.exchangeId});
    if (m_past.size() > pastKept)
        m_past.pop_front();
    const bool gaveUp = !outcome && slot->call.mayAbandon
        && (outcome.error().kind == ErrorKind::Cancelled || outcome.error().kind == ErrorKind::Timeout);
    const QString why = gaveUp
        ? (outcome.error().kind == ErrorKind::Timeout ? u"timeout"_s : u"cancelled by the user"_s)
        : QString();
    slot->promise.addResult(std::move(outcome));
    slot->promise.finish();
    if (gaveUp && !m_closed)
        Q_EMIT abandoned(id, slot->call.exchangeId, why);
}

PendingCalls::Match PendingCalls::progress(const Json &token, const Progress &progress)
{
    const std::optional<qint64> number = numberOf(token);
    const auto found = number ? m_slots.find(*number) : m_slots.end();
    if (found == m_slots.end())
        return findPast(token) ? Match::Late : Match::Unknown;
    Slot &slot = *found->second;
    const bool fell = slot.lastProgress && progress.value <= *slot.lastProgress;
    slot.lastProgress = progress.value;
    armDeadline(slot);
    const auto onProgress = slot.call.onProgress; // a copy: the callee may end the call
    const QString exchangeId = slot.call.exchangeId;
    if (onProgress)
        onProgress(progress);
    if (fell)
        Q_EMIT progressFell(*number, exchangeId);
    return Match::Settled;
}

void PendingCalls::closeAll(const Error &reason)
{
    m_closed = reason;
    while (!m_slots.empty())
        end(m_slots.begin()->first, std::unexpected(reason));
}

const PendingCalls::Call *PendingCalls::find(const Json &id) const
{
    const std::optional<qint64> number = numberOf(id);
    const auto found = number ? m_slots.find(*number) : m_slots.end();
    return found == m_slots.end() ? nullptr : &found->second->call;
}

const PendingCalls::Past *PendingCalls::findPast(const Json &id) const
{
    const QByteArray key = JsonRpc::idKey(id);
    const auto found =
        std::find_if(m_past.rbegin(), m_past.rend(), [&key](const Past &past) { return past.key == key; });
    return found == m_past.rend() ? nullptr : &*found;
}

std::optional<qint64> PendingCalls::only() const
{
    return m_slots.size() == 1 ? std::optional(m_slots.begin()->first) : std::nullopt;
}

} // namespace Workbench
