// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/pendingcalls.h"

#include "core/base/advice.h"
#include "core/base/limits.h"
#include "core/base/randombytes.h"
#include "core/json/jsonbuilder.h"
#include "core/sources/mcp/mcpchannel.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QPointer>
#include <QtEndian>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// Enough to recognise late answers. An even later answer is reported as unknown.
constexpr size_t pastKept = 1024;
constexpr qsizetype remarksKept = 20; // about one call

std::optional<qint64> numberOf(const Json &id)
{
    return id.isNumber() ? id.toInteger() : std::nullopt;
}

struct StopRelay {
    QPointer<PendingCalls> calls;
    qint64 id;
    // Queued, so that the end of a call does not destroy the running callback.
    void operator()() const
    {
        QMetaObject::invokeMethod(
            calls.data(),
            [calls = calls, id = id] {
                if (calls)
                    calls->settle(id, std::unexpected(cancelledHere()));
            },
            Qt::QueuedConnection);
    }
};

} // namespace

struct PendingCalls::Slot {
    Call call;
    QPromise<Result<Json>> promise;
    QDeadlineTimer deadline;
    QElapsedTimer sinceOpen;
    McpNoise noise; // since the call was opened
    McpNoise ownNoise; // of it, what came on the stream of the answer
    std::optional<double> lastProgress;
    bool hasFallen = false; // a progress value was negative or did not rise
    int holds = 0; // above 0, the deadline is suspended
    QElapsedTimer sinceHold;
    std::chrono::nanoseconds held{0}; // in total; nanoseconds, because a peer may ask often and briefly
    bool idleCounts = true; // whether the deadline is the idle one
    std::optional<std::stop_callback<StopRelay>> onStop;

    //! Returns the time until the total deadline; 0 or less if it passed.
    std::chrono::milliseconds left() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            call.total + held - std::chrono::milliseconds(sinceOpen.elapsed()));
    }
};

PendingCalls::PendingCalls(QString sourceName, QObject *parent)
    : QObject(parent)
    , m_sourceName(std::move(sourceName))
    , m_nextId(drawnId())
{
    m_check.setSingleShot(true);
    // Queued, so that progress which arrived before the deadline counts.
    connect(&m_check, &QTimer::timeout, this, &PendingCalls::checkDeadlines, Qt::QueuedConnection);
}

PendingCalls::~PendingCalls()
{
    closeAll(Error{ErrorKind::Closed, u"connection.closed"_s,
        u"The connection to \"%1\" was lost."_s.arg(m_sourceName)});
}

qint64 PendingCalls::drawnId() const
{
    constexpr quint32 idBits = 0x7FFF'FFFF;
    for (;;) {
        std::array<uchar, 4> bytes{};
        fillRandom(bytes);
        const qint64 id = qFromLittleEndian<quint32>(bytes.data()) & idBits;
        if (id != 0 && !m_slots.contains(id) && !m_past.contains(id))
            return id;
    }
}

qint64 PendingCalls::takeId()
{
    const qint64 id = m_nextId;
    do
        m_nextId = drawnId();
    while (m_nextId == id);
    return id;
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
    armDeadline(*slot);
    Slot &kept = *(m_slots[id] = std::move(slot));
    if (kept.call.cancellation.stop_possible())
        kept.onStop.emplace(kept.call.cancellation, StopRelay{this, id});
    return future;
}

void PendingCalls::armDeadline(Slot &slot)
{
    if (slot.holds > 0)
        return;
    const auto left = slot.left();
    slot.idleCounts = slot.call.idle < left;
    slot.deadline.setRemainingTime(std::max(std::chrono::milliseconds(0), std::min(slot.call.idle, left)));
    watch(slot.deadline);
}

void PendingCalls::watch(const QDeadlineTimer &deadline)
{
    if (m_check.isActive() && m_checkAt <= deadline)
        return;
    m_checkAt = deadline;
    m_check.start(std::chrono::milliseconds(deadline.remainingTime()));
}

void PendingCalls::checkDeadlines()
{
    QList<qint64> passed;
    for (const auto &[id, slot] : m_slots) {
        if (slot->deadline.hasExpired())
            passed.append(id);
        else
            watch(slot->deadline);
    }
    for (const qint64 id : std::as_const(passed))
        deadlinePassed(id);
}

void PendingCalls::deadlinePassed(qint64 id)
{
    const auto found = m_slots.find(id);
    if (found == m_slots.end()) // the end of another call ended this one
        return;
    if (found->second->holds > 0) { // the time for asking the user is used up
        endHold(*found->second);
        return;
    }
    const Slot &slot = *found->second;
    const LimitInfo *info = findLimit(slot.idleCounts ? u"request.timeout" : u"request.maxTotal");
    const auto waited = slot.idleCounts ? slot.call.idle : slot.call.total;
    if (unconnected && info) {
        if (const std::optional<Error> error = unconnected(id, QString(info->key), waited))
            return end(id, std::unexpected(*error));
    }
    const QString span = info ? limitText(*info, waited.count()) : u"%1 ms"_s.arg(waited.count());
    const QString said = slot.lastProgress && slot.idleCounts ? u"reported no progress for %1"_s.arg(span)
                                                              : u"did not answer within %1"_s.arg(span);
    Error error{ErrorKind::Timeout, ErrorCode::timeout,
        u"\"%1\" was asked %2 and %3."_s.arg(m_sourceName, slot.call.method, said), {},
        Json::object({{u"deadline"_s, Json::integer(QDateTime::currentMSecsSinceEpoch())}})};
    if (const QString came = slot.noise.sentences(unfinished ? unfinished() : QByteArray());
        !came.isEmpty()) {
        error.message += u' ' + came;
        error.details = withMember(error.details, u"instead", Json::string(came));
    }
    if (const QString words = lastWords ? lastWords() : QString(); !words.isEmpty())
        error.detail = lastWordsHeading + u'\n' + words;
    if (info)
        error = advisingLimit(std::move(error), QString(info->key), waited.count());
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

void PendingCalls::heard(quint64 origin, const std::function<void(McpNoise &)> &add)
{
    const bool isOfOne = m_slots.contains(qint64(origin));
    for (const auto &[id, slot] : m_slots) {
        if (!isOfOne || id == qint64(origin))
            add(slot->noise);
        if (id == qint64(origin))
            add(slot->ownNoise);
    }
}

Error PendingCalls::withHeard(qint64 id, Error error) const
{
    const auto found = m_slots.find(id);
    // The stream of a standing call may end without an answer.
    if (found == m_slots.end() || found->second->call.isStanding)
        return error;
    const QString came = found->second->ownNoise.sentences({});
    if (came.isEmpty())
        return error;
    error.kind = ErrorKind::Protocol;
    error.message += u' ' + came;
    error.details = withMember(error.details, u"instead", Json::string(came));
    return error;
}

void PendingCalls::end(qint64 id, Result<Json> outcome)
{
    const auto found = m_slots.find(id);
    if (found == m_slots.end())
        return;
    const std::unique_ptr<Slot> slot = std::move(found->second);
    m_slots.erase(found);
    slot->onStop.reset();
    const bool isAnswered = outcome || outcome.error().kind == ErrorKind::Remote;
    m_past[id] = {
        slot->call.method, slot->call.exchangeId, isAnswered, slot->call.onLate, slot->lastProgress};
    m_pastOrder.push_back(id);
    if (m_pastOrder.size() > pastKept) {
        m_past.erase(m_pastOrder.front());
        m_pastOrder.pop_front();
    }
    const bool gaveUp = !outcome
        && (outcome.error().kind == ErrorKind::Cancelled || outcome.error().kind == ErrorKind::Timeout);
    const QString why = gaveUp && slot->call.mayAbandon
        ? (outcome.error().kind == ErrorKind::Timeout ? u"timeout"_s : u"the caller no longer waits"_s)
        : QString();
    slot->promise.addResult(std::move(outcome));
    slot->promise.finish();
    Q_EMIT ended(id);
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
    const double least = slot.lastProgress.value_or(0);
    const bool fell = slot.lastProgress ? progress.value <= least : progress.value < least;
    const bool isShown = progress.value >= least; // an equal value may carry a new message
    if (isShown)
        slot.lastProgress = progress.value;
    armDeadline(slot);
    const auto onProgress = slot.call.onProgress; // a copy: the callee may end the call
    const QString method = slot.call.method;
    const QString exchangeId = slot.call.exchangeId;
    const bool isNews = fell && !std::exchange(slot.hasFallen, true);
    if (onProgress && isShown)
        onProgress(progress);
    if (isNews)
        Q_EMIT progressFell(method, exchangeId);
    return Match::Settled;
}

QList<qint64> PendingCalls::hold(qint64 id)
{
    QList<qint64> held;
    for (const auto &[one, slot] : m_slots) {
        const bool isMeant = id == 0 ? !slot->call.isStanding : one == id;
        // If the deadline passed already, a hold would keep the timer from reporting it.
        if (!isMeant || slot->held >= slot->call.maxHeld || slot->left().count() <= 0)
            continue;
        held.append(one);
        if (++slot->holds == 1) {
            slot->sinceHold.start();
            slot->deadline.setRemainingTime(
                std::chrono::duration_cast<std::chrono::milliseconds>(slot->call.maxHeld - slot->held));
            watch(slot->deadline);
        }
    }
    return held;
}

void PendingCalls::release(const QList<qint64> &held)
{
    for (const qint64 id : held) {
        const auto found = m_slots.find(id);
        if (found == m_slots.end() || found->second->holds == 0) // the call used up its time for holds
            continue;
        if (--found->second->holds == 0)
            endHold(*found->second);
    }
}

void PendingCalls::endHold(Slot &slot)
{
    slot.holds = 0;
    slot.held += std::chrono::nanoseconds(slot.sinceHold.nsecsElapsed());
    armDeadline(slot);
}

void PendingCalls::closeAll(const Error &reason)
{
    m_closed = reason;
    failAll(reason);
}

void PendingCalls::failAll(const Error &reason)
{
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
    const std::optional<qint64> number = numberOf(id);
    const auto found = number ? m_past.find(*number) : m_past.end();
    return found == m_past.end() ? nullptr : &found->second;
}

std::function<void(const Json &)> PendingCalls::takeOnLate(const Json &id)
{
    const std::optional<qint64> number = numberOf(id);
    const auto found = number ? m_past.find(*number) : m_past.end();
    return found == m_past.end() || found->second.isAnswered ? nullptr
                                                             : std::exchange(found->second.onLate, nullptr);
}

std::optional<qint64> PendingCalls::only() const
{
    std::optional<qint64> one;
    for (const auto &[id, slot] : m_slots) {
        if (slot->call.isStanding)
            continue;
        if (one)
            return {};
        one = id;
    }
    return one;
}

PendingCalls::OnlyExchange PendingCalls::onlyExchange() const
{
    OnlyExchange only;
    for (const auto &[id, slot] : m_slots) {
        const QString &exchange = slot->call.exchangeId;
        if (slot->call.isStanding || exchange.isEmpty())
            continue;
        if (!only.id.isEmpty() && only.id != exchange)
            return {.id = {}, .areSeveral = true};
        only.id = exchange;
        if (!slot->call.isPoll)
            only.call = id;
    }
    return only;
}

void PendingCalls::remark(const QString &exchangeId, const QString &text)
{
    for (const auto &[id, slot] : m_slots) {
        const Call &call = slot->call;
        if (!exchangeId.isEmpty() && call.exchangeId == exchangeId && call.remarks)
            addRemark(*call.remarks, text);
    }
}

void PendingCalls::addRemark(QList<JsonRemark> &remarks, const QString &text)
{
    if (remarks.size() < remarksKept && !std::ranges::contains(remarks, text, &JsonRemark::message))
        remarks.append({{}, text});
}

} // namespace Workbench

#include "moc_pendingcalls.cpp"
