// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demooperations.h"

#include "app/demo/demotools.h"
#include "core/base/delay.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/operation/registry/itemstream.h"

#include <QDateTime>
#include <QTimer>

#include <array>
#include <functional>
#include <optional>
#include <stop_token>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns a handler that answers at once.
Handler immediate(Result<HandlerResult> (*answer)(const Json &input))
{
    return [answer](const Json &input, const CallContext &) { return settledTask(answer(input)); };
}

Result<HandlerResult> find(const Json &input)
{
    const QString text = input.member("text"_L1).toString();
    const QString tag = input.member("tag"_L1).toString();
    const bool pinnedOnly = input.member("pinnedOnly"_L1).toBoolean();
    const qint64 limit = input.member("limit"_L1).toInteger().value_or(10);
    QList<Json> found;
    qint64 hits = 0;
    for (const Json &note : demoJson(u"notes"_s).items()) {
        const bool matches = note.member("title"_L1).toString().contains(text, Qt::CaseInsensitive)
            || note.member("text"_L1).toString().contains(text, Qt::CaseInsensitive);
        if (!matches || (!tag.isEmpty() && !textsOf(note.member("tags"_L1)).contains(tag))
            || (pinnedOnly && !note.member("pinned"_L1).toBoolean()))
            continue;
        if (++hits <= limit)
            found.append(note);
    }
    return Json::object({{u"hits"_s, Json::integer(hits)}, {u"notes"_s, Json::array(found)}});
}

struct Place {
    QLatin1StringView name;
    QLatin1StringView station;
    QLatin1StringView conditions;
    double celsius;
    double windMetresPerSecond;
    QLatin1StringView windDirection;
};
constexpr std::array<Place, 3> places{{
    {"Chicago"_L1, "KORD"_L1, "Light rain / drizzle"_L1, 18.4, 5.1, "NNE"_L1},
    {"New York"_L1, "KNYC"_L1, "Cloudy"_L1, 21.2, 3.4, "S"_L1},
    {"Los Angeles"_L1, "KCQT"_L1, "Sunny / clear"_L1, 24.7, 2.2, "WSW"_L1},
}};

//! Rounds to one decimal, as a thermometer shows it.
Json rounded(double value)
{
    return Json::real(std::round(value * 10) / 10);
}

//! Returns a result that violates its schema, as a careless server would send it: humidity is a string, the
//! last forecast has no low, and one member is not declared.
Result<HandlerResult> report(const Json &input)
{
    const QString location = input.member("location"_L1).toString();
    const auto found =
        std::ranges::find_if(places, [&location](const Place &place) { return location == place.name; });
    const Place &place = found == places.end() ? places.front() : *found;
    const bool imperial = input.member("units"_L1).toString() == "imperial"_L1;
    const auto degrees = [imperial](
                             double celsius) { return rounded(imperial ? celsius * 9 / 5 + 32 : celsius); };
    const qint64 days = input.member("days"_L1).toInteger().value_or(3);
    const Json stations = input.member("stations"_L1);
    const QDate today(2026, 5, 18);

    JsonBuilder data;
    data.beginObject();
    data.add(u"location", QString(place.name));
    data.add(u"observedAt", u"2026-05-18T12:00:00Z");
    data.add(u"conditions", QString(place.conditions));
    data.add(u"temperature", degrees(place.celsius));
    data.add(u"humidity", u"82");
    data.key(u"wind").beginObject();
    data.add(u"speed", rounded(imperial ? place.windMetresPerSecond * 2.237 : place.windMetresPerSecond));
    data.add(u"direction", QString(place.windDirection)).endObject();
    data.key(u"forecast").beginArray();
    for (qint64 day = 1; day <= days; ++day) {
        data.beginObject();
        data.add(u"day", today.addDays(day).toString(Qt::ISODate));
        data.add(u"high", degrees(place.celsius + 2.6 - 0.7 * double(day - 1)));
        data.add(u"low", day == days ? Json::null() : degrees(place.celsius - 4.9 - 0.3 * double(day - 1)));
        data.add(u"alert", Json::null()).endObject();
    }
    data.endArray();
    data.key(u"station").beginObject();
    data.add(u"id", stations.size() > 0 ? stations.at(0).toString() : QString(place.station));
    data.add(u"network", u"ASOS");
    data.add(u"considered", Json::integer(std::max<qsizetype>(1, stations.size()))).endObject();
    if (input.member("hourly"_L1).toBoolean()) {
        data.key(u"hourly").beginArray();
        for (int hour = 0; hour < 24; ++hour) {
            const double swing = 4 * std::sin((hour - 9) * 3.14159265 / 12);
            data.beginObject()
                .add(u"hour", Json::integer(hour))
                .add(u"temperature", degrees(place.celsius + swing))
                .endObject();
        }
        data.endArray();
    } else {
        data.add(u"hourly", Json::boolean(false));
    }
    data.add(u"cacheKey", u"wx:2026-05-18T12");
    data.endObject();
    return data.take();
}

//! Emits numbered ticks. Every twelfth tick has its drift as a string, which violates the schema.
class ClockStream : public ItemStream {
public:
    //! Ends after \a count ticks; 0: never.
    ClockStream(std::chrono::milliseconds interval, qint64 count, std::stop_token cancellation);

    void start() override;
    void cancel() override;
    void setReading(bool reading) override;

private:
    void tick();
    void end(EndReason reason);

    QTimer m_timer;
    qint64 m_count;
    qint64 m_ticks = 0;
    bool m_ended = false;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
};

ClockStream::ClockStream(std::chrono::milliseconds interval, qint64 count, std::stop_token cancellation)
    : m_count(count)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, &ClockStream::tick);
    m_onStop.emplace(std::move(cancellation), [this] { cancel(); });
}

void ClockStream::start()
{
    if (!m_ended)
        m_timer.start();
}

void ClockStream::cancel()
{
    // Queued, because ended() must not be emitted inside the call of the caller that cancels.
    QMetaObject::invokeMethod(this, [this] { end(EndReason::Cancelled); }, Qt::QueuedConnection);
    m_timer.stop();
}

void ClockStream::setReading(bool reading)
{
    if (reading && !m_ended)
        m_timer.start();
    else
        m_timer.stop();
}

void ClockStream::tick()
{
    constexpr qint64 driftEvery = 12;
    constexpr qint64 firstDrift = 3;
    ++m_ticks;
    JsonBuilder data;
    data.beginObject();
    data.add(u"tick", Json::integer(m_ticks));
    data.add(u"at", QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs));
    if (m_ticks % driftEvery == firstDrift)
        data.add(u"drift", u"0.4"_s);
    data.endObject();
    const bool isLast = m_ticks == m_count;
    if (isLast)
        m_timer.stop();
    Q_EMIT item({data.take(), {}});
    if (isLast)
        end(EndReason::Completed);
}

void ClockStream::end(EndReason reason)
{
    if (m_ended)
        return;
    m_ended = true;
    m_timer.stop();
    Q_EMIT ended(reason, {});
}

Result<HandlerResult> divide(const Json &input)
{
    const double dividend = input.member("dividend"_L1).toDouble();
    const double divisor = input.member("divisor"_L1).toDouble();
    if (divisor == 0) {
        return std::unexpected(Error{ErrorKind::Remote, u"DIVISION_BY_ZERO"_s,
            u"DIVISION_BY_ZERO: %1 cannot be divided by 0"_s.arg(dividend), {},
            Json::object({{u"dividend"_s, input.member("dividend"_L1)}})});
    }
    return Json::object({{u"quotient"_s, Json::real(dividend / divisor)}});
}

Task<Result<HandlerResult>> writeReport(Json input, CallContext context)
{
    using namespace std::chrono;
    constexpr int steps = 20;
    const milliseconds total(qint64(input.member("seconds"_L1).toDouble(5) * 1000));
    const auto report = [&context](int done) {
        if (context.onProgress)
            context.onProgress({double(done), double(steps), u"step %1 of %2"_s.arg(done).arg(steps)});
    };
    report(0);
    for (int step = 1; step <= steps; ++step) {
        if (!co_await delay(total / steps, context.cancellation)) {
            co_return std::unexpected(Error{ErrorKind::Cancelled, QString(ErrorCode::aborted),
                u"The report was cancelled at step %1 of %2"_s.arg(step).arg(steps)});
        }
        report(step);
    }
    co_return Json::object({
        {u"title"_s, Json::string(input.member("title"_L1).toString(u"Report"_s))},
        {u"pages"_s, Json::integer(steps)},
        {u"finishedAt"_s, Json::string(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs))},
    });
}

Result<HandlerResult> clockNow(const Json &)
{
    return Json::object(
        {{u"at"_s, Json::string(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs))}});
}

Result<std::unique_ptr<ItemStream>> ticks(const Json &input, const CallContext &context)
{
    const QString unit = input.member("unit"_L1).toString(u"ms"_s);
    const qint64 factor = unit == "s"_L1 ? 1000 : unit == "min"_L1 ? 60'000 : 1;
    const qint64 interval =
        std::clamp<qint64>(input.member("interval"_L1).toInteger().value_or(1000), 0, 86'400'000);
    return std::make_unique<ClockStream>(
        std::chrono::milliseconds(std::min<qint64>(interval * factor, 86'400'000)),
        input.member("count"_L1).toInteger().value_or(0), context.cancellation);
}

} // namespace

QList<OperationRegistry::Registration> demoOperations()
{
    // In the order of resources/demo/operations.json.
    const AnyHandler handlers[] = {immediate(find), immediate(report), immediate(divide),
        Handler(writeReport), immediate(clockNow), StreamHandler(ticks)};
    QList<OperationRegistry::Registration> operations;
    const Json described = demoJson(u"operations"_s);
    Q_ASSERT(described.size() == qsizetype(std::size(handlers)));
    for (const AnyHandler &handler : handlers) {
        OperationSpec spec = operationSpecFromJson(described.at(operations.size())).value_or(OperationSpec());
        spec.group = spec.id.name.section(u'.', 0, 0); // "clock" for "clock.tick"
        operations.append({spec, handler});
    }
    return operations;
}

} // namespace Workbench
