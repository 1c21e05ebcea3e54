// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/streamtake.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

Result<StreamEnd> streamEnd(const Arguments &arguments)
{
    StreamEnd end;
    bool isNumber = true;
    if (arguments.has(u"count"_s))
        end.count = arguments.value(u"count"_s).toLongLong(&isNumber);
    if (!isNumber || end.count < 0 || (arguments.has(u"count"_s) && end.count == 0))
        return wrongUsage(u"--count needs a number above 0"_s);
    const auto time = durationFromText(arguments.value(u"for"_s, u"0"_s));
    if (!time)
        return std::unexpected(time.error());
    if (arguments.has(u"for"_s) && time->count() == 0)
        return wrongUsage(u"--for needs a duration above 0"_s);
    end.time = *time;
    return end;
}

std::optional<Error> failureOf(const Subscription &subscription, const QString &end)
{
    const bool failed = end == endName(EndReason::Error) || end == endName(EndReason::Closed);
    return failed ? std::optional(subscription.endError()) : std::nullopt;
}

StreamTake::StreamTake(
    std::unique_ptr<Subscription> subscription, const StreamEnd &until, Interrupt &interrupt, Seen seen)
    : m_subscription(std::move(subscription))
    , m_until(until)
    , m_seen(std::move(seen))
{
    connect(m_subscription.get(), &Subscription::itemsChanged, this, &StreamTake::take);
    connect(m_subscription.get(), &Subscription::ended, this, &StreamTake::finished);
    connect(&interrupt, &Interrupt::interrupted, m_subscription.get(), &Subscription::cancel);
    if (interrupt.happened())
        m_subscription->cancel();
    if (until.time.count() == 0)
        return;
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_end.isEmpty())
            m_end = u"time"_s;
        m_subscription->cancel();
    });
    m_timer.start(until.time);
}

void StreamTake::take(qsizetype added)
{
    for (qsizetype i = std::max<qsizetype>(0, m_subscription->count() - added);
        i < m_subscription->count() && m_end.isEmpty(); ++i) {
        const StreamItem &item = m_subscription->at(i);
        if (!m_seen)
            m_events.append(fixtureEventOf(item));
        ++m_taken;
        if (m_seen && !m_seen(item))
            m_end = u"cancelled"_s;
        else if (m_taken == m_until.count)
            m_end = u"count"_s;
    }
    if (!m_end.isEmpty())
        m_subscription->cancel();
}

QString StreamTake::end() const
{
    return m_end.isEmpty() ? endName(m_subscription->endReason()) : m_end;
}

std::optional<Error> StreamTake::error() const
{
    const bool failed = m_end.isEmpty() && m_subscription->endReason() == EndReason::Error;
    return failed ? std::optional(m_subscription->endError()) : std::nullopt;
}

} // namespace Workbench::Cli

#include "moc_streamtake.cpp"
