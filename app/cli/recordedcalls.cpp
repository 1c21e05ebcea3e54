// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/recordedcalls.h"

#include "core/json/jsonparser.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

std::unexpected<Error> wrongLine(const QString &place, const QString &sentence)
{
    return wrongUsage(u"%1: %2; nothing was called"_s.arg(place, sentence));
}

Result<std::optional<StreamEnd>> untilOf(const Json &call, const QString &place)
{
    StreamEnd end;
    if (const Json count = call.member("count"_L1); !count.isAbsent()) {
        end.count = qsizetype(count.toInteger().value_or(0));
        if (end.count <= 0)
            return wrongLine(place, u"\"count\" needs a number above 0"_s);
    }
    if (const Json time = call.member("for"_L1); !time.isAbsent()) {
        const auto duration = durationFromText(time.toString());
        if (!duration || duration->count() == 0)
            return wrongLine(place, u"\"for\" needs a duration, for example \"10s\""_s);
        end.time = *duration;
    }
    return end.isBounded() ? std::optional(end) : std::nullopt;
}

} // namespace

QList<WantedCall> callsFromWords(
    const QStringList &words, const std::function<bool(const QString &word)> &isOperation)
{
    QList<WantedCall> calls;
    for (const QString &word : words) {
        if (calls.isEmpty() || !word.contains(u'=') || isOperation(word))
            calls.append({.operation = word});
        else
            calls.last().pairs.append(word);
    }
    return calls;
}

Result<QList<WantedCall>> callsFromLines(const QByteArray &text, const QString &name)
{
    static const QStringList members{u"operation"_s, u"input"_s, u"count"_s, u"for"_s};
    QList<WantedCall> calls;
    qsizetype number = 0;
    for (const QByteArray &line : text.split('\n')) {
        ++number;
        if (line.trimmed().isEmpty())
            continue;
        const QString place = u"%1, line %2"_s.arg(name, QString::number(number));
        const Result<Json> call = parseJson(line);
        if (!call)
            return wrongLine(place, call.error().message);
        const QString operation = call->member("operation"_L1).toString();
        if (!call->isObject() || operation.isEmpty())
            return wrongLine(place, u"expected a call such as {\"operation\": NAME, \"input\": …}"_s);
        for (const Json::Members::Entry &entry : call->members()) {
            if (!members.contains(entry.key()))
                return wrongLine(place, u"a call has no member \"%1\""_s.arg(entry.key()));
        }
        const Result<std::optional<StreamEnd>> until = untilOf(*call, place);
        if (!until)
            return std::unexpected(until.error());
        const Json input = call->member("input"_L1);
        calls.append({operation, {}, input.isAbsent() ? Json::emptyObject() : input, *until, place});
    }
    if (calls.isEmpty())
        return wrongLine(name, u"it contains no call"_s);
    return calls;
}

} // namespace Workbench::Cli
