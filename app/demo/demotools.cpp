// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demotools.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/mcp/envelopeforms.h"

#include <QByteArray>
#include <QDataStream>
#include <QDateTime>
#include <QFile>
#include <QtEndian>

#include <zlib.h>

#include <array>
#include <cmath>
#include <numbers>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int samplesPerSecond = 8000;
constexpr qsizetype toolsOnAPage = 8;

QByteArray bigEndian(quint32 value)
{
    QByteArray out(4, '\0');
    qToBigEndian(value, out.data());
    return out;
}

QByteArray chunk(const QByteArray &type, const QByteArray &content)
{
    const QByteArray body = type + content;
    // The CRC-32 of ISO 3309, which PNG uses. QtCore offers only CRC-16.
    const uLong crc = ::crc32(0, reinterpret_cast<const Bytef *>(body.constData()), uInt(body.size()));
    return bigEndian(quint32(content.size())) + body + bigEndian(quint32(crc));
}

//! Returns a PNG of a disc in \a rgb on a transparent square of \a side pixels (1 to 256).
QByteArray dotPng(std::array<quint8, 3> rgb, int side)
{
    QByteArray rows;
    const double centre = (side - 1) / 2.0;
    for (int y = 0; y < side; ++y) {
        rows.append('\0'); // no filter
        for (int x = 0; x < side; ++x) {
            const bool inside = std::hypot(x - centre, y - centre) <= side / 2.0;
            for (const quint8 part : rgb)
                rows.append(char(part));
            rows.append(inside ? '\xff' : '\0');
        }
    }
    const QByteArray header =
        bigEndian(quint32(side)) + bigEndian(quint32(side)) + QByteArray("\x08\x06\0\0\0", 5); // 8 bits, RGBA
    return QByteArray("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", header)
        + chunk("IDAT", qCompress(rows).sliced(4)) // without the length that Qt prepends
        + chunk("IEND", {});
}

//! Returns a WAV of a sine wave, 8 bits, 8000 samples a second, one channel.
QByteArray beepWav(int hertz, int milliseconds)
{
    QByteArray samples;
    const int count = samplesPerSecond * milliseconds / 1000;
    for (int i = 0; i < count; ++i)
        samples.append(char(
            quint8(128 + std::lround(96 * std::sin(2 * std::numbers::pi * hertz * i / samplesPerSecond)))));
    if (samples.size() % 2 != 0)
        samples.append('\x80'); // chunks must have an even length
    constexpr quint32 headBytes = 36; // bytes of the head after the length of RIFF
    QByteArray wav;
    QDataStream out(&wav, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    out.writeRawData("RIFF", 4);
    out << headBytes + quint32(samples.size());
    out.writeRawData("WAVEfmt ", 8);
    out << quint32(16) << quint16(1) << quint16(1) << quint32(samplesPerSecond) << quint32(samplesPerSecond)
        << quint16(1) << quint16(8); // PCM, mono
    out.writeRawData("data", 4);
    out << quint32(samples.size());
    return wav + samples;
}

Json textBlockOf(const Json &value)
{
    return textBlock(QString::fromUtf8(value.toBytes()));
}

Json resultOf(const QList<Json> &content, const Json &structured = {}, bool isError = false)
{
    return Json::object({{u"content"_s, Json::array(content)}, {u"structuredContent"_s, structured},
        {u"isError"_s, isError ? Json::boolean(true) : Json()}});
}

Json issueLink(qint64 id, const QString &title)
{
    return Json::object(
        {{u"type"_s, Json::string(u"resource_link")}, {u"uri"_s, Json::string(u"demo://issues/%1"_s.arg(id))},
            {u"name"_s, Json::string(u"issue-%1"_s.arg(id))}, {u"title"_s, Json::string(title)},
            {u"mimeType"_s, Json::string(u"application/json")}});
}

const Json &allIssues()
{
    static const Json issues = demoJson(u"issues"_s);
    return issues;
}

std::optional<qint64> integerOf(
    const Json &arguments, QLatin1StringView name, qint64 fallback, qint64 least, qint64 most)
{
    const Json value = arguments.member(name);
    if (value.isAbsent())
        return fallback;
    const std::optional<qint64> number = value.toInteger();
    return number && *number >= least && *number <= most ? number : std::nullopt;
}

// The values are invented, but equal for equal names.
int seedOf(const QString &city)
{
    int seed = 7;
    for (const QChar letter : city)
        seed = (seed * 31 + letter.toLower().unicode()) % 9973;
    return seed;
}

QString cityOf(const Json &arguments)
{
    return arguments.member("city"_L1).toString().trimmed();
}

Json getWeather(const Json &arguments)
{
    const QString city = cityOf(arguments);
    if (city.isEmpty())
        return failedResult(u"city: expected the name of a city."_s);
    const int seed = seedOf(city);
    const double celsius = (seed % 340) / 10.0 - 4;
    const bool imperial = arguments.member("units"_L1).toString() == "imperial"_L1;
    static const QStringList skies{
        u"clear"_s, u"partly cloudy"_s, u"overcast"_s, u"light rain"_s, u"windy"_s};
    const Json weather = Json::object({{u"city"_s, Json::string(city)},
        {u"temperature"_s,
            Json::numberFromText(QByteArray::number(imperial ? celsius * 9 / 5 + 32 : celsius, 'f', 1))},
        {u"conditions"_s, Json::string(skies.at(seed % skies.size()))},
        {u"humidity"_s, Json::integer(30 + seed % 60)}});
    return resultOf({textBlockOf(weather)}, weather);
}

Json getForecast(const Json &arguments)
{
    const QString city = cityOf(arguments);
    const std::optional<qint64> count = integerOf(arguments, "days"_L1, 3, 1, 7);
    if (city.isEmpty() || !count)
        return failedResult(u"Expected a city and 1 to 7 days."_s);
    QList<Json> days;
    for (qint64 day = 1; day <= *count; ++day) {
        const int low = int((seedOf(city) + day * 5) % 17);
        days.append(
            Json::object({{u"day"_s, Json::integer(day)}, {u"high"_s, Json::string(QString::number(low + 8))},
                {u"low"_s, Json::string(QString::number(low))}}));
    }
    const Json forecast = Json::object({{u"city"_s, Json::string(city)}, {u"days"_s, Json::array(days)}});
    return resultOf({textBlockOf(forecast)}, forecast);
}

Json base64Block(const QString &type, const QByteArray &bytes, const QString &mediaType)
{
    return Json::object(
        {{u"type"_s, Json::string(type)}, {u"data"_s, Json::string(QString::fromLatin1(bytes.toBase64()))},
            {u"mimeType"_s, Json::string(mediaType)}});
}

Json drawDot(const Json &arguments)
{
    const QString color = arguments.member("color"_L1).toString(u"#3b6fd4"_s);
    const std::optional<qint64> side = integerOf(arguments, "size"_L1, 32, 1, 256);
    const QByteArray parts =
        QByteArray::fromHex(color.sliced(std::min<qsizetype>(1, color.size())).toLatin1());
    if (color.size() != 7 || !color.startsWith(u'#') || parts.size() != 3 || !side)
        return failedResult(u"Expected a color such as #3b6fd4 and a size of 1 to 256."_s);
    const QByteArray png = dotPng({quint8(parts[0]), quint8(parts[1]), quint8(parts[2])}, int(*side));
    return resultOf({base64Block(u"image"_s, png, u"image/png"_s), textBlock(u"A dot in %1."_s.arg(color))});
}

Json beep(const Json &arguments)
{
    const std::optional<qint64> hertz = integerOf(arguments, "hertz"_L1, 440, 20, 3900);
    const std::optional<qint64> length = integerOf(arguments, "milliseconds"_L1, 200, 10, 2000);
    if (!hertz || !length)
        return failedResult(u"Expected 20 to 3900 hertz and 10 to 2000 milliseconds."_s);
    return resultOf({base64Block(u"audio"_s, beepWav(int(*hertz), int(*length)), u"audio/wav"_s)});
}

Json listLinks()
{
    QList<Json> content;
    for (const Json &issue : allIssues().items())
        content.append(
            issueLink(issue.member("id"_L1).toInteger().value_or(0), issue.member("title"_L1).toString()));
    content.append(
        jsonLiteral(R"({"type":"resource","resource":{"uri":"demo://readme","mimeType":"text/plain",)"
                    R"("text":"This text came embedded in the result."}})"));
    return resultOf(content);
}

Json unknownBlock()
{
    return resultOf({jsonLiteral(R"({"type":"hologram","depth":3,"data":"c2hpbW1lcg=="})"),
        textBlock(u"The block before this one is new."_s)});
}

// core/envelope/explanation/README.md 3: readable prose, then the marked block.
Json toolEnvelopeResult(const QString &prose, const Json &payload, bool isError)
{
    const QString now = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
    const Json meta = Json::object({{u"tool"_s, Json::string(u"close-issue")}, {u"ts"_s, Json::string(now)},
        {u"version"_s, Json::integer(1)}});
    const QByteArray body = Json::object({{u"payload"_s, payload}, {u"meta"_s, meta}}).toBytes();
    return resultOf(
        {textBlock(prose), textBlock(u"__ENVELOPE_V1__:"_s + QString::fromLatin1(body.toBase64()))}, {},
        isError);
}

Json findIssue(const Json &id)
{
    for (const Json &issue : allIssues().items()) {
        if (issue.member("id"_L1) == id)
            return issue;
    }
    return {};
}

Json withState(const Json &issue, const QSet<qint64> &closed)
{
    const qint64 id = issue.member("id"_L1).toInteger().value_or(0);
    return closed.contains(id) ? withMember(issue, u"closed", Json::boolean(true)) : issue;
}

//! Returns the error of the TypeScript SDK, whose validation finds an envelope where the schema has the data.
Json refusedList()
{
    return failedResult(
        u"MCP error -32602: Output validation error: Invalid structured content for tool list-closed: "
        "Invalid input: expected array, received undefined at issues\n"
        "Invalid input: expected number, received undefined at total"_s);
}

} // namespace

QByteArray demoFile(const QString &name)
{
    QFile file(u":/workbench/"_s + name);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(isOpen, "demoFile", "the resource is built in");
    return isOpen ? file.readAll() : QByteArray();
}

Json demoJson(const QString &name)
{
    return jsonResource(u"demo/"_s + name);
}

const QList<Json> &demoToolDefinitions()
{
    static const QList<Json> list = [] {
        QList<Json> all;
        for (const Json &definition : demoJson(u"tools"_s).items())
            all.append(definition);
        return all;
    }();
    return list;
}

Json demoToolPage(const QList<Json> &all, const Json &cursor)
{
    bool isNumber = cursor.isAbsent();
    const qsizetype first = cursor.isAbsent() ? 0 : cursor.toString().toLongLong(&isNumber);
    if (!isNumber || first < 0 || first > all.size())
        return {};
    const qsizetype end = std::min(first + toolsOnAPage, all.size());
    return Json::object({{u"tools"_s, Json::array(all.sliced(first, end - first))},
        {u"nextCursor"_s, end < all.size() ? Json::string(QString::number(end)) : Json()}});
}

Json failedResult(const QString &text)
{
    return resultOf({textBlock(text)}, {}, true);
}

Json textResult(const QString &text)
{
    return resultOf({textBlock(text)});
}

Json DemoTools::listIssues(const Json &arguments) const
{
    const QString state = arguments.member("state"_L1).toString(u"open"_s);
    const std::optional<qint64> limit = integerOf(arguments, "limit"_L1, 20, 1, 100);
    if (!arguments.member("project"_L1).isString() || !limit)
        return failedResult(u"Expected a project and a limit of 1 to 100."_s);
    QList<Json> issues;
    for (const Json &one : allIssues().items()) {
        const Json issue = withState(one, m_closed);
        const bool isClosed = issue.member("closed"_L1).toBoolean();
        if (state == "all"_L1 || isClosed == (state == "closed"_L1))
            issues.append(issue);
    }
    const qsizetype total = issues.size();
    issues = issues.first(std::min<qsizetype>(total, *limit));
    const Json data = Json::object({{u"issues"_s, Json::array(issues)}, {u"total"_s, Json::integer(total)}});
    QList<Json> content{textBlock(u"%1 issues"_s.arg(total))};
    if (!issues.isEmpty())
        content.append(issueLink(issues.first().member("id"_L1).toInteger().value_or(0),
            issues.first().member("title"_L1).toString()));
    return resultOf(content, Json::object({{u"ok"_s, Json::boolean(true)}, {u"data"_s, data}}));
}

Json DemoTools::countIssues() const
{
    qint64 closed = 0;
    for (const Json &issue : allIssues().items())
        closed += withState(issue, m_closed).member("closed"_L1).toBoolean() ? 1 : 0;
    const Json counts = Json::object(
        {{u"open"_s, Json::integer(allIssues().size() - closed)}, {u"closed"_s, Json::integer(closed)}});
    return resultOf({textBlockOf(counts)}, counts);
}

Json DemoTools::getIssue(const Json &arguments) const
{
    const Json issue = findIssue(arguments.member("id"_L1));
    if (issue.isAbsent())
        return failedResult(u"There is no issue with this id."_s);
    return resultOf({textBlockOf(withState(issue, m_closed))});
}

Json DemoTools::closeIssue(const Json &arguments)
{
    const Json issue = findIssue(arguments.member("id"_L1));
    if (issue.isAbsent()) {
        const Json payload = demoJson(u"issue-not-found"_s);
        return toolEnvelopeResult(payload.member("message"_L1).toString(), payload, true);
    }
    const qint64 id = issue.member("id"_L1).toInteger().value_or(0);
    m_closed.insert(id);
    const Json payload = Json::object({{u"issue"_s, withState(issue, m_closed)},
        {u"reason"_s, Json::string(arguments.member("reason"_L1).toString(u"done"_s))}});
    return toolEnvelopeResult(u"Issue %1 is closed."_s.arg(id), payload, false);
}

Json DemoTools::call(const QString &tool, const Json &arguments)
{
    if (tool == "get-weather"_L1)
        return getWeather(arguments);
    if (tool == "list-issues"_L1)
        return listIssues(arguments);
    if (tool == "get-issue"_L1)
        return getIssue(arguments);
    if (tool == "close-issue"_L1)
        return closeIssue(arguments);
    if (tool == "get-forecast"_L1)
        return getForecast(arguments);
    if (tool == "draw-dot"_L1)
        return drawDot(arguments);
    if (tool == "beep"_L1)
        return beep(arguments);
    if (tool == "list-links"_L1)
        return listLinks();
    if (tool == "fail"_L1)
        return failedResult(
            arguments.member("message"_L1).toString(u"The demo failed as it was asked to."_s));
    if (tool == "unknown-block"_L1)
        return unknownBlock();
    if (tool == "count-issues"_L1)
        return countIssues();
    if (tool == "newest-issue"_L1)
        return resultOf({textBlockOf(allIssues().at(1))}, withState(allIssues().at(0), m_closed));
    if (tool == "list-closed"_L1)
        return refusedList();
    return {};
}

} // namespace Workbench
