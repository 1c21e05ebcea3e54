// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/limits.h"

#include <algorithm>
#include <array>
#include <limits>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct Unit {
    QLatin1StringView name;
    qint64 factor;
};

constexpr std::array byteUnits{Unit{"B"_L1, 1}, Unit{"KiB"_L1, 1LL << 10}, Unit{"MiB"_L1, 1LL << 20},
    Unit{"GiB"_L1, 1LL << 30}, Unit{"kB"_L1, 1'000}, Unit{"MB"_L1, 1'000'000}, Unit{"GB"_L1, 1'000'000'000}};
constexpr std::array timeUnits{
    Unit{"ms"_L1, 1}, Unit{"s"_L1, 1'000}, Unit{"min"_L1, 60'000}, Unit{"h"_L1, 3'600'000}};

//! For a time the maximum of a QTimer, 24 days. Counts are compared with numbers of type int.
constexpr qint64 largestNumber = std::numeric_limits<int>::max();

struct Order {
    QStringView lower;
    QStringView upper;
};

constexpr std::array orders{Order{u"request.timeout", u"request.maxTotal"},
    Order{u"reconnect.first", u"reconnect.cap"},
    Order{u"reconnect.serverRetryMin", u"reconnect.serverRetryMax"}};

Error usageError(const QString &message)
{
    return {ErrorKind::Usage, u"limit.value"_s, message};
}

QString examplesOf(LimitUnit unit)
{
    switch (unit) {
    case LimitUnit::Bytes: return u"a size such as 64MiB or 128KiB"_s;
    case LimitUnit::Milliseconds: return u"a time such as 30s, 500ms or 5min"_s;
    case LimitUnit::Count: break;
    }
    return u"a number such as 1000"_s;
}

//! Returns the factor from \a unit to the limit's own unit, or 0 if the limit does not accept \a unit.
qint64 factorOf(const LimitInfo &info, QStringView unit)
{
    const auto lookUp = [unit](const auto &units) {
        const auto found =
            std::ranges::find_if(units, [unit](const Unit &each) { return unit == each.name; });
        return found == units.end() ? 0 : found->factor;
    };
    switch (info.unit) {
    case LimitUnit::Bytes: return unit.isEmpty() ? 1 : lookUp(byteUnits);
    case LimitUnit::Milliseconds:
        return unit.isEmpty() ? qint64(info.key.endsWith("Ms"_L1)) : lookUp(timeUnits);
    case LimitUnit::Count: break;
    }
    return unit.isEmpty() ? 1 : 0;
}

bool maybeZero(const LimitInfo &info)
{
    return info.zeroMeansOff || info.key == "http.redirects"_L1 || info.key == "reconnect.tries"_L1;
}

QString inLargestUnit(qint64 value, std::initializer_list<Unit> largestFirst)
{
    for (const Unit &unit : largestFirst) {
        if (value >= unit.factor && value % unit.factor == 0)
            return u"%1 %2"_s.arg(value / unit.factor).arg(unit.name);
    }
    return u"%1 %2"_s.arg(value).arg(std::prev(largestFirst.end())->name);
}

} // namespace

const QList<LimitInfo> &limitTable()
{
    using enum LimitUnit;
    using L = Limits;
    static const QList<LimitInfo> table{
        {"stdio.messageBytes"_L1, &L::stdioMessageBytes, Bytes, false},
        {"http.bodyBytes"_L1, &L::httpBodyBytes, Bytes, false},
        {"http.wireBytes"_L1, &L::httpWireBytes, Bytes, false},
        {"http.decodeRatio"_L1, &L::httpDecodeRatio, Count, false},
        {"http.headerBytes"_L1, &L::httpHeaderBytes, Bytes, false},
        {"http.headerCount"_L1, &L::httpHeaderCount, Count, false},
        {"http.redirects"_L1, &L::httpRedirects, Count, false},
        {"http.errorBodyBytes"_L1, &L::httpErrorBodyBytes, Bytes, false},
        {"http.idleConnection"_L1, &L::httpIdleConnectionMs, Milliseconds, true},
        {"http.connectionsPerHost"_L1, &L::httpConnectionsPerHost, Count, false},
        {"sse.lineBytes"_L1, &L::sseLineBytes, Bytes, false},
        {"sse.eventBytes"_L1, &L::sseEventBytes, Bytes, false},
        {"sse.idBytes"_L1, &L::sseIdBytes, Bytes, false},
        {"ws.messageBytes"_L1, &L::wsMessageBytes, Bytes, false},
        {"ws.frameBytes"_L1, &L::wsFrameBytes, Bytes, false},
        {"ws.fragments"_L1, &L::wsFragments, Count, false},
        {"ws.handshake"_L1, &L::wsHandshakeMs, Milliseconds, false},
        {"ws.pingEvery"_L1, &L::wsPingEveryMs, Milliseconds, false},
        {"ws.pongWait"_L1, &L::wsPongWaitMs, Milliseconds, false},
        {"ws.closeWait"_L1, &L::wsCloseWaitMs, Milliseconds, false},
        {"hub.messageBytes"_L1, &L::hubMessageBytes, Bytes, false},
        {"hub.outBytes"_L1, &L::hubOutBytes, Bytes, false},
        {"hub.connections"_L1, &L::hubConnections, Count, false},
        {"hub.running"_L1, &L::hubRunning, Count, false},
        {"hub.operations"_L1, &L::hubOperations, Count, false},
        {"spoke.running"_L1, &L::spokeRunning, Count, false},
        {"spoke.perSecond"_L1, &L::spokePerSecond, Count, false},
        {"mock.connections"_L1, &L::mockConnections, Count, false},
        {"mock.headerTimeout"_L1, &L::mockHeaderTimeoutMs, Milliseconds, false},
        {"mock.bodyBytes"_L1, &L::mockBodyBytes, Bytes, false},
        {"fixture.files"_L1, &L::fixtureFiles, Count, false},
        {"fixture.inlineBytes"_L1, &L::fixtureInlineBytes, Bytes, false},
        {"fixture.differences"_L1, &L::fixtureDifferences, Count, false},
        {"fixture.parallel"_L1, &L::fixtureParallel, Count, false},
        {"doc.bytes"_L1, &L::docBytes, Bytes, false},
        {"doc.files"_L1, &L::docFiles, Count, false},
        {"doc.schemaNodes"_L1, &L::docSchemaNodes, Count, false},
        {"auth.callback"_L1, &L::authCallbackMs, Milliseconds, false},
        {"auth.tries"_L1, &L::authTries, Count, false},
        {"auth.answerBytes"_L1, &L::authAnswerBytes, Bytes, false},
        {"json.depth"_L1, &L::jsonDepth, Count, false},
        {"json.nodes"_L1, &L::jsonNodes, Count, false},
        {"yaml.depth"_L1, &L::yamlDepth, Count, false},
        {"yaml.aliasNodes"_L1, &L::yamlAliasNodes, Count, false},
        {"query.bytes"_L1, &L::queryBytes, Bytes, false},
        {"query.depth"_L1, &L::queryDepth, Count, false},
        {"query.steps"_L1, &L::querySteps, Count, false},
        {"query.results"_L1, &L::queryResults, Count, false},
        {"diff.steps"_L1, &L::diffSteps, Count, false},
        {"schema.bytes"_L1, &L::schemaBytes, Bytes, false},
        {"schema.depth"_L1, &L::schemaDepth, Count, false},
        {"schema.subschemas"_L1, &L::schemaSubschemas, Count, false},
        {"schema.compileMs"_L1, &L::schemaCompileMs, Milliseconds, false},
        {"schema.validateMs"_L1, &L::schemaValidateMs, Milliseconds, false},
        {"schema.steps"_L1, &L::schemaSteps, Count, false},
        {"regex.patternBytes"_L1, &L::regexPatternBytes, Bytes, false},
        {"regex.matchSteps"_L1, &L::regexMatchSteps, Count, false},
        {"regex.subjectBytes"_L1, &L::regexSubjectBytes, Bytes, false},
        {"list.pages"_L1, &L::listPages, Count, false},
        {"list.items"_L1, &L::listItems, Count, false},
        {"request.timeout"_L1, &L::requestTimeoutMs, Milliseconds, false},
        {"request.maxTotal"_L1, &L::requestMaxTotalMs, Milliseconds, false},
        {"connect.timeout"_L1, &L::connectTimeoutMs, Milliseconds, false},
        {"probe.timeout"_L1, &L::probeTimeoutMs, Milliseconds, false},
        {"stream.idle"_L1, &L::streamIdleMs, Milliseconds, true},
        {"subscription.idle"_L1, &L::subscriptionIdleMs, Milliseconds, true},
        {"reconnect.first"_L1, &L::reconnectFirstMs, Milliseconds, false},
        {"reconnect.cap"_L1, &L::reconnectCapMs, Milliseconds, false},
        {"reconnect.tries"_L1, &L::reconnectTries, Count, false},
        {"reconnect.serverRetryMin"_L1, &L::reconnectServerRetryMinMs, Milliseconds, false},
        {"reconnect.serverRetryMax"_L1, &L::reconnectServerRetryMaxMs, Milliseconds, false},
        {"reconnect.retryAfterMax"_L1, &L::reconnectRetryAfterMaxMs, Milliseconds, false},
        {"watch.files"_L1, &L::watchFiles, Count, false},
        {"child.stopStdin"_L1, &L::childStopStdinMs, Milliseconds, false},
        {"child.stopTerm"_L1, &L::childStopTermMs, Milliseconds, false},
        {"stderr.keepBytes"_L1, &L::stderrKeepBytes, Bytes, false},
        {"stderr.lineBytes"_L1, &L::stderrLineBytes, Bytes, false},
        {"queue.inMessages"_L1, &L::queueInMessages, Count, false},
        {"queue.inBytes"_L1, &L::queueInBytes, Bytes, false},
        {"queue.outBytes"_L1, &L::queueOutBytes, Bytes, false},
        {"server.pendingRequests"_L1, &L::serverPendingRequests, Count, false},
        {"server.answerWait"_L1, &L::serverAnswerWaitMs, Milliseconds, false},
        {"input.rounds"_L1, &L::inputRounds, Count, false},
        {"ui.eventsInMemory"_L1, &L::uiEventsInMemory, Count, false},
        {"ui.textBytes"_L1, &L::uiTextBytes, Bytes, false},
        {"record.bodyBytes"_L1, &L::recordBodyBytes, Bytes, false},
        {"exchange.frames"_L1, &L::exchangeFrames, Count, false},
        {"exchange.bytes"_L1, &L::exchangeBytes, Bytes, false},
        {"warnings.perResult"_L1, &L::warningsPerResult, Count, false},
        {"envelope.blockBytes"_L1, &L::envelopeBlockBytes, Bytes, false},
        {"envelope.textBytes"_L1, &L::envelopeTextBytes, Bytes, false},
        {"check.slow"_L1, &L::checkSlowMs, Milliseconds, false},
    };
    return table;
}

const LimitInfo *findLimit(QStringView key)
{
    constexpr QLatin1StringView prefix = "limits."_L1;
    if (key.startsWith(prefix))
        key = key.sliced(prefix.size());
    if (key == "doctor.slow"_L1) // the name in earlier versions
        key = u"check.slow";
    const QList<LimitInfo> &table = limitTable();
    const auto found = std::ranges::find_if(table, [key](const LimitInfo &info) { return key == info.key; });
    return found == table.end() ? nullptr : &*found;
}

Result<void> setLimit(Limits &limits, QStringView key, QStringView value)
{
    const LimitInfo *const info = findLimit(key);
    if (!info)
        return std::unexpected(usageError(u"There is no limit named \"%1\"."_s.arg(key)));

    value = value.trimmed();
    const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    const qsizetype digits = std::ranges::find_if_not(value, isDigit) - value.begin();
    const QStringView unit = value.sliced(digits).trimmed();
    bool fits = false;
    const qint64 amount = value.first(digits).toLongLong(&fits);
    const bool isZero = fits && amount == 0;
    // Zero is the same in every unit.
    const qint64 factor = isZero && unit.isEmpty() ? 1 : factorOf(*info, unit);
    if (digits == 0 || factor == 0) {
        return std::unexpected(usageError(
            u"The limit %1 takes %2, not \"%3\"."_s.arg(info->key, examplesOf(info->unit), value)));
    }
    const qint64 largest =
        info->unit == LimitUnit::Bytes ? std::numeric_limits<qint64>::max() : largestNumber;
    if (!fits || amount > largest / factor)
        return std::unexpected(
            usageError(u"The value \"%1\" is too large for the limit %2."_s.arg(value, info->key)));
    if (isZero && !maybeZero(*info))
        return std::unexpected(usageError(u"The limit %1 cannot be switched off with 0."_s.arg(info->key)));
    limits.*info->value = amount * factor;
    return {};
}

Result<void> checkLimits(const Limits &limits)
{
    for (const Order &order : orders) {
        const LimitInfo &upper = *findLimit(order.upper);
        const LimitInfo &lower = *findLimit(order.lower);
        if (limits.*upper.value >= limits.*lower.value)
            continue;
        return std::unexpected(usageError(
            u"The limit %1 (%2) is below the limit %3 (%4). Raise the first or lower the second."_s.arg(
                upper.key, limitText(upper, limits.*upper.value), lower.key,
                limitText(lower, limits.*lower.value))));
    }
    return {};
}

QString limitText(const LimitInfo &info, qint64 value)
{
    if (value == 0 && info.zeroMeansOff)
        return u"off"_s;
    switch (info.unit) {
    case LimitUnit::Bytes:
        return inLargestUnit(value, {byteUnits[3], byteUnits[2], byteUnits[1], byteUnits[0]});
    case LimitUnit::Milliseconds:
        if (value == timeUnits[2].factor)
            return u"60 s"_s;
        return inLargestUnit(value, {timeUnits[3], timeUnits[2], timeUnits[1], timeUnits[0]});
    case LimitUnit::Count: break;
    }
    return QString::number(value);
}

Error limitError(const LimitInfo &info, const QString &whatHappened, qint64 limit)
{
    const QString amount = limitText(info, limit);
    QString message = whatHappened.trimmed();
    if (!message.isEmpty() && !message.endsWith(u'.'))
        message += u'.';
    if (!message.contains(amount))
        message += u" The limit is %1."_s.arg(amount);

    return {ErrorKind::Limit, "limit."_L1 + info.key, message, {},
        Json::object({{u"limit"_s, Json::string(QString(info.key))}, {u"value"_s, Json::integer(limit)}})};
}

Error limitError(const Limits &limits, QStringView key, const QString &whatHappened)
{
    const LimitInfo &info = *findLimit(key);
    const qint64 limit = limits.*info.value;
    return limitError(info, whatHappened.contains("%1"_L1) ? whatHappened.arg(limit) : whatHappened, limit);
}

} // namespace Workbench
