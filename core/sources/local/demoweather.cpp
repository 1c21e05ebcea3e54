// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/sources/local/demooperations_p.h"

#include <array>

namespace Workbench::Demo {

using namespace Qt::StringLiterals;

namespace {

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

//! One decimal, as a thermometer shows it.
Json rounded(double value)
{
    return Json::real(std::round(value * 10) / 10);
}

//! What a careless server would send: humidity is a string, the last forecast has no low, and one member
//! nobody declared.
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

} // namespace

OperationRegistry::Registration weatherNow()
{
    return {spec(u"weather.now"_s, OperationType::Query, u"Weather now"_s,
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

} // namespace Workbench::Demo
