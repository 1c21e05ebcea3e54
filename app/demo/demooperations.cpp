// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demooperations.h"

#include "core/base/delay.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
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

//! The group of an operation is the first part of its name: "clock" for "clock.tick".
OperationSpec makeSpec(const QString &name, OperationType type, const QString &title,
    const QString &description, QByteArrayView inputSchema, QByteArrayView outputSchema)
{
    OperationSpec spec;
    spec.id = {u"demo"_s, name};
    spec.type = type;
    spec.title = title;
    spec.description = description;
    spec.inputSchema = jsonLiteral(inputSchema);
    spec.outputSchema = jsonLiteral(outputSchema);
    spec.group = name.section(u'.', 0, 0);
    return spec;
}

Json notes()
{
    return jsonLiteral(R"([
        {"id": 1, "title": "Tea", "text": "Green tea wants 80 degrees and three minutes.",
         "tags": ["kitchen"], "updatedAt": "2026-03-02T08:15:00Z", "pinned": true},
        {"id": 2, "title": "Bread", "text": "Starter in the evening, dough in the morning, oven at noon.",
         "tags": ["kitchen", "weekend"], "updatedAt": "2026-03-09T19:40:00Z", "pinned": false},
        {"id": 3, "title": "Bicycle", "text": "Front tyre holds 4.5 bar. The chain is worn at 0.75.",
         "tags": ["garage"], "updatedAt": "2026-03-11T17:05:00Z", "pinned": false},
        {"id": 4, "title": "Reading list", "text": "The Sea Around Us; Structure and Interpretation; tea ceremonies.",
         "tags": ["books", "weekend"], "updatedAt": "2026-04-01T21:30:00Z", "pinned": true},
        {"id": 5, "title": "Wifi of the cabin", "text": "The password is on the back of the clock.",
         "tags": ["travel"], "updatedAt": "2026-04-18T10:00:00Z", "pinned": false},
        {"id": 6, "title": "Tomatoes", "text": "Seed in March, outside after the ice saints.",
         "tags": ["garden"], "updatedAt": "2026-05-12T06:50:00Z", "pinned": false}
    ])");
}

bool hasTag(const Json &note, const QString &tag)
{
    for (const Json &item : note.member("tags"_L1).items()) {
        if (item.toString() == tag)
            return true;
    }
    return false;
}

Result<HandlerResult> find(const Json &input)
{
    const QString text = input.member("text"_L1).toString();
    const QString tag = input.member("tag"_L1).toString();
    const bool pinnedOnly = input.member("pinnedOnly"_L1).toBoolean();
    const qint64 limit = input.member("limit"_L1).toInteger().value_or(10);
    QList<Json> found;
    qint64 hits = 0;
    for (const Json &note : notes().items()) {
        const bool matches = note.member("title"_L1).toString().contains(text, Qt::CaseInsensitive)
            || note.member("text"_L1).toString().contains(text, Qt::CaseInsensitive);
        if (!matches || (!tag.isEmpty() && !hasTag(note, tag))
            || (pinnedOnly && !note.member("pinned"_L1).toBoolean()))
            continue;
        if (++hits <= limit)
            found.append(note);
    }
    return Json::object({{u"hits"_s, Json::integer(hits)}, {u"notes"_s, Json::array(found)}});
}

OperationRegistry::Registration findNotes()
{
    return {makeSpec(u"notes.find"_s, OperationType::Query, u"Find notes"_s,
                u"Finds notes whose title or text contains the words"_s, R"({
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "Part of the title or of the text; empty finds all", "examples": ["tea"]},
            "tag": {"type": "string", "enum": ["kitchen", "weekend", "garage", "books", "travel", "garden"]},
            "pinnedOnly": {"type": "boolean", "default": false, "description": "Only pinned notes"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}
        },
        "required": ["text"],
        "additionalProperties": false
    })",
                R"({
        "type": "object",
        "properties": {
            "hits": {"type": "integer", "minimum": 0},
            "notes": {"type": "array", "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "title": {"type": "string"},
                    "text": {"type": "string"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "updatedAt": {"type": "string", "format": "date-time"},
                    "pinned": {"type": "boolean"}
                },
                "required": ["id", "title", "text", "tags", "updatedAt", "pinned"]
            }}
        },
        "required": ["hits", "notes"]
    })"),
        immediate(find)};
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

OperationRegistry::Registration weatherNow()
{
    return {makeSpec(u"weather.now"_s, OperationType::Query, u"Weather now"_s,
                u"Invented weather whose result does not keep to its own output schema"_s, R"({
        "type": "object",
        "properties": {
            "location": {"type": "string", "enum": ["Chicago", "New York", "Los Angeles"]},
            "units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric"},
            "days": {"type": "integer", "minimum": 1, "maximum": 7, "default": 3},
            "hourly": {"type": "boolean", "default": false, "description": "Include hourly values"},
            "stations": {"type": "array", "items": {"type": "string", "title": "Station"}, "examples": [["KORD", "KMDW"]]}
        },
        "required": ["location"]
    })",
                R"({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "location": {"type": "string"},
            "observedAt": {"type": "string", "format": "date-time"},
            "conditions": {"type": "string"},
            "temperature": {"type": "number"},
            "humidity": {"type": "number", "description": "Relative humidity in percent"},
            "wind": {
                "type": "object",
                "properties": {"speed": {"type": "number"}, "direction": {"type": "string"}},
                "required": ["speed", "direction"]
            },
            "forecast": {"type": "array", "items": {
                "type": "object",
                "properties": {
                    "day": {"type": "string", "format": "date"},
                    "high": {"type": "number"},
                    "low": {"type": "number"},
                    "alert": {"type": ["string", "null"]}
                },
                "required": ["day", "high", "low", "alert"]
            }},
            "station": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "network": {"type": "string"}, "considered": {"type": "integer"}},
                "required": ["id", "network", "considered"]
            },
            "hourly": {"anyOf": [
                {"type": "boolean"},
                {"type": "array", "items": {
                    "type": "object",
                    "properties": {"hour": {"type": "integer"}, "temperature": {"type": "number"}},
                    "required": ["hour", "temperature"]
                }}
            ]}
        },
        "required": ["location", "observedAt", "conditions", "temperature", "humidity", "wind", "forecast", "station", "hourly"]
    })"),
        immediate(report)};
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

OperationRegistry::Registration mathDivide()
{
    OperationSpec spec = makeSpec(u"math.divide"_s, OperationType::Query, u"Divide"_s,
        u"Divides two numbers; a zero divisor fails with a declared error"_s, R"({
        "type": "object",
        "properties": {
            "dividend": {"type": "number", "default": 7},
            "divisor": {"type": "number", "default": 2}
        },
        "required": ["dividend", "divisor"]
    })",
        R"({"type": "object", "properties": {"quotient": {"type": "number"}}, "required": ["quotient"]})");
    spec.errorSchemas = {{u"DIVISION_BY_ZERO"_s, u"The divisor is zero"_s,
        jsonLiteral(R"({"type": "object", "properties": {"dividend": {"type": "number"}}})"), {}}};
    return {spec, immediate(divide)};
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

OperationRegistry::Registration slowReport()
{
    return {makeSpec(u"report.slow"_s, OperationType::Mutation, u"Write a report"_s,
                u"Runs slowly, reports its progress and can be cancelled"_s, R"({
        "type": "object",
        "properties": {
            "title": {"type": "string", "default": "Report"},
            "seconds": {"type": "number", "minimum": 0, "maximum": 600, "default": 5}
        }
    })",
                R"({
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "pages": {"type": "integer"},
            "finishedAt": {"type": "string", "format": "date-time"}
        },
        "required": ["title", "pages", "finishedAt"]
    })"),
        Handler(writeReport)};
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

OperationRegistry::Registration clockTick()
{
    return {makeSpec(u"clock.tick"_s, OperationType::Subscription, u"Tick"_s,
                u"Emits one tick per interval; now and then a tick does not match its schema"_s, R"({
        "type": "object",
        "properties": {
            "interval": {"type": "integer", "minimum": 0, "maximum": 86400000, "default": 1000,
                "description": "0: as fast as the ticks are taken"},
            "unit": {"type": "string", "enum": ["ms", "s", "min"], "default": "ms"},
            "count": {"type": "integer", "minimum": 0, "description": "Number of ticks; 0 or empty: until cancelled"}
        }
    })",
                R"({
        "type": "object",
        "properties": {
            "tick": {"type": "integer"},
            "at": {"type": "string", "format": "date-time"},
            "drift": {"type": "number", "description": "Deviation from the interval in milliseconds"}
        },
        "required": ["tick", "at"]
    })"),
        StreamHandler(ticks)};
}

} // namespace

QList<OperationRegistry::Registration> demoOperations()
{
    return {
        findNotes(),
        weatherNow(),
        mathDivide(),
        slowReport(),
        {makeSpec(u"clock.now"_s, OperationType::Query, u"Now"_s, u"The time of this program's clock"_s,
             R"({"type": "object", "properties": {}})",
             R"({"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}, "required": ["at"]})"),
            immediate(clockNow)},
        clockTick(),
    };
}

} // namespace Workbench
