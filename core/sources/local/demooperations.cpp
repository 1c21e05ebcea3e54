// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/call/delay.h"
#include "core/json/jsonparser.h"
#include "core/sources/local/clockstream.h"
#include "core/sources/local/demooperations_p.h"
#include "core/sources/local/localfactory.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace Demo {

static Task<Result<HandlerResult>> finished(Result<HandlerResult> result)
{
    co_return result;
}

Handler immediate(Result<HandlerResult> (*answer)(const Json &input))
{
    return [answer](const Json &input, const CallContext &) { return finished(answer(input)); };
}

OperationSpec spec(const QString &name, OperationType type, const QString &title, const QString &description,
    QByteArrayView inputSchema, QByteArrayView outputSchema)
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

} // namespace Demo

namespace {

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
    OperationSpec spec = Demo::spec(u"math.divide"_s, OperationType::Query, u"Divide"_s,
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
    return {spec, Demo::immediate(divide)};
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
                u"The report was cancelled at step %1 of %2"_s.arg(step).arg(steps), {}, {}});
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
    return {Demo::spec(u"report.slow"_s, OperationType::Mutation, u"Write a report"_s,
                u"Takes its time, tells its progress and can be cancelled"_s, R"({
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
    return {Demo::spec(u"clock.tick"_s, OperationType::Subscription, u"Tick"_s,
                u"Emits one tick per interval; now and then a tick does not keep to its schema"_s, R"({
        "type": "object",
        "properties": {
            "interval": {"type": "integer", "minimum": 0, "maximum": 86400000, "default": 1000,
                "description": "0: as fast as the ticks are taken"},
            "unit": {"type": "string", "enum": ["ms", "s", "min"], "default": "ms"},
            "count": {"type": "integer", "minimum": 0, "description": "How many ticks; 0 or nothing: until stopped"}
        }
    })",
                R"({
        "type": "object",
        "properties": {
            "tick": {"type": "integer"},
            "at": {"type": "string", "format": "date-time"},
            "drift": {"type": "number", "description": "Milliseconds beside the beat"}
        },
        "required": ["tick", "at"]
    })"),
        StreamHandler(ticks)};
}

} // namespace

QList<OperationRegistry::Registration> demoOperations()
{
    return {
        Demo::findNotes(),
        Demo::weatherNow(),
        mathDivide(),
        slowReport(),
        {Demo::spec(u"clock.now"_s, OperationType::Query, u"Now"_s, u"The time of this program's clock"_s,
             R"({"type": "object", "properties": {}})",
             R"({"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}, "required": ["at"]})"),
            Demo::immediate(clockNow)},
        clockTick(),
    };
}

} // namespace Workbench
